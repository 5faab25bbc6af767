"""Collections for the formats that stand boards between lines of text: strategies, and files as lists of lines."""

from __future__ import annotations

import string
from dataclasses import replace

from hypothesis import strategies as st

from pushbox import formats
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.level import Collection, Level, SavedMoves

LEVEL = "#####\n#@$.#\n#####"


def lines(text: str) -> list[str]:
    """Return the lines that are not blank, without blanks at their end."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def bare(collection: Collection) -> Collection:
    """Return a collection that has forgotten the text it was read from."""
    return replace(
        collection, header="", format="", levels=tuple(replace(level, source=None) for level in collection.levels)
    )


def respelled(collection: Collection) -> Collection:
    """Return a collection whose moves are as SOK writes them: without run lengths, groups and white space."""
    canonical = formats.find("sok").canonical
    return replace(collection, levels=tuple(map(canonical, collection.levels)))


@st.composite
def rooms(draw: st.DrawFn, *, numbers: bool = False, players: str = "@+") -> Board:
    """Draw a crowded room with walls around; with `numbers`, the goals have those of the boxes, where they can."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    inside = draw(st.lists(st.sampled_from(" #.$*" + players), min_size=width * height, max_size=width * height))
    rows = ["".join(inside[row * width : (row + 1) * width]) for row in range(height)]
    cells = "".join(["#" * (width + 2), *(f"#{row}#" for row in rows), "#" * (width + 2)])
    terrain = [WALL if sign == "#" else GOAL if sign in ".*+" else FLOOR for sign in cells]
    kinds = {"$": "box", "*": "box", "@": "pusher", "+": "pusher"}
    pieces = [Piece(kinds[sign], (cell,)) for cell, sign in enumerate(cells) if sign in kinds]
    if numbers:
        boxes = [index for index, piece in enumerate(pieces) if piece.kind == "box"]
        goals = [cell for cell, kind in enumerate(terrain) if kind == GOAL]
        most = min(len(boxes), len(goals))
        labels = draw(st.lists(st.sampled_from((1, 2, 9, 19, 98, 100, 4711)), max_size=most))
        for box, goal, label in zip(draw(st.permutations(boxes)), draw(st.permutations(goals)), labels, strict=False):
            pieces[box] = pieces[box]._replace(number=label)
            terrain[goal] = terrain[goal]._replace(number=label)
    return Board(width + 2, height + 2, tuple(terrain), tuple(pieces))


WORD = (
    st.text(alphabet=string.ascii_letters + " äλ'()", min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda word: word and not word.lower().startswith("comment"))  # which opens or closes a block without more
)
TRICKY = st.sampled_from(
    [
        *("", "lurd", "R", "2(lR)", "#####", "+|+", "----", ":: x", "::", "; y", "Title: z", "Author: a", "Best: 7"),
        *("Solution: rR", "Comment:", "Comment-End:", "boxorder 1", "Trace:", "Limit: 3", "a\n\nb", LEVEL, "> q", " x"),
        *("<#Me#/>", "#50 (3)", "30-8-55", "a\\nb", "[]", "*", "1-1r1", "\tt", "Game: hexoban", "a\r\nb"),
    ]
)
NAMES = ("", "Difficulty", "Id", "E-mail")


def records(
    title: st.SearchStrategy[str], text: st.SearchStrategy[str], notes: st.SearchStrategy[str]
) -> st.SearchStrategy[SavedMoves]:
    """Draw records of such titles, texts and notes."""
    return st.builds(SavedMoves, title, text, notes)


def collections(
    *,
    game: str,
    record: st.SearchStrategy[SavedMoves],
    word: st.SearchStrategy[str] = WORD,
    numbers: bool = False,
    options: tuple[str, ...] = (),
) -> st.SearchStrategy[Collection]:
    """Draw collections of levels of a game, with all their words in use."""
    some = st.just("") | word
    keys = st.lists(st.tuples(st.sampled_from(NAMES), word), max_size=3).map(tuple)
    notes = st.lists(word, max_size=3).map("\n".join)
    levels = st.builds(
        Level,
        rooms(numbers=numbers),
        game=st.just(game),
        options=st.lists(
            st.tuples(st.sampled_from(options), st.integers(0, 999)), max_size=2, unique_by=lambda option: option[0]
        ).map(tuple)
        if options
        else st.just(()),
        title=some,
        author=some,
        notes=notes,
        saved_moves=st.lists(record, max_size=3).map(tuple),
        headers=keys,
    )
    return st.builds(
        Collection,
        st.lists(levels, min_size=1, max_size=3).map(tuple),
        title=some,
        author=some,
        notes=notes,
        headers=keys,
    )
