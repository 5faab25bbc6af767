"""Tables for people: heads and words in the language of the user, below each other whatever they are written with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from unicodedata import east_asian_width

from ..sentence import Sentence, say, spoken, word

_COLUMN = re.compile(r"\{(?::(>?)(\d*))?\}")


class Columns:
    """The columns of a table, by a format of ``str.format`` that has only widths and ``>``, and the names of heads.

    A column is wider than its format says where its head is, or one of the `words` that may stand below it: words
    of other languages are longer, and Chinese characters take two cells of a terminal.
    """

    def __init__(self, form: str, *heads: str, words: Mapping[str, Iterable[str]] | None = None) -> None:
        texts = [spoken(word("head", head)) if head else "" for head in heads]
        self._columns = []
        for (right, least), name, head in zip(_COLUMN.findall(form), heads, texts, strict=True):
            below = map(spoken, (words or {}).get(name, ()))
            self._columns.append((bool(right), max(int(least or 0), cells(head), *map(cells, below)) if least else 0))
        self.head = self.row(*texts)

    def row(self, *values: object) -> str:
        """Return a row of values, sentences among them in the language of the user; those at the end may be missing."""
        texts = (spoken(value) if isinstance(value, str) else str(value) for value in values)
        padded = (padded_to(text, *column) for text, column in zip(texts, self._columns, strict=False))
        return "  ".join(padded).rstrip()


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(sign) in {"W", "F"}) for sign in text)


def padded_to(text: str, right: bool, width: int) -> str:
    """Return a text with spaces after it, or before it to the `right`, so that it takes so many cells at least."""
    spaces = " " * (width - cells(text))
    return spaces + text if right else text + spaces


def number_of(count: int, what: str) -> Sentence:
    """Return a number with what it counts, a word of a status for instance: "1,200 solved"."""
    return say("number-of", number=count, what=what)
