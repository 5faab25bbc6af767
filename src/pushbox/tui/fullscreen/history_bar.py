"""The line that is played, as a bar to click on or to scrub along."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from ...play.recorded_session import RecordedSession
from ...play.session import Node


class HistoryBar(Widget):
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
        """Show where a play stands."""
        session = play.session
        self._depth = session.current.depth
        self._length = len(whole_line(session.current)) - 1
        self._branches = len(session.current.branches)
        self.refresh()

    @property
    def _room(self) -> int:
        return max(self.size.width - len(self._words), 3)

    @property
    def _words(self) -> str:
        branches = f" · {self._branches} branches" if self._branches > 1 else ""
        return f" {self._depth}/{self._length}{branches}"

    def render(self) -> Text:
        """Return the bar."""
        room = self._room
        place = 0 if not self._length else round(self._depth * (room - 1) / self._length)
        text = Text("━" * place, "bold")
        text.append("●", "bold")
        text.append("─" * (room - 1 - place), "dim")
        return text + Text(self._words)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to scrub."""
        self._pressed = True
        self.capture_mouse()
        self._choose(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Scrub."""
        if self._pressed:
            self._choose(event.x)

    def on_mouse_up(self) -> None:
        """End it."""
        self._pressed = False
        self.release_mouse()

    def _choose(self, x: int) -> None:
        place = min(max(x - 1, 0), self._room - 1)
        self.post_message(self.Chosen(round(place * self._length / max(self._room - 1, 1))))


def whole_line(node: Node) -> list[Node]:
    """Return the positions of the line through a node, from the start to where redo leads."""
    line = node.line()
    nodes = [line[0].parent or node, *line] if line else [node]
    while (following := nodes[-1].latest) is not None:
        nodes.append(following)
    return nodes
