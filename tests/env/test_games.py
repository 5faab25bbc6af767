"""Environments of every game: Gymnasium's and PettingZoo's own checks, planes that tell positions apart, solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pushbox import builtin, levels, load, read
from pushbox.board import Piece
from pushbox.env import register
from pushbox.errors import ArgumentError
from pushbox.games.api import KEYS, Focus, Key
from pushbox.games.position import Position
from pushbox.games.registry import find, keys
from pushbox.level import Level
from pushbox.play.session import Session

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
pettingzoo = pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the look whether it is there
from pettingzoo.test import parallel_api_test, parallel_seed_test  # noqa: E402

from pushbox.env.game import GameEnv  # noqa: E402
from pushbox.env.planes import BoardPlanes  # noqa: E402
from pushbox.env.versus import VersusEnv  # noqa: E402

register()

ALONE = [key for key in keys() if find(key).info.players == 1]


def shipped(key: str) -> list[Level]:
    """Return the shipped levels of a game."""
    names = [name for name in levels.names() if name == key or name.startswith(f"{key}-")]
    return [level for name in (names or ["lessons"]) for level in builtin(name)]


@pytest.mark.parametrize("key", ALONE)
def test_every_game_has_an_environment(key: str) -> None:
    """Made by its name, and nothing is wrong with it."""
    env = gymnasium.make("pushbox/Game-v0", levels=shipped(key)[:4]).unwrapped
    check_env(env)
    assert env.observation_space.shape[0] == len(env.planes.names)


@pytest.mark.parametrize("key", ALONE)
def test_solutions_are_played_by_keys(key: str) -> None:
    """The shipped solutions end the episode with its reward, and what is seen is what the planes say of the board."""
    played = 0
    for level in shipped(key)[:3]:
        env = GameEnv(levels=[level], max_steps=2000)
        env.reset()
        position = load(level)
        steps = []
        for move in position.parse(level.saved_moves[0].text):
            if (pressed := keys_for(env.session, move)) is None:
                break  # a move that only the pointer makes
            steps += [env.step(env.keys.index(name)) for name in pressed]
        else:
            seen, reward, terminated, truncated, info = steps[-1]
            assert (terminated, truncated, info["outcome"]) == (True, False, "solved")
            assert reward == pytest.approx(10.0 - 0.1)
            again = np.zeros(env.planes.shape, np.uint8)
            env.planes.write(env.session.board, env.session.focus, again)
            assert (seen == again).all()
            played += 1
    assert played


def keys_for(session: Session, move: Any) -> list[Key] | None:
    """Return the keys that play a move, None where no few do."""
    open_: list[tuple[list[Key], Piece | None]] = [([], session.focus)]
    seen = {session.focus}
    while open_:
        pressed, focus = open_.pop(0)
        for key in KEYS:
            meant = session.game.controls.key(session.state, focus, key)
            if isinstance(meant, Focus):
                if meant.piece not in seen:
                    seen.add(meant.piece)
                    open_.append(([*pressed, key], meant.piece))
            elif meant == move:
                return [*pressed, key]
    return None


@pytest.mark.parametrize("key", keys())
def test_planes_tell_positions_apart(key: str) -> None:
    """Two positions of a level that a player can tell apart are two arrays."""
    count = 0
    for level in shipped(key)[:3]:
        start = load(level)
        planes = BoardPlanes([start.view], [*palette_of(start)])
        seen: dict[bytes, Any] = {}
        for position in some_positions(start, 60):
            out = np.zeros(planes.shape, np.uint8)
            planes.write(position.view, None, out)
            pieces = position.view.pieces
            shown = sorted(map(repr, pieces)), position.view.terrain
            assert seen.setdefault(out.tobytes(), shown) == shown
            if "piece" in planes.names:
                assert out[planes.names.index("piece")].max() == len(pieces)
        count += len(seen)
    assert count > 5


def palette_of(position: Position) -> list[Any]:
    palette = position.game.info.palette
    return [*palette.terrain, *(spec.piece for spec in palette.pieces)]


def some_positions(start: Position, most: int) -> list[Position]:
    """Return positions that are reached from a start, breadth first."""
    found, seen = [start], {start.state}
    for position in found:
        for _, after in position.successors():
            if after.state not in seen and len(found) < most:
                seen.add(after.state)
                found.append(after)
    return found


def test_planes_say_what_is_where() -> None:
    """By their names: kinds, numbers, the steered piece, what is beyond a small board."""
    small, large = read("#####\n#@$.#\n#####\n\n######\n#.$ @#\n#    #\n######\n").levels
    env = GameEnv(levels=[small, large])
    seen, info = env.reset()
    assert info == {"level": 0, "title": "", "moves": 0, "pushes": 0, "outcome": "playing", "move": False}
    named = dict(zip(env.planes.names, seen, strict=True))
    assert env.planes.shape == (len(named), 4, 6)
    assert named["outside"].sum() == 24 - 15
    assert named["terrain wall"].sum() == 12
    places = {"piece pusher": (1, 1), "piece box": (1, 2), "terrain goal": (1, 3)}
    assert {name: tuple(map(int, np.argwhere(named[name])[0])) for name in places} == places
    assert (named["steered"] == named["piece pusher"]).all()
    numbered = GameEnv(levels=builtin("plus")[:1])
    seen, _ = numbered.reset()
    named = dict(zip(numbered.planes.names, seen, strict=True))
    board = numbered.session.board
    numbers = {divmod(piece.anchor, board.width): piece.number for piece in board.pieces if piece.number}
    assert numbers
    plane = named["piece number"]
    assert {(int(row), int(column)): int(plane[row, column]) for row, column in np.argwhere(plane)} == numbers


def test_an_episode_is_cut_off_and_begins_anew() -> None:
    """After so many steps; then the next level, or that of choice."""
    env = GameEnv(levels=builtin("campaign-01"), max_steps=3)
    env.reset(seed=1)
    ends = [env.step(0)[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]
    assert env.reset()[1]["level"] == 1
    assert env.reset(options={"level": 7})[1]["level"] == 7
    with pytest.raises(ArgumentError, match="action: found 4, expected a number from 0 to 3"):
        env.step(4)
    with pytest.raises(ArgumentError, match="level: found 99, expected at most 31"):
        env.reset(options={"level": 99})


def test_a_lost_position_ends_an_episode() -> None:
    """Where the game says so."""
    level = replace(read("#######\n#@ $ .#\n#######\n")[0], options=(("steps", 1),))
    env = GameEnv(levels=[level])
    env.reset()
    _, reward, terminated, _, info = env.step(env.keys.index("right"))
    assert (terminated, info["outcome"], info["move"]) == (True, "lost", True)
    assert reward == pytest.approx(-1.1)


def test_versus_is_one_of_pettingzoo() -> None:
    """Its own checks find nothing wrong."""
    parallel_api_test(VersusEnv(levels=builtin("versus"), max_steps=30), num_cycles=200)
    parallel_seed_test(lambda: VersusEnv(levels=builtin("versus"), order="random"), num_cycles=40)


def test_who_wins_is_rewarded() -> None:
    """And each sees their own things as those of player 1."""
    level = next(level for level in builtin("versus") if level.saved_moves)
    env = VersusEnv(levels=[level])
    seen, _ = env.reset()
    owner = env.planes.names.index("piece player")
    pushers = env.planes.names.index("piece pusher")
    first, second = seen["player_1"], seen["player_2"]
    both = np.argwhere(first[pushers])
    assert sorted(int(first[owner][tuple(cell)]) for cell in both) == [1, 2]
    assert all(first[owner][tuple(cell)] + second[owner][tuple(cell)] == 3 for cell in both)
    ticks = load(level).parse(level.saved_moves[0].text)
    steps = []
    for one, other in ticks:
        assert env.agents == ["player_1", "player_2"]
        steps.append(env.step({"player_1": one % 5, "player_2": other % 5}))  # to stand still is -1 in the game
    _, rewards, ends, lates, info = steps[-1]
    assert (rewards, set(ends.values()), set(lates.values())) == ({"player_1": 1.0, "player_2": -1.0}, {True}, {False})
    assert (env.agents, info["player_1"]["winner"]) == ([], 1)


def test_other_numbers_of_players_are_refused() -> None:
    """By each environment, with the name of the game."""
    with pytest.raises(ArgumentError, match="found the game versus, expected games for one player"):
        GameEnv(levels=builtin("versus"))
    with pytest.raises(ArgumentError, match="found sokoban, expected games in which equally many play"):
        VersusEnv(levels=builtin("campaign-01"))
