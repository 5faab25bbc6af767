"""The small formats on top of XSB: Falcon's traces, push lists, run lengths; and boards that are not of squares."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.worded import LEVEL, TRICKY, WORD, bare, collections, lines, records
from tests.growth import grows_evenly

from pushbox import formats
from pushbox.errors import FormatError, PushboxError, UnsupportedError
from pushbox.formats.detection import detect
from pushbox.level import Collection, SavedMoves

FALCON = f"{LEVEL}\nTitle: Screen 178\nLimit: 1650\nMinimum: 1\nTrace:\nrlrlrl\nR\nTrace-End:\n"
PUSHES = f"{LEVEL}\nTitle: T\nSolution: 1-1r1\n"
RUNS = "5#|#@$.#|5#\n\n7#|#@$-.-#|7#|\n; two\n"


# Falcon


def test_falcon() -> None:
    """`Limit:` is the option `steps`, a trace is a record, `Minimum:` stays a key; all is written back."""
    collection = formats.read(FALCON)
    (level,) = collection.levels
    assert (collection.format, collection.problems) == ("falcon", ())
    assert (level.title, level.game, level.options) == ("Screen 178", "sokoban", (("steps", 1650),))
    assert (level.saved_moves, level.headers) == ((SavedMoves("", "rlrlrlR"),), (("Minimum", "1"),))
    assert formats.write(collection, "falcon") == FALCON
    longer = replace(level, saved_moves=(SavedMoves("", "R" * 71), SavedMoves("a", "l")), source=None)
    assert lines(formats.write(Collection((longer,)), "falcon"))[3:] == [
        *("Title: Screen 178", "Limit: 1650", "Minimum: 1"),
        *("Trace:", "R" * 70, "R", "Trace-End:", "Solution (a): l"),
    ]


def test_falcon_keeps_what_it_cannot_interpret() -> None:
    """A limit that is no number is reported and stays a header; a trace without its end is still a record."""
    collection = formats.read(f"{LEVEL}\nLimit: much\nTrace:\nR", format="falcon")
    (level,) = collection.levels
    assert (level.headers, level.options, level.saved_moves) == ((("Limit", "much"),), (), (SavedMoves("", "R"),))
    assert [str(problem) for problem in collection.problems] == [
        "line 4: found Limit: much, expected one limit, a number of steps; kept as a key"
    ]


def test_a_trace_in_a_comment_is_xsb(shared: Path) -> None:
    """The level of Perfect has its solution in a `;LURD` comment, which is XSB."""
    assert formats.read_file(shared / "falcon" / "perfect_178.xsb").format == "xsb"


# Push lists


def test_push_lists_stay_raw() -> None:
    """A push list is the text of its record, written back as it is; letters are reported as a loss."""
    collection = formats.read(PUSHES)
    (level,) = collection.levels
    assert (collection.format, level.saved_moves) == ("ksokoban", (SavedMoves("", "1-1r1"),))
    assert formats.write(collection, "ksokoban") == PUSHES
    letters = replace(collection, levels=(level.with_saved_moves(SavedMoves("", "R")),))
    message = "level 1: found saved moves 2 as 'R', expected a push list such as 1-4u1,4-4l2"
    assert formats.losses(letters, "ksokoban") == [message]
    with pytest.raises(FormatError, match="expected a push list"):
        formats.write(letters, "ksokoban")


def test_a_file_of_both_is_written_back() -> None:
    """Letters that stand in a file of push lists stay there while their level is unchanged."""
    text = f"{PUSHES}\n{LEVEL}\nSolution: R\n"
    assert formats.write(formats.read(text, format="ksokoban"), "ksokoban") == text


# Run lengths


def test_run_lengths() -> None:
    """Every level is a line, in runs of three and more, without a | at its end."""
    collection = formats.read(RUNS)
    assert (collection.format, len(collection.levels)) == ("rle", 2)
    assert formats.write(collection, "rle") == RUNS
    assert lines(formats.write(bare(collection), "rle")) == ["5#|#@$.#|5#", "7#|#@$-.-#|7#", "; two"]


def test_run_length_cases(shared: Path) -> None:
    """The peers' levels are detected, read and written unchanged; a stray digit at the end is dropped with a report."""
    for text, _, _ in json.loads((shared / "parser_cases" / "rle.json").read_text("utf-8"))["levels"]:
        collection = formats.read(text)
        assert (collection.format, len(collection.levels), collection.problems) == ("rle", 1, ())
        assert lines(formats.write(collection, "rle")) == [text]
        assert formats.read(formats.write(bare(collection), "rle")) == collection
        (problem,) = formats.read(text + "8", format="rle").problems
        assert problem.repair == "dropped"


def test_flat_boards_are_no_line() -> None:
    """A board of two rows would be read as text, and is refused."""
    flat = bare(formats.read("####\n####", format="xsb"))
    with pytest.raises(FormatError, match=r"^level 1: found a board of 2 rows, expected at least three"):
        formats.write(flat, "rle")


# Laws of all three

