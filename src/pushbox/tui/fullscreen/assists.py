"""Assistance for a player, most of which counts: hints, the solver, the replay of a line, marks on the board."""

from __future__ import annotations

from typing import Any

from ...analysis import hints
from ...analysis.hint_ladder import RUNGS
from ...analysis.winnable import Verdicts
from ...play import pointing
from ...render.annotations import Annotations
from ...render.visible import outside_cells
from ...solver import Solved
from .protocols import Stage
from .solving import Solving

_INTERVAL = 1 / 8  # seconds between two moves that are shown
_WATCHING = 0.1  # seconds between two looks at a search


class Assists:
    """The assists of a screen on which a level is played."""

    def __init__(self, screen: Stage) -> None:
        self._screen = screen
        self._step = 0  # of the ladder of hints
        self._hinted = -1  # the position that the ladder is climbed for
        self._verdicts = Verdicts(hints.LIMIT)
        self._replaying = False
        self._solving: Solving | None = None

    def interrupt(self) -> None:
        """Stop playing moves that the player has not made."""
        self._replaying = False

    def _are_allowed(self) -> bool:
        session = self._screen.play.session
        if session.has_hidden_parts or session.game.info.players > 1:
            self._screen.say("There is no help where something is hidden or several play.")
            return False
        return True

    # Hints ------------------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        """Climb one step of the ladder of hints."""
        if not self._are_allowed():
            return
        number = self._screen.play.current_id
        self._step = min(self._step + 1, RUNGS) if number == self._hinted else 1
        self._hinted = number
        self._screen.say("Thinking …")
        step, line, focus = self._step, self._screen.play.line(), self._screen.play.session.focus

        def find() -> None:
            hint = hints.hint(line, focus, self._verdicts)
            self._screen.app.call_from_thread(self._show_hint, number, hint, step)

        self._screen.run_worker(find, thread=True, exclusive=True, group="hint")

    def _show_hint(self, number: int, hint: hints.Hint, step: int) -> None:
        screen = self._screen
        if screen.play.current_id != number:
            screen.use("hint")
            return
        board = screen.play.session.board
        marks = Annotations() if hint.ladder is None else hint.ladder.annotations(step, board)
        cells = {cell for marked in marks.overlays.values() for cell in marked} | {arrow.end for arrow in marks.arrows}
        screen.overlay_with(dict.fromkeys(cells, "hint"), "hint")
        screen.say(hint.sentence(step, board))

    # The solver -------------------------------------------------------------------------------------------------------

    def solve(self) -> None:
        """Search for a solution from here, or stop a search."""
        if self._solving is not None:
            self.stop_search()
        elif self._are_allowed():
            self._solving = Solving(self._screen.play.session.position)
            self._screen.run_worker(self._solving.run, thread=True, group="solve")
            self._watch(self._solving)

    def stop_search(self) -> None:
        """Stop the search, if there is one."""
        if self._solving is not None:
            self._solving.cancel()
            self._solving = None
            self._screen.say("The search is stopped.")

    def _watch(self, solving: Solving) -> None:
        """Show the progress of a search until it ends, and then its solution where the position is still the same."""
        if self._solving is not solving:
            return
        screen = self._screen
        if solving.verdict is None:
            screen.say(f"{solving.words()}  Esc stops it.")
            screen.set_timer(_WATCHING, lambda: self._watch(solving))
            return
        self._solving = None
        screen.use("solver")
        screen.say(solving.words())
        if isinstance(solving.verdict, Solved) and screen.play.session.state == solving.position.state:
            self._replaying = True
            self._follow(solving.position.parse(solving.verdict.text), 0)

    def _follow(self, moves: list[Any], index: int) -> None:
        """Play moves one after the other, until somebody interrupts."""
        if self._replaying and index < len(moves) and self._screen.do(self._screen.play.play, moves[index]):
            self._screen.set_timer(_INTERVAL, lambda: self._follow(moves, index + 1))

    # The line and the board -------------------------------------------------------------------------------------------

    def replay(self) -> None:
        """Go along the line to where redo leads, move by move, or stop doing so."""
        self._replaying = not self._replaying
        self._redo()

    def _redo(self) -> None:
        ahead = self._screen.play.session.current.latest is not None
        self._replaying = self._replaying and ahead and self._screen.do(self._screen.play.redo, 1)
        if self._replaying:
            self._screen.set_timer(_INTERVAL, self._redo)

    def show_dead_squares(self) -> None:
        """Mark the cells from which no box gets home, or take the marks away."""
        if "dead" in self._screen.overlay.values():
            self._screen.overlay_with({}, "overlay")
            return
        visible = self._screen.play.session.visible
        inside = visible.rules.dead_squares(visible.state) - outside_cells(visible.board)
        dead = dict.fromkeys(inside, "dead")
        self._screen.overlay_with(dead, "overlay")
        self._screen.say("Dead squares: no box gets from there to a goal." if dead else "No dead square is known here.")

    def show_pushable(self) -> None:
        """Mark the boxes that can be pushed."""
        boxes = pointing.pushable(self._screen.play.session.visible)
        self._screen.overlay_with(dict.fromkeys(boxes, "target"), "overlay")
        self._screen.say(f"{len(boxes)} can be pushed.")
