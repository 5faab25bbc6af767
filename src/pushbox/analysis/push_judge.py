"""Judge each push as it is made: at once if visible, otherwise by a search in the background.

Most losing pushes are visible without a search. The solver judges the rest on a thread of its own, within a budget. A
search without a result when the next push comes goes on beside the new one, because a few pushes may lead back to the
solution it finds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from ..deadline import Deadline
from ..games.position import Position, load
from ..level import Level
from ..solver import Limit, Progress
from .winnable import Verdicts, WinVerdict

BUDGET = Limit(seconds=30.0, nodes=5_000_000, memory=512)
REPLAY_SECONDS = 2.0  # for all solutions saved with a level

OnVerdict = Callable[[Position, WinVerdict], None]


class PushJudge:
    """Judges the positions of one level during play.

    `on_verdict` is called on the thread of the search when it ends, with unknown if the budget was not enough, unless
    another push has come before. Verdicts are shared by all positions.
    """

    def __init__(self, budget: Limit = BUDGET, on_verdict: OnVerdict | None = None) -> None:
        self._on_verdict = on_verdict
        self._verdicts = Verdicts(budget)
        self._changed = threading.Condition()
        self._current: _Search | None = None  # of the position that was judged last
        self._older: _Search | None = None  # of one before it, which has had no answer yet

    def add_solutions(self, level: Level) -> int:
        """Replay the moves saved with the level, and remember those that solve it; return how many did.

        A push off such a line is then judged by the way back to it, which is short in most cases.  The verdicts are the
        same without: no position is lost because a line leaves it.  This takes as long as the replay, two seconds at
        most.  Raises LevelError for a level that cannot be played.
        """
        return self._verdicts.add_solutions(load(level), level, Deadline(REPLAY_SECONDS))

    def judge(self, position: Position) -> WinVerdict:
        """Return the verdict visible at once, or unknown and begin a search.

        This never waits. The search of the position before goes on, unless this position is known to be winnable or an
        older search goes on.
        """
        verdict = self._verdicts.judge_at_once(position)
        with self._changed:
            self._leave()
            if verdict.status == "unknown":
                self._begin(position)
            elif verdict.status == "winnable" and self._older is not None:
                self._older.cancelled.set()
        return verdict

    def wait(self, position: Position, seconds: float | None = None) -> WinVerdict:
        """Wait for the verdict on the last judged position, up to a limit of seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._current is None or not self._current.is_running, seconds)
        return self._verdicts.known(position) or WinVerdict("unknown")

    def close(self) -> None:
        """End all searches."""
        with self._changed:
            searches = [search for search in (self._current, self._older) if search is not None]
            self._current = self._older = None
        for search in searches:
            search.cancelled.set()
        for search in searches:
            search.thread.join()

    def _begin(self, position: Position, before: _Search | None = None) -> None:
        self._current = search = _Search(position, before)
        search.thread = threading.Thread(target=self._run, args=(search,), daemon=True)
        search.thread.start()

    def _leave(self) -> None:
        """Let the search that runs go on as the older one, or end it where there is one."""
        search, self._current = self._current, None
        if search is not None and search.is_running and self._older is None:
            self._older = search
        elif search is not None:
            search.cancelled.set()

    def _run(self, search: _Search) -> None:
        if search.before is not None:
            search.before.thread.join()
            self._verdicts.open_again(search.position)
        verdict = self._verdicts.sharing(search.report).judge(search.position)
        if self._current is search and self._on_verdict is not None:
            self._on_verdict(search.position, verdict)
        with self._changed:
            search.is_running = False
            if self._older is search:
                self._older = None
                self._search_again(verdict)
            self._changed.notify_all()

    def _search_again(self, verdict: WinVerdict) -> None:
        """Search the position that was judged last anew: pushes may lead from there to a solution that is new."""
        search = self._current
        if search is None or verdict.status != "winnable":
            return
        if self._verdicts.judge_at_once(search.position).status == "unknown":
            search.cancelled.set()
            self._begin(search.position, search)


class _Search:
    """A search in a thread, after the one `before` of the same position, whose result it replaces."""

    thread: threading.Thread

    def __init__(self, position: Position, before: _Search | None) -> None:
        self.position = position
        self.before = before
        self.cancelled = threading.Event()
        self.is_running = True

    def report(self, progress: Progress) -> bool:
        del progress
        return self.cancelled.is_set()
