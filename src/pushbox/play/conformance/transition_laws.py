"""Laws of a transition: its changes, its pushes, and what the keys steer after it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...board import Board, Change, Piece
from ...games.api import Transition
from ...grid import Cell
from .law import law
from .position_laws import KEYS, PositionCase

_FAR = ("teleport", "jump")


@dataclass(frozen=True)
class TransitionCase(PositionCase):
    """A legal move, and what it leads to; not a position to be looked at for itself."""

    move: Any
    transition: Transition[Any]

    @cached_property
    def next_board(self) -> Board:
        """The board that the move leads to."""
        return self.game.rules.board(self.transition.state)


@law(TransitionCase)
def a_rebuilt_state_plays_alike(case: TransitionCase) -> bool:
    """The same transition follows from a state that is built again."""
    return case.game.rules.apply(case.rebuilt, case.move) == case.transition


@law(TransitionCase)
def the_changes_lead_to_the_next_board(case: TransitionCase) -> bool:
    """board(state).apply(transition.changes) == board(transition.state)."""
    return case.board.apply(case.transition.changes) == case.next_board


@law(TransitionCase)
def ticks_do_not_go_back(case: TransitionCase) -> bool:
    """The ticks of the changes begin at 0 or later and do not go back."""
    ticks = [change.tick for change in case.transition.changes]
    return ticks == sorted(ticks) and min(ticks, default=0) >= 0


@law(TransitionCase)
def nothing_moves_two_cells_in_a_tick(case: TransitionCase) -> bool:
    """Nothing moves two cells in a tick but by the causes teleport and jump."""
    return all(_is_step(case.board, change) for change in case.transition.changes)


@law(TransitionCase)
def changes_chain_from_original_pieces(case: TransitionCase) -> bool:
    """Every `original_piece` is a piece of the board before, and its changes go on from each other."""
    return _chains(case.board, case.transition.changes)


@law(TransitionCase)
def pushes_are_those_of_the_changes(case: TransitionCase) -> bool:
    """`pushes` has what is pushed or pulled, from the cell where it was to the one where it rests, -1 for none."""
    ends: dict[Cell, Cell] = {}  # of what has moved, by the cell where it was
    pushed: set[Cell] = set()
    for change in case.transition.changes:
        piece = change.original_piece
        if piece is not None and piece.kind != "pusher":
            ends[piece.anchor] = change.after.anchor if isinstance(change.after, Piece) else -1
            if piece.kind == "box" and change.cause in {"push", "pull"}:
                pushed.add(piece.anchor)
    pushes = dict(case.transition.pushes)
    return pushes.items() <= ends.items() and pushed <= pushes.keys() and len(pushes) == len(case.transition.pushes)


@law(TransitionCase)
def the_focus_after_a_move_is_of_the_board_before(case: TransitionCase) -> bool:
    """`focus_after` gives a piece as it stands before the move, or the focus itself."""
    controls = case.game.controls
    foci = (None, *controls.focus(case.state))
    after = [(focus, controls.focus_after(case.state, focus, case.move)) for focus in foci]
    return all(piece == focus or piece in case.board.pieces for focus, piece in after)


@law(TransitionCase, share=0.3)
def a_move_by_key_keeps_the_focus(case: TransitionCase) -> bool:
    """What a key moves while a piece is steered leaves that piece steered, by `focus_after`."""
    controls = case.game.controls
    return all(
        controls.focus_after(case.state, focus, case.move) == focus
        for focus in controls.focus(case.state)
        for key in KEYS
        if controls.key(case.state, focus, key) == case.move
    )


def _is_step(board: Board, change: Change) -> bool:
    match change.before, change.after:
        case (Piece() as before, Piece() as after) if change.cause not in _FAR:
            (row, column), (to_row, to_column) = board.rc(before.anchor), board.rc(after.anchor)
            return abs(row - to_row) + abs(column - to_column) <= 1
        case _:
            return True


def _chains(board: Board, changes: tuple[Change, ...]) -> bool:
    now: dict[Piece, list[Piece | None]] = {}  # what has become of it, of each of several equal ones
    for change in changes:
        if isinstance(change.before, Piece) or isinstance(change.after, Piece):
            who = change.original_piece
            if who is None:
                if change.before is not None:  # only a piece that appears may come from nobody
                    return False
                continue
            chain = now.setdefault(who, [who] * board.pieces.count(who))
            if change.before not in chain:
                return False
            chain.remove(change.before)
            chain.append(change.after if isinstance(change.after, Piece) else None)
    return True


__all__ = ["TransitionCase"]
