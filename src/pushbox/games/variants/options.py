"""The options of the variants, and the parts of a board beyond plain levels."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

from ...board import GOAL, Piece, Terrain
from ...level import Scalar
from ..api import Option
from ..palette import PieceSpec

SOLID = ("wall", "terminal")
_LR, _LURD = 0b0101, 0b1111  # the wires of a straight box and of a cross

OPTIONS = (
    Option("max_push", 1, "how many boxes in line one step pushes at most", ("inf",), minimum=1),
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
        "each push of a box with a fuse shortens it by one, and the push after the one that burns it down explodes the "
        "box, which loses the game; a push from a goal does neither; by steps: every step shortens every fuse by one, "
        "and the step after the one that burns it down explodes the box, so that a box with a fuse of 1 survives one "
        "step; a box that is on a goal after the step is left out",
        ("no", "yes", "steps"),
    ),
    Option(
        "circuit",
        "terminals",
        "each terminal in the wall must have contact with the wires of a box; or a single component of wires must join "
        "all the terminals",
        ("terminals", "single_component"),
    ),
    Option("bomb", "wins", "joining battery and bomb by wires wins the game, or it loses it", ("wins", "loses")),
)

TERRAIN = (
    Terrain("floor", looks="wall"),
    Terrain("floor", looks="wall", ports=_LR),
    Terrain("floor", looks="wall", uses=1),
    GOAL._replace(looks="floor"),
    GOAL._replace(looks="floor", uses=1),
    Terrain("terminal", ports=_LURD),
    Terrain("terminal", ports=_LURD, role="source"),
    Terrain("terminal", ports=_LURD, role="bomb"),
    Terrain("terminal", ports=_LURD, role="bomb", uses=1),
)
BOXES = (
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
    "Where a level has battery, bomb and no goal, joining the two is all there is to do.",
)


class VariantOptions(NamedTuple):
    """The options of a level as the rules take them; ghosts are seen every `shown` steps, or on touch where it is 0."""

    max_push: int = 1
    walkable: bool = False
    shown: int = 0
    fuses: bool = False
    burns_by_steps: bool = False
    single_component: bool = False
    bomb_loses: bool = False

    @classmethod
    def of(cls, options: Iterable[tuple[str, Scalar]]) -> VariantOptions:
        """Read options that have been checked."""
        options = tuple(options)
        if not options:
            return cls()
        values = {option.name: option.default for option in OPTIONS} | dict(options)
        return cls(
            max_push=sys.maxsize if values["max_push"] == "inf" else int(values["max_push"]),
            walkable=values["passages"] == "walkable",
            shown=0 if values["ghosts"] == "touch" else int(values["ghosts"]),
            fuses=values["fuses"] != "no",
            burns_by_steps=values["fuses"] == "steps",
            single_component=values["circuit"] == "single_component",
            bomb_loses=values["bomb"] == "loses",
        )
