"""The terminal game over the whole screen: every game won by keys and by mouse, kept, resumed, and at any size."""

from __future__ import annotations

from itertools import pairwise
from threading import Thread
from typing import NoReturn

import pytest
from tests.search import ENDLESS
from tests.tui.keys import keys_for
from tests.tui.terminal_game import (
    ROOM,
    first_level,
    killed,
    message,
    played,
    playing,
    running,
    saved,
    session_of,
    solution_of,
)
from tests.tui.waiting import until
from textual.events import Key
from textual.widgets import DataTable

from pushbox import formats, games, levels, store
from pushbox.errors import PushboxError
from pushbox.play.pointing import reach
from pushbox.play.session import Session
from pushbox.store import play_writes
from pushbox.tui.fullscreen.board_view import BoardView
from pushbox.tui.fullscreen.history_bar import HistoryBar
from pushbox.tui.fullscreen.play_screen import PlayScreen
from pushbox.tui.fullscreen.status_panel import StatusPanel
from pushbox.tui.playlist import Entry
from pushbox.tui.saved_play import SavedPlay, begin
from pushbox.tui.shelf import OPENED, LibraryPlaylist, Shelf


@pytest.mark.parametrize("key", games.keys())
def test_a_level_of_each_game_is_won_by_keys(key: str, database: str) -> None:
    """Before the last move the program ends without a word; the next one goes on from there."""
    shipped = formats.read_file(levels.path("lessons" if key == "sokoban" else key)).levels
    solutions = ((level, Session(level).parse(level.saved_moves[0].text)) for level in shipped)
    level, (*moves, last) = next((level, moves) for level, moves in solutions if len(moves) > 1)

    async def begin() -> None:
        async with running(database, level) as (pilot, screen):
            for move in moves:
                await pilot.press(*keys_for(session_of(screen), move))
            await killed(screen)

    async def end() -> None:
        async with running(database, level) as (pilot, screen):
            assert session_of(screen).move_stack == moves
            await pilot.press(*keys_for(session_of(screen), last))
            assert session_of(screen).outcome().solved
            assert message(screen).startswith("Solved: ")

    played(begin)
    played(end)
    with store.open(database) as library:
        assert Shelf(library).is_solved(level)


@pytest.mark.parametrize("key", [key for key in games.keys() if games.find(key).info.players == 1])
def test_a_level_of_each_game_is_won_by_the_mouse(key: str, database: str) -> None:
    """Each move that takes a piece to another cell is a drag."""
    level = first_level(key)

    async def test() -> None:
        async with running(database, level, size=(120, 40)) as (pilot, screen):
            view = screen.query_one(BoardView)

            def place(cell: int) -> tuple[int, int]:
                row, column = session_of(screen).board.rc(cell)
                left, top = view._origin
                return left + 2 * view._scale * column, top + view._scale * row

            for move in solution_of(level):
                visible = session_of(screen).visible
                cells = range(len(visible.board.terrain))
                drags = (
                    (start, end)
                    for start in cells
                    for end, moves in reach(visible, start, through=False).items()
                    if list(moves) == [move] and end in cells and end != start
                )
                depth = session_of(screen).current.depth
                if drag := next(drags, None):
                    await pilot.mouse_down(view, offset=place(drag[0]))
                    await pilot.mouse_up(view, offset=place(drag[1]))
                    await pilot.pause()
                    assert session_of(screen).current.depth == depth + 1, drag
                else:  # what stays where it is, such as a stone that is fixed
                    await pilot.press(*keys_for(session_of(screen), move))
            assert session_of(screen).outcome().solved

    played(test)


def test_a_box_is_clicked_and_then_its_target(database: str) -> None:
    """What it can reach shows before the second click, and the way to where the pointer is."""

    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            view = screen.query_one(BoardView)
            left, top = view._origin
            scale = view._scale
            box, goal = (left + 2 * scale * 3, top + scale), (left + 2 * scale * 6, top + scale)
            await pilot.click(view, offset=box)
            assert view._marks[8 + 3] == "selected"
            assert view._marks[8 + 6] == "target"
            await pilot.hover(view, offset=goal)
            assert [view._marks[8 + column] for column in (4, 5, 6)] == ["path"] * 3
            await pilot.click(view, offset=goal)
            assert session_of(screen).text == "rRRR"
            await pilot.click(view, offset=(left + 2 * scale, top + 2 * scale))
            assert session_of(screen).current.depth > 4, "the floor is walked to"

    played(test)


def test_undo_redo_history_and_scrubbing(database: str) -> None:
    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            await pilot.press("right", "right", "u", "down", "ctrl+y")
            assert message(screen) == "there is nothing to redo"
            await pilot.press("home")
            assert session_of(screen).current.depth == 0
            await pilot.press("end")
            assert session_of(screen).text == "rd"
            await pilot.click(HistoryBar, offset=(1, 0))
            assert session_of(screen).current.depth == 0
            await pilot.press("f3")
            await pilot.pause()
            await pilot.press("down", "down", "enter")
            await pilot.pause()
            assert session_of(screen).text == "rR"
            await pilot.press("r")
            assert session_of(screen).current.depth == 0
            assert screen._saved.session.size == 4, "nothing that was played is lost"
            await pilot.press("p")
            await pilot.pause(0.5)
            assert session_of(screen).text == "rR"
            assert not message(screen), "the end of a replay is no fault"

    played(test)


