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
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from ..board import Board, Change, NamedCounter, Piece, Terrain
from ..errors import FormatError, NotationError
from ..level import Collection, Level, Problem, SavedMoves, Scalar
from ..notation import decode as decode_runs
from ..notation import encode as encode_runs
from .api import COLLECTION_FIELDS, LEVEL_FIELDS, MOST_CELLS, Format, FormatInfo, Header, Headers

VERSION = 1
MOST_LEVELS = 1_000_000
LARGEST_NUMBER = 2**53  # beyond it other readers of JSON round

_SURROGATE = re.compile("[\ud800-\udfff]")

Value = Any  # what json.loads returns
Object = dict[str, Any]
_T = TypeVar("_T")


def encode(level: Level) -> str:
    """Return a level as one line of JSON.  Raises FormatError as `write` does."""
    return _dumps(level_to_json(level))


def decode(text: str) -> Level:
    """Return the level that `encode` made a line of.  Raises FormatError for anything else."""
    return level_from_json(_parse(text), "level")


def level_to_json(level: Level) -> Object:
    """Return a level as JSON values; `level_from_json` is the inverse."""
    found: Object = {"game": level.game, "board": board_to_json(level.board)}
    found |= {name: value for name in ("title", "author", "notes") if (value := getattr(level, name))}
    if level.options:
        found["options"] = [list(option) for option in level.options]
    if level.saved_moves:
        found["records"] = [_fields(moves) for moves in level.saved_moves]
    if level.headers:
        found["keys"] = [list(key) for key in level.headers]
    return found


def level_from_json(value: Value, path: str = "level") -> Level:
    """Return the level that `level_to_json` made `value` of.

    Raises FormatError that begins with where in the document it is, from `path` on.
    """
    found = _Object(value, path)
    level = Level(
        board=found.need("board", board_from_json),
        game=found.need("game", _text),
        options=_each(found.take("options", _list, []), f"{path}.options", _option),
        title=found.take("title", _text, ""),
        author=found.take("author", _text, ""),
        notes=found.take("notes", _text, ""),
        saved_moves=_each(found.take("records", _list, []), f"{path}.records", _saved_moves),
        headers=_each(found.take("keys", _list, []), f"{path}.keys", _key),
    )
    found.end()
    return level


def board_to_json(board: Board) -> Object:
    """Return a board as JSON values; `board_from_json` is the inverse.  O(cells)."""
    width = board.width
    sorts = dict(zip(map(id, board.terrain), board.terrain, strict=True))  # objects are few, and ids hash fast
    glyphs = _palette(sorts.values())
    glyph_of = {key: glyphs[terrain] for key, terrain in sorts.items()}
    cells = "".join(map(glyph_of.__getitem__, map(id, board.terrain)))
    rows = "\n".join(cells[row * width : (row + 1) * width] for row in range(board.height))
    found: Object = {
        "width": width,
        "height": board.height,
        "palette": {glyph: terrain_to_json(terrain) for terrain, glyph in glyphs.items()},
        "terrain": encode_runs(rows).split("|") if board.height else [],
    }
    if board.pieces:
        found["pieces"] = [_fields(piece) for piece in board.pieces]
    if board.counters:
        found["counters"] = [list(counter) for counter in board.counters]
    return found


def board_from_json(value: Value, path: str = "board") -> Board:
    """Return the board that `board_to_json` made `value` of.  Raises FormatError as `level_from_json` does."""
    found = _Object(value, path)
    width, height = found.need("width", _size), found.need("height", _size)
    if width * height > MOST_CELLS:
        raise FormatError(f"{path}: found {width} x {height} cells, expected at most {MOST_CELLS:,} cells")
    palette: dict[str, Terrain] = {}
    for glyph, sort in found.need("palette", _dict).items():
        if len(glyph) != 1 or glyph in "0123456789()|\n":
            raise FormatError(
                f"{path}.palette: found {_shown(glyph)}, expected one character, no digit, parenthesis or |"
            )
        palette[glyph] = _terrain(sort, f"{path}.palette[{json.dumps(glyph)}]")
    rows = found.need("terrain", _list)
    if len(rows) != height:
        raise FormatError(f"{path}.terrain: found {len(rows)} rows, expected {height}")
    terrain = tuple(
        chain.from_iterable(_row(row, f"{path}.terrain[{i}]", width, palette) for i, row in enumerate(rows))
    )
    pieces = _each(found.take("pieces", _list, []), f"{path}.pieces", _piece)
    counters = _each(found.take("counters", _list, []), f"{path}.counters", _counter)
    found.end()
    return Board(width, height, terrain, pieces, counters)


