"""The board on the screen: drawn line by line, scrolled so that the player stays in sight, steered by a mouse.

It knows boards and cells, no game: what a click means is asked of whoever shows it, by messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.theme import Theme

from ...board import Board
from ...grid import Cell, cell_of
from ...render.text import TextPicture
from .cell_art import Art, cell_arts

MAX_SCALE = 4
_MARGIN = 3  # cells that are kept in sight around the player

Marks = Mapping[Cell, str]

# How a mark looks: the character in an empty cell, where it has one, and the style over that of the cell.
_MARKS: dict[str, tuple[str, Style]] = {
    "target": ("·", Style(color="bright_cyan", bold=True)),
    "path": ("∙", Style(color="bright_yellow", bold=True)),
    "selected": ("", Style(reverse=True)),
    "steered": ("", Style(color="bright_white", bold=True)),
    "hint": ("", Style(color="black", bgcolor="bright_magenta", bold=True)),
    "dead": ("x", Style(color="red", dim=True)),
    "loses": ("•", Style(color="bright_red", bold=True)),
    "lost": ("", Style(color="white", bgcolor="red", bold=True)),
    "cursor": ("", Style(color="black", bgcolor="bright_yellow", bold=True)),
}
# Those that a light screen would swallow.
_LIGHT_MARKS: dict[str, tuple[str, Style]] = _MARKS | {
    "target": ("·", Style(color="blue", bold=True)),
    "path": ("∙", Style(color="magenta", bold=True)),
    "dead": ("x", Style(color="red")),
    "loses": ("•", Style(color="red", bold=True)),
}


_SOLID_AS_BLANK = str.maketrans("█▄", "  ")


class BoardView(ScrollView, can_focus=True):
    """A board that scrolls.

    Messages: `Clicked` on a cell, `Dragged` from one to another, `Hovered` over one, None where the pointer has left.
    """

    DEFAULT_CSS = "BoardView { background: $background; }"
    BINDINGS: ClassVar = []

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Dragged(Message):
        """The pointer was pressed on one cell and let go on another."""

        def __init__(self, start: Cell, end: Cell) -> None:
            super().__init__()
            self.start = start
            self.end = end

    class Hovered(Message):
        """The pointer is over another cell, or has left the board."""

        def __init__(self, cell: Cell | None) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, board: Board, picture: TextPicture, *, with_buried: bool = False) -> None:
        """Show a board; `with_buried` also its walls that touch no room."""
        super().__init__()
        self._with_buried = with_buried
        self._is_dark = self.app.current_theme.dark
        self._board, self._picture = board, picture
        self._arts = self._draw(board, picture)
        self._marks: dict[Cell, str] = {}
        self._scale = 1
        self._chosen_scale: int | None = None  # None: as large as there is room for
        self._pressed: Cell | None = None
        self._hovered: Cell | None = None
        self._followed: Cell = -1

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, board: Board, picture: TextPicture, centre: Cell | None = None) -> None:
        """Show a board, of any size, as it is drawn as text, with a cell kept in sight."""
        arts = self._draw(board, picture)
        resized = (board.width, board.height) != (self._board.width, self._board.height)
        changed = [] if resized else [cell for cell, art in enumerate(arts) if art != self._arts[cell]]
        self._board, self._picture, self._arts = board, picture, arts
        if resized:
            self._marks = {}
            self._fit()
        else:
            self._refresh(changed)
        if centre is not None:
            self.follow(centre)

    def _draw(self, board: Board, picture: TextPicture) -> list[Art]:
        in_16 = self.app.console.color_system == "standard"
        return cell_arts(board, picture, in_16=in_16, is_dark=self._is_dark, with_buried=self._with_buried)

    def on_mount(self) -> None:
        """Draw anew when the theme changes between dark and light."""
        self.app.theme_changed_signal.subscribe(self, self._on_theme)

    def _on_theme(self, theme: Theme) -> None:
        self._is_dark = theme.dark
        self._arts = self._draw(self._board, self._picture)
        self.refresh()

    def mark(self, marks: Marks) -> None:
        """Show marks on cells; the names of marks are those in this module."""
        changed = [cell for cell in {*marks, *self._marks} if marks.get(cell) != self._marks.get(cell)]
        self._marks = dict(marks)
        self._refresh(changed)

    def zoom(self, steps: int) -> None:
        """Draw the cells larger or smaller by some steps; 0 lets them be as large as there is room for."""
        self._chosen_scale = min(max(self._scale + steps, 1), MAX_SCALE) if steps else None
        self._fit()

    def follow(self, cell: Cell) -> None:
        """Scroll as little as needed to have a cell, and some around it, in sight."""
        self._followed = cell
        if not 0 <= cell < len(self._arts):
            return
        row, column = self._board.rc(cell)
        region = Region(2 * self._scale * column, self._scale * row, 2 * self._scale, self._scale)
        margin = (_MARGIN * self._scale, 2 * _MARGIN * self._scale)
        self.scroll_to_region(region.grow((*margin, *margin)), animate=False, force=True)

    def _fit(self) -> None:
        board, room = self._board, self.size
        fitting = min(room.width // max(2 * board.width, 1), room.height // max(board.height, 1))
        self._scale = self._chosen_scale or min(max(fitting, 1), MAX_SCALE)
        self.virtual_size = Size(2 * self._scale * board.width, self._scale * board.height)
        self.refresh()

    def _refresh(self, cells: Iterable[Cell]) -> None:
        """Draw cells anew."""
        scale, offset = self._scale, self.scroll_offset
        left, top = self._origin
        places = map(self._board.rc, cells)
        if regions := [
            Region(2 * scale * column + left - offset.x, scale * row + top - offset.y, 2 * scale, scale)
            for row, column in places
        ]:
            self.refresh(*regions)

    # Drawing ----------------------------------------------------------------------------------------------------------

    @property
    def _origin(self) -> tuple[int, int]:
        """Return the column and line of the board's corner: the board is in the middle of a larger screen."""
        size, room = self.virtual_size, self.size
        return max((room.width - size.width) // 2, 0), max((room.height - size.height) // 2, 0)

    def render_line(self, y: int) -> Strip:
        scale, width = self._scale, self._board.width
        left, top = self._origin
        row, part = divmod(y + self.scroll_offset.y - top, scale)
        room = self.size.width
        if not 0 <= row < self._board.height:
            return Strip.blank(room, self.rich_style)
        first = self.scroll_offset.x // (2 * scale)
        last = min((self.scroll_offset.x + room) // (2 * scale) + 1, width)
        plain = self.rich_style
        segments = [self._segment(cell_of(row, column, width), part, plain) for column in range(first, last)]
        line = Strip(segments).simplify()
        begin = self.scroll_offset.x - 2 * scale * first
        line = line.crop(begin, begin + room - left)
        return Strip([Segment(" " * left, self.rich_style), *line]).adjust_cell_length(room, self.rich_style)

    def _segment(self, cell: Cell, part: int, plain: Style) -> Segment:
        art = self._arts[cell]
        style = plain + art.style_of(self._scale, part)
        if (name := self._marks.get(cell)) is None:
            return Segment(art.line(self._scale, part), style)
        character, mark_style = (_MARKS if self._is_dark else _LIGHT_MARKS)[name]
        if character and art.is_bare:
            art = art._replace(small=f"{character} ", label=character)
        text = art.line(self._scale, part)
        if mark_style.bgcolor is not None:  # which a solid wall would cover
            text = text.translate(_SOLID_AS_BLANK)
        return Segment(text, style + mark_style)

    # The pointer ------------------------------------------------------------------------------------------------------

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a place of the widget, None beside the board."""
        left, top = self._origin
        column = (x - left + self.scroll_offset.x) // (2 * self._scale)
        row = (y - top + self.scroll_offset.y) // self._scale
        cell = self._board.cell(row, column)
        return cell if cell < len(self._board.terrain) else None

    def on_resize(self) -> None:
        """Fit the board to its new room."""
        self._fit()
        self.call_after_refresh(lambda: self.follow(self._followed))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self.cell_at(event.x, event.y)
        self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        pressed, self._pressed = self._pressed, None
        released = self.cell_at(event.x, event.y)
        if pressed is None or released is None:
            return
        self.post_message(self.Clicked(pressed) if pressed == released else self.Dragged(pressed, released))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self.cell_at(event.x, event.y))

    def on_leave(self) -> None:
        self._hover(None)

    def _hover(self, cell: Cell | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.post_message(self.Hovered(cell))
