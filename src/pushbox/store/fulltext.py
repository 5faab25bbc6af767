"""Words for the full-text search, folded so that every database finds the same by them.

Case and accents do not count.  In scripts that put no spaces between words each character is a word of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

MAX_LENGTH = 20_000  # characters of a text that are searched

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"  # Thai, Lao, Burmese, kana, Han
_TERM = re.compile(f"[{_UNSPACED}]|[^\\W_{_UNSPACED}]+")
_ASCII_TERM = re.compile("[a-zA-Z0-9]+")  # the same in a text of ASCII, in a third of the time
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")


def terms(text: str) -> list[str]:
    """Return the words of a text, folded.

    >>> terms("Übung #12: Microban_II")
    ['ubung', '12', 'microban', 'ii']
    """
    folded = fold(text[:MAX_LENGTH])
    return (_ASCII_TERM if folded.isascii() else _TERM).findall(folded)


def fold(text: str) -> str:
    """Return a text without case and accents, for comparisons that ignore both."""
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(sign for sign in spread if not unicodedata.combining(sign)))


def sanitize(text: str) -> str:
    """Return a text with the characters that no database keeps replaced."""
    return text if text.isascii() and "\0" not in text else _NO_TEXT.sub("\ufffd", text)


def sanitize_all(texts: Sequence[str | None]) -> Sequence[str | None]:
    """Return what `sanitize` makes of each text, None of None: of many texts at once few are looked at one by one."""
    together = "".join(filter(None, texts))
    if sanitize(together) == together:
        return texts
    return [text and sanitize(text) for text in texts]
