from __future__ import annotations

import json as plain
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.changes import change_from_json

from pushbox import formats
from pushbox.board import FLOOR, GOAL, WALL, Board, Change, NamedCounter, Piece, Terrain
from pushbox.errors import FormatError, PushboxError
from pushbox.formats import json
from pushbox.formats.json.native import plain_board
from pushbox.formats.json.values import dump
from pushbox.kinds import PIECE_KINDS, TERRAIN_KINDS
from pushbox.level import Collection, Level, SavedMoves

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
SMALL = st.integers(-3, 99)
COLOUR = st.sampled_from(["red", "green"])
TERRAIN = st.one_of(
    st.sampled_from([WALL, FLOOR, GOAL]),
    st.builds(
        Terrain,
        st.sampled_from([*TERRAIN_KINDS]),
        colour=st.none() | COLOUR,
        number=SMALL,
        direction=SMALL,
        uses=SMALL,
        pair=SMALL,
        ports=SMALL,
        role=st.none() | st.just("bomb"),
        player=SMALL,
        looks=st.none() | st.just("wall"),
    ),
)
PIECE = st.builds(
    Piece,
    st.sampled_from([*PIECE_KINDS]),
    st.lists(SMALL, min_size=1, max_size=3).map(tuple),
    colours=st.lists(COLOUR, max_size=2).map(tuple),
    number=SMALL,
    group=SMALL,
    arrow=SMALL,
    ports=SMALL,
    fuse=SMALL,
    player=SMALL,
    fixed=st.booleans(),
    bloomed=st.booleans(),
    hidden=st.booleans(),
    spent=st.booleans(),
)
COUNTER = st.builds(NamedCounter, TEXT, SMALL)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    terrain = draw(st.lists(TERRAIN, min_size=width * height, max_size=width * height))
    pieces = draw(st.lists(PIECE, max_size=4))
    return Board(width, height, tuple(terrain), tuple(pieces), tuple(draw(st.lists(COUNTER, max_size=2))))