LETTERS = st.text("lurdLURD", max_size=99)
LISTS = st.lists(st.sampled_from(["1-4u1", "4-4l2d1", "0-0r9"]), min_size=1, max_size=3).map(",".join)
KINDS: dict[str, st.SearchStrategy[str]] = {"falcon": LETTERS, "ksokoban": LISTS, "rle": LETTERS}


def cases(key: str, word: st.SearchStrategy[str]) -> st.SearchStrategy[Collection]:
    record = records(st.sampled_from(["", "Savegame", "best"]), KINDS[key], st.just(""))
    return collections(game="sokoban", record=record, word=word, options=("steps", "max_push"))


@pytest.mark.parametrize("key", KINDS)
@given(data=st.data())
@settings(max_examples=scaled(75))
def test_read_inverts_write(key: str, data: st.DataObject) -> None:
    """read(write(collection)) == collection, and once more after reading."""
    collection = data.draw(cases(key, WORD))
    assert formats.losses(collection, key) == []
    text = formats.write(collection, key)
    again = formats.read(text, format=key)
    assert again == collection
    assert formats.write(again, key) == text


@pytest.mark.parametrize("key", KINDS)
@given(data=st.data())
@settings(max_examples=scaled(75))
def test_nothing_is_lost_in_silence(key: str, data: st.DataObject) -> None:
    """Any texts read back, or a loss is reported and nothing is written."""
    collection = data.draw(cases(key, WORD | TRICKY))
    if formats.losses(collection, key):
        with pytest.raises(FormatError):
            formats.write(collection, key)
    else:
        assert formats.read(formats.write(collection, key), format=key) == collection


@pytest.mark.parametrize("key", KINDS)
@given(
    text=st.lists(TRICKY | st.sampled_from([FALCON, PUSHES, RUNS, LEVEL, "Limit:", "Trace-End:", ""])).map("\n".join)
)
@settings(max_examples=scaled(75))
def test_any_text_is_read_or_refused(key: str, text: str) -> None:
    """Any text gives a collection or an error of ours, and what was read is written back."""
    try:
        collection = formats.read(text, format=key)
        detect(text)
    except PushboxError:
        return
    if collection.levels:
        assert formats.read(formats.write(collection, key), format=key) == collection


@pytest.mark.parametrize(
    ("make", "plenty"),
    [
        (lambda count: f"{LEVEL}\n" + "Trace:\n" * count, 40_000),
        (lambda count: f"{LEVEL}\nTrace:\n" + "R\n" * count, 80_000),
        (lambda count: f"{LEVEL}\nSolution: " + "1-1r1," * count, 60_000),
        (lambda count: "5#|" * count, 120_000),
        (lambda count: ("@|" * 2_000 + "\n") * count, 40),
        (lambda count: ("@|" * count + "\n") * 10, 8_000),
        (lambda count: "999999999#|@|#\n" * count, 400),
        (lambda count: "solution " * count, 40_000),
    ],
)
def test_hostile_texts_end_quickly(make: Callable[[int], str], plenty: int) -> None:
    """With any part repeated, detecting and reading end soon, with levels or an error of pushbox."""

    def read(count: int) -> None:
        text = make(count)
        for key in (None, *KINDS):
            with suppress(PushboxError):
                formats.read(text, format=key)

    grows_evenly(read, plenty)


# Boards that are not of squares


@pytest.mark.parametrize("game", ["Hexoban", "TRIOBAN", "octoban"])
@pytest.mark.parametrize("key", ["xsb", "sok", "plus"])
def test_other_tessellations_are_refused_by_name(game: str, key: str) -> None:
    """Text of a game on other boards is left out with a sentence, wherever the game is named."""
    for text in (f"Game: {game}\n\n{LEVEL}", f"{LEVEL}\nGame: {game}"):
        collection = formats.read(text, format=key)
        assert collection.levels == ()
        with pytest.raises(FormatError, match=rf"found the game {game.lower()}, expected a game on squares"):
            formats.read_strict(text, format=key)


@pytest.mark.parametrize("name", ["a.hsb", "b.TSB", "c.osb"])
def test_endings_of_other_tessellations_are_refused(name: str) -> None:
    """The ending of a file is as good as the name of its game."""
    with pytest.raises(UnsupportedError, match=r"^by the ending of .*: found the game \w+, expected a game on squares"):
        detect(LEVEL, name)


# Detection


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (FALCON, "falcon"),
        (f"{FALCON}boxorder 1\ngoalorder 1", "falcon"),
        (f"{LEVEL}\nboxorder 1\ngoalorder 1\nSolution: 1-1r1", "plus"),
        (PUSHES, "ksokoban"),
        (f"{PUSHES}:: aside", "ksokoban"),
        (RUNS, "rle"),
        (f":: aside\n{RUNS}", "sok"),
        ("a | b | c", "xsb"),
        ("30-8-55|@", "xsb"),
    ],
)
def test_order_of_detection(text: str, key: str) -> None:
    """Traces, then numbers, then push lists, then SOK, then run lengths; each says why."""
    detection = detect(text)
    assert detection.format == key
    assert detection.evidence
