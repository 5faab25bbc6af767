"""The address of a level in SokoPlayer HTML5: ``http://sokoban.ws/sokoplayer/?w=4&h=9&lvl=HHHH|H__H|...``.

``lvl`` has the rows in the letters of MF8, with ``|`` between them, as ``#`` ends an address.  Percent signs are
decoded, ``%7C`` too; a ``+`` is a sign as any other and not a blank.  ``w`` and ``h`` are not believed.  Other
parameters of the address are headers of the level.  A text may have an address a line, with other text around it, which
becomes comments of the level whose address comes next.

Source: sokoban.cn/sokoplayer/url.php; sokoban.ws/blog/?p=298.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote, unquote

from ..level import Collection, Level, Problem
from ..sentence import say
from . import rewriting
from .api import FormatInfo, Header, Headers
from .bounds import LevelReads
from .mf8 import Mf8
from .parts import picture, plain
from .parts.metadata import Read
from .text import lines

PLAYER = "http://sokoban.ws/sokoplayer/"

_WORD = re.compile(r"[^\s\"'<>()\[\]]+")
_LEVEL = re.compile(r"\?(?:[^?#]*&)?(?:amp;)?lvl=")
_WITHOUT_LEVEL = re.compile(r"(?:\?[^?#|=]{0,200}|\blvl)=[^\s?|]+\|[^\s?|]+\|")  # an address with rows
_SAFE = "$*.|,:;@!()/~"


class Sokoplayer(picture.PictureFormat):
    info = FormatInfo(
        key="sokoplayer",
        name="SokoPlayer",
        endings=(".url",),
        summary="the address of a level in SokoPlayer HTML5: ?w=4&h=9&lvl=HHHH|H__H|...",
        recognised_by="an address with `lvl=`",
        not_recognised="a board without its address",
        source="sokoban.cn/sokoplayer/url.php",
        expected=say("expected-sokoplayer"),
        level_fields=("headers",),
        collection_fields=("headers",),
    )
    charset = Mf8.charset
    separator = "\n"

    def recognise(self, text: str, name: str) -> str:
        return say("is-sokoplayer") if "lvl=" in text and any(_addresses(text)) else ""

    def scan(self, text: str) -> Collection:
        reads = LevelReads()
        above: list[str] = []
        raw = lines(text)
        for index in rewriting.boards_among(raw):
            found = say("found-like-rows")
            reads.add(None, [Problem(index + 1, 0, "warning", found, self.info.expected, say("kept-as-text"))])
        for number, line in enumerate(raw, start=1):
            rest = 0
            for start, end in _addresses(line) if "lvl=" in line else ():
                above += _comment(line[rest:start])
                rest = end
                reads.add(*self._read_address(line[start:end], number, start + 1, above))
                above = []
            if not rest and _WITHOUT_LEVEL.search(line):
                found = say("found-text", what=line.strip()[:40])
                reads.add(None, [Problem(number, 0, "error", found, self.info.expected, plain.LEFT_OUT)])
            above += _comment(line[rest:])
        return replace(reads.collection(), headers=tuple(("", comment) for comment in above))

    def _read_address(self, address: str, line: int, column: int, above: list[str]) -> Read:
        start = next(_LEVEL.finditer(address)).start() + 1  # of the parameters, where lvl is one of them
        query = address[start:].replace("&amp;", "&").partition("#")[0]
        pairs = [part.partition("=") for part in query.split("&")]
        parameters = [(unquote(name), unquote(value)) for name, _, value in pairs]
        drawn = next(value for name, value in parameters if name == "lvl").strip("|")
        text = "\n".join([*above, address])
        level, problems = self.read_board([picture.Row(row, line) for row in drawn.split("|")], text, line)
        problems = [problem._replace(column=problem.column or column) for problem in problems]
        if level is None:
            return None, problems
        more = [pair for pair in parameters if pair[0] not in ("w", "h", "lvl") and any(pair)]
        return replace(level, headers=(*(("", comment) for comment in above), *more)), problems

    def write_header(self, collection: Collection) -> Header:
        return Header("", collection.headers)

    def write_level(self, level: Level, collection: Collection) -> str:
        return "\n".join([*(value for name, value in level.headers if not name), self.address(level)])

    def address(self, level: Level) -> str:
        """Return the address of a level whose board has plain parts only: see `losses`."""
        board = level.board
        rows = "|".join(self.write_rows(board))
        more = "".join(
            f"&{quote(name, safe=_SAFE)}={quote(value, safe=_SAFE)}" for name, value in level.headers if name
        )
        return f"{PLAYER}?w={board.width}&h={board.height}{more}&lvl={rows}"

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        return super().document(header, [*levels, *(value for _, value in below)])


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    """Yield where addresses with a level begin and end.  O(len(text))."""
    for word in _WORD.finditer(text):
        if level := _LEVEL.search(word[0]):
            start = word[0].rfind("http", 0, level.start())
            yield word.start() + max(start, 0), word.end()


def _comment(words: str) -> list[str]:
    return [words.strip()] if words.strip() else []


FORMAT = Sokoplayer()
