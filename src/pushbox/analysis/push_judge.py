"""The verdict on each push as it is made: what is seen at once, the rest by a search in the background.

A push that loses is mostly seen without a search.  What is not is left to the solver, on a thread of its own and within
a budget, until the next push cancels it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ..games.position import Position
from ..solver import Limit, Progress
from .winnable import Verdicts, WinVerdict

BUDGET = Limit(seconds=5.0, nodes=2_000_000, memory=512)

OnVerdict = Callable[[Position[Any, Any], WinVerdict], None]


class PushJudge:
    """Judges the positions of one level while it is played.

    `on_verdict` is called on the thread of the search when that has an answer, be it that nothing is known within the
    budget, unless another push has come before.  What is known of one position is kept for those after it.
    """

    def __init__(self, budget: Limit = BUDGET, on_verdict: OnVerdict | None = None) -> None:
        self._on_verdict = on_verdict
        self._cancelled = self._searched = threading.Event()  # of the search begun last; of the one that runs
        self._thread: threading.Thread | None = None
        self._verdicts = Verdicts(budget, self._report)

    def judge(self, position: Position[Any, Any]) -> WinVerdict:
        """Return what is seen of a position at once, and begin to search where that is nothing.

        What was searched before is cancelled; it is not waited for.
        """
        self._cancelled.set()
        verdict = self._verdicts.judge_at_once(position)
        if verdict.status == "unknown":
            self._cancelled = threading.Event()
            arguments = position, self._cancelled, self._thread
            self._thread = threading.Thread(target=self._search, args=arguments, daemon=True)
            self._thread.start()
        return verdict

    def wait(self, position: Position[Any, Any], seconds: float | None = None) -> WinVerdict:
        """Return the verdict on the position that was judged last, once it is there, or after so many seconds."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._verdicts.known(position) or WinVerdict("unknown")

    def close(self) -> None:
        """End the search, if there is one."""
        self._cancelled.set()
        if self._thread is not None:
            self._thread.join()

    def _search(
        self, position: Position[Any, Any], cancelled: threading.Event, before: threading.Thread | None
    ) -> None:
        if before is not None:
            before.join()
        self._searched = cancelled
        if cancelled.is_set():
            return
        verdict = self._verdicts.judge(position)
        if self._on_verdict is not None and not cancelled.is_set():
            self._on_verdict(position, verdict)

    def _report(self, progress: Progress) -> bool:
        del progress
        return self._searched.is_set()
