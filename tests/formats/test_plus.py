from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.worded import LEVEL, TRICKY, WORD, bare, collections, lines, records

from pushbox import formats
from pushbox.board import Board
from pushbox.errors import FormatError, PushboxError
from pushbox.formats import plus
from pushbox.formats.detection import detect
from pushbox.formats.parts import numbers
from pushbox.level import Collection, Level, SavedMoves

NUMBERED = ["boxorder 99 99 2 99 99 99 99 99 99 2", "goalorder 2 99 99 99 99 99 99 99 2"]


def read(text: str) -> Collection:
    return formats.read(text, format="plus")


def room(boxes: int) -> str:
    return "\n".join(["#" * (boxes + 3), f"#@{'$' * boxes}#", f"# {'.' * boxes}#", "#" * (boxes + 3)])


def of(level: Level) -> tuple[list[int], list[int]]:
    boxes, goals = numbers.of(level.board)
    return list(boxes), list(goals)


# Cases

EXPECTED = [
    "1 1 2 1 1 1 1 1 1 2 / 2 1 1 1 1 1 1 1 2 1",
    "0 0 2 0 0 0 0 0 0 2 / 2 0 0 0 0 0 0 0 2 0",
    "42 24 4 2 0 / 2 24 42 4 0",
    "1 2 0 3 0 / 3 1 0 2 0",
    "in boxorder: found 6 numbers, expected at most 5; kept as text",
    "in boxorder: found 3 numbers, expected at most 2; kept as text",
    "1 2 3 0 / 3 2 1 0",
    "in boxorder: found '-1', expected numbers from 0 to 999999999; kept as text",
    "found goals numbered 6, expected the same numbers on boxes and goals",
    "2 2 3 3 1 1 0 0 0 0 / 1 1 2 2 3 3 0 0 0 0",
    "1 5 42 0 23 0 0 0 0 0 / 1 5 42 0 23 0 0 0 0 0",
    # 99 is no number whatever the count of boxes
    f"1 5 42 0 23{' 0' * 94} / 1 5 42 0 23{' 0' * 94}",
    "in boxorder: found 'foo', expected numbers from 0 to 999999999; kept as text",
    # multisets are compared, not sets
    "found boxes numbered 1 and goals numbered 2, expected the same numbers on boxes and goals",
    "3 5 4 6 2 19 / 19 2 6 4 5 3",
]


def test_cases(shared: Path) -> None:
    """The peers' cases are read as the decisions of formats.md say, in each dialect alike, and reading them again from
    what is written gives the same level."""
    cases = json.loads((shared / "parser_cases" / "sokoban_plus.json").read_text("utf-8"))
    for case, expected in zip(cases, EXPECTED, strict=True):
        orders = [f"boxorder {case['boxorder']}", f"goalorder {case['goalorder']}"]
        for text in (
            "\n".join([room(case["pieces"]), "Comment:", *orders, "Comment-End:"]),
            "\n".join([room(case["pieces"]), "Comment:", *orders, "Comment End:"]),
            "\n".join([room(case["pieces"]), *orders]),
            "\n".join([room(case["pieces"]), *orders]).replace("order ", "order: ").upper(),
        ):
            collection = read(text)
            (level,) = collection.levels
            assert level.game == "plus"
            if collection.problems:
                (problem,) = collection.problems
                assert problem.severity == "error"
                assert str(problem._replace(line=0)).casefold() == expected.casefold()
                assert text.splitlines()[problem.line - 1].lower().startswith("boxorder")
            else:
                assert " / ".join(" ".join(map(str, side)) for side in of(level)) == expected
                assert (level.notes, level.headers) == ("", ())
            assert lines(formats.write(collection, "plus")) == lines(text)
            assert read(formats.write(bare(collection), "plus")) == collection


