"""Levels that are drawn in the terminal, with the brushes of each game."""

from __future__ import annotations

import pytest
from tests.tui.terminal_game import ROOM, played, playing, running, session_of

from pushbox import formats, games, store
from pushbox.board import FLOOR, Board
from pushbox.level import Collection, Level
from pushbox.render.text import draw
from pushbox.tui.fullscreen.board_view import BoardView
from pushbox.tui.fullscreen.editor_screen import EditorScreen
from pushbox.tui.fullscreen.painting import brushes, cell_label, painted, resized, revealed
from pushbox.tui.shelf import DRAWN, Shelf


def test_a_level_is_edited_and_played(database: str) -> None:
    """Painted by keys and by the mouse; its faults show at once, and it is kept with its title."""

    async def test() -> None:
        async with running(database, ROOM, size=(100, 30)) as (pilot, _):
            await pilot.press("f4")
            await pilot.pause()
            editor = pilot.app.screen
            assert isinstance(editor, EditorScreen)
            problems = editor.query_one("#problems")
            assert "This level can be played." in str(problems.render())
            view = editor.query_one(BoardView)
            left, top = view._origin
            await pilot.press("delete")
            assert "found no player" in str(problems.render())
            names = [brush.name for brush in brushes(games.find("sokoban"))]
            await pilot.press("u", *["right_square_bracket"] * names.index("goal"))
            await pilot.click(view, offset=(left + 2 * view._scale * 6, top + 2 * view._scale))
            await pilot.press("t", *"Zebra", "enter", "f5")
            await pilot.pause()
            played_now = session_of(await playing(pilot))
            assert played_now.level.title == "Zebra"
            assert played_now.level.board.terrain[2 * 8 + 6].kind == "goal"

    played(test)
    with store.open(database) as library:
        shelf = Shelf(library)
        (entry,) = store.levels.search(library, text="zebra", viewer=shelf.visitor).entries
        assert entry.collection == store.collections.by_name(library, DRAWN, owner=shelf.visitor).id


@pytest.mark.parametrize("key", games.keys())
def test_brushes_have_names_of_their_own(key: str) -> None:
    """No two brushes of a game are called alike, each cell is called like its brush, and nothing painted is hidden."""
    names = [brush.name for brush in brushes(games.find(key))]
    assert len(set(names)) == len(names)
    empty = Board(5, 5, (FLOOR,) * 25)
    for brush in brushes(games.find(key)):
        board = painted(empty, 12, brush)
        assert brush.name in cell_label(board, 12)
        if brush.name != "floor" and "used" not in brush.name:
            assert draw(revealed(board)).lines() != draw(empty).lines(), brush.name


@pytest.mark.parametrize("key", games.keys())
def test_every_brush_of_a_game_paints_what_the_game_reads(key: str) -> None:
    """On any cell of a large board, and nothing overlaps; a board that is made larger and smaller again is the same."""
    game = games.find(key)
    board = Board(9, 9, (FLOOR,) * 81)
    for number, brush in enumerate(brushes(game)):
        board = painted(board, (number * 13) % 81, brush)
        cells = [cell for piece in board.pieces for cell in piece.cells]
        assert len(cells) == len(set(cells))
    assert resized(resized(board, 12, 11), 9, 9) == board
    level = Level(board, key)
    assert formats.read(formats.write(Collection((level,)), "json")).levels[0].board == board
