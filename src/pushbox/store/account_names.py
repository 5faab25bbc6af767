"""Validate account names: refuse unsuitable ones and those that look like another's.

Two names look alike if their skeletons are equal (Unicode Technical Standard 39): each character is replaced by the
representative of its lookalikes in the table of the Unicode Consortium, which `confusable_homoglyphs` ships. In
addition, case, accents and spaces do not count, and "i" equals "l", as in capitals.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from ..errors import StoreError
from .fulltext import fold, sanitize

MAX_LENGTH = 40  # characters

# Characters that are shown as nothing, or as a space, and yet count as letters, marks or signs; the last one stands
# for those that no database keeps.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff\ufffd]"
)
# Scripts that one language writes side by side; those of any other mixture are written apart.
_EAST_ASIAN = {"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}
_ANY_SCRIPT = {"COMMON", "INHERITED", "UNKNOWN"}


def normalize(name: str) -> str:
    """Return a name in the form in which it is kept: compatible characters are one, spaces too."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", sanitize(name))).strip()


def check(name: str) -> None:
    """Raise StoreError for a name, in the form in which it is kept, that no new account may have."""
    if not fold(name) or len(name) > MAX_LENGTH:
        raise StoreError.said("name-length", count=len(name), most=MAX_LENGTH)
    for character in name:
        if not character.isprintable() or _BLANK.match(character):
            raise StoreError.said("name-character", code=ord(character))
    mixed = sorted(_scripts(name))
    if len(mixed) > 1 and not set(mixed) <= {*_EAST_ASIAN, "LATIN"}:
        scripts = " and ".join(script.replace("_", " ").title() for script in mixed)
        raise StoreError.said("name-scripts", scripts=scripts)


def skeleton(name: str) -> str:
    """Return the look of a name: two names that look alike have the same.

    >>> skeleton("Pаypal") == skeleton("PayPaI") == skeleton("paypa1")  # a Cyrillic a, a capital i, a one
    True
    """
    look = _plain(name)
    for _ in range(2):  # as it is written, then without case, which makes letters of the table appear
        look = _plain("".join(map(_prototype, look)))
        look = look.casefold()
    return "".join(look.split()).replace("i", "l")


def _plain(text: str) -> str:
    """Return a text without accents, its characters taken apart where they are compatible with others."""
    spread = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


@cache
def _prototype(character: str) -> str:
    """Return the representative of a character's lookalikes; it may be several characters, as "rn" for "m"."""
    from confusable_homoglyphs.confusables import confusables_data

    # The table names for each character those that look like it: a prototype has all of its class, the others have it.
    alike = [entry["c"] for entry in confusables_data.get(character, ())]
    if len(alike) != 1:
        return character
    (other,) = alike
    return str(other) if len(confusables_data.get(other, ())) > 1 else min(character, str(other))


def _scripts(name: str) -> set[str]:
    from confusable_homoglyphs.categories import unique_aliases

    return set(unique_aliases(name)) - _ANY_SCRIPT
