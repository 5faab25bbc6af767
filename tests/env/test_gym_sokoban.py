"""Programs that were written for gym-sokoban: its names, ways to call, pictures and information."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pushbox import builtin, read
from pushbox.errors import ArgumentError

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the look whether it is there

import pushbox.env.gym_sokoban as gym  # noqa: E402

# Gymnasium takes a name with a lower number for an older one, which these are not.
pytestmark = pytest.mark.filterwarnings("ignore:.*is out of date:DeprecationWarning")

LEVEL = read("#######\n#  $  #\n# @$. #\n#   . #\n#######\n")
PUSH_RIGHT, MOVE_RIGHT, MOVE_UP = 4, 8, 5


@pytest.mark.parametrize("name", [name for name in gym.NAMES if not name.startswith("Boxoban")])
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
    "FixedTarget-Sokoban-v0": (3, 150),
    "FixedTarget-Sokoban-v1": (4, 150),
    "FixedTarget-Sokoban-v2": (2, 150),
    "FixedTarget-Sokoban-v3": (3, 150),
    "PushAndPull-Sokoban-v0": (3, 150),
    "PushAndPull-Sokoban-v1": (4, 150),
    "PushAndPull-Sokoban-v2": (2, 150),
    "PushAndPull-Sokoban-v3": (3, 150),
    "PushAndPull-Sokoban-v4": (4, 300),
    "PushAndPull-Sokoban-v5": (5, 300),
    "TwoPlayer-Sokoban-v0": (2, 200),
    "TwoPlayer-Sokoban-v1": (3, 200),
    "TwoPlayer-Sokoban-v2": (3, 200),
    "TwoPlayer-Sokoban-v3": (4, 200),
    "TwoPlayer-Sokoban-v4": (3, 200),
    "TwoPlayer-Sokoban-v5": (4, 200),
}


SMALL = ("Sokoban-small-v0", "FixedTarget-Sokoban-v2", "PushAndPull-Sokoban-v2", "TwoPlayer-Sokoban-v0")


@pytest.mark.parametrize("name", SMALL)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    """With either kind of picture."""
    for mode in ("rgb_array", "tiny_rgb_array"):
        check_env(gymnasium.make(name, observation_mode=mode).unwrapped)


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


def test_a_room_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """As the examples of gym-sokoban show it, which `render` as is; as planes where it is asked for these."""
    env = gym.make("Sokoban-v1", levels=LEVEL, observation_mode="tiny_rgb_array")
    env.reset()
    env.step(PUSH_RIGHT)
    for mode in ("human", "tiny_human"):
        assert env.render(mode, scale=16) is True
    assert env.render() is True
    room = "#######\n#  $  #\n#  @* #\n#   . #\n#######\n"
    assert capsys.readouterr().out == 3 * room
    planes = env.step(MOVE_UP, observation_mode="raw")[0]
    assert [plane.dtype.name for plane in planes] == ["int8"] * 4
    walls, goals, boxes, player = ({*zip(*map(list, plane.nonzero()), strict=True)} for plane in planes)
    assert len(walls) == 20
    assert (goals, boxes, player) == ({(2, 4), (3, 4)}, {(1, 3), (2, 4)}, {(2, 3)})
    assert [plane.tolist() for plane in env.render("raw")] == [plane.tolist() for plane in planes]
    assert env.reset(render_mode="rgb_array").shape == (80, 112, 3)
    with pytest.raises(ArgumentError, match="mode: found 'window'"):
        env.render("window")
    env.close()


def test_a_solved_room_is_over() -> None:
    """And says so."""
    env = gym.make("Sokoban-v1", levels=read("#####\n#@$.#\n#####\n"))
    env.reset()
    _, reward, done, info = env.step(PUSH_RIGHT)
    assert [reward, done] == [pytest.approx(10.9), True]
    assert (info["maxsteps_used"], info["all_boxes_on_target"]) == (False, True)


@pytest.mark.parametrize("name", SMALL)
def test_a_seed_decides_the_rooms(name: str) -> None:
    """Which it did not do in gym-sokoban."""

    def rooms(seed: int) -> list[bytes]:
        env = gym.make(name, observation_mode="tiny_rgb_array")
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
    gym.looks.pixels.cache_clear()
    with pytest.raises(ArgumentError, match=r"tiles: found 'wall\.png of 8 x 16 pixels', expected pictures of 16"):
        gym.make("Sokoban-v1", levels=level, tiles=str(tmp_path))


TILES = ("wall", "floor", "box_target", "box", "box_on_target", "player", "player_on_target")


GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "gym_sokoban.json").read_text("utf-8"))


EPISODES = [
    pytest.param(name, one, id=f"{name} {number}")
    for name, played in GOLDEN.items()
    for number, one in enumerate(played)
]


@pytest.mark.parametrize(("name", "one"), EPISODES)
def test_variants_do_what_gym_sokoban_did(name: str, one: dict[str, Any]) -> None:
    """Pictures, rewards, what has moved and the end, as `make peers ARGS=--golden` has recorded them."""
    env = gym.make(f"{name}-Sokoban-v0", levels=read(one["level"]), max_steps=120, observation_mode="tiny_rgb_array")
    pictures, found, done = sha256(env.reset().tobytes()), [], False
    info: dict[str, Any] = {}
    for action, *_ in one["steps"]:
        assert not done
        seen, reward, done, info = env.step(action)
        pictures.update(seen.tobytes())
        found.append([action, round(reward, 6), info["action.moved_player"] + 2 * info["action.moved_box"]])
    assert found == one["steps"]
    assert (done, info["all_boxes_on_target"]) == (True, one["solved"])
    assert pictures.hexdigest() == one["tiny"]


def test_golden_episodes_have_seen_everything() -> None:
    """Every action of each environment, boxes that come home and leave, solutions, and what is pulled."""
    for name, played in GOLDEN.items():
        steps = [tuple(step) for one in played for step in one["steps"]]
        assert {action for action, *_ in steps} == {*range(gym.make(f"{name}-Sokoban-v0").action_space.n)}
        assert {one["solved"] for one in played} == {False, True}
        bonus = 0 if name == "FixedTarget" else 10
        assert {-0.1, 0.9, -1.1, 0.9 + bonus} <= {reward for _, reward, _ in steps}
    assert any(action > 8 and moved == 3 for one in GOLDEN["PushAndPull"] for action, _, moved in one["steps"])


def test_boxes_have_goals_of_their_own() -> None:
    """A box on the goal of another is not home; the end brings nothing more; colours go by the place of the goals."""
    rows = ("########", "#      #", "#  ..  #", "#  $$  #", "# @    #", "########", "boxorder: 2 1", "goalorder: 1 2")
    level = read("\n".join(rows) + "\n")[0]
    env = gym.make("FixedTarget-Sokoban-v0", levels=[level], observation_mode="tiny_rgb_array")
    seen = env.reset()
    assert env.box_mapping == {(2, 3): (3, 4), (2, 4): (3, 3)}
    assert seen[2:4, 3:5].tolist() == [[[111, 127, 232], [195, 127, 232]], [[145, 17, 214], [11, 60, 237]]]
    env.step(PUSH_RIGHT)
    seen, reward, *_ = env.step(1)  # up, onto the goal of the other
    assert (reward, env.boxes_on_target, seen[2, 3].tolist()) == (-0.1, 0, [96, 63, 114])
    level = read("#####\n#@$.#\n#####\nboxorder: 1\ngoalorder: 1\n")[0]
    env = gym.make("FixedTarget-Sokoban-v0", levels=[level], observation_mode="tiny_rgb_array")
    env.reset()
    assert env.step(PUSH_RIGHT)[1:3] == (0.9, True)


def test_two_players_act_in_turns_of_their_own() -> None:
    """Each by eight actions; they block each other; information says who acted."""
    level = read("########\n#@@$ . #\n########\nGame: multiban\n")[0]
    env = gym.make("TwoPlayer-Sokoban-v0", levels=[level], observation_mode="tiny_rgb_array")
    seen = env.reset()
    assert [seen[1, 1].tolist(), seen[1, 2].tolist()] == [[160, 212, 56], [96, 5, 145]]
    _, reward, done, info = env.step(4)  # player 1 to the right, where player 2 is
    assert (reward, done, info["action.moved_player"], info["action,active_player"]) == (-0.1, False, False, 0)
    _, _, _, info = env.step(12)
    assert (info["action.name"], info["action.moved_box"], info["action,active_player"]) == ("P2: push right", True, 1)
    assert {number: place.tolist() for number, place in env.player_positions.items()} == {0: [1, 1], 1: [1, 3]}
    assert env.step(0)[3]["action,active_player"] == -1
    assert env.step(12)[1:3] == (10.9, True)


def test_boxes_are_pulled() -> None:
    """Where one is behind the player and the cell before them is free; action 0 pushes to the right, as there."""
    level = read("########\n# .@$  #\n########\n")[0]
    env = gym.make("PushAndPull-Sokoban-v0", levels=[level], observation_mode="tiny_rgb_array")
    env.reset()
    names = {name: number for number, name in env.get_action_lookup().items()}
    assert len(names) == 13
    _, _, _, info = env.step(names["no operation"])
    assert (info["action.moved_player"], info["action.moved_box"]) == (True, True)
    assert env.room_state[1].tolist() == [0, 1, 2, 1, 5, 4, 1, 0]
    assert env.step(names["move right"])[3]["action.moved_player"] is False
    assert env.step(names["pull left"])[3]["action.moved_box"] is True
    assert env.room_state[1].tolist() == [0, 1, 2, 5, 4, 1, 1, 0]
    env.step(names["pull left"])
    assert env.step(names["pull right"])[3] | {} == {
        "level": 0,
        "title": "",
        "action.name": "pull right",
        "action.moved_player": False,
        "action.moved_box": False,
    }
    assert env.step(names["pull left"])[1:3] == (10.9, True)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("FixedTarget-Sokoban-v0", {"levels": builtin("plus")[:1]}, "expected levels of Sokoban Plus with one player"),
        ("FixedTarget-Sokoban-v0", {"levels": LEVEL}, "expected levels of Sokoban Plus with one player and a number"),
        ("TwoPlayer-Sokoban-v0", {"levels": LEVEL}, "expected levels of Multiban with two players"),
        ("PushAndPull-Sokoban-v0", {"levels": builtin("plus")[:1]}, "expected levels of plain Sokoban with one player"),
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
