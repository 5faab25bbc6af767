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
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ...board import Board, Change, NamedCounter, Piece, Terrain
from ...errors import FormatError, NotationError
from ...level import Collection, Level, Problem, SavedMoves, Scalar
from ...notation import decode as decode_runs
from ...notation import encode as encode_runs
from ..api import COLLECTION_FIELDS, LEVEL_FIELDS, MOST_CELLS, Format, FormatInfo, Header, Headers
from .values import (
    Object,
    ObjectReader,
    Reader,
    Value,
    dump,
    each,
    parse,
    read_bool,
    read_dict,
    read_fields,
    read_integer,
    read_list,
    read_pair,
    read_scalar,
    read_size,
    read_text,
    read_text_or_none,
    shown,
)

VERSION = 1
MOST_LEVELS = 1_000_000


def encode(level: Level) -> str:
    """Return a level as one line of JSON.  Raises FormatError as `write` does."""
    return dump(level_to_json(level))


def decode(text: str) -> Level:
    """Return the level that `encode` made a line of.  Raises FormatError for anything else."""
    return level_from_json(parse(text), "level")


def level_to_json(level: Level) -> Object:
    """Return a level as JSON values; `level_from_json` is the inverse."""
    fields: Object = {"game": level.game, "board": board_to_json(level.board)}
    fields |= {name: value for name in ("title", "author", "notes") if (value := getattr(level, name))}
    if level.options:
        fields["options"] = [list(option) for option in level.options]
    if level.saved_moves:
        fields["records"] = [_fields(moves) for moves in level.saved_moves]
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
        title=fields.take("title", read_text, ""),
        author=fields.take("author", read_text, ""),
        notes=fields.take("notes", read_text, ""),
        saved_moves=fields.each("records", _saved_moves),
        headers=fields.each("keys", _key),
    )
    fields.end()
    return level


