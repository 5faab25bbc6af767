# ruff: noqa: S603  # programs of its own
"""Play the environments of other packages beside those of pushbox: whether they are equal, and how fast each is.

::

    python scripts/peers.py [--steps 100000] [--environment FOLDER] [--golden]
        [--pufferlib FOLDER] [--far-envpool FOLDER] [WHAT...]

Installs what can be had of gym-sokoban, EnvPool and Jumanji into an environment of its own, `.venv/peers-rl`, and runs
there.  PufferLib's Sokoban and FAR AI's fork of EnvPool are in no package: `--pufferlib` and `--far-envpool` name your
copies of their repositories, whose rules are compiled then.
Each episode begins with a level of the peer; every fourth plays the solver's solution, the others at random.  A step
that gives another observation, reward or end stops the script with 1.  Speeds are steps a second of processor time;
`speeds` measures all environments with 4,096 boards in one run, and new levels, `levels` is scripts/peer_levels.py.
`--golden` writes what the peers do on some levels into `tests/golden`, of which tests are held to them without their
packages.

`language-models` is no peer of these: it installs each package whose form `pushbox.env.wrappers` has into an
environment of its own below `.venv/peers-text`, as they do not go together, and runs tests/env/test_wrappers.py there.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import subprocess
import sys
import tempfile
import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from peer_speeds import jumanji_sokoban, speed, speeds

ROOT = Path(__file__).resolve().parents[1]
VARIANTS = ("FixedTarget", "TwoPlayer", "PushAndPull")  # of gym-sokoban
PEERS = {"gym-sokoban": "gym-sokoban", "envpool": "envpool", "jumanji": "jumanji"}
PEERS |= dict.fromkeys(VARIANTS, "gym-sokoban")
# The name of each convention or environment, and its package
PUFFERLIB, FAR = "pufferlib", "far-envpool"  # which have no package with their Sokoban
SPEEDS, LEVELS = "speeds", "levels"
GOLDEN = ROOT / "tests" / "golden" / "gym_sokoban.json"
GOLDEN_CONVENTIONS = GOLDEN.with_name("conventions.json")
WRAPPED = "language-models"
WRAPPED_HOME = ROOT / ".venv" / "peers-text"
# The packages that have wrappers, and what each needs beside it
WRAPPED_PACKAGES: dict[str, list[str]] = {"reasoning-gym": [], "verifiers": ["uv"], "openenv": [], "inspect-ai": []}


def main() -> int:
    """Set up the environment, then compare in it."""
    arguments = _arguments()
    if Path(sys.prefix).resolve() != arguments.environment.resolve():
        names = arguments.peers or [*PEERS, *_copies(arguments), SPEEDS, LEVELS, WRAPPED]
        arguments.peers = [name for name in names if name not in {LEVELS, WRAPPED}]
        code = _inside(arguments) if arguments.peers else 0
        if LEVELS in names:
            code = max(
                code, subprocess.run([sys.executable, ROOT / "scripts" / "peer_levels.py"], check=False).returncode
            )
        return max(code, _test_wrappers() if WRAPPED in names else 0)
    warnings.filterwarnings("ignore")
    if arguments.golden:
        GOLDEN.write_text(_golden(), "utf-8")
        GOLDEN_CONVENTIONS.write_text(_golden_conventions(_copies(arguments)), "utf-8")
        return 0
    faults = 0
    for name in arguments.peers or PEERS:
        if name == SPEEDS:
            for line in speeds():
                print(line, flush=True)
            continue
        try:
            peer = _peer(name, _copies(arguments))
        except ImportError as error:
            print(f"{name}: not compared, as {error.name} cannot be had here")
            continue
        found = _compared(peer, arguments.steps) or _pictured(peer, arguments.steps // 10)
        faults += bool(found)
        print(f"{name}: {found or f'{arguments.steps:,} steps are equal'}; {speed(peer.any_step):,.0f} steps/s", end="")
        if name in VARIANTS:
            print(f", pushbox {speed(_any_step(name)):,.0f}", flush=True)
            continue
        many = 4096 * speed(_ours(name, 4096))
        print(f", pushbox {speed(_ours(name, 1)):,.0f} alone, {many:,.0f} with 4,096 boards", flush=True)
    return 1 if faults else 0


def _copies(arguments: argparse.Namespace) -> dict[str, Path]:
    """Return the copies of repositories that are named."""
    named = {PUFFERLIB: arguments.pufferlib, FAR: arguments.far_envpool}
    return {name: folder for name, folder in named.items() if folder is not None}


def _peer(name: str, copies: dict[str, Path]) -> Any:
    """Return a peer by its name.  Raises ImportError where its package cannot be had, or no copy is named."""
    if name in {PUFFERLIB, FAR}:
        if name not in copies:
            raise ImportError(name=f"--{name}, your copy of its repository,")
        return PufferLib(copies[name]) if name == PUFFERLIB else FarEnvpool(copies[name])
    return EnvPool() if name == "envpool" else Jumanji() if name == "jumanji" else GymSokoban(name)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [*PEERS, PUFFERLIB, FAR, SPEEDS, LEVELS, WRAPPED]
    parser.add_argument("peers", nargs="*", metavar="WHAT", choices=[[], *names], help=f"one of: {', '.join(names)}")
    parser.add_argument("--pufferlib", type=Path, metavar="FOLDER", help="your copy of the repository of PufferLib")
    parser.add_argument("--far-envpool", type=Path, metavar="FOLDER", help="your copy of FAR AI's fork of EnvPool")
    parser.add_argument("--steps", type=int, default=100_000, help="how many steps are compared (default: 100,000)")
    home = ROOT / ".venv" / "peers-rl"
    parser.add_argument("--environment", type=Path, default=home, help="where gym-sokoban and EnvPool are")
    parser.add_argument("--golden", action="store_true", help="write golden data; needs all copies")
    return parser.parse_args()


def _inside(arguments: argparse.Namespace) -> int:
    """Run this script in an environment that has the peers."""
    python = _environment(arguments.environment, ["rl", "render"], dict.fromkeys(PEERS.values()))
    options = ["--steps", str(arguments.steps), "--environment", str(arguments.environment)]
    options += [word for name, folder in _copies(arguments).items() for word in (f"--{name}", str(folder))]
    command = [python, __file__, *arguments.peers, *options, *(["--golden"] if arguments.golden else [])]
    return subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT / "src")}, check=False).returncode


def _test_wrappers() -> int:
    """Run the tests of the wrappers with each of their packages, apart from the settings of all tests."""
    failed = 0
    for package, others in WRAPPED_PACKAGES.items():
        python = _environment(WRAPPED_HOME / package, [], ["pytest", package, *others])
        pytest = [python, "-m", "pytest", "--noconftest", "-c", os.devnull, "--rootdir", str(ROOT), "-q", "-rs"]
        command = [*pytest, "--import-mode=importlib", "-p", "no:cacheprovider", "tests/env/test_wrappers.py"]
        print(f"{package}:", flush=True)
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        failed += subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0
    return min(failed, 1)


def _environment(home: Path, extras: list[str], packages: Iterable[str]) -> str:
    """Return the interpreter of an environment with what pushbox needs, and with what can be had of some packages."""
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *(one for key in extras for one in project["optional-dependencies"][key])]
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, *needed], check=True)
    for package in packages:
        subprocess.run([*pip, package], check=False)
    return str(python)


class GymSokoban:
    """An environment of gym-sokoban with small pictures, on levels that are set: its own take seconds to make."""

    def __init__(self, name: str) -> None:
        import numpy as np
        from gym_sokoban.envs.sokoban_env import SokobanEnv
        from gym_sokoban.envs.sokoban_env_fixed_targets import FixedTargetsSokobanEnv
        from gym_sokoban.envs.sokoban_env_pull import PushAndPullSokobanEnv
        from gym_sokoban.envs.sokoban_env_two_player import TwoPlayerSokobanEnv

        self.name = name
        self._np = np
        self._class = {
            "gym-sokoban": SokobanEnv,
            "FixedTarget": FixedTargetsSokobanEnv,
            "TwoPlayer": TwoPlayerSokobanEnv,
            "PushAndPull": PushAndPullSokobanEnv,
        }[name]
        self._class.reset = lambda *_, **__: None  # which takes seconds, and is not what is compared
        self._levels = _shipped() if name == "gym-sokoban" else levels_for(name)
        self.begin()
        self.actions = list(self._env.get_action_lookup().values())
        self._random = np.random.default_rng(0)
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(len(self.actions))))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        level = next(self._levels)
        return level, self.set(level)

    def set(self, level: Any) -> Any:
        """Put a level into a room as a reset does, with what has to be known of it; return what is seen."""
        np, board = self._np, level.board
        shape = (board.height, board.width)
        players = sorted(board.rc(pusher.anchor) for pusher in board.of_kind("pusher"))
        boxes = {board.rc(box.anchor): box.number for box in board.of_kind("box")}
        goals = {board.rc(cell): sort.number for cell, sort in enumerate(board.terrain) if sort.kind == "goal"}
        self._env = env = self._class(dim_room=shape, num_boxes=len(boxes))
        walls = np.reshape([sort.kind == "wall" for sort in board.terrain], shape)
        env.room_fixed = np.where(walls, 0, 1)
        for goal in goals:
            env.room_fixed[goal] = 2
        env.room_state = env.room_fixed.copy()
        for box in boxes:
            env.room_state[box] = 3 if box in goals else 4
        for player in players:
            env.room_state[player] = 5
        env.player_position = np.array(players[0])
        env.player_positions = {number: np.array(player) for number, player in enumerate(players)}
        env.num_env_steps, env.reward_last = 0, 0
        env.boxes_on_target = sum(box in goals for box in boxes)  # its own reset leaves it at 0
        if self.name == "FixedTarget":
            by_number = {number: box for box, number in boxes.items()}
            env.box_mapping = {goal: by_number[number] for goal, number in sorted(goals.items())}
            env.boxes_are_on_target = [goal == box for goal, box in env.box_mapping.items()]  # which no reset sets
        return env.get_image("tiny_rgb_array", 1)

    def picture(self) -> Any:
        """Return the room in large tiles."""
        return self._env.get_image("rgb_array")

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        return self.step_with_info(action)[:3]

    def step_with_info(self, action: int) -> tuple[Any, float, bool, dict[str, Any]]:
        """Return the same, and the information on a step."""
        result: tuple[Any, float, bool, dict[str, Any]] = self._env.step(action, observation_mode="tiny_rgb_array")
        if result[2] and self._env.num_env_steps > self._env.max_steps:
            self.begin()
        return result


def _shipped() -> Iterator[Any]:
    from pushbox import builtin

    while True:
        for name in ("campaign-01", "campaign-05", "campaign-10"):
            yield from builtin(name)


def levels_for(variant: str) -> Iterator[Any]:
    """Yield levels for an environment, of two to six boxes in rooms of several sizes, some begun at random."""
    from itertools import cycle

    import numpy as np

    from pushbox import LevelSpec, generate, load

    more = {"FixedTarget": {"game": "plus"}, "TwoPlayer": {"game": "multiban", "pushers": 2}}.get(variant, {})
    sizes = [(7, 7, 2), (7, 8, 3), (10, 10, 4), (10, 9, 5), (11, 13, 6)]
    if variant not in VARIANTS:  # that take no other levels
        sizes = [(10, 10, 4)]
    makers = [generate(LevelSpec(rows=r, columns=c, boxes=n, **more), seed=3, seconds=None) for r, c, n in sizes]
    random = np.random.default_rng(3)
    for number, maker in enumerate(cycle(makers)):
        position = load(next(maker).level)
        for _ in range(20 * (number % 2) * (variant in VARIANTS)):
            legal = position.legal_moves
            position = position.apply(legal[int(random.integers(len(legal)))]) if legal else position
        yield position.level


class EnvPool:
    """EnvPool's port of Jumanji's Sokoban."""

    name = "envpool"

    def __init__(self) -> None:
        import envpool
        import numpy as np

        self._np = np
        self._env = envpool.make_gymnasium("Sokoban-v0", num_envs=1, seed=5)
        self._seen = self._env.reset()[0]
        self._random = np.random.default_rng(0)
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(4)))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        from pushbox import read

        grid = self._seen["grid"][0]
        signs = {(0, 0): " ", (0, 1): "#", (0, 2): ".", (4, 0): "$", (4, 2): "*", (3, 0): "@", (3, 2): "+"}
        rows = ["".join([signs[int(moves), int(fixed)] for moves, fixed in row]) for row in grid]
        return read("\n".join(rows))[0], _seen(self._seen)

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        seen, reward, terminated, truncated, _ = self._env.step(self._np.array([action]))
        is_over = bool(terminated[0] or truncated[0])
        if is_over:  # the next step begins anew, whatever the action
            self._seen = self._env.step(self._np.array([action]))[0]
        return _seen(seen), float(reward[0]), is_over


class Jumanji:
    """Jumanji's Sokoban, on levels that are put in as states: its own come by the network."""

    name = "jumanji"

    def __init__(self) -> None:
        import jax
        import numpy as np

        env, self._state_of = jumanji_sokoban()
        self._step = jax.jit(env.step)
        self._levels = levels_for(self.name)
        self._random = np.random.default_rng(0)
        self.begin()
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(4)))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        import numpy as np

        level = next(self._levels)
        self._state = self._state_of(level)
        grid = np.stack([self._state.variable_grid, self._state.fixed_grid], axis=-1)
        return level, _seen({"grid": grid[None], "step_count": np.zeros(1, np.int32)})

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        import numpy as np

        self._state, found = self._step(self._state, action)
        grid, steps = np.asarray(found.observation.grid), np.asarray(found.observation.step_count)
        is_over = bool(found.step_type == 2)
        return _seen({"grid": grid[None], "step_count": steps[None]}), float(found.reward), is_over