def test_keys_act_in_the_order_in_which_they_are_typed(database: str) -> None:
    """However fast they come, as over a slow line all at once: steps, undo and restart."""

    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            for key in ("right", "right", "u", "down", "u", "right", "r", "down", "right"):
                pilot.app.post_message(Key(key, None))
            for _ in range(2000):
                await pilot.pause(0.02)
                if session_of(screen).text == "dr":
                    break
            assert session_of(screen).text == "dr"
            assert screen._saved.session.size == 6

    played(test)


def test_a_play_goes_on_where_it_was(database: str) -> None:
    """Also one whose program was ended without a word; and without a file, the level that was played last."""

    async def first() -> None:
        async with running(database, ROOM) as (pilot, screen):
            await pilot.press("right", "right", "down")
            await killed(screen)

    async def second() -> None:
        async with running(database) as (pilot, screen):
            assert session_of(screen).text == "rRd"
            assert session_of(screen).level == ROOM
            await pilot.press("u")

    async def third() -> None:
        async with running(database, ROOM) as (_, screen):
            assert session_of(screen).text == "rR"
            assert screen._saved.session.size == 4

    for test in (first, second, third):
        played(test)


def test_two_windows_of_one_play_keep_what_was_played_in_each(database: str) -> None:
    """The one that has lost the play to the other gets all of it, and stands where it stood."""

    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            await pilot.press("right")
            await saved(screen)
            async with running(database, ROOM) as (other, second):
                await other.press("right")
                await until(lambda: session_of(second).text == "rR")
                await saved(second)
            await pilot.press("down")
            kept = "This play went on in two places at once: what was played in each is kept as a branch."
            await until(lambda: message(screen) == kept)
            assert session_of(screen).text == "rd"
            assert screen._saved.session.size == 4

    played(test)


