"""The native generator, for the games whose rules it keeps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, NamedTuple, cast

from pushbox import _core

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..errors import PushboxError, UnsupportedError, counted
from ..games.api import Game
from ..games.registry import find
from ..level import Level, SavedMoves
from ..metrics import measure
from .api import DIFFICULTIES, Difficulty, Generated, LevelSpec, Shape


class Kind(NamedTuple):
    """What a game has: numbers on its boxes, and how many pushers, at least and at most."""

    numbered: bool
    fewest: int
    most: int


GAMES = {
    "sokoban": Kind(numbered=False, fewest=1, most=1),
    "plus": Kind(numbered=True, fewest=1, most=1),
    "multiban": Kind(numbered=False, fewest=2, most=9),
}


def kind(spec: LevelSpec) -> Kind:
    """Return what the game of a spec has.  Raises UnsupportedError for a game whose levels are not generated."""
    found = GAMES.get(spec.game)
    if found is None:
        raise UnsupportedError(f"found the game {spec.game!r}, expected one of: {', '.join(GAMES)}")
    return found


def attempts(spec: LevelSpec, seed: int, first: int, count: int, stop: Callable[[], object]) -> list[Generated]:
    """Make attempts number `first` to ``first + count - 1``; return the levels of those that succeed, not yet replayed.

    What `stop` answers is asked about every 20 ms; where it is true, the attempts that are left are not made.  Raises
    PushboxError for a spec that no level can meet, UnsupportedError as `kind`.
    """
    of = kind(spec)
    pushers = of.fewest if spec.pushers is None else spec.pushers
    if not of.fewest <= pushers <= of.most:
        expected = str(of.fewest) if of.fewest == of.most else f"{of.fewest} to {of.most}"
        raise PushboxError(f"found {counted(pushers, 'pusher')} for the game {spec.game!r}, expected {expected}")
    try:
        found = _core.generate(
            spec.columns,
            spec.rows,
            spec.boxes,
            pushers=pushers,
            numbered=of.numbered,
            shape=spec.shape,
            pushes=spec.pushes,
            box_lines=spec.box_lines,
            difficulty=spec.difficulty,
            seed=seed,
            first=first,
            count=count,
            progress=lambda _: stop(),
        )
    except ValueError as error:
        raise PushboxError(str(error)) from None
    return [_generated(spec, of, seed, made) for made in found]


def _generated(spec: LevelSpec, of: Kind, seed: int, made: _core.GeneratedLevel) -> Generated:
    goals = dict(zip(made.goals, range(1, len(made.goals) + 1), strict=True))
    terrain = tuple(
        WALL if is_wall else _goal(of, goals[cell]) if cell in goals else FLOOR
        for cell, is_wall in enumerate(made.walls)
    )
    numbers = goals.values() if of.numbered else repeat(0)
    pieces = (
        *(Piece("pusher", (cell,)) for cell in made.pushers),
        *(Piece("box", (cell,), number=number) for cell, number in zip(made.boxes, numbers, strict=False)),
    )
    shape = cast(Shape, made.shape)
    difficulty = None if made.effort is None else _class(made.effort)
    level = Level(
        Board(spec.columns, spec.rows, terrain, pieces),
        spec.game,
        title=f"{shape.capitalize()} {seed}-{made.number}",
        headers=() if difficulty is None else (("Difficulty", f"{difficulty} ({made.effort} positions)"),),
    )
    text = made.lurd if len(made.pushers) == 1 else _spelled(level, made)
    metrics = measure(made.lurd)
    return Generated(
        level.with_saved_moves(SavedMoves("", text)), text, metrics, shape, difficulty, made.effort, made.number
    )


def _goal(of: Kind, number: int) -> Any:
    return GOAL._replace(number=number) if of.numbered else GOAL


def _class(effort: int) -> Difficulty:
    return next(name for name, (_, most) in DIFFICULTIES.items() if effort <= most)


def _spelled(level: Level, made: _core.GeneratedLevel) -> str:
    """Write the steps of several pushers in the notation of the game."""
    game: Game[Any, Any] = find(level.game)
    state = game.rules.initial_state(level)
    cells = list(made.pushers)
    moves = []
    for letter, stepper in zip(made.lurd.lower(), made.steppers, strict=True):
        way = "lurd".index(letter)
        moves.append((cells[stepper], way))
        cells[stepper] = level.board.grid.step[way][cells[stepper]]
    return game.controls.format(state, moves)
