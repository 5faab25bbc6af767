"""Programs that were written for gym-sokoban: its names, ways to call, pictures and information."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pushbox import read
from pushbox.errors import ArgumentError

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the look whether it is there

import pushbox.env.gym_sokoban as gym  # noqa: E402

# Gymnasium takes a name with a lower number for an older one, which these are not.
pytestmark = pytest.mark.filterwarnings("ignore:.*is out of date:DeprecationWarning")

LEVEL = read("#######\n#  $  #\n# @$. #\n#   . #\n#######\n")
PUSH_RIGHT, MOVE_RIGHT, MOVE_UP = 4, 8, 5


@pytest.mark.parametrize("name", [name for name in gym.NAMES if name.startswith("Sokoban")])
def test_each_name_has_its_room(name: str) -> None:
    """Rows, columns, boxes and steps as in gym-sokoban; Gymnasium knows it too."""
    rows, columns = gym.NAMES[name].get("dim_room", (10, 10))
    env = gymnasium.make(name, observation_mode="tiny_rgb_array").unwrapped
    seen, _ = env.reset(seed=1)
    assert seen.shape == (rows, columns, 3)
    assert env.room_state.shape == (rows, columns) == env.dim_room
    assert (env.num_boxes, env.max_steps) == SIZES[name]


SIZES = {
    "Sokoban-v0": (3, 200),
    "Sokoban-v1": (4, 120),
    "Sokoban-v2": (5, 200),
    "Sokoban-small-v0": (2, 200),
    "Sokoban-small-v1": (3, 200),
    "Sokoban-large-v0": (3, 300),
    "Sokoban-large-v1": (4, 300),
    "Sokoban-large-v2": (5, 300),
    "Sokoban-huge-v0": (5, 300),
}


def test_gymnasium_finds_nothing_wrong() -> None:
    """With either kind of picture."""
    for mode in ("rgb_array", "tiny_rgb_array"):
        check_env(gymnasium.make("Sokoban-small-v0", observation_mode=mode).unwrapped)


def test_old_programs_go_on() -> None:
    """`reset` returns what is seen, `step` four values; the information has its old keys."""
    env = gym.make("Sokoban-v1", levels=LEVEL, max_steps=3)
    assert env.reset().shape == (5 * 16, 7 * 16, 3)
    assert env.get_action_lookup()[PUSH_RIGHT] == "push right"
    assert env.room_state[2].tolist() == [0, 1, 5, 4, 2, 1, 0]
    assert env.room_fixed[2].tolist() == [0, 1, 1, 1, 2, 1, 0]
    assert (env.player_position.tolist(), env.num_boxes, env.boxes_on_target) == ([2, 2], 2, 0)
    _, reward, done, info = env.step(MOVE_RIGHT)
    assert [reward, done] == [pytest.approx(-0.1), False]
    moved = {"action.moved_player": False, "action.moved_box": False}
    assert info == {"level": 0, "title": "", "action.name": "move right"} | moved
    _, reward, done, info = env.step(PUSH_RIGHT)
    assert [reward, done, env.boxes_on_target] == [pytest.approx(0.9), False, 1]
    assert (info["action.moved_player"], info["action.moved_box"]) == (True, True)
    seen, reward, done, info = env.step(0, observation_mode="tiny_rgb_array")
    assert (seen.shape, done, env.num_env_steps) == ((5, 7, 3), True, 3)
    assert (info["maxsteps_used"], info["all_boxes_on_target"]) == (True, False)
    env.set_maxsteps(5)
    assert env.step(MOVE_UP)[2] is False
    assert env.render(mode="tiny_rgb_array", scale=4).shape == (20, 28, 3)


def test_a_solved_room_is_over() -> None:
    """And says so."""
    env = gym.make("Sokoban-v1", levels=read("#####\n#@$.#\n#####\n"))
    env.reset()
    _, reward, done, info = env.step(PUSH_RIGHT)
    assert [reward, done] == [pytest.approx(10.9), True]
    assert (info["maxsteps_used"], info["all_boxes_on_target"]) == (False, True)


def test_a_seed_decides_the_rooms() -> None:
    """Which it did not do in gym-sokoban."""

    def rooms(seed: int) -> list[bytes]:
        env = gym.make("Sokoban-small-v0", observation_mode="tiny_rgb_array")
        env.seed(seed)
        return [env.reset().tobytes() for _ in range(3)]

    first = rooms(7)
    assert first == rooms(7) != rooms(8)
    assert len({*first}) == 3


def test_pictures_are_of_tiles(tmp_path: Path) -> None:
    """Each kind of cell has its own, on any board; those of a folder stand in for pushbox's."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    level = read("######\n#@$.*#\n#  + #\n######\n".replace("+", " "))
    seen = gym.make("Sokoban-v1", levels=level).reset()
    kinds = [seen[16:32, 16 * column : 16 * column + 16].tobytes() for column in range(5)]
    kinds.append(seen[32:48, 16:32].tobytes())
    assert len({*kinds}) == 6
    colours = {name: (10 * at, 0, 99) for at, name in enumerate(TILES)}
    for name, colour in colours.items():
        image.new("RGB", (16, 16), colour).save(tmp_path / f"{name}.png")
    seen = gym.make("Sokoban-v1", levels=level, tiles=str(tmp_path)).reset()
    shown = [tuple(seen[24, 16 * column + 8].tolist()) for column in range(5)]
    assert shown == [colours[name] for name in ("wall", "player", "box", "box_target", "box_on_target")]
    image.new("RGB", (8, 16)).save(tmp_path / "wall.png")
    gym._tiles.cache_clear()
    with pytest.raises(ArgumentError, match=r"tiles: found 'wall\.png of 8 x 16 pixels', expected pictures of 16"):
        gym.make("Sokoban-v1", levels=level, tiles=str(tmp_path))


TILES = ("wall", "floor", "box_target", "box", "box_on_target", "player", "player_on_target")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("Sokoban-v9", {}, "name: found 'Sokoban-v9', expected one of Sokoban-v0"),
        ("Boxoban-Train-v0", {}, "Boxoban-Train-v0: found no levels, expected a file of Boxoban"),
        ("Sokoban-v0", {"max_steps": 0}, "max_steps: found 0, expected 1 or more"),
        ("Sokoban-v0", {"observation_mode": "human"}, "observation_mode: found 'human'"),
    ],
)
def test_what_makes_no_environment_is_refused(name: str, arguments: dict[str, Any], expected: str) -> None:
    """In a sentence."""
    with pytest.raises(ArgumentError) as error:
        gym.make(name, **arguments)
    assert expected in str(error.value)
