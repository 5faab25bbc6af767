"""The controls of Crossoban."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...board import Piece
from ...grid import Cell
from ...tiling import Direction
from ..parts.multi_pusher import Move, MultiPusherControls
from .reach import pushed, reached
from .state import State, group_leaders, pusher_piece


class CrossobanControls(MultiPusherControls[State]):
    """Controls of pushers, of whom linked ones move together."""

    def group_leaders(self, state: State) -> Mapping[Cell, Cell]:
        return group_leaders(state)

    def focus(self, state: State) -> list[Piece]:
        return [pusher_piece(*pusher) for pusher in sorted(state.pushers)]

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        return reached(state, origin, limit)

    def pushable(self, state: State, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        return pushed(state, limit)
