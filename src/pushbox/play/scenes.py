"""The scenes of a line of play, for animations: one for each tick, as the player sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from ..board import Board, Change, Piece
from ..games.position import Position
from ..grid import Cell
from ..render.animation import Scene, Timing
from ..sentence import counted
from ..tiling import DOWN, LEFT, RIGHT, UP, Direction


def scenes(
    position: Position, moves: Iterable[Any], timing: Timing | None = None, *, counters: bool = False
) -> Iterator[Scene]:
    """Yield the scenes of moves from a position on, the start first; with the numbers of moves and pushes if asked for.

    Where a game hides things a move is one scene, what the player sees after it.  Raises IllegalMove with the first
    move that is not legal, when it is reached.
    """
    timing = timing or Timing()
    facing: dict[Cell, Direction] = {}
    pushes = number = 0
    yield Scene(position.view, {}, _counter(0, 0) if counters else "", timing.milliseconds())
    for number, move in enumerate(moves, start=1):
        transition = position.transition(move, step=number)
        after = Position(position.game, transition.state)
        pushes += len(transition.pushes)
        text = _counter(number, pushes) if counters else ""
        boards = _boards(position, after, transition.changes)
        for board, changes in boards:
            facing = _facing(facing, changes)
            yield Scene(board, facing, text, timing.milliseconds(len(boards)))
        position = after


def _counter(moves: int, pushes: int) -> str:
    return f"{counted(moves, 'move')}, {counted(pushes, 'push')}"


def _boards(before: Position, after: Position, changes: Iterable[Change]) -> list[tuple[Board, list[Change]]]:
    """Return the boards of a move, tick by tick, each with the changes that lead to it."""
    changed = list(changes)
    if before.game.info.imperfect_information or not changed:
        return [(after.view, changed)]
    board, boards = before.board, []
    for _, group in groupby(changed, key=lambda change: change.tick):
        tick = list(group)
        board = board.apply(tick)
        boards.append((board, tick))
    return boards


def _facing(before: Mapping[Cell, Direction], changes: Iterable[Change]) -> dict[Cell, Direction]:
    """Return the direction in which pushers look after some changes: the way they went."""
    facing, moved = dict(before), {}
    for change in changes:
        match change.before, change.after:
            case (Piece("pusher", (start, *_)), Piece("pusher", (end, *_))) if start != end:
                facing.pop(start, None)
                moved[end] = (RIGHT if end > start else LEFT) if abs(end - start) == 1 else DOWN if end > start else UP
    return facing | moved
