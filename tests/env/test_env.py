"""Environments for Gymnasium: its own checks, and a plain loop that says what each convention should give."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.depth import scaled

from pushbox import LevelSpec, builtin, generate, load, read
from pushbox.env import register, text
from pushbox.env.conventions import CONVENTIONS, Convention
from pushbox.errors import ArgumentError, PushboxError
from pushbox.games.position import Position
from pushbox.generator import level_stream
from pushbox.level import Level
from pushbox.sim import Batch

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the look whether it is there
from gymnasium.vector import AutoresetMode  # noqa: E402

from pushbox.env.sources import Curriculum  # noqa: E402
from pushbox.env.vector import SokobanVectorEnv  # noqa: E402

register()

ID = "pushbox/Sokoban-v0"
LEVELS = read("#####\n#@$.#\n#####\n\n######\n#.$ @#\n#    #\n######\n").levels
SIZE = (4, 6)  # rows and columns of the boards of LEVELS

# What the sources of the peers say of an action: where it leads, and whether it may push.
STEPS = {"left": 0, "up": 1, "right": 2, "down": 3}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    """With an environment of each convention, made by its name."""
    env = gymnasium.make(ID, levels=LEVELS, convention=name)
    check_env(env.unwrapped)


def test_gymnasium_knows_the_names() -> None:
    """In a process that has registered nothing, by the module that does; calling `register` again does no harm."""
    made = 'gymnasium.make("pushbox.env.registered:pushbox/Sokoban-v0", levels=pushbox.builtin("lessons"))'
    program = f"import gymnasium, pushbox; print({made}.spec.id)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout == "pushbox/Sokoban-v0\n"
    register()
    assert gymnasium.make("pushbox/GymSokoban-v0", levels=LEVELS).action_space.n == 9
    assert gymnasium.make_vec("pushbox/JumanjiSokoban-v0", num_envs=2, levels=LEVELS).num_envs == 2


def rewarded(convention: Convention, before: Position, after: Position, filled: set[int]) -> float:
    """Return the reward of a step by the boxes that are home; `filled` are the goals that had one in this episode."""
    was, now = home(before), home(after)
    gained = convention.on_goal if now > was else convention.left_goal if now < was else 0.0
    (pushed,) = {*boxes_of(after)} - {*boxes_of(before)} or {-1}
    if pushed in {*after.board.cells_of("goal")} - filled:
        filled.add(pushed)
        gained += convention.first_on_goal
    return convention.step + gained + (convention.solved if after.outcome.solved else 0.0)


def boxes_of(position: Position) -> list[int]:
    return [box.anchor for box in position.board.of_kind("box")]


def home(position: Position) -> int:
    goals = set(position.board.cells_of("goal"))
    return sum(box.anchor in goals for box in position.board.of_kind("box"))


def stepped(convention: Convention, position: Position, action: int) -> Position:
    """Return the position after an action, by the rules of the game and the name of the action."""
    name = [*convention.actions][action]
    direction = next((STEPS[word] for word in name.split() if word in STEPS), None)
    if direction is None:
        return position
    transition = position.rules.apply(position.state, direction)
    if transition is None or (transition.pushes and name.startswith("move")):
        return position
    return Position(position.game, transition.state)


class Loop:
    """The boards of a vector in a plain loop, by the rules of the game: what each step of the vector should give."""

    def __init__(self, convention: Convention, levels: list[Level], begun: list[int]) -> None:
        self.convention, self.levels = convention, levels
        self.positions = [load(levels[number]) for number in begun]
        self.steps, self.ended = [0] * len(begun), [False] * len(begun)
        self.filled: list[set[int]] = [set() for _ in begun]

    def begin(self, board: int, number: int) -> None:
        """Begin an episode with a level."""
        self.positions[board], self.steps[board], self.ended[board] = load(self.levels[number]), 0, False
        self.filled[board].clear()

    def check(self, board: int, action: int, reward: float, *, terminated: bool, truncated: bool) -> None:
        """Play an action, and compare what the vector says of it."""
        before, self.steps[board] = self.positions[board], self.steps[board] + 1
        after = self.positions[board] = stepped(self.convention, before, action)
        self.ended[board] = terminated or truncated
        late = self.convention.late if self.ended[board] and not after.outcome.solved else 0.0
        assert reward == pytest.approx(rewarded(self.convention, before, after, self.filled[board]) + late)
        if after.outcome.solved:
            assert (terminated, truncated) == (True, False)
        elif self.ended[board]:
            assert FEWEST <= self.steps[board] <= MOST
            assert terminated == (self.convention.timeout == "terminated")
        else:
            assert self.steps[board] < MOST


FEWEST, MOST = 7, 12  # steps of an episode


@pytest.mark.parametrize("mode", [*AutoresetMode])
@pytest.mark.parametrize("name", CONVENTIONS)
def test_episodes_go_as_the_convention_says(name: str, mode: AutoresetMode) -> None:
    """Rewards, ends and levels, in each of the three modes, against the game in a plain loop."""
    convention = CONVENTIONS[name]
    levels = [*LEVELS, *builtin("campaign-01")[:3]]
    envs = SokobanVectorEnv(4, levels=levels, convention=convention, max_steps=(FEWEST, MOST), autoreset_mode=mode)
    _, info = envs.reset(seed=3)
    assert info["level"].tolist() == [0, 1, 2, 3]
    loop = Loop(convention, levels, [0, 1, 2, 3])
    random = np.random.default_rng(1)
    for _ in range(scaled(600, least=60)):
        actions, begins = random.integers(len(convention.actions), size=4), [*loop.ended]
        _, rewards, terminated, truncated, info = envs.step(actions)
        for board in range(4):
            end = {"terminated": bool(terminated[board]), "truncated": bool(truncated[board])}
            if begins[board]:  # ended by the step before
                assert (rewards[board], *end.values()) == (0.0, False, False)
                loop.begin(board, info["level"][board])
            else:
                loop.check(board, actions[board], rewards[board], **end)
        if mode is AutoresetMode.SAME_STEP and any(loop.ended):
            assert info["_final_obs"].tolist() == info["_level"].tolist() == loop.ended
        elif mode is AutoresetMode.DISABLED and any(loop.ended):
            with pytest.raises(ArgumentError, match="whose episode has ended, expected a reset first"):
                envs.step(actions)
            _, info = envs.reset(options={"reset_mask": np.array(loop.ended)})
            assert info["_level"].tolist() == loop.ended
        if mode is not AutoresetMode.NEXT_STEP:
            for board in np.flatnonzero(loop.ended).tolist():
                if mode is AutoresetMode.SAME_STEP:
                    last = shown(convention, info["final_obs"][board])
                    assert last == drawn(convention, loop.positions[board], envs)
                loop.begin(board, info["level"][board])
        left = [len(one.board.of_kind("box")) - home(one) for one in loop.positions]
        assert list(envs.batch.boxes_left()) == left


def shown(convention: Convention, seen: Any) -> bytes:
    grid = seen["grid"] if convention.counts else seen
    return bytes(grid.tobytes())


def drawn(convention: Convention, position: Position, envs: SokobanVectorEnv) -> bytes:
    """Return what is seen of a position, by a board of its own."""
    batch = Batch(envs.batch.levels, 1)
    batch.put(0, position)
    return bytes(batch.observe(convention.table, planes=convention.layout != "rows").tobytes())


# What the peers themselves show of the first of LEVELS, cell by cell of its second row: wall, player, box, goal.
ROW = {
    "pushbox": [1, 8, 4, 2],
    "gym-sokoban": [[0, 0, 0], [160, 212, 56], [142, 121, 56], [254, 126, 125]],
    "jumanji": [[0, 1], [3, 0], [4, 0], [0, 2]],
    "envpool": [[0, 1], [3, 0], [4, 0], [0, 2]],
}
PLANES = {  # of the same cells
    "planes": [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]],  # wall, goal, box, player
    "gym-sokoban-raw": [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]],  # wall, goal, box, player
    "far-envpool": [[0, 160, 142, 254], [0, 212, 121, 126], [0, 56, 56, 125]],
    "pufferlib": [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],  # player, wall, box, goal
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_observations_are_those_of_the_peer(name: str) -> None:
    """Codes, colours, planes and their order, types."""
    env = gymnasium.make(ID, levels=LEVELS, convention=name).unwrapped
    seen, info = env.reset(seed=0)
    grid = seen["grid"] if CONVENTIONS[name].counts else seen
    assert (info, grid.dtype) == ({"level": 0, "title": ""}, np.int8 if name.endswith("raw") else np.uint8)
    if name in ROW:
        assert grid[1, :4].tolist() == ROW[name]
    else:
        planes = grid.reshape(-1, *SIZE)
        assert planes[:, 1, :4].tolist() == PLANES[name]
    if CONVENTIONS[name].counts:
        assert (seen["step_count"], seen["step_count"].dtype) == (0, np.int32)
        assert env.step(0)[0]["step_count"] == 1


GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "conventions.json").read_text("utf-8"))


@pytest.mark.parametrize("name", GOLDEN)
@pytest.mark.parametrize("number", range(4))
def test_episodes_are_those_of_the_peer(name: str, number: int) -> None:
    """Byte for byte what the peer has shown and rewarded, as `make peers ARGS=--golden` has recorded it."""
    one = GOLDEN[name][number]
    envs = SokobanVectorEnv(1, levels=read(one["level"]).levels, convention=name, autoreset_mode="Disabled")
    seen, rewards = sha256(bytes_of(envs.reset()[0])), []
    for at, action in enumerate(one["actions"], start=1):
        shown, reward, terminated, truncated, _ = envs.step(np.array([int(action)]))
        over = bool(terminated[0] or truncated[0])
        assert over == (at == len(one["actions"]))
        if not (over and name in {"pufferlib", "far-envpool"}):  # which show the next episode then
            seen.update(bytes_of(shown))
        rewards.append(reward[0])
    assert sum(rewards) == pytest.approx(one["total"], abs=1e-3)
    assert sha256(np.array(rewards, np.float32).tobytes()).hexdigest() == one["rewards"]
    assert seen.hexdigest() == one["seen"]


def bytes_of(seen: Any) -> bytes:
    """Return what is seen of the first board, a grid before its number of steps."""
    parts = [seen["grid"], seen["step_count"]] if isinstance(seen, dict) else [seen]
    return b"".join([part[0].tobytes() for part in parts])


DENSE = (-0.1, 1.0, -1.0, 10.0, 0.0, 0.0)  # a step, a box home, one that leaves, the solution; as below
REWARDS = {"pufferlib": (0.0, 0.0, -0.5, 1.0, 0.1, -1.0)}  # a goal that is filled for the first time, no time left
ENDS = {
    "pushbox": (120, "truncated"),
    "planes": (120, "truncated"),
    "gym-sokoban": (120, "truncated"),
    "gym-sokoban-raw": (120, "truncated"),
    "far-envpool": (60, "truncated"),
    "jumanji": (120, "terminated"),
    "envpool": (120, "truncated"),
    "pufferlib": (500, "terminated"),
}


@pytest.mark.parametrize("name", CONVENTIONS)
def test_rewards_and_ends_are_those_of_the_page(name: str) -> None:
    """Of docs/environments.md, which has those of the peers."""
    one = CONVENTIONS[name]
    given = (one.step, one.on_goal, one.left_goal, one.solved, one.first_on_goal, one.late)
    assert given == REWARDS.get(name, DENSE)
    assert (one.max_steps, one.timeout) == ENDS[name]
    envs = SokobanVectorEnv(1, levels=LEVELS[:1], convention=name)
    envs.reset()
    right = next(number for number, words in enumerate(one.actions) if words.endswith("right"))
    assert envs.step(np.array([right]))[1].tolist() == [pytest.approx(1.1 if name == "pufferlib" else 10.9)]


def test_a_goal_is_rewarded_once() -> None:
    """In the convention of PufferLib: off it and onto it again brings the loss alone; no time left costs a point."""
    (level,) = read("#######\n#     #\n# .$@ #\n#  $. #\n#     #\n#######\n").levels
    envs = SokobanVectorEnv(1, levels=[level], convention="pufferlib", max_steps=9, autoreset_mode="Disabled")
    envs.reset()
    names = [*envs.convention.actions]
    walk = ["left", "up", "left", "left", "down", "right", "up", "stay", "stay"]
    rewards = [envs.step(np.array([names.index(name)]))[1][0] for name in walk]
    assert rewards == [0.1, 0, 0, 0, 0, -0.5, 0, 0, -1.0]


def test_an_action_below_zero_is_no_step() -> None:
    """In the convention of FAR AI's EnvPool, where thinking takes no time; elsewhere it is refused."""
    envs = SokobanVectorEnv(2, levels=LEVELS[:1], convention="far-envpool", max_steps=1)
    before, _ = envs.reset()
    seen, rewards, terminated, truncated, _ = envs.step(np.array([-1, -5]))
    assert (seen == before).all()
    assert np.isnan(rewards).all()
    assert not terminated.any()
    assert not truncated.any()
    assert envs.step(np.array([-1, 0]))[3].tolist() == [False, True]
    with pytest.raises(ArgumentError, match=r"expected numbers from 0 to 3"):
        SokobanVectorEnv(1, levels=LEVELS[:1]).step(np.array([-1]))


