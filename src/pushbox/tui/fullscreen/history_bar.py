"""The line that is played, as a bar to click on or to scrub along."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.message import Message

from ...play.recorded_session import RecordedSession
from ...play.session import Node
from ...sentence import say, spoken
from .line_view import LineView


class HistoryBar(LineView):
    """The positions of the line that is played, from the start to where redo leads, with the one that is shown."""

    DEFAULT_CSS = "HistoryBar { height: 1; padding: 0 1; background: $panel; }"

    class Chosen(Message):
        """A position of the line was clicked: how many moves from the start."""

        def __init__(self, depth: int) -> None:
            super().__init__()
            self.depth = depth

    def __init__(self) -> None:
        super().__init__()
        self._depth = self._length = 0
        self._branches = 0
        self._pressed = False

    def show(self, play: RecordedSession) -> None:
        """Show the current position of a play."""
        session = play.session
        self._depth = session.current.depth
        self._length = self._depth + sum(1 for _ in later(session.current))
        self._branches = len(session.current.branches)
        self._draw()

    def on_resize(self) -> None:
        """Draw the bar as long as there is room for."""
        self._draw()

    @property
    def _room(self) -> int:
        return max(self.size.width - len(self._label), 3)

    @property
    def _label(self) -> str:
        branches = f" · {spoken(say('branch-count', count=self._branches))}" if self._branches > 1 else ""
        return f" {self._depth}/{self._length}{branches}"

    def _draw(self) -> None:
        room = self._room
        place = 0 if not self._length else round(self._depth * (room - 1) / self._length)
        self.show_lines([(("━" * place + "●", "bold"), ("─" * (room - 1 - place), "dim"), (self._label, ""))])

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = True
        self.capture_mouse()
        self._choose(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._pressed:
            self._choose(event.x)

    def on_mouse_up(self) -> None:
        self._pressed = False
        self.release_mouse()

    def _choose(self, x: int) -> None:
        place = min(max(x - 1, 0), self._room - 1)
        self.post_message(self.Chosen(round(place * self._length / max(self._room - 1, 1))))


def whole_line(node: Node) -> list[Node]:
    """Return the positions of the line through a node, from the start to where redo leads.  O(length)."""
    line = node.line()
    return [line[0].parent or node if line else node, *line, *later(node)]


def later(node: Node) -> Iterator[Node]:
    """Yield the positions that redo leads to."""
    while (following := node.latest) is not None:
        yield following
        node = following
