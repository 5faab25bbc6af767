"""The native generator, for the games whose rules it keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from .. import core
from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..errors import PushboxError, UnsupportedError
from ..games.api import GameInfo
from ..games.position import load
from ..games.registry import find, keys
from ..level import Level, SavedMoves
from ..metrics import measure
from ..sentence import counted, say
from .api import Generated, LevelSpec, Shape

_SIDES = range(3, 101)  # columns and rows that the core takes; its own sentence has them the other way round


def game_of(spec: LevelSpec) -> GameInfo:
    """Return the facts of a spec's game.  Raises UnsupportedError for a game whose levels are not generated."""
    if spec.game in keys() and (info := find(spec.game).info).generated_pushers is not None:
        return info
    generated = ", ".join(key for key in keys() if find(key).info.generated_pushers is not None)
    raise UnsupportedError.said("game-not-generated", game=spec.game, known=generated)


def attempts(
    spec: LevelSpec, seed: int, first: int, count: int, stop: Callable[[], object], *, measured: bool = True
) -> list[Generated]:
    """Make attempts `first` to ``first + count - 1`` and return the levels found, not yet replayed.

    `stop` is called every 20 ms; the remaining attempts are skipped once it returns True. Levels that are not
    `measured` are made without the solver, for a spec without demands on solutions. Raises PushboxError for a spec that
    no level can meet, UnsupportedError as `game_of` does.
    """
    info = game_of(spec)
    levels = core.generate(
        checked(spec, info),
        numbered=info.numbered or not measured,  # the core measures no numbered boxes without a demand
        seed=seed,
        first=first,
        count=count,
        progress=lambda _: stop(),
    )
    return [_generated(spec, info, seed, made) for made in levels]


def stream(spec: LevelSpec, seed: int) -> core.LevelStream | None:
    """Return the levels of a spec for `pushbox.sim.Batch.put_next`: those of `pushbox.generate`, without solutions.

    Return None for a spec that says more than size, boxes and shape, and for any game but plain Sokoban with one
    pusher.  Raises what `attempts` raises.
    """
    info = game_of(spec)
    complete = checked(spec, info)
    asks = spec.theme or spec.difficulties or spec.pushes or spec.box_lines
    if asks or info.numbered or info.native_solver != "boxes" or complete.pushers != 1:
        return None
    return core.LevelStream(complete, seed)


def checked(spec: LevelSpec, info: GameInfo) -> LevelSpec:
    """Return a spec with its number of pushers.  Raises PushboxError for one that no level can meet."""
    fewest, most = info.generated_pushers or (0, 0)
    pushers = fewest if spec.pushers is None else spec.pushers
    if not fewest <= pushers <= most:
        expected = str(fewest) if fewest == most else say("from-to", minimum=fewest, maximum=most)
        found = counted(pushers, "pusher")
        raise PushboxError.said("spec-pushers", pushers=found, game=spec.game, expected=expected)
    _check(spec, pushers)
    return replace(spec, pushers=pushers)


def _check(spec: LevelSpec, pushers: int) -> None:
    """Raise PushboxError for a spec that the core refuses, as no level can meet it."""
    width, height, boxes = spec.columns, spec.rows, spec.boxes
    if width not in _SIDES or height not in _SIDES:
        raise PushboxError.said("spec-size", width=width, height=height, minimum=_SIDES[0], maximum=_SIDES[-1])
    if boxes == 0:
        raise PushboxError.said("spec-no-box")
    room = (width - 2) * (height - 2)
    if 2 * boxes + pushers > room:
        raise PushboxError.said("spec-no-room", boxes=boxes, pushers=pushers, room=room)
    if pushers > 1 and (spec.pushes or spec.difficulties):
        raise PushboxError.said("spec-pushers-unmeasured")


def _generated(spec: LevelSpec, info: GameInfo, seed: int, made: core.GeneratedLevel) -> Generated:
    numbers = range(1, len(made.goals) + 1) if info.numbered else [0] * len(made.goals)
    goals = {cell: GOAL._replace(number=number) for cell, number in zip(made.goals, numbers, strict=True)}
    terrain = tuple(WALL if is_wall else goals.get(cell, FLOOR) for cell, is_wall in enumerate(made.walls))
    pieces = (
        *(Piece("pusher", (cell,)) for cell in made.pushers),
        *(Piece("box", (cell,), number=number) for cell, number in zip(made.boxes, numbers, strict=True)),
    )
    shape = cast(Shape, made.shape)
    level = Level(
        Board(spec.columns, spec.rows, terrain, pieces),
        spec.game,
        title=f"{shape.capitalize()} {seed}-{made.number}",
    )
    text = made.lurd if len(made.pushers) == 1 else _format(level, made)
    metrics = measure(made.lurd)
    return Generated(level.with_saved_moves(SavedMoves("", text)), text, metrics, shape, made.effort, made.number)


def _format(level: Level, made: core.GeneratedLevel) -> str:
    """Write the steps of several pushers in the notation of the game."""
    cells = list(made.pushers)
    moves = []
    for letter, pusher in zip(made.lurd.lower(), made.steppers, strict=True):
        direction = level.board.tiling.letters.index(letter)
        moves.append((cells[pusher], direction))
        cells[pusher] = level.board.grid.step[direction][cells[pusher]]
    return load(level).format(moves)
