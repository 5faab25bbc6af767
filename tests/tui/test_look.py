"""How the full-screen game looks: its size, colours, themes and signs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.color import Color
from tests.tui.terminal_game import ROOM, Game, played, playing, running, session_of

from pushbox import formats
from pushbox.board import FLOOR, Board, Piece
from pushbox.play.session import Session
from pushbox.render.text import draw
from pushbox.tui.fullscreen import settings
from pushbox.tui.fullscreen.app import TerminalGame
from pushbox.tui.fullscreen.ascii_filter import in_ascii
from pushbox.tui.fullscreen.board_view import BoardView
from pushbox.tui.fullscreen.cell_art import cell_arts
from pushbox.tui.fullscreen.fitting_footer import FittingFooter
from pushbox.tui.fullscreen.line_view import LineView
from pushbox.tui.fullscreen.play_screen import PlayScreen
from pushbox.tui.fullscreen.status_panel import StatusPanel


def test_16_colours_are_those_of_the_terminal() -> None:
    """Red is red there, not what is nearest to the orange of many colours, and floor has no colour."""
    board = Board(3, 1, (FLOOR,) * 3, (Piece("box", (1,), ("red",)),))
    many, few = (cell_arts(board, draw(board), in_16=in_16) for in_16 in (False, True))
    assert str(many[1].style) != str(few[1].style)
    assert few[1].style.bgcolor == Color.from_ansi(9)
    assert few[0].style.bgcolor is None


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
def test_a_board_larger_than_the_screen_follows_the_player(size: tuple[int, int], database: str) -> None:
    """After every step, and once the screen has another size, the player is on it."""
    rows = ["#" * 150, "#@" + " " * 147 + "#", *["#" + " " * 148 + "#"] * 70, "#" + " " * 146 + "$.#", "#" * 150]
    level = formats.read("\n".join(rows), format="xsb").levels[0]

    async def test() -> None:
        async with running(database, level, size=size) as (pilot, screen):
            view = screen.query_one(BoardView)
            assert screen.query_one(StatusPanel).display == (size[0] >= 72)
            for key in ("ctrl+right", "ctrl+down", "left", "up"):
                await pilot.press(key)
                focus = session_of(screen).focus
                assert focus is not None
                row, column = session_of(screen).board.rc(focus.anchor)
                x, y = 2 * column - view.scroll_offset.x, row - view.scroll_offset.y
                assert 0 <= x < view.size.width
                assert 0 <= y < view.size.height
                assert {"@", "+"} & set(view.render_line(y).text)
            await pilot.resize_terminal(size[0] // 2 + 30, size[1])
            await pilot.pause()
            assert {"@", "+"} & {sign for line in range(view.size.height) for sign in view.render_line(line).text}

    played(test)


def test_a_theme_is_remembered(database: str) -> None:
    async def test() -> None:
        async with running(database, ROOM) as (pilot, _):
            pilot.app.theme = "textual-light"
            await pilot.pause()
        async with running(database, ROOM) as (pilot, _):
            assert pilot.app.theme == "textual-light"

    played(test)


@asynccontextmanager
async def running_in_ascii(database: str, size: tuple[int, int] = (60, 20)) -> AsyncIterator[tuple[Game, PlayScreen]]:
    """Yield a game in a terminal that holds ASCII alone."""
    settings = Path(database.removeprefix("sqlite:///")).with_name("terminal.json")
    app = TerminalGame([ROOM], 0, "a file", database=database, charset="ascii", settings_file=settings)
    async with app.run_test(size=size) as pilot:
        yield pilot, await playing(pilot)


def test_without_colours_the_signs_tell_everything(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall, the player, a box and a goal are unlike as characters alone, ASCII too."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def test() -> None:
        async with running_in_ascii(database) as (pilot, _):
            text = "\n".join(shown(pilot))
            assert [text.count(sign) > 0 for sign in ("######", "| @@ |", "|    |", " |  | ")] == [True] * 4

    played(test)


def shown(pilot: Game) -> list[str]:
    """Return the lines on the screen."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def test_a_terminal_that_holds_ascii_alone_gets_nothing_else(database: str) -> None:
    """Borders, bars, marks and footers of every screen, as wide as before."""

    async def test() -> None:
        async with running_in_ascii(database) as (pilot, _):
            for keys in (["right"], ["f1"], ["escape", "f3"], ["escape", "f2"], ["escape", "f4"], ["t"]):
                await pilot.press(*keys)
                await pilot.pause()
                lines = shown(pilot)
                assert all(line.isascii() and len(line) == 60 for line in lines), (keys, lines)

    played(test)


def test_ascii_signs_are_as_wide_as_what_they_stand_for() -> None:
    assert in_ascii("┌─┐ ✓ 倉庫 …") == "+-+ v ???? ."


def test_a_theme_comes_from_the_config_until_one_is_chosen(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game does not write it into its own settings, where it would outlive a change of the config."""
    config = tmp_path / "config.toml"
    config.write_text("theme = 'gruvbox'\n")
    monkeypatch.setenv("PUSHBOX_CONFIG", str(config))

    async def test() -> None:
        async with running(database, ROOM) as (pilot, _):
            assert pilot.app.theme == "gruvbox"

    played(test)
    own = Path(database.removeprefix("sqlite:///")).with_name("terminal.json")
    assert settings.load(own).theme is None


def test_without_colours_no_theme_is_taken_that_leaves_them_to_the_terminal(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its text would be black on black."""
    settings.save(Path(database.removeprefix("sqlite:///")).with_name("terminal.json"), theme="ansi-dark")

    async def test(*, is_ansi: bool) -> None:
        async with running(database, ROOM) as (pilot, _):
            assert (pilot.app.theme == "ansi-dark") == is_ansi

    asyncio.run(test(is_ansi=True))
    monkeypatch.setenv("NO_COLOR", "1")
    asyncio.run(test(is_ansi=False))


@pytest.mark.parametrize("width", [60, 100, 200])
def test_no_key_of_a_footer_is_cut_in_two(width: int, database: str) -> None:
    """Those that there is no room for are left out; help comes first, and no bar to scroll them hides all."""

    async def test() -> None:
        async with running(database, ROOM, size=(width, 20)) as (pilot, _):
            for key in ("f2", "escape", "f4"):
                await pilot.press(key)
                await pilot.pause()
                (footer,) = pilot.app.screen.query(FittingFooter)
                assert all(child.region.right <= width for child in footer.children)
                assert len(footer.children) >= 3
                assert not footer.show_horizontal_scrollbar

    played(test)


def test_only_lines_that_have_changed_are_drawn_anew(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step draws its count and the cells that it changes; what is too long is folded at any width."""
    monkeypatch.setattr(Session, "seconds", lambda _: 0.0)

    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            panel = screen.query_one(StatusPanel)
            await pilot.press("right")
            before = list(panel._strips)
            await pilot.press("left")
            assert [old is new for old, new in zip(before, panel._strips, strict=True)].count(False) == 1
            line = screen.query_one("#message", LineView)
            for width in (80, 60):
                await pilot.resize_terminal(width, 24)
                screen.say("a sentence of many words that goes on " * 3)
                await pilot.pause()
                text = " ".join(strip.text.strip() for strip in line._strips)
                assert text == ("a sentence of many words that goes on " * 3).strip()
                assert all(strip.cell_length <= width for strip in line._strips)

    played(test)