@pytest.mark.parametrize("order", ["sequential", "random"])
def test_a_seed_decides_everything(order: Any) -> None:
    """Which levels come, and how long episodes last; another seed gives another order."""

    def run(seed: int) -> list[Any]:
        envs = SokobanVectorEnv(3, levels=builtin("campaign-01"), order=order, max_steps=(2, 5))
        _, info = envs.reset(seed=seed)
        found: list[Any] = [info["level"].tolist()]
        for _ in range(60):
            _, _, _, truncated, info = envs.step(np.zeros(3, np.int64))
            found.append((truncated.tolist(), info.get("level", np.zeros(0)).tolist()))
        return found

    assert run(1) == run(1) != run(2)


def test_levels_of_choice_and_files(tmp_path: Path) -> None:
    """A file by its path, levels of one's own, a level by its number."""
    file = tmp_path / "levels.xsb"
    file.write_text("".join(f"#####\n#@$.#\n#####\nTitle: {name}\n\n" for name in "ABC"))
    env = gymnasium.make(ID, levels=file).unwrapped
    assert env.reset()[1] == {"level": 0, "title": "A"}
    assert env.reset(options={"level": 2})[1] == {"level": 2, "title": "C"}
    assert env.reset()[1] == {"level": 1, "title": "B"}
    with pytest.raises(PushboxError, match="levels: found 7, expected less than 3"):
        env.reset(options={"level": 7})


