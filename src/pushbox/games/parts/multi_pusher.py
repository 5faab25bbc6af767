"""Games with several pushers: which of them a move is of, in notation and for keys.

In notation a selection ``{...}`` stands before the steps of another pusher than the one that moved last.  It holds the
displacement from that one to the next as steps that ignore walls; pushbox writes the horizontal ones first and reads
any order.  At the start it counts from the top-left pusher, and so it does where the pusher that moved last is gone.
``{}`` keeps the pusher.  No selection is part of a position: a move names its pusher by the cell.

Source: the SOK format, as sokoenginepy reads it for Multiban.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ...board import Piece
from ...deadline import NEVER, Deadline
from ...errors import IllegalMove, NotationError
from ...grid import Cell, Grid
from ...notation import tokens
from ...sentence import say
from ...tiling import Direction
from ..api import Controls, Focus, Key, LineBuilder, PlayedLine, PlayerAction, Transition
from .field import FieldState
from .single_pusher import lurd

Move = tuple[Cell, Direction]  # where the pusher stands, and where it steps


State = TypeVar("State", bound=FieldState)


class MultiPusherControls(Controls[State, Move]):
    """Arrows are steps of the pusher that is steered; a move is of one pusher, or of one group of linked ones."""

    @abstractmethod
    def group_leaders(self, state: State) -> Mapping[Cell, Cell]:
        """Return, for every pusher in reading order, the one that its moves are named by.

        That is itself, or the first in reading order of those that are linked with it.
        """

    def key(self, state: State, focus: Piece | None, key: Key) -> Move | Focus | PlayerAction | None:
        leaders = self.group_leaders(state)
        if not leaders:
            return None
        steered = _steered(leaders, focus)
        if key in (names := state.field.grid.tiling.names):
            return leaders[steered], names.index(key)
        if key == "act":
            return None
        pushers = list(leaders)
        index = pushers.index(steered)
        others = [*pushers[index + 1 :], *pushers[:index]]
        if key == "previous":
            others.reverse()
        chosen = next((pusher for pusher in others if leaders[pusher] != leaders[steered]), None)
        return next((Focus(piece) for piece in self.focus(state) if piece.anchor == chosen), None)

    def focus_after(self, state: State, focus: Piece | None, move: Move) -> Piece | None:
        leaders = self.group_leaders(state)
        if focus is not None and leaders.get(focus.anchor, -1) == leaders.get(move[0]):
            return focus
        return next((piece for piece in self.focus(state) if piece.anchor == move[0]), focus)

    def parse(self, state: State, text: str) -> list[Move]:
        return self.parse_from(state, None, text)

    def format(self, state: State, moves: Sequence[Move]) -> str:
        return self.format_from(state, None, moves)

    def format_played(self, state: State, moves: Sequence[Move], line: PlayedLine[State]) -> str:
        """Write the played moves; with one group of pushers no other is ever chosen, so nothing is played again."""
        if len(set(self.group_leaders(state).values())) > 1:
            return super().format_played(state, moves, line)
        return lurd(state.field.grid.tiling, [direction for _, direction in moves[: line.played]], line.pushed)

    def play(self, state: State, text: str, deadline: Deadline = NEVER) -> tuple[list[Move], PlayedLine[State]]:
        moves, line = [], LineBuilder(self.rules, state)
        for move, transition in self._read(state, None, text):
            deadline.check()
            moves.append(move)
            if transition is not None:
                line.add(transition)
        return moves, line.played()

    def parse_from(self, state: State, focus: Piece | None, text: str) -> list[Move]:
        """Read moves up to and including the first illegal one; text after it has lost its meaning."""
        return [move for move, _ in self._read(state, focus, text)]

    def _read(self, state: State, focus: Piece | None, text: str) -> Iterator[tuple[Move, Transition[State] | None]]:
        """Yield each move with its transition, up to the first illegal one, whose transition is None."""
        grid, apply, group_leaders = state.field.grid, self.rules.apply, self.group_leaders
        leaders = group_leaders(state)
        pusher = _steered(leaders, focus, grid.outside)
        for token in tokens(text):
            if token.kind == "select":
                pusher = displaced(grid, pusher, token.text)
                if pusher not in leaders:
                    raise NotationError.said("selects-nobody", selection=token.text, column=token.column)
                continue
            if token.kind != "steps":
                found = say("a-jump") if token.kind == "jump" else say("a-mark")
                raise NotationError.said("steps-or-selection", found=found, column=token.column)
            for direction in map(grid.tiling.letters.index, token.text.lower()):
                move = leaders.get(pusher, pusher), direction
                transition = apply(state, move)
                yield move, transition
                if transition is None:
                    return
                state = transition.state
                leaders = group_leaders(state)
                pusher = _next(leaders, pusher_after(transition, pusher), grid.outside)

    def format_from(self, state: State, focus: Piece | None, moves: Sequence[Move]) -> str:
        grid, letters = state.field.grid, state.field.grid.tiling.letters
        leaders = self.group_leaders(state)
        steered = _steered(leaders, focus, grid.outside)
        text = []
        for number, move in enumerate(moves, start=1):
            pusher, direction = move
            transition = self.rules.apply(state, move)
            if transition is None:
                raise IllegalMove(self.rules.explain_illegal(state, move), step=number)
            if leaders[pusher] != leaders[steered]:
                text.append(f"{{{displacement(grid, steered, pusher)}}}")
                steered = pusher
            text.append(letters[direction].upper() if transition.pushes else letters[direction])
            state, leaders = transition.state, self.group_leaders(transition.state)
            steered = _next(leaders, pusher_after(transition, steered), grid.outside)
        return "".join(text)


def displacement(grid: Grid, start: Cell, end: Cell) -> str:
    """Return the steps from one cell to another as letters, the horizontal ones first; walls do not matter."""
    (row, column), (to_row, to_column) = grid.rc(start), grid.rc(end)
    right, down = to_column - column, to_row - row
    return ("r" * right or "l" * -right) + ("d" * down or "u" * -down)


def displaced(grid: Grid, start: Cell, letters: str) -> Cell:
    """Return the cell that steps lead to, read in any order; the sentinel off the board if it is none of the board's.

    The inverse of `displacement`.
    """
    if start == grid.outside:
        return start
    row, column = grid.rc(start)
    for letter in letters:
        down, right = grid.tiling.shape(row, column).deltas[grid.tiling.letters.index(letter)] or (0, 0)
        row, column = row + down, column + right
    return grid.cell(row, column)


def pusher_after(transition: Transition[Any], pusher: Cell) -> Cell | None:
    """Return the cell of a pusher after a transition, or None if it is gone."""
    for change in reversed(transition.changes):  # the last says where it came to rest
        piece = change.original_piece
        if piece is not None and piece.kind == "pusher" and piece.anchor == pusher:
            return change.after.anchor if isinstance(change.after, Piece) else None
    return pusher


def steps_of(grid: Grid, pusher: Cell, directions: Sequence[Direction]) -> list[Move]:
    """Return the steps of a pusher as moves."""
    moves = []
    for direction in directions:
        moves.append((pusher, direction))
        pusher = grid.step[direction % len(grid.directions)][pusher]
    return moves


def _steered(leaders: Mapping[Cell, Cell], focus: Piece | None, outside: Cell = -1) -> Cell:
    """Return the steered pusher: the focus, else the top-left one, else None."""
    return _next(leaders, None if focus is None else focus.anchor, outside)


def _next(leaders: Mapping[Cell, Cell], pusher: Cell | None, outside: Cell) -> Cell:
    """Return the pusher of the next steps: the one that moved last, else the top-left one, else None."""
    return pusher if pusher is not None and pusher in leaders else next(iter(leaders), outside)
