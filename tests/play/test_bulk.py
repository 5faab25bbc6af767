"""Many texts at once: each result is that of the game's own replay."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.depth import scaled

from pushbox import builtin, core, load, read, verify, verify_many
from pushbox.arguments import Line
from pushbox.conformance import random_levels
from pushbox.errors import ArgumentError, MissingCore, PushboxError
from pushbox.games import find, keys
from pushbox.games.position import Position
from pushbox.level import Level
from pushbox.play import native
from pushbox.play.verify import ReplayStatus, Verification

LEVELS = read("#####\n#@$.#\n#####\n\n######\n#.$ @#\n#    #\n######\n").levels


def alone(start: Level | Position, text: str) -> Verification:
    """Return what `verify` says of a line by itself."""
    try:
        return verify(start, text)
    except PushboxError as error:
        return Verification(ReplayStatus.ERROR, message=str(error))


def lines_of(key: str, count: int) -> list[tuple[Level, str]]:
    """Return random lines on random levels of a game: many illegal, some in run lengths, some with strange letters."""
    rng = random.Random(key)
    levels = random_levels(find(key), count, seed=7)
    return [
        (level, "".join(rng.choices("lurdLURD", k=rng.randrange(12))) + rng.choice(["", "", "2r", "x"]))
        for level in levels
    ]


@pytest.mark.parametrize("key", keys())
def test_each_line_is_replayed_as_alone(key: str) -> None:
    """Random lines on random levels of every game."""
    lines = lines_of(key, scaled(300, least=30))
    assert [*verify_many(lines)] == [alone(*line) for line in lines]


def test_long_walks_are_played_natively() -> None:
    """Text, counts, the first solved position and the end are those of the game, on random walks that are legal."""
    rng = random.Random(5)
    solved = 0
    for level in random_levels(find("sokoban"), scaled(600, least=60), seed=3, plain=True):
        if len(level.board.of_kind("pusher")) != 1:
            continue
        letters, _ = native.replay(level, "".join(rng.choices("lurd", k=60)))
        text = letters.replace("-", "")
        (line,) = native.play_lines([(level, text.swapcase())], 1)
        expected = verify(level, text)
        assert line is not None
        assert (line.text, line.metrics, line.solved_at) == (expected.text, expected.metrics, expected.solved_at)
        assert line.solved == expected.solved
        solved += expected.solved_at is not None
    assert solved > 2


@pytest.mark.parametrize("threads", [1, 2])
def test_shipped_solutions_are_verified(threads: int) -> None:
    """More than are played in one call, in order."""
    levels = [level for name in ("campaign-01", "campaign-02", "campaign-03", "plus") for level in builtin(name)]
    lines = [(level, saved.text) for level in levels for saved in level.saved_moves] * 6
    assert len(lines) > 512
    found = [*verify_many(lines, threads=threads)]
    assert all(found)
    assert found[:40] == [alone(*line) for line in lines[:40]]


def test_nothing_is_lost_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games play all lines then."""

    def missing(*_: object) -> None:
        raise MissingCore.said("no-core")

    lines = lines_of("sokoban", 40)
    expected = [*verify_many(lines)]
    monkeypatch.setattr(core, "play_lines", missing)
    assert [*verify_many(lines)] == expected


def test_positions_and_levels_of_other_games() -> None:
    """From a position on; by the game that the position has; what cannot be played is an error with its sentence."""
    position = load(LEVELS[1]).apply(0)
    other = load(LEVELS[0], find("multiban"))
    unknown = replace(LEVELS[0], game="no such game")
    lines: list[tuple[Level | Position, Line]] = [
        (position, "L"),
        (other, "r"),
        (unknown, "r"),
        (LEVELS[0], [2]),
        (LEVELS[0], verify(LEVELS[0], "r")),
    ]
    found = [*verify_many(lines)]
    assert [one.status.value for one in found] == ["solved", "solved", "error", "solved", "solved"]
    assert found[1] == verify(other, "r")
    assert "no such game" in found[2].message
    with pytest.raises(ArgumentError, match="text: found 7"):
        next(verify_many([(LEVELS[0], 7)]))  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match="threads: found 0"):
        next(verify_many(lines, threads=0))
