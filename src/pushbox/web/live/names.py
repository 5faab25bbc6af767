"""The names by which the members of a room see each other."""

from __future__ import annotations

import unicodedata

from ..identity_cookie import Visitor

_MAX_LENGTH = 24
_MAX_MARKS = 2  # combining marks on one letter: more of them cover the lines above and below
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs that nobody can see


def display_name(visitor: Visitor, name: str) -> str:
    """Return the name that others see: that of the account, else the one given, marked with a tilde.

    Control characters and those that turn the direction of a text are no part of it.
    """
    if visitor.account is not None:
        return visitor.account
    visible = "".join(letter if letter.isprintable() and letter not in _BLANK else " " for letter in name)
    return f"{_without_stacks(' '.join(visible.split()))[:_MAX_LENGTH] or 'guest'}~"


def _without_stacks(text: str) -> str:
    """Return a text with at most `_MAX_MARKS` combining marks in a row."""
    letters, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= _MAX_MARKS:
            letters.append(letter)
    return "".join(letters)
