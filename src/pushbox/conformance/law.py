"""A law: a sentence that every game obeys, as a named method of a case in which it can be looked at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..formats import json
from ..games.api import Controls, Game, GameInfo, Rules
from ..level import Level

Holds = TypeVar("Holds", bound=Callable[..., bool])
Raised = TypeVar("Raised", bound=Exception)


class LawBroken(AssertionError):
    """A law that a game does not obey: the law's name, its sentence, and the level and line of play that show it."""


@dataclass(frozen=True)
class Case:
    """A game, and what of it is looked at: laws are methods of a case, which say whether they hold in it."""

    game: Game

    def __init_subclass__(cls) -> None:
        """Enter the methods that are marked as laws into the table."""
        for name, holds in vars(cls).items():
            if (share := getattr(holds, "share", None)) is not None:
                sentence = " ".join((holds.__doc__ or "").split()).rstrip(".")
                LAWS[name] = Law(name, sentence, cls, holds, share)

    @property
    def rules(self) -> Rules[Any, Any]:
        """What the game is."""
        return self.game.rules

    @property
    def controls(self) -> Controls[Any, Any]:
        """How the game is steered."""
        return self.game.controls

    @property
    def info(self) -> GameInfo:
        """The static facts of the game."""
        return self.game.info

    def __str__(self) -> str:
        return self.info.key


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


def law(*, share: float = 1.0) -> Callable[[Holds], Holds]:
    """Mark a method of a case as a law: its name is the law's, its docstring the sentence."""

    def mark(holds: Holds) -> Holds:
        holds.share = share  # type: ignore[attr-defined]  # a mark of our own
        return holds

    return mark


def hold(case: Case, laws: Iterable[Law], rng: random.Random) -> None:
    """Look at a case by those of the laws that are about such.  Raises LawBroken with the first that does not hold."""
    for each in laws:
        if isinstance(case, each.case) and (each.share == 1 or rng.random() < each.share):
            try:
                holds = each.holds(case)
            except Exception as error:
                message = f"{each.name}: {each.sentence}.  Raised {error!r} by {case}"
                raise LawBroken(message) from error
            if not holds:
                raise LawBroken(f"{each.name}: {each.sentence}.  Broken by {case}")


def raised(kind: type[Raised], call: Callable[..., object], *arguments: object) -> Raised | None:
    """Return the exception of a kind that a call raises, None if it raises none; any other goes on."""
    try:
        call(*arguments)
    except kind as error:
        return error
    return None


def drawn(level: Level) -> str:
    """Return a level as its picture and as a line of JSON, by which it can be looked at again."""
    return f"{level.board}\n{json.encode(level)}"