def board_to_json(board: Board) -> Object:
    """Return a board as JSON values; `board_from_json` is the inverse.  O(cells)."""
    width = board.width
    sorts = dict(zip(map(id, board.terrain), board.terrain, strict=True))  # objects are few, and ids hash fast
    glyphs = _palette(sorts.values())
    glyph_of = {key: glyphs[terrain] for key, terrain in sorts.items()}
    cells = "".join(map(glyph_of.__getitem__, map(id, board.terrain)))
    rows = "\n".join(cells[row * width : (row + 1) * width] for row in range(board.height))
    fields: Object = {
        "width": width,
        "height": board.height,
        "palette": {glyph: terrain_to_json(terrain) for terrain, glyph in glyphs.items()},
        "terrain": encode_runs(rows).split("|") if board.height else [],
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
        raise FormatError(f"{path}: found {width} x {height} cells, expected at most {MOST_CELLS:,} cells")
    palette: dict[str, Terrain] = {}
    for glyph, sort in fields.need("palette", read_dict).items():
        if len(glyph) != 1 or glyph in "0123456789()|\n":
            raise FormatError(
                f"{path}.palette: found {shown(glyph)}, expected one character, no digit, parenthesis or |"
            )
        palette[glyph] = _terrain(sort, f"{path}.palette[{json.dumps(glyph)}]")
    rows = fields.need("terrain", read_list)
    if len(rows) != height:
        raise FormatError(f"{path}.terrain: found {len(rows)} rows, expected {height}")
    terrain = tuple(
        chain.from_iterable(_row(row, f"{path}.terrain[{i}]", width, palette) for i, row in enumerate(rows))
    )
    pieces = fields.each("pieces", _piece)
    counters = fields.each("counters", _counter)
    fields.end()
    return Board(width, height, terrain, pieces, counters)


def change_to_json(change: Change) -> Object:
    """Return a change as JSON values; `change_from_json` is the inverse.

    Its part before and after stand in a list of two, under the name of the sort of part: ``terrain``, ``piece`` or
    ``counter``.
    """
    parts = (change.before, change.after)
    fields: Object = {"tick": change.tick, "cause": change.cause}
    sample = change.after if change.before is None else change.before
    if isinstance(sample, Terrain):
        fields["terrain"] = [terrain_to_json(part) if isinstance(part, Terrain) else None for part in parts]
    elif isinstance(sample, Piece):
        fields["piece"] = [_fields(part) if isinstance(part, Piece) else None for part in parts]
    elif isinstance(sample, NamedCounter):
        fields["counter"] = [list(part) if isinstance(part, NamedCounter) else None for part in parts]
    if change.cell != -1:
        fields["cell"] = change.cell
    if change.original_piece is not None:
        fields["who"] = _fields(change.original_piece)
    return fields


def change_from_json(value: Value, path: str = "change") -> Change:
    """Return the change that `change_to_json` made `value` of.  Raises FormatError as `level_from_json` does."""
    fields = ObjectReader(value, path)
    parts: list[Terrain | Piece | NamedCounter | None] = [None, None]
    readers: tuple[tuple[str, Reader[Terrain | Piece | NamedCounter]], ...]
    readers = (("terrain", _terrain), ("piece", _piece), ("counter", _counter))
    for name, reader in readers:
        pair: list[Value] = fields.take(name, read_list, [])
        if pair and len(pair) != 2:
            raise FormatError(f"{path}.{name}: found {len(pair)} parts, expected the part before and after")
        for index, part in enumerate(pair):
            if part is not None:
                parts[index] = reader(part, f"{path}.{name}[{index}]")
    change = Change(
        tick=fields.need("tick", read_integer),
        cause=fields.need("cause", read_text),
        before=parts[0],
        after=parts[1],
        cell=fields.take("cell", read_integer, -1),
        original_piece=fields.take("who", _piece, None),
    )
    fields.end()
    return change


def terrain_to_json(terrain: Terrain) -> Value:
    """Return the terrain of a cell as JSON values: its kind alone where it has nothing else."""
    fields = _fields(terrain)
    return terrain.kind if len(fields) == 1 else fields


def piece_to_json(piece: Piece) -> Object:
    """Return a piece as JSON values."""
    return _fields(piece)


def _fields(value: NamedTuple) -> Object:
    """Return the fields of a named tuple that have not their default."""
    defaults = value._field_defaults
    pairs = zip(value._fields, value, strict=True)
    return {
        name: list(field) if isinstance(field, tuple) else field
        for name, field in pairs
        if name not in defaults or field != defaults[name]
    }


_USUAL = {Terrain("wall"): "#", Terrain("floor"): "-", Terrain("goal"): "."}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _palette(sorts: Any) -> dict[Terrain, str]:
    """Return a character for each sort of cell: the usual one, else a letter, else one of the many beyond ASCII."""
    glyphs: dict[Terrain, str] = {}
    free = chain(_LETTERS, map(chr, range(0x10000, 0x110000)))
    for terrain in sorts:
        if terrain not in glyphs:
            glyphs[terrain] = _USUAL.get(terrain) or next(free)
    return glyphs


def _row(value: Value, path: str, width: int, palette: Mapping[str, Terrain]) -> Iterator[Terrain]:
    try:
        row = decode_runs(read_text(value, path))
    except NotationError as error:
        raise FormatError(f"{path}: {error}") from None
    if len(row) != width:
        raise FormatError(f"{path}: found a row of {len(row)} cells, expected {width}")
    if strange := set(row).difference(palette):
        raise FormatError(f"{path}: found {shown(min(strange))}, expected a character of the palette")
    return map(palette.__getitem__, row)


_TERRAIN: Mapping[str, Reader[Any]] = {
    "kind": read_text, "colour": read_text_or_none, "number": read_integer, "direction": read_integer,
    "uses": read_integer, "pair": read_integer, "ports": read_integer, "role": read_text_or_none,
    "player": read_integer, "looks": read_text_or_none,
}  # fmt: skip
_PIECE: Mapping[str, Reader[Any]] = {
    "kind": read_text, "cells": each(read_integer), "colours": each(read_text), "number": read_integer,
    "group": read_integer, "arrow": read_integer, "ports": read_integer, "fuse": read_integer, "player": read_integer,
    "fixed": read_bool, "bloomed": read_bool, "hidden": read_bool, "spent": read_bool,
}  # fmt: skip
_SAVED_MOVES: Mapping[str, Reader[Any]] = {"title": read_text, "text": read_text, "notes": read_text}


def _terrain(value: Value, path: str) -> Terrain:
    if isinstance(value, str):
        return Terrain(read_text(value, path))
    return Terrain(**read_fields(value, path, _TERRAIN, Terrain._field_defaults))


def _piece(value: Value, path: str) -> Piece:
    return Piece(**read_fields(value, path, _PIECE, Piece._field_defaults))


def _counter(value: Value, path: str) -> NamedCounter:
    name, number = read_pair(value, path, "a name and a number")
    return NamedCounter(read_text(name, f"{path}[0]"), read_integer(number, f"{path}[1]"))


def _saved_moves(value: Value, path: str) -> SavedMoves:
    return SavedMoves(**read_fields(value, path, _SAVED_MOVES, SavedMoves._field_defaults))


def _key(value: Value, path: str) -> tuple[str, str]:
    name, text = read_pair(value, path, "a key and its text")
    return read_text(name, f"{path}[0]"), read_text(text, f"{path}[1]")


def _option(value: Value, path: str) -> tuple[str, Scalar]:
    name, scalar = read_pair(value, path, "a name and a value")
    return read_text(name, f"{path}[0]"), read_scalar(scalar, f"{path}[1]")


class Json(Format):
    info = FormatInfo(
        key="json",
        name="pushbox JSON",
        endings=(".json",),
        summary="everything of any level of any game",
        source="pushbox",
        level_fields=LEVEL_FIELDS,
        collection_fields=COLLECTION_FIELDS,
        lossless=True,
    )

    def recognise(self, text: str, name: str) -> str:
        """Return why a text is JSON: it begins with a brace."""
        return "it begins with {" if text[:1000].lstrip().startswith("{") else ""

    def scan(self, text: str) -> Collection:
        """Return the levels of a document; one that cannot be read is a problem, which names its path in it.

        Raises FormatError where the document itself is not of this form.
        """
        document = ObjectReader(parse(text), "")
        version = document.need("pushbox", read_integer)
        if version != VERSION:
            raise FormatError(f"pushbox: found version {version}, expected {VERSION}")
        levels: list[Level] = []
        problems: list[Problem] = []
        values: list[Value] = document.take("levels", read_list, [])
        if len(values) > MOST_LEVELS:
            raise FormatError(f"levels: found {len(values):,} levels, expected at most {MOST_LEVELS:,}")
        for index, value in enumerate(values):
            try:
                levels.append(level_from_json(value, f"levels[{index}]"))
            except FormatError as error:
                problems.append(Problem(0, 0, "error", str(error)))
        words = {name: document.take(name, read_text, "") for name in ("title", "author", "notes")}
        headers = document.each("keys", _key)
        document.end()
        return Collection(tuple(levels), tuple(problems), headers=headers, **words)

    def write_header(self, collection: Collection) -> Header:
        head: Object = {"pushbox": VERSION}
        head |= {name: value for name in ("title", "author", "notes") if (value := getattr(collection, name))}
        if collection.headers:
            head["keys"] = collection.headers
        return Header(f'{dump(head)[:-1]},"levels":[')

    def write_level(self, level: Level, collection: Collection) -> str:
        return encode(level)

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        return "\n".join([header, ",\n".join(levels), "]}", ""])


FORMAT = Json()
