"""The facts of a problem of PDDL, checked to be those of Sokoban without contradictions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ...errors import FormatError

Expression: TypeAlias = "str | list[Expression]"

DIRECTIONS = {"dir-left": (-1, 0), "dir-up": (0, -1), "dir-right": (1, 0), "dir-down": (0, 1)}
_TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")
_DEEPEST = 20  # expressions in one another


class Facts(NamedTuple):
    """What a problem says: its locations, the steps from one to another, and what is where."""

    locations: list[str]
    steps: dict[tuple[str, str], str]  # the location that a step in a direction leads to
    players: list[str]
    stones: list[str]
    goals: frozenset[str]
    clear: frozenset[str]


def expression(text: str, line: int) -> list[Expression]:
    """Return the expression at the beginning of a text.  O(len(text))."""
    stack: list[list[Expression]] = [[]]
    for token in _TOKEN.finditer(text):
        if token[0][0] == ";":
            continue
        if token[0] == "(":
            stack.append([])
            if len(stack) > _DEEPEST:
                break
        elif token[0] != ")":
            stack[-1].append(token[0].lower())
        elif len(stack) > 1:
            ended = stack.pop()
            stack[-1].append(ended)
            if len(stack) == 1:
                return ended
    raise FormatError.said("pddl-parentheses", line=line)


def _part(problem: list[Expression], name: str) -> list[Expression]:
    """Return what stands in the part of a problem with a name, such as ``:init``."""
    return next((part[1:] for part in problem if isinstance(part, list) and part[:1] == [name]), [])


def facts_of(problem: list[Expression]) -> Facts:
    """Return the facts of a problem.  Raises FormatError where they are not those of Sokoban."""
    domain = _part(problem, ":domain")
    kinds = _kinds(_part(problem, ":objects"))
    locations = [name for name, kind in kinds.items() if kind == "location"]
    if not (domain and isinstance(domain[0], str) and "sokoban" in domain[0] and locations):
        raise FormatError.said("pddl-domain", found=str(*domain[:1])[:40])
    facts = Facts(locations, {}, [], [], frozenset(), frozenset())
    goals, clear = set(), set()
    things: dict[str, list[str]] = {name: [] for name, kind in kinds.items() if kind in {"player", "stone"}}
    for fact in _part(problem, ":init"):
        match fact:
            case ["move-dir", str(here), str(there), str(direction)]:
                if direction not in DIRECTIONS:
                    raise FormatError.said("pddl-direction", found=direction[:40], expected=", ".join(DIRECTIONS))
                facts.steps[here, direction] = there
            case ["at", str(thing), str(here)]:
                (facts.players if kinds.get(thing) == "player" else facts.stones).append(here)
                things.setdefault(thing, []).append(here)
            case ["is-goal", str(here)]:
                goals.add(here)
            case ["clear", str(here)]:
                clear.add(here)
            case _:
                pass  # what is no goal, and costs
    if len(facts.players) != 1:
        raise FormatError.said("pddl-one-player", count=len(facts.players))
    _check_things(things)
    _check_goal(_part(problem, ":goal"), [name for name in things if kinds.get(name) != "player"])
    return facts._replace(goals=frozenset(goals), clear=frozenset(clear))


def _check_things(things: Mapping[str, list[str]]) -> None:
    """Raise FormatError where a thing is at no location or at several, or two are at one."""
    by_place: dict[str, str] = {}
    for thing, places in things.items():
        if len(places) != 1:
            raise FormatError.said("pddl-things", thing=thing[:40], count=len(places))
        if (other := by_place.setdefault(places[0], thing)) != thing:
            raise FormatError.said("pddl-taken", one=other[:40], other=thing[:40], location=places[0][:40])


def _check_goal(goal: Sequence[Expression], stones: Sequence[str]) -> None:
    """Raise FormatError for another goal than that all stones are at goals, whichever these are."""
    first = goal[0] if len(goal) == 1 else []
    wanted = first[1:] if isinstance(first, list) and first[:1] == ["and"] else goal
    if sorted(map(_written, wanted)) != sorted(f"(at-goal {stone})" for stone in stones):
        raise FormatError.said("pddl-goal", found=" ".join(map(_written, goal))[:60])


def _written(expression: Expression) -> str:
    return expression if isinstance(expression, str) else f"({' '.join(map(_written, expression))})"


def _kinds(objects: Sequence[Expression]) -> dict[str, str]:
    """Return the type of each object of a typed list."""
    kinds: dict[str, str] = {}
    waiting: list[str] = []
    words = iter(objects)
    for word in words:
        if word == "-":
            kind = next(words, "")
            kinds.update(dict.fromkeys(waiting, kind if isinstance(kind, str) else ""))
            waiting = []
        elif isinstance(word, str):
            waiting.append(word)
    return kinds
