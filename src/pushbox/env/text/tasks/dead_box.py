"""The question which box is dead."""

from __future__ import annotations

from random import Random

from ....analysis.deadlocks import find_quick_deadlocks
from ....analysis.deadlocks.puzzle import BoxPuzzle
from ....analysis.deadlocks.sentences import explain
from ....errors import PushboxError
from ....games.position import Position, load
from ....grid import Cell, parse_cell
from ....level import Level
from ....sentence import say
from ....tiling import LEFT, UP
from ..answers import find_answer
from ..prompts import CELLS, prompt_with
from ..pushes import random_pushes
from .api import Kind, Task, TaskScore, no_answer

_WALKS, _MOST_PUSHES = 60, 12
_QUESTION = (
    "At least one box is dead: it stands on no goal and can never be pushed to one, because no pushes lead from its "
    "cell to a goal even if it were alone on the board, or because walls and other boxes hold it on both axes for "
    "ever. Not every box off the goals is dead.\n\n"
    f"Name the cell of one dead box, such as C4, once, between <answer> and </answer>. {CELLS}"
)


def dead_boxes(position: Position) -> frozenset[Cell]:
    """Return the boxes off the goals that stand on dead squares, or that walls and boxes hold for ever."""
    if (puzzle := BoxPuzzle.of(position)) is None:
        return frozenset()
    held, numbers = _held_boxes(puzzle), dict(puzzle.boxes)
    return frozenset(box for box in puzzle.away() if box in held or box not in puzzle.live(numbers[box]))


def _held_boxes(puzzle: BoxPuzzle) -> frozenset[Cell]:
    """Return the boxes that walls and each other hold on both axes, so that no push ever moves them.

    Dead squares on both sides hold none here: a box that is lost on one may let another go.
    """
    step, opposite = puzzle.grid.step, puzzle.grid.opposite
    held, before = frozenset(puzzle.cells), frozenset[Cell]()
    while held != before:
        before = held
        held = frozenset(
            box
            for box in before
            if all(
                any(near in before or not puzzle.free[near] for near in (step[axis][box], step[opposite[axis]][box]))
                for axis in (LEFT, UP)
            )
        )
    return held


def make(level: Level, seed: int, style: str) -> tuple[Task, ...]:
    """Return a position after random pushes in which a box is dead, and another one off the goals is not."""
    random, start = Random(f"dead-box {seed}"), load(level)
    for _ in range(_WALKS):
        position, _ = random_pushes(start, random.randint(1, _MOST_PUSHES), random)
        dead, board = dead_boxes(position), position.board
        away = [box.anchor for box in board.of_kind("box") if board.terrain[box.anchor].kind != "goal"]
        if dead and len(dead) < len(away):
            names = " ".join(map(board.cell_name, sorted(dead)))
            proof = " ".join([explain(deadlock, board) for deadlock in find_quick_deadlocks(position)])
            return (Task("dead-box", position.level, style=style, seed=seed, reference=names, proof=proof),)
    return ()


def prompt(task: Task) -> str:
    """Return the question."""
    return prompt_with(task.level, task.style, _QUESTION)


def parse(task: Task, answer: str) -> tuple[str, str]:
    """Return the name of a cell, or the fault."""
    found, fault = find_answer(answer, lambda part: _read(task, part), say("answer-cell"))
    return found or "", fault


def _read(task: Task, part: str) -> str | None:
    """Return the name of a cell that is given by its name, or as (row, column) from 1."""
    bare = part.strip(" \t\r\n*`.")
    try:
        row, column = parse_cell(bare.strip("()"))
    except PushboxError:
        return None
    if "," in bare:
        row, column = row - 1, column - 1
    board = task.board
    on_board = 0 <= row < board.height and 0 <= column < board.width
    return board.cell_name(board.cell(row, column)) if on_board else None


def score(task: Task, answer: str) -> TaskScore:
    """Return 1 for the cell of a dead box, 0 for any other answer."""
    found, fault = parse(task, answer)
    if fault:
        return no_answer(fault)
    right = found in task.reference.split()
    return TaskScore(float(right), right, say("task-dead", cells=", ".join(task.reference.split()), proof=task.proof))


DEAD_BOX = Kind("dead-box", "name a box that can never reach a goal", make, prompt, parse, score)
