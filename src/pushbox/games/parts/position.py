"""The position of Sokoban and its twists.

Most levels have no twist.  The field of such a level is `plain`, and a game plays it without asking for any; all others
go through `push` or `pull`, `judge`, `circuit` and `hidden`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple, Self

from ...board import Board, NamedCounter, Piece, Terrain, distinct_terrain
from ...grid import Cell, Grid, grid
from ...level import Level, Scalar
from .field import Field
from .hero import player_of, player_pieces
from .twists import SOLID, Twists


class TwistedField(Field):
    """A field with what the twists need.

    `terrain` has every disguise on; `free` tells whether something can ever stand on a cell.  `passages` and `ghosts`
    are the cells that look like wall, and the goals that look like floor; `wires` the terminals with their ports,
    `lamps` those of the circuit, `bombs` those that are battery or bomb; `homes` where the player ends in reverse play.
    `plain` is set only where no twist can ever act.
    """

    __slots__ = ("bombs", "ghosts", "homes", "lamps", "passages", "plain", "twists", "wires")

    def __init__(
        self,
        shape: Grid,
        terrain: tuple[Terrain, ...],
        options: tuple[tuple[str, Scalar], ...] = (),
        *,
        plain_boxes: bool = False,
    ) -> None:
        twisted = any(
            cell.looks or cell.role or cell.player or cell.kind == "terminal" for cell in distinct_terrain(terrain)
        )
        if twisted:
            terrain = tuple(cell._replace(uses=0) if cell.looks or cell.role else cell for cell in terrain)
        super().__init__(shape, terrain, options)
        self.twists = Twists.of(options)
        self.plain = plain_boxes and self.twists.idle and not twisted
        self.passages = self.ghosts = self.homes = self.lamps = self.bombs = frozenset[Cell]()
        self.wires: dict[Cell, int] = {}
        if twisted:
            self._find()

    def _find(self) -> None:
        """Find the cells of the twists."""
        terrain = self.terrain
        self.free = (*(cell.kind not in SOLID for cell in terrain), False)
        self.passages = _where(cell.looks == "wall" for cell in terrain)
        self.ghosts = _where(cell.kind == "goal" and cell.looks is not None for cell in terrain)
        self.homes = _where(cell.player == 1 for cell in terrain)
        self.wires = {index: cell.ports for index, cell in enumerate(terrain) if cell.kind == "terminal"}
        self.lamps = _where(cell.kind == "terminal" and cell.role is None for cell in terrain)
        self.bombs = _where(cell.kind == "terminal" and cell.role is not None for cell in terrain)

    @classmethod
    def of(cls, board: Board, options: tuple[tuple[str, Scalar], ...] = ()) -> Self:
        plain = all(box[4:] == _BARE[4:] and not box.colours for box in board.of_kind("box"))
        return cls(board.grid, board.terrain, options, plain_boxes=plain)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.grid.width, self.grid.height, self.terrain, self.options, self.plain)


def _rebuild(
    width: int, height: int, terrain: tuple[Terrain, ...], options: tuple[tuple[str, Scalar], ...], *plain: bool
) -> TwistedField:
    return TwistedField(grid(width, height), terrain, options, plain_boxes=all(plain))


def _where(holds: Iterable[bool]) -> frozenset[Cell]:
    return frozenset(index for index, it in enumerate(holds) if it)


_BARE = Piece("box", ())  # what a box without any property is but for its cells


class Extra(NamedTuple):
    """What a position has beside player and boxes; nothing of it in most levels.

    `special` are the boxes with any property, `opened` the passages that are open, the ghost goals that have been
    revealed and the bombs that have gone off, `steps` how many were made, where that counts.  `pulled` is 1 after the
    first pull of reverse play and 2 once a jump has followed it.
    """

    special: frozenset[Piece] = frozenset()
    opened: frozenset[Cell] = frozenset()
    steps: int = 0
    pulled: int = 0

    def box(self, cell: Cell) -> Piece:
        """Return the box on a cell, where there is one."""
        for piece in self.special:
            if piece.cells[0] == cell:
                return piece
        return Piece("box", (cell,))

    def changed(self, before: Piece, after: Piece) -> Extra:
        """Return this with one box as it is afterwards."""
        special = self.special - {before}
        return self._replace(special=special if after == plain_box(after.anchor) else special | {after})

    def carried(self, start: Cell, end: Cell) -> Extra:
        """Return this with the box on `start`, which need not be special, on `end`."""
        box = self.box(start)
        return self.changed(box, box._replace(cells=(end,))) if box in self.special else self


class State(NamedTuple):
    """Where the player stands (the sentinel off the board if there is none), the boxes, the rest, and the field."""

    player: Cell
    boxes: frozenset[Cell]
    extra: Extra
    field: TwistedField


def state_of(level: Level) -> State:
    """Return the position of a level that has been checked."""
    board = level.board
    field = TwistedField.of(board, level.options)
    boxes = board.of_kind("box")
    counters = dict(board.counters)
    extra = Extra(
        frozenset(box for box in boxes if box[2:] != _BARE[2:]),
        frozenset(cell for cell in field.passages | field.ghosts | field.bombs if board.terrain[cell].uses),
        max(counters.get("steps", 0), 0) if field.twists.counting else 0,
        min(max(counters.get("pulled", 0), 0), 2) if field.twists.reverse else 0,
    )
    state = State(player_of(board), frozenset(box.anchor for box in boxes), extra, field)
    return state if field.plain else state._replace(extra=extra._replace(opened=uncovered(state)))


def board_of(state: State) -> Board:
    """Return a position as a board."""
    _, boxes, extra, field = state
    terrain = field.terrain
    if extra.opened:
        terrain = tuple(uncover(cell) if index in extra.opened else cell for index, cell in enumerate(terrain))
    plain = boxes - {box.anchor for box in extra.special} if extra.special else boxes
    counters = [NamedCounter("steps", extra.steps)] if field.twists.counting else []
    if extra.pulled:
        counters.append(NamedCounter("pulled", extra.pulled))
    pieces = (*(Piece("box", (box,)) for box in plain), *extra.special, *player_pieces(state))
    return Board(field.grid.width, field.grid.height, terrain, pieces, tuple(counters))


def uncover(terrain: Terrain) -> Terrain:
    """Return a passage as it is once open, a ghost goal once revealed, a bomb once it has gone off."""
    return terrain._replace(uses=1)


def uncovered(state: State) -> frozenset[Cell]:
    """Return what is open and revealed in a position, what stands there now has just opened or revealed included.

    A ghost goal is revealed by a box that is seen itself: otherwise it would tell where that box is.
    """
    field, extra = state.field, state.extra
    opened = extra.opened
    if field.passages:
        opened |= field.passages & (state.boxes | {state.player})
    if not field.twists.shown and field.ghosts:
        opened |= field.ghosts & (state.boxes - {box.anchor for box in extra.special if box.hidden})
    return opened


def passable(state: State, cell: Cell) -> bool:
    """Return whether a cell is none that stops everything: a wall, a terminal, a passage that is shut."""
    field = state.field
    return field.free[cell] and (cell not in field.passages or cell in state.extra.opened or field.twists.walkable)


def floor(state: State) -> list[bool]:
    """Return `passable` for every cell, the sentinel off the board included."""
    return [passable(state, cell) for cell in range(state.field.grid.outside + 1)]


def essence(state: State) -> Hashable:
    """Return what a position is to a search: what the player has seen of it changes nothing that he can do."""
    player, boxes, extra, field = state
    seen = (box._replace(hidden=False) for box in extra.special)
    special = frozenset(box for box in seen if box != plain_box(box.anchor))
    steps = extra.steps if field.twists.steps else 0
    opened = extra.opened - field.ghosts - (field.passages if field.twists.walkable else frozenset())
    return player, boxes, special, opened, steps, extra.pulled


def plain_box(cell: Cell, number: int = 0) -> Piece:
    """Return a box that has at most a number."""
    return Piece("box", (cell,), number=number)
