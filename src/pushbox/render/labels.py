"""Labels of pieces and terrain as sentences: a noun with its number and adjectives, in the order of each language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..sentence import Sentence, say, word


def terrain_word(kind: str) -> Sentence:
    """Return the name of a kind of terrain."""
    return Sentence("terrain.weak", "weak tile", {}) if kind == "weak" else word("terrain", kind)


def label(words: Sequence[Sentence], noun: Sentence, number: int = 0) -> Sentence:
    """Return a noun with its number, none where 0, and adjectives.

    >>> label([word("colour", "red")], word("piece", "box"), 2)
    'red box 2'
    """
    if number:
        noun = say("label-numbered", noun=noun, number=number)
    return say("label-with", words=side_by_side(words), noun=noun) if words else noun


def side_by_side(words: Sequence[Sentence]) -> Sentence:
    """Return words without commas between them, such as "left up"."""
    return reduce(lambda first, rest: say("label-and", first=first, rest=rest), words)
