"""Positions to learn from, each with the fewest pushes to a solution, proven by pushbox's solver."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from network import GOAL, WALL, Boards, Floats, goal_distances, legal, planes

from pushbox import Level, Limit, Solved, Unsolvable, read, solve
from pushbox.env import text
from pushbox.sim import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KEYS = "lurd"
_LIMIT = Limit(seconds=None, nodes=2_000)  # of a position beside the solution


class Lesson(NamedTuple):
    """A position: `pushes` to a solution, infinity for none, and the first of them, four times the cell + direction."""

    board: NDArray[np.uint8]
    pushes: float
    push: int


class Lessons(NamedTuple):
    """Positions on boards of one size, walls around the smaller ones; `push` is -1 where there is no solution."""

    boards: Boards
    distances: Floats
    pushes: Floats
    push: NDArray[np.int64]


def levels(seed: int, bands: Iterable[int], count: int, avoid: Iterable[Level] = ()) -> list[Level]:
    """Return so many levels of each band, with a proven solution each as their saved moves, none near to others."""
    seen = [*avoid]
    made = (islice(text.levels(seed, band=band, avoid=seen), count) for band in bands)
    return [graded.level for some in made for graded in some]


def lessons(level: Level, random: random.Random) -> Iterator[Lesson]:
    """Yield the positions of a level's proven solution, and for each of them one beside it."""
    line = level.saved_moves[0].text
    batch, left = Batch([level], 1), sum(letter.isupper() for letter in line)
    cells = np.asarray(batch.cells)[0]
    for letter in line:
        if letter.isupper():
            best = _push_of(batch, letter)
            yield Lesson(cells.copy(), left, best)
            yield from _beside(level, batch, best, random)
            left -= 1
        batch.step(bytes([_KEYS.index(letter.lower())]))


def level_of(board: NDArray[np.uint8]) -> Level:
    """Return a board as a level of its own."""
    signs = {0: " ", 1: "#", 2: ".", 4: "$", 6: "*", 8: "@", 10: "+"}
    return read("\n".join("".join(signs[int(cell)] for cell in row) for row in board))[0]


def _push_of(batch: Batch, letter: str) -> int:
    """Return the push that a capital makes now."""
    direction = _KEYS.index(letter.lower())
    columns = batch.shape[2]
    player = int(np.asarray(batch.players())[0])
    return 4 * (player + (-1, -columns, 1, columns)[direction]) + direction


def _beside(level: Level, batch: Batch, best: int, random: random.Random) -> Iterator[Lesson]:
    """Yield the position after another push than the best one, if there is any and the solver judges it."""
    others = [int(push) for push in np.flatnonzero(np.asarray(batch.legal_pushes())[0]) if push != best]
    if not others:
        return
    other = Batch([level], 1)
    other.put(0, Level(batch.board(0)))
    other.push(np.array([random.choice(others)], np.uint32))
    verdict = solve(Level(other.board(0)), objective="pushes", limit=_LIMIT)
    board = np.asarray(other.cells)[0].copy()
    if isinstance(verdict, Unsolvable):
        yield Lesson(board, np.inf, -1)
    elif isinstance(verdict, Solved) and verdict.optimal and verdict.metrics.pushes:
        walk = next(index for index, letter in enumerate(verdict.text) if letter.isupper())
        for letter in verdict.text[:walk]:
            other.step(bytes([_KEYS.index(letter)]))
        yield Lesson(board, verdict.metrics.pushes, _push_of(other, verdict.text[walk]))


def collected(chosen: Iterable[Level], side: int, seed: int) -> Lessons:
    """Return the lessons of all levels on boards of `side` x `side` cells."""
    draw = random.Random(seed)
    boards, distances, pushes, push = [], [], [], []
    for level in chosen:
        columns = level.board.width
        far = None
        for lesson in lessons(level, draw):
            if far is None:
                far = _framed(goal_distances(lesson.board & (WALL | GOAL)), side, np.inf)
            boards.append(_framed(lesson.board, side, WALL))
            distances.append(far)
            pushes.append(lesson.pushes)
            cell, direction = divmod(lesson.push, 4)
            row, column = divmod(cell, columns)
            push.append(-1 if lesson.push < 0 else 4 * (row * side + column) + direction)
    return Lessons(np.stack(boards), np.stack(distances), np.array(pushes, np.float32), np.array(push))


def _framed(cells: NDArray[Any], side: int, beyond: float) -> NDArray[Any]:
    rows, columns = cells.shape
    return np.pad(cells, ((0, side - rows), (0, side - columns)), constant_values=beyond)


def examples(lessons: Lessons, chosen: Any, symmetry: int) -> tuple[Any, ...]:
    """Return what the network sees of some positions, turned and mirrored, and what it is to say of them."""
    boards = lessons.boards[chosen]
    seen, can = planes(boards, lessons.distances[chosen]), legal(boards)
    push = np.zeros((len(boards), boards.shape[1] * boards.shape[2] * 4), bool)
    known = lessons.push[chosen] >= 0
    push[np.flatnonzero(known), lessons.push[chosen][known]] = True
    seen, can, push = (turned(cells, symmetry) for cells in (seen, can, push.reshape(can.shape)))
    can, push = can[..., _STEPS_OF[symmetry]], push[..., _STEPS_OF[symmetry]]
    return seen, can.reshape(len(boards), -1), push.reshape(len(boards), -1), lessons.pushes[chosen]


def turned(cells: Any, symmetry: int) -> Any:
    """Return cells in one of the eight symmetries of a square."""
    cells = cells.swapaxes(1, 2) if symmetry & 4 else cells
    cells = cells[:, ::-1] if symmetry & 2 else cells
    return cells[:, :, ::-1] if symmetry & 1 else cells


def _steps_of(symmetry: int) -> list[int]:
    """Return for each direction, left, up, right, down, which one it was before a symmetry."""
    order = [0, 1, 2, 3]
    if symmetry & 4:  # rows become columns: left was up
        order = [order[direction] for direction in (1, 0, 3, 2)]
    if symmetry & 2:
        order = [order[direction] for direction in (0, 3, 2, 1)]
    return [order[direction] for direction in (2, 1, 0, 3)] if symmetry & 1 else order


_STEPS_OF = [_steps_of(symmetry) for symmetry in range(8)]
