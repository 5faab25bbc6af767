"""Lines of text beside the board; a key press redraws only the changed ones."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

# A line: words, each with the style that they are in, such as "bold".
Line = tuple[tuple[str, str], ...]


class LineView(ScrollView, can_focus=False):
    """Lines that are folded where they are too long, and scrolled where they are too many."""

    DEFAULT_CSS = "LineView { overflow-x: hidden; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # as Textual calls it
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()
        self._folded: dict[Line, list[Strip]] = {}
        self._strips: list[Strip] = []

    @property
    def words(self) -> str:
        """The text of all lines."""
        return "\n".join("".join(words for words, _ in line) for line in self._lines)

    def show_lines(self, lines: Iterable[Line]) -> None:
        """Show other lines."""
        self._lines = tuple(lines)
        self._fold()

    def on_resize(self) -> None:
        """Fold the lines to their new room."""
        self._folded = {}
        self._fold()

    def _fold(self) -> None:
        if not self.size:
            return  # not shown; there will be room when it is
        self._folded = {line: self._folded.get(line) or self._strips_of(line) for line in self._lines}
        before, self._strips = self._strips, [strip for line in self._lines for strip in self._folded[line]]
        width = self.size.width
        if len(before) != len(self._strips):
            self.virtual_size = Size(width, len(self._strips))
            self.refresh()
            return
        top = self.scroll_offset.y
        pairs = enumerate(zip(before, self._strips, strict=True))
        if changed := [Region(0, row - top, width, 1) for row, (old, new) in pairs if old is not new]:
            self.refresh(*changed)

    def _strips_of(self, line: Line) -> list[Strip]:
        width = self.size.width
        words = "".join(words for words, _ in line)
        if words.isprintable() and cell_len(words) <= width:
            return [Strip([Segment(words, Style.parse(style)) for words, style in line])]
        text = Text.assemble(*line, overflow="fold", end="")
        return [Strip(row.render(self.app.console)) for row in text.wrap(self.app.console, width)]

    def render_line(self, y: int) -> Strip:
        row = y + self.scroll_offset.y
        width, style = self.size.width, self.rich_style
        if row >= len(self._strips):
            return Strip.blank(width, style)
        return self._strips[row].apply_style(style).adjust_cell_length(width, style)