def change_to_json(change: Change) -> Object:
    """Return a change as JSON values; `change_from_json` is the inverse.

    Its part before and after stand in a list of two, under the name of the sort of part: ``terrain``, ``piece`` or
    ``counter``.
    """
    parts = (change.before, change.after)
    found: Object = {"tick": change.tick, "cause": change.cause}
    sample = change.after if change.before is None else change.before
    if isinstance(sample, Terrain):
        found["terrain"] = [terrain_to_json(part) if isinstance(part, Terrain) else None for part in parts]
    elif isinstance(sample, Piece):
        found["piece"] = [_fields(part) if isinstance(part, Piece) else None for part in parts]
    elif isinstance(sample, NamedCounter):
        found["counter"] = [list(part) if isinstance(part, NamedCounter) else None for part in parts]
    if change.cell != -1:
        found["cell"] = change.cell
    if change.original_piece is not None:
        found["who"] = _fields(change.original_piece)
    return found


def change_from_json(value: Value, path: str = "change") -> Change:
    """Return the change that `change_to_json` made `value` of.  Raises FormatError as `level_from_json` does."""
    found = _Object(value, path)
    parts: list[Terrain | Piece | NamedCounter | None] = [None, None]
    readers: tuple[tuple[str, _Reader[Terrain | Piece | NamedCounter]], ...]
    readers = (("terrain", _terrain), ("piece", _piece), ("counter", _counter))
    for name, reader in readers:
        pair: list[Value] = found.take(name, _list, [])
        if pair and len(pair) != 2:
            raise FormatError(f"{path}.{name}: found {len(pair)} parts, expected the part before and after")
        for index, part in enumerate(pair):
            if part is not None:
                parts[index] = reader(part, f"{path}.{name}[{index}]")
    change = Change(
        tick=found.need("tick", _integer),
        cause=found.need("cause", _text),
        before=parts[0],
        after=parts[1],
        cell=found.take("cell", _integer, -1),
        original_piece=found.take("who", _piece, None),
    )
    found.end()
    return change


def terrain_to_json(terrain: Terrain) -> Value:
    """Return the terrain of a cell as JSON values: its kind alone where it has nothing else."""
    found = _fields(terrain)
    return terrain.kind if len(found) == 1 else found


def piece_to_json(piece: Piece) -> Object:
    """Return a piece as JSON values."""
    return _fields(piece)


# Between values and JSON ----------------------------------------------------------------------------------------------


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
        row = decode_runs(_text(value, path))
    except NotationError as error:
        raise FormatError(f"{path}: {error}") from None
    if len(row) != width:
        raise FormatError(f"{path}: found a row of {len(row)} cells, expected {width}")
    if strange := set(row).difference(palette):
        raise FormatError(f"{path}: found {_shown(min(strange))}, expected a character of the palette")
    return map(palette.__getitem__, row)


def _terrain(value: Value, path: str) -> Terrain:
    if isinstance(value, str):
        return Terrain(_text(value, path))
    found = _Object(value, path)
    terrain = Terrain(
        kind=found.need("kind", _text),
        colour=found.take("colour", _text_or_none, None),
        number=found.take("number", _integer, 0),
        direction=found.take("direction", _integer, -1),
        uses=found.take("uses", _integer, 0),
        pair=found.take("pair", _integer, 0),
        ports=found.take("ports", _integer, 0),
        role=found.take("role", _text_or_none, None),
        player=found.take("player", _integer, 0),
        looks=found.take("looks", _text_or_none, None),
    )
    found.end()
    return terrain


