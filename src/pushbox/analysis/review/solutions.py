"""The known solutions of a level, and the parts of the level they use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...board import Change, Piece
from ...deadline import NEVER, Deadline
from ...errors import PushboxError
from ...games.position import Position
from ...grid import Cell
from ...metrics import Metrics
from ...play.verify import verify


@dataclass(frozen=True)  # its cached properties need a dictionary
class KnownSolution:
    """A solution that has been replayed; `own` is one that the level came with."""

    text: str
    metrics: Metrics
    own: bool
    used: frozenset[Cell]  # the cells on which anything stood or walked
    moved: frozenset[Cell]  # where the pieces other than pushers that were moved stood at the start
    pushes: tuple[tuple[Cell, Cell, Cell], ...]  # the box by its first cell, and from where to where

    @cached_property
    def homes(self) -> tuple[tuple[Cell, Cell], ...]:
        """Return the boxes that are pushed, by their first cells, with their last, as they come to rest."""
        last: dict[Cell, Cell] = {}
        for box, _, end in self.pushes:
            last.pop(box, None)
            last[box] = end
        return tuple(last.items())


MAX_MOVES = 3_000_000  # of all known solutions together


class Solutions:
    """The known solutions, each once, the level's own first; of more than there is room for the best."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self._known: dict[str, KnownSolution] = {}
        self._moves = 0

    def __iter__(self) -> Iterator[KnownSolution]:
        return iter(self._known.values())

    def __len__(self) -> int:
        return len(self._known)

    @property
    def own(self) -> list[KnownSolution]:
        """Return the level's own solutions."""
        return [solution for solution in self if solution.own]

    def best(self) -> KnownSolution:
        """Return the one with the fewest pushes, and of these the fewest moves."""
        return min(self, key=_cost)

    def fewest_moves(self) -> KnownSolution:
        """Return the one with the fewest moves."""
        return min(self, key=lambda solution: solution.metrics.moves)

    def add(self, text: str, *, own: bool = False, deadline: Deadline = NEVER) -> bool:
        """Replay a text; return whether it solves the level.  Raises OutOfTime."""
        try:
            replay = verify(self.start, text, deadline=deadline)
        except PushboxError:
            return False
        if not replay.solved or replay.metrics is None:
            return False
        if replay.text not in self._known:
            self._known[replay.text] = _known(self.start, replay.text, replay.metrics, deadline, own=own)
            self._moves += replay.metrics.moves
            self._make_room()
        return True

    def _make_room(self) -> None:
        """Leave the worst out, but never the best of all, nor the level's own best."""
        kept = [self.best(), *sorted(self.own, key=_cost)[:1]]
        for worst in sorted(self, key=_cost, reverse=True) if self._moves > MAX_MOVES else ():
            if self._moves > MAX_MOVES and worst not in kept:
                del self._known[worst.text]
                self._moves -= worst.metrics.moves


def _cost(solution: KnownSolution) -> tuple[int, int]:
    return solution.metrics.pushes, solution.metrics.moves


def _known(start: Position, text: str, metrics: Metrics, deadline: Deadline, *, own: bool) -> KnownSolution:
    pieces = start.board.pieces
    used = {cell for piece in pieces for cell in piece.cells}
    firsts = {piece.anchor: piece.anchor for piece in pieces if piece.kind != "pusher"}  # by where they are now
    moved: set[Cell] = set()
    pushes = []
    for transition in start.transitions(start.parse(text)):
        deadline.check()
        used |= set(_cells(transition.changes))
        for begin, end in _shifts(transition.changes):
            first = firsts.pop(begin, begin)
            firsts[end] = first
            moved.add(first)
            if transition.pushes:
                pushes.append((first, begin, end))
    return KnownSolution(text, metrics, own, frozenset(used), frozenset(moved), tuple(pushes))


def _cells(changes: Iterable[Change]) -> Iterator[Cell]:
    for change in changes:
        for part in (change.before, change.after):
            if isinstance(part, Piece):
                yield from part.cells


def _shifts(changes: Sequence[Change]) -> Iterator[tuple[Cell, Cell]]:
    """Yield from where to where pieces other than pushers went."""
    for change in changes:
        match change.before, change.after:
            case (Piece() as before, Piece() as after) if before.kind != "pusher" and before.anchor != after.anchor:
                yield before.anchor, after.anchor
