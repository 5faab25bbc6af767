"""Levels of letslogic.com: maps of digits, by themselves or in the JSON of its interface.

The digits are ``0`` floor, ``1`` wall, ``2`` player, ``3`` box, ``4`` goal, ``5`` box on a goal, ``6`` player on a goal
and ``7`` outside.  By themselves they are rows, with blank lines between the levels.  In JSON a level is an object with
``map`` (all digits in one text), ``width`` and ``height``, ``title``, ``author`` and more, such as ``id`` and
``blue_moves``, which are keys; a document is one object or a list of them.  JSON is what is written.

Digits are moves and numbers elsewhere, so that a text is read as this only where one asks for it.

Source: letslogic.com, API version 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..errors import FormatError
from ..level import Collection, Level, Problem
from .api import FormatInfo
from .parts import back, picture, wordless
from .text import lines

info = FormatInfo(
    key="letslogic",
    name="letslogic",
    endings=(),
    summary="maps of the digits 0 to 7, in rows or in the JSON of letslogic.com",
    source="letslogic.com, API version 1",
    solutions=False,
    detected=False,
)

_DIGITS = picture.alphabet({"#": "1", "@": "2", "+": "6", "$": "3", "*": "5", ".": "4", " ": "0"}, outside="7")
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_ROW = re.compile(r"\s*[0-7]+\s*")


def recognise(text: str, name: str) -> str:
    """Return why a text may be this: rows of these digits, or JSON with maps."""
    del name
    head = text[:4000].lstrip()
    if head[:1] in ("{", "[") and '"map"' in head and "pushbox" not in head:
        return "it is JSON with maps"
    rows = [line for line in head.splitlines()[:20] if line.strip()]
    return "its lines are of the digits 0 to 7" if len(rows) > 1 and all(map(_ROW.fullmatch, rows)) else ""


def read(text: str) -> Collection:
    """Read every level.  Raises FormatError where there is none, and for JSON that is none."""
    found = _objects(text) if text.lstrip()[:1] in ("{", "[") else _plain(text)
    levels: list[Level] = []
    problems: list[Problem] = []
    for level, told in found:
        problems += told
        if level is not None:
            levels.append(level)
    if not levels and not problems:
        raise FormatError("found no level, expected rows of the digits 0 to 7 or JSON with a map")
    return Collection(tuple(levels), tuple(problems), format=info.key)


def _plain(text: str) -> Iterator[tuple[Level | None, list[Problem]]]:
    rows: list[picture.Row] = []
    for number, line in enumerate([*lines(text), ""], start=1):
        if line.strip():
            rows.append(picture.Row(line.strip(), number, len(line) - len(line.lstrip()) + 1))
        elif rows:
            yield picture.level(rows, _DIGITS, "\n".join(row.signs for row in rows), rows[0].line)
            rows = []


def _objects(text: str) -> Iterator[tuple[Level | None, list[Problem]]]:
    try:
        found: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"{error.msg.lower()}, expected JSON", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise FormatError("found values too deep or too large, expected levels of letslogic") from None
    for index, value in enumerate(found if isinstance(found, list) else [found], start=1):
        try:
            level, problems = _object(value)
        except FormatError as error:
            level, problems = None, [Problem(0, 0, "error", str(error), repair=picture.LEFT_OUT)]
        yield level, [_named(problem, index) for problem in problems]


def _named(problem: Problem, index: int) -> Problem:
    return problem._replace(line=0, found=f"object {index}: {problem.found}")


def _object(value: Any) -> tuple[Level | None, list[Problem]]:
    if not isinstance(value, dict):
        raise FormatError("found no object, expected one with a map")
    cells, width, height = value.get("map"), value.get("width"), value.get("height")
    if isinstance(cells, list) and all(isinstance(row, str) for row in cells):
        rows = cells
    elif isinstance(cells, str) and isinstance(width, int) and 0 < width <= len(cells) and not len(cells) % width:
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    else:
        raise FormatError("found no map that fits its width, expected digits, width times height of them")
    level, problems = picture.level([picture.Row(row, 1) for row in rows], _DIGITS, "", 1)
    if level is None:
        return None, problems
    if isinstance(height, int) and height != len(rows):
        problems.append(Problem(1, 0, "warning", f"found the height {height}", f"{len(rows)} as in the map", "ignored"))
    keys = tuple((name, _word(field)) for name, field in value.items() if name not in _FIELDS)
    title, author = (_word(value.get(name) or "") for name in ("title", "author"))
    return replace(level, title=title, author=author, headers=keys, source=None), problems


_FIELDS = ("map", "width", "height", "title", "author")


def _word(value: Any) -> str:
    """Return a value as the text of a key; a text is checked as `pushbox.formats.text` would."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if bad := re.search("[\ud800-\udfff\x00]", text):
        raise FormatError(f"found the character {bad[0]!r}, expected text")
    return text


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that letslogic's JSON cannot hold."""
    if found := _told_losses(collection):
        return found
    return back.loss(collection, _text(collection, kept=False), read, info.name)


def write(collection: Collection) -> str:
    """Return a collection as JSON.  Raises FormatError with the first of the `losses`."""
    return back.written(collection, _told_losses(collection), _text, read, info.name)


def _told_losses(collection: Collection) -> list[str]:
    found = list(wordless.collection_losses(collection, info.name))
    for number, level in enumerate(collection.levels, start=1):
        told = (*picture.losses(level.board), *wordless.losses(level, info.name, "title", "author", "headers"))
        found += [f"level {number}: {sentence}" for sentence in told]
        names = [name for name, _ in level.headers]
        for name in sorted({name for name in names if names.count(name) > 1 or name in _FIELDS}):
            found.append(f"level {number}: found the key {name[:40]!r} more than once, expected other names of keys")
    return found


def _text(collection: Collection, *, kept: bool) -> str:
    """Return one object a line; there is no old text to keep, as JSON has no spelling of its own."""
    del kept
    return "[\n" + ",\n".join(json.dumps(_fields(level), ensure_ascii=False) for level in collection.levels) + "\n]\n"


def _fields(level: Level) -> dict[str, Any]:
    board = level.board
    keys = {name: int(value) if _INTEGER.fullmatch(value) else value for name, value in level.headers}
    words = {name: word for name, word in (("title", level.title), ("author", level.author)) if word}
    return keys | words | {"width": board.width, "height": board.height, "map": "".join(picture.rows(board, _DIGITS))}
