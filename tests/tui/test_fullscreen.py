"""The terminal game over the whole screen: every game won by keys and by mouse, kept, resumed, and at any size."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn

import pytest
from rich.color import Color
from tests.search import ENDLESS
from tests.tui.keys import keys_for
from tests.tui.waiting import until
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import DataTable

from pushbox import formats, games, levels, solve, store
from pushbox.board import FLOOR, Board, Piece
from pushbox.errors import PushboxError
from pushbox.level import Collection, Level
from pushbox.play.pointing import reach
from pushbox.play.session import Session
from pushbox.render.text import draw
from pushbox.solver import Solved
from pushbox.store import play_writes
from pushbox.tui.fullscreen import settings
from pushbox.tui.fullscreen.app import TerminalGame
from pushbox.tui.fullscreen.ascii_filter import in_ascii
from pushbox.tui.fullscreen.board_view import BoardView
from pushbox.tui.fullscreen.cell_art import cell_arts
from pushbox.tui.fullscreen.editor_screen import EditorScreen
from pushbox.tui.fullscreen.fitting_footer import FittingFooter
from pushbox.tui.fullscreen.history_bar import HistoryBar
from pushbox.tui.fullscreen.line_view import LineView
from pushbox.tui.fullscreen.painting import brushes, cell_label, painted, resized, revealed
from pushbox.tui.fullscreen.play_screen import PlayScreen
from pushbox.tui.fullscreen.status_panel import StatusPanel
from pushbox.tui.playlist import Entry
from pushbox.tui.saved_play import SavedPlay, begin
from pushbox.tui.shelf import DRAWN, OPENED, Shelf

ROOM = formats.read("########\n#@ $  .#\n#      #\n########\nTitle: Room\n", format="xsb").levels[0]
Game = Pilot[None]


@asynccontextmanager
async def running(
    database: str, level: Level | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Game, PlayScreen]]:
    """Yield a game that shows a level, or where the player was."""
    app = TerminalGame(
        [] if level is None else [level, ROOM],
        0,
        "a file",
        database=database,
        settings_file=Path(database.removeprefix("sqlite:///")).with_name("terminal.json"),
    )
    async with app.run_test(size=size) as pilot:
        yield pilot, await playing(pilot)


async def playing(pilot: Game) -> PlayScreen:
    """Return the screen of the level that is played, once there is one."""
    for _ in range(6_000):
        await pilot.pause(0.02)
        screen = pilot.app.screen
        if isinstance(screen, PlayScreen) and screen.query(BoardView) and screen.query_one(BoardView).virtual_size:
            await pilot.pause()  # until it is laid out, as what is clicked has its place then
            return screen
    raise AssertionError("no level is shown")


def session_of(screen: PlayScreen) -> Session:
    return screen._saved.session.session


def message(screen: PlayScreen) -> str:
    return screen.query_one("#message", LineView).words


async def saved(screen: PlayScreen) -> None:
    """Wait until what was played is in the library."""
    await until(lambda: screen._saving is None)
    await asyncio.wait_for(asyncio.to_thread(screen._saved._thread.submit(lambda: None).result), 120)


async def killed(screen: PlayScreen) -> None:
    """Let a game end without a word, once what was played is in the library."""
    await saved(screen)
    screen._saved.close = lambda: None  # type: ignore[method-assign]


def played(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]  # a coroutine


def first_level(key: str) -> Level:
    name = "lessons" if key == "sokoban" else key
    return formats.read_file(levels.path(name)).levels[0]


def solution_of(level: Level) -> list[Any]:
    verdict = solve(level)
    assert isinstance(verdict, Solved)
    return Session(level).parse(verdict.text)


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


def test_16_colours_are_those_of_the_terminal() -> None:
    """Red is red there, not what is nearest to the orange of many colours, and floor has no colour."""
    board = Board(3, 1, (FLOOR,) * 3, (Piece("box", (1,), ("red",)),))
    many, few = (cell_arts(board, draw(board), in_16=in_16) for in_16 in (False, True))
    assert str(many[1].style) != str(few[1].style)
    assert few[1].style.bgcolor == Color.from_ansi(9)
    assert few[0].style.bgcolor is None


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
            await until(lambda: message(screen).startswith("This play went on in two places"))
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
        for move in play.session.session.parse(shipped[2].saved_moves[0].text):
            play.session.play(move)
        play.close()
        assert shelf.of_file(shipped, None, "lessons").index == 3


def test_a_level_is_edited_and_played(database: str) -> None:
    """Painted by keys and by the mouse; its faults show at once, and it is kept with its title."""

    async def test() -> None:
        async with running(database, ROOM, size=(100, 30)) as (pilot, _):
            await pilot.press("f4")
            await pilot.pause()
            editor = pilot.app.screen
            assert isinstance(editor, EditorScreen)
            problems = editor.query_one("#problems")
            assert "can be played" in str(problems.render())
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


@pytest.mark.parametrize("width", [60, 80, 200])
def test_no_key_of_a_footer_is_cut_in_two(width: int, database: str) -> None:
    """Those that there is no room for are left out; help comes first."""

    async def test() -> None:
        async with running(database, ROOM, size=(width, 20)) as (pilot, _):
            for key in ("f2", "escape", "f4"):
                await pilot.press(key)
                await pilot.pause()
                (footer,) = pilot.app.screen.query(FittingFooter)
                assert all(child.region.right <= width for child in footer.children)
                assert len(footer.children) >= 3

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
