"""The address of a level in SokoPlayer HTML5: ``http://sokoban.ws/sokoplayer/?w=4&h=9&lvl=HHHH|H__H|...``.

``lvl`` has the rows in the letters of MF8, with ``|`` between them, as ``#`` ends an address.  Percent signs are
decoded, ``%7C`` too; a ``+`` is a sign as any other and not a blank.  ``w`` and ``h`` are not believed.  Other
parameters of the address are keys of the level.  A text may have an address a line, with other text around it, which
becomes comments of the level whose address comes next.

Source: sokoban.cn/sokoplayer/url.php; sokoban.ws/blog/?p=298.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote, unquote

from ..errors import FormatError
from ..level import Collection, Level, Problem
from .api import FormatInfo
from .mf8 import LETTERS
from .parts import back, picture, wordless
from .text import lines

info = FormatInfo(
    key="sokoplayer",
    name="SokoPlayer",
    endings=(".url",),
    summary="the address of a level in SokoPlayer HTML5: ?w=4&h=9&lvl=HHHH|H__H|...",
    source="sokoban.cn/sokoplayer/url.php",
    solutions=False,
)

PLAYER = "http://sokoban.ws/sokoplayer/"

_WORD = re.compile(r"[^\s\"'<>()\[\]]+")
_LEVEL = re.compile(r"\?(?:[^?#]*&)?(?:amp;)?lvl=")
_SAFE = "$*.|,:;@!()/~"


def recognise(text: str, name: str) -> str:
    """Return why a text is such an address: it has the parameter ``lvl``."""
    del name
    found = "lvl=" in text and any("lvl=" in line and any(_addresses(line)) for line in text.splitlines())
    return "it has an address with lvl=" if found else ""


def read(text: str) -> Collection:
    """Read every address.  Raises FormatError where there is none."""
    collection = scan(text)
    if not collection.levels and not collection.problems:
        raise FormatError("found no level, expected an address with lvl=ROW|ROW|...")
    return collection


def scan(text: str) -> Collection:
    """Read as `read` does, a text without addresses too."""
    levels: list[Level] = []
    problems: list[Problem] = []
    above: list[tuple[str, str]] = []
    for number, line in enumerate(lines(text), start=1):
        rest = 0
        for start, end in _addresses(line) if "lvl=" in line else ():
            above += _comment(line[rest:start])
            rest = end
            level, found = _level(line[start:end], number, start + 1, tuple(above))
            problems += found
            if level is not None:
                levels.append(level)
            above = []
        above += _comment(line[rest:])
    return Collection(tuple(levels), tuple(problems), headers=tuple(above), format=info.key)


def _addresses(line: str) -> Iterator[tuple[int, int]]:
    """Yield where addresses with a level begin and end.  O(len(line))."""
    for word in _WORD.finditer(line):
        if found := _LEVEL.search(word[0]):
            start = word[0].rfind("http", 0, found.start())
            yield word.start() + max(start, 0), word.end()


def _comment(words: str) -> Iterator[tuple[str, str]]:
    if words.strip():
        yield "", words.strip()


def _level(
    address: str, line: int, column: int, keys: tuple[tuple[str, str], ...]
) -> tuple[Level | None, list[Problem]]:
    _, _, query = address.replace("&amp;", "&").partition("#")[0].partition("?")
    pairs = [part.partition("=") for part in query.split("&")]
    parameters = [(unquote(name), unquote(value)) for name, _, value in pairs]
    drawn = next(value for name, value in parameters if name == "lvl")
    drawn = drawn.strip("|")
    level, problems = picture.level([picture.Row(row, line) for row in drawn.split("|")], LETTERS, address, line)
    problems = [problem._replace(column=problem.column or column) for problem in problems]
    if level is None:
        return None, problems
    more = tuple(pair for pair in parameters if pair[0] not in ("w", "h", "lvl") and any(pair))
    return replace(level, headers=(*keys, *more)), problems


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that addresses cannot hold."""
    if found := _told_losses(collection):
        return found
    return back.loss(collection, _text(collection, kept=False), scan, info.name)


def write(collection: Collection) -> str:
    """Return a collection as addresses, one a line.  Raises FormatError with the first of the `losses`."""
    return back.written(collection, _told_losses(collection), _text, scan, info.name)


def address(level: Level) -> str:
    """Return the address of a level whose board has plain parts only: see `losses`."""
    board = level.board
    rows = "|".join(picture.rows(board, LETTERS))
    more = "".join(f"&{quote(name, safe=_SAFE)}={quote(value, safe=_SAFE)}" for name, value in level.headers if name)
    return f"{PLAYER}?w={board.width}&h={board.height}{more}&lvl={rows}"


def _told_losses(collection: Collection) -> list[str]:
    found = list(wordless.collection_losses(collection, info.name, "headers"))
    for number, level in enumerate(collection.levels, start=1):
        told = (*picture.losses(level.board), *wordless.losses(level, info.name, "headers"))
        found += [f"level {number}: {sentence}" for sentence in told]
    return found


def _text(collection: Collection, *, kept: bool) -> str:
    """Return the addresses; one that is as it was read stays so if `kept`."""
    found = []
    for level in collection.levels:
        found += [value for name, value in level.headers if not name]
        found.append((kept and _kept(level)) or address(level))
    found += [value for _, value in collection.headers]
    return "\n".join(found) + "\n"


def _kept(level: Level) -> str:
    text = level.source.text if level.source else ""
    if [*_addresses(text)] != [(0, len(text))]:
        return ""
    named = tuple(key for key in level.headers if key[0])
    return "" if back.loss(Collection((replace(level, headers=named),)), text, scan, "") else text
