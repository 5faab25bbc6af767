"""Go-through: past boxes that are pushed away and back."""

from __future__ import annotations

import pytest

from pushbox import formats, games
from pushbox.conformance import random_levels
from pushbox.games.api import Game
from pushbox.level import Level
from pushbox.path.go_through import go_through_paths
from pushbox.path.walk import walk
from pushbox.tiling import SQUARE


def level(picture: str) -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


@pytest.mark.parametrize(
    ("picture", "steps"),
    [
        ("########\n#@$    #\n#####  #\n########", None),  # behind the box there is no way round
        ("#######\n##   ##\n#@$   #\n##   ##\n#######", "rurrdl"),
        ("########\n####   #\n#@$    #\n####   #\n########", "rrrurrdlll"),
    ],
)
def test_a_box_is_pushed_on_passed_and_pushed_back(picture: str, steps: str | None) -> None:
    """The box goes on as few cells as will do, and comes back to where it stood."""
    board = level(picture).board
    (box,), (player,) = board.of_kind("box"), board.of_kind("pusher")
    floor = [*(ground.kind != "wall" for ground in board.terrain), False]
    paths = go_through_paths(board.grid, floor, {box.anchor}, player.anchor)
    beyond = box.anchor + 1
    assert (beyond in paths) == (steps is not None)
    if steps is not None:
        assert "".join(SQUARE.letters[direction] for direction in paths[beyond]) == steps
        assert paths.length(beyond) == len(steps)


@pytest.mark.parametrize("key", ["sokoban", "plus"])
def test_every_way_leads_where_it_says_and_leaves_the_boxes(key: str) -> None:
    """On crowded boards each way is played by the rules, ends on its cell, and every box is where it was."""
    game: Game = games.find(key)
    passed = 0
    for board in random_levels(game, 150, seed=5, plain=True):
        state = game.rules.initial_state(board)
        players = game.controls.focus(state)
        boxes = {piece for piece in game.rules.board(state).pieces if piece.kind == "box"}
        walked = game.controls.reach(state, players[0].anchor, 10_000) if players else {}
        paths = game.controls.reach_moving_boxes(state, players[0].anchor, 10_000) if players else {}
        assert set(walked) <= set(paths)
        for cell, moves in paths.items():
            after_way = state
            for move in moves:
                transition = game.rules.apply(after_way, move)
                assert transition is not None
                after_way = transition.state
            after = game.rules.board(after_way)
            others = [player.anchor for player in players[1:]]
            assert sorted(player.anchor for player in after.of_kind("pusher")) == sorted([cell, *others])
            assert boxes == {piece for piece in after.pieces if piece.kind == "box"}
            if cell in walked:
                assert len(moves) == len(walked[cell])
            passed += cell not in walked
    assert passed > 20


def test_the_work_is_bounded() -> None:
    """Where the limit is not enough the answer is empty."""
    board = level("#######\n##   ##\n#@$   #\n##   ##\n#######").board
    floor = [*(ground.kind != "wall" for ground in board.terrain), False]
    box, player = board.of_kind("box")[0].anchor, board.of_kind("pusher")[0].anchor
    assert not go_through_paths(board.grid, floor, {box}, player, limit=3)
    assert walk(board.grid, floor, player, box + 1)