def test_levels_are_made_as_they_are_needed() -> None:
    """By a spec, no two of them equal, all as the seed says."""
    spec = LevelSpec(columns=7, rows=6, boxes=2)

    def run(seed: int) -> list[bytes]:
        envs = SokobanVectorEnv(5, levels=spec, max_steps=1, autoreset_mode="SameStep")
        seen, info = envs.reset(seed=seed)
        found = [row.tobytes() for row in seen]
        numbers = info["level"].tolist()
        for _ in range(3):
            seen, *_, info = envs.step(np.zeros(5, np.int64))
            found += [row.tobytes() for row in seen]
            numbers += info["level"].tolist()
        assert numbers == [*range(20)]
        return found

    first = run(1)
    assert first == run(1) != run(2)
    assert len({*first}) == 20
    env = gymnasium.make(ID, levels=spec).unwrapped
    seen, info = env.reset(seed=1)
    assert (seen.shape, seen.tobytes(), info) == ((6, 7), first[0], {"level": 0, "title": ""})
    with pytest.raises(ArgumentError, match="expected none where levels are generated"):
        env.reset(options={"level": 3})


def test_pushes_are_actions() -> None:
    """A push with its walk is one step; masks say which there are; rewards are those of the convention."""
    (level,) = read("#######\n#     #\n# .$@ #\n#  $. #\n#     #\n#######\n").levels
    env = gymnasium.make(ID, levels=[level], actions="pushes", max_steps=4)
    check_env(env.unwrapped)
    assert env.action_space.n == 4 * 6 * 7
    env.reset()
    begun = load(level)
    legal = np.flatnonzero(env.unwrapped.action_masks()).tolist()
    assert legal == np.flatnonzero(np.asarray(Batch([begun], 1).legal_pushes())).tolist()
    left, right = 4 * (2 * 7 + 3), 4 * (3 * 7 + 3) + 2
    assert {left, right} <= {*legal}
    assert env.step(0)[1:4] == (pytest.approx(-0.1), False, False)  # no push
    assert env.step(left)[1:3] == (pytest.approx(0.9), False)
    assert env.step(right)[1:3] == (pytest.approx(10.9), True)
    envs = SokobanVectorEnv(3, levels=[level], actions="pushes", convention="pufferlib", autoreset_mode="SameStep")
    envs.reset()
    assert envs.step(np.array([left, right, 0]))[1].tolist() == [0.1, 0.1, 0.0]
    with pytest.raises(ArgumentError, match=r"expected numbers from 0 to 167"):
        envs.step(np.array([0, 0, 168]))
    with pytest.raises(ArgumentError, match="actions: found 'jumps'"):
        SokobanVectorEnv(1, levels=[level], actions="jumps")


