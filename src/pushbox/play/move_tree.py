"""The history of a play whose moves come in portions from where it is played, as numbers and texts.

A `RecordedSession` plays each move by itself, and keeps what a surface shows of every position.  A `MoveTree` shows
nothing: it plays a line at once, by the rules, to find out whether all of it is legal and what it leads to, and keeps
a hundredth of the memory.  Either can be made of the other.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from ..errors import NotationError
from ..games.api import Outcome
from ..games.position import Position
from ..sentence import say
from .recorded_session import MAX_NODES, NodeRow, RecordedSession, Refused
from .stored_move import move_from_text, move_to_text

_STATE_EVERY = 64  # moves: a state is kept in that depth of each line, so that none is far from one
_RECENT = 4  # ends of lines, whose states are kept too: after a move was taken back, the next line begins near one

Recorded = TypeVar("Recorded", bound=RecordedSession)


class MoveTree:
    """The positions of a play by number, 0 being the start.

    `current_id` is the one where it stands, `memo` says what is steered there and where redo leads, as in a
    `RecordedSession`; so do `assists`, `snapshots` and `comments`.
    """

    def __init__(self, start: Position, *, seconds: float = 0.0, max_nodes: int = MAX_NODES) -> None:
        self.start = start
        self.assists: set[str] = set()
        self.snapshots: dict[str, int] = {}
        self.comments: dict[int, str] = {}
        self.current_id = 0
        self._seconds = seconds
        self._focus: dict[str, Any] = {"focus": None, "index": -1}
        self._redo: list[tuple[int, int]] = []
        self._max_nodes = max_nodes
        self._parents = array("I", [0])
        self._depths = array("I", [0])
        self._moves = [""]
        self._states: dict[int, Any] = {0: start.state}
        self._recent: dict[int, Any] = {}  # the states at the ends of the last lines, the newest last
        self._saved_size = 1  # of what was taken as unsaved

    @classmethod
    def of(cls, session: RecordedSession, max_nodes: int = MAX_NODES) -> MoveTree:
        """Return the history of a session, whose clock has stopped."""
        tree = cls(session.session.start, seconds=session.seconds(), max_nodes=max_nodes)
        for row in session.rows():
            node = tree._append(row.parent, sys.intern(row.text))
            if tree._depths[node] % _STATE_EVERY == 0:
                tree._states[node] = session.node(node).state
        tree._recent[session.current_id] = session.session.state
        tree._saved_size = tree.size - session.unsaved_count
        tree.assists |= session.assists
        tree.snapshots |= session.snapshots
        tree.comments |= session.comments
        tree.current_id = session.current_id
        memo = json.loads(session.memo())
        tree._redo = [(parent, branch) for parent, branch in memo.pop("redo")]
        tree._focus = memo
        return tree

    def session(self, make: Callable[..., Recorded]) -> Recorded:
        """Return a session with this history; `make` is called like `RecordedSession`, with a start and its `seconds`.

        Raises IllegalMove where the rules have changed meanwhile.
        """
        session = make(self.start, seconds=self._seconds)
        session.restore(self._rows(1), self.current_id, self.memo(), unsaved=self.unsaved_count)
        session.assists |= self.assists
        session.snapshots |= self.snapshots
        session.comments |= self.comments
        return session

    @property
    def size(self) -> int:
        """Return the number of positions."""
        return len(self._moves)

    @property
    def weight(self) -> int:
        """Return how many positions of a session take as much memory."""
        return len(self._states) + len(self._recent) + self.size // 64

    def seconds(self) -> float:
        """Return the seconds that were played."""
        return self._seconds

    def pause(self) -> None:
        """Do nothing: the clock runs where it is played."""

    def memo(self) -> str:
        """Return the state that rows do not hold, as `RecordedSession.memo` does."""
        return json.dumps(self._focus | {"redo": self._redo})

    @property
    def has_unsaved(self) -> bool:
        """Return whether positions were added since the last call of `take_unsaved`."""
        return self.size > self._saved_size

    @property
    def unsaved_count(self) -> int:
        """Return how many positions were added since the last call of `take_unsaved`."""
        return self.size - self._saved_size

    def take_unsaved(self) -> list[NodeRow]:
        """Return the positions that were added since the last call."""
        rows = self._rows(self._saved_size)
        self._saved_size = self.size
        return rows

    def close(self) -> None:
        """Do nothing: nothing here refers to itself."""

    def add_lines(self, first: int, lines: Sequence[tuple[int, Sequence[str]]], numbers: dict[int, int]) -> list[int]:
        """Add lines, each the number of the position that it goes on from and moves as files write them.

        The moves count up from `first`.  Where that is not the number that comes next here, somebody else has played
        on: moves that are here already are gone through, the others added.  `numbers` are those of positions that are
        others here; those of the lines join them.  Return the last position of each line.  Raises Refused,
        NotationError or IllegalMove at the first move that is not taken; the lines before it are there then.
        """
        branches = self._branches() if first != self.size or numbers else None
        ends: list[int] = []
        count = first
        for parent, moves in lines:
            node = numbers.get(parent, parent)
            self._require(node)
            for part in self._parts(node, moves):
                texts, state = self._played(node, part)
                for text in texts:
                    node = self._branch(node, text, branches)
                    if node != count:
                        numbers[count] = node
                    count += 1
                self._note(node, state)
                if self._depths[node] % _STATE_EVERY == 0:
                    self._states[node] = state
            ends.append(node)
        return ends

    def stand(self, node: int, focus: Sequence[int] | None, index: int, redo: Sequence[tuple[int, int]] | None) -> None:
        """Stand at a position, where the piece on some cells is steered; `redo` leads to some that are not the newest.

        None leaves that as it is.  Raises Refused for a position that is not here.
        """
        self._require(node)
        for parent, branch in redo or ():
            if not 0 < branch < self.size or self._parents[branch] != parent:
                raise Refused.said("no-branch")
        self.current_id = node
        self._focus = {"focus": None if focus is None else list(focus), "index": index}
        if redo is not None:
            self._redo = list(redo)

    def restart_clock(self) -> None:
        """Give all time anew, where this is played."""
        self._seconds = 0.0

    def add_seconds(self, seconds: float) -> None:
        """Count time in which this was played."""
        self._seconds += seconds

    def outcome_at(self, node: int) -> Outcome:
        """Return the outcome of a position."""
        return self.start.rules.outcome(self._state(node))

    def moves_to(self, node: int) -> list[Any]:
        """Return the moves from the start to a position."""
        texts = []
        while node:
            texts.append(self._moves[node])
            node = self._parents[node]
        return [_move(text) for text in reversed(texts)]

    def _require(self, node: int) -> None:
        if node >= self.size:
            raise Refused.said("no-position", node=node)

    def _rows(self, first: int) -> list[NodeRow]:
        numbers = range(first, self.size)
        return [NodeRow(*row) for row in zip(numbers, self._parents[first:], self._moves[first:], strict=True)]

    def _branches(self) -> dict[tuple[int, str], int]:
        """Return the positions by what leads to them."""
        return {(parent, text): node for node, parent, text in reversed(self._rows(1))}

    def _branch(self, parent: int, text: str, branches: dict[tuple[int, str], int] | None) -> int:
        """Return the position that a move leads to, added where it is not among the `branches`, or these are None."""
        known = None if branches is None else branches.get((parent, text))
        if known is not None:
            return known
        if self.size >= self._max_nodes:
            raise Refused.said("play-full", count=self._max_nodes)
        node = self._append(parent, text)
        if branches is not None:
            branches[parent, text] = node
        return node

    def _append(self, parent: int, text: str) -> int:
        self._parents.append(parent)
        self._depths.append(self._depths[parent] + 1)
        self._moves.append(text)
        return len(self._moves) - 1

    def _parts(self, node: int, moves: Sequence[str]) -> Iterator[Sequence[str]]:
        """Yield moves in parts that end where a state is kept."""
        start, end = 0, _STATE_EVERY - self._depths[node] % _STATE_EVERY
        while start < len(moves):
            yield moves[start:end]
            start, end = end, end + _STATE_EVERY

    def _note(self, node: int, state: Any) -> None:
        """Keep the state at the end of a line for a while."""
        self._recent.pop(node, None)
        self._recent[node] = state
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]

    def _state(self, node: int) -> Any:
        """Return the state of a position, played from the next one above it that is kept."""
        texts = []
        while node not in self._recent and node not in self._states:
            texts.append(self._moves[node])
            node = self._parents[node]
        state = self._recent[node] if node in self._recent else self._states[node]
        return self.start.rules.play_line(state, [_move(text) for text in reversed(texts)]).state if texts else state

    def _played(self, node: int, written: Sequence[str]) -> tuple[list[str], Any]:
        """Return moves as they are stored, and the state after them.  Raises NotationError and IllegalMove."""
        position = Position(self.start.game, self._state(node))
        controls = position.controls
        # Where there is one piece to steer, letters mean the same together as one by one.
        if all(len(text) == 1 and text.isalpha() for text in written) and len(controls.focus(position.state)) < 2:
            moves, line = controls.play(position.state, "".join(written))
            if len(moves) == len(written) and len(controls.focus(line.state)) < 2:
                if line.played < len(moves):
                    raise position.illegal_move(moves, line)
                return [_stored(move) for move in moves], line.state
        stored = []
        for step, text in enumerate(written, start=1):
            moves = position.parse(text)
            if len(moves) != 1:
                raise NotationError(say("one-move", found=text[:40]))
            position = Position(position.game, position.transition(moves[0], step=step).state)
            stored.append(_stored(moves[0]))
        return stored, position.state


_move = lru_cache(1 << 12)(move_from_text)


def _stored(move: Any) -> str:
    """Return the text of a move, one object for all equal ones."""
    return str(move) if type(move) is int else sys.intern(move_to_text(move))
