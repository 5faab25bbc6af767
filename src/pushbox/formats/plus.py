"""Sokoban Plus: XSB with numbers on boxes and goals, where a box with a number belongs on a goal with the same.

The two lines that give them, ``boxorder`` and ``goalorder``, are read in the dialects of SokoMind (inside a comment),
SokoFan (anywhere) and sokoenginepy (``boxorder: ...``).  They are written as SokoMind wants them, inside ``Comment:``,
while all numbers are at most 98; higher ones as sokoenginepy writes them.  In the other two dialects a higher number is
read, with a warning.  Levels without numbers are XSB.

Source: anian's page on the plus format (sokoban-html5/plan); the name SokoMind Plus is by Gerald Holler.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..level import Collection, Level, Scalar
from ..sentence import say
from . import sok
from .parts import numbers
from .xsb import Xsb

_STEPS = re.compile(r"\(\s*steps?\s+([0-9]{1,9})\s*\)", re.IGNORECASE)


class Plus(Xsb):
    info = replace(
        Xsb.info,
        key="plus",
        name="Sokoban Plus",
        summary="XSB with the numbers of boxes and goals in the lines boxorder and goalorder",
        recognised_by="a line `boxorder` or `goalorder`",
        not_recognised="numbers in any other line",
        source="SokoMind 3.4 and SokoFan; sokoban-html5/plan",
        games=("sokoban", "multiban", "plus"),
    )

    def recognise(self, text: str, name: str) -> str:
        if numbers.mentioned(text) and not sok.FORMAT.recognise(text, name):
            return say("expected-plus")
        return ""

    def scan(self, text: str) -> Collection:
        return numbers.read_numbers(super().scan(text), game=self.info.games[-1])

    def losses(self, level: Level) -> Iterator[str]:
        yield from numbers.losses(level)
        yield from super().losses(numbers.in_text(level, self.implied_game(level.board), "comment"))

    def write_level(self, level: Level, collection: Collection) -> str:
        game = self.default_game(level, collection)
        return super().write_level(numbers.in_text(level, game, "comment"), collection)


FORMAT = Plus()


def offers(level: Level) -> tuple[tuple[str, Scalar], ...]:
    """Return options that the title of a level mentions and that are not set, for people to decide about.

    Thinking Rabbit's levels have their step limit there, which stays text until somebody sets it.

    >>> from pushbox.board import Board
    >>> offers(Level(Board(0, 0, ()), title="Stage 4 Chapter 2 03 (step 0900)"))
    (('steps', 900),)
    """
    limit = _STEPS.search(level.title)
    return (("steps", int(limit[1])),) if limit and not any(name == "steps" for name, _ in level.options) else ()