@pytest.mark.parametrize("name", CONVENTIONS)
def test_masks_say_which_steps_move(name: str) -> None:
    """On positions after random steps; what is no step is always legal."""
    envs = SokobanVectorEnv(20, levels=builtin("campaign-01"), convention=name)
    envs.reset()
    random = np.random.default_rng(2)
    for _ in range(10):
        masks = envs.action_masks()
        for board in range(20):
            position = load(Level(envs.batch.board(board)))
            for action, word in enumerate(envs.convention.actions):
                moved = stepped(envs.convention, position, action).state != position.state
                assert masks[board, action] == (moved or not {*word.split()} & {*STEPS}), (board, word)
        envs.step(random.integers(len(envs.convention.actions), size=20))


def test_a_band_says_the_fewest_pushes() -> None:
    """Of each level that begins, proven when it was made; one environment and many."""
    made = text.levels(5, band=3)
    envs = gymnasium.make_vec(ID, num_envs=3, levels=made, max_steps=1)
    _, info = envs.reset()
    assert info["fewest_pushes"].tolist() == [made[index].pushes for index in range(3)]
    assert info["_fewest_pushes"].tolist() == [True] * 3
    env = gymnasium.make(ID, levels=made)
    known = env.reset(options={"level": 4})[1] | {"title": ""}
    assert known == env.step(0)[4] | {"title": ""} == {"level": 4, "title": "", "fewest_pushes": made[4].pushes}


