"""Strategies for what formats of plain pictures hold, and the law that all formats obey."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from pushbox import formats
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.level import Collection, Level, SavedMoves

WORD = st.text("abcXYZ äλ&<>\"'()-=%+|é€", min_size=1, max_size=12).map(str.strip).filter(bool)
MAYBE_WORD = st.just("") | WORD
NAMES = st.sampled_from(["Copyright", "Email", "Rating", "x-y", "Date"])
KEYS = st.lists(st.tuples(st.just("") | NAMES, WORD), max_size=3).map(tuple)
NOTES = st.lists(WORD, max_size=3).map("\n".join)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a crowded board inside walls, perhaps with bare floor beside them."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    inside = draw(st.lists(st.sampled_from(" #.$*@+"), min_size=width * height, max_size=width * height))
    rows = ["".join(inside[row * width : (row + 1) * width]) for row in range(height)]
    rows = ["#" * (width + 2), *(f"#{row}#" for row in rows), "#" * (width + 2)]
    left, right, above, below = (draw(st.integers(0, 2)) for _ in range(4))
    rows = [" " * left + row + " " * right for row in rows]
    rows = [" " * len(rows[0])] * above + rows + [" " * len(rows[0])] * below
    cells = "".join(rows)
    terrain = tuple(WALL if sign == "#" else GOAL if sign in ".*+" else FLOOR for sign in cells)
    kinds = {"$": "box", "*": "box", "@": "pusher", "+": "pusher"}
    return Board(
        len(rows[0]), len(rows), terrain, tuple(Piece(kinds[s], (c,)) for c, s in enumerate(cells) if s in kinds)
    )


RECORDS = st.builds(SavedMoves, st.sampled_from(["", "best (230/97)"]), st.text("lurdLURD", min_size=1, max_size=20))


@st.composite
def plain_levels(draw: st.DrawFn, *fields: str) -> Level:
    """Draw a level with a board of plain parts, of the game that such a board has, with some `fields` in use."""
    board = draw(boards())
    level = Level(board, "multiban" if len(board.of_kind("pusher")) > 1 else "sokoban")
    words: dict[str, st.SearchStrategy[Any]] = {
        "title": MAYBE_WORD,
        "author": MAYBE_WORD,
        "notes": NOTES,
        "headers": KEYS,
        "saved_moves": st.lists(RECORDS, max_size=2).map(tuple),
    }
    return replace(level, **{field: draw(words[field]) for field in fields})


@st.composite
def collections(draw: st.DrawFn, levels: st.SearchStrategy[Level], *fields: str) -> Collection:
    """Draw one to three levels, with some `fields` of the collection in use."""
    words: dict[str, st.SearchStrategy[Any]] = {
        "title": MAYBE_WORD,
        "author": MAYBE_WORD,
        "notes": NOTES,
        "headers": KEYS,
    }
    collection = Collection(tuple(draw(st.lists(levels, min_size=1, max_size=3))))
    return replace(collection, **{field: draw(words[field]) for field in fields})


def check_round_trip(collection: Collection, key: str) -> bool:
    """Assert the law of a format for a collection, written anew and written as read; return whether it can hold it."""
    if formats.losses(collection, key):
        return False
    text = formats.write(collection, key)
    again = formats.read(text, format=key)
    assert again == collection
    assert again.problems == ()
    assert formats.write(again, key) == text
    return True
