"""A law: a sentence that every game obeys, as a named function of a case in which it can be looked at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ...formats import json
from ...games.api import Game
from ...level import Level


class LawBroken(AssertionError):
    """A law that a game does not obey: the law's name, its sentence, and the level and line of play that show it."""


@dataclass(frozen=True)
class Case:
    """A game, and what of it is looked at."""

    game: Game[Any, Any]

    def __str__(self) -> str:
        return self.game.info.key


CaseOf = TypeVar("CaseOf", bound=Case)


@dataclass(frozen=True, slots=True)
class Law:
    """A law by its name, in words, and as a function that says whether it holds in a case of its type.

    It is looked at in `share` of these cases, less than all where that takes long.
    """

    name: str
    sentence: str
    case: type[Case]
    holds: Callable[[Any], bool]
    share: float


LAWS: dict[str, Law] = {}


def law(case: type[CaseOf], *, share: float = 1.0) -> Callable[[Callable[[CaseOf], bool]], Callable[[CaseOf], bool]]:
    """Enter a function into the table of laws: its name is the law's, its docstring the sentence."""

    def enter(holds: Callable[[CaseOf], bool]) -> Callable[[CaseOf], bool]:
        sentence = " ".join((holds.__doc__ or "").split()).rstrip(".")
        LAWS[holds.__name__] = Law(holds.__name__, sentence, case, holds, share)
        return holds

    return enter


def hold(case: Case, laws: Iterable[Law], rng: random.Random) -> None:
    """Look at a case by those of the laws that are about such.  Raises LawBroken with the first that does not hold."""
    for each in laws:
        if type(case) is each.case and (each.share == 1 or rng.random() < each.share):
            try:
                holds = each.holds(case)
            except Exception as error:
                message = f"{each.name}: {each.sentence}.  Raised {error!r} by {case}"
                raise LawBroken(message) from error
            if not holds:
                raise LawBroken(f"{each.name}: {each.sentence}.  Broken by {case}")


def drawn(level: Level) -> str:
    """Return a level as its picture and as a line of JSON, by which it can be looked at again."""
    return f"{level.board}\n{json.encode(level)}"


__all__ = ["LAWS", "Case", "Law", "LawBroken", "drawn", "hold", "law"]
