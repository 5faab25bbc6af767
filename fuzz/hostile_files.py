"""Hostile files: some 400 kinds, each made on demand, piece by piece, and the same ones every time.

`KINDS` has them by name.  A kind is made at a scale: 1 is the size that a server must bear, smaller ones serve tests.
"""

from __future__ import annotations

import codecs
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import isqrt
from typing import NamedTuple

Bytes = Iterable[bytes]

LEVEL = b"#####\n#@$.#\n#####\n"
MEBI = 1 << 20
LINE = 50 * MEBI  # bytes of the longest files that are still read: the bound is 64 MiB


class Kind(NamedTuple):
    """A kind of file: its name, the ending that files of it have, and what makes their pieces at a scale."""

    name: str
    ending: str
    parts: Callable[[float], Bytes]


KINDS: dict[str, Kind] = {}


def kind(name: str, parts: Callable[[float], Bytes], ending: str = ".xsb") -> None:
    """Add a kind of file."""
    assert name not in KINDS, name
    KINDS[name] = Kind(name, ending, parts)


def many(count: int, scale: float) -> int:
    """Return a count at a scale, at least 3."""
    return max(int(count * scale), 3)


def side(cells: int, scale: float) -> int:
    """Return the side at a scale of a square board with so many cells at full scale."""
    return max(isqrt(int(cells * scale)), 5)


