"""Pushes that lose: each that is named leads to a position without a solution, and on small boards none is missing."""

from __future__ import annotations

import random

from pushbox import games
from pushbox.analysis.losing_pushes import losing_pushes
from pushbox.analysis.winnable import Verdicts
from pushbox.conformance import random_level
from pushbox.errors import LevelError
from pushbox.games.position import Position, load
from pushbox.levels import builtin
from pushbox.path.walk import reachable
from pushbox.play.push_lists import free_cells
from pushbox.play.validate import require_playable
from pushbox.solver import Solved, solve


def test_they_are_those_after_which_there_is_no_solution() -> None:
    """On random boards, compared with the solver after every push that can be walked to."""
    rng, game = random.Random("losing pushes"), games.find("sokoban")
    lost = winnable = 0
    while lost < 150:
        level = random_level(game, rng, largest=6, plain=True)
        try:
            position = require_playable(level)
        except LevelError:
            continue
        if position.outcome.solved or not isinstance(solve(position), Solved):
            continue
        expected = {push for push, after in _pushes(position) if not isinstance(solve(after), Solved)}
        lost += len(expected)
        winnable += sum(1 for _ in _pushes(position)) - len(expected)
        assert {*losing_pushes(position, Verdicts())} == expected
    assert winnable > 100


def _pushes(position: Position) -> list[tuple[tuple[int, int], Position]]:  # of Sokoban
    """Return every push that can be walked to, with the position after it, made by putting the pieces there."""
    board = position.board
    (pusher,) = board.of_kind("pusher")
    free = free_cells(board)
    walked = reachable(board.grid, free, pusher.anchor)
    found = []
    for box in board.of_kind("box"):
        for direction in range(4):
            ahead, behind = board.grid.step[direction][box.anchor], board.grid.step[direction ^ 2][box.anchor]
            if free[ahead] and behind in walked:
                pieces = [piece for piece in board.pieces if piece not in {box, pusher}]
                pieces += [box._replace(cells=(ahead,)), pusher._replace(cells=box.cells)]
                level = position.level.with_board(board.with_pieces(pieces))
                found.append(((box.anchor, ahead), load(level)))
    return found


def test_other_games_look_one_move_ahead() -> None:
    """What is named there leads to no solution, too; and the caller can end it."""
    for name in ("blockoban", "crossoban", "multiban"):
        for level in builtin(name)[:3]:
            position = load(level)
            for start, end in losing_pushes(position, Verdicts()):
                after = [one for move, one in position.successors() if (start, end) in position.transition(move).pushes]
                assert not any(isinstance(solve(one), Solved) for one in after)
            assert not [*losing_pushes(position, Verdicts(), is_over=lambda: True)] or name == "multiban"
