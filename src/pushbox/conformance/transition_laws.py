"""Laws of a transition: its changes, its pushes, and what the keys steer after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..board import Board, Change, Piece
from ..games.api import KEYS, Transition
from .law import law
from .position_laws import PositionCase

_FAR = ("teleport", "jump")


@dataclass(frozen=True)
class TransitionCase(PositionCase):
    """A legal move, and what it leads to; not a position to be looked at for itself."""

    move: Any
    transition: Transition[Any]

    @law()
    def a_rebuilt_state_plays_alike(self) -> bool:
        """The same transition follows from a state that is built again."""
        return self.rules.apply(self.rebuilt, self.move) == self.transition

    @law()
    def the_changes_lead_to_the_next_board(self) -> bool:
        """board(state).apply(transition.changes) == board(transition.state)."""
        return self.board.apply(self.transition.changes) == self.rules.board(self.transition.state)

    @law()
    def ticks_do_not_go_back(self) -> bool:
        """The ticks of the changes begin at 0 or later and do not go back."""
        ticks = [change.tick for change in self.transition.changes]
        return ticks == sorted(ticks) and min(ticks, default=0) >= 0

    @law()
    def nothing_moves_two_cells_in_a_tick(self) -> bool:
        """Nothing moves two cells in a tick but by the causes teleport and jump."""
        return all(_is_step(self.board, change) for change in self.transition.changes)

    @law()
    def changes_chain_from_original_pieces(self) -> bool:
        """Every `original_piece` is a piece of the board before, and its changes go on from each other."""
        now: dict[Piece, list[Piece | None]] = {}  # what has become of it, of each of several equal ones
        for _, _, before, after, _, who in self.transition.changes:
            if not (isinstance(before, Piece) or isinstance(after, Piece)):
                continue
            if who is None:
                if before is not None:  # only a piece that appears may come from nobody
                    return False
                continue
            chain = now.setdefault(who, [who] * self.board.pieces.count(who))
            if before not in chain:
                return False
            chain.remove(before)
            chain.append(after if isinstance(after, Piece) else None)
        return True

    @law()
    def pushes_are_those_of_the_changes(self) -> bool:
        """`pushes` has what is pushed or pulled, from the cell where it was to the one where it rests, -1 for none."""
        changes = self.transition.changes
        moved = [(piece, change) for change in changes if (piece := change.original_piece) and piece.kind != "pusher"]
        # Of what has moved, by the cell where it was.
        ends = {piece.anchor: it.after.anchor if isinstance(it.after, Piece) else -1 for piece, it in moved}
        pushed = {piece.anchor for piece, it in moved if piece.kind == "box" and it.cause in {"push", "pull"}}
        pushes = dict(self.transition.pushes)
        return pushes.items() <= ends.items() and pushed <= pushes.keys() and len(pushes) == len(self.transition.pushes)

    @law()
    def the_focus_after_a_move_is_of_the_board_before(self) -> bool:
        """`focus_after` gives a piece as it stands before the move, or the focus itself."""
        controls = self.controls
        foci = (None, *controls.focus(self.state))
        after = [(focus, controls.focus_after(self.state, focus, self.move)) for focus in foci]
        return all(piece == focus or piece in self.board.pieces for focus, piece in after)

    @law(share=0.3)
    def a_move_by_key_keeps_the_focus(self) -> bool | None:
        """What a key moves while a piece is steered leaves that piece steered, by `focus_after`."""
        controls = self.controls
        movers = [
            focus
            for focus in controls.focus(self.state)
            if any(controls.key(self.state, focus, key) == self.move for key in KEYS)
        ]
        return all(controls.focus_after(self.state, focus, self.move) == focus for focus in movers) if movers else None


def _is_step(board: Board, change: Change) -> bool:
    match change.before, change.after:
        case (Piece() as before, Piece() as after) if change.cause not in _FAR:
            (row, column), (to_row, to_column) = board.rc(before.anchor), board.rc(after.anchor)
            return abs(row - to_row) + abs(column - to_column) <= 1
        case _:
            return True