def repeated(unit: bytes, size: int = LINE, head: bytes = b"", foot: bytes = b"") -> Callable[[float], Bytes]:
    """Return what makes a file of one unit over and over, `size` bytes of it, between a head and a foot."""

    def parts(scale: float) -> Iterator[bytes]:
        yield head
        left = max(int(size * scale) // len(unit), 2)
        block = unit * max(min(MEBI // len(unit), left), 1)
        per_block = len(block) // len(unit)
        for _ in range(left // per_block):
            yield block
        yield unit * (left % per_block)
        yield foot

    return parts


def whole(data: bytes) -> Callable[[float], Bytes]:
    """Return what makes a file of these bytes at every scale."""
    return lambda _scale: [data]


def bytes_and_encodings() -> None:
    """Add files that are hardly text."""
    text = LEVEL.decode()
    for name, data in {
        "empty": b"", "line end": b"\n", "blank": b" ", "nul": b"\0", "end of file sign": b"\x1a", "escape": b"\x1b[2J",
        "level, no line end": LEVEL[:-1], "level, CR": LEVEL.replace(b"\n", b"\r"),
        "level, LF CR": LEVEL.replace(b"\n", b"\n\r"), "level, CR LF": LEVEL.replace(b"\n", b"\r\n"),
        "level, CR CR LF": LEVEL.replace(b"\n", b"\r\r\n"), "level, form feeds": LEVEL.replace(b"\n", b"\f\n"),
        "level, next lines": text.replace("\n", "\x85").encode(), "level, vertical tabs": LEVEL.replace(b"\n", b"\v"),
        "level, line separators": text.replace("\n", "\u2028").encode(), "level, tabs": LEVEL.replace(b"#", b"\t#"),
        "level, nul between": b"\0".join(bytes([byte]) for byte in LEVEL), "level, nul behind": LEVEL + b"\0" * 9,
        "level, no-break blanks": text.replace("@", "\u00a0").encode(), "level, wide signs": "＃＃＃\n＃＠＃\n".encode(),
        "mark of UTF-8 alone": codecs.BOM_UTF8, "mark of UTF-16 alone": codecs.BOM_UTF16_LE,
        "two marks": codecs.BOM_UTF8 * 2 + LEVEL, "mark of UTF-8": codecs.BOM_UTF8 + LEVEL,
        "mark of UTF-8, then UTF-16": codecs.BOM_UTF8 + text.encode("utf-16"),
        "UTF-16": text.encode("utf-16"), "UTF-16, big": codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        "UTF-16 without mark": text.encode("utf-16-le"), "half a UTF-16": text.encode("utf-16")[:-1],
        "UTF-16, half a pair": codecs.BOM_UTF16_LE + b"\x00\xd8" + text.encode("utf-16-le"),
        "UTF-32": text.encode("utf-32"), "UTF-32, big": codecs.BOM_UTF32_BE + text.encode("utf-32-be"),
        "UTF-7": b"+ACMAIwAj-\n", "EBCDIC": text.encode("cp037"), "no UTF-8": LEVEL + b"Title: \xff\xfe\x80\n",
        "overlong UTF-8": LEVEL + b"Title: \xc0\xaf\xe0\x80\xaf\n", "surrogates": LEVEL + b"Title: \xed\xa0\x80\n",
        "half a letter": LEVEL + b"Title: \xf0\x9f\x98", "beyond Unicode": LEVEL + b"Title: \xf4\x90\x80\x80\n",
        "Latin-1": LEVEL + "Title: Größe\n".encode("latin-1"), "escapes": LEVEL + b"Title: \x1b[31mred\x1b[0m\x07\n",
        "escapes of eight bits": LEVEL + "Title: \x9b31mred\x9c\n".encode(),
        "overrides": LEVEL + "Title: \u202eder\u202c\u2066x\n".encode(),
        "combining": LEVEL + b"Title: a" + "\u0301".encode() * 10_000 + b"\n",
        "carriage return in a title": LEVEL + b"Title: good\rAuthor: evil\n", "zip": b"PK\x03\x04\x14\0\0\0\x08\0",
        "gzip": b"\x1f\x8b\x08\0\0\0\0\0\0\x03" + LEVEL, "PNG": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PDF": b"%PDF-1.7\n%\xe2",
        "program": b"\x7fELF\x02\x01\x01" + b"\0" * 64, "script": b"#!/bin/sh\n#@$.#\n", "HTML": b"<!doctype html><p>#@$.#",
        "SQLite": b"SQLite format 3\0\x10\0", "pickle": b"\x80\x04\x95\x0e\0\0\0\0\0\0\0\x8c\x02os.",
    }.items():  # fmt: skip
        kind(name, whole(data))
    kind("noise", lambda scale: [random.Random(1).randbytes(many(MEBI, scale))])
    kind("noise of signs", lambda scale: [bytes(random.Random(2).choices(b"#@$.*+ -\n", k=many(MEBI, scale)))])
    kind("noise of all signs", lambda scale: [bytes(random.Random(3).choices(_SIGNS, k=many(MEBI, scale)))])
    noted = LEVEL + b"; words" * 1000 + b"\n\n"
    kind("too large", repeated(noted, 65 * MEBI))
    kind("much too large", repeated(noted, 300 * MEBI))
    kind("letters beyond ASCII", repeated("ä".encode(), 40 * MEBI, LEVEL + b"Title: "))
    kind("letters beyond UTF-16", repeated("; 😀\n".encode(), 60 * MEBI, LEVEL))
    kind("late bytes that are no UTF-8", repeated(LEVEL + b"\n", 10 * MEBI, b"", b"Title: \xff\n"))


_SIGNS = b"#@$.*+ -_\n|;:=()[]{}<>0123456789lurdLURDxyWpmb\"'&\\/,"


def lines() -> None:
    """Add files of one long line, and of as many lines as there is room for."""
    for name, unit in {
        "walls": b"#", "letters": b"a", "blanks": b" ", "digits": b"1", "semicolons": b";", "colons": b":",
        "quotes": b">", "tabs": b"\t", "bars": b"|", "parentheses": b"(", "boxes": b"$", "dots": b".", "dashes": b"-",
        "commas": b",", "equals": b"=", "quotation marks": b'"', "nuls": b"\0", "broken line ends": b"\\n",
        "moves": b"lr", "runs": b"2(", "runs of walls": b"9#|",
    }.items():  # fmt: skip
        kind(f"one line of {name}", repeated(unit))
    for name, unit in {
        "comments": b"; a comment\n", "empty comments": b";\n", "asides": b":: aside\n", "nothing": b"\n",
        "carriage returns": b"\r", "both line ends": b"\r\n", "blanks": b" \n", "tabs": b"\t\n", "quotes": b"> \n",
        "deep quotes": b"> > > > > > ;\n", "text": b"words and words\n", "letters": b"a\n", "titles": b"Title: a\n",
        "headers": b"Some-key: value\n", "other headers": b"a=b\n", "comment starts": b"Comment:\n",
        "comment ends": b"Comment-End:\n", "comment blocks": b"Comment:\nx\nComment-End:\n", "solutions": b"Solution: R\n",
        "solution starts": b"Solution:\nlrlr\n", "moves": b"lrlrlrlr\n", "single rows": b"####\n\n", "floor": b"--\n",
        "rows": b"#  #\n", "rows of one sign": b"#\n", "strange rows": b"#x#\n", "rows of letters": b"#pb#\n",
        "rows with line ends in letters": b"##\\n##\n", "run lengths": b"3#|#@#|3#\n", "bad run lengths": b"9(#|#@#|3#\n",
        "single run lengths": b"5#\n", "games": b"Game: plus\n", "options": b"Options: a=1\n", "orders": b"boxorder 1\n",
        "traces": b"Trace:\n", "limits": b"Limit: 5\n", "names of sets": b"Set: a\n",
    }.items():  # fmt: skip
        kind(f"lines of {name}", repeated(unit))
        if unit not in (b"\n", b"\r", b"\r\n", b" \n", b"\t\n"):
            kind(f"level, then lines of {name}", repeated(unit, 20 * MEBI, LEVEL))


def levels() -> None:
    """Add files of very many levels, good and bad."""
    titled = lambda scale: (b"%sTitle: %d\n\n" % (LEVEL, number) for number in range(many(100_000, scale)))  # noqa: E731
    kind("100,000 levels", titled)
    solved = lambda scale: (b"%sSolution: R\n\n" % LEVEL for _ in range(many(100_000, scale)))  # noqa: E731
    kind("100,000 solved levels", solved)
    for name, board in {
        "open": b"#####\n#@$.\n#####\n\n", "strange": b"#####\n#@x$#\n#####\n\n", "without player": b"####\n#$.#\n####\n\n",
        "of two players": b"#####\n#@@.#\n#####\n\n", "of letters": b"#####\n#pb.#\n#####\n\n",
        "of no known game": LEVEL + b"Game: nothing\n\n", "of bad options": LEVEL + b"Options: ,\n\n",
        "of six sides": LEVEL + b"Game: hexoban\n\n", "with bad solutions": LEVEL + b"Solution: lx(\n\n",
        "with saved games": LEVEL + b"Savegame 1: l\n\n", "numbered": LEVEL + b"boxorder: 1\ngoalorder: 2\n\n",
        "in run lengths": b"5#|#@$.#|5#\n", "in quotes": LEVEL.replace(b"#", b"> #", 3) + b"\n",
    }.items():  # fmt: skip
        kind(f"100,000 levels {name}", lambda scale, board=board: repeated(board, 100_000 * len(board))(scale))
    kind("a million levels", repeated(b"##\n#@\n\n", 7_100_000))
    kind("two million bad levels", repeated(b"#@\n#x\n\n", 14_000_000))
    kind("10,000 levels of 400 cells", repeated(_board(20, b"$") + b"\n", 10_000 * 421))
    kind("level with 100,000 solutions", repeated(b"Solution: R\n", 1_200_000, LEVEL))
    kind("level with 100,000 headers", repeated(b"key: value\n", 1_100_000, LEVEL))
    kind("level with a long title", repeated(b"words ", 900_000, LEVEL + b"Title: "))
    kind("level with long notes", repeated(b"words\n", 900_000, LEVEL + b"Comment:\n", b"Comment-End:\n"))
    kind("level with 100,000 options", repeated(b"a=1,", 400_000, LEVEL + b"Options: ", b"b=2\n"))


def _board(edge: int, sign: bytes, width: int = 0) -> bytes:
    """Return a walled board of one sign inside, with a player in its corner."""
    width = width or edge
    row = b"#" + sign * (width - 2) + b"#\n"
    return b"#" * width + b"\n#@" + row[2:] + row * (edge - 3) + b"#" * width + b"\n"


def _rows(scale: float, cells: int, row: Callable[[int, int], bytes]) -> Iterator[bytes]:
    """Yield a walled board with a player whose rows inside are those of a function of row and width."""
    edge = side(cells, scale)
    yield b"#" * edge + b"\n#@" + b" " * (edge - 3) + b"#\n"
    for index in range(edge - 3):
        yield b"#" + row(index, edge - 2)[: edge - 2].ljust(edge - 2) + b"#\n"
    yield b"#" * edge + b"\n"


def boards() -> None:
    """Add boards that are large, dense, thin, open or winding."""
    for cells in (90_000, 1_000_000):
        for name, sign in {"boxes": b"$", "goals": b".", "floor": b" ", "walls": b"#", "stored boxes": b"*"}.items():
            kind(f"{cells:,} cells of {name}", lambda scale, c=cells, sign=sign: [_board(side(c, scale), sign)])
        kind(f"{cells:,} cells of players", lambda scale, c=cells: [_board(side(c, scale), b"@")])
        kind(
            f"{cells:,} cells, half boxes",
            lambda scale, c=cells: _rows(scale, c, lambda _, width: b"$." * (width // 2)),
        )
        kind(f"{cells:,} cells, boxes apart", lambda scale, c=cells: _rows(scale, c, _apart))
        kind(f"{cells:,} cells, one box", lambda scale, c=cells: _rows(scale, c, lambda row, _: b" $." * (row == 1)))
        kind(
            f"{cells:,} cells, two boxes", lambda scale, c=cells: _rows(scale, c, lambda row, _: b"  $  ." * (row < 2))
        )
        kind(f"{cells:,} cells, corridor", lambda scale, c=cells: _rows(scale, c, _corridor))
        kind(f"{cells:,} cells, corridor of boxes", lambda scale, c=cells: _rows(scale, c, _stored))
        kind(f"{cells:,} cells, checkers", lambda scale, c=cells: _rows(scale, c, lambda row, _: _checkers(row)))
        kind(f"{cells:,} cells, open", lambda scale, c=cells: [_board(side(c, scale), b" ").replace(b"#\n", b"\n")])
    for width, height in ((250, 260), (100, 651), (256, 256), (65_537, 4), (4, 65_537), (1_000_000, 1), (500_000, 3)):
        kind(f"{width} x {height} cells", lambda scale, w=width, h=height: _flat(scale, w, h))
    kind("just too many cells", lambda scale: [_board(side(1_002_001, scale), b" ")])
    kind("nine million cells", lambda scale: [_board(side(9_000_000, scale), b" ")])
    kind("one long row", repeated(b"#\n", 900_000, b"#" * 900_000 + b"\n#@$.#\n"))
    kind("one long row over short ones", lambda scale: [b"#" * many(100_000, scale), b"\n#@$.#\n" * 9])
    wide = b"1000#|#@997-#|" + b"1000#|" * 997 + b"1000#\n"
    kind("run lengths, many boards of a million cells", repeated(wide, 40_000_000), ".rle")
    short = b"#" * 1000 + b"\n#@$.#\n" + b"#\n" * 998 + b"\n"
    kind("many boards of one long row", repeated(short, 40_000_000))
    kind("many boards of 90,000 boxes", lambda scale: [_board(side(90_000, scale), b"$") + b"\n"] * many(500, scale))
    kind("100 boards of 90,000 cells", lambda scale: [_board(side(90_000, scale), b" ") + b"\n"] * many(100, scale))
    for name, bomb in {
        "count": b"999999999#|#@$.#|5#", "million": b"1000000#|#@$.#|1000000#", "nested": b"99(" * 9 + b"#" + b")" * 9,
        "deep": b"(" * 4000 + b"#" + b")" * 4000, "rows": b"3#|#@#|" * 100_000 + b"3#", "huge count": b"9" * 5000 + b"#|#@#|#",
        "zero": b"0#|#@#|3#", "square": b"1000#|#@998-#|" * 999 + b"1000#", "stray": b"3#7|#@#7|3#7",
    }.items():  # fmt: skip
        kind(f"run lengths, {name}", whole(bomb + b"\n"), ".rle")


def _flat(scale: float, width: int, height: int) -> Bytes:
    """Return the pieces of a board of these sides, the longer one at scale."""
    width, height = (many(width, scale), height) if width > height else (width, many(height, scale))
    return [_board(height, b"$", max(width, 4))] if height > 2 else [b"#" * width + b"\n" for _ in range(height)]


def _apart(row: int, width: int) -> bytes:
    return b" $. " * (width // 4) if row % 2 else b" " * width


def _corridor(row: int, width: int) -> bytes:
    if not row:
        return b" $." + b" " * (width - 3)
    if row % 2 == 0:
        return b"#" * (width - 1) + b" " if row % 4 == 0 else b" " + b"#" * (width - 1)
    return b" " * width


def _stored(row: int, width: int) -> bytes:
    """Return a row of a corridor that ends, whose boxes on goals freeze one after the other from there."""
    return (_corridor(row, width) if row % 2 == 0 or not row else b"*  " * (width // 3)).replace(b"$.", b"  ")


def _checkers(row: int) -> bytes:
    return (b"#$" if row % 2 else b"$#") * 500


def moves() -> None:
    """Add solutions that are long, or longer than they look."""
    for name, text in {
        "run": b"999999999r", "nested": b"99(" * 9 + b"lr" + b")" * 9, "deep": b"(" * 5000 + b"lr" + b")" * 5000,
        "jumps": b"[" * 1000 + b"l" + b"]" * 1000, "marks": b"*" * 1000, "selections": b"{l}" * 1000,
        "four million": b"2000000(lr)", "zero": b"0r", "huge count": b"9" * 5000 + b"r", "push list": b"1-1r1," * 1000,
        "push list run": b"1-1r999999999", "cells": b"1,1 " * 1000, "letters": b"xyz" * 1000,
    }.items():  # fmt: skip
        kind(f"solution, {name}", whole(b"%sSolution: %s\n" % (_ROOM, text)))
    kind("solution, a million moves", repeated(b"du", 990_000, _ROOM + b"Solution: ", b"\n"))
    kind("solution, 40 million moves", repeated(b"du" * 400 + b"\n", 40_000_000, _ROOM + b"Solution: "))
    kind("1,000 solutions of 10,000 moves", repeated(b"Solution: " + b"du" * 5000 + b"\n", 10_011_000, _ROOM))
    kind(
        "20 levels of a million moves", lambda scale: [_ROOM, b"Solution: %s\n\n" % (b"du" * many(490_000, scale))] * 20
    )


_ROOM = b"#######\n#@ $ .#\n#     #\n#######\n"


def documents() -> None:
    """Add JSON and XML that is deep, long, or more than it looks."""
    cells = b'{"width":1,"height":1,"palette":{"-":"floor"},"terrain":["-"]}'
    level = b'{"game":"sokoban","board":%s}' % cells
    head = b'{"pushbox":1,"levels":['
    for name, unit, foot in (
        ("objects", b"{}", b""), ("lists", b"[", b""), ("objects in objects", b'{"a":', b""), ("closed", b"[]", b""),
        ("digits", b"{1", b""), ("a text", b'{"a', b""), ("fields", b'{"a":1,', b""),
    ):  # fmt: skip
        kind(f"JSON, {name}", repeated(unit, 48_000_000, b"", foot), ".json")
    for name, unit, start, foot in (
        ("empty levels", b"{},", head, b"{}]}"), ("levels of null", b"null,", head, b"null]}"),
        ("levels of numbers", b"1,", head, b"1]}"), ("levels", level + b",", head, level + b"]}"),
        ("a long title", b"words ", b'{"pushbox":1,"title":"', b'"}'), ("keys", b'["a","b"],', b'{"pushbox":1,"keys":[', b"[]]}"),
        ("escapes", b"\\u0000", b'{"pushbox":1,"title":"', b'"}'), ("deep levels", b"[", head, b""),
        ("fields of its own", b'"a":1,', b"{", b'"pushbox":1}'), ("a number", b"9", b'{"pushbox":', b"}"),
        ("a list of numbers", b"1,", b"[", b"1]"), ("a list of texts", b'"#@$.#",', b"[", b'""]'),
        ("pieces", b'{"kind":"box","cells":[9]},', b'%s{"game":"sokoban","board":%s,"pieces":[' % (head, cells[:-1]), b"{}]}}]}"),
        ("terrain", b'"-",', b'%s{"game":"sokoban","board":{"width":1,"height":1,"palette":{},"terrain":[' % head, b'""]}}]}'),
    ):  # fmt: skip
        kind(f"JSON, {name}", repeated(unit, 48_000_000, start, foot), ".json")
    for name, board in {
        "wide": b'{"width":1e9,"height":1}', "less than nothing": b'{"width":-1,"height":-1}', "no number": b'{"width":NaN}',
        "too large": b'{"width":1000000,"height":1000000,"palette":{},"terrain":[]}', "no board": b"7",
        "a million cells": b'{"width":1000,"height":1000,"palette":{"-":"floor"},"terrain":["%s"]}' % b'","'.join([b"1000-"] * 1000),
        "a run": b'{"width":9,"height":1,"palette":{"-":"floor"},"terrain":["999999999-"]}',
        "pieces off it": cells[:-1] + b',"pieces":[{"kind":"box","cells":[-1,99999999999]}]}',
        "a piece of a million cells": cells[:-1] + b',"pieces":[{"kind":"box","cells":[%s0]}]}' % (b"0," * 999_999),
        "half a letter": cells.replace(b"floor", b"\\ud800"), "no rows": b'{"width":0,"height":0,"palette":{},"terrain":[]}',
        "1,000,000 empty rows": b'{"width":0,"height":1000000,"palette":{},"terrain":[%s""]}' % (b'"",' * 999_999),
    }.items():  # fmt: skip
        kind(f"JSON, board: {name}", whole(b'%s{"game":"sokoban","board":%s}]}' % (head, board)), ".json")
    _xml()


def _xml() -> None:
    entities = b"".join(b'<!ENTITY e%d "%s">' % (number, b"&e%d;" % (number - 1) * 10) for number in range(1, 10))
    for name, text in {
        "entities": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "e">%s]><SokobanLevels>&e9;</SokobanLevels>' % entities,
        "another file": b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><SokobanLevels>&e;</SokobanLevels>',
        "a parameter": b'<!DOCTYPE x [<!ENTITY % e SYSTEM "http://127.0.0.1:9/">%e;]><SokobanLevels/>',
        "not ended": b"<SokobanLevels><LevelCollection>", "no encoding": b'<?xml version="1.0" encoding="x"?><SokobanLevels/>',
        "another encoding": b'<?xml version="1.0" encoding="utf-16"?><SokobanLevels/>', "alone": b"<SokobanLevels/>",
        "a wide level": b'<SokobanLevels><LevelCollection><Level Width="999999999"><L>#@$.#</L></Level></LevelCollection></SokobanLevels>',
    }.items():  # fmt: skip
        kind(f"XML, {name}", whole(text), ".slc")
    slc = b"<SokobanLevels><LevelCollection>"
    board = b"<Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>"
    for name, unit, start in (
        ("deep", b"<a>", slc), ("elements", b"<a/>", slc), ("levels", board, slc), ("rows", b"<L>#</L>", slc + b"<Level>"),
        ("comments", b"<!-- a -->", slc), ("attributes", b' a="b"', b"<SokobanLevels"), ("text", b"words ", slc),
        ("blank", b" ", b"<SokobanLevels>"), ("characters", b"&#65;", slc), ("sections", b"<![CDATA[a]]>", slc),
        ("instructions", b"<?a b?>", slc), ("a name", b"a", b"<"),
    ):  # fmt: skip
        kind(f"XML, {name}", repeated(unit, 15_500_000, start), ".slc")
    short = b"<Level><L>" + b"#" * 1000 + b"</L>" + b"<L/>" * 999 + b"</Level>"
    kind(
        "XML, many boards of one long row",
        repeated(short, 15_500_000, slc, b"</LevelCollection></SokobanLevels>"),
        ".slc",
    )
    kind("XML, too long", repeated(board, 40_000_000, slc), ".slc")
    kind(
        "XML, boards of SSX",
        repeated(b"<Puzzle><Map>###~#@#~###</Map></Puzzle>", 15_000_000, b"<SokobanLibrary>"),
        ".ssx",
    )


def formats_of_old() -> None:
    """Add to every format that pushbox writes its text many times, cut off, without line ends and with wrong counts."""
    from pushbox import formats
    from pushbox.formats import lossy
    from pushbox.levels import names, path

    read = cache(lambda name: formats.read_file(path(name)))
    for key in formats.keys():
        text = ""
        for name in names():
            try:
                text = formats.write(lossy.reduce(read(name), key).collection, key)
            except formats.codec.FormatError:
                continue
            break
        assert text, key
        data, ending = text.encode(), formats.find(key).info.ending
        kind(f"{key}, 4 MB", repeated(data, 4_000_000), ending)
        kind(f"{key}, cut off", whole(data[: len(data) * 2 // 3]), ending)
        kind(f"{key}, without line ends", whole(data.replace(b"\n", b"")), ending)
        kind(f"{key}, with nines", whole(bytes(b"9" * len(data)) and _nines(data)), ending)
        kind(f"{key}, changed", whole(_changed(data)), ending)


def _nines(data: bytes) -> bytes:
    """Return a text with every digit as many nines."""
    return b"".join(b"9999999999" if byte in b"0123456789" else bytes([byte]) for byte in data)


def _changed(data: bytes) -> bytes:
    """Return a text with one byte of 50 another one."""
    rng = random.Random(4)
    return bytes(rng.choice(_SIGNS) if rng.random() < 0.02 else byte for byte in data)


for add in (bytes_and_encodings, lines, levels, boards, moves, documents, formats_of_old):
    add()
