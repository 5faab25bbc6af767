"""What the reasons of a difficulty claim, each tested by the solution played in a room of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from pushbox.analysis.difficulty import GRADES, Difficulty
from pushbox.analysis.difficulty.reasons import explain
from pushbox.games.position import load
from pushbox.level import Level
from pushbox.solver import Limit, Solved, native, solve

from .room import LETTERS, At, Place, Push, Room
from .said import Said, read_back

SEARCHED = 20_000  # positions at most of the search that a sentence names


class Rated:
    """A level with the solution that it is rated by."""

    def __init__(self, level: Level, text: str, difficulty: Difficulty) -> None:
        self.level, self.text, self.difficulty = level, text, difficulty
        room = Room.of(level)
        assert room is not None
        self.room = room

    @cached_property
    def pushes(self) -> list[Push]:
        """The pushes of the solution."""
        return self.room.played(self.text)

    @cached_property
    def path(self) -> list[At]:
        """The positions before and after its pushes."""
        return [self.room.start, *(push.after for push in self.pushes)]

    @cached_property
    def routes(self) -> list[list[Place]]:
        """The places of each box that is pushed, in order, and the turns in which it is pushed."""
        routes: dict[Place, list[Place]] = {}
        for push in self.pushes:
            routes[push.end] = [*routes.pop(push.start, [push.start]), push.end]
        return [*routes.values()]

    @cached_property
    def turns(self) -> list[list[Push]]:
        """The pushes, parted where another box is pushed than before."""
        turns = [[self.pushes[0]]]
        for before, push in pairwise(self.pushes):
            if push.start == before.end:
                turns[-1].append(push)
            else:
                turns.append([push])
        return turns

    def number_of(self, push: Push) -> int:
        """Return the number of the box of a push."""
        return dict(push.after.boxes)[push.end]

    @cached_property
    def off(self) -> list[list[Push]]:
        """The pushes that the solution does not make, at each of its positions."""
        pairs = zip(self.path, self.path[1:], strict=False)
        return [[push for push in self.room.pushes(at) if push.after != after] for at, after in pairs]

    @cached_property
    def lost(self) -> list[Push]:
        """Those of them that lose."""
        return [push for others in self.off for push in others if push.after not in self.room.far]


Claim = Callable[[Rated, Said], bool]


def count_of(said: Said) -> int:
    """Return the count that a sentence names."""
    return said.number("count") if "count" in said.params else int(said.code.rpartition(".")[2])


def counts(own: Callable[[Rated], int]) -> Claim:
    """Claim that a count of the solution is as said."""
    return lambda rated, said: count_of(said) == own(rated)


def lines(rated: Rated) -> int:
    """Count the runs of pushes of one box in one direction with no step between."""
    parts = zip(" " + rated.text, rated.text, strict=False)
    return sum(letter.isupper() and letter != before for before, letter in parts)


def parked(rated: Rated) -> int:
    """Count how often a box is taken up again that was left off the goals of its number."""
    left: set[Place] = set()
    again = 0
    for turn in rated.turns:
        start = turn[0].start
        again += start in left and rated.room.goals.get(start) != rated.number_of(turn[0])
        left = left - {start} | {turn[-1].end}
    return again


def leaving(rated: Rated) -> int:
    """Count the boxes that are pushed from a goal of theirs to a place that is none."""
    room, numbers = rated.room, dict(rated.path[-1].boxes)
    return sum(
        any(room.goals.get(one) == number != room.goals.get(other) for one, other in pairwise(route))
        for route in rated.routes
        for number in [numbers[route[-1]]]
    )


def at_first_sight(rated: Rated, said: Said) -> bool:
    """Boxes that are alone need so many pushes fewer at most, and no solution has fewer than are left."""
    sums: dict[frozenset[Place], int] = {frozenset(): 0}
    for box in rated.room.boxes:
        far = pushes_alone(rated.room, box)
        after: dict[frozenset[Place], int] = {}
        for taken, cost in sums.items():
            for goal in far.keys() - taken:
                if rated.room.goals.get(goal) == box[1]:
                    after[taken | {goal}] = min(cost + far[goal], after.get(taken | {goal}, cost + far[goal]))
        sums = after
    fewest = rated.room.fewest
    return fewest is not None and min(sums.values()) <= len(rated.pushes) - count_of(said) <= fewest


def pushes_alone(room: Room, box: tuple[Place, int]) -> dict[Place, int]:
    """Return the fewest pushes that bring a box to each place where it could come if there were no others."""
    alone = replace(room, boxes=frozenset([box]))
    seen = {alone.start: 0}
    for at in (waiting := [alone.start]):
        for push in alone.pushes(at):
            if push.after not in seen:
                seen[push.after] = seen[at] + 1
                waiting.append(push.after)
    far: dict[Place, int] = {}
    for at, pushes in seen.items():  # the fewest first
        ((place, _),) = at.boxes
        far.setdefault(place, pushes)
    return far


def share_of_lost(rated: Rated, said: Said) -> bool:
    """The share of the pushes that were tried: of all there are where few enough; no more are lost than lose."""
    tries = rated.difficulty.features.tries
    known = tries.tried - tries.unknown
    every = sum(map(len, rated.off))
    if tries.tried == every and not tries.unknown:
        return count_of(said) == round(100 * len(rated.lost) / every) if every else count_of(said) == 0
    lost = count_of(said) * known / 100
    return lost - known / 200 <= len(rated.lost) and known - lost - known / 200 <= every - len(rated.lost)


def share_of_hidden(rated: Rated, said: Said) -> bool:
    """No more are hidden than lose with no box on a dead square."""
    tries = rated.difficulty.features.tries
    hidden = [push for push in rated.lost if push.after.boxes <= rated.room.live]
    known = tries.tried - tries.unknown
    return count_of(said) * known / 100 - known / 200 <= len(hidden)


def looks_at(rated: Rated, said: Said) -> bool:
    """A search with so many positions at most finds a solution, and with one fewer none; or none with the most."""
    limit = Limit(seconds=None, nodes=min(count_of(said), SEARCHED))
    if said.code.endswith(f".{SEARCHED}"):
        return not isinstance(solve(rated.level, limit=limit), Solved)
    verdict = solve(rated.level, limit=Limit(seconds=None, nodes=SEARCHED))
    return isinstance(verdict, Solved) and verdict.nodes == count_of(said)


def looks_at_by_rules(rated: Rated, said: Said) -> bool:
    """As `looks_at`, of the search that knows no more than the rules."""
    position = load(rated.level)
    fewer, most = (Limit(seconds=None, nodes=nodes, memory=512) for nodes in (count_of(said) - 1, SEARCHED))
    verdict = native.search_rules(position, "any", most, None)
    if said.code.endswith(f".{SEARCHED}"):
        return not isinstance(native.search_rules(position, "any", replace(most, nodes=SEARCHED - 1), None), Solved)
    unsolved = count_of(said) == 1 or not isinstance(native.search_rules(position, "any", fewer, None), Solved)
    return isinstance(verdict, Solved) and verdict.nodes == count_of(said) and unsolved


_CLAIMS: dict[str, Claim] = {
    "moves": counts(lambda rated: sum(letter.lower() in LETTERS for letter in rated.text)),
    "box_lines": counts(lines),
    "box_changes": counts(lambda rated: len(rated.turns)),
    "parked": counts(parked),
    "beyond": at_first_sight,
    "leaving": counts(leaving),
    "losing": share_of_lost,
    "hidden": share_of_hidden,
    "search": looks_at,
    "rules": looks_at_by_rules,
    "boxes": counts(lambda rated: len(rated.room.boxes)),
    "pushes": counts(lambda rated: sum(letter.isupper() for letter in rated.text)),
}
JUDGED = {
    **{
        f"difficulty.{grade}": "is an opinion: the weighted sum of what follows is in the bounds of the grade"
        for grade in GRADES
    },
    "difficulty.sure": "is how far the orders of people differ from the number; test_difficulty_fit holds its share",
    "difficulty.but": "joins reasons, each of which has a claim",
}


def claim_of(code: str) -> Claim | None:
    """Return the claim of a code: its text for one number has the claim of its text for all."""
    return _CLAIMS.get(code.split(".")[1])


def said_of(rated: Rated) -> list[Said]:
    """Return the reasons that are given for a difficulty."""
    opinion, _, reasons = explain(rated.difficulty.value, rated.difficulty.reasons).removesuffix(".").partition(": ")
    assert opinion == rated.difficulty.grade.capitalize()
    return [read_back(reason.removeprefix("but "), "difficulty") for reason in reasons.split("; ")]
