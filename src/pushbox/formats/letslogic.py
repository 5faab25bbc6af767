"""Levels of letslogic.com: maps of digits, by themselves or in the JSON of its interface.

The digits are ``0`` floor, ``1`` wall, ``2`` player, ``3`` box, ``4`` goal, ``5`` box on a goal, ``6`` player on a goal
and ``7`` outside.  By themselves they are rows, with blank lines between the levels.  In JSON a level is an object with
``map`` (all digits in one text), ``width`` and ``height``, ``title``, ``author`` and more, such as ``id`` and
``blue_moves``, which are headers; a document is one object or a list of them.  JSON is what is written.

Digits are moves and numbers elsewhere, so that a text is read as this only by name.

Source: letslogic.com, API version 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..errors import FormatError
from ..grid import cut
from ..level import Collection, Level, Problem
from ..sentence import say
from .api import FormatInfo, Headers
from .bounds import MOST_LEVELS, check_values
from .json.values import not_json
from .parts import picture
from .parts.metadata import Read, collect
from .parts.plain import LEFT_OUT
from .text import lines

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
_ROW = re.compile(r"\s*[0-7]+\s*")
_FIELDS = ("map", "width", "height", "title", "author")


class Letslogic(picture.PictureFormat):
    info = FormatInfo(
        key="letslogic",
        name="letslogic",
        endings=(),
        summary="maps of the digits 0 to 7, in rows or in the JSON of letslogic.com",
        recognised_by='JSON with the key `"map"`, or rows of the digits 0 to 7',
        not_recognised="digits with another meaning, which the table `gym-sokoban` reads where they make a board",
        source="letslogic.com, API version 1",
        expected=say("expected-letslogic"),
        level_fields=("title", "author", "headers"),
        detected=False,
    )
    charset = picture.charset({"#": "1", "@": "2", "+": "6", "$": "3", "*": "5", ".": "4", " ": "0"}, outside="7")

    def recognise(self, text: str, name: str) -> str:
        head = text[:4000].lstrip()
        if head[:1] in ("{", "[") and '"map"' in head and "pushbox" not in head:
            return say("is-letslogic-json")
        rows = [line for line in head.splitlines()[:20] if line.strip()]
        return say("is-letslogic-rows") if len(rows) > 1 and all(map(_ROW.fullmatch, rows)) else ""

    def scan(self, text: str) -> Collection:
        """Return the levels of rows of digits, or of JSON.  Raises FormatError for JSON that is none."""
        return collect(self._objects(text) if text.lstrip()[:1] in ("{", "[") else self._plain(text))

    def _plain(self, text: str) -> Iterator[Read]:
        rows: list[picture.Row] = []
        for number, line in enumerate([*lines(text), ""], start=1):
            if line.strip():
                rows.append(picture.row_of(line, number))
            elif rows:
                yield self.read_board(rows, "\n".join(row.signs for row in rows), rows[0].line)
                rows = []

    def _objects(self, text: str) -> Iterator[Read]:
        check_values(text)
        try:
            document: Any = json.loads(text)
        except json.JSONDecodeError as error:
            raise FormatError(not_json(error), line=error.lineno, column=error.colno) from None
        except (RecursionError, ValueError):
            raise FormatError.said("letslogic-deep") from None
        values = document if isinstance(document, list) else [document]
        FormatError.beyond(MOST_LEVELS, len(values), "letslogic-objects")
        for index, value in enumerate(values, start=1):
            try:
                level, problems = self._object(value)
            except FormatError as error:
                level, problems = None, [Problem(0, 0, "error", str(error), repair=LEFT_OUT)]
            named = (one._replace(found=say("letslogic-object", number=index, found=one.found)) for one in problems)
            yield level, [problem._replace(line=0) for problem in named]

    def _object(self, value: Any) -> Read:
        if not isinstance(value, dict):
            raise FormatError.said("letslogic-no-object")
        cells, width, height = value.get("map"), value.get("width"), value.get("height")
        if isinstance(cells, list) and all(isinstance(row, str) for row in cells):
            rows = cells
        elif isinstance(cells, str) and isinstance(width, int) and 0 < width <= len(cells) and not len(cells) % width:
            rows = cut(cells, width)
        else:
            raise FormatError.said("letslogic-no-map")
        level, problems = self.read_board([picture.Row(row, 1) for row in rows], "", 1)
        if level is None:
            return None, problems
        if isinstance(height, int) and height != len(rows):
            found, expected = say("found-height", height=height), say("as-in-map", height=len(rows))
            problems.append(Problem(1, 0, "warning", found, expected, say("ignored")))
        headers = tuple((name, _word(field)) for name, field in value.items() if name not in _FIELDS)
        title, author = (_word(value.get(name) or "") for name in ("title", "author"))
        return replace(level, title=title, author=author, headers=headers, source=None), problems

    def losses(self, level: Level) -> Iterator[str]:
        yield from super().losses(level)
        names = [name for name, _ in level.headers]
        for name in sorted({name for name in names if names.count(name) > 1 or name in _FIELDS}):
            yield say("key-twice", name=name[:40])

    def write_level(self, level: Level, collection: Collection) -> str:
        board = level.board
        fields: dict[str, Any] = {
            name: int(value) if _INTEGER.fullmatch(value) else value for name, value in level.headers
        }
        fields |= {name: word for name, word in (("title", level.title), ("author", level.author)) if word}
        cells = "".join(self.write_rows(board))
        return json.dumps(fields | {"width": board.width, "height": board.height, "map": cells}, ensure_ascii=False)

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        """Return a list of objects; no text is kept, because JSON has no spelling of its own."""
        return "[\n" + ",\n".join(levels) + "\n]\n"


def _word(value: Any) -> str:
    """Return a value as the text of a key; a text is checked as `pushbox.formats.text` would."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if bad := re.search("[\ud800-\udfff\x00]", text):
        raise FormatError.said("not-text", found=bad[0])
    return text


FORMAT = Letslogic()