def _piece(value: Value, path: str) -> Piece:
    found = _Object(value, path)
    piece = Piece(
        kind=found.need("kind", _text),
        cells=_each(found.need("cells", _list), f"{path}.cells", _integer),
        colours=_each(found.take("colours", _list, []), f"{path}.colours", _text),
        number=found.take("number", _integer, 0),
        group=found.take("group", _integer, 0),
        arrow=found.take("arrow", _integer, -1),
        ports=found.take("ports", _integer, 0),
        fuse=found.take("fuse", _integer, 0),
        player=found.take("player", _integer, 0),
        fixed=found.take("fixed", _bool, default=False),
        bloomed=found.take("bloomed", _bool, default=False),
        hidden=found.take("hidden", _bool, default=False),
        spent=found.take("spent", _bool, default=False),
    )
    found.end()
    return piece


def _counter(value: Value, path: str) -> NamedCounter:
    name, number = _pair(value, path, "a name and a number")
    return NamedCounter(_text(name, f"{path}[0]"), _integer(number, f"{path}[1]"))


def _saved_moves(value: Value, path: str) -> SavedMoves:
    found = _Object(value, path)
    moves = SavedMoves(found.need("title", _text), found.need("text", _text), found.take("notes", _text, ""))
    found.end()
    return moves


def _key(value: Value, path: str) -> tuple[str, str]:
    name, text = _pair(value, path, "a key and its text")
    return _text(name, f"{path}[0]"), _text(text, f"{path}[1]")


def _option(value: Value, path: str) -> tuple[str, Scalar]:
    name, scalar = _pair(value, path, "a name and a value")
    return _text(name, f"{path}[0]"), _scalar(scalar, f"{path}[1]")


# JSON values, checked; each raises FormatError that begins with the path ----------------------------------------------

_Reader = Callable[[Value, str], _T]


