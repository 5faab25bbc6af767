"""Studies in the terminal game: read move by move, changed, solved from a position, and kept."""

from __future__ import annotations

from pathlib import Path

from tests.tui.terminal_game import ROOM, played, running
from textual.widgets import Input

from pushbox.levels import builtin
from pushbox.studies import add_line, read_study, replay_study, say, study_of_level, write_study
from pushbox.studies.cursor import Cursor, at_node
from pushbox.tui.fullscreen.app import TerminalGame
from pushbox.tui.fullscreen.study_screen import StudyScreen

PAGODA = builtin("lessons")[9]


def test_a_cursor_goes_along_the_moves() -> None:
    """On and back over nodes, to other variations, and to the end of the line."""
    study = study_of_level(PAGODA)
    replayed = replay_study(study)
    study, lost = add_line(study, 0, replayed.start.parse("dDD"))
    replayed = replay_study(study)
    cursor, seen = Cursor(), []
    while (after := cursor.forward(replayed)) != cursor:
        cursor = after
        seen.append(cursor.position(replayed))
    assert seen[-1].outcome.solved
    for position in reversed(seen[:-1]):
        cursor = cursor.back(replayed)
        assert cursor.position(replayed) == position
    assert cursor.back(replayed).back(replayed) == Cursor()
    first = at_node(replayed, lost).variation(replayed, 1)
    assert (first.node != lost, first.variation(replayed, -1).node) == (True, lost)
    middle = Cursor(2, 3)
    split, node = middle.split(replayed)
    assert len(split.nodes) == len(study.nodes) + 1
    assert replay_study(split).positions[node] == middle.position(replayed)


def words(screen: StudyScreen) -> str:
    """Return the comment that is shown."""
    return str(screen.query_one("#comment").render())


def test_a_study_is_read_solved_changed_and_saved(database: str, tmp_path: Path) -> None:
    """Its comments come with their positions; a question is played; what is typed is in the file."""
    study = say(study_of_level(ROOM), 0, comment="Push right.", question="Two pushes.")
    file = tmp_path / "room.study"
    file.write_text(write_study(study))

    async def test() -> None:
        app = TerminalGame(
            [ROOM], 0, str(file), database=database, settings_file=tmp_path / "settings.json", study=study
        )
        async with app.run_test(size=(100, 30)) as pilot:
            while not isinstance(app.screen, StudyScreen):
                await pilot.pause(0.05)
            screen = app.screen
            await pilot.pause()
            assert "Push right." in words(screen)
            assert "? Two pushes." in words(screen)
            await pilot.press("p", "right", "right", "right", "right")
            await pilot.pause()
            assert screen._tried is not None
            assert screen._tried.session.outcome().solved
            await pilot.press("v")
            await pilot.pause()
            assert [node.moves for node in screen.study.nodes] == ["", "rRRR"]
            assert "Solved." in words(screen)
            await pilot.press("left", "left", "n", *"Halfway", "enter")
            await pilot.pause()
            assert [node.comment for node in screen.study.nodes] == ["Push right.", "Halfway", ""]
            assert [node.moves for node in screen.study.nodes] == ["", "rR", "RR"]
            await pilot.press("m")
            screen.query_one(Input).value = "problem G2 D2"
            await pilot.press("enter")
            await pilot.press("a")
            screen.query_one(Input).value = "D2 Z99"
            await pilot.press("enter")
            await pilot.pause()
            assert screen.study.nodes[1].marks == (("problem", (14, 11)),)
            assert screen.study.nodes[1].arrows == ()
            await pilot.press("ctrl+s", "escape")
            await pilot.pause()
            assert not isinstance(app.screen, StudyScreen)

    played(test)
    assert read_study(file.read_text()).nodes[1].comment == "Halfway"


def test_what_was_played_becomes_a_study_of_the_library(database: str) -> None:
    """With all its branches; the next time it is there, with the line that is shown."""

    async def test() -> None:
        async with running(database, ROOM, size=(100, 30)) as (pilot, _):
            await pilot.press("right", "right", "u", "down", "f6")
            await pilot.pause()
            screen = pilot.app.screen
            assert isinstance(screen, StudyScreen)
            assert sorted(node.moves for node in screen.study.nodes) == ["", "R", "d", "r"]
            await pilot.press("n", *"Mine", "enter", "ctrl+s", "escape", "right", "f6")
            await pilot.pause()
            again = pilot.app.screen
            assert isinstance(again, StudyScreen)
            assert again.study.nodes[0].comment == "Mine"
            assert (
                sorted(node.moves for node in again.study.nodes) == ["", "R", "dr", "r"] or len(again.study.nodes) > 4
            )

    played(test)
