"""From the bytes of a file to text: the encoding that is named, that the file says, or that it seems to be in.

Thirty years of levels are in the encodings of their authors' machines, which no byte of a file names.
"""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from typing import NamedTuple

from ..errors import FormatError, UnsupportedError
from ..level import Problem
from ..sentence import say
from . import text as texts

BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
SAMPLE = 1 << 16  # bytes, from the first line that is not UTF-8 on, by which an encoding is guessed

_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._\-]{1,40})["']""")
_USUAL = "cp1252"  # what most files are in, and what every other guess must beat
_POSSIBLE = ("gb18030", "big5", "cp932", "euc-jp", "cp949", "koi8-r", "cp1251", "cp1250", _USUAL)
_AHEAD = 2.2  # times the confidence of the usual one: titles are short, and no two letters of theirs decide


class Decoded(NamedTuple):
    """The text of a file, and a warning where its encoding was guessed."""

    text: str
    problems: tuple[Problem, ...] = ()


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode a file in an encoding that is named, as Python names it, or in the one that it is found to be in.

    That is what a mark at its start or an XML declaration says, else UTF-8.  A file that is none of these is decoded in
    the encoding of Europe or East Asia that it is most likely in, with a warning.  A NUL alone on a line, as between
    the boards of KSokoban's level.data, makes the line blank.

    Raises FormatError for data that is not text, not in the encoding that is named or that its mark promises, or larger
    than `text.LARGEST`, UnsupportedError for a name that Python does not know.
    """
    FormatError.beyond(texts.LARGEST, len(data), "many-bytes")
    as_known = known(data[:SAMPLE], encoding)
    if as_known.is_default:
        decoded = _found(data)
    elif as_known.is_guess:
        decoded = Decoded(data.decode(as_known.name, "replace"), (warning(as_known.name, 1),))
    else:
        decoded = Decoded(_decoded(data, as_known))
    return decoded._replace(text=texts.check(texts.without_separators(decoded.text)))


def _decoded(data: bytes, as_known: Known) -> str:
    try:
        return data.removeprefix(as_known.mark).decode(as_known.name)
    except UnicodeDecodeError as error:
        found = say("byte-not", byte=error.start + len(as_known.mark), encoding=as_known.name.upper())
        if as_known.mark:
            raise FormatError.said("mark-promises", found=found) from None
        raise FormatError(found) from None


class Known(NamedTuple):
    """The encoding in which a file begins to be read, as Python names it, and the mark before its text.

    It `is_default` where nothing says it, and `is_guess` where no more than its look does.
    """

    name: str = "utf-8"
    mark: bytes = b""
    is_default: bool = False
    is_guess: bool = False


def known(start: bytes, encoding: str | None = None) -> Known:
    """Return the encoding that is named, or that the first bytes of a file say.  Raises as `decode`."""
    marked = next((Known(name, mark) for mark, name in BOMS if start.startswith(mark)), None)
    if encoding:
        try:
            name = codecs.lookup(encoding).name
            with suppress(UnicodeError):
                b"    ".decode(name)  # which takes no codec that is for other things than text
        except LookupError:
            raise UnsupportedError.said("unknown-encoding", name=encoding[:40]) from None
        return marked if marked and marked.name == name else Known(name)
    if marked:
        return marked
    wide = _without_mark(start)
    return Known(wide, is_guess=True) if wide else Known(is_default=True)


def _found(data: bytes) -> Decoded:
    if (declared := _declared(data)) is not None:
        return Decoded(declared)
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        name = guess(data, error.start)
        line = data.count(b"\n", 0, error.start) + 1
        return Decoded(data.decode(name, "replace"), (warning(name, line),))


def _declared(data: bytes) -> str | None:
    """Return the text of an XML document in the encoding that it declares, None where it declares none that fits."""
    match = _DECLARED.match(data)
    if match is None:
        return None
    try:
        return data.decode(match[1].decode())
    except (LookupError, UnicodeDecodeError):
        return None


def _without_mark(data: bytes) -> str:
    """Return the UTF-16 that data is in, whose signs have a byte of zero each, or an empty string."""
    zeros = [data[first::2].count(0) for first in (0, 1)]
    if len(data) % 2 or 4 * max(zeros) < len(data) or 20 * min(zeros) > max(zeros):
        return ""
    return "utf-16-le" if zeros[1] > zeros[0] else "utf-16-be"


def guess(data: bytes, start: int = 0) -> str:
    """Return the encoding, as Python names it, that bytes are most likely in of which that at `start` is not UTF-8."""
    import chardet  # of those alone whose files need it

    start = data.rfind(b"\n", 0, start) + 1
    lines = b"\n".join(line for line in data[start : start + SAMPLE].splitlines() if not line.isascii())
    confidence: dict[str, float] = {}
    for result in chardet.detect_all(lines, ignore_threshold=True, include_encodings=_POSSIBLE):
        if name := result["encoding"]:
            confidence.setdefault(codecs.lookup(name).name, result["confidence"] or 0.0)
    best = max(confidence, key=confidence.__getitem__, default=_USUAL)
    if confidence.get(best, 0.0) <= _AHEAD * confidence.get(_USUAL, 0.0):
        return _USUAL
    return _USUAL if lines.decode(best, "replace") == lines.decode(_USUAL, "replace") else best


def warning(encoding: str, line: int) -> Problem:
    """Return the warning that the encoding of a file was guessed, by the first line which is not UTF-8."""
    name = encoding.upper() if encoding.startswith(("utf", "euc", "koi", "big", "gb")) else encoding
    return Problem(line, 0, "warning", say("not-utf-8"), repair=say("read-as-encoding", encoding=name))