class _Object:
    """A JSON object whose fields are taken one by one; what nobody took is an error at the `end`."""

    def __init__(self, value: Value, path: str) -> None:
        self._fields: Object = _dict(value, path or "the document")
        self._path = path
        self._taken: set[str] = set()

    def need(self, name: str, reader: _Reader[_T]) -> _T:
        self._taken.add(name)
        if name not in self._fields:
            raise FormatError(f"{self._at(name)}: found nothing, expected this field")
        return reader(self._fields[name], self._at(name))

    def take(self, name: str, reader: _Reader[_T], default: _T) -> _T:
        return self.need(name, reader) if name in self._fields else self._skip(name, default)

    def end(self) -> None:
        if strange := self._fields.keys() - self._taken:
            expected = ", ".join(sorted(self._taken))
            raise FormatError(
                f"{self._path or 'the document'}: found the field {_shown(min(strange))}, expected {expected}"
            )

    def _skip(self, name: str, default: _T) -> _T:
        self._taken.add(name)
        return default

    def _at(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name


def _each(values: list[Value], path: str, reader: _Reader[_T]) -> tuple[_T, ...]:
    return tuple(reader(value, f"{path}[{index}]") for index, value in enumerate(values))


def _pair(value: Value, path: str, expected: str) -> list[Value]:
    if not isinstance(value, list) or len(value) != 2:
        raise FormatError(f"{path}: found {_shown(value)}, expected {expected}")
    return value


def _dict(value: Value, path: str) -> Object:
    if not isinstance(value, dict):
        raise FormatError(f"{path}: found {_shown(value)}, expected an object")
    return value


def _list(value: Value, path: str) -> list[Value]:
    if not isinstance(value, list):
        raise FormatError(f"{path}: found {_shown(value)}, expected a list")
    return value


def _text(value: Value, path: str) -> str:
    if not isinstance(value, str):
        raise FormatError(f"{path}: found {_shown(value)}, expected a text")
    if not value.isascii() and _SURROGATE.search(value):
        raise FormatError(f"{path}: found half a character, expected a text")
    return value


def _text_or_none(value: Value, path: str) -> str | None:
    return None if value is None else _text(value, path)


def _bool(value: Value, path: str) -> bool:
    if not isinstance(value, bool):
        raise FormatError(f"{path}: found {_shown(value)}, expected true or false")
    return value


def _integer(value: Value, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormatError(f"{path}: found {_shown(value)}, expected a whole number")
    if abs(value) > LARGEST_NUMBER:
        raise FormatError(f"{path}: found a number of {value.bit_length()} bits, expected at most {LARGEST_NUMBER}")
    return value


def _size(value: Value, path: str) -> int:
    if not 0 <= (size := _integer(value, path)) <= MOST_CELLS:
        raise FormatError(f"{path}: found {size}, expected a number from 0 to {MOST_CELLS}")
    return size


def _scalar(value: Value, path: str) -> Scalar:
    if isinstance(value, str):
        return _text(value, path)
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise FormatError(f"{path}: found {value}, expected a finite number")
        return value
    if isinstance(value, int):
        return _integer(value, path)
    raise FormatError(f"{path}: found {_shown(value)}, expected a text, a number, true or false")


def _shown(value: Value) -> str:
    """Return a value as it stands in the document, if it is short."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value[:40] if isinstance(value, str) else value)
    return text if len(text) <= 42 else text[:40] + "..."


# Text -----------------------------------------------------------------------------------------------------------------


def _parse(text: str) -> Value:
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        message = f"{error.msg[0].lower()}{error.msg[1:]}, expected JSON"
        raise FormatError(message, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError("found values within values beyond all depth, expected a collection of levels") from None
    except ValueError:  # the standard library refuses numbers of thousands of digits so
        raise FormatError("found a number of thousands of digits, expected a short one") from None


def _refuse(name: str) -> Value:
    raise FormatError(f"found {name}, expected a number that JSON has")


def _unique(pairs: list[tuple[str, Value]]) -> Object:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FormatError(f"found the field {_shown(twice)} twice in one object, expected it once")
    return found


def _dumps(value: Value) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise FormatError("found an infinite number or none at all (NaN), expected one that JSON has") from None
    if not text.isascii() and (half := _SURROGATE.search(text)):
        raise FormatError(f"found half a character, {half[0]!r}, expected a text")
    return text


class Json(Format):
    """pushbox's own form of levels: see the module."""

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
        del name
        return "it begins with {" if text[:1000].lstrip().startswith("{") else ""

    def scan(self, text: str) -> Collection:
        """Return the levels of a document; one that cannot be read is a problem, which names its path in it.

        Raises FormatError where the document itself is not of this form.
        """
        found = _Object(_parse(text), "")
        version = found.need("pushbox", _integer)
        if version != VERSION:
            raise FormatError(f"pushbox: found version {version}, expected {VERSION}")
        levels: list[Level] = []
        problems: list[Problem] = []
        values: list[Value] = found.take("levels", _list, [])
        if len(values) > MOST_LEVELS:
            raise FormatError(f"levels: found {len(values):,} levels, expected at most {MOST_LEVELS:,}")
        for index, value in enumerate(values):
            try:
                levels.append(level_from_json(value, f"levels[{index}]"))
            except FormatError as error:
                problems.append(Problem(0, 0, "error", str(error)))
        words = {name: found.take(name, _text, "") for name in ("title", "author", "notes")}
        headers = _each(found.take("keys", _list, []), "keys", _key)
        found.end()
        return Collection(tuple(levels), tuple(problems), headers=headers, **words)

    def write_header(self, collection: Collection) -> Header:
        """Return the fields of the collection, the last of them the list of levels."""
        head: Object = {"pushbox": VERSION}
        head |= {name: value for name in ("title", "author", "notes") if (value := getattr(collection, name))}
        if collection.headers:
            head["keys"] = collection.headers
        return Header(f'{_dumps(head)[:-1]},"levels":[')

    def write_level(self, level: Level, collection: Collection) -> str:
        """Return a level as one line."""
        del collection
        return encode(level)

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        """Return a document, one level a line."""
        del below
        return "\n".join([header, ",\n".join(levels), "]}", ""])


FORMAT = Json()
