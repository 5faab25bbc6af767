"""Run lengths mean the same wherever they stand: in boards of every format, in share links, and in moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pushbox
from pushbox import formats
from pushbox.errors import PushboxError
from pushbox.formats import share
from pushbox.level import Level
from pushbox.metrics import measure
from pushbox.notation import expand_moves

ROOM = "#####\n#@$.#\n#####"
HALL = "#######\n#@$  .#\n#######"


def in_format(key: str, signs: str = "#@$.| ") -> Callable[[str], Level]:
    """Return the reader of a board in run lengths with the signs of a format instead of ``#@$.| ``."""

    def read(text: str) -> Level:
        (level,) = formats.read(text.translate(str.maketrans("#@$.| ", signs)), format=key).levels
        return level

    return read


def in_link(text: str) -> Level:
    return share.decode("v=1&g=sokoban&x=" + text.translate(str.maketrans("#@$.| ", "Wpbg._"))).level


def in_json(text: str) -> Level:
    """Return the board whose rows are these in pushbox JSON."""
    rows = ",".join(f'"{row}"' for row in text.split("|"))
    palette = '{"#":"wall"," ":"floor"}'
    board = f'{{"width":5,"height":{text.count("|") + 1},"palette":{palette},"terrain":[{rows}]}}'
    return formats.json.decode(f'{{"game":"sokoban","board":{board}}}')


BOARDS = {key: in_format(key) for key in ("xsb", "rle", "sok", "plus", "falcon", "ksokoban")}
BOARDS |= {"elm": in_format("elm", "ABDFHG"), "link": in_link}


@pytest.mark.parametrize("place", BOARDS)
@pytest.mark.parametrize(
    "text",
    ["5#|#@$.#|5#", "05#|1#@$.#|5#", "2(2#)#|#@$.#|5#", "(5#)|(#(@)$.#)|5#", "3(#)2#|#@$.#|#2(##)", "#####|#@$.#|#4#"],
)
def test_boards_are_read_alike(place: str, text: str) -> None:
    """Counts, counts with zeros before them, groups and groups within groups."""
    assert str(BOARDS[place](text).board) == ROOM


@pytest.mark.parametrize("place", [place for place in BOARDS if place != "link"])
@pytest.mark.parametrize("text", ["5#|#@$.#|5#|", "5#|#@$.#|5#8", "5#|#@$.#2|5#"])
def test_ends_of_rows_in_files_are_read_alike(place: str, text: str) -> None:
    """The end of the last row, and digits that are left over at the end of any, are dropped."""
    assert str(BOARDS[place](text).board) == ROOM


@pytest.mark.parametrize("place", BOARDS)
def test_an_empty_row_is_floor(place: str) -> None:
    """Nothing between two ends of rows is a row of floor: here one in which the room is open."""
    (box,) = BOARDS[place]("5#||#@$.#|5#").board.of_kind("box")
    board = BOARDS[place]("5#||#@$.#|5#").board
    row = [board.terrain[cell].kind for cell in range(box.anchor - board.width - 2, box.anchor - board.width + 3)]
    assert row == ["floor"] * 5


@pytest.mark.parametrize("place", BOARDS)
@pytest.mark.parametrize(
    "text", ["0#|#@$.#|5#", "5(#|#@$.#)|5#", "5#|2(#@|$.#)|5#", "99999999#|#@$.#|5#", "5#|#@$.#|()"]
)
def test_what_means_nothing_is_refused_alike(place: str, text: str) -> None:
    """A count of 0, a group across rows, an empty one, and more than a text may grow to: no level comes of them."""
    with pytest.raises((PushboxError, ValueError)):
        BOARDS[place](text)


def test_rows_of_json_are_read_alike() -> None:
    """The terrain in JSON follows the same grammar, row by row."""
    assert str(in_json("5#|#3 #|2(2#)#").board) == str(in_json("#####|#   #|(5#)").board)
    with pytest.raises(PushboxError, match="found the count 0"):
        in_json("0#|5#")


def verified(text: str) -> str:
    verification = pushbox.verify(pushbox.read(HALL).levels[0], text)
    return verification.text if verification.solved else ""


def played(text: str) -> str:
    session = pushbox.Session(pushbox.read(HALL).levels[0])
    session.play_text(text)
    return session.text


def kept(key: str) -> Callable[[str], str]:
    """Return what the replay makes of a solution that stands in a file."""

    def replay(text: str) -> str:
        (level,) = formats.read(f"{HALL}\n\nSolution: {text}\n", format=key).levels
        return verified(level.saved_moves[0].text)

    return replay


MOVES: dict[str, Callable[[str], str]] = {
    "notation": expand_moves,
    "verify": verified,
    "session": played,
    "link": lambda text: share.decode(f"v=1&g=sokoban&x=7W.Wpb__gW.7W&l={text}").moves,
    "xsb": kept("xsb"),
    "sok": kept("sok"),
    "falcon": kept("falcon"),
}


@pytest.mark.parametrize("place", MOVES)
@pytest.mark.parametrize("text", ["RRR", "3R", "03R", "2R R", "R2(R)", "(3R)", "(2(R)R)", "1R1R1R", " 3 R "])
def test_moves_are_read_alike(place: str, text: str) -> None:
    """Counts, groups and white space in a line of moves."""
    assert MOVES[place](text) == "RRR"
    assert measure(text) == measure("RRR")


@pytest.mark.parametrize("place", ["notation", "session", "link"])
@pytest.mark.parametrize("text", ["0R", "R3", "3", "2()R", "(3R", "3R)", "3R|", "9999999R"])
def test_moves_that_mean_nothing_are_refused_alike(place: str, text: str) -> None:
    """A count of nothing or without a letter, a group that is empty or open: one of the project's errors."""
    with pytest.raises(PushboxError):
        MOVES[place](text)
    with pytest.raises(PushboxError):
        measure(text)
    assert verified(text) == ""
