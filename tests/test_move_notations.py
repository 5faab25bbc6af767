"""Moves as people paste them: in arrows, words, keys and digits, each read whole or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pushbox
from pushbox import formats
from pushbox.errors import NotationError, UnsupportedError
from pushbox.formats.parts.metadata import title_of
from pushbox.move_notations import NOTATIONS, read_moves, recognise, write_moves
from pushbox.play.verify import verify

ROOM = "########\n#@ $  .#\n########\n"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("→→↑←↓", "rruld"),
        ("➡️ ⬆️ ⬅️ ⬇️", "ruld"),
        ("Right Up left DOWN", "ruld"),
        ("Right || Up || [left]", "rul"),
        ("[up], [down]", "ud"),
        ('["Up", "Down"]', "ud"),
        ("move right, then push up", "ru"),
        ("north east South west", "urdl"),
        ("<answer>Right || Up</answer>", "ru"),
        ("I go <answer>Left</answer> or <ANSWER>\nright -> up\n</ANSWER>", "ru"),
        ("<^>v", "lurd"),
        ("><<v\nvv^", "rlldddu"),
        ("r, R, u", "rRu"),
        ('["r","U"]', "rU"),
        ("wasd", "uldr"),
        ("WaSd", "UlDr"),
        ("hjkl HJKL", "ldurLDUR"),
    ],
)
def test_a_notation_is_recognised(text: str, letters: str) -> None:
    """A text in one of the notations is its letters, whatever stands between them."""
    assert recognise(text) == letters == read_moves(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "rRuU", "3r(uU)", "{rrd}L", "[uu]R*", "none yet", "4 moves, 3 pushes", "230/97", "up and away", "→x",
        "1 2 3", "r -d -r", "2,2!", "3,1> 3,3^", "1,3 1,2", "sad story", "vvv", "<answer></answer>", "left-over",
    ],
)  # fmt: skip
def test_what_is_in_none_stays_what_it_is(text: str) -> None:
    """LURD with its signs, the notations of games, digits and words are not taken for another notation."""
    assert recognise(text) is None
    assert read_moves(text) == text


@pytest.mark.parametrize("name", NOTATIONS)
@given(letters=st.text(alphabet="lurdLURD", min_size=1, max_size=20))
def test_what_is_written_is_read(name: str, letters: str) -> None:
    """Each notation reads what it writes, but for capitals; detected ones do so without their name."""
    written = write_moves(letters, name)
    assert read_moves(written, name).lower() == letters.lower()
    if name in {"arrows", "words"}:  # whose signs no other notation has
        assert read_moves(written).lower() == letters.lower()


def test_digits_need_a_name() -> None:
    """The same digits are other moves in another environment, and nothing without its name."""
    assert (read_moves("8 8 5", "gym"), read_moves("0123", "jumanji"), read_moves("0 4", "gym")) == ("rru", "urdl", "r")
    assert (write_moves("rRu", "gym"), write_moves("lurd", "jumanji")) == ("4 4 1", "3 0 1 2")
    with pytest.raises(NotationError, match=r"^found '9', expected moves in this notation: the digits of gym-sokoban"):
        read_moves("9", "gym")
    with pytest.raises(UnsupportedError, match=r"^found the notation 'x', expected one of lurd, arrows, words"):
        write_moves("r", "x")
    assert read_moves("2r", "lurd") == write_moves("rr", "lurd") == "rr"


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("Solution: →→→→", ["rrrr"]),
        ("Solution: r, R, R, R", ["rRRR"]),
        ("Solution: Right Right Right Right", ["rrrr"]),
        ("Solution: Right Right\nRight Right", ["rrrr"]),
        ("Solution:\n→→\n→→", ["rrrr"]),
        ("Solution: rRrX", ["rRrX"]),
        ("Solution: none yet", []),
        ("Solution: 4 moves, 3 pushes", []),
        ("Solution/Moves: 4/3", []),
        ("Solution (Pushes: 3)", []),
    ],
)
def test_solutions_in_files(line: str, moves: list[str]) -> None:
    """A solution in another notation is read as LURD, a slip in one stays to be reported, and words are a header."""
    level = formats.read(f"{ROOM}{line}\n", format="xsb").levels[0]
    assert [saved.text for saved in level.saved_moves] == moves
    if moves and "X" not in moves[0]:
        assert verify(level, level.saved_moves[0].text).text == "rRRR"
    if not moves:
        assert line.split(":", maxsplit=1)[0] in str(level.headers)


@pytest.mark.parametrize("title", ["Solution/Moves: 4/3", "Solution (Pushes: 3)"])
def test_titles_of_moves_in_sok(title: str) -> None:
    """A title that names counts is whole, and the moves below it are the solution."""
    (level,) = formats.read(f"{ROOM}\n{title}\nrRRR\n", format="sok")
    assert [(saved.title, saved.text) for saved in level.saved_moves] == [(title_of(title), "rRRR")]


def test_a_game_s_own_notation_comes_first() -> None:
    """What a game reads itself is never read as another notation; other players' moves are."""
    (level,) = formats.read(ROOM)
    for text in ("Right || Right || Right || Right", "r,r,r,r", "<answer>→→→→</answer>", "rrrr"):
        assert verify(level, text).solved
    for level in pushbox.builtin("versus"):
        for saved in level.saved_moves:
            assert verify(level, saved.text).solved
