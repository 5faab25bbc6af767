"""The names by which the members of a room see each other."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import count

from ... import store
from ...store import Store
from ..identity_cookie import Visitor

GUEST = "guest"  # whoever gives no name
MAX_LENGTH = 24
_MAX_MARKS = 2  # combining marks on one letter: more of them cover the lines above and below
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs that nobody can see


def display_name(visitor: Visitor, name: str, *, library: Store) -> str:
    """Return the displayed name: that of the account, or the given one unless it looks like an account's.

    Control characters and overrides of the writing direction are removed.
    """
    if visitor.account is not None:
        return visitor.account
    shown = visible_name(name)
    return shown if shown and not store.accounts.looks_like_one(library, shown) else GUEST


def visible_name(name: str, most: int = MAX_LENGTH) -> str:
    """Return a name as others see it, empty if nobody would see anything."""
    visible = "".join(letter if letter.isprintable() and letter not in _BLANK else " " for letter in name)
    return _without_stacks(" ".join(visible.split()))[:most].strip()


def distinct(name: str, others: Collection[str]) -> str:
    """Return a name that none of the others has: the same, or with a number."""
    return next(free for number in count(1) if (free := name if number == 1 else f"{name} {number}") not in others)


def _without_stacks(text: str) -> str:
    """Return a text with at most `_MAX_MARKS` combining marks in a row."""
    letters, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= _MAX_MARKS:
            letters.append(letter)
    return "".join(letters)
