"""Warnings of pushes that lose: after the push, with the reason, or before it, as dots where the box would be lost.

All of it is found in threads, so that no key waits.  A level that is played with warnings counts as played with help.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event

from ...analysis.deadlocks.sentences import explain
from ...analysis.losing_pushes import losing_pushes
from ...analysis.push_judge import REPLAY_SECONDS, PushJudge
from ...analysis.winnable import Verdicts, WinVerdict
from ...deadline import Deadline
from ...errors import LibraryUnavailable
from ...games.position import Position, load
from ...level import Level
from ...sentence import say, spoken_language
from ...solver import Limit
from .assists import AssistedScreen
from .board_view import Marks
from .settings import WARN, Warn

ASSIST = "warning"
_BEFORE = Limit(seconds=5.0, nodes=2_000_000, memory=256)
_WORDS: dict[Warn, str] = {
    "never": say("warn-never"),
    "after": say("warn-after"),
    "before": say("warn-before"),
}


class LossWarnings:
    """The warnings on a screen on which a level is played, begun with `begin` on the thread of the screen.

    `solved_level` returns the level with solutions that are known; it is called once, when something is first judged.
    """

    def __init__(self, screen: AssistedScreen, warn: Warn, solved_level: Callable[[], Level]) -> None:
        self.warn = warn
        self.marks: Marks = {}
        self._screen = screen
        self._solved_level: Callable[[], Level] | None = solved_level  # until it is known
        self._judge = PushJudge(on_verdict=self._on_verdict)
        self._closed = Event()
        self._verdicts = Verdicts(_BEFORE, lambda _: self._closed.is_set())
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="warnings")
        self._over = Event()  # of what is looked for
        self._lost: set[int] = set()  # the positions that are known to be lost
        self._judged: tuple[Position, int] | None = None  # what was judged last, with its number

    def begin(self) -> None:
        """Begin, with the position that is shown."""
        self.on_position()

    def close(self) -> None:
        """Stop; running searches end soon, and nothing waits for them."""
        self._over.set()
        self._closed.set()
        self._thread.submit(self._judge.close)
        self._thread.shutdown(wait=False)

    def change(self) -> str:
        """Warn at another time; return in words when."""
        self.warn = WARN[(WARN.index(self.warn) + 1) % len(WARN)]
        self.on_position()
        return _WORDS[self.warn]

    def on_position(self) -> None:
        """Look at the position that is shown now."""
        self._over.set()
        self.marks = {}
        play, session = self._screen.play, self._screen.play.session
        if self.warn == "never" or session.has_hidden_parts or session.game.info.players > 1:
            return
        if session.outcome().solved or self._is_known_lost():
            return
        self._over = over = Event()
        number, position, transition = play.current_id, session.position, session.current.transition
        play.assists.add(ASSIST)
        if self.warn == "before":
            self._thread.submit(self._look_before, number, position, over)
        elif transition is not None and transition.pushes:
            self._thread.submit(self._look_after, number, position, over)

    def _is_known_lost(self) -> bool:
        """Return whether the position, or an earlier one already reported, is lost."""
        play = self._screen.play
        return any(play.info_of(node).id in self._lost for node in (play.session.current, *play.session.current.line()))

    # In the threads ---------------------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """Replay the known solutions of the level, from which most other pushes are judged soon."""
        if self._solved_level is not None:
            solved_level, self._solved_level = self._solved_level, None
            with suppress(LibraryUnavailable):  # a verdict can do without
                level = solved_level()
                self._judge.add_solutions(level)
                self._verdicts.add_solutions(load(level), level, Deadline(REPLAY_SECONDS))

    def _look_before(self, number: int, position: Position, over: Event) -> None:
        self._learn()
        found: dict[int, str] = {}
        for _, end in losing_pushes(position, self._verdicts, is_over=over.is_set):
            if over.is_set():
                return
            found[end] = "loses"
            self._screen.call_later(self._show_dots, number, dict(found))

    def _look_after(self, number: int, position: Position, over: Event) -> None:
        if not over.is_set():
            self._learn()
            self._judged = position, number
            verdict = self._judge.judge(position)
            if verdict.status == "lost":
                self._screen.call_later(self._show_loss, number, position, verdict)

    def _on_verdict(self, position: Position, verdict: WinVerdict) -> None:
        judged = self._judged
        if verdict.status == "lost" and judged is not None and judged[0] is position:
            self._screen.call_later(self._show_loss, judged[1], position, verdict)

    # On the screen ----------------------------------------------------------------------------------------------------

    def _show_dots(self, number: int, marks: Marks) -> None:
        if self._is_shown(number):
            self.marks = marks
            self._screen.show_marks()

    def _show_loss(self, number: int, position: Position, verdict: WinVerdict) -> None:
        self._lost.add(number)
        if not self._is_shown(number):
            return
        board = position.board
        self.marks = {box: "lost" for deadlock in verdict.deadlocks for box in deadlock.boxes}
        language = spoken_language()
        why = explain(verdict.deadlocks[0], board, language) if verdict.deadlocks else say("no-longer-won")
        self._screen.show_marks()
        self._screen.say(say("push-lost", why=why))

    def _is_shown(self, number: int) -> bool:
        return self._screen.play.current_id == number
