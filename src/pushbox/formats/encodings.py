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

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # which begins with that of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
SAMPLE = 1 << 16  # bytes, from the first line that is not UTF-8 on, by which an encoding is guessed

_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._\-]{1,40})["']""")
_USUAL = "cp1252"  # what most files are in, and what every other guess must beat
_OF_LETTERS = ("koi8-r", "cp1251", "cp1250", _USUAL)  # a byte each, of which hardly two in a row are UTF-8
_POSSIBLE = ("gb18030", "big5", "cp932", "euc-jp", "cp949", *_OF_LETTERS)
_AHEAD = 2.2  # times the confidence of the usual one: titles are short, and no two letters of theirs decide
_NO_TEXT = frozenset(
    ("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape")
)  # codecs of other things
# What documents mean that declare the smaller one, by the Encoding Standard of the WHATWG.
_MEANT = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949",
}  # fmt: skip
_BETWEEN_WORDS = re.compile(rb"[\s<>\"=]+")  # no byte of a sign in any of them


class Decoded(NamedTuple):
    """The text of a file, and warnings where its encoding was guessed, and where a byte has no meaning in it."""

    text: str
    problems: tuple[Problem, ...] = ()


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode a file in an encoding that is named, as Python names it, or in the one that it is found to be in.

    That is what a mark at its start or an XML declaration says, else UTF-8.  A file that is none of these is decoded in
    the encoding of Europe or East Asia that it is most likely in, with a warning; lines of it that are UTF-8, as where
    two files were joined, stay so.  A mark counts more than a name.  A NUL alone on a line, as between the boards of
    KSokoban's level.data, makes the line blank.

    Raises FormatError for data that is not text, not in the encoding that is named or that its mark promises, or larger
    than `text.LARGEST`, UnsupportedError for a name that Python does not know.
    """
    FormatError.beyond(texts.LARGEST, len(data), "many-bytes")
    as_known = known(data[:SAMPLE], encoding)
    if as_known.is_default:
        decoded = _found(data)
    elif as_known.is_guess:
        decoded = _guessed(data, data.decode(as_known.name, "replace"), as_known.name, 1)
    else:
        decoded = Decoded(_decoded(data, as_known))
    return decoded._replace(text=texts.check(texts.without_separators(decoded.text)))


def _decoded(data: bytes, as_known: Known) -> str:
    try:
        return data.removeprefix(as_known.mark).decode(as_known.name)
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        found = say("byte-not", byte=start + len(as_known.mark), encoding=as_known.name.upper())
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
            name = _of_text(encoding)
        except LookupError:
            raise UnsupportedError.said("unknown-encoding", name=encoding[:40]) from None
        return marked or Known(name)
    if marked:
        return marked
    wide = _without_mark(start)
    return Known(wide, is_guess=True) if wide else Known(is_default=True)


def _of_text(encoding: str) -> str:
    """Return the name of an encoding of text as Python has it.  Raises LookupError."""
    try:
        name = codecs.lookup(encoding).name
    except ValueError:  # of a name with a NUL
        raise LookupError from None
    if name in _NO_TEXT:
        raise LookupError
    with suppress(UnicodeError):
        b"    ".decode(name)  # which takes no codec that is for other things than text
    return name


def _found(data: bytes) -> Decoded:
    if (declared := _declared(data)) is not None:
        return Decoded(declared)
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        name = guess(data, error.start)
        text = line_by_line(data, name) if _is_mixed(data, name) else data.decode(name, "replace")
        return _guessed(data, text, name, data.count(b"\n", 0, error.start) + 1)


def _guessed(data: bytes, text: str, name: str, line: int) -> Decoded:
    """Return a text that was decoded in a guessed encoding, with its warnings."""
    return Decoded(text, (warning(name, line), *losses(data, text, name, 1)))


def _is_mixed(data: bytes, name: str) -> bool:
    """Return whether the lines of data that are UTF-8 are so on purpose, and not in the encoding with a name.

    Letters are hardly ever UTF-8 by chance, a sign of East Asia is in one of eight cases.
    """
    if data.count(b"\n") + data.count(b"\r") > texts.MOST_LINES:
        return False
    if name in _OF_LETTERS:
        return True
    fits = [_is_utf_8(line) for line in data.splitlines() if not line.isascii()]
    return 2 * sum(fits) > len(fits)


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def line_by_line(data: bytes, name: str) -> str:
    """Return the text of lines that are UTF-8, or else in the encoding with a name."""
    return "".join(
        line.decode() if _is_utf_8(line) else line.decode(name, "replace") for line in data.splitlines(keepends=True)
    )


class LineDecoder:
    """An incremental decoder that decodes as `line_by_line`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rest = b""

    def decode(self, data: bytes, final: bool = False) -> str:  # noqa: FBT001, FBT002 - as those of `codecs`
        """Return the text of all lines that are complete; a line that is too long is cut."""
        data = self._rest + data
        is_all = final or len(data) > texts.LONGEST
        end = len(data) if is_all else max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
        self._rest = data[end:]
        return line_by_line(data[:end], self._name)


