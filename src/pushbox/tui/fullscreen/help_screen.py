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
from ...sentence import say, spoken
from ..shipped_words import option_words, rules, shipped, summary

_KEYS = (
    (say("keys-steps"), say("keys-steps-do")),
    (say("keys-run"), say("keys-run-do")),
    (say("keys-act"), say("keys-act-do")),
    (say("keys-pieces"), say("keys-pieces-do")),
    (say("keys-click"), say("keys-click-do")),
    (say("keys-undo"), say("keys-undo-do")),
    (say("keys-redo"), say("keys-redo-do")),
    ("r", say("keys-restart-do")),
    (say("keys-ends"), say("keys-ends-do")),
    ("p", say("keys-replay-do")),
    ("F3", say("keys-history-do")),
    ("F6", say("keys-study-do")),
    ("?", say("keys-hint-do")),
    ("F5", say("keys-solve-do")),
    ("F7", say("keys-warnings-do")),
    ("x, m, t", say("keys-marks-do")),
    ("[ ] { }", say("keys-levels-do")),
    ("F2", say("keys-library-do")),
    ("F4", say("keys-edit-do")),
    ("  # . $ @ * + -", say("keys-brushes-do")),
    (say("keys-paint"), say("keys-paint-do")),
    (say("keys-drawings"), say("keys-drawings-do")),
    (say("keys-zoom"), say("keys-zoom-do")),
    (say("keys-palette"), say("keys-palette-do")),
    ("q", say("keys-quit-do")),
)


class HelpScreen(ModalScreen[None]):
    """The help for a game."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll {
        width: 90%; max-width: 96; height: 90%; padding: 1 2; background: $surface; border: round $primary;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,enter", "dismiss", say("act-close"))]

    def __init__(self, session: Session, charset: Charset) -> None:
        super().__init__()
        self._session = session
        self._charset: Charset = charset

    def compose(self) -> ComposeResult:
        with VerticalScroll() as page:
            page.border_title = shipped("game.name", self._session.game.info.name)
            page.border_subtitle = spoken(say("esc-closes"))
            yield Static(self._about(), markup=False)
            yield Static(_keys())
            title = f"\n{spoken(say('help-rules'))}\n"
            yield Static(Text.assemble((title, "bold"), rules(self._session.game)), markup=False)

    def _about(self) -> Text:
        session, info = self._session, self._session.game.info
        text = Text()
        text.append(f"{summary(session.game)}\n\n")
        if notes := session.level.notes.strip():
            text.append(f"{spoken(say('help-this-level'))}\n", "bold")
            text.append(f"{shipped('level.note', notes)}\n\n")
        values = info.option_values(session.level)
        options = [option for option in info.options if values[option.name] != option.default]
        for option in options:
            text.append(f"{option.name} = {values[option.name]}: ", "bold")
            text.append(f"{option_words(option, values[option.name])}\n")
        text.append("\n" if options else "")
        if legend := draw(session.board, self._charset).legend():
            text.append(f"{spoken(say('help-on-board'))}\n", "bold")
            for character, name in legend.items():
                text.append(f"  {character}  {spoken(name)}\n")
            text.append("\n")
        text.append(spoken(say("help-keys")), "bold")
        return text


def _keys() -> Table:
    table = Table.grid(padding=(0, 0, 0, 2))
    table.add_column(style="bold", max_width=22)
    table.add_column()
    for keys, meaning in _KEYS:
        table.add_row(spoken(keys), spoken(meaning))
    return table
