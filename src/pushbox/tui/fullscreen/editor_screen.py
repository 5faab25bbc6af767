"""The editor: paint a board with the palette of its game; faults show as it changes."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from ...board import FLOOR, Board
from ...errors import PushboxError, with_notes
from ...games.api import Game
from ...games.registry import find
from ...grid import Cell
from ...level import Level
from ...render.characters import Charset
from ...render.text import draw
from ...sentence import spoken
from ...tiling import SQUARE
from .board_view import BoardView
from .fitting_footer import FittingFooter
from .painting import Brush, brushes, cell_label, painted, resized, revealed
from .playlist import Playlist
from .review_screen import ReviewScreen
from .shelf import Shelf

_MAX_SIDE = 100
_DELTAS = dict(zip(SQUARE.names, SQUARE.deltas, strict=True))


class EditorScreen(Screen[Playlist | None]):
    """A level being edited; it returns the level to play, or None to go back."""

    DEFAULT_CSS = """
    EditorScreen OptionList { width: 30; height: 100%; }
    EditorScreen OptionList > .option-list--option-highlighted { text-style: reverse; }
    EditorScreen #problems { height: 3; padding: 0 1; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "paint", "Paint", priority=False),
        Binding("delete,backspace", "clear", "Clear"),
        Binding("full_stop", "brush(1)", "Brush"),
        Binding("comma", "brush(-1)", "Brush before", show=False),
        Binding("f5", "play", "Play"),
        Binding("escape", "dismiss", "Back"),
        Binding("u,ctrl+z", "undo", "Undo"),
        Binding("+", "grow(1)", "Larger", show=False),
        Binding("-", "grow(-1)", "Smaller", show=False),
        Binding("t", "title", "Title"),
        Binding("r", "review", "Review"),
    ]

    def __init__(self, shelf: Shelf, level: Level, charset: Charset) -> None:
        super().__init__()
        self._shelf = shelf
        self._level = level
        self._charset: Charset = charset
        self._rules_of: Game = find(level.game)
        self._brushes = brushes(self._rules_of)
        self._brush = 0
        self._cursor: Cell = level.board.cell(1, 1) % max(len(level.board.terrain), 1)
        self._undo: list[Board] = []

    def compose(self) -> ComposeResult:
        board = self._level.board
        with Horizontal():
            yield BoardView(revealed(board), draw(revealed(board), self._charset))
            yield OptionList(*(brush.name for brush in self._brushes))
        yield Input(self._level.title, placeholder="title", id="title")
        yield Static(id="problems", markup=False)
        yield FittingFooter()

    def on_mount(self) -> None:
        self.query_one(Input).display = False
        self.query_one(OptionList).highlighted = 0
        self.query_one(BoardView).focus()
        self._show()

    # What is shown ----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        board = self._level.board
        view = self.query_one(BoardView)
        view.show(revealed(board), draw(revealed(board), self._charset), self._cursor)
        view.mark({self._cursor: "cursor"})
        self.query_one("#problems", Static).update(self._problems(), layout=False)

    def _problems(self) -> Text:
        board, problems = self._level.board, self._rules_of.rules.problems(self._level)
        here = f"{board.cell_name(self._cursor)}: {cell_label(board, self._cursor)}\n"
        if not problems:
            return Text.assemble(here, ("This level can be played.", "green"))
        return Text.assemble(here, ("\n".join(spoken(str(problem)) for problem in problems[:3]), "red"))

    # Painting ---------------------------------------------------------------------------------------------------------

    def _change(self, board: Board) -> None:
        if board != self._level.board:
            self._undo.append(self._level.board)
            self._level = replace(self._level, board=board, saved_moves=())
        self._show()

    def action_paint(self) -> None:
        brush = self._brushes[self._brush]
        try:
            self._change(painted(self._level.board, self._cursor, brush))
        except PushboxError as error:
            self.notify(spoken(with_notes(error)))

    def action_clear(self) -> None:
        """Make the cell of the cursor floor, with nothing on it."""
        self._change(painted(self._level.board, self._cursor, Brush("floor", terrain=FLOOR)))

    def action_undo(self) -> None:
        if self._undo:
            board = self._undo.pop()
            self._level = replace(self._level, board=board)
            self._cursor = min(self._cursor, len(board.terrain) - 1)
            self._show()

    def action_brush(self, step: int) -> None:
        self._brush = (self._brush + step) % len(self._brushes)
        self.query_one(OptionList).highlighted = self._brush

    def action_grow(self, by: int) -> None:
        """Add a row and a column, or take those at the end away."""
        board = self._level.board
        if 3 <= board.width + by <= _MAX_SIDE and 3 <= board.height + by <= _MAX_SIDE:
            row, column = board.rc(self._cursor)
            board = resized(board, board.width + by, board.height + by)
            self._cursor = board.cell(min(row, board.height - 1), min(column, board.width - 1))
            self._change(board)

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Take the brush that the cursor of the list is on."""
        self._brush = message.option_index

    def on_option_list_option_selected(self) -> None:
        """Go back to the board."""
        self.query_one(BoardView).focus()

    def on_board_view_clicked(self, message: BoardView.Clicked) -> None:
        self._cursor = message.cell
        self.action_paint()

    def on_key(self, event: events.Key) -> None:
        if event.key in _DELTAS and self.query_one(BoardView).has_focus:
            event.stop()
            event.prevent_default()
            board, (down, right) = self._level.board, _DELTAS[event.key]
            row, column = board.rc(self._cursor)
            row, column = min(max(row + down, 0), board.height - 1), min(max(column + right, 0), board.width - 1)
            self._cursor = board.cell(row, column)
            self._show()

    # The level --------------------------------------------------------------------------------------------------------

    def action_title(self) -> None:
        title = self.query_one(Input)
        title.display = True
        title.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        self._level = replace(self._level, title=message.value.strip())
        self.query_one(Input).display = False
        self.query_one(BoardView).focus()

    def action_review(self) -> None:
        if any(problem.severity == "error" for problem in self._rules_of.rules.problems(self._level)):
            self.notify("a level that cannot be played is not reviewed", severity="warning")
            return
        self.app.push_screen(ReviewScreen(self._level, self._charset, self._shelf.near))

    def action_play(self) -> None:
        """Keep the level in the library, and play it."""
        try:
            self.dismiss(self._shelf.keep(self._level))
        except PushboxError as error:
            self.notify(spoken(with_notes(error)), severity="error")
