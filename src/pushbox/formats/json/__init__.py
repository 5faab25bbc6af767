"""pushbox's own form of levels: everything of any level of any game, as JSON.

A file is ``{"pushbox": 1, "levels": [...]}`` with the collection's title, author, notes and keys beside; the number is
the version of the form.  Fields that have their default are left out, and a field that the form does not have is an
error.  The terrain of a board is rows in run lengths (`pushbox.notation`) over a palette, a character for each sort of
cell::

    {"width": 7, "height": 3, "palette": {"#": "wall", "-": "floor", ".": "goal"},
     "terrain": ["7#", "#--.--#", "7#"], "pieces": [{"kind": "pusher", "cells": [8]}, {"kind": "box", "cells": [9]}]}

Pairs: `read` and `write` for files, `encode` and `decode` for one level as text, and ``..._to_json`` and
``..._from_json`` between values and what the standard library's `json` takes.

Source: pushbox.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from types import ModuleType
from typing import Any, NamedTuple

from ...board import Board, Change, NamedCounter, Part, Piece, Terrain, draw_terrain
from ...errors import FormatError, MissingCore, NotationError
from ...level import Collection, Level, Problem, SavedMoves
from ...notation import decode as decode_runs
from ...notation import encode as encode_runs
from ...reprs import set_fields
from ...sentence import located, say
from ..api import COLLECTION_FIELDS, LEVEL_FIELDS, MOST_CELLS, Format, FormatInfo, Header, Headers
from ..bounds import MOST_LEVELS
from ..parts.metadata import Read, collect
from .values import (
    Object,
    ObjectReader,
    Value,
    dump,
    named_tuple,
    pair,
    parse,
    read_dict,
    read_integer,
    read_list,
    read_scalar,
    read_size,
    read_text,
    shown,
)

VERSION = 1


def encode(level: Level, *, cells: bytes | None = None, saved_moves: Sequence[SavedMoves] | None = None) -> str:
    """Return a level as one line of JSON.  Raises FormatError as `write` does.

    The `plain_cells` of its board need not be made once more where they are known.  `saved_moves` are written in the
    place of its own if given.
    """
    moves = level.saved_moves if saved_moves is None else saved_moves
    board = _plain_board(level.board, cells)
    if board is None:
        return dump(_object(level, moves))
    parts = [f'{{"game":{_dump_kept(level.game)},"board":{board}']  # a third of the time of an object
    if level.title:
        parts.append(f'"title":{dump(level.title)}')
    if level.author:
        parts.append(f'"author":{_dump_kept(level.author)}')
    if level.notes:
        parts.append(f'"notes":{dump(level.notes)}')
    if lists := _lists(level, moves):
        parts.append(dump(lists)[1:-1])
    return ",".join(parts) + "}"


_dump_kept = lru_cache(maxsize=1 << 6)(dump)  # for what levels that follow each other share


def _plain_board(board: Board, cells: bytes | None) -> str | None:
    """Return the JSON of a plain board, in a tenth of the time; None for any other, and without native code."""
    try:
        text: str | None = _native().plain_board(board, cells)
    except MissingCore:
        return None
    return text


@cache
def _native() -> ModuleType:
    """Return the module for those alone who write: an import for each level takes as long as its work."""
    from . import native

    return native


def decode(text: str) -> Level:
    """Read a line written by `encode`. Raises FormatError for anything else."""
    return level_from_json(parse(text), "level")


def level_to_json(level: Level) -> Object:
    """Return a level as JSON values; `level_from_json` is the inverse."""
    return _object(level, level.saved_moves)


def _object(level: Level, moves: Sequence[SavedMoves]) -> Object:
    return {"game": level.game, "board": board_to_json(level.board)} | _texts(level) | _lists(level, moves)


def _lists(level: Level, moves: Sequence[SavedMoves]) -> Object:
    """Return the fields of a level that are lists, of those that have anything; `moves` are its saved moves."""
    fields: Object = {}
    if level.options:
        fields["options"] = [list(option) for option in level.options]
    if moves:
        fields["records"] = [_fields(saved) for saved in moves]
    if level.headers:
        fields["keys"] = [list(key) for key in level.headers]
    return fields


def level_from_json(value: Value, path: str = "level") -> Level:
    """Return the level that `level_to_json` made `value` of.

    Raises FormatError that begins with where in the document it is, from `path` on.
    """
    fields = ObjectReader(value, path)
    level = Level(
        board=fields.need("board", board_from_json),
        game=fields.need("game", read_text),
        options=fields.each("options", _option),
        **_read_texts(fields),
        saved_moves=fields.each("records", _saved_moves),
        headers=fields.each("keys", _header),
    )
    fields.end()
    return level


def board_to_json(board: Board) -> Object:
    """Return a board as JSON values; `board_from_json` is the inverse.  O(cells)."""
    width = board.width
    glyphs: dict[Terrain, str] = {}
    free = chain(_LETTERS, map(chr, range(0x10000, 0x110000)))

    def glyph(terrain: Terrain) -> str:
        """Return a character for a sort of cell: the usual one, else a letter, else one beyond ASCII."""
        if terrain not in glyphs:
            glyphs[terrain] = _USUAL.get(terrain) or next(free)
        return glyphs[terrain]

    cells = draw_terrain(glyph, board.terrain)
    fields: Object = {
        "width": width,
        "height": board.height,
        "palette": {glyph: terrain_to_json(terrain) for terrain, glyph in glyphs.items()},
        "terrain": [_run_lengths(cells[row * width : (row + 1) * width]) for row in range(board.height)],
    }
    if board.pieces:
        fields["pieces"] = [_fields(piece) for piece in board.pieces]
    if board.counters:
        fields["counters"] = [list(counter) for counter in board.counters]
    return fields


def board_from_json(value: Value, path: str = "board") -> Board:
    """Return the board that `board_to_json` made `value` of.  Raises FormatError as `level_from_json` does."""
    fields = ObjectReader(value, path)
    width, height = fields.need("width", read_size), fields.need("height", read_size)
    if width * height > MOST_CELLS:
        raise FormatError.said("json-cells", path=path, width=width, height=height, most=MOST_CELLS)
    palette: dict[str, Terrain] = {}
    for glyph, sort in fields.need("palette", read_dict).items():
        if len(glyph) != 1 or glyph in "0123456789()|\n":
            raise FormatError.said("json-glyph", path=path, glyph=shown(glyph))
        palette[glyph] = _terrain(sort, f"{path}.palette[{json.dumps(glyph)}]")
    rows = fields.need("terrain", read_list)
    if len(rows) != height:
        raise FormatError.said("json-rows", path=path, count=len(rows), height=height)
    terrain = tuple(
        chain.from_iterable(_row(row, f"{path}.terrain[{i}]", width, palette) for i, row in enumerate(rows))
    )
    pieces = fields.each("pieces", _piece)
    counters = fields.each("counters", _counter)
    fields.end()
    return Board(width, height, terrain, pieces, counters)


def change_to_json(change: Change) -> Object:
    """Return a change as JSON values.

    Its part before and after stand in a list of two, under the name of the sort of part: ``terrain``, ``piece`` or
    ``counter``.
    """
    fields: Object = {"tick": change.tick, "cause": change.cause}
    sample = change.after if change.before is None else change.before
    for name, kind, part_to_json in _PARTS:
        if isinstance(sample, kind):
            parts = (change.before, change.after)
            fields[name] = [part_to_json(part) if isinstance(part, kind) else None for part in parts]
    if change.cell != -1:
        fields["cell"] = change.cell
    if change.original_piece is not None:
        fields["who"] = _fields(change.original_piece)
    return fields


def terrain_to_json(terrain: Terrain) -> Value:
    """Return the terrain of a cell as JSON values: only its kind if it has nothing else."""
    fields = _fields(terrain)
    return terrain.kind if len(fields) == 1 else fields


def piece_to_json(piece: Piece) -> Object:
    """Return a piece as JSON values."""
    return _fields(piece)


def _run_lengths(row: str) -> str:
    return (_kept_runs if len(row) <= _LONGEST_KEPT else encode_runs)(row)


_LONGEST_KEPT = 64  # cells of a row whose run lengths are kept: levels share most of their rows
_kept_runs = lru_cache(maxsize=1 << 14)(encode_runs)


def _fields(value: NamedTuple) -> Object:
    """Return the fields of a named tuple that have not their default, as JSON values."""
    if isinstance(value, Piece) and value[2:] == _REST:  # most pieces of most boards
        return {"kind": value.kind, "cells": [*value.cells]}
    fields = set_fields(value)
    for name, field in fields.items():
        if isinstance(field, tuple):
            fields[name] = [*field]
    return fields


_TEXTS = ("title", "author", "notes")


def _texts(value: Level | Collection) -> Object:
    return {name: text for name in _TEXTS if (text := getattr(value, name))}


def _read_texts(fields: ObjectReader) -> Object:
    return {name: fields.take(name, read_text, "") for name in _TEXTS}


_REST = Piece("", ())[2:]
_USUAL = {Terrain("wall"): "#", Terrain("floor"): "-", Terrain("goal"): "."}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _row(value: Value, path: str, width: int, palette: Mapping[str, Terrain]) -> Iterator[Terrain]:
    if isinstance(value, str) and width <= _LONGEST_KEPT:
        row, glyphs = _kept_row(value, width)
        if row and glyphs <= palette.keys():
            return map(palette.__getitem__, row)
    try:
        row = decode_runs(read_text(value, path))
    except NotationError as error:
        raise FormatError(located(path, str(error))) from None
    if len(row) != width:
        raise FormatError.said("json-row", path=path, count=len(row), width=width)
    if strange := set(row).difference(palette):
        raise FormatError.said("json-not-in-palette", path=path, glyph=shown(min(strange)))
    return map(palette.__getitem__, row)


@lru_cache(maxsize=1 << 14)
def _kept_row(text: str, width: int) -> tuple[str, frozenset[str]]:
    """Return a row of ASCII and its glyphs, nothing of a text that is none of this width; levels share most rows."""
    try:
        row = decode_runs(text)
    except NotationError:
        row = ""
    return (row, frozenset(row)) if len(row) == width and row.isascii() else ("", frozenset())


_terrain_fields = named_tuple(Terrain)
_piece = named_tuple(Piece)
_saved_moves = named_tuple(SavedMoves)
_name_and_number = pair(read_text, read_integer, say("name-and-number"))
_header = pair(read_text, read_text, say("key-and-text"))
_option = pair(read_text, read_scalar, say("name-and-value"))


def _terrain(value: Value, path: str) -> Terrain:
    return Terrain(read_text(value, path)) if isinstance(value, str) else _terrain_fields(value, path)


def _counter(value: Value, path: str) -> NamedCounter:
    return NamedCounter(*_name_and_number(value, path))


# What a change may be of: its name, its type, and how it becomes JSON values.
_PARTS: tuple[tuple[str, type[Part], Callable[[Any], Value]], ...] = (
    ("terrain", Terrain, terrain_to_json),
    ("piece", Piece, piece_to_json),
    ("counter", NamedCounter, list),
)


def _level(value: Value, path: str) -> Read:
    try:
        return level_from_json(value, path), []
    except FormatError as error:
        return None, [Problem.error(str(error))]


class Json(Format):
    info = FormatInfo(
        key="json",
        name="pushbox JSON",
        endings=(".json",),
        summary="everything of any level of any game",
        recognised_by="a document that begins with `{`",
        not_recognised='a document without the key "pushbox"; boards in strings of other documents are XSB',
        source="pushbox",
        level_fields=LEVEL_FIELDS,
        collection_fields=COLLECTION_FIELDS,
        lossless=True,
    )

    def recognise(self, text: str, name: str) -> str:
        return say("expected-json") if text[:1000].lstrip().startswith("{") else ""

    def scan(self, text: str) -> Collection:
        """Return the levels of a document; one that cannot be read is a problem, which names its path in it.

        Raises FormatError where the document itself is not of this form.
        """
        value = parse(text)
        if isinstance(value, dict) and "pushbox" not in value:
            raise FormatError.said("json-other")
        document = ObjectReader(value, "")
        version = document.need("pushbox", read_integer)
        if version != VERSION:
            raise FormatError.said("json-version", version=version, expected=VERSION)
        values: list[Value] = document.take("levels", read_list, [])
        FormatError.beyond(MOST_LEVELS, len(values), "json-levels")
        levels = collect(_level(value, f"levels[{index}]") for index, value in enumerate(values))
        collection = replace(levels, **_read_texts(document), headers=document.each("keys", _header))
        document.end()
        return collection

    def write_header(self, collection: Collection) -> Header:
        head: Object = {"pushbox": VERSION} | _texts(collection)
        if collection.headers:
            head["keys"] = collection.headers
        return Header(f'{dump(head)[:-1]},"levels":[')

    def write_level(self, level: Level, collection: Collection) -> str:
        return encode(level)

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        return "\n".join([header, ",\n".join(levels), "]}", ""])


FORMAT = Json()
