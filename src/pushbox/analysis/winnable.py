"""Decide whether a position can still be won: yes, with a solution; no, since a move; or unknown within the limit.

A lost position stays lost. So halving finds the losing move of a line with few verdicts.

Cheap sources come first: lines known to solve the level, deadlocks visible without a search. Then two searches take
turns, each turn ten times as long as the one before: one for pushes that lead back to a known line, and one for any
solution.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, cast

from ..arguments import check_callback
from ..deadline import NEVER, Deadline
from ..errors import MissingCore, PushboxError
from ..games.position import Position
from ..grid import Cell
from ..level import Level
from ..path.walk import walk
from ..sentence import Language
from ..solver import Limit, Progress, Solved, Unsolvable, native, solve
from ..solver.api import ProgressCallback, check_limit
from .deadlocks import Witness, find_quick_deadlocks
from .deadlocks.candidates import floor_of
from .deadlocks.exhaust import exhaust
from .deadlocks.puzzle import BoxPuzzle
from .deadlocks.shapes import region_of
from .texts import fill

LIMIT = Limit(seconds=10.0, nodes=2_000_000)

_FIRST_NODES = 2_000  # positions of the shortest search
_GROWTH = 10
_REJOIN_SHARE = 4  # of the positions of a search, one in so many is for the way back to a known line
_LONG_WAY = 20_000  # positions that the way back visits before a longer search: most ways are found within these
_MOST_KNOWN = 1_000  # known positions that the way back may lead to
_MOST_REMEMBERED = 2_000_000  # boxes of all known positions

PushKey = tuple[tuple[tuple[Cell, int], ...], Cell]  # the boxes with their numbers, the lowest cell of the region
WinStatus = Literal["winnable", "lost", "unknown"]


@dataclass(frozen=True, slots=True)
class WinVerdict:
    """Whether a position can be won, with the `solution`, or with the `deadlocks` or the solver's `proof`.

    `nodes` is how many positions the searches for it could visit at most, 0 where there were none.
    """

    status: WinStatus
    solution: tuple[Any, ...] = ()
    deadlocks: tuple[Witness, ...] = ()
    proof: str = ""
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """Where a line of positions was lost.

    `last_winnable` is the index of the last position known to be winnable, `first_lost` that of the first known to be
    lost, or None. Positions between them are unknown within the limit. `verdict` is that of the last position.
    """

    last_winnable: int | None
    first_lost: int | None
    verdict: WinVerdict

    @property
    def losing_move(self) -> int | None:
        """The number from 1 of the move that lost the game, None where it is not known or there was none."""
        before, after = self.last_winnable, self.first_lost
        return after if before is not None and after == before + 1 else None

    def sentence(self, language: Language = "en") -> str:
        """Say in one sentence whether the line can still be won, and which move lost it."""
        if self.losing_move is not None:
            return fill(language, "win.since", move=str(self.losing_move))
        if self.first_lost == 0:
            return fill(language, "win.never")
        if self.first_lost is None:
            return fill(language, f"win.{self.verdict.status}")
        known = "win.between" if self.last_winnable is not None else "win.latest"
        return fill(language, known, move=str(self.first_lost), after=str(self.last_winnable))


class _Solution(NamedTuple):
    """Moves that solve a level from where they have been played so far, and the pusher's cell there, -1 for several."""

    moves: tuple[Any, ...]
    played: int
    pusher: Cell


