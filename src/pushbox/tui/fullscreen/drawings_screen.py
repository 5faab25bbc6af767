"""The drawings of a player, to go on with one, or to remove one."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...games.registry import find
from ...sentence import say, spoken
from ...store.levels import LevelEntry
from ..shelf import Shelf


class DrawingsScreen(ModalScreen[int | None]):
    """The list; it returns the id of the drawing that is chosen, None for none."""

    DEFAULT_CSS = """
    DrawingsScreen { align: center middle; }
    DrawingsScreen OptionList {
        width: 80%; max-width: 80; height: auto; max-height: 80%; padding: 0 1; background: $surface;
        border: round $primary;
    }
    DrawingsScreen Static { width: 80%; max-width: 80; height: 1; padding: 0 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+o,q", "dismiss", say("act-close")),
        Binding("delete", "remove", say("act-remove")),
    ]

    def __init__(self, shelf: Shelf, opened: int | None) -> None:
        super().__init__()
        self._opened = opened  # the drawing in the editor
        self._shelf = shelf
        self._to_remove: int | None = None  # the drawing for which Delete was pressed once

    def compose(self) -> ComposeResult:
        entries = reversed(self._shelf.drawings())
        options = OptionList(*(Option(_line(entry), id=str(entry.id)) for entry in entries))
        options.border_title = spoken(say("your-drawings"))
        yield options
        yield Static(spoken(say("drawings-keys") if options.option_count else say("nothing-yet")))

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        self.dismiss(int(message.option.id or 0))

    def on_option_list_option_highlighted(self) -> None:
        self._to_remove = None

    def action_remove(self) -> None:
        """Remove the drawing that the cursor is on, if this is asked twice."""
        options = self.query_one(OptionList)
        if options.highlighted is None:
            return
        drawing = int(options.get_option_at_index(options.highlighted).id or 0)
        if drawing == self._opened:
            self.query_one(Static).update(spoken(say("drawing-is-open")))
        elif drawing != self._to_remove:
            self._to_remove = drawing
            self.query_one(Static).update(spoken(say("drawing-delete-again")))
        else:
            self._shelf.remove_drawing(drawing)
            options.remove_option_at_index(options.highlighted)
            self.query_one(Static).update(spoken(say("removed")))


def _line(entry: LevelEntry) -> Text:
    level = entry.level
    problems = find(level.game).rules.problems(level)
    state = (
        (f"  {spoken(say('not-playable-yet'))}", "red")
        if any(problem.severity == "error" for problem in problems)
        else ""
    )
    words = f"{entry.number:>3}  {level.title or spoken(say('without-title'))}"
    return Text.assemble(words, (f"  {level.game} {level.board.width} x {level.board.height}", "dim"), state)
