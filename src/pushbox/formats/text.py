"""What counts as text, and from text to lines, with bounds on both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..errors import FormatError, TooLarge

LARGEST = 64 * 1024 * 1024  # bytes or characters of a file
LONGEST = 1_000_000  # characters of a line
MOST_LINES = 2_000_000

# Tabs, line ends, page ends, the old end of file and escapes may be.
_BINARY = re.compile(r"[\x00-\x08\x0e-\x19\x1c-\x1f]")
# Between the boards of KSokoban's level.data, on lines of their own, as strings in C end.
_SEPARATOR = re.compile(r"(?<![^\r\n])\x00++(?![^\r\n])")
_SURROGATE = re.compile("[\ud800-\udfff]")


def without_separators(text: str) -> str:
    """Return a text in which lines of NUL alone are blank."""
    return _SEPARATOR.sub("", text) if "\0" in text else text


def separators_blanked(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the pieces of a text, of which lines of NUL alone become blank as by `without_separators`."""
    before, kept = "\n", ""  # the character before the next piece, and NULs that may be a whole line
    for piece in pieces:
        text = kept + piece
        end = len(text.rstrip("\0")) if piece else len(text)
        if len(text) - end > LONGEST:
            end = len(text)
        text, kept = text[:end], text[end:]
        yield without_separators(before + text)[1:] if "\0" in text else text
        before = text[-1:] or before
    if kept:
        yield without_separators(before + kept)[1:]


def check(text: str) -> str:
    """Return `text` itself.  Raises FormatError where it is too large, or holds characters that no text has."""
    TooLarge.beyond(LARGEST, len(text), "many-characters")
    if bad := _first_bad(text):
        line = text.count("\n", 0, bad.start()) + 1
        column = bad.start() - text.rfind("\n", 0, bad.start())
        raise FormatError.said("not-text", found=bad[0], line=line, column=column)
    return text


def strange(text: str) -> str:
    """Return the first character that `check` refuses, or an empty string."""
    return bad[0] if (bad := _first_bad(text)) else ""


def _first_bad(text: str) -> re.Match[str] | None:
    return _BINARY.search(text) or (None if text.isascii() else _SURROGATE.search(text))


def with_line_feeds(text: str) -> str:
    """Return a text whose lines end with LF, where they end with CR LF, CR, or CR CR LF as two conversions leave it.

    Raises TooLarge for more lines than `MOST_LINES`.
    """
    if "\r" in text:
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    TooLarge.beyond(MOST_LINES, text.count("\n"), "many-lines")
    return text


def lines(text: str) -> list[str]:
    """Return the lines of a text, without their ends, which are those of `with_line_feeds`.

    Raises FormatError for a line longer than `LONGEST`, and for more lines than `MOST_LINES`.
    """
    split = with_line_feeds(text).split("\n")
    if len(text) > LONGEST:
        long = next(((number, len(line)) for number, line in enumerate(split, start=1) if len(line) > LONGEST), (0, 0))
        FormatError.beyond(LONGEST, long[1], "long-line", line=long[0])
    return split