SCALARS = st.one_of(TEXT, SMALL, st.booleans(), st.floats(allow_nan=False, allow_infinity=False))
KEYS = st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple)
LEVELS = st.builds(
    Level,
    boards(),
    game=TEXT,
    options=st.lists(st.tuples(TEXT, SCALARS), max_size=2).map(tuple),
    title=TEXT,
    author=TEXT,
    notes=TEXT,
    saved_moves=st.lists(st.builds(SavedMoves, TEXT, TEXT, TEXT), max_size=2).map(tuple),
    headers=KEYS,
)
COLLECTIONS = st.builds(
    Collection, st.lists(LEVELS, max_size=3).map(tuple), title=TEXT, author=TEXT, notes=TEXT, headers=KEYS
)
slow = settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(COLLECTIONS)
@slow
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection for every collection, to the types of the options."""
    again = formats.read(formats.write(collection, "json"), format="json")
    assert again == collection
    assert again.problems == ()
    assert repr(replace(again, format="")) == repr(collection)
    for level in collection.levels:
        assert json.decode(json.encode(level)) == level
        assert "\n" not in json.encode(level)


PARTS = st.sampled_from([TERRAIN, PIECE, COUNTER]).flatmap(lambda part: st.tuples(st.none() | part, st.none() | part))


@given(
    st.builds(lambda parts, *rest: Change(*rest[:2], *parts, *rest[2:]), PARTS, SMALL, TEXT, SMALL, st.none() | PIECE)
)
@slow
def test_changes_come_back(change: Change) -> None:
    """change_from_json(change_to_json(change)) == change, through text too."""
    assert change_from_json(plain.loads(plain.dumps(json.change_to_json(change)))) == change


def level(**changes: Any) -> str:
    board = {"width": 2, "height": 1, "palette": {"#": "wall", "-": "floor"}, "terrain": ["#-"]} | changes.pop(
        "board", {}
    )
    return plain.dumps({"pushbox": 1, "levels": [{"game": "sokoban", "board": board} | changes]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (level(board={"width": "x"}), 'levels[0].board.width: found "x", expected a whole number'),
        (level(board={"width": True}), "levels[0].board.width: found true, expected a whole number"),
        (level(board={"width": -1}), "levels[0].board.width: found -1, expected a number from 0 to 1000000"),
        (level(board={"width": 10**6, "height": 10**6}), "levels[0].board: found 1000000 x 1000000 cells, expected"),
        (level(board={"terrain": ["#"]}), "levels[0].board.terrain[0]: found a row of 1 cell, expected 2"),
        (level(board={"terrain": ["4000000#"]}), "levels[0].board.terrain[0]: "),
        (
            level(board={"terrain": ["#a"]}),
            'levels[0].board.terrain[0]: found "a", expected a character of the palette',
        ),
        (level(board={"terrain": []}), "levels[0].board.terrain: found 0 rows, expected 1"),
        (level(board={"palette": {"##": "wall"}}), 'levels[0].board.palette: found "##", expected one character'),
        (level(board={"palette": {"#": 3}}), 'levels[0].board.palette["#"]: found 3, expected an object'),
        (
            level(board={"pieces": [{"kind": "box", "cells": 4}]}),
            "levels[0].board.pieces[0].cells: found 4, expected a list",
        ),
        (
            level(board={"pieces": [{"kind": "box"}]}),
            "levels[0].board.pieces[0].cells: found nothing, expected this field",
        ),
        (level(board={"extra": 1}), 'levels[0].board: found the field "extra", expected '),
        (level(options=[["a"]]), "levels[0].options[0]: found a list, expected a name and a value"),
        (level(options=[["a", None]]), "levels[0].options[0][1]: found null, expected a text, a number, true or false"),
        (level(title="\ud800"), "levels[0].title: found half a character, expected a text"),
        (level(options=[["a", 10**20]]), "levels[0].options[0][1]: found a number of 67 bits"),
        (
            level(options=[["a", 1]]).replace(" 1]]", " 1e999]]"),
            "levels[0].options[0][1]: found inf, expected a finite",
        ),
        ('{"pushbox": 2}', "pushbox: found version 2, expected 1"),
        ('{"levels": []}', 'found JSON without the key "pushbox", expected a file of pushbox'),
        ('{"pushbox": 1, "pushbox": 1}', 'found the field "pushbox" twice in one object, expected it once'),
        ('{"pushbox": NaN}', "found NaN, expected a number that JSON has"),
        ('{"pushbox": ' + "9" * 5000 + "}", "found a number of thousands of digits"),
        ("[" * 100_000, "found values within values beyond all depth"),
        ('{"a": ' * 100_000, "found values within values beyond all depth"),
        ("[]", "the document: found a list, expected an object"),
        ('{"pushbox": 1,}', "line 1, column 1"),  # 15, or 14 from Python 3.13 on
    ],
)
def test_hostile_documents(text: str, message: str) -> None:
    """Any fault of a document is a FormatError that says where it is."""
    with pytest.raises(FormatError) as caught:
        formats.read_strict(text, format="json")
    assert str(caught.value).startswith(message)


def test_a_bad_level_costs_no_other() -> None:
    """A level that cannot be read is a problem with its path; the others are read."""
    good, bad = (plain.loads(text)["levels"][0] for text in (level(), level(game=3)))
    collection = formats.read(plain.dumps({"pushbox": 1, "levels": [good, bad, good]}))
    assert len(collection.levels) == 2
    assert [str(problem) for problem in collection.problems] == ["levels[1].game: found 3, expected a text"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
def test_what_json_does_not_have(value: float | str) -> None:
    """Numbers and characters that JSON does not have are refused on writing."""
    with pytest.raises(FormatError):
        json.encode(Level(Board(0, 0, ()), options=(("a", value),)))


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "cells", "width", "board"]), inner)
    ),
    max_leaves=8,
)


@given(JSONS, st.sampled_from(["board", "game", "options", "records", "keys", "title"]), st.booleans())
@slow
def test_reading_raises_nothing_else(value: object, name: str, inside: bool) -> None:
    """With any value in a field, reading returns or raises PushboxError."""
    document = plain.loads(level())
    document["levels"][0] |= {"board": document["levels"][0]["board"] | {"pieces": value}} if inside else {name: value}
    with suppress(PushboxError):
        formats.read(plain.dumps(document), format="json")


def test_big_boards_are_compact() -> None:
    """A board of 70 x 70 with 100 boxes takes some kilobytes."""
    terrain = tuple(
        WALL if cell % 7 == 0 or cell % 70 in (0, 69) else GOAL if cell % 31 == 0 else FLOOR for cell in range(4900)
    )
    board = Board(70, 70, terrain, tuple(Piece("box", (cell * 40,)) for cell in range(100)))
    fields = json.board_to_json(board)
    assert len(plain.dumps(fields)) < 12_000
    assert json.board_from_json(fields) == board


def test_many_sorts_of_terrain_have_glyphs() -> None:
    """A board whose every cell is of its own sort comes back."""
    board = Board(100, 100, tuple(Terrain("goal", number=number) for number in range(10_000)))
    assert json.board_from_json(plain.loads(plain.dumps(json.board_to_json(board)))) == board


@given(st.integers(1, 30), st.lists(st.sampled_from("##  .$*"), min_size=2, max_size=60), TEXT, TEXT)
def test_plain_boards_have_the_json_of_any(width: int, signs: list[str], title: str, notes: str) -> None:
    """Native code writes what Python does: rows with and without runs, a palette in the order of the board."""
    signs = signs[: len(signs) // width * width] or ["."] * width
    signs[len(signs) // 2] = " "
    terrain = tuple([{"#": WALL, " ": FLOOR, "$": FLOOR}.get(sign, GOAL) for sign in signs])
    boxes = [Piece("box", (cell,)) for cell, sign in enumerate(signs) if sign in "$*"]
    board = Board(width, len(signs) // width, terrain, (*boxes, Piece("pusher", (len(signs) // 2,))))
    assert plain_board(board) == dump(json.board_to_json(board))
    level = Level(board, title=title, notes=notes)
    assert json.encode(level) == dump(json.level_to_json(level))


def test_half_a_sign_is_refused_beside_a_plain_board() -> None:
    board = Board(1, 1, (FLOOR,), (Piece("pusher", (0,)),))
    with pytest.raises(FormatError, match="half"):
        json.encode(Level(board, title="\ud800"))
