"""The editor of the terminal game: what is drawn is kept, found again, taken back, written into files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from rich.style import Style
from tests.tui.terminal_game import ROOM, played, playing, running, session_of
from textual.widgets import OptionList

from pushbox import formats, store
from pushbox.errors import PushboxError
from pushbox.tui.fullscreen.board_view import BoardView
from pushbox.tui.fullscreen.drawings_screen import DrawingsScreen
from pushbox.tui.fullscreen.editor_screen import EditorScreen
from pushbox.tui.playlist import Entry
from pushbox.tui.shelf import DRAWN, Shelf

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from pushbox.level import Level

TYPED = formats.read("########\n#$ $  .#\n#+#    #\n########\n", format="xsb").levels[0].board


async def editing(pilot: Pilot[None], *keys: str) -> EditorScreen:
    """Return the editor of the level that is played, after these keys."""
    await pilot.press("f4")
    await pilot.pause()
    editor = pilot.app.screen
    assert isinstance(editor, EditorScreen)
    await pilot.press(*keys)
    await pilot.pause()
    return editor


def drawings(database: str) -> list[Level]:
    """Return what the library keeps, as another program sees it."""
    with store.open(database) as library:
        return [entry.level for entry in Shelf(library).drawings()]


def test_escape_keeps_what_is_drawn(database: str) -> None:
    """It goes back to the level, whose copy was drawn on; the drawing comes back in the next game, also half drawn."""

    async def draw() -> None:
        async with running(database, ROOM) as (pilot, screen):
            await editing(pilot, "dollar_sign", "down", "plus", "right", "number_sign", "escape")
            await pilot.pause()
            assert pilot.app.screen is screen
            assert session_of(screen).level.board == ROOM.board

    async def go_on() -> None:
        async with running(database, ROOM) as (pilot, _):
            editor = await editing(pilot, "ctrl+o")
            assert isinstance(pilot.app.screen, DrawingsScreen)
            await pilot.press("enter")
            await pilot.pause()
            assert (editor.level.board, editor.level.title) == (TYPED, "Room")
            await pilot.press("ctrl+t", *"Two", "enter", "escape")

    played(draw)
    assert [level.board for level in drawings(database)] == [TYPED]
    played(go_on)
    assert [level.title for level in drawings(database)] == ["Two"]


def test_drawings_are_undone_begun_removed_and_written(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a change makes a drawing; undo goes through all of them; Delete twice removes one that is not open.

    An existing file is replaced when it is named twice; a program that is closed in the editor keeps what is there.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "room.xsb").write_text("mine")

    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            await editing(pilot, "right", "escape")
            await pilot.pause()
            assert pilot.app.screen is screen
            assert not drawings(database)
            editor = await editing(pilot, "up")
            view = editor.query_one(BoardView)
            under, beside = (view._segment(cell, 0, Style()) for cell in (1, 2))
            assert under.style is not None
            assert beside.style is not None
            assert (under.style.bgcolor, under.text.strip()) != (beside.style.bgcolor, beside.text.strip())
            assert not under.text.strip(), "a solid wall would cover the cursor"
            await pilot.press("down", "ctrl+e", "enter")
            assert (tmp_path / "room.xsb").read_text() == "mine"
            await pilot.press("enter")
            await pilot.pause()
            assert formats.read_file("room.xsb").levels[0].board == ROOM.board
            await pilot.press("ctrl+e", *"room.slc", "enter")
            await pilot.pause()
            assert formats.read_file("room.slc").levels[0].board == ROOM.board
            assert editor.query_one(BoardView).has_focus
            await pilot.press("ctrl+e", *"room", "enter")
            await pilot.pause()
            assert not editor.query_one(BoardView).has_focus  # a name without an ending is refused
            await pilot.press("escape", "right", "at", "ctrl+right", "t", *"Hall", "enter", "shift+down")
            assert len(list(editor.level.board.of_kind("pusher"))) == 1
            last = editor.level
            assert (last.title, last.board.width) == ("Hall", 9)
            steps = 0
            while editor.level != ROOM:
                await pilot.press("u")
                steps += 1
            await pilot.press("u", *["ctrl+y"] * steps)
            assert editor.level == last
            assert steps == 4
            await pilot.press("ctrl+n")
            assert not editor.level.board.pieces
            await pilot.press("at", "ctrl+o")
            await pilot.pause()
            await pilot.press("delete", "delete")
            options = pilot.app.screen.query_one(OptionList)
            assert options.option_count == 2
            await pilot.press("down", "delete")
            assert options.option_count == 2
            await pilot.press("delete", "escape")
            await pilot.pause()
            assert isinstance(pilot.app.screen, EditorScreen)
            await pilot.press("right", "dollar_sign")

    played(test)
    assert sorted(path.name for path in tmp_path.glob("room*")) == ["room.slc", "room.xsb"]
    (level,) = drawings(database)
    assert {piece.kind for piece in level.board.pieces} == {"pusher", "box"}


def test_a_drawing_that_is_played_is_changed_in_its_place(database: str) -> None:
    """F4 goes on with it; Esc leads to the changed level, and to another one if it can no longer be played."""

    async def test() -> None:
        async with running(database, ROOM) as (pilot, _):
            await editing(pilot, "down", "down", "right", "right", "full_stop", "f5")
            first = await playing(pilot)
            assert session_of(first).level.board != ROOM.board
            await pilot.press("right")
            await editing(pilot, "up", "up", "right", "asterisk", "escape")
            await pilot.pause()
            second = await playing(pilot)
            assert second is not first
            assert len(list(session_of(second).board.of_kind("box"))) == 2
            await editing(pilot, "delete", "escape")
            await pilot.pause()
            assert session_of(await playing(pilot)).level.board.of_kind("pusher")

    played(test)
    (level,) = drawings(database)
    assert not list(level.board.of_kind("pusher"))
    with store.open(database) as library:
        shelf = Shelf(library)
        assert store.collections.by_name(library, DRAWN, owner=shelf.visitor).levels == 1
        (entry,) = shelf.drawings()
        with pytest.raises(PushboxError, match="found no player"):
            shelf.begin(Entry(level, 1, DRAWN, entry.id), lambda _: None)
        assert all(play.level != entry.id for play in store.plays.listing(library, shelf.visitor))
