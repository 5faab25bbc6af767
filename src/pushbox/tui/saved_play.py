"""A play saved in the library by a thread, so that no key waits for the disk.

Failed writes are retried. If another program has gone on with the same play, the moves made here are stored as a
branch, and the play is reloaded.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Lock
from typing import Any

from ..errors import PushboxError
from ..level import Level
from ..play.recorded_session import RecordedSession
from ..play.reverse import forward_solution
from ..play.stars import Known, known_of
from ..store import Store, claims, play_writes, plays, solutions
from ..store.levels import LevelEntry
from ..store.play_writes import PlayWrite, WriteResult
from ..store.plays import PlayEntry, PlayStatus, Step
from ..store.restored_plays import restore

_CLOSING_TRIES = 3


class SavedPlay:
    """A visitor's play of a level; `session` is its session, `known` what was known of solutions before.

    `on_result` is called in the writing thread with the result of a write, or its error.
    """

    def __init__(
        self,
        library: Store,
        play: int,
        on_result: Callable[[WriteResult | PushboxError], object],
        level: Level | None = None,
    ) -> None:
        """Go on with a play of the library; `level` may have solutions that the library has not."""
        self._library = library
        self._writer_id = secrets.token_hex(8)  # of no server that runs, so that any other program may go on with it
        self._on_result = on_result
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="saving")
        self._lock = Lock()
        self._pending: PlayWrite | None = None
        self._saved_snapshots: dict[str, int] = {}
        self._solved: set[int] = set()
        self._outdated: WriteResult | None = None  # the result after which the play has yet to be reloaded
        self._claim(plays.get(library, play))
        self.known = Known() if self.entry.reverse else solutions.known(library, self.level.id)
        if level is not None and not self.entry.reverse and not self.known.best:
            self.known = known_of(level)

    def solved_level(self) -> Level:
        """Return the level with the shortest solution known, for judging pushes; without any where it is reversed."""
        if self.entry.reverse:
            return replace(self.session.session.level, saved_moves=())
        return solutions.with_shortest(self._library, self.level)

    def _claim(self, entry: PlayEntry) -> None:
        epoch = claims.claim(self._library, entry.id, visitor=entry.visitor, server=self._writer_id)
        # A server that has it in memory goes on with it; what is written here becomes a branch then.
        self._epoch = -1 if epoch is None else epoch
        restored = restore(self._library, entry.id, RecordedSession)
        self.entry: PlayEntry = restored.entry
        self.level: LevelEntry = restored.level
        self.session: RecordedSession = restored.session
        self._saved_snapshots = dict(restored.session.snapshots)

    def save(self) -> None:
        """Schedule a write of all changes; a solution too, if the shown position is a new one."""
        write = self._take_write()
        session = self.session
        solved = session.current_id if session.session.outcome().solved and session.current_id else 0
        if solved in self._solved:
            solved = 0
        if solved:
            self._solved.add(solved)
        self._thread.submit(self._write, write, solved, session.session.text if solved else "")

    def reload(self, result: WriteResult) -> None:
        """Reload the play after a result that reports changes by others, and return to the same position."""
        number = self.session.current_id
        self._claim(self.entry)
        number = result.numbers.get(number, number)
        if number < self.session.size:
            self.session.goto(number)
            self.session.take_changes()

    def refresh(self) -> bool:
        """Reload the play if others have changed it, and return whether they have."""
        result, self._outdated = self._outdated, None
        if result is not None:
            self.reload(result)
        return result is not None

    def close(self) -> None:
        """Write unsaved changes."""
        self.session.session.pause()
        self.save()
        self._thread.shutdown(wait=True)
        for _ in range(_CLOSING_TRIES):
            if self._pending is None:
                break
            self._write(None, 0, "")

    def _take_write(self) -> PlayWrite:
        session, play = self.session, self.entry.id
        new = {slot: node for slot, node in session.snapshots.items() if self._saved_snapshots.get(slot) != node}
        self._saved_snapshots |= new
        status = PlayStatus(
            play, session.current_id, session.session.seconds(), frozenset(session.assists), session.memo()
        )
        steps = [Step(play, *row) for row in session.take_unsaved()]
        return PlayWrite(self.entry.visitor, self._epoch, status, steps, new)

    def _write(self, write: PlayWrite | None, solved: int, text: str) -> None:
        """Write new and previously failed changes, in the thread."""
        try:
            if write is not None and solved:
                write = write._replace(solutions={solved: self._replayed(write, text)})
        except PushboxError as error:
            self._on_result(error)
        with self._lock:
            if write is not None:
                self._pending = write if self._pending is None else write.after(self._pending)
            pending = self._pending
        if pending is None:
            return
        try:
            (result,) = play_writes.write(self._library, self._writer_id, [pending])
        except PushboxError as error:
            self._on_result(error)
            return
        with self._lock:
            self._pending = None
        if result.outdated:
            self._outdated = result
        self._on_result(result)

    def _replayed(self, write: PlayWrite, text: str) -> Any:
        line = forward_solution(self.level.level, text) if self.entry.reverse else text
        status = write.status
        return solutions.replay(
            self.level, line, visitor=self.entry.visitor, assists=status.assists, seconds=status.seconds
        )


def begin(library: Store, visitor: str, level: int, *, fresh: bool = False) -> PlayEntry:
    """Return the visitor's unfinished play of a level of the library, or one begun now.  Raises NotFound."""
    entry = None if fresh else plays.latest_unfinished(library, visitor, level)
    return entry or plays.create(library, visitor, level)
