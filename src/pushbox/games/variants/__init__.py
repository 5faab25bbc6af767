"""Variants of Sokoban, as Thinking Rabbit tried them.

They are options, and parts of a board that other levels do not have:

* several boxes are pushed at once (`max_push`);
* hidden passages look like wall until the player presses against them or, if `passages=walkable`, has entered them;
* ghosts: boxes that are not drawn until something touches them, goals that are not drawn until a box stands on them;
* boxes with fuses, which explode when they are pushed too often, or when too many steps are made (`fuses`);
* a circuit: the wires on the boxes must connect the terminals in the wall (`circuit`);
* a bomb that wires are to join with its battery, or must not (`bomb`).

The variants are named by anian; sourced are the pressed passages (the PC-8801 game of 1982), that an explosion ends the
game, and the wires of one level; T.N.T. Bomb Bomb (1984) is taken for the bomb.  When a box explodes, how ghosts show,
and that boxes need not join the terminals to one another are the project's defaults.
"""

from __future__ import annotations

from ..api import Game, GameInfo
from .options import BOXES, FACTS, OPTIONS, SOLID, TERRAIN
from .rules import VariantControls, VariantRules
from .state import State, is_variant

__all__ = ["BOXES", "FACTS", "OPTIONS", "SOLID", "TERRAIN", "State", "game", "is_variant"]


def game(info: GameInfo) -> Game[State, int]:
    """Return the variants of Sokoban as a game with these facts."""
    rules = VariantRules()
    rules.info = info
    return Game(rules, VariantControls)
