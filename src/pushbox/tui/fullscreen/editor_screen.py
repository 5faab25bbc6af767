"""The editor: paint a board with the palette of its game; faults show as it changes, and nothing drawn is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Literal

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static

from ... import formats
from ...board import FLOOR, Board
from ...errors import PushboxError, why_of, with_notes
from ...games.api import Game
from ...games.registry import find
from ...grid import Cell
from ...level import Level
from ...render.characters import Charset
from ...render.text import draw
from ...sentence import located, say, spoken
from ...tiling import SQUARE
from ..playlist import Playlist
from ..shelf import Shelf
from .board_view import BoardView
from .drawing import Drawing, blank, file_name
from .drawings_screen import DrawingsScreen
from .fitting_footer import FittingFooter
from .painting import Brush, between, brushes, cell_label, painted, resized, revealed
from .review_screen import ReviewScreen

_MAX_SIDE = 100
_KEEPING_DELAY = 0.5  # seconds after a change
_DELTAS = dict(zip(SQUARE.names, SQUARE.deltas, strict=True))
_SIZES = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}  # columns and rows that Ctrl + arrow adds
_EDGES = {
    "right": say("act-edge-right"),
    "left": say("act-edge-left"),
    "down": say("act-edge-down"),
    "up": say("act-edge-up"),
}
_PROMPTS = {"title": say("ask-title"), "file": say("ask-file")}


class EditorScreen(Screen[Playlist | None]):
    """A level being drawn; it returns the level to play, or None to go on where the player was.

    The first change makes a drawing of it, which the library keeps from then on, also one that cannot be played yet.
    `drawing` is the id of one that the level is already.
    """

    DEFAULT_CSS = """
    EditorScreen OptionList {
        width: 30; height: 100%; border: none; padding: 0 1; background: $panel; text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    EditorScreen #name { height: 1; padding: 0 1; background: $panel; text-style: bold; }
    EditorScreen #problems { height: 3; padding: 0 1; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "paint", say("act-paint"), priority=False),
        Binding("right_square_bracket,tab", "brush(1)", say("act-brush"), key_display="]"),
        Binding("f5", "play", say("act-play")),
        Binding("ctrl+z,u", "undo", say("act-undo")),
        Binding("ctrl+o", "open", say("act-drawings")),
        Binding("ctrl+n", "new", say("act-new")),
        Binding("ctrl+e", "ask('file')", say("act-export")),
        Binding("escape", "leave", say("act-back")),
        Binding("ctrl+y", "redo", say("act-redo")),
        Binding("ctrl+t,t", "ask('title')", say("act-title")),
        Binding("ctrl+r,r", "review", say("act-review")),
        Binding("ctrl+s", "save", say("act-save")),
        Binding("left_square_bracket,shift+tab", "brush(-1)", say("act-brush-before"), show=False),
        Binding("delete,backspace", "clear", say("act-clear"), show=False),
        Binding("f1", "app.command_palette", say("act-commands"), show=False),
        *(Binding(f"ctrl+{name}", f"resize('{name}')", words, show=False) for name, words in _EDGES.items()),
    ]

    def __init__(self, shelf: Shelf, level: Level, charset: Charset, drawing: int | None = None) -> None:
        super().__init__()
        self._shelf = shelf
        self._charset: Charset = charset
        self._played, self._before = drawing, level  # the drawing that is played below this screen, as it was
        self._keeping: Timer | None = None
        self._asked: Literal["title", "file", ""] = ""
        self._path_to_replace: Path | None = None  # an existing file, named once
        self._leaves_without = False  # with the next Esc
        self._begin(level, drawing)

    def _begin(self, level: Level, drawing: int | None) -> None:
        self._drawing = Drawing(level)
        self._kept = level  # as the library has it, or as it was begun
        self._number = drawing
        self._rules_of: Game = find(level.game)
        self._brushes = brushes(self._rules_of)
        self._keys = {brush.key: index for index, brush in enumerate(self._brushes) if brush.key}
        self._brush = 0
        self._cursor: Cell = level.board.cell(1, 1) % max(len(level.board.terrain), 1)

    @property
    def level(self) -> Level:
        """The level as it is now."""
        return self._drawing.level

    def compose(self) -> ComposeResult:
        board = self.level.board
        yield Static(id="name", markup=False)
        with Horizontal():
            yield BoardView(revealed(board), draw(revealed(board), self._charset), with_buried=True)
            yield OptionList(*self._palette())
        yield Input(id="asked")
        yield Static(id="problems", markup=False)
        yield FittingFooter()

    def _palette(self) -> list[Text]:
        return [Text.assemble((f"{brush.key or ' '}  ", "bold"), spoken(brush.name)) for brush in self._brushes]

    def on_mount(self) -> None:
        self.query_one(Input).display = False
        self.query_one(OptionList).highlighted = 0
        self.query_one(BoardView).focus()
        self._show()

    def on_unmount(self) -> None:
        """Keep what was drawn, however the program ends."""
        self._keep()

    # What is shown ----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        board = self.level.board
        view = self.query_one(BoardView)
        view.show(revealed(board), draw(revealed(board), self._charset), self._cursor)
        view.mark({self._cursor: "cursor"})
        self.query_one("#problems", Static).update(self._problems(), layout=False)
        name = self.level.title or spoken(say("nameless"))
        size = f"{board.width} x {board.height}"
        number = self._number and self._shelf.drawing_number(self._number)
        kept = spoken(say("drawing-number", number=number) if number else say("drawing-copy"))
        self.query_one("#name", Static).update(Text.assemble(name, (f" · {size} · {kept}", "dim")), layout=False)

    def _problems(self) -> Text:
        board, problems = self.level.board, self._rules_of.rules.problems(self.level)
        here = f"{board.cell_name(self._cursor)}: {spoken(cell_label(board, self._cursor))}\n"
        if not problems:
            return Text.assemble(here, (spoken(say("level-can-be-played")), "green"))
        return Text.assemble(here, ("\n".join(spoken(str(problem)) for problem in problems[:3]), "red"))

    def _tell(self, words: str | PushboxError, *, is_error: bool = False) -> None:
        text = with_notes(words) if isinstance(words, PushboxError) else words
        self.notify(spoken(text), severity="error" if is_error else "information", markup=False)

    # Painting ---------------------------------------------------------------------------------------------------------

    def _change(self, level: Level) -> None:
        """Take a changed level, show it, and keep it soon."""
        self._drawing.change(level)
        self._on_change()

    def _on_change(self) -> None:
        self._cursor = min(self._cursor, len(self.level.board.terrain) - 1)
        self._leaves_without = False
        self._show()
        if self._keeping is None:
            self._keeping = self.set_timer(_KEEPING_DELAY, self._keep_now)

    def _paint(self, board: Board) -> None:
        if board != self.level.board:
            self._change(replace(self.level, board=board, saved_moves=(), source=None))
        else:
            self._show()

    def action_paint(self) -> None:
        """Paint the cell of the cursor with the brush."""
        self._paint_cells([self._cursor])

    def _paint_cells(self, cells: list[Cell]) -> None:
        board, brush = self.level.board, self._brushes[self._brush]
        try:
            for cell in cells:
                board = painted(board, cell, brush)
            self._paint(board)
        except PushboxError as error:
            self._tell(error)

    def action_clear(self) -> None:
        """Make the cell of the cursor floor, with nothing on it."""
        self._paint(painted(self.level.board, self._cursor, Brush("floor", terrain=FLOOR)))

    def action_undo(self) -> None:
        if self._drawing.undo():
            self._on_change()

    def action_redo(self) -> None:
        if self._drawing.redo():
            self._on_change()

    def action_brush(self, step: int) -> None:
        self._take((self._brush + step) % len(self._brushes))

    def _take(self, brush: int) -> None:
        self._brush = brush
        self.query_one(OptionList).highlighted = brush

    def action_resize(self, name: str) -> None:
        """Add a column or a row at the right or the bottom edge, or take one away there."""
        board = self.level.board
        columns, rows = _SIZES[name]
        width, height = board.width + columns, board.height + rows
        if 3 <= width <= _MAX_SIDE and 3 <= height <= _MAX_SIDE:
            row, column = board.rc(self._cursor)
            board = resized(board, width, height)
            self._cursor = board.cell(min(row, height - 1), min(column, width - 1))
            self._paint(board)

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Take the brush that the cursor of the list is on."""
        self._brush = message.option_index

    def on_option_list_option_selected(self) -> None:
        """Go back to the board."""
        self.query_one(BoardView).focus()

    def on_board_view_clicked(self, message: BoardView.Clicked) -> None:
        self._cursor = message.cell
        self.action_paint()

    def on_board_view_dragged(self, message: BoardView.Dragged) -> None:
        """Paint all cells between two, with a piece the last one."""
        self._cursor = message.end
        is_piece = self._brushes[self._brush].spec is not None
        self._paint_cells([message.end] if is_piece else between(self.level.board, message.start, message.end))

    def on_key(self, event: events.Key) -> None:
        """Move the cursor, with Shift painting on the way, or paint with the brush whose key it is."""
        if not self.query_one(BoardView).has_focus:
            return
        name = event.key.removeprefix("shift+")
        if name in _DELTAS:
            if name != event.key:
                self.action_paint()
            board, (down, right) = self.level.board, _DELTAS[name]
            row, column = board.rc(self._cursor)
            row, column = min(max(row + down, 0), board.height - 1), min(max(column + right, 0), board.width - 1)
            self._cursor = board.cell(row, column)
            if name != event.key:
                self.action_paint()
            self._show()
        elif (brush := self._keys.get(event.character or "")) is not None:
            self._take(brush)
            self.action_paint()
        else:
            return
        event.stop()
        event.prevent_default()

    # Keeping ----------------------------------------------------------------------------------------------------------

    def _keep_now(self) -> None:
        self._keeping = None
        if self._keep():
            self._show()

    def _keep(self) -> bool:
        """Keep the drawing in the library, and return whether it is there as it is now."""
        if self.level == self._kept:
            return True
        try:
            self._number = self._shelf.keep_drawing(self.level, self._number)
        except PushboxError as error:
            self._tell(error, is_error=True)
            return False
        self._kept = self.level
        return True

    def action_save(self) -> None:
        """Keep the drawing in the library at once."""
        if self._number is None and self.level == self._kept:
            self._tell(say("drawing-nothing"))
        elif self._keep():
            self._show()
            self._tell(say("drawing-in-library"))

    def action_leave(self) -> None:
        """End what is asked for, or go back; the drawing is kept."""
        if self._asked:
            self._end_asking()
            return
        if not self._keep() and not self._leaves_without:
            self._leaves_without = True
            self._tell(say("drawing-unkept"), is_error=True)
            return
        if self._number is not None:
            self.app.notify(spoken(say("drawing-kept")))
        self.dismiss(self._shelf.after_drawing(self._played, self._before))

    def action_new(self) -> None:
        """Begin another drawing, an empty room, for the same game."""
        self._turn_to(blank(self.level.game), None)

    def action_open(self) -> None:
        """Go on with a drawing of before."""
        self._keep()

        def take(drawing: int | None) -> None:
            if drawing is not None:
                self._turn_to(self._shelf.drawing(drawing), drawing)

        self.app.push_screen(DrawingsScreen(self._shelf, self._number), take)

    def _turn_to(self, level: Level, drawing: int | None) -> None:
        if not self._keep():
            return
        self._begin(level, drawing)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(self._palette())
        options.highlighted = 0
        self.query_one(BoardView).focus()
        self._show()

    # The level --------------------------------------------------------------------------------------------------------

    def action_ask(self, what: Literal["title", "file"]) -> None:
        """Ask for the title, or for the file to write."""
        self._asked = what
        asked = self.query_one(Input)
        asked.value = self.level.title if what == "title" else file_name(self.level)
        asked.placeholder = asked.border_title = spoken(_PROMPTS[what])
        asked.display = True
        asked.focus()

    def _end_asking(self) -> None:
        self._asked, self._path_to_replace = "", None
        self.query_one(Input).display = False
        self.query_one(BoardView).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        if self._asked == "title":
            self._end_asking()
            if message.value.strip() != self.level.title:
                self._change(replace(self.level, title=message.value.strip(), source=None))
        elif self._asked == "file":
            self._export(Path(message.value.strip()).expanduser())

    def _export(self, path: Path) -> None:
        """Write the level into a file; an existing one is replaced when it is named twice."""
        if path.exists() and path != self._path_to_replace:
            self._path_to_replace = path
            self._tell(say("file-exists-again", path=path))
            return
        try:
            formats.write_file(replace(self.level, source=None), path)
        except (PushboxError, OSError) as error:
            self._tell(error if isinstance(error, PushboxError) else located(path, why_of(error)), is_error=True)
            return
        self._end_asking()
        self._tell(say("written-to", path=path))

    def action_review(self) -> None:
        if any(problem.severity == "error" for problem in self._rules_of.rules.problems(self.level)):
            self.notify(spoken(say("not-reviewed")), severity="warning")
            return
        self.app.push_screen(ReviewScreen(self.level, self._charset, self._shelf.near))

    def action_play(self) -> None:
        """Keep the level in the library, and play it."""
        try:
            if not self._keep():
                return
            self.dismiss(
                self._shelf.keep(self.level) if self._number is None else self._shelf.playable_drawing(self._number)
            )
        except PushboxError as error:
            self._tell(error, is_error=True)
