"""Help: the rules of the game, the parts of the board, and the keys."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ...play.session import Session
from ...render.characters import Charset
from ...render.text import draw

_KEYS = (
    ("arrows, wasd or hjkl", "step or push"),
    ("Shift or Ctrl + arrow", "push on, or run, until something is new"),
    ("space", "act, where the game has something to do"),
    (". and , or Tab", "steer the next piece, or the one before"),
    ("click", "walk there; a box and then its target; or drag the box"),
    ("u, Backspace, Ctrl+Z", "undo; nothing is ever lost"),
    ("Ctrl+Y", "redo"),
    ("r", "restart"),
    ("Home, End", "to the start of the line, or to its end"),
    ("p", "replay the line"),
    ("F3", "all that was played, as a tree"),
    ("F6", "a study: what was played with comments, marks and questions; n, m and v there change it"),
    ("?", "a hint, and with each press one that tells more"),
    ("F5", "let the solver play on from here; Esc stops it"),
    ("F7", "warnings of pushes that lose: never, after the push, or before it"),
    ("x, m, t", "dead squares, boxes that can be pushed, what is under the pointer"),
    ("[ ] { }", "the level before, after; the unsolved one before, after"),
    ("F2", "the library"),
    ("F4", "draw: a level of your own, made of this one; the library keeps it"),
    ("  # . $ @ * + -", "there: wall, goal, box, player, box or player on a goal, floor"),
    ("  Shift + arrow, drag", "there: paint on the way; Ctrl + arrow moves the right or the bottom edge"),
    ("  Ctrl+O, N, E", "there: open one of your drawings, begin one, write it into a file; Esc goes back"),
    ("PageUp, PageDown", "larger, smaller"),
    ("Ctrl+P", "themes and other commands"),
    ("q", "quit; the level goes on next time where it was left"),
)


class HelpScreen(ModalScreen[None]):
    """The help for a game."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll {
        width: 90%; max-width: 96; height: 90%; padding: 1 2; background: $surface; border: round $primary;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,enter", "dismiss", "Close")]

    def __init__(self, session: Session, charset: Charset) -> None:
        super().__init__()
        self._session = session
        self._charset: Charset = charset

    def compose(self) -> ComposeResult:
        with VerticalScroll() as page:
            page.border_title, page.border_subtitle = self._session.game.info.name, "Esc closes"
            yield Static(self._about(), markup=False)
            yield Static(_keys())
            yield Static(
                Text.assemble(("\nRules\n", "bold"), _flowing(self._session.game.rules.describe())), markup=False
            )

    def _about(self) -> Text:
        session, info = self._session, self._session.game.info
        text = Text()
        text.append(f"{info.summary}\n\n")
        if notes := session.level.notes.strip():
            text.append("This level\n", "bold")
            text.append(f"{notes}\n\n")
        values = info.option_values(session.level)
        options = [option for option in info.options if values[option.name] != option.default]
        for option in options:
            text.append(f"{option.name} = {values[option.name]}: ", "bold")
            text.append(f"{option.summary}\n")
        text.append("\n" if options else "")
        if legend := draw(session.board, self._charset).legend():
            text.append("On the board\n", "bold")
            for character, name in legend.items():
                text.append(f"  {character}  {name}\n")
            text.append("\n")
        text.append("Keys", "bold")
        return text


def _keys() -> Table:
    table = Table.grid(padding=(0, 0, 0, 2))
    table.add_column(style="bold", max_width=22)
    table.add_column()
    for keys, meaning in _KEYS:
        table.add_row(keys, meaning)
    return table


def _flowing(text: str) -> str:
    """Return text that was broken into lines of some width with a line for each paragraph and each item of a list."""
    lines: list[str] = []
    for line in text.replace("`", "").splitlines():
        words = line.strip()
        if words and lines and lines[-1] and not words.startswith("* "):
            lines[-1] += f" {words}"
        else:
            lines.append(words)
    return "\n".join(lines)