@pytest.mark.parametrize("mode", [*AutoresetMode])
def test_a_curriculum_goes_on_where_levels_are_solved(mode: AutoresetMode) -> None:
    """Through levels of one's own, levels that are made, and those of a band; a seed begins anew."""
    stages: list[Any] = [LEVELS[:1], LevelSpec(columns=7, rows=6, boxes=2), text.levels(5, band=3)]
    curriculum = Curriculum(stages, promote=0.75, window=4)
    envs = SokobanVectorEnv(2, levels=curriculum, max_steps=1, autoreset_mode=mode)
    assert envs.single_observation_space.shape == (7, 8)

    def episodes(actions: list[list[int]]) -> list[list[int]]:
        found = []
        for both in actions:
            *_, info = envs.step(np.array(both))
            if mode is AutoresetMode.NEXT_STEP:
                *_, info = envs.step(np.array(both))
            elif mode is AutoresetMode.DISABLED:
                _, info = envs.reset(options={"reset_mask": np.ones(2, bool)})
            found.append(info["stage"].tolist())
        return found

    for _ in range(2):
        _, info = envs.reset(seed=1)
        assert (info["stage"].tolist(), info["level"].tolist()) == ([0, 0], [0, 0])
        right, up = 2, 1
        assert episodes([[right, up], [right, up], [right, right]]) == [
            [0, 0],
            [0, 0],
            [1, 1],
        ]  # of the last four three
        assert episodes([[up, up]] * 9) == [[1, 1]] * 9
    wrong: list[dict[str, Any]] = [{"stages": []}, {"promote": 0}, {"promote": 1.5}, {"window": 0}]
    for arguments in wrong:
        with pytest.raises(ArgumentError):
            Curriculum(**{"stages": stages, **arguments})


def test_levels_that_are_made_natively_are_those_of_generate() -> None:
    """The same boards in the same order; a spec that asks something of solutions is met by generate itself."""
    for spec in (LevelSpec(columns=10, rows=10, boxes=4), LevelSpec(columns=6, rows=7, boxes=2, pushes=5)):
        envs = SokobanVectorEnv(30, levels=spec)
        seen, _ = envs.reset(seed=4)
        made = [one.level for one in generate(spec, seed=4, count=30, seconds=None)]
        assert (seen == np.asarray(Batch(made, 30).cells)).all()
    assert level_stream(LevelSpec(), 1) is not None
    for more in ({"pushes": 2}, {"box_lines": 2}, {"difficulty": "easy"}, {"rating": (0, 50)}, {"game": "plus"}):
        assert level_stream(LevelSpec(**more), 1) is None


