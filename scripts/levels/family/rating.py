"""How good a level is: how long its shortest solution is for its size, and whether its theme is needed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import get_args

from pushbox.board import FLOOR, WALL, Board
from pushbox.errors import PushboxError
from pushbox.level import Level
from pushbox.solver import Limit, Solved, Unsolvable, solve

from .theme import GameThemes, Theme, Without

_WITHOUT: tuple[Without, ...] = get_args(Without)


@dataclass(frozen=True)
class Rated:
    """A level with its shortest solution; `without` is how it is without the thing that it needs least."""

    level: Level
    text: str
    moves: int
    effort: int
    score: float
    without: Without
    is_hindered: bool = True

    @property
    def needs_all(self) -> bool:
        """Whether its theme matters: without what it is about there is no solution, or a longer or shorter one."""
        return self.without != "as short" and self.is_hindered


def rate(
    game: GameThemes, theme: Theme, level: Level, best: Rated | None = None, most: float = math.inf
) -> Rated | None:
    """Rate a level; None for one that is worse than the best, or in which no solution of `most` moves is found."""
    verdict = _solved(game, level)
    if not isinstance(verdict, Solved) or verdict.optimal is None:
        return None
    if (moves := verdict.metrics.moves) > most:
        return None
    floor = sum(cell != WALL for cell in level.board.terrain)
    pushes = math.log2(verdict.metrics.pushes + 1)
    score = 2 * math.log2(moves + 1) + pushes + math.log2(verdict.nodes + 1) - 0.05 * floor
    if best is not None and best.needs_all and score < best.score:
        return None
    without = max(
        (_without(game, level, name, moves) for name in theme.needed), key=_WITHOUT.index, default="unsolvable"
    )
    is_hindered = all(_is_shorter(game, level, name, moves) for name in theme.hinders)
    rated = Rated(level, verdict.text, moves, verdict.nodes, score, without, is_hindered)
    return rated if best is None or (rated.needs_all, score) >= (best.needs_all, best.score) else None


def _solved(game: GameThemes, level: Level) -> object:
    return solve(level, objective="moves", limit=Limit(seconds=None, nodes=game.nodes))


def _without(game: GameThemes, level: Level, name: str, moves: int) -> Without:
    """Return how a level is without something; "as short" also where the search does not tell."""
    if name == "others":
        alone = [_how(game, one, moves) for one in _each_alone(level)]
        return max(alone, key=_WITHOUT.index)
    return _how(game, _leave_out(level, name), moves)


def _how(game: GameThemes, left: Level, moves: int) -> Without:
    try:
        verdict = _solved(game, left)
    except PushboxError:
        return "unsolvable"  # no level at all without it
    if isinstance(verdict, Unsolvable):
        return "unsolvable"
    is_longer = isinstance(verdict, Solved) and verdict.optimal is not None and verdict.metrics.moves > moves
    return "longer" if is_longer else "as short"


def _is_shorter(game: GameThemes, level: Level, name: str, moves: int) -> bool:
    """Return whether a level has a shorter solution without something."""
    verdict = _solved(game, _leave_out(level, name))
    return isinstance(verdict, Solved) and verdict.metrics.moves < moves


def _each_alone(level: Level) -> Iterator[Level]:
    """Yield a level with each of its pushers alone, as one of Sokoban."""
    board = level.board
    boxes = board.of_kind("box")
    for pusher in board.of_kind("pusher"):
        yield replace(level.with_board(board.with_pieces((*boxes, pusher))), game="sokoban")


def _leave_out(level: Level, name: str) -> Level:
    """Return a level without an option, a kind of terrain or the pieces of a kind that are not coloured.

    What lets only some in gives way to a wall, all other terrain to floor.  Without three at once, two may be pushed.
    """
    board = level.board
    if name == "three at once":
        return replace(level, options=(("max_push", 2),))
    if name in dict(level.options):
        return replace(level, options=tuple(option for option in level.options if option[0] != name))
    if name == "group":
        return level.with_board(board.with_pieces(tuple(piece._replace(group=0) for piece in board.pieces)))
    if name == "number":
        plain = tuple(cell._replace(number=0) for cell in board.terrain)
        return level.with_board(
            replace(board, terrain=plain, pieces=tuple(piece._replace(number=0) for piece in board.pieces))
        )
    if name == "passage":
        return level.with_board(replace(board, terrain=tuple(WALL if cell.looks else cell for cell in board.terrain)))
    instead = WALL if name == "filter" else FLOOR
    terrain = tuple(instead if cell.kind == name else cell for cell in board.terrain)
    pieces = tuple(piece for piece in board.pieces if f"{piece.kind} {''.join(piece.colours[:1])}".strip() != name)
    return level.with_board(Board(board.width, board.height, terrain, pieces))
