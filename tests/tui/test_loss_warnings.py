"""Warnings of pushes that lose, in the terminal game: as the player chooses, remembered, and counted as help."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.tui.terminal_game import message, played
from tests.tui.waiting import until

from pushbox import formats, store
from pushbox.analysis.push_judge import PushJudge
from pushbox.tui.fullscreen import settings
from pushbox.tui.fullscreen.app import TerminalGame
from pushbox.tui.fullscreen.play_screen import PlayScreen

if TYPE_CHECKING:
    import pytest

PICTURE = "#######\n#     #\n# .$  #\n#  @  #\n#######\nTitle: Corner\n"
CORNER = formats.read(PICTURE, format="xsb").levels[0].with_saved_moves("ruL")


def test_a_push_that_loses_is_told_after_it_or_shown_before_it(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By choice, which is remembered; without one nothing is said, nothing marked, and no help counted.

    The known solutions of the level are replayed once something is judged.
    """
    file = tmp_path / "terminal.json"
    replayed: list[str] = []
    monkeypatch.setattr(PushJudge, "add_solutions", lambda _, level: replayed.extend(m.text for m in level.saved_moves))

    async def test() -> None:
        app = TerminalGame([CORNER], 0, "a file", database=database, settings_file=file)
        async with app.run_test(size=(80, 24)) as pilot:
            while not isinstance(app.screen, PlayScreen):
                await pilot.pause(0.05)
            screen = app.screen
            await pilot.press("up")
            assert (message(screen), screen.play.assists, replayed) == ("", set(), [])
            await pilot.press("u", "f7")
            assert message(screen) == "A push that loses is told after it, which counts as help."
            await pilot.press("up")
            await until(lambda: message(screen).startswith("That push lost. The box on D2"))
            assert set(screen._warnings.marks.values()) == {"lost"}  # type: ignore[union-attr]  # it is shown
            assert screen.play.assists == {"warning"}
            await pilot.press("u", "f7")
            assert message(screen) == "Dots show where a box would be lost, which counts as help."
            await until(lambda: "loses" in screen._warnings.marks.values())  # type: ignore[union-attr]
            up = CORNER.board.cell(1, 3)
            assert screen._warnings.marks[up] == "loses"  # type: ignore[union-attr]
            assert CORNER.board.cell(2, 2) not in screen._warnings.marks  # type: ignore[union-attr]
            await pilot.press("right", "up", "left")
            await pilot.pause()
            assert screen.play.session.outcome().solved
            assert replayed == ["ruL"]

    played(test)
    assert settings.load(file).warn == "before"
    with store.open(database) as library:
        (play,) = store.plays.listing(library, _visitor())
        (solution,) = store.solutions.listing(library, play.level)
        assert (solution.assists, solution.pure) == (frozenset({"warning"}), False)


def _visitor() -> str:
    from pushbox.tui.shelf import Shelf

    return Shelf(None).visitor  # type: ignore[arg-type]  # the player's name needs no library


def test_settings_keep_each_other(tmp_path: Path) -> None:
    """What is changed leaves the others; a file that is none is as good as none."""
    file = tmp_path / "terminal.json"
    settings.save(file, theme="nord")
    settings.save(file, warn="after")
    assert settings.load(file) == settings.PlayerSettings("nord", "after")
    for text in ("", "[]", '{"theme": 3, "warn": "always"}'):
        file.write_text(text)
        assert settings.load(file) == settings.PlayerSettings()