def test_who_leaves_waits_for_no_answer_to_the_last_write(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game ends where the library can no longer be written, though its thread has something to say of that."""

    def fail(*_: object) -> NoReturn:
        raise PushboxError("the disk is full")

    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            monkeypatch.setattr(play_writes, "write", fail)
            await pilot.press("right")
            await until(lambda: message(screen) == "not saved yet: the disk is full")
            await pilot.press("right")

    game = Thread(target=played, args=(test,), daemon=True)
    game.start()
    game.join(60)
    assert not game.is_alive()


def test_help_tells_the_rules_the_signs_and_the_keys(database: str) -> None:
    async def test() -> None:
        async with running(database, first_level("crossoban"), size=(100, 200)) as (pilot, _):
            await pilot.press("f1")
            await pilot.pause()
            text = pilot.app.export_screenshot().replace("&#160;", " ")
            for words in ("Crossoban", "On the board", "@  pusher", "Keys", "Rules"):
                assert words in text
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(pilot.app.screen, PlayScreen)

    played(test)


def test_hints_climb_their_ladder_and_count_as_help(database: str) -> None:
    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            for words in (
                "It can still be won.", "Look around E2.", "The box on D2 comes next.",
                "The box on D2 belongs on G2 next.", "Play rRRR.",
            ):  # fmt: skip
                await pilot.press("question_mark")
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()
                assert message(screen) == words
            assert screen._saved.session.assists == {"hint"}

    played(test)


def test_the_solver_plays_on_and_is_stopped(database: str) -> None:
    endless = formats.read(ENDLESS).levels[0]

    async def test() -> None:
        async with running(database, ROOM) as (pilot, screen):
            await pilot.press("f5")
            for _ in range(6000):
                await pilot.pause(0.02)
                if session_of(screen).outcome().solved:
                    break
            assert session_of(screen).text == "rRRR"
            assert screen._saved.session.assists == {"solver"}
        async with running(database, endless) as (pilot, screen):
            await pilot.press("f5")
            await until(lambda: message(screen).startswith("Searching"))
            await pilot.press("escape")
            await until(lambda: message(screen) == "The search is stopped.")

    played(test)


def test_levels_before_and_after_and_the_library(database: str) -> None:
    async def test() -> None:
        async with running(database, first_level("sokoban")) as (pilot, screen):
            await pilot.press("left_square_bracket")
            assert message(screen) == "There is no level before this one."
            await pilot.press("right_square_bracket")
            assert session_of(await playing(pilot)).level == ROOM
            await pilot.press("f2")
            await pilot.pause()
            collections = pilot.app.screen.query_one("#collections", DataTable)
            listed = [collections.get_row_at(row) for row in range(3)]
            assert listed[0] == ["   0/1", OPENED]
            assert listed[1] == ["  0/13", "Lessons and first puzzles"]
            await pilot.press("slash", *"wall", "enter")
            await pilot.pause()
            await pilot.press("enter")
            await pilot.pause()
            chosen = await playing(pilot)
            assert chosen is not screen
            assert session_of(chosen).level != ROOM

    played(test)


def test_a_lesson_says_what_it_teaches_and_a_win_how_good_it_is(database: str) -> None:
    """Stars beside the best that is known; the palette has the commands of the game, and executes them."""

    async def test() -> None:
        async with running(database, first_level("sokoban")) as (pilot, screen):
            panel = screen.query_one(StatusPanel)
            assert "never pulled." in " ".join(panel.words.split())
            assert "3 · best 3" not in panel.words
            await pilot.press("right", "right", "right")
            await until(lambda: "No solution has fewer pushes." in panel.words)
            assert "3 · best 3" in panel.words
            assert "★★★" in panel.words
            assert message(screen) == "Solved: 3 moves, 2 pushes. ★★★ ] goes on to the next level."
            commands = {command.title: command.callback for command in pilot.app.get_system_commands(screen)}
            assert {"Undo a move", "Next level", "Show dead squares", "Theme"} <= commands.keys()
            assert "Step" not in commands
            await commands["Undo a move"]()
            assert session_of(screen).move_stack != []
            assert "★" not in panel.words

    played(test)


def test_the_last_level_of_a_list_leads_to_the_library(database: str) -> None:
    """What is solved asks for no hint and no solver, and none counts as help."""

    async def test() -> None:
        async with running(database, first_level("sokoban")) as (pilot, _):
            await pilot.press("right_square_bracket")
            screen = await playing(pilot)
            await pilot.press("right", "right", "right", "right")
            await until(lambda: "This was the last level; F2 opens the library." in message(screen))
            assert message(screen).startswith("Solved: 4 moves, 3 pushes. ")
            for key in ("question_mark", "f5"):
                await pilot.press(key)
                assert message(screen) == "The level is solved."
            assert screen._saved.session.assists == set()
            await pilot.press("right_square_bracket")
            assert message(screen) == "There is no level after this one; F2 opens the library."

    played(test)


def test_the_campaign_goes_on_after_the_lessons(database: str) -> None:
    """Level by level, pack by pack; a start without a file takes the lessons first that are not solved."""
    shelf = Shelf.open(database)
    lessons = store.collections.by_name(shelf.library, "lessons").id
    road = [store.collections.by_name(shelf.library, name).id for name in store.campaign.ROAD]

    def last_of(collection: int) -> LibraryPlaylist:
        *_, entry = store.levels.search(shelf.library, collection=collection, limit=100).entries
        return LibraryPlaylist(shelf.library, shelf.visitor, entry)

    for before, after in pairwise((lessons, *road)):
        for unsolved in (False, True):
            following = last_of(before).adjacent(1, unsolved=unsolved)
            assert following is not None
            assert (following.entry.collection, following.entry.number) == (after, 1)
    assert last_of(road[-1]).adjacent(1, unsolved=False) is None

    shipped = formats.read_file(levels.path("lessons")).levels
    *others, first = store.levels.search(shelf.library, collection=lessons, limit=100).entries
    for entry in (first, *others):
        assert shelf.where_they_were().current.collection == "lessons"
        play = SavedPlay(shelf.library, begin(shelf.library, shelf.visitor, entry.id).id, print)
        play.session.play_text(shipped[entry.number - 1].saved_moves[0].text)
        play.close()
    assert (shelf.where_they_were().current.collection, shelf.where_they_were().current.number) == ("campaign-01", 1)
    shelf.close()


def test_a_file_opens_where_the_player_was(database: str) -> None:
    """At the level played last, at the next unsolved one if that is solved, at the first if nothing is known of it."""
    shipped = formats.read_file(levels.path("lessons")).levels
    with store.open(database) as library:
        shelf = Shelf(library)
        assert shelf.of_file(shipped, None, "lessons").index == 0
        for index in (5, 2):
            begin(library, shelf.visitor, shelf.level_id(shelf.of_file(shipped, index, "lessons").current))
        assert shelf.of_file(shipped, None, "lessons").index == 2
        assert shelf.of_file(shipped, 4, "lessons").index == 4
        assert shelf.of_file(shipped[3:], None, "a part").index == 2
        assert shelf.of_file([ROOM], None, "a file").index == 0
        play = SavedPlay(
            library, begin(library, shelf.visitor, shelf.level_id(Entry(shipped[2], 3, "lessons"))).id, print
        )
        moves = play.session.session.parse(shipped[2].saved_moves[0].text)
        assert play.solved_level().saved_moves == shipped[2].saved_moves[:1]
        for move in moves:
            play.session.play(move)
        play.close()
        assert shelf.of_file(shipped, None, "lessons").index == 3
        assert shelf.of_file(shipped[:3], None, "behind the last").index == 0
        assert shelf.of_file([shipped[2]], None, "all are solved").index == 0
        assert not shelf.is_solved(shelf.where_they_were().current.level)
