r"""Text on a terminal: characters that control it, or reorder or hide text, are shown as escapes such as ``\x1b``.

Titles, authors, notes, file names and messages of other programs may contain anything. Escaped are the control
characters (C0, DEL, C1), the format characters of Unicode (overrides, isolates and marks of the writing direction, soft
hyphens, tags), its separators of lines and paragraphs, letters and marks without a glyph, and surrogates. The joiners
U+200C and U+200D stay, which Persian, Hindi and emoji need: they neither reorder nor hide anything.
"""

from __future__ import annotations

import io
import re
from typing import Any, TextIO, cast

_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
    "\U000e01f0-\U000e0fff]"
)
_BREAKS = {ord("\n"): "\\n"}


def escape_text(text: str) -> str:
    r"""Return a text of lines as a terminal may get it.

    >>> escape_text("a\tb\x1b[2J\u202e\n")
    'a\tb\\x1b[2J\\u202e\n'
    """
    return _STEERING.sub(_escape, text)


def escape_line(text: str) -> str:
    r"""Return a text as one line that a terminal may get: a line feed is escaped, too.

    >>> escape_line("Title\nlevel 2: solved")
    'Title\\nlevel 2: solved'
    """
    return escape_text(text).translate(_BREAKS)


def escape_json(text: str) -> str:
    r"""Return JSON that is equal to a text of JSON, in the escapes of JSON.

    >>> escape_json('"\x7f\u202e\U000e0041"')
    '"\\u007f\\u202e\\udb40\\udc41"'
    """
    return _STEERING.sub(_escape_json, text)


class EscapingStream(io.TextIOBase):
    """A text stream that escapes its input, also characters that the stream behind it cannot encode."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def unescaped(self) -> TextIO:
        """Return the stream behind it, for a writer that escapes by itself."""
        return self._stream

    def write(self, text: str) -> int:
        """Write a text and return its length."""
        escaped = escape_text(text)
        if encoding := self.encoding:
            escaped = escaped.encode(encoding, "backslashreplace").decode(encoding)
        self._stream.write(escaped)
        return len(text)

    def flush(self) -> None:
        """Flush the stream behind it."""
        self._stream.flush()

    def close(self) -> None:
        """Leave the stream behind it open, which belongs to its maker and may be closed before this one goes."""

    def isatty(self) -> bool:
        """Return whether the stream behind it is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of the stream behind it."""
        return self._stream.fileno()

    def writable(self) -> bool:
        """Return true."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Return the encoding of the stream behind it, empty where it has none."""
        return getattr(self._stream, "encoding", None) or ""

    @property
    def buffer(self) -> Any:
        """Return the stream of bytes behind it, which takes data as it is."""
        return self._stream.buffer


def escaping(stream: TextIO) -> TextIO:
    """Return an escaping stream: a new one, or the same if it escapes already."""
    return stream if isinstance(stream, EscapingStream) else cast(TextIO, EscapingStream(stream))


def unescaped(stream: TextIO) -> TextIO:
    """Return the stream behind an escaping one, or the same stream."""
    return stream.unescaped if isinstance(stream, EscapingStream) else stream


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code < 0xDD00:  # a byte of a file name that is no UTF-8, see PEP 383
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escape_json(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))