def test_the_seed(shared: Path) -> None:
    """The level of seed 000 is plus, its step limit stays in the title, and all its spellings are one level."""
    data = (shared / "sokoban_plus" / "tr_stage4_ch2_03.xsb").read_bytes()
    collection = formats.read(data)
    (level,) = collection.levels
    assert (collection.format, collection.problems, level.game) == ("plus", (), "plus")
    assert level.title == "Stage 4 Chapter 2 03 (step 0900)"
    assert plus.offers(level) == (("steps", 900),)
    assert plus.offers(replace(level, options=(("steps", 5),))) == ()
    assert plus.offers(replace(level, title="A footstep (step)")) == ()
    assert of(level) == ([0, 0, 2, 0, 0, 0, 0, 0, 0, 2], [2, 0, 0, 0, 0, 0, 0, 0, 2, 0])
    assert lines(formats.write(collection, "plus")) == lines(data.decode("utf-8"))
    written = formats.write(bare(collection), "plus")
    assert lines(written)[-4:] == ["Comment:", *NUMBERED, "Comment-End:"]
    for text in (
        written.replace("Comment-End:", "Comment End:"),
        written.replace("Comment:\n", "").replace("Comment-End:", ""),
        written.replace("goalorder 2 99 99 99 99 99 99 99 2", "goalorder 2 99 0 99 99 99 99 99 2 99"),
    ):
        assert read(text) == collection
        assert detect(text).format == "plus"


# Faults and dialects


@pytest.mark.parametrize(
    ("text", "game", "problems"),
    [
        ("boxorder 1", "sokoban", ["line 4: found boxorder, expected goalorder too; kept as text"]),
        ("goalorder 1", "sokoban", ["line 4: found goalorder, expected boxorder too; kept as text"]),
        ("boxorder: 120\ngoalorder: 120", "plus", []),
        (
            "boxorder 120\ngoalorder: 120",
            "plus",
            [
                "line 4, column 10: found the number 120 in a line without a colon, expected at most 98, or a colon",
            ],
        ),
        ("boxorder 98\ngoalorder 98", "plus", []),
        (
            "boxorder 100\ngoalorder 100",
            "plus",
            [
                "line 4, column 10: found the number 100 in a line without a colon, expected at most 98, or a colon",
                "line 5, column 11: found the number 100 in a line without a colon, expected at most 98, or a colon",
            ],
        ),
        (
            "Comment:\nboxorder 120\ngoalorder 7\nComment-End:",
            "plus",
            [
                "line 5, column 10: found the number 120 in a comment, expected at most 98, as SokoMind",
                "line 5: found boxes numbered 120 and goals numbered 7, expected the same numbers on boxes and goals",
            ],
        ),
        ("boxorder 0\ngoalorder 99 99 0", "plus", []),
        ("boxorder 1234567890\ngoalorder 1", "plus", ["line 4: in boxorder: found '1234567890', expected numbers"]),
        ("boxorders are fun", "sokoban", []),
    ],
)
def test_what_is_wrong_is_reported(text: str, game: str, problems: list[str]) -> None:
    """Faults of the two lines are reported with their line, and the lines are kept."""
    text = f"{LEVEL}\n{text}"
    collection = read(text)
    assert collection.levels[0].game == game
    assert len(collection.problems) == len(problems)
    for problem, start in zip(collection.problems, problems, strict=True):
        assert str(problem).startswith(start)
    assert lines(formats.write(collection, "plus")) == lines(text)
    assert read(formats.write(bare(collection), "plus")) == collection


ABOVE = "found boxorder above the board, expected this line below it; kept as text"


@pytest.mark.parametrize(
    ("above", "problems"),
    [
        ("boxorder 100\n", [f"line 1: {ABOVE}"]),
        ("boxorder 100\n\n", [f"line 1: {ABOVE}"]),
        ("Two\n\nboxorder 1 2\n\n", [f"line 3: {ABOVE}"]),
        ("Two\nboxorder 1 2\n\n", [ABOVE]),
        ("boxorder 100\ngoalorder 100\n\n", [ABOVE, ABOVE.replace("boxorder", "goalorder")]),
        ("boxorder 1\ngoalorder 1\n", []),  # directly above, both are of the board
        ("boxorder basics 7\n", []),
        ("Numbers of boxorder 1\n", []),
        ("100\n", []),  # levels are called so
    ],
)
@pytest.mark.parametrize("below", ["", "\nboxorder: 1\ngoalorder: 1"])
def test_lines_of_numbers_above_the_first_board_are_not_lost_in_silence(
    above: str, problems: list[str], below: str
) -> None:
    """They number nothing: they stay a title or notes, with a warning each."""
    text = f"{above}{LEVEL}{below}"
    collection = read(text)
    assert [str(problem) for problem in collection.problems] == problems
    assert lines(formats.write(collection, "plus")) == lines(text)


