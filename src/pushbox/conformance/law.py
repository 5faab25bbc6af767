"""A law: a sentence that every game obeys, as a named method of a case in which it can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..formats import json
from ..games.api import Controls, Game, GameInfo, Rules
from ..level import Level

Holds = TypeVar("Holds", bound=Callable[..., bool | None])
Raised = TypeVar("Raised", bound=Exception)


class LawBroken(AssertionError):
    """A law that a game does not obey: the law's name, its sentence, and the level and line of play that show it."""


class Counterexample(Exception):
    """Raised by a law that looks at many boards itself: the one that shows that it does not hold."""


@dataclass(frozen=True)
class Case:
    """A game, and what of it is looked at: laws are methods of a case.

    A law returns whether it holds in the case, or None if the case has nothing that the law is about.
    """

    game: Game

    def __init_subclass__(cls) -> None:
        """Enter the methods that are marked as laws into the table."""
        for name, holds in vars(cls).items():
            if (mark := getattr(holds, "mark", None)) is not None:
                sentence = " ".join((holds.__doc__ or "").split()).rstrip(".")
                LAWS[name] = Law(name, sentence, cls, holds, *mark)

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
    """A law by its name, in words, and as a function that looks at a case of its type.

    It is looked at in `share` of these cases, less than all where that takes long.  A game of which `claimed` is true,
    if it is given, must have cases that the law is about.
    """

    name: str
    sentence: str
    case: type[Case]
    holds: Callable[[Any], bool | None]
    share: float
    claimed: Callable[[GameInfo], bool] | None

    def look(self, case: Case) -> LawBroken | bool:
        """Look at a case.  Return the law as broken, or whether the case has anything that the law is about."""
        try:
            holds = self.holds(case)
        except Counterexample as example:
            return self.broken(f"Broken by {example}")
        except Exception as error:  # noqa: BLE001  # whatever the game of a stranger raises
            broken = self.broken(f"Raised {error!r} by {case}")
            broken.__cause__ = error
            return broken
        return self.broken(f"Broken by {case}") if holds is False else holds is not None

    def broken(self, example: str) -> LawBroken:
        """Return the law as broken, with a sentence that shows it."""
        return LawBroken(f"{self.name}: {self.sentence}.  {example}")


LAWS: dict[str, Law] = {}


def law(*, share: float = 1.0, claimed: Callable[[GameInfo], bool] | None = None) -> Callable[[Holds], Holds]:
    """Mark a method of a case as a law: its name is the law's, its docstring the sentence."""

    def enter(holds: Holds) -> Holds:
        holds.mark = share, claimed  # type: ignore[attr-defined]  # a mark of our own
        return holds

    return enter


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
