"""Sokoban Plus: Sokoban with numbered boxes and goals.

The player walks and pushes as in Sokoban, whose variants are the same here.  Where there are several pushers they move
as in Multiban.

Solved: every box stands on a goal of its number; boxes without a number stand on goals without one.  Several boxes may
share a number.  The numbers of the boxes and of the goals must be the same, each as often.

Source: Gerald Holler, SokoMind Plus; anian's page on the plus format, in which boxes with one number are
interchangeable.  That a goal without a number takes no numbered box is inferred from its examples, which are called the
same puzzle only under this reading.  That pushers of a level with several are those of Multiban is the project's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..board import Board, Change, Piece
from ..grid import Cell
from ..level import Level, Problem
from ..sentence import say
from .api import Focus, Key, Outcome, PlayerAction, Rules, Status, Transition
from .delegation import DelegatingControls
from .parts.field import Field
from .parts.push_distance import BoxRules
from .wrapped import WrappedRules


class State(NamedTuple):
    """A position of boxes without numbers, and the numbers of the others by their cell."""

    inner: Any
    numbers: frozenset[tuple[Cell, int]]


class NumberedRules(WrappedRules):
    """The rules of a game in which numbered boxes belong on goals of their number."""

    def describe(self) -> str:
        return f"{Rules.describe(self)}\n\n{super().describe()}"

    def initial_state(self, level: Level) -> State:
        numbers = frozenset((box.anchor, box.number) for box in level.board.of_kind("box") if box.number)
        return State(self.base.rules.initial_state(level.with_board(_plain(level.board))), numbers)

    def problems(self, level: Level) -> list[Problem]:
        boxes = sorted([box.number for box in level.board.of_kind("box") if box.number])
        goals = sorted([terrain.number for terrain in level.board.terrain if terrain.number])
        problems = self.base.rules.problems(level.with_board(_plain(level.board)))
        if boxes != goals:
            found = say("numbers-differ", boxes=_listed(boxes), goals=_listed(goals))
            problems.append(Problem.error(found, say("same-numbers")))
        return problems

    def apply(self, state: State, move: Any) -> Transition[State] | None:
        transition = self.base.rules.apply(state.inner, move)
        if transition is None:
            return None
        inner, changes, pushes = transition
        if not state.numbers or (len(changes) == 1 and changes[0].cause == "walk"):
            return Transition(State(inner, state.numbers), changes, pushes)
        numbers = dict(state.numbers)
        changes = tuple([_numbered_change(change, numbers) for change in changes])
        carried = [(end, numbers.pop(start)) for start, end in pushes if start in numbers]
        return Transition(State(inner, frozenset([*numbers.items(), *carried])), changes, pushes)

    def outcome(self, state: State) -> Outcome:
        outcome = self.base.rules.outcome(state.inner)
        field = state.inner.field
        if not outcome.solved or not field.goals:
            return outcome
        numbers = dict(state.numbers)
        wrong = sum(numbers.get(box, 0) != field.terrain[box].number for box in state.inner.boxes)
        if not wrong:
            return outcome
        return Outcome(Status.PLAYING, say("wrong-numbers", count=wrong))

    def to_level(self, state: State) -> Level:
        level = self.base.rules.to_level(state.inner)
        return level.with_board(_numbered_board(level.board, dict(state.numbers)))

    def view(self, state: State, player: int = 0) -> Board:
        return _numbered_board(self.base.rules.view(state.inner, player), dict(state.numbers))

    def lower_bound(self, state: State) -> int:
        rules, goals = self._bounds(state)
        return rules.lower_bound_to(state.inner, goals)

    def is_deadlock(self, state: State) -> bool:
        rules, goals = self._bounds(state)
        return rules.is_deadlock_to(state.inner, goals)

    def dead_squares(self, state: State) -> frozenset[Cell]:
        rules, goals = self._bounds(state)
        return rules.dead_squares_to(state.inner, goals)

    def _bounds(self, state: State) -> tuple[BoxRules[Any, Any], Mapping[Cell, frozenset[Cell]]]:
        """Return the rules below, which know distances, and for each box the goals of its number."""
        rules = self.base.for_state(state.inner).rules
        assert isinstance(rules, BoxRules), "numbers are for games of boxes"
        numbers = dict(state.numbers)
        goals = _goals_by_number(state.inner.field)
        return rules, {box: goals.get(numbers.get(box, 0), frozenset()) for box in rules.box_goals(state.inner)}


class NumberedControls(DelegatingControls):
    """The controls of the game below, for steering numbered boxes too."""

    def focus(self, state: State) -> list[Piece]:
        numbers = dict(state.numbers)
        return [_numbered(piece, numbers) for piece in super().focus(state)]

    def key(self, state: State, focus: Piece | None, key: Key) -> Any | Focus | PlayerAction | None:
        move = super().key(state, _bare(focus), key)
        return Focus(_numbered(move.piece, dict(state.numbers))) if isinstance(move, Focus) else move

    def focus_after(self, state: State, focus: Piece | None, move: Any) -> Piece | None:
        piece = super().focus_after(state, _bare(focus), move)
        return None if piece is None else _numbered(piece, dict(state.numbers))

    def parse_from(self, state: State, focus: Piece | None, text: str) -> list[Any]:
        moves: list[Any] = super().parse_from(state, _bare(focus), text)
        return moves

    def format_from(self, state: State, focus: Piece | None, moves: Sequence[Any]) -> str:
        text: str = super().format_from(state, _bare(focus), moves)
        return text


def _bare(piece: Piece | None) -> Piece | None:
    return piece._replace(number=0) if piece is not None and piece.number else piece


def _numbered(piece: Piece, numbers: Mapping[Cell, int]) -> Piece:
    number = numbers.get(piece.anchor) if piece.kind == "box" else None
    return piece._replace(number=number) if number else piece


def _numbered_change(change: Change, numbers: Mapping[Cell, int]) -> Change:
    """Return a change of a box with the number that the box had on the cell where it stood before the move."""
    piece = change.original_piece
    if piece is None or piece.kind != "box" or piece.anchor not in numbers:
        return change
    number = numbers[piece.anchor]
    before, after = (
        part._replace(number=number) if isinstance(part, Piece) else part for part in (change.before, change.after)
    )
    return change._replace(before=before, after=after, original_piece=piece._replace(number=number))


def _plain(board: Board) -> Board:
    """Return a board without the numbers of its boxes."""
    if not any(box.number for box in board.of_kind("box")):
        return board
    return board.with_pieces(_unnumbered(piece) if piece.kind == "box" else piece for piece in board.pieces)


@lru_cache(maxsize=1 << 14)
def _unnumbered(box: Piece) -> Piece:
    return box._replace(number=0)


def _numbered_board(board: Board, numbers: Mapping[Cell, int]) -> Board:
    return board.with_pieces(_numbered(piece, numbers) for piece in board.pieces) if numbers else board


@lru_cache(maxsize=256)
def _goals_by_number(field: Field) -> Mapping[int, frozenset[Cell]]:
    """Return the goals of each number."""
    goals: dict[int, set[Cell]] = {}
    for goal in field.goals:
        goals.setdefault(field.terrain[goal].number, set()).add(goal)
    return {number: frozenset(cells) for number, cells in goals.items()}


def _listed(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or say("none")