class Verdicts:
    """Verdicts on positions of one level; each is judged at most once within a limit.

    `judged` counts the searched positions.
    """

    def __init__(self, limit: Limit = LIMIT, progress: ProgressCallback | None = None) -> None:
        check_limit(limit)
        check_callback("progress", progress)
        self.judged = 0
        self._limit = limit
        self._progress = progress
        self._stopped = False
        self._deadline = NEVER
        self._solutions: dict[Hashable, _Solution] = {}
        self._others: dict[Hashable, WinVerdict] = {}

    @property
    def known_count(self) -> int:
        """Return the number of positions with a verdict."""
        return len(self._solutions) + len(self._others)

    def sharing(self, progress: ProgressCallback | None = None) -> Verdicts:
        """Return verdicts of the same level for another thread; both share all results."""
        other = Verdicts(self._limit, progress)
        other._solutions, other._others = self._solutions, self._others
        return other

    def add_line(self, start: Position, moves: Sequence[Any], deadline: Deadline = NEVER) -> bool:
        """Remember a line from a position where it solves the level; return whether it does.

        Its later positions are remembered as far as there is time and room.
        """
        line = start.play_line(moves)
        if line.solved_at is None:
            return False
        solution = tuple(moves[: line.solved_at])
        walks_change_nothing = _is_of_one_pusher(start)
        self._remember(start, solution, 0)
        most = _MOST_REMEMBERED // (1 + len(start.board.pieces))
        for played, transition in enumerate(start.transitions(solution), start=1):
            if deadline.is_over or len(self._solutions) >= most:
                break
            if transition.pushes or not walks_change_nothing:
                self._remember(Position(start.game, transition.state), solution, played)
        return True

    def add_solutions(self, start: Position, level: Level, deadline: Deadline = NEVER) -> int:
        """Remember the moves saved with a level that solve it from `start`; return how many did, until the deadline.

        Moves of another game, or too many, are passed over.
        """
        added = 0
        for moves in level.saved_moves:
            if deadline.is_over:
                break
            try:
                added += self.add_line(start, start.play(moves.text, deadline)[0], deadline)
            except PushboxError:
                continue
        return added

    def _remember(self, position: Position, solution: tuple[Any, ...], played: int) -> None:
        self._solutions.setdefault(_key(position), _Solution(solution, played, _pusher(position)))

    def known(self, position: Position) -> WinVerdict | None:
        """Return the existing verdict of a position, without a search."""
        key = _key(position)
        if (solution := self._solutions.get(key)) is not None:
            return WinVerdict("winnable", _continued(position, solution))
        return self._others.get(key)

    def open_again(self, position: Position) -> None:
        """Let the next search of a position start fresh, unless it has a verdict."""
        if self.judge_at_once(position).status == "unknown":
            self._others.pop(_key(position), None)

    def judge(self, position: Position) -> WinVerdict:
        """Decide whether a position can be won."""
        return self.judge_line([position]).verdict

    def judge_line(self, line: Sequence[Position], deadline: Deadline | None = None) -> LineVerdict:
        """Find where a line of positions, each a move after the one before, was lost.

        By a deadline, or else within the seconds of the limit from now on.
        """
        self._stopped, self._deadline = False, deadline or Deadline(self._limit.seconds)
        low, high = -1, len(line)
        for nodes in self._turns():
            if high == len(line) and self.judge_once(line[-1], nodes).status == "winnable":
                low = len(line) - 1
            high = self._halve(line, low, high, nodes, unknown_is_lost=False)
            low = self._halve(line, low, high, nodes, unknown_is_lost=True) - 1
            if low + 1 == high or self._is_over():
                break
        verdict = self.known(line[-1]) or WinVerdict("unknown")
        if high < len(line) and verdict.status != "lost":
            verdict = self.known(line[high]) or WinVerdict("lost")
        return LineVerdict(low if low >= 0 else None, high if high < len(line) else None, verdict)

    def judge_at_once(self, position: Position) -> WinVerdict:
        """Return the existing verdict of a position, or the one visible without a search."""
        return self._judge_at_once(position, NEVER)

    def _judge_at_once(self, position: Position, deadline: Deadline) -> WinVerdict:
        if (verdict := self.known(position)) is not None:
            return verdict
        if position.outcome.solved:
            self.add_line(position, ())
            return WinVerdict("winnable")
        deadlocks = find_quick_deadlocks(position, deadline)
        verdict = (
            WinVerdict("lost", deadlocks=deadlocks, proof=deadlocks[0].kind) if deadlocks else WinVerdict("unknown")
        )
        if deadlocks or not deadline.is_over:  # else they were not all looked for
            self._others[_key(position)] = verdict
        return verdict

    def judge_once(self, position: Position, nodes: int) -> WinVerdict:
        """Return the verdict of a position after a search of limited positions, unless it was searched before."""
        verdict = self._judge_at_once(position, self._deadline)
        if verdict.status != "unknown" or verdict.nodes >= nodes or self._is_over():
            return verdict
        if (rejoined := self._rejoin(position, _way_nodes(nodes))) is not None:
            return rejoined
        if self._is_over():
            return verdict
        verdict = self._search(position, nodes)
        if verdict.status == "lost" or (verdict.status == "unknown" and not self._stopped):
            self._others[_key(position)] = verdict
        return verdict

    def _halve(self, line: Sequence[Position], low: int, high: int, nodes: int, *, unknown_is_lost: bool) -> int:
        """Return the index of the first lost position after `low`, else `high`.

        Unknown positions count as lost, or not, as the caller says.
        """
        first, last = low + 1, high
        while first < last:
            middle = (first + last) // 2
            status = self.judge_once(line[middle], nodes).status
            if status == "lost" or (status == "unknown" and unknown_is_lost):
                last = middle
            else:
                first = middle + 1
        return first

    def _rejoin(self, position: Position, nodes: int) -> WinVerdict | None:
        """Return the verdict of a position from which pushes lead to one that is known to be winnable."""
        solutions = list(self._solutions.items())
        puzzle = BoxPuzzle.of(position) if solutions else None
        if puzzle is None or len(puzzle.pushers) > 1:
            return None
        known = [(*cast(PushKey, key), len(one.moves) - one.played) for key, one in solutions]
        if len(known) > _MOST_KNOWN:
            here = frozenset(puzzle.boxes)
            known = heapq.nsmallest(_MOST_KNOWN, known, key=lambda one: len(here.difference(one[0])))
        try:
            way = native.rejoin(position, known, self._limit_of(nodes), self._report)
        except MissingCore:
            return None
        if way is None:
            return None
        line = [position, *(Position(position.game, one.state) for one in position.transitions(way))]
        rest = None if line[-1].outcome.solved else self.known(line[-1])
        assert line[-1].outcome.solved or (rest is not None and rest.status == "winnable"), "the way ends on a line"
        solution = tuple(way) if rest is None else (*way, *rest.solution)
        for played, passed in enumerate(line):
            if not played or line[played - 1].board.of_kind("box") != passed.board.of_kind("box"):
                self._remember(passed, solution, played)
        return WinVerdict("winnable", solution)

    def _limit_of(self, nodes: int) -> Limit:
        """Return the limit of a search with at most this many positions."""
        return Limit(seconds=self._deadline.left, nodes=nodes, memory=self._limit.memory)

    def _report(self, progress: Progress) -> bool:
        self._stopped = self._stopped or (self._progress is not None and bool(self._progress(progress)))
        return self._stopped

    def _search(self, position: Position, nodes: int) -> WinVerdict:
        self.judged += 1
        limit = self._limit_of(nodes)
        try:
            answer = solve(position, limit=limit, progress=self._report)
        except PushboxError:  # without a solver, or with a fault in the level, such as a stone that is set for good
            whole = exhaust(position, limit, self._report)
            return WinVerdict("lost", deadlocks=(whole,), nodes=nodes) if whole else WinVerdict("unknown", nodes=nodes)
        if isinstance(answer, Solved):
            moves = tuple(position.parse(answer.text))
            self.add_line(position, moves, self._deadline)
            return WinVerdict("winnable", moves)
        if isinstance(answer, Unsolvable):
            return WinVerdict("lost", proof=answer.proof, nodes=nodes)
        return WinVerdict("unknown", nodes=nodes)

    def _is_over(self) -> bool:
        return self._stopped or self._deadline.is_over

    def _turns(self) -> Iterator[int]:
        """Yield how many positions a search may visit, turn after turn."""
        most = LIMIT.nodes if self._limit.nodes is None else self._limit.nodes
        assert most is not None, "the default has a limit"
        nodes = _FIRST_NODES
        while nodes < most:
            yield nodes
            nodes *= _GROWTH
        yield most


