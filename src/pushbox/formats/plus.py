"""Sokoban Plus: XSB with numbers on boxes and goals, where a box with a number belongs on a goal with the same.

The two lines that give them, ``boxorder`` and ``goalorder``, are read in the dialects of SokoMind (inside a comment),
SokoFan (anywhere) and sokoenginepy (``boxorder: ...``).  They are written as SokoMind wants them, inside ``Comment:``,
while all numbers are at most 98; higher ones as sokoenginepy writes them.  Levels without numbers are XSB.

Source: anian's page on the plus format (sokoban-html5/plan); the name SokoMind Plus is by Gerald Holler.
"""

from __future__ import annotations

import re

from ..level import Collection, Level, Scalar
from . import sok
from .api import FormatInfo
from .parts import layer, numbers

__all__ = ["info", "losses", "offers", "read", "recognise", "write"]

info = FormatInfo(
    key="plus",
    name="Sokoban Plus",
    endings=(".xsb", ".txt"),
    summary="XSB with the numbers of boxes and goals in the lines boxorder and goalorder",
    source="SokoMind 3.4 and SokoFan; sokoban-html5/plan",
    solutions=True,
    streams=True,
)

_STEPS = re.compile(r"\(\s*steps?\s+([0-9]{1,9})\s*\)", re.IGNORECASE)


def _lower(level: Level, game: str) -> Level:
    return numbers.lower(level, game, "comment")


_LAYER = layer.on_xsb("Sokoban Plus", "plus", numbers.lift, _lower, told=numbers.losses)


def recognise(text: str, name: str) -> str:
    """Return why a text is plus: a line of numbers, in what is not a SOK file."""
    if numbers.mentioned(text) and not sok.recognise(text, name):
        return "a line with boxorder or goalorder"
    return ""


def read(text: str) -> Collection:
    """Read every level as XSB does; raises what `xsb.read` raises.  A level with numbers is of the game ``plus``."""
    return layer.read(_LAYER, text)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    return layer.losses(_LAYER, collection)


def write(collection: Collection) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    return layer.write(_LAYER, collection)


def offers(level: Level) -> tuple[tuple[str, Scalar], ...]:
    """Return options that the title of a level speaks of and that are not set, for people to decide about.

    Thinking Rabbit's levels tell their step limit so, which stays text until somebody asks for it.

    >>> from pushbox.board import Board
    >>> offers(Level(Board(0, 0, ()), title="Stage 4 Chapter 2 03 (step 0900)"))
    (('steps', 900),)
    """
    found = _STEPS.search(level.title)
    return (("steps", int(found[1])),) if found and not any(name == "steps" for name, _ in level.options) else ()
