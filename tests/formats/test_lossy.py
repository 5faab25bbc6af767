"""What a format can hold is written, what it cannot hold is dropped and reported, nothing more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.strategies import levels, words

from pushbox import formats
from pushbox.board import NamedCounter, Piece
from pushbox.errors import FormatError
from pushbox.formats import lossy
from pushbox.level import Collection, Level, SavedMoves
from pushbox.sentence import of_level

ROOM = formats.read("#####\n#@$.#\n#####", format="xsb").levels[0]
ON_GOAL = formats.read("#####\n#+$ #\n#####", format="xsb").levels[0]
NUMBERED = replace(
    ROOM, board=replace(ROOM.board, pieces=tuple(p._replace(number=p.kind == "box") for p in ROOM.board.pieces))
)

lines = st.text(st.characters(codec="utf-8"), max_size=12) | words


@st.composite
def dressed(draw: st.DrawFn) -> Level:
    """Draw a level that a picture can hold, with words that hardly any format can."""
    return replace(
        draw(st.sampled_from((ROOM, ON_GOAL))),
        title=draw(lines),
        author=draw(lines),
        notes=draw(lines),
        saved_moves=tuple(draw(st.lists(st.builds(SavedMoves, lines, lines, lines), max_size=2))),
        headers=tuple(draw(st.lists(st.tuples(lines, lines), max_size=3))),
        source=None,
    )


@pytest.mark.parametrize("key", formats.keys())
@settings(max_examples=scaled(40))
@given(
    items=st.lists(dressed() | levels(), max_size=3).map(tuple),
    title=lines,
    author=lines,
    notes=lines,
    headers=st.lists(st.tuples(lines, lines), max_size=2).map(tuple),
)
def test_what_is_left_can_be_written(
    key: str, items: tuple[Level, ...], title: str, author: str, notes: str, headers: tuple[tuple[str, str], ...]
) -> None:
    """For every format: what `reduce` leaves is written and read back equal; the puzzles in it are as they were."""
    collection = Collection((ROOM, *items), title=title, author=author, notes=notes, headers=headers)
    try:
        reduced = lossy.reduce(collection, key)
    except FormatError:
        assert formats.losses(collection, key)
        return
    assert formats.read(formats.write(reduced.collection, key), format=key) == reduced.collection
    assert bool(reduced.lost) == bool(formats.losses(replace(collection, format=key), key))
    if not reduced.lost:
        assert reduced.collection == collection
    kept = [level for number, level in enumerate(collection.levels, 1) if number not in reduced.left_out]
    for old, new in zip(kept, reduced.collection.levels, strict=True):
        assert (new.board, new.game, new.options) == (old.board, old.game, old.options)


def test_only_what_names_a_loss_goes() -> None:
    """A bad title costs no author, one bad record costs no other, and is mended where that is enough."""
    level = replace(
        ROOM,
        title="two\nlines",
        author="Ann",
        saved_moves=(SavedMoves("", "R"), SavedMoves("best", "R\nR", "found by hand"), SavedMoves("", "RR")),
        headers=(("Difficulty", "3"), ("Two", "a\nb")),
        source=None,
    )
    reduced = lossy.reduce(Collection((level,)), "xsb")
    (kept,) = reduced.collection.levels
    assert (kept.title, kept.author) == ("two lines", "Ann")
    assert kept.saved_moves == (SavedMoves("", "R"), SavedMoves("best", "RR"), SavedMoves("", "RR"))
    assert kept.headers == (("Difficulty", "3"), ("Two", "a b"))
    assert reduced.left_out == ()
    assert len(reduced.lost) == 4


def test_levels_that_cannot_be_held_are_left_out_and_said() -> None:
    """A board, a game or options beyond the format leave the level out; none at all is an error."""
    steps = replace(ROOM, board=replace(ROOM.board, counters=(NamedCounter("steps", 3),)))
    reduced = lossy.reduce(Collection((steps, ROOM, NUMBERED, ROOM)), "xsb")
    assert reduced.collection.levels == (ROOM, ROOM)
    assert reduced.left_out == (1, 3)
    assert reduced.lost[-1] == "levels 1, 3 left out"
    with pytest.raises(FormatError, match=r"^no level can be written as xsb: level 1: D2"[:38]):
        lossy.reduce(Collection((NUMBERED,)), "xsb")


def test_a_format_of_one_level_keeps_the_first_that_it_can_hold() -> None:
    """A console map has no sign for a player on a goal, and room for one level, of its own game and without options."""
    optional = replace(ROOM, options=(("max_push", 2),))
    reduced = lossy.reduce(Collection((ON_GOAL, optional, replace(ROOM, title="x"), ROOM), title="many"), "console")
    assert reduced.collection.levels == (ROOM,)
    assert reduced.collection.title == ""
    assert reduced.left_out == (1, 2, 4)
    assert formats.write(reduced.collection, "console") == "#####\n#P+-#\n#####\n"


def test_json_loses_nothing() -> None:
    """The lossless form takes every collection as it is."""
    collection = Collection((NUMBERED, replace(ROOM, board=replace(ROOM.board, pieces=(Piece("stone", (6, 7)),)))))
    assert lossy.reduce(collection, "json") == (collection, formats.write(collection, "json"), (), ())


def test_grouped() -> None:
    """A loss of many levels is listed once, with their numbers; others stay where they are."""
    of_levels = [of_level(number, "found notes") for number in (1, 2, 3, 7)]
    losses = ["found a title", *of_levels, of_level(2, "found keys")]
    assert lossy.grouped(losses) == ["found a title", "levels 1-3, 7: found notes", "level 2: found keys"]