def test_observations_are_copies_unless_told_otherwise() -> None:
    """Who keeps them sees what was seen."""
    envs = SokobanVectorEnv(1, levels=LEVELS[:1])
    first, _ = envs.reset()
    kept = first.copy()
    envs.step(np.array([2]))
    assert (first == kept).all()
    envs = SokobanVectorEnv(1, levels=LEVELS[:1], copy=False)
    first, _ = envs.reset()
    envs.step(np.array([2]))
    assert not (first == kept).all()


def test_boards_are_drawn() -> None:
    """As text, and as a picture."""
    env = gymnasium.make(ID, levels=LEVELS, render_mode="ansi").unwrapped
    env.reset()
    assert "@$." in env.render()
    env = gymnasium.make(ID, levels=LEVELS, render_mode="rgb_array").unwrapped
    env.reset()
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 4
    assert gymnasium.make(ID, levels=LEVELS).unwrapped.render() is None


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no boards": ({"num_envs": 0}, "num_envs: found 0, expected 1 or more"),
    "no convention": ({"convention": "gym"}, "convention: found 'gym'"),
    "no order": ({"order": "backwards"}, "order: found 'backwards', expected one of sequential, random"),
    "no steps": ({"max_steps": 0}, "max_steps: found 0, expected 1 or more"),
    "steps in the wrong order": ({"max_steps": (9, 3)}, "max_steps: found 3, expected 9 or more"),
    "no picture": ({"render_mode": "human"}, "render_mode: found 'human'"),
    "no level": ({"levels": []}, "levels: found [], expected one level or more"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_environment_is_refused(what: str) -> None:
    """In a sentence that names the argument."""
    given, expected = REFUSED[what]
    with pytest.raises(ArgumentError) as error:
        SokobanVectorEnv(**{"levels": LEVELS, **given})
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        (np.array([0]), "expected 2 whole numbers"),
        (np.array([0.0, 1.0]), "expected 2 whole numbers"),
        (np.array([0, 4]), "expected numbers from 0 to 3"),
    ],
)
def test_what_is_no_action_is_refused(actions: Any, expected: str) -> None:
    """Before anything moves."""
    envs = SokobanVectorEnv(2, levels=LEVELS)
    before, _ = envs.reset()
    with pytest.raises(ArgumentError, match=expected):
        envs.step(actions)
    assert (np.asarray(envs.batch.cells) == before).all()


@pytest.mark.parametrize("mask", [np.zeros(2, bool), np.ones(3, bool), np.ones(2), [True, True]])
def test_what_is_no_mask_is_refused(mask: Any) -> None:
    """As by Gymnasium's own vectors."""
    envs = SokobanVectorEnv(2, levels=LEVELS)
    with pytest.raises(ArgumentError, match=r"reset_mask: .* expected an array of 2 truth values"):
        envs.reset(options={"reset_mask": mask})


def test_learning_is_not_imported_by_pushbox() -> None:
    """Nor by its batches, nor by the names that Gymnasium looks for: it and NumPy are an extra."""
    program = "import pushbox.sim, pushbox.env, sys; print({'numpy', 'gymnasium', 'click'} & set(sys.modules))"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "set()\n"
    )


def test_levels_of_a_band_are_played_in_their_order() -> None:
    """Each episode the next one, or that of an index; a reset with a seed begins anew; boards have one size."""
    levels = text.levels(5, band=2)
    envs = SokobanVectorEnv(3, levels=levels, max_steps=1, autoreset_mode="SameStep")
    seen, info = envs.reset(seed=1)
    assert info["level"].tolist() == [0, 1, 2]
    assert seen.shape == (3, levels.band.rows, levels.band.columns)
    _, _, _, truncated, info = envs.step(np.zeros(3, int))
    assert truncated.all()
    assert info["level"].tolist() == [3, 4, 5]
    seen, info = envs.reset(options={"levels": [7, 0, 7]})
    assert info["level"].tolist() == [7, 0, 7]
    assert (seen[0] == seen[2]).all()
    assert (envs.reset(seed=2)[0] == envs.reset(seed=1)[0]).all()
    board = envs.batch.board(2)
    assert load(Level(board)).board.of_kind("box") != ()
    env = gymnasium.make(ID, levels=levels)
    fewest = levels[0].pushes
    assert env.reset()[1] == {"level": 0, "title": levels[0].level.title, "fewest_pushes": fewest}
    with pytest.raises(ArgumentError, match="expected only what plain Sokoban has"):
        SokobanVectorEnv(1, levels=text.levels(5, band=2, game="plus"))
