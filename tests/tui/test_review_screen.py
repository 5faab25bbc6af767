"""The review of a level in the editor of the terminal game."""

from __future__ import annotations

from contextlib import asynccontextmanager
from time import sleep
from typing import TYPE_CHECKING, NoReturn

from tests.tui.terminal_game import ROOM, played, running
from tests.tui.waiting import until
from textual.widgets import OptionList

from pushbox import formats
from pushbox.analysis.certificates import check
from pushbox.analysis.review import ReviewProgress
from pushbox.errors import PushboxError
from pushbox.tui.fullscreen import review_screen
from pushbox.tui.fullscreen.board_view import BoardView
from pushbox.tui.fullscreen.editor_screen import EditorScreen
from pushbox.tui.fullscreen.review_screen import ReviewScreen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    import pytest
    from textual.pilot import Pilot

    from pushbox.level import Level

HALL = formats.read("##########\n#        #\n# @$   . #\n#        #\n#  $  .  #\n#        #\n##########").levels[0]


@asynccontextmanager
async def reviewing(database: str, level: Level, *edits: str) -> AsyncIterator[tuple[Pilot[None], ReviewScreen]]:
    """Yield the review of a level that was changed by keys in the editor, once it is done."""
    async with running(database, level, size=(120, 30)) as (pilot, _):
        await pilot.press("f4")
        await pilot.pause()
        await pilot.press(*edits, "r")
        await pilot.pause()
        reviewer = pilot.app.screen
        assert isinstance(reviewer, ReviewScreen)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        yield pilot, reviewer


def test_a_level_is_reviewed_in_the_editor(database: str) -> None:
    """Its statements come one by one, each marked on the board, with what it rests on."""

    async def test() -> None:
        async with reviewing(database, ROOM) as (pilot, reviewer):
            options = reviewer.query_one(OptionList)
            assert "is known" in str(options.get_option_at_index(0).prompt)
            assert options.highlighted == 0
            assert "Proven" in str(reviewer.query_one("#tried").render())
            await pilot.press("end")
            await pilot.pause()
            assert str(options.get_option_at_index(options.option_count - 1).prompt).startswith("Difficulty ")
            assert "best solution" in str(reviewer.query_one("#tried").render())
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(pilot.app.screen, EditorScreen)

    played(test)


def test_a_level_is_certified_in_the_editor(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proven of the level goes into a file, which the checker accepts."""
    monkeypatch.chdir(tmp_path)

    async def test() -> None:
        async with reviewing(database, ROOM) as (pilot, reviewer):
            await pilot.press("c")
            await pilot.pause()
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            assert "no solution has fewer pushes" in str(reviewer.query_one("#tried").render())

    played(test)
    (file,) = tmp_path.glob("*.cert")
    assert check(file.read_bytes()).claim == "fewest-pushes"


def test_what_is_nearly_the_same_is_named(database: str) -> None:
    """A level of the library that was changed a little is named, and what is different is marked."""

    async def test() -> None:
        async with reviewing(database, HALL, "space") as (pilot, reviewer):
            options = reviewer.query_one(OptionList)
            words = [str(options.get_option_at_index(index).prompt) for index in range(options.option_count)]
            near = [
                index
                for index, one in enumerate(words)
                if one.startswith("Nearly the same as Opened in the terminal 1")
            ]
            assert len(near) == 1, words
            assert words[near[0]].endswith("one wall more.")
            options.highlighted = near[0]
            await pilot.pause()
            assert "has not changed" in str(reviewer.query_one("#tried").render())
            assert 11 in reviewer.query_one(BoardView)._marks

    played(test)


def test_a_review_is_left_while_it_tells_how_far_it_is(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it finds by then is for nobody, and the game goes on."""
    monkeypatch.setattr(review_screen, "_REPORT_EVERY", 0.0)

    def endless(_: Level, *, progress: Callable[[ReviewProgress], bool], **__: object) -> NoReturn:
        while not progress(ReviewProgress("walls", 1, 2, 0.0)):
            sleep(0.0005)
        raise PushboxError("nobody waits for it")

    monkeypatch.setattr(review_screen, "review", endless)

    async def test() -> None:
        async with running(database, ROOM, size=(120, 30)) as (pilot, _):
            await pilot.press("f4")
            for _ in range(3):
                await pilot.press("r")
                await until(lambda: isinstance(pilot.app.screen, ReviewScreen))
                await pilot.pause(0.05)
                await pilot.press("escape")
                await until(lambda: isinstance(pilot.app.screen, EditorScreen))

    played(test)
