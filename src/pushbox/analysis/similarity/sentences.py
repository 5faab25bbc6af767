"""Describe the difference between two levels as a part of a sentence in three languages."""

from __future__ import annotations

from collections.abc import Iterator

from ...sentence import Language
from ..texts import fill, texts
from .difference import Change, Difference


def describe(title: str, difference: Difference, language: Language = "en") -> str:
    """Return the title of a level and the difference: "Microban 12, mirrored, one wall moved"."""
    return texts(language)["near.comma"].join([title, *_parts(difference, language)])


def _parts(difference: Difference, language: Language) -> Iterator[str]:
    turns, mirrored = difference.symmetry
    if turns or mirrored:
        yield texts(language)[f"near.turned.{turns}" + (".mirrored" if mirrored else "")]
    if difference.is_corridor:
        yield fill(language, "near.corridor", count=difference.walls.counts[1])
    else:
        yield from _changed("wall", difference.walls, language)
    yield from _changed("goal", difference.goals, language)
    yield from _changed("box", difference.boxes, language)
    if difference.player_moved:
        yield texts(language)["near.player"]
    if difference.is_none:
        yield texts(language)["near.same"]


def _changed(kind: str, change: Change, language: Language) -> Iterator[str]:
    added, removed = change.counts
    moved = min(added, removed)
    for name, count in (("moved", moved), ("more", added - moved), ("fewer", removed - moved)):
        if count:
            yield fill(language, f"near.{kind}.{name}", count=count)