class PufferLib:
    """PufferLib's Sokoban, compiled from a copy of its repository without what draws."""

    name = "pufferlib"

    def __init__(self, repository: Path) -> None:
        import numpy as np

        source = (repository / "pufferlib" / "ocean" / "boxoban" / "boxoban.h").read_text("utf-8")
        rules = source.partition("/*Rendering stuff*/")[0].replace('#include "raylib.h"', _PUFFER_HEAD)
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "boxoban.c"
            program.write_text(rules + _PUFFER_TAIL, "utf-8")
            library = program.with_suffix(".so")
            subprocess.run(["cc", "-O2", "-w", "-shared", "-fPIC", "-o", library, program], check=True)  # noqa: S607
            self._native = ctypes.CDLL(str(library))
        self._native.play.restype = ctypes.c_float
        self._np = np
        self._cells, self._over = np.zeros(400, np.uint8), np.zeros(1, np.uint8)
        self._levels = levels_for(self.name)
        self._random = np.random.default_rng(0)
        self.begin()
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(5)))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        level = next(self._levels)
        board = level.board
        planes = self._np.zeros((4, 100), self._np.uint8)
        for piece in board.pieces:
            planes[{"pusher": 0, "box": 2}[piece.kind], piece.anchor] = 1
        for cell, sort in enumerate(board.terrain):
            planes[1, cell], planes[3, cell] = sort.kind == "wall", sort.kind == "goal"
        self._map = planes.tobytes()
        self._native.begin(self._map, self._cells.ctypes.data_as(_POINTER), self._over.ctypes.data_as(_POINTER))
        return level, self._cells.copy()

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over, after which nothing is seen of it."""
        reward = float(self._native.play(action))
        is_over = bool(self._over[0])
        return None if is_over else self._cells.copy(), reward, is_over


class FarEnvpool:
    """FAR AI's fork of EnvPool, whose rules are compiled from a copy of its repository without the rest of EnvPool."""

    name = FAR
    least = -1  # an action that is none

    def __init__(self, repository: Path) -> None:
        import numpy as np

        source = repository / "envpool" / "sokoban" / "sokoban_envpool.cc"
        with tempfile.TemporaryDirectory() as folder:
            own, core = Path(folder) / "envpool" / "sokoban", Path(folder) / "envpool" / "core"
            own.mkdir(parents=True)
            core.mkdir()
            header = ROOT / "scripts" / "peer_far_envpool.h"
            (own / "sokoban_envpool.h").write_text(header.read_text("utf-8"), "utf-8")
            (core / "py_envpool.h").touch()
            library = Path(folder) / "far.so"
            command = ["c++", "-std=c++17", "-O2", "-w", "-shared", "-fPIC", "-I", folder, "-I", str(repository)]
            subprocess.run([*command, "-o", library, source], check=True)
            self._native = ctypes.CDLL(str(library))
        self._native.play.restype = ctypes.c_float
        self._np = np
        self._cells, self._late = np.zeros((3, 10, 10), np.uint8), np.zeros(1, np.uint8)
        self._levels = levels_for(self.name)
        self._random = np.random.default_rng(0)
        self.begin()
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(4)))

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        # It does not find a player who begins on a goal.
        level = next(one for one in self._levels if _player_terrain(one) == "floor")
        ground = {"wall": 0, "floor": 1, "goal": 2}
        codes = [ground[sort.kind] for sort in level.board.terrain]
        for piece in level.board.pieces:
            on_goal = codes[piece.anchor] == ground["goal"]
            codes[piece.anchor] = {"box": (4, 3), "pusher": (5, 6)}[piece.kind][on_goal]
        self._native.begin(bytes(codes), 60, self._cells.ctypes.data_as(_POINTER))
        return level, self._cells.copy()

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over, after which nothing is seen of it."""
        pointers = [array.ctypes.data_as(_POINTER) for array in (self._cells, self._late)]
        reward = float(self._native.play(action, *pointers))
        is_over = bool(self._late[0]) or reward > 5  # a solution
        return None if is_over else self._cells.copy(), reward, is_over


def _player_terrain(level: Any) -> str:
    (player,) = level.board.of_kind("pusher")
    return str(level.board.terrain[player.anchor].kind)


_POINTER = ctypes.c_void_p
_PUFFER_HEAD = "#include <stdbool.h>\ntypedef struct { int id; } Texture2D;"
_PUFFER_TAIL = """
uint8_t *MAP_BASE; size_t MAP_FILESIZE, PUZZLE_COUNT = 1, PUZZLE_SIZE = 400;
void ensure_map_loaded(void) {}
static Boxoban board = {.size = 10, .max_steps = 500, .int_r_coeff = 0.1f, .target_loss_pen_coeff = 0.5f};
static int action; static float reward;
void begin(uint8_t *map, uint8_t *seen, uint8_t *over) {
    MAP_BASE = map;
    board.observations = seen; board.terminals = over; board.actions = &action; board.rewards = &reward;
    if (!board.intermediate_rewards) init(&board);
    c_reset(&board);
}
float play(int chosen) { action = chosen; c_step(&board); return reward; }
"""


def _compared(peer: Any, steps: int) -> str:
    """Return the first difference, empty for none."""
    import numpy as np

    random = np.random.default_rng(1)
    done = episode = solved = 0
    while done < steps:
        level, theirs = peer.begin()
        ours = Variant(peer.name, level) if peer.name in VARIANTS else Convention(peer.name, level)
        if (ours.seen != theirs).any():
            return f"episode {episode} begins otherwise"
        line = _solution(level, ours.actions) if episode % 4 == 0 else []
        solved += bool(line)
        episode += 1
        is_over = False
        while not is_over:
            action = line.pop(0) if line else int(random.integers(getattr(peer, "least", 0), len(ours.actions)))
            seen, reward, is_over = peer.step(action)
            own_reward, own_over = ours.step(action)
            done += 1
            if seen is not None and (ours.seen != seen).any():
                return f"step {done}: another observation after {action}"
            if not np.array_equal(np.float32(own_reward), np.float32(reward), equal_nan=True):
                return f"step {done}: a reward of {reward}, here {own_reward}"
            if own_over != is_over:
                return f"step {done}: one episode is over"
    return "" if solved else "no level has a solution"


class Convention:
    """A board of pushbox in a convention; `seen` is what is seen of it."""

    def __init__(self, name: str, level: Any) -> None:
        from pushbox.env.vector import SokobanVectorEnv

        self._envs = SokobanVectorEnv(1, levels=[level], convention=name, autoreset_mode="Disabled")
        self.seen = _seen(self._envs.reset()[0])
        self.actions = [*self._envs.convention.actions]

    def step(self, action: int) -> tuple[float, bool]:
        """Return the reward and whether the episode is over."""
        import numpy as np

        seen, rewards, terminated, truncated, _ = self._envs.step(np.array([action]))
        self.seen = _seen(seen)
        return float(rewards[0]), bool(terminated[0] or truncated[0])


class Variant:
    """An environment of `pushbox.env.gym_sokoban`; `seen` is its small picture."""

    def __init__(self, name: str, level: Any) -> None:
        from pushbox.env.gym_sokoban import make

        given = {"levels": [level], "max_steps": 120, "observation_mode": "tiny_rgb_array"}
        self._env = make(f"{name}-Sokoban-v0", **given)
        self.seen = self._env.reset()
        self.actions = [*self._env.get_action_lookup().values()]

    def step(self, action: int) -> tuple[float, bool]:
        """Return the reward and whether the episode is over."""
        self.seen, reward, is_over, _ = self._env.step(action)
        return reward, is_over


def _golden() -> str:
    """Return what the environments of gym-sokoban do on five levels each: two solved, the others played at random."""
    import json
    from hashlib import sha256

    import numpy as np

    from pushbox import write

    random = np.random.default_rng(5)
    found: dict[str, list[dict[str, Any]]] = {}
    for name in VARIANTS:
        peer = GymSokoban(name)
        for episode in range(5):
            level, first = peer.begin()
            line = _solution(level, peer.actions) if episode % 2 else []
            pictures, steps, is_over = sha256(first.tobytes()), [], False
            while not is_over:
                action = line.pop(0) if line else int(random.integers(len(peer.actions)))
                seen, reward, is_over, info = peer.step_with_info(action)
                pictures.update(seen.tobytes())
                moved = int(bool(info["action.moved_player"])) + 2 * int(bool(info["action.moved_box"]))
                steps.append([action, round(float(reward), 6), moved])
            solved = bool(info["all_boxes_on_target"])
            one = {"level": write([level], "json"), "steps": steps, "solved": solved, "tiny": pictures.hexdigest()}
            found.setdefault(name, []).append(one)
    return json.dumps(found, separators=(",", ":")) + "\n"


def _golden_conventions(copies: dict[str, Path]) -> str:
    """Return what the peers of conventions do on four levels each: two solved, the others played at random.

    A peer that cannot be had keeps the data that it has.
    """
    import json
    from hashlib import sha256

    import numpy as np

    from pushbox import write

    found: dict[str, list[dict[str, Any]]] = json.loads(GOLDEN_CONVENTIONS.read_text("utf-8"))
    for name in ("gym-sokoban", "jumanji", "envpool", PUFFERLIB, FAR):
        try:
            peer = _peer(name, copies)
        except ImportError as error:
            print(f"{name}: its golden data stay, as {error.name} cannot be had here")
            continue
        random = np.random.default_rng(7)
        found[name] = []
        for episode in range(4):
            level, first = peer.begin()
            names = Convention(name, level).actions
            line = _solution(level, names) if episode % 2 else []
            seen, actions, rewards, is_over = sha256(first.tobytes()), "", [], False
            while not is_over:
                action = line.pop(0) if line else int(random.integers(len(names)))
                last, reward, is_over = peer.step(action)
                seen.update(b"" if last is None else last.tobytes())
                actions += str(action)
                rewards.append(float(np.float32(reward)))
            worth = sha256(np.array(rewards, np.float32).tobytes()).hexdigest()
            one = {"level": write([level], "xsb"), "actions": actions, "total": round(sum(rewards), 4)}
            found[name].append(one | {"rewards": worth, "seen": seen.hexdigest()})
    return json.dumps(found, indent=1) + "\n"


def _pictured(peer: Any, steps: int) -> str:
    """Return the first difference of the large pictures of gym-sokoban, empty for none and for peers that have none."""
    if not isinstance(peer, GymSokoban):
        return ""
    import gym_sokoban
    import numpy as np

    from pushbox.env.gym_sokoban import make

    tiles = Path(gym_sokoban.__file__).parent / "envs" / "surface"
    name = f"{peer.name}-Sokoban-v0" if peer.name in VARIANTS else "Sokoban-v1"
    random = np.random.default_rng(2)
    done, is_over = 0, True
    while done < steps:
        if is_over:
            env = make(name, levels=[peer.begin()[0]], tiles=str(tiles), max_steps=120)
            ours = env.reset()
        if (ours != peer.picture()).any():
            return f"picture {done} is another"
        action = int(random.integers(len(peer.actions)))
        ours, _, is_over, _ = env.step(action)
        peer.step(action)
        done += 1
    return ""


def _seen(seen: Any) -> Any:
    """Return what is seen of the first board, of a grid and a number of steps the bytes."""
    import numpy as np

    if not isinstance(seen, dict):
        return seen[0]
    steps = np.asarray(seen["step_count"][0], np.int32)
    return np.frombuffer(np.asarray(seen["grid"][0], np.uint8).tobytes() + steps.tobytes(), np.uint8)


def _solution(level: Any, actions: list[str]) -> list[int]:
    """Return the solver's solution as actions, nothing if it has none in a second."""
    from pushbox import Limit, Solved, load, solve

    answer = solve(level, limit=Limit(seconds=1))
    if not isinstance(answer, Solved):
        return []
    position = load(level)
    grid, names = level.board.grid, level.board.tiling.names
    players = sorted(pusher.anchor for pusher in level.board.of_kind("pusher"))
    push = next((action.partition("push")[0] + "push " for action in actions if "push" in action), "")
    line = []
    for move in position.parse(answer.text):
        cell, direction = move if isinstance(move, tuple) else (players[0], move)
        player = players.index(cell)
        players[player] = grid.step[direction][cell]
        line.append(actions.index(f"{push.replace('1', str(player + 1))}{names[direction]}"))
    return line


def _any_step(variant: str) -> Callable[[], object]:
    """Return a step of an environment of pushbox, which begins anew with the next level where an episode is over."""
    import numpy as np

    from pushbox.env.gym_sokoban import make

    given = {"levels": [one for one, _ in zip(levels_for(variant), range(20), strict=False)]}
    env = make(f"{variant}-Sokoban-v0", observation_mode="tiny_rgb_array", **given)
    env.reset()
    random = np.random.default_rng(0)

    def step() -> None:
        if env.step(int(random.integers(env.action_space.n)))[2]:
            env.reset()

    return step


def _ours(convention: str, boards: int) -> Callable[[], object]:
    """Return a step of pushbox's environments."""
    import numpy as np

    from pushbox import builtin
    from pushbox.env.vector import SokobanVectorEnv

    envs = SokobanVectorEnv(boards, levels=builtin("campaign-05"), convention=convention)
    envs.reset(seed=1)
    random = np.random.default_rng(0)
    rows = random.integers(len(envs.convention.actions), size=(100, boards))
    turn = iter(range(10**9))
    return lambda: envs.step(rows[next(turn) % 100])


if __name__ == "__main__":
    sys.exit(main())