def decoder(name: str) -> codecs.IncrementalDecoder | LineDecoder:
    """Return an incremental decoder of a file that was found to be in the encoding with a name, by its first part."""
    return LineDecoder(name) if name in _OF_LETTERS else codecs.getincrementaldecoder(name)(errors="replace")


def _declared(data: bytes) -> str | None:
    """Return the text of an XML document in the encoding that it declares, None where it declares none that fits.

    It is none of two bytes a sign, as programs declare that write their strings as UTF-8, or the declaration would be.
    """
    match = _DECLARED.match(data)
    if match is None:
        return None
    try:
        name = _of_text(match[1].decode())
    except LookupError:
        return None
    for encoding in (_MEANT.get(name, name), name):
        if not encoding.startswith(("utf-16", "utf-32")):
            with suppress(UnicodeError):
                return data.decode(encoding)
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

    begin = data.rfind(b"\n", 0, start) + 1
    start = begin if start - begin < SAMPLE // 2 else start
    sample = data[start : start + SAMPLE]
    lines = [line for line in sample.splitlines() if not _is_utf_8(line)]
    words = b"\n".join(word for line in lines for word in _words(line))
    confidence: dict[str, float] = {}
    for result in chardet.detect_all(words, ignore_threshold=True, include_encodings=_POSSIBLE):
        if name := result["encoding"]:
            confidence.setdefault(codecs.lookup(name).name, result["confidence"] or 0.0)
    is_cut = len(data) > start + SAMPLE
    confidence = {name: sure for name, sure in confidence.items() if _fits(words, name, is_cut=is_cut)} or confidence
    best = max(confidence, key=confidence.__getitem__, default=_USUAL)
    if confidence.get(best, 0.0) <= _AHEAD * confidence.get(_USUAL, 0.0):
        return _USUAL
    return _USUAL if words.decode(best, "replace") == words.decode(_USUAL, "replace") else best


def _words(line: bytes) -> list[bytes]:
    """Return a line, or its words that are not ASCII where its tags would count as words without accents."""
    return [word for word in _BETWEEN_WORDS.split(line) if not word.isascii()] if b"<" in line else [line]


def _fits(words: bytes, name: str, *, is_cut: bool) -> bool:
    """Return whether all bytes have a meaning in an encoding; the last sign may be cut."""
    try:
        codecs.getincrementaldecoder(name)().decode(words, not is_cut)
    except UnicodeError:
        return False
    return True


def warning(encoding: str, line: int) -> Problem:
    """Return the warning that the encoding of a file was guessed, by the first line which is not UTF-8."""
    return Problem(line, 0, "warning", say("not-utf-8"), repair=say("read-as-encoding", encoding=_shown(encoding)))


def losses(data: bytes, text: str, encoding: str, line: int) -> list[Problem]:
    """Return the warning that data has bytes without a meaning in its guessed encoding, by the first line of them.

    The `text` of data begins in a `line` of the file.
    """
    place = text.find(_UNKNOWN)
    if place < 0 or _UNKNOWN.encode() in data:
        return []
    found = say("bytes-without-meaning", encoding=_shown(encoding))
    return [Problem(line + text.count("\n", 0, place), 0, "warning", found, repair=say("read-as-unknown"))]


_UNKNOWN = "\ufffd"  # in the place of bytes without a meaning


def _shown(encoding: str) -> str:
    return encoding.upper() if encoding.startswith(("utf", "euc", "koi", "big", "gb")) else encoding
