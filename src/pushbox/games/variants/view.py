"""The player's view of a level with hidden passages and ghosts."""

from __future__ import annotations

from ...board import Board, Terrain
from .state import State, uncover


def is_hiding(state: State) -> bool:
    """Return whether a position may have hidden parts."""
    field = state.field
    return bool(field.passages or field.ghosts) or any(box.hidden for box in state.data.special)


def visible_board(state: State, board: Board) -> Board:
    """Return the visible board of a position: disguises on, hidden boxes left out."""
    field, variant = state.field, state.field.variant
    shown = bool(variant.shown) and state.data.steps % variant.shown == 0
    terrain = [*board.terrain]
    for cell in (field.passages | field.ghosts) - state.data.opened:
        disguised = terrain[cell]
        seen = shown and cell in field.ghosts
        terrain[cell] = uncover(disguised) if seen else Terrain(disguised.looks or disguised.kind)
    pieces = tuple(piece._replace(hidden=False) for piece in board.pieces if shown or not piece.hidden)
    return board.with_parts(terrain, pieces)
