"""Assistance for a player, most of which counts: hints, the solver, the replay of a line, marks on the board."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from textual.screen import Screen

from ...analysis import hints
from ...analysis.hint_ladder import RUNGS
from ...analysis.winnable import Verdicts
from ...play import pointing
from ...play.recorded_session import RecordedSession
from ...render.annotations import Annotations
from ...render.visible import outside_cells
from ...sentence import say, spoken_language
from ...solver import Solved
from ..solving import Solving
from .board_view import Marks

_INTERVAL = 1 / 8  # seconds between two moves that are shown
_WATCHING = 0.1  # seconds between two looks at a search


class AssistedScreen(Screen[None]):
    """A screen on which a level is played, with the keys that assist the player."""

    def __init__(self) -> None:
        super().__init__()
        self.overlay: Marks = {}  # dead squares, what a hint points at; until the position changes
        self._step = 0  # of the ladder of hints
        self._hinted = -1  # the position that the ladder is climbed for
        self._verdicts = Verdicts(hints.LIMIT)
        self._replaying = False
        self._solving: Solving | None = None

    @property
    @abstractmethod
    def play(self) -> RecordedSession:
        """The current play."""

    @abstractmethod
    def do(self, act: object, *arguments: object) -> bool:
        """Execute a command, show and save its result, or explain a refusal; return whether all of it was played."""

    @abstractmethod
    def use(self, assist: str) -> None:
        """Count an assist."""

    @abstractmethod
    def say(self, words: str) -> None:
        """Show a sentence until the next one."""

    @abstractmethod
    def show_marks(self) -> None:
        """Show the marks on the board."""

    def overlay_with(self, marks: Marks, assist: str) -> None:
        """Mark cells, which counts as an assist of some name."""
        self.overlay = marks
        self.use(assist)
        self.show_marks()

    def interrupt(self) -> None:
        """Stop playing moves that the player has not made."""
        self._replaying = False

    def _are_allowed(self) -> bool:
        session = self.play.session
        if session.has_hidden_parts or session.game.info.players > 1:
            self.say(say("no-help-here"))
            return False
        if session.outcome().solved:
            self.say(say("solved-already"))
            return False
        return True

    # Hints ------------------------------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Climb one step of the ladder of hints."""
        if not self._are_allowed():
            return
        number = self.play.current_id
        self._step = min(self._step + 1, RUNGS) if number == self._hinted else 1
        self._hinted = number
        self.say(say("thinking"))
        step, line, focus = self._step, self.play.line(), self.play.session.focus

        def find() -> None:
            hint = hints.hint(line, focus, self._verdicts)
            self.call_later(self._show_hint, number, hint, step)

        self.run_worker(find, thread=True, exclusive=True, group="hint")

    def _show_hint(self, number: int, hint: hints.Hint, step: int) -> None:
        if self.play.current_id != number:
            self.use("hint")
            return
        board = self.play.session.board
        marks = Annotations() if hint.ladder is None else hint.ladder.annotations(step, board)
        cells = {cell for marked in marks.overlays.values() for cell in marked} | {arrow.end for arrow in marks.arrows}
        self.overlay_with(dict.fromkeys(cells, "hint"), "hint")
        self.say(hint.sentence(step, board, spoken_language()))

    # The solver -------------------------------------------------------------------------------------------------------

    def action_solve(self) -> None:
        """Search for a solution from here, or stop a search."""
        if self._solving is not None:
            self.stop_search()
        elif self._are_allowed():
            self._solving = Solving(self.play.session.position)
            self.run_worker(self._solving.run, thread=True, group="solve")
            self._watch(self._solving)

    def stop_search(self) -> None:
        """Stop the search, if there is one."""
        if self._solving is not None:
            self._solving.cancel()
            self._solving = None
            self.say(say("search-stopped"))

    def _watch(self, solving: Solving) -> None:
        """Show the progress of a search until it ends, and then its solution where the position is still the same."""
        if self._solving is not solving:
            return
        if solving.verdict is None:
            self.say(say("esc-stops", words=solving.words()))
            self.set_timer(_WATCHING, lambda: self._watch(solving))
            return
        self._solving = None
        self.use("solver")
        self.say(solving.words())
        if isinstance(solving.verdict, Solved) and self.play.session.state == solving.position.state:
            self._replaying = True
            self._follow(solving.position.parse(solving.verdict.text), 0)

    def _follow(self, moves: list[Any], index: int) -> None:
        """Play moves one after the other, until somebody interrupts."""
        if self._replaying and index < len(moves) and self.do(self.play.play, moves[index]):
            self.set_timer(_INTERVAL, lambda: self._follow(moves, index + 1))

    # The line and the board -------------------------------------------------------------------------------------------

    def action_replay(self) -> None:
        """Go along the line to where redo leads, move by move, or stop doing so."""
        self._replaying = not self._replaying
        self._redo()

    def _redo(self) -> None:
        ahead = self.play.session.current.latest is not None
        self._replaying = self._replaying and ahead and self.do(self.play.redo, 1)
        if self._replaying:
            self.set_timer(_INTERVAL, self._redo)

    def action_dead(self) -> None:
        """Mark the cells from which no box gets home, or take the marks away."""
        if "dead" in self.overlay.values():
            self.overlay_with({}, "overlay")
            return
        visible = self.play.session.visible
        inside = visible.rules.dead_squares(visible.state) - outside_cells(visible.board)
        dead = dict.fromkeys(inside, "dead")
        self.overlay_with(dead, "overlay")
        self.say(say("dead-squares") if dead else say("no-dead-squares"))

    def action_pushable(self) -> None:
        """Mark the boxes that can be pushed."""
        boxes = pointing.pushable(self.play.session.visible)
        self.overlay_with(dict.fromkeys(boxes, "target"), "overlay")
        self.say(say("can-be-pushed", count=len(boxes)))
