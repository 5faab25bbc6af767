"""The terminal game as an app: it opens the library, and shows one screen over another."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual import work
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.filter import LineFilter
from textual.screen import Screen
from textual.theme import Theme, ThemeProvider
from textual.widgets import HelpPanel, LoadingIndicator

from ... import config
from ...atomic_file import replacing
from ...errors import PushboxError, why_of
from ...level import Level
from ...render.characters import Charset
from ...sentence import Sentence, say, spoken
from ...studies import Study, write_study
from ..playlist import Playlist
from ..shelf import Shelf
from . import settings
from .ascii_filter import AsciiFilter
from .play_screen import PlayScreen
from .study_screen import StudyScreen
from .terminal_end import ended_with_terminal

_STEERING = frozenset(("steer", "run", "press", "step", "paint"))  # what is of use as a key alone
_FUNCTION_KEY = re.compile(r"f\d+")
_SIXTEEN_COLOURS = "ansi-dark"
_CLOSING = 0.1  # seconds until the palette is gone from the picture


class _Opening(Screen[None]):
    """The screen while the library is being opened."""

    def compose(self) -> ComposeResult:
        yield LoadingIndicator()


class TerminalGame(App[None]):
    """The terminal game: the levels of a file from one of them on, by default where the player was.

    `fault` is what has kept it from starting, if anything has.
    """

    TITLE = "pushbox"
    CSS = """
    * {
        scrollbar-size: 1 1; scrollbar-color: $primary 50%; scrollbar-color-hover: $primary 75%;
        scrollbar-background: $surface; scrollbar-background-hover: $surface; scrollbar-background-active: $surface;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = []
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self,
        levels: Sequence[Level] = (),
        index: int | None = None,
        name: str = "",
        *,
        database: str | None = None,
        charset: Charset = "unicode",
        settings_file: Path | None = None,
        study: Study | None = None,
    ) -> None:
        super().__init__()
        self._study = study  # of the file of this name, to begin with
        self._settings_file = settings_file or settings.default_file()
        self.charset: Charset = charset
        self.fault: PushboxError | None = None
        self._levels, self._index, self._file_name = levels, index, name
        self._database = database
        self._shelf: Shelf | None = None
        self._first_theme: str | None = None  # that it begins in, until another one is chosen

    def on_mount(self) -> None:
        """Open the library, in the theme that the player has chosen before."""
        theme = settings.load(self._settings_file).theme or config.value_of("theme")
        if not theme and self.console.color_system == "standard":  # of 16 colours, which the others would be mapped to
            theme = _SIXTEEN_COLOURS
        if theme in self._readable_themes():
            self.theme = self._first_theme = str(theme)
        self.theme_changed_signal.subscribe(self, self._on_theme)
        self.push_screen(_Opening())
        self._open()

    def run_in_terminal(self) -> None:
        """Run until the player leaves or the terminal closes.  Raises PushboxError for what keeps it from starting."""
        with ended_with_terminal(sys.__stdin__, self.exit):  # any thread may call exit
            self.run()
        if self.fault is not None:
            raise self.fault

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of each line on its way to the screen, the last one to ASCII if necessary."""
        filters = super().get_line_filters()
        return [*filters, AsciiFilter()] if self.charset == "ascii" else filters

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the commands of the screen, each with its key, and those of Textual that are of use."""
        own = (
            (say("act-theme"), say("act-theme-more"), self.action_change_theme),
            (say("act-keys"), say("act-keys-more"), self._toggle_keys),
            (say("act-screenshot"), say("act-screenshot-more"), self._save_screenshot),
        )
        yield from (SystemCommand(spoken(name), spoken(more), run) for name, more, run in own)
        seen = set()
        for node, binding, is_enabled, tooltip in screen.active_bindings.values():
            name = binding.action.partition("(")[0]
            if not isinstance(node, Screen) or not isinstance(binding.description, Sentence):  # of Textual
                continue
            if is_enabled and name not in _STEERING and binding.action not in seen:
                seen.add(binding.action)
                run = partial(node.run_action, binding.action)
                key = say("screen-key", key=self.get_key_display(binding))
                yield SystemCommand(spoken(tooltip or binding.description), spoken(key), run)

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is written on the screen: F1 as in the sentences, not f1."""
        display = super().get_key_display(binding)
        return display.upper() if _FUNCTION_KEY.fullmatch(display) else display

    def action_command_palette(self) -> None:
        """Open the palette of commands."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=spoken(say("screen-search-commands"))))

    def search_themes(self) -> None:
        """Open the list of themes."""
        self.push_screen(CommandPalette([ThemeProvider], placeholder=spoken(say("screen-search-themes"))))

    def _toggle_keys(self) -> None:
        if self.screen.query(HelpPanel):
            self.action_hide_help_panel()
        else:
            self.action_show_help_panel()

    def _save_screenshot(self) -> None:
        self.set_timer(_CLOSING, self.deliver_screenshot)

    def _readable_themes(self) -> set[str]:
        """Return the names of the themes: without colours not of those whose shades only the terminal knows."""
        return {name for name, theme in self.available_themes.items() if not (self.no_color and theme.ansi)}

    @work(thread=True)
    def _open(self) -> None:
        try:
            shelf = Shelf.open(self._database)
            begin: Playlist = (
                shelf.of_file(self._levels, self._index, self._file_name) if self._levels else shelf.where_they_were()
            )
        except PushboxError as error:
            self.call_from_thread(self._fail, error)
            return
        self.call_from_thread(self._start, shelf, begin)

    def _on_theme(self, theme: Theme) -> None:
        first, self._first_theme = self._first_theme, None
        if theme.name == first:
            return  # not the player's choice: the next terminal may have all colours
        try:
            settings.save(self._settings_file, theme=theme.name)
        except OSError as error:
            self.notify(spoken(say("theme-not-kept", why=why_of(error))), severity="warning")

    def _start(self, shelf: Shelf, playlist: Playlist) -> None:
        self._shelf = shelf
        try:
            self.switch_screen(PlayScreen(shelf, playlist, self.charset, self._settings_file))
        except PushboxError as error:
            self._fail(error)
            return
        if self._study is not None:
            self.push_screen(StudyScreen(self._study, self.charset, self._keep_in_file))

    def _fail(self, error: PushboxError) -> None:
        self.fault = error
        self.exit()

    def on_unmount(self) -> None:
        if self._shelf is not None:
            self._shelf.close()

    def _keep_in_file(self, study: Study) -> str:
        path = Path(self._file_name)
        with replacing(path) as out:
            out.write(write_study(study).encode())
        self._study = study
        return say("saved-in-file", path=path)
