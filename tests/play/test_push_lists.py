from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pushbox import formats
from pushbox.errors import IllegalMove, LevelError, NotationError
from pushbox.games import load
from pushbox.level import Level
from pushbox.notation import format_push_list, push_list
from pushbox.play import push_lists
from pushbox.play.verify import ReplayStatus, verify


def level(text: str) -> Level:
    return formats.read(text, format="xsb").levels[0]


ROOM = level("#######\n#@    #\n#  $  #\n#   . #\n#     #\n#######")


def test_letters_of_a_push_list() -> None:
    """Walks are shortest and lower case, pushes upper case."""
    assert push_lists.decode(ROOM, "2-2r1,4-1d1") == "rdRurD"
    assert push_lists.encode(ROOM, "rdrurd") == "2-2r1,4-1d1"
    assert push_lists.encode(ROOM, "rrll") == ""
    replay = verify(ROOM, "2-2r1,4-1d1")
    assert (replay.status, replay.text, replay.metrics and replay.metrics.pushes) == (ReplayStatus.SOLVED, "rdRurD", 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9-9r1", "step 1: the player cannot walk to column 9, row 9"),
        ("3-2r1", "step 1: the player cannot walk to column 3, row 2"),
        ("2-2r1,1-1r1", "step 7: no box stands where the list pushes one"),
        ("2-2r9", "step 5: the player cannot go right, the box is blocked"),
    ],
)
def test_what_cannot_be_played_is_refused(text: str, message: str) -> None:
    """A list that the rules refuse names the step and the reason; the replay reports it as illegal."""
    with pytest.raises(IllegalMove) as caught:
        push_lists.decode(ROOM, text)
    assert str(caught.value) == message
    assert verify(ROOM, text).status is ReplayStatus.ILLEGAL
    assert verify(ROOM, text).message == message


@pytest.mark.parametrize("text", ["1-1", "1-1r1;", "1-1r99999999", "1-1r0", "1-1r1,,", "1-1r3000000,1-1r3000000"])
def test_what_is_no_list_is_refused(text: str) -> None:
    """A text that is no push list, or hides too long a one, raises NotationError."""
    with pytest.raises(NotationError):
        push_list(text)


def test_two_players_are_refused() -> None:
    """A list does not say which player walks, so that there must be one."""
    with pytest.raises(LevelError):
        push_lists.decode(level("####\n#@@#\n####\nGame: sokoban"), "1-1r1")


@given(st.text("0123456789-lurdLURD, x", max_size=30))
def test_any_text_is_a_list_or_refused(text: str) -> None:
    """Any text gives pushes, which are written and read again, or NotationError."""
    try:
        pushes = push_list(text)
    except NotationError:
        return
    assert push_list(format_push_list(pushes)) == pushes


def test_lists_of_real_solutions_play_the_same(shared: Path) -> None:
    """The list of a solution is played to the same end, in no more moves than the solution."""
    rows = (shared / "verified_solutions" / "skinner__Microban.tsv").read_text("utf-8").splitlines()
    levels = formats.read_file(shared / "skinner" / "Microban.txt").levels
    for row in random.Random(1).sample(rows[1:], 25):
        number, *_, solution = row.split("\t")
        board = levels[int(number) - 1]
        short = push_lists.decode(board, push_lists.encode(board, solution))
        replay, original = verify(board, short), verify(board, solution)
        assert replay.solved
        assert replay.metrics is not None
        assert original.metrics is not None
        assert replay.metrics.pushes == original.metrics.pushes
        assert replay.metrics.moves <= original.metrics.moves


@given(st.integers(0, 10**6))
def test_random_walks_come_back(seed: int) -> None:
    """encode, then decode: the same pushes, and so the same boxes, from wherever the player went."""
    rng = random.Random(seed)
    start = position = load(ROOM)
    played = []
    for _ in range(60):
        played.append(rng.choice(position.legal_moves))
        position = position.apply(played[-1])
    short = push_lists.decode(ROOM, push_lists.encode(ROOM, start.format(played)))
    line = start.play_line(start.parse(short))
    assert line.state.boxes == position.state.boxes