def test_small_boards_that_are_shared_are_numbered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels of a file on one board with the same numbers have one board, made once; with others their own."""
    made: list[Board] = []
    make = numbers._numbered

    def board_made(*parts: Any) -> Board:
        made.append(make(*parts))
        return made[-1]

    monkeypatch.setattr(numbers, "_numbered", board_made)
    board = "#######\n#@$$..#\n#######\n"
    text = "".join(f"{board}boxorder {order}\ngoalorder 1 2\n\n" for order in ("1 2", "2 1") * 3)
    boards = [level.board for level in formats.read(text, format="plus").levels]
    assert len({id(board) for board in boards}) == len(made) == 2
    assert [numbers.of(board)[0] for board in boards] == [(1, 2), (2, 1)] * 3


def test_what_sokomind_cannot_read_is_written_for_others() -> None:
    """Numbers to 98 are written inside a comment, higher ones as keys; 99 cannot be written at all."""
    (level,) = read(f"{LEVEL}\nComment:\nnote\nboxorder 98\ngoalorder 98\nComment-End:").levels
    assert level.notes == "note"

    def numbered(number: int) -> Collection:
        board = numbers.numbered(level.board, (number,), (number,))
        return bare(Collection((replace(level, board=board),)))

    note = ["Comment:", "note", "boxorder 98", "goalorder 98", "Comment-End:"]
    assert lines(formats.write(numbered(98), "plus"))[3:] == note
    assert lines(formats.write(numbered(100), "plus"))[3:5] == ["boxorder: 100", "goalorder: 100"]
    with pytest.raises(FormatError, match=r"^level 1: found the number 99 on box 1, expected another, as 99 means no"):
        formats.write(numbered(99), "plus")
    assert formats.losses(numbered(98), "xsb")


def test_places_of_a_numbered_board_are_those_of_its_text() -> None:
    """A problem at a cell of a level with numbers is reported with line and column."""
    (level,) = read(f"; one\n{LEVEL}\nboxorder 1\ngoalorder 1").levels
    assert level.source is not None
    assert level.source.board == level.board
    assert level.source.where(level.board.of_kind("box")[0].anchor) == (3, 3)


# Laws

RECORD = records(st.sampled_from(["", "Savegame", "best"]), st.text("lurdLURD", max_size=99), st.just(""))


@given(collections(game="plus", record=RECORD, numbers=True, options=("steps",)))
@settings(max_examples=scaled(150))
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection, once more after reading, and with a record added to every level."""
    assert formats.losses(collection, "plus") == []
    text = formats.write(collection, "plus")
    again = read(text)
    assert again == collection
    assert formats.write(again, "plus") == text
    more = replace(again, levels=tuple(level.with_saved_moves(SavedMoves("", "rrR")) for level in again.levels))
    assert read(formats.write(more, "plus")) == more


@given(collections(game="plus", record=RECORD, word=WORD | TRICKY, numbers=True))
@settings(max_examples=scaled(150))
def test_nothing_is_lost_in_silence(collection: Collection) -> None:
    """Any texts read back, or a loss is reported and nothing is written."""
    if formats.losses(collection, "plus"):
        with pytest.raises(FormatError):
            formats.write(collection, "plus")
    else:
        assert read(formats.write(collection, "plus")) == collection


@given(st.lists(st.integers(0, 10**9 - 1).filter(lambda number: number != 99), max_size=9), st.integers(0, 3))
def test_orders_are_read_as_they_are_written(order: list[int], more: int) -> None:
    """read_order inverts write_order, whichever number means none."""
    wanted = (*order, *[0] * more)
    for none in (0, 99):
        assert numbers.read_order(numbers.write_order(wanted, none), len(wanted)) == wanted


ORDER = st.lists(
    st.sampled_from(["boxorder", "goalorder:", "1", "99", "2", "-1", "x", "9" * 30, "\n", " "]), max_size=30
)


@given(ORDER.map(" ".join))
@settings(max_examples=scaled(200))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any lines below a board give a collection that is written back, every line of it."""
    text = f"{LEVEL}\n{text}"
    try:
        collection = read(text)
    except PushboxError:
        return
    assert lines(formats.write(collection, "plus")) == lines(text)


def test_hostile_orders_end_quickly() -> None:
    """A line of a million numbers is no more than a problem."""
    collection = read(f"{LEVEL}\nboxorder {'1 ' * 400_000}\ngoalorder {'1' * 900_000}\n" + "boxorder 1\n" * 50_000)
    assert len(collection.problems) == 1
    assert plus.offers(Level(Board(0, 0, ()), title="(step " * 100_000)) == ()
