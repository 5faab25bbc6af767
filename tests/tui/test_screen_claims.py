"""No sentence without its check: what the screens of the terminal game say of a level, beside all its positions."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache

from tests.analysis.claims.room import Room, TooLarge
from tests.depth import scaled

from pushbox import Limit, formats, load, verify
from pushbox.bench.rooms import rooms
from pushbox.level import Level
from pushbox.play.pointing import pushable
from pushbox.solver import Solved
from pushbox.tui import plain
from pushbox.tui.playlist import FilePlaylist
from pushbox.tui.solving import Solving

LIMIT = Limit(seconds=None, nodes=20_000)


@cache
def known() -> list[tuple[Level, Room]]:
    """Return made levels, each with a room that knows all its positions."""
    return [*_known()]


def _known() -> Iterator[tuple[Level, Room]]:
    for level in rooms(scaled(60), seed=41, largest=5, boxes=2):
        room = Room.of(level)
        assert room is not None
        try:
            assert room.positions
        except TooLarge:
            continue
        yield level, room


def test_what_the_solver_says_of_a_position_is_so() -> None:
    """A solution has the moves and pushes that it is said to have; a position without one has none."""
    said = set()
    for level, room in known():
        solving = Solving(load(level), LIMIT)
        solving.run()
        words = str(solving.words())
        if counts := re.fullmatch(r"A solution: (\d+) moves?, (\d+) push(?:es)?\.", words):
            assert isinstance(solving.verdict, Solved)
            replay = verify(level, solving.verdict.text)
            assert replay.solved
            assert replay.metrics is not None
            assert [*map(int, counts.groups())] == [replay.metrics.moves, replay.metrics.pushes]
        else:
            assert words.startswith("This position cannot be solved: "), words
            assert room.fewest is None
        said.add(words[:10])
    assert len(said) == 2


def test_the_boxes_that_are_said_to_be_pushable_are_those() -> None:
    """As many as the player can walk to and push: "{count} can be pushed."."""
    counts = set()
    for level, room in known():
        found = {level.board.rc(cell) for cell in pushable(load(level))}
        assert found == {push.start for push in room.pushes(room.start)}
        counts.add(len(found))
    assert len(counts) > 1


def test_dead_squares_are_dead() -> None:
    """No push takes a lone box from there to any goal: "Dead squares: no box gets from there to a goal."."""
    dead = 0
    for level, room in known():
        position = load(level)
        alive = {place for goal in room.goals for place in room.away(goal)}
        found = {level.board.rc(cell) for cell in position.rules.dead_squares(position.state)} & room.floor
        assert not found & alive, str(level.board)
        dead += len(found)
    assert dead


def test_there_is_no_level_where_that_is_said() -> None:
    """Of all levels, or of those that are not solved, which these say:

    "There is no level after this one.", "There is no unsolved level after this one.",
    "There is no level before this one.", "There is no unsolved level before this one."
    """
    solved, open_ = formats.read("####\n#@*#\n####\n\n#####\n#@$.#\n#####\n", format="xsb").levels
    levels = [open_, solved, open_, solved]
    said = set()
    for index in range(len(levels)):
        for word, step in (("next", 1), ("previous", -1)):
            for which in ("level", "unsolved"):
                out, playlist = io.StringIO(), FilePlaylist(levels, index, "a file", lambda level: level is solved)
                plain.play_list(
                    playlist, lambda entry: plain.UnkeptPlay(entry.level), io.StringIO(f"{word} {which}\n"), out
                )
                others = levels[index + 1 :] if step == 1 else levels[:index]
                unsolved = " unsolved" if which == "unsolved" else ""
                where = "after" if step == 1 else "before"
                is_none = f"There is no{unsolved} level {where} this one." in out.getvalue()
                assert is_none == (not [one for one in others if which == "level" or one is not solved])
                said.add((word, which, is_none))
    assert len(said) == 8
