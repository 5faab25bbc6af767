"""The position of Crossoban: the ground, its effects, and the pieces on it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ...board import Board, Piece, Terrain, distinct_terrain, map_terrain
from ...grid import Cell
from ...level import Problem, Scalar
from ...sentence import say
from ...tiling import Direction
from ..api import Option
from ..parts.field import Field

HOLE = Terrain("hole")
FILLABLE = -1  # a hole that a box would fill, among the tiles
SWALLOWED = "swallowed "  # how many boxes of a colour are gone: the name of the counter, before the colour

OPTIONS = (
    Option("sticky", "no", "whether touching boxes of one colour move together", ("no", "yes")),
    Option(
        *("pusher_colour", "own-and-plain", "which boxes a coloured pusher pushes; any: its colour means nothing"),
        ("own-and-plain", "own", "any"),
    ),
    Option("filter_pushers", "colour", "which pushers a filter refuses: other colours, none or all",
           ("colour", "none", "all")),
    Option("filter_plain", "refused", "whether a filter admits boxes without a colour", ("refused", "admitted")),
    Option("lock", "boxes", "what a lock stops: boxes that stand on it, or pushers that would enter it too",
           ("boxes", "pushers")),
    Option("conveyor", "all", "what a conveyor carries; one-way: nothing, but none enters it against its arrow",
           ("all", "boxes", "pushers", "one-way")),
    Option("hole_fill", "no", "whether a box that falls into a hole fills it", ("no", "yes")),
    Option("hole_frees", "no", "whether a colour that has lost a box can still be joined", ("no", "yes")),
    Option("weak", "all", "what wears a weak tile: all that leaves it; of two uses boxes only, at once; or that it is "
           "left empty, so that a pusher who follows a box still stands on it", ("all", "boxes", "emptied")),
    Option("link", "independent", "whether linked pushers step each by itself or only all together",
           ("independent", "rigid")),
)  # fmt: skip

_DEFAULTS: dict[str, Scalar] = {option.name: option.default for option in OPTIONS}

Pusher = tuple[str, int]  # its colour, "" for none, and its group, 0 for none


class CrossobanField(Field):
    """The field of a level: its terrain without the tiles that a move can change, with its effects on each piece."""

    __slots__ = ("_admits", "_selects", "against", "conveyors", "holes", "ice", "kept_solved", "locks", "rules",
                 "special")  # fmt: skip

    def prepare(self) -> None:
        self.rules: dict[str, Scalar] = _DEFAULTS | dict(self.options)
        kinds = {ground.kind for ground in distinct_terrain(self.terrain)}
        conveyors = {
            cell: ground.direction
            for cell, ground in enumerate(self.terrain if "conveyor" in kinds else ())
            if ground.kind == "conveyor"
        }
        one_way = self.rules["conveyor"] == "one-way"
        self.conveyors: Mapping[Cell, Direction] = {} if one_way else conveyors
        self.against = {cell: self.grid.opposite[direction] for cell, direction in conveyors.items()} if one_way else {}
        self.holes, self.ice, self.locks = (
            frozenset(cell for cell, ground in enumerate(self.terrain if kind in kinds else ()) if ground.kind == kind)
            for kind in ("hole", "ice", "lock")
        )
        does_nothing = {"wall", "floor", "goal"}
        self.special = frozenset(
            cell
            for cell, ground in enumerate(self.terrain if kinds - does_nothing else ())
            if ground.kind not in does_nothing
        )
        self._selects = not kinds.isdisjoint(("lock", "filter"))
        self._admits: dict[tuple[str, str], tuple[bool, ...]] = {}
        self.kept_solved: tuple[tuple[object, object], bool] | None = None  # of the latest boxes, what is gone of them

    def admits(self, kind: str, colour: str) -> tuple[bool, ...]:
        """Return for every cell whether its terrain admits a box or a pusher of a colour."""
        if not self._selects:
            return self.free
        key = kind, colour
        if key not in self._admits:
            admitted = map_terrain(lambda ground: self.admits_on(ground, kind, colour), self.terrain)
            self._admits[key] = (*admitted, False)
        return self._admits[key]

    def admits_on(self, ground: Terrain, kind: str, colour: str) -> bool:
        """Return whether a sort of terrain admits a box or a pusher of a colour."""
        if ground.kind == "lock":
            return kind == "box" or self.rules["lock"] == "boxes"
        if ground.kind != "filter":
            return ground.kind != "wall"
        if kind == "box":
            return colour == ground.colour or (not colour and self.rules["filter_plain"] == "admitted")
        refused = self.rules["filter_pushers"]
        plain = not colour or self.rules["pusher_colour"] == "any"
        return refused == "none" or (refused == "colour" and (plain or colour == ground.colour))

    def pushes(self, pusher: str, box: str) -> bool:
        """Return whether a pusher of a colour may push a box of a colour."""
        if not pusher or pusher == box:
            return True
        rule = self.rules["pusher_colour"]
        return rule == "any" or (rule == "own-and-plain" and not box)


class State(NamedTuple):
    """All pieces, and the changeable part of the floor.

    `tiles` are the cells that a move can change: weak tiles with their remaining uses, a broken one with 0, and holes
    that a box would fill, as -1. `swallowed` counts the lost boxes of each colour, if any.
    """

    pushers: frozenset[tuple[Cell, Pusher]]
    boxes: frozenset[tuple[Cell, str]]
    tiles: frozenset[tuple[Cell, int]]
    swallowed: frozenset[tuple[str, int]]
    field: CrossobanField


def group_leaders(state: State) -> dict[Cell, Cell]:
    """Return for every pusher, in reading order, the first pusher linked with it."""
    if len(state.pushers) == 1:
        return {cell: cell for cell, _ in state.pushers}
    first: dict[int, Cell] = {}
    return {cell: first.setdefault(group, cell) if group else cell for cell, (_, group) in sorted(state.pushers)}


def had(state: State) -> Tally[str]:
    """Count the boxes of each colour at the start."""
    had: Tally[str] = Tally()
    for colour, count in state.swallowed:
        had[colour] += count
    for _, colour in state.boxes:
        if colour:
            had[colour] += 1
    return had


def strange_counters(board: Board) -> Iterator[Problem]:
    """Yield the counters that no position has."""
    for name, value in board.counters:
        if not name.removeprefix(SWALLOWED) or not name.startswith(SWALLOWED) or value < 1:
            yield Problem.error(say("strange-counter", name=name, value=value), say("only-counter", prefix=SWALLOWED))


def colour_of(piece: Piece) -> str:
    """Return the colour of a piece, "" for none."""
    return piece.colours[0] if piece.colours else ""


@lru_cache(maxsize=4096)
def box_piece(cell: Cell, colour: str) -> Piece:
    """Return a box as a piece."""
    return Piece("box", (cell,), (colour,) if colour else ())


@lru_cache(maxsize=4096)
def pusher_piece(cell: Cell, look: Pusher) -> Piece:
    """Return a pusher as a piece."""
    colour, group = look
    return Piece("pusher", (cell,), (colour,) if colour else (), group=group)


def tile(uses: int) -> Terrain:
    """Return a tile with the uses that it has left."""
    return HOLE if uses == FILLABLE else Terrain("weak", uses=uses)
