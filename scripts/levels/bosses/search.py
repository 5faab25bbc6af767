"""The search for the levels of a building: first pulls at random, then changes that make the best of them better."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import count, pairwise
from pathlib import Path
from random import Random

from pushbox import formats
from pushbox.errors import PushboxError
from pushbox.games.position import load
from pushbox.generator.room import Room
from pushbox.grid import Cell, cell_of
from pushbox.level import Level, SavedMoves
from pushbox.optimizer import optimize
from pushbox.solver import Limit, Solved, solve

from .. import campaign
from .plans import PLANS, Plan
from .pulls import Pulled, Yard, bits, cells, written

BOXES = range(12, 17)
PUSHES = range(100, 301)  # as many as the shorter half of the levels of XSokoban have
KNOWN = "Fewest known"  # what a solution is called of which no proof says that it is the best
_WANDERS = 20  # from which the first levels of a building are chosen
_MEASURED = 3  # of these, measured by the solver
_LINES = 20  # pulls of one box along one line, a box, once all are off the goals
_CHANGES = 30  # tried on the best level of a building before the next building has its turn
_ANY = Limit(seconds=None, nodes=100_000)  # positions of the search that every boss has to be solved by
_BETTER = Limit(seconds=None, nodes=60_000)  # positions of the optimizer
_FEW = 1_000  # positions of a naive search that are worth nothing; twice as many are worth 1


@dataclass(frozen=True)
class Candidate:
    """A level of a building, with the best solution that is known; `nodes` are those of the search that solved it."""

    plan: str
    board: str
    solution: str
    pushes: int
    box_changes: int
    room_changes: int
    nodes: int
    quality: float

    @property
    def level(self) -> Level:
        """The level with its title and its solution."""
        (level,) = formats.read(self.board, format="xsb")
        return replace(level, title=self.plan, source=None, saved_moves=(SavedMoves(KNOWN, self.solution),))


def read(file: Path) -> list[Candidate]:
    """Return the candidates of a file, none where there is no file."""
    if not file.exists():
        return []
    return [Candidate(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def accumulate(file: Path, names: Iterable[str], report: Callable[[str], object]) -> None:
    """Search buildings in turn without end, all or those of some names; each level that is better goes into a file."""
    wanted = {*names}
    plans = [plan for plan in PLANS if not wanted or plan.title in wanted]
    best: dict[str, Candidate] = {}
    for candidate in read(file):
        if candidate.plan not in best or candidate.quality > best[candidate.plan].quality:
            best[candidate.plan] = candidate
    for number in count(len(read(file))):
        for plan in plans:
            random = Random(f"{plan.title} {number} {best[plan.title].quality if plan.title in best else ''}")
            for candidate in _searched(plan, best.get(plan.title), random):
                best[plan.title] = candidate
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(asdict(candidate)) + "\n")
                report(f"{plan.title}: {candidate.pushes} pushes, {candidate.quality:.2f}")


def _searched(plan: Plan, best: Candidate | None, random: Random) -> Iterator[Candidate]:
    """Yield levels of a plan, each better than the one before."""
    for room in _first(plan, random):
        candidate = _measured(plan, room, _least(best))
        if candidate is not None and (best is None or candidate.quality > best.quality):
            best = candidate
            yield best
    for _ in range(_CHANGES if best is not None else 0):
        assert best is not None
        candidate = _changed(plan, best, random)
        if candidate is not None and candidate.quality > best.quality:
            best = candidate
            yield best


def _first(plan: Plan, random: Random) -> Iterator[Room]:
    """Yield the best of some levels that are made by pulls alone."""
    floor = frozenset(cell for cell, sign in enumerate(plan.signs) if sign != "#")
    goals = frozenset(cell for cell, sign in enumerate(plan.signs) if sign == ".")
    yard = yard_of(plan, floor)
    boxes = bits(goals)
    outside = [*cells(yard.floor & ~boxes)]
    made = [yard.wander(boxes, 1 << random.choice(outside), _LINES * len(goals), random) for _ in range(_WANDERS)]
    found = sorted((pulled for pulled in made if pulled is not None), key=lambda one: -one.score)
    for pulled in found[:_MEASURED]:
        yield room_of(floor, goals, pulled)


def _changed(plan: Plan, best: Candidate, random: Random) -> Candidate | None:
    """Pull the boxes of a level on, or move walls, and measure what has become of it."""
    room = Room.of(best.level.board)
    if random.random() < 0.5:
        pulled = yard_of(plan, room.floor).wander(
            bits(room.boxes), 1 << room.player, random.choice((1, 2, 4, 8, 16)), random
        )
        if pulled is None:
            return None
        after = room_of(room.floor, room.goals, pulled)
        back = written(after, pulled.pushes, room.player, plan.width, len(plan.rows))
        return _measured(plan, after, best.quality, back + best.solution)
    inner = [
        cell_of(row, column, plan.width) for row in range(1, len(plan.rows) - 1) for column in range(1, plan.width - 1)
    ]
    changed = {image for _ in range(random.choice((1, 1, 2))) for image in plan.images(random.choice(inner))}
    if changed & {*room.goals, *room.boxes, room.player}:
        return None
    return _measured(plan, replace(room, floor=room.floor ^ changed), best.quality)


def _least(best: Candidate | None) -> float:
    return -math.inf if best is None else best.quality


def yard_of(plan: Plan, floor: frozenset[Cell]) -> Yard:
    """Return the yard of a plan with this floor."""
    goals = frozenset(cell for cell, sign in enumerate(plan.signs) if sign == ".")
    return Yard.of(plan.width, floor, goals, frozenset(cell for cell in floor if plan.signs[cell].isdigit()))


def room_of(floor: frozenset[Cell], goals: frozenset[Cell], pulled: Pulled) -> Room:
    """Return the level that boxes have been pulled to."""
    return Room(floor, goals, frozenset(cells(pulled.boxes)), pulled.player.bit_length() - 1)


def _measured(plan: Plan, room: Room, least: float, *known: str) -> Candidate | None:
    """Solve a level, beside the solutions that are known.

    Return None for a level that is out of bounds, that the solver does not solve quickly, or whose quality is `least`
    at most.
    """
    yard = yard_of(plan, room.floor)
    if room.floor - {*cells(yard.reached(1 << room.player, 0))}:
        return None
    level = Level(room.board(plan.width, len(plan.rows)))
    try:
        verdict = solve(level, objective="any", limit=_ANY)
    except PushboxError:
        return None
    if not isinstance(verdict, Solved):
        return None
    better = optimize(level, [verdict.text, *known], limit=_BETTER)
    pushes = better.metrics.pushes
    if pushes > PUSHES[-1]:
        return None
    position = load(level)
    bound = position.rules.lower_bound(position.state)
    boxes = len(room.boxes)
    visits = room_changes(plan, room, better.text)
    quality = (
        better.metrics.box_changes / boxes
        + visits / boxes
        + 8 * (pushes - bound) / pushes
        + 4 * math.log2(min(pushes / PUSHES[0], 2))
        - 0.3 * (bits(room.boxes) & ~yard.rooms).bit_count()
    )
    if quality + naive_quality(campaign.NAIVE) <= least:
        return None
    quality += naive_quality(campaign.positions(level))
    changes = better.metrics.box_changes
    return Candidate(plan.title, str(level.board), better.text, pushes, changes, visits, verdict.nodes, quality)


def naive_quality(positions: int) -> float:
    """Return what it is worth that a search which knows the rules alone looks at so many positions."""
    return math.log2(positions / _FEW)


def room_changes(plan: Plan, room: Room, text: str) -> int:
    """Count how often a solution goes on with a box that began in another room than the box before."""
    began = {cell: plan.signs[cell] for cell in room.boxes}
    player, visits = room.player, []
    for letter in text:
        shift = {"l": -1, "u": -plan.width, "r": 1, "d": plan.width}[letter.lower()]
        player += shift
        if letter.isupper():
            began[player + shift] = began.pop(player)
            visits.append(began[player + shift])
    return sum(one != other for one, other in pairwise(visits))
