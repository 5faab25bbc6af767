"""Levels that are the same, and nearly the same, in lines for people."""

from __future__ import annotations

from ..identity import Relation
from ..sentence import Sentence, say


def same_line(level: str, relation: str, other: str) -> Sentence:
    """Return the line of a level that is the same as another, by the value of their `Relation`."""
    match Relation(relation):
        case Relation.EQUAL:
            return say("level-equal", level=level, other=other)
        case Relation.SYMMETRIC:
            return say("level-symmetric", level=level, other=other)
        case Relation.NORMAL:
            return say("level-normal", level=level, other=other)


def near_line(level: str, difference: str) -> Sentence:
    """Return the line of a level that is nearly the same as another, by the other and the difference in words."""
    return say("level-near", level=level, difference=difference)
