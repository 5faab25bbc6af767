"""Interfaces between the terminal game, its screens and their parts, so that no part imports its owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from textual.app import App

from ...level import Level
from ...play.recorded_session import RecordedSession
from ...play.session import Session
from ...render.characters import Charset
from .board_view import Marks
from .playlist import Playlist
from .settings import Warn


class Screens(Protocol):
    """The terminal game, as that which opens other screens."""

    charset: Charset

    @property
    def warn(self) -> Warn:
        """When the game warns of losing pushes."""

    def set_warn(self, warn: Warn) -> None:
        """Remember when the player is to be warned."""

    def play(self, playlist: Playlist) -> None:
        """Play the current level of a list."""

    def open_library(self) -> None:
        """Let the player choose a level."""

    def open_editor(self, level: Level) -> None:
        """Let the player change a level."""

    def open_history(self, play: RecordedSession, goto: Callable[[int], None]) -> None:
        """Show all that was played of a level."""

    def open_study(self, session: Session) -> None:
        """Show the player's study of a level."""

    def open_help(self, session: Session) -> None:
        """Show the rules of a game, and the keys."""


class Stage(Protocol):
    """The screen of a play, as seen by the assistance, which shows marks and executes commands there."""

    @property
    def play(self) -> RecordedSession:
        """The current play."""

    @property
    def overlay(self) -> Marks:
        """Marks until the position changes."""

    @property
    def is_attached(self) -> bool:
        """Whether it is shown."""

    @property
    def app(self) -> App[object]:
        """The program, for calls from other threads."""

    def overlay_with(self, marks: Marks, assist: str) -> None:
        """Mark cells, which counts as an assist of some name."""

    def show_marks(self) -> None:
        """Show the marks."""

    def use(self, assist: str) -> None:
        """Count an assist."""

    def say(self, words: str) -> None:
        """Show a sentence until the next one."""

    def do(self, act: object, *arguments: object) -> bool:
        """Execute a command; return whether it was played."""

    def run_worker(self, work: Callable[[], Any], *, group: str, exclusive: bool = False, thread: bool) -> Any:
        """Run work on a thread."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Any:
        """Call back later."""
