"""Levels played backwards: the boxes are pulled from the goals to where they began, and the line is then turned round.

Source: the SOK format and YASC's reverse mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..arguments import Line
from ..board import Board, Piece, Terrain
from ..errors import LevelError, PushboxError
from ..games.api import Transition, moved_pieces
from ..games.position import Position, game_for, load
from ..grid import Cell, Grid
from ..level import Level
from ..path.walk import walk
from ..sentence import located, say
from .push_lists import free_cells


def reverse_level(level: Level) -> Level:
    """Return the level for reverse play: boxes on the goals, goals on the cells of boxes.

    The cells of its pushers are marked as their final cells; they begin there too, unless a box is on them. Saved moves
    are left out, because they are played forwards. Raises LevelError for a level that no state can hold, of a game
    without reverse play, with variants other than limits, or with unequal numbers of goals and boxes, because then the
    goals that boxes come from are unknown.
    """
    board = level.board
    boxes, goals = board.of_kind("box"), board.cells_of("goal")
    if len(boxes) != len(goals):
        raise LevelError.said("backwards-counts", boxes=len(boxes), goals=len(goals))
    if any(cell.looks for cell in board.terrain) or any(
        box != Piece("box", box.cells, number=box.number) for box in boxes
    ):
        raise LevelError.said("backwards-special")
    terrain = [Terrain("floor") if cell.kind == "goal" else cell for cell in board.terrain]
    for box in boxes:
        terrain[box.anchor] = Terrain("goal", number=box.number)
    pieces = [Piece("box", (cell,), number=board.terrain[cell].number) for cell in goals]
    for pusher in board.of_kind("pusher"):
        terrain[pusher.anchor] = terrain[pusher.anchor]._replace(player=1)
        if pusher.anchor not in goals:
            pieces.append(pusher)
    options = (*((name, value) for name, value in level.options if name != "reverse"), ("reverse", "yes"))
    turned = replace(
        level,
        board=Board(board.width, board.height, tuple(terrain), tuple(pieces)),
        options=options,
        saved_moves=(),
        source=None,
    )
    faults = [problem for problem in game_for(turned).rules.problems(turned) if problem.severity == "error"]
    if faults:
        raise LevelError(str(faults[0]))
    return turned


def forward_solution(level: Level, text: Line) -> str:
    """Return the solution of a level that a line of reverse play is, which solves ``reverse_level(level)``.

    The pushers first walk to where that line ends, then undo it step by step as far as its first pull.  Raises
    NotationError or IllegalMove where the text is no line of play, and PushboxError where it solves nothing.
    """
    reverse = load(reverse_level(level))
    state: Any = reverse.state
    back: list[tuple[Cell, Cell]] = []  # the steps of pushers, from the first pull on
    for transition in reverse.transitions(reverse.parse(text)):
        state = transition.state
        if transition.pushes or back:
            back.append(_step(transition))
    outcome = reverse.rules.outcome(state)
    if not outcome.solved:
        unsolved = say("not-backwards")
        raise PushboxError(located(unsolved, outcome.reason) if outcome.reason else unsolved)
    if not back:
        return ""
    board = reverse.rules.board(state)
    free = free_cells(board)
    homes, ends = ({pusher.anchor for pusher in one.of_kind("pusher")} for one in (level.board, board))
    steps = [*_arranged(board.grid, free, homes, ends), *((end, start) for start, end in reversed(back))]
    position = load(level)
    return position.format(_moves(position, steps))


def _step(transition: Transition[Any]) -> tuple[Cell, Cell]:
    """Return from where to where the pusher of a turn has gone."""
    for piece, after in moved_pieces(transition.changes).items():
        if piece.kind == "pusher" and after is not None:
            return piece.anchor, after.anchor
    raise PushboxError.said("turn-without-move")


def _arranged(grid: Grid, free: Sequence[bool], pushers: set[Cell], ends: set[Cell]) -> list[tuple[Cell, Cell]]:
    """Return steps that bring interchangeable pushers to `ends`, as many in each region.

    Empty ends are filled one by one from the nearest pusher not on an end. If others are in the way they go ahead, the
    first to the end and each next one to the cell of the one before, so that in the end only the nearest seems to have
    moved.
    """
    standing = set(pushers)
    moves: list[tuple[Cell, Cell]] = []
    for end in sorted(ends - standing):
        walks = [(len(way), start, way) for start in sorted(standing - ends) if (way := walk(grid, free, start, end))]
        _, start, directions = min(walks)
        path = [start]
        for direction in directions:
            path.append(grid.step[direction][path[-1]])
        last = len(path) - 1
        for place in range(last - 1, -1, -1):
            if path[place] in standing:
                moves += zip(path[place:last], path[place + 1 : last + 1], strict=True)
                last = place
        standing = standing - {start} | {end}
    return moves


def _moves(position: Position, steps: Sequence[tuple[Cell, Cell]]) -> list[Any]:
    """Return the moves by which pushers take these steps."""
    rules, state = position.rules, position.state
    moves = []
    for step in steps:
        for move in rules.pseudo_legal_moves(state):
            transition = rules.apply(state, move)
            if transition is not None and _step(transition) == step:
                moves.append(move)
                state = transition.state
                break
        else:
            raise PushboxError.said("not-forwards")
    return moves
