"""Levels with a theme: a plan is drawn, furnished with goals and boxes, and solved."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import MappingProxyType

from ..errors import PushboxError
from ..games.parts.push_distance import NEVER, distances
from ..grid import Cell, grid
from ..level import Level, SavedMoves
from ..path.walk import reachable
from ..solver import Limit, Solved, solve
from . import native
from .api import Generated, LevelSpec, Theme
from .plans import Plan, drawn, goals_of, has_theme
from .room import Room, without_unused_floor

THEMES = MappingProxyType[Theme, LevelSpec](
    {
        "tunnels": LevelSpec(theme="tunnels", columns=10, rows=9, boxes=4),
        "goal-room": LevelSpec(theme="goal-room", columns=10, rows=9, boxes=4),
        "symmetric": LevelSpec(theme="symmetric", columns=9, rows=9, boxes=4),
        "one-way": LevelSpec(theme="one-way", columns=11, rows=9, boxes=4),
        "chambers": LevelSpec(theme="chambers", columns=13, rows=9, boxes=4),
        "few-boxes": LevelSpec(theme="few-boxes", columns=11, rows=10, boxes=3),
        "many-boxes": LevelSpec(theme="many-boxes", columns=8, rows=8, boxes=8),
    }
)
"""What levels are about, each as the specification to begin with; `dataclasses.replace` says another size and so on.

A fifth of the floor is narrow (tunnels); one door parts all goals from all boxes (goal-room); a mirror or half a turn
leaves walls and goals as they are (symmetric); no box comes back from where the goals are (one-way); narrow cells part
the floor into four chambers or more (chambers); every solution has twelve pushes a box, or more (few-boxes); there are
five cells of floor a box, or fewer (many-boxes).
"""

_FURNISHINGS = 8  # of a plan with goals and boxes
_PLACINGS = 6  # of boxes, of which the farthest from the goals is taken
_LIMIT = Limit(seconds=None, nodes=5_000)  # of a proof: another level costs less than a long one


def attempts_of(spec: LevelSpec, seed: int, first: int, count: int, stop: Callable[[], object]) -> list[Generated]:
    """Make attempts as `native.attempts` does, with a theme too.

    Raises what it raises, and PushboxError for a theme in a game that is not plain Sokoban.
    """
    if spec.theme is None:
        return native.attempts(spec, seed, first, count, stop)
    info = native.game_of(spec)
    if info.numbered or native.checked(spec, info).pushers != 1:
        raise PushboxError.said("theme-of-game", game=spec.game)
    made = []
    for number in range(first, first + count):
        if stop():
            break
        if (level := _attempt(spec, spec.theme, seed, number, stop)) is not None:
            made.append(level)
    return made


def _attempt(spec: LevelSpec, theme: Theme, seed: int, number: int, stop: Callable[[], object]) -> Generated | None:
    """Make one attempt, which depends on nothing but the spec, the seed and its number."""
    rng = random.Random(f"{theme} {seed} {number}")
    width, height = spec.columns, spec.rows
    plain = LevelSpec(columns=width, rows=height, boxes=1, shape="hall" if theme == "many-boxes" else None)
    rooms = native.attempts(plain, seed, number, 1, stop, measured=False)
    if not rooms:
        return None
    floor = Room.of(rooms[0].level.board).floor
    plan = drawn(theme, floor, width, height, spec.boxes, rng)
    if plan is None:
        return None
    for _ in range(_FURNISHINGS):
        room = _furnished(plan, spec, rng)
        room = None if room is None else without_unused_floor(room, width, height)
        if room is None or not has_theme(theme, room, width):
            continue
        level = Level(room.board(width, height), title=f"{theme.replace('-', ' ').capitalize()} {seed}-{number}")
        verdict = solve(level, objective="pushes", limit=_LIMIT)
        if not isinstance(verdict, Solved) or verdict.optimal is None:
            continue
        text, metrics = verdict.text, verdict.metrics
        if metrics.pushes >= spec.fewest_pushes and metrics.box_lines >= spec.box_lines:
            level = level.with_saved_moves(SavedMoves("", text))
            return Generated(level, text, metrics, rooms[0].shape, verdict.nodes, number)
    return None


def _furnished(plan: Plan, spec: LevelSpec, rng: random.Random) -> Room | None:
    """Return a plan with goals, boxes and a player, None where it has no room for them.

    A box begins where it could be pushed to a goal, if it were alone, and outside the home of the goals.
    """
    if not plan.floor:  # a mirrored half may have none
        return None
    width, height = spec.columns, spec.rows
    player = rng.choice(sorted(plan.floor))
    free = tuple(cell in plan.floor for cell in range(width * height + 1))
    floor = frozenset(reachable(grid(width, height), free, player))
    goals = goals_of(plan, floor, width, spec.boxes, rng)
    if goals is None:
        return None
    far = distances(grid(width, height), tuple(cell in floor for cell in range(width * height + 1)), goals)
    places = [cell for cell in sorted(floor - plan.home - {player}) if 0 < far[cell] < NEVER]
    if len(places) < spec.boxes:
        return None

    def away(boxes: list[Cell]) -> float:
        return sum(far[box] for box in boxes)

    boxes = max((rng.sample(places, spec.boxes) for _ in range(_PLACINGS)), key=away)
    return Room(floor, goals, frozenset(boxes), player)
