"""Laws of what a game says of itself, and of the levels that it takes and refuses."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..errors import LevelError, OptionError
from ..games.api import Game, Rules
from ..level import Level, Problem
from .boards import random_level
from .law import Case, Counterexample, drawn, law, raised

_MANY = 2_000  # random levels, in which every part of a palette should have appeared


@dataclass(frozen=True)
class PaletteCase(Case):
    """A game of which nothing has been looked at: what it must have before boards can be made for it."""

    rng: random.Random

    @law()
    def the_palette_has_pieces(self) -> bool:
        """The palette has a piece, without which there is nothing to play with."""
        return bool(self.info.palette.pieces)

    @law()
    def levels_are_taken(self) -> bool:
        """`initial_state` takes some random board of the palette in which `problems` finds no error."""
        level = random_level(self.game, self.rng)
        for _ in range(_MANY):
            if not has_errors(self.rules, level):
                return True
            level = random_level(self.game, self.rng)
        errors = "; ".join(map(str, self.rules.problems(level)))
        raise Counterexample(f"{self.info.key}, by all of {_MANY:,} boards such as\n{drawn(level)}\n{errors}")


@dataclass(frozen=True)
class GameCase(Case):
    """A game without any level."""

    rng: random.Random

    @law()
    def rules_are_described(self) -> bool:
        """`describe` has words for the rules."""
        return bool(self.rules.describe().strip())

    @law()
    def options_take_their_defaults(self) -> bool:
        """Every option takes its default, which is the value that `option_values` gives it in a level without any."""
        info, level = self.info, random_level(self.game, self.rng)
        values = info.option_values(replace(level, options=()))
        return values == {option.name: option.default for option in info.options if option.takes(option.default)}

    @law()
    def players_at_once_are_several(self) -> bool:
        """A game has a player, and those who play at the same time are several."""
        return self.info.players >= 1 + self.info.simultaneous

    @law()
    def other_facts_keep_the_rules(self) -> bool:
        """`with_info` gives the same game with other facts: what it plays is the same."""
        renamed = self.game.with_info(replace(self.info, name="Another name"))
        return renamed.info.name == "Another name" and _play_alike(
            self.game, renamed, random_level(self.game, self.rng)
        )

    @law()
    def the_palette_is_accepted(self) -> bool:
        """Every terrain and every piece of the palette stands on some board that `initial_state` takes."""
        palette = self.info.palette
        missing: set[Any] = {*palette.terrain, *(spec.piece._replace(cells=()) for spec in palette.pieces)}
        for _ in range(_MANY):
            board = random_level(self.game, self.rng).board
            missing -= {*board.terrain, *(piece._replace(cells=()) for piece in board.pieces)}
            if not missing:
                return True
        raise Counterexample(f"{self.info.key}, which takes no board with {', '.join(map(repr, missing))}")


@dataclass(frozen=True)
class LevelCase(Case):
    """A random level, which may be one that the game refuses."""

    level: Level

    @cached_property
    def refused(self) -> Exception | None:
        """The error that `initial_state` raises, if any."""
        return raised(Exception, self.rules.initial_state, self.level)

    def __str__(self) -> str:
        return f"{self.info.key} on\n{drawn(self.level)}"

    @law()
    def problems_are_listed(self) -> bool:
        """`problems` gives a list of problems of any level, and raises nothing."""
        problems: object = self.rules.problems(self.level)
        return isinstance(problems, list) and all(isinstance(problem, Problem) for problem in problems)

    @law()
    def levels_are_refused_as_levels(self) -> bool | None:
        """`initial_state` raises LevelError or OptionError, and nothing else."""
        return None if self.refused is None else isinstance(self.refused, LevelError | OptionError)

    @law()
    def problems_name_what_is_refused(self) -> bool | None:
        """Where `initial_state` raises, `problems` has an error."""
        return None if self.refused is None else has_errors(self.rules, self.level)

    @law()
    def what_no_state_can_hold_is_refused(self) -> bool | None:
        """`initial_state` refuses unknown kinds, pieces in something solid and pieces that overlap."""
        board, palette = self.level.board, self.info.palette
        terrain, pieces = {terrain.kind for terrain in palette.terrain}, {spec.piece.kind for spec in palette.pieces}
        shared = {spec.piece.kind for spec in palette.pieces if spec.may_overlap}
        covered = Counter(cell for piece in board.pieces if piece.kind not in shared for cell in piece.cells)
        possible = (
            all(ground.kind in terrain for ground in board.terrain)
            and all(piece.kind in pieces for piece in board.pieces)
            and all(count == 1 for count in covered.values())
            and all(board.terrain[cell].kind not in palette.solid for piece in board.pieces for cell in piece.cells)
        )
        return None if possible else self.refused is not None

    @law()
    def bad_options_are_refused(self) -> bool | None:
        """`initial_state` raises OptionError for an option or a value that the game does not take."""
        bad = raised(OptionError, self.info.option_values, self.level)
        return None if bad is None else isinstance(self.refused, OptionError)

    @law(share=0.3)
    def a_state_has_a_bare_level(self) -> bool | None:
        """`to_level` gives the game's key and the options of the level, without title or notes."""
        if self.refused is not None:
            return None
        rules, info = self.rules, self.info
        level = rules.to_level(rules.initial_state(replace(self.level, title="A title", notes="A note")))
        options = info.option_values(level) == info.option_values(self.level)
        return level.game == info.key and options and not level.title and not level.notes

    @law(share=0.3)
    def the_game_for_a_level_plays_it_alike(self) -> bool | None:
        """What `for_level` gives begins the level and plays on from there as the game does, and finds its problems."""
        special = self.game.for_level(self.level)
        if special is self.game:
            return None
        same = special.rules.problems(self.level) == self.rules.problems(self.level)
        return same and (self.refused is not None or _play_alike(self.game, special, self.level))


def has_errors(rules: Rules[Any, Any], level: Level) -> bool:
    """Return whether a level has a fault that keeps it from being played."""
    return any(problem.severity == "error" for problem in rules.problems(level))


def _play_alike(one: Game, other: Game, level: Level) -> bool:
    """Return whether two games begin a level in one state, from which they play on alike."""
    state = one.rules.initial_state(level)
    if other.rules.initial_state(level) != state:
        return False
    return list(one.rules.successors(state)) == list(other.rules.successors(state))
