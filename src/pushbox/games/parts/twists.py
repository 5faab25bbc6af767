"""The twists of Sokoban: the options, and what a board has beside plain levels."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

from ...board import FLOOR, GOAL, Piece, Terrain
from ...level import Scalar
from ..api import Option, Palette, PieceSpec

SOLID = ("wall", "terminal")
_LR, _LURD = 0b0101, 0b1111  # the wires of a straight box and of a cross

OPTIONS = (
    Option("max_push", 1, "how many boxes in line one step pushes at most", ("inf",), minimum=1),
    Option("steps", 0, "lost when so many steps are made and the level is not solved; 0: no limit", minimum=0),
    Option("seconds", 0, "lost so many seconds after the first step; 0: no limit", minimum=0),
    Option(
        "passages",
        "pressed",
        "a hidden passage opens when the player presses against it from a side that it is open to, which is a step; or "
        "it is walkable, for boxes too, and is shown once it has been entered",
        ("pressed", "walkable"),
    ),
    Option(
        "ghosts",
        "touch",
        "hidden boxes are seen once they are touched, hidden goals once a box stands on them; or both are seen after "
        "every so many steps and at the start, and at no other time",
        ("touch",),
        minimum=1,
    ),
    Option(
        "fuses",
        "no",
        "each push of a box with a fuse burns it down by one, and the push after the last explodes the box, which "
        "loses the game; a push from a goal does neither",
        ("no", "yes"),
    ),
    Option(
        "circuit",
        "terminals",
        "each terminal in the wall must have contact with the wires of a box; or a single component of wires must join "
        "all the terminals",
        ("terminals", "single_component"),
    ),
    Option("bomb", "wins", "joining battery and bomb by wires wins the game, or it loses it", ("wins", "loses")),
    Option("reverse", "no", "the player pulls boxes and never pushes: the level is played backwards", ("no", "yes")),
    Option("jumps", "first", "in reverse play jumps are made before the first pull, or always", ("first", "always")),
)

TERRAIN = (
    Terrain("floor", looks="wall"),
    Terrain("floor", looks="wall", ports=_LR),
    Terrain("floor", looks="wall", uses=1),
    GOAL._replace(looks="floor"),
    GOAL._replace(looks="floor", uses=1),
    FLOOR._replace(player=1),
    GOAL._replace(player=1),
    Terrain("terminal", ports=_LURD),
    Terrain("terminal", ports=_LURD, role="source"),
    Terrain("terminal", ports=_LURD, role="bomb"),
    Terrain("terminal", ports=_LURD, role="bomb", uses=1),
)
BRUSHES = (
    PieceSpec(Piece("box", (0,), hidden=True), 0, 2),
    PieceSpec(Piece("box", (0,), fuse=1), 0, 1),
    PieceSpec(Piece("box", (0,), fuse=2, hidden=True), 0, 1),
    PieceSpec(Piece("box", (0,), spent=True), 0, 1),
    PieceSpec(Piece("box", (0,), spent=True, fixed=True), 0, 1),
    PieceSpec(Piece("box", (0,), ports=_LR), 0, 2),
    PieceSpec(Piece("box", (0,), ports=_LURD), 0, 2),
)
FACTS = (
    "A passage without stated sides opens from all of them; one in which something stands at the start is open.",
    "A hidden box is touched when a push moves it or runs into it; the latter is a step, on which the player stays.",
    "A box that has exploded stays as a wreck that nothing moves; a bomb that has gone off is lost for good too.",
    "A level that its last step of the limit solves is solved.",
    "Where a level has battery, bomb and no goal, joining the two is all there is to do.",
    "Reverse play is solved when every box is on a goal and the player can walk to the cell of player 1, if one is so.",
    "A jump after the first pull, where it is allowed, helps to look around: reverse play is not solved after it.",
)


def palette(plain: Palette) -> Palette:
    """Return the palette of a game with the twists, which knows a plain level by the palette without."""
    return Palette((*plain.terrain, *TERRAIN), (*plain.pieces, *BRUSHES), SOLID, plain)


class Twists(NamedTuple):
    """The options of a level as the rules take them; ghosts are seen every `shown` steps, or on touch where it is 0."""

    max_push: int = 1
    steps: int = 0
    seconds: int = 0
    walkable: bool = False
    shown: int = 0
    fuses: bool = False
    single_component: bool = False
    bomb_loses: bool = False
    reverse: bool = False
    always: bool = False

    @classmethod
    def of(cls, options: Iterable[tuple[str, Scalar]]) -> Twists:
        """Read options that have been checked."""
        options = tuple(options)
        if not options:
            return cls()
        said = {option.name: option.default for option in OPTIONS} | dict(options)
        return cls(
            max_push=sys.maxsize if said["max_push"] == "inf" else int(said["max_push"]),
            steps=int(said["steps"]),
            seconds=int(said["seconds"]),
            walkable=said["passages"] == "walkable",
            shown=0 if said["ghosts"] == "touch" else int(said["ghosts"]),
            fuses=said["fuses"] == "yes",
            single_component=said["circuit"] == "single_component",
            bomb_loses=said["bomb"] == "loses",
            reverse=said["reverse"] == "yes",
            always=said["jumps"] == "always",
        )

    @property
    def counting(self) -> bool:
        """Whether the number of steps made belongs to the position."""
        return bool(self.steps or self.shown)

    @property
    def idle(self) -> bool:
        """Whether the options alone make nothing different: those left need terrain or boxes to act on."""
        return self.max_push == 1 and not self.counting and not self.fuses and not self.reverse
