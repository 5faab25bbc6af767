"""The position of Sokoban under its variants."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from ...board import NamedCounter, Piece, Terrain, distinct_terrain
from ...grid import Cell
from ...level import Level, Scalar
from ..parts.field import Field
from ..parts.single_pusher import player_of, player_pieces
from .options import OPTIONS, SOLID, VariantOptions


class VariantField(Field):
    """A field with the data of the variants.

    `terrain` has every disguise on; `free` tells whether something can ever be on a cell. `passages` and `ghosts` are
    the cells that look like wall, and the goals that look like floor; `wires` the terminals with their ports, `lamps`
    those of the circuit, `bombs` the batteries and bombs. It `is_plain` if only boxes can have variants.
    """

    __slots__ = ("bombs", "ghosts", "is_plain", "lamps", "passages", "variant", "wires")

    def prepare(self) -> None:
        self.variant = VariantOptions.of(self.options)
        self.is_plain = not _varies(self.terrain, self.options)
        self.terrain = tuple(cell._replace(uses=0) if cell.looks or cell.role else cell for cell in self.terrain)
        self.passages = _where(cell.looks == "wall" for cell in self.terrain)
        self.ghosts = _where(cell.kind == "goal" and cell.looks is not None for cell in self.terrain)
        self.wires = {index: cell.ports for index, cell in enumerate(self.terrain) if cell.kind == "terminal"}
        self.lamps = _where(cell.kind == "terminal" and cell.role is None for cell in self.terrain)
        self.bombs = _where(cell.kind == "terminal" and cell.role is not None for cell in self.terrain)


def _where(holds: Iterable[bool]) -> frozenset[Cell]:
    return frozenset(index for index, it in enumerate(holds) if it)


class VariantData(NamedTuple):
    """The data of a position beyond player and boxes.

    `special` are the boxes with any property, `opened` the opened passages, revealed ghost goals and exploded bombs,
    `steps` the number of steps made, if ghosts appear by that.
    """

    special: frozenset[Piece] = frozenset()
    opened: frozenset[Cell] = frozenset()
    steps: int = 0

    def box(self, cell: Cell) -> Piece:
        """Return the box on a cell, where there is one."""
        for piece in self.special:
            if piece.cells[0] == cell:
                return piece
        return Piece("box", (cell,))

    def changed(self, before: Piece, after: Piece) -> VariantData:
        """Return this with one box as it is afterwards."""
        special = self.special - {before}
        return self._replace(special=special if is_plain(after) else special | {after})


class State(NamedTuple):
    """The player (on the sentinel off the board if there is none), the boxes, the variants' data, and the field."""

    player: Cell
    boxes: frozenset[Cell]
    data: VariantData
    field: VariantField


def state_of(level: Level) -> State:
    """Return the position of a level that has been checked."""
    board = level.board
    field = VariantField.of(board, level.options, SOLID)
    boxes = board.of_kind("box")
    data = VariantData(
        frozenset(box for box in boxes if not is_plain(box)),
        frozenset(cell for cell in field.passages | field.ghosts | field.bombs if board.terrain[cell].uses),
        max(dict(board.counters).get("steps", 0), 0) if field.variant.shown else 0,
    )
    state = State(player_of(board), frozenset(box.anchor for box in boxes), data, field)
    return state._replace(data=data._replace(opened=uncovered(state)))


def level_of(state: State, game: str) -> Level:
    """Return a position as a level of a game."""
    player, boxes, data, field = state
    terrain = field.terrain
    if data.opened:
        terrain = tuple(uncover(cell) if index in data.opened else cell for index, cell in enumerate(terrain))
    plain = boxes - {box.anchor for box in data.special}
    counters = (NamedCounter("steps", data.steps),) if field.variant.shown else ()
    pieces = (*(Piece("box", (box,)) for box in plain), *data.special, *player_pieces(player, field))
    return field.level(game, pieces, counters, terrain)


def uncover(terrain: Terrain) -> Terrain:
    """Return a passage as it is once open, a ghost goal once revealed, a bomb once it has gone off."""
    return terrain._replace(uses=1)


def uncovered(state: State) -> frozenset[Cell]:
    """Return the opened and revealed cells of a position, those just opened or revealed included.

    A ghost goal is revealed only by a visible box; otherwise it would reveal where a hidden box is.
    """
    field, data = state.field, state.data
    opened = data.opened
    if field.passages:
        opened |= field.passages & (state.boxes | {state.player})
    if not field.variant.shown and field.ghosts:
        opened |= field.ghosts & (state.boxes - {box.anchor for box in data.special if box.hidden})
    return opened


def passable(state: State, cell: Cell) -> bool:
    """Return whether a cell is not blocked by a wall, a terminal or a closed passage."""
    field = state.field
    return field.free[cell] and (cell not in field.passages or cell in state.data.opened or field.variant.walkable)


def floor(state: State) -> list[bool]:
    """Return `passable` for every cell, the sentinel off the board included."""
    return [passable(state, cell) for cell in range(state.field.grid.outside + 1)]


def search_key(state: State) -> Hashable:
    """Return the key of a position for a search; what the player has seen does not change the possible moves."""
    player, boxes, data, field = state
    seen = (box._replace(hidden=False) for box in data.special)
    special = frozenset(box for box in seen if not is_plain(box))
    opened = data.opened - field.ghosts - (field.passages if field.variant.walkable else frozenset())
    return player, boxes, special, opened


def is_plain(box: Piece) -> bool:
    """Return whether a box has no property at all."""
    return box[2:] == _PLAIN


def is_variant(level: Level) -> bool:
    """Return whether a level has any of the variants' options, terrain or boxes."""
    return _varies(level.board.terrain, level.options) or any(
        piece.kind == "box" and not (is_plain(piece) or is_plain(piece._replace(number=0)))
        for piece in level.board.pieces
    )


def leaves_variants(state: State) -> bool:
    """Return whether a position has no variant any more, because all hidden boxes are seen."""
    return state.field.is_plain and not state.data.special


def _varies(terrain: tuple[Terrain, ...], options: Iterable[tuple[str, Scalar]]) -> bool:
    return any(_DEFAULTS.get(name, value) != value for name, value in options) or any(
        cell.looks or cell.role or cell.kind == "terminal" for cell in distinct_terrain(terrain)
    )


_DEFAULTS = {option.name: option.default for option in OPTIONS}
_PLAIN = Piece("box", ())[2:]  # the properties of a box that has none