def _way_nodes(nodes: int) -> int:
    """Return how many positions the way back may visit beside a search of so many."""
    share = nodes // _REJOIN_SHARE
    return share if nodes <= _FIRST_NODES else max(share, min(nodes, _LONG_WAY))


def _is_of_one_pusher(position: Position) -> bool:
    """Return whether a walk changes only the position of a lone pusher."""
    puzzle = BoxPuzzle.of(position)
    return puzzle is not None and len(puzzle.pushers) == 1


def _key(position: Position) -> Hashable:
    """Return a value that is equal only for positions of which all or none can be won."""
    puzzle = BoxPuzzle.of(position)
    if puzzle is None or len(puzzle.pushers) > 1:
        return position.rules.search_key(position.state)
    return puzzle.boxes, min(region_of(puzzle))


def _pusher(position: Position) -> Cell:
    pushers = position.board.of_kind("pusher")
    return pushers[0].anchor if len(pushers) == 1 else -1


def _continued(position: Position, solution: _Solution) -> tuple[Any, ...]:
    """Return the rest of a solution from a position, to which a lone pusher walks first."""
    rest = solution.moves[solution.played :]
    puzzle = BoxPuzzle.of(position)
    pusher = _pusher(position)
    if puzzle is None or pusher == solution.pusher:
        return rest
    steps = walk(puzzle.grid, floor_of(puzzle), pusher, solution.pusher) or ()
    return (*position.parse("".join(puzzle.grid.tiling.letters[step] for step in steps)), *rest)
