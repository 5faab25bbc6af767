"""The full-screen game speaks the language of the user, on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from rich.text import Text
from tests.tui.terminal_game import ROOM, first_level, message, played, running
from tests.tui.waiting import until
from textual.command import CommandPalette
from textual.widgets._footer import FooterKey

from pushbox.client import read_json
from pushbox.sentence import Language, say, spoken, use_language
from pushbox.tui.fullscreen.drawings_screen import DrawingsScreen
from pushbox.tui.fullscreen.editor_screen import EditorScreen
from pushbox.tui.fullscreen.fitting_footer import FittingFooter
from pushbox.tui.fullscreen.help_screen import HelpScreen
from pushbox.tui.fullscreen.history_screen import HistoryScreen
from pushbox.tui.fullscreen.library_screen import LibraryScreen
from pushbox.tui.fullscreen.play_screen import PlayScreen
from pushbox.tui.fullscreen.review_screen import ReviewScreen
from pushbox.tui.fullscreen.status_panel import StatusPanel
from pushbox.tui.fullscreen.study_screen import StudyScreen
from pushbox.tui.shipped_words import shipped

if TYPE_CHECKING:
    from textual.screen import Screen

ENGLISH = {text for text in read_json("i18n/en/terminal.json").values() if len(text) > 5 and "{" not in text}
WAYS = {  # keys from the play, and the screen that they open
    "f1": HelpScreen,
    "f2": LibraryScreen,
    "f3": HistoryScreen,
    "f4": EditorScreen,
    "f4 ctrl+o": DrawingsScreen,
    "f4 r": ReviewScreen,
    "f6": StudyScreen,
    "ctrl+p": CommandPalette,
}


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Let all other tests speak English."""
    yield
    use_language("en")


def shown(screen: Screen[Any]) -> str:
    """Return all words on a screen, with those that are scrolled away."""
    lines = [strip.text for strip in screen._compositor.render_strips()]
    lines += [str(widget.content) for widget in screen.query("Static") if isinstance(widget.content, str | Text)]  # type: ignore[attr-defined]
    return "\n".join(lines)


def test_a_title_of_two_words_has_no_soft_hyphen() -> None:
    """Pages break a long title there; a terminal would draw it."""
    use_language("de")
    assert "\u00ad" in read_json("i18n/de/levels.json")["level.two-words"]
    assert shipped("level.title", "Stone Well") == "Steinbrunnen"


@pytest.mark.parametrize("language", ["de", "zh"])
def test_every_screen_speaks_the_language_of_the_user(language: str, database: str) -> None:
    """What stands in the texts of the terminal game in English is nowhere, and titles and notes are translated."""
    levels = read_json(f"i18n/{language}/levels.json")
    own = read_json(f"i18n/{language}/terminal.json")
    use_language(language)  # type: ignore[arg-type]

    async def test() -> None:
        level = first_level("sokoban")
        async with running(database, level, size=(140, 50)) as (pilot, screen):
            assert message(screen).endswith(own["help-is-f1"])
            seen = {"": shown(screen)}
            assert levels["level.title.First push"] in seen[""]
            assert levels[f"level.note.{level.notes}"] in screen.query_one(StatusPanel).words
            assert own["act-hint"] in seen[""]
            for way, kind in WAYS.items():
                for key in way.split():
                    await pilot.press(key)
                await until(lambda kind=kind: isinstance(pilot.app.screen, kind))  # type: ignore[misc]
                await pilot.pause(0.05)
                seen[way] = shown(pilot.app.screen)
                while not isinstance(pilot.app.screen, PlayScreen):
                    await pilot.app.pop_screen()
                    await pilot.pause()
            assert own["keys-redo-do"] in seen["f1"]
            assert own["screen-search-commands"] in seen["ctrl+p"]
            await pilot.press("left_square_bracket")
            assert message(screen) == own["none-before-level"]
            await pilot.press("right", "right", "right")
            assert message(screen).startswith(own["won"].partition("{")[0])
            assert "move" not in message(screen)
            await pilot.press("x")
            seen["x"] = shown(screen)
            foreign = ENGLISH - {*own.values()}
            found = {way: sorted(text for text in foreign if text in words) for way, words in seen.items()}
            assert {way: texts for way, texts in found.items() if texts} == {}

    played(test)


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_a_footer_of_80_columns_says_how_to_leave_and_where_all_commands_are(language: Language, database: str) -> None:
    """Keys are written as in the sentences."""

    async def test() -> None:
        async with running(database, ROOM, size=(80, 24)) as (pilot, _):
            (footer,) = pilot.app.screen.query(FittingFooter)
            keys = [child.key_display for child in footer.query(FooterKey)]
            assert {"F1", "u", "?", "]", "F2", "q", "^p"} <= {*keys}
            palette = footer.query_one(".-command-palette", FooterKey)
            assert palette.description == spoken(say("act-commands"))
            others = [child.region.right for child in footer.query(FooterKey) if child is not palette]
            assert max(others) <= palette.region.x <= palette.region.right <= 80

    use_language(language)
    played(test)
