# ruff: noqa: S603  # programs of its own
"""Play the environments of other packages beside those of pushbox: whether they are equal, and how fast each is.

::

    python scripts/peers.py [--steps 100000] [PEER...]

Installs what can be had of gym-sokoban and EnvPool into an environment of its own, `.venv/peers-rl`, and runs there.
Each episode begins with a level of the peer; every fourth plays the solver's solution, the others at random.  A step
that gives another observation, reward or end stops the script with 1.  Speeds are steps a second of processor time.

`language-models` is no peer of these: it installs each package whose form `pushbox.env.wrappers` has into an
environment of its own below `.venv/peers-text`, as they do not go together, and runs tests/env/test_wrappers.py there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv" / "peers-rl"
PEERS = {"gym-sokoban": "gym-sokoban", "envpool": "envpool"}  # the name of each convention, and its package
WRAPPED = "language-models"
WRAPPED_HOME = ROOT / ".venv" / "peers-text"
WRAPPED_PACKAGES = ("reasoning-gym", "verifiers", "openenv", "inspect-ai")


def main() -> int:
    """Set up the environment, then compare in it."""
    arguments = _arguments()
    if Path(sys.prefix) != HOME:
        names = arguments.peers or [*PEERS, WRAPPED]
        arguments.peers = [name for name in names if name != WRAPPED]
        code = _inside(arguments) if arguments.peers else 0
        return max(code, _test_wrappers() if WRAPPED in names else 0)
    warnings.filterwarnings("ignore")
    faults = 0
    for name in arguments.peers or PEERS:
        try:
            peer: Any = {"gym-sokoban": GymSokoban, "envpool": EnvPool}[name]()
        except ImportError as error:
            print(f"{name}: not compared, as {error.name} cannot be had here")
            continue
        found = _compared(peer, arguments.steps) or _pictured(peer, arguments.steps // 10)
        faults += bool(found)
        print(
            f"{name}: {found or f'{arguments.steps:,} steps are equal'}; {_speed(peer.any_step):,.0f} steps/s", end=""
        )
        print(
            f", pushbox {_speed(_ours(name, 1)):,.0f} alone, {4096 * _speed(_ours(name, 4096)):,.0f} with 4,096 boards"
        )
    return 1 if faults else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", nargs="*", metavar="PEER", choices=[[], *PEERS, WRAPPED],
                        help=f"one of: {', '.join([*PEERS, WRAPPED])}")  # fmt: skip
    parser.add_argument("--steps", type=int, default=100_000, help="how many steps are compared (default: 100,000)")
    return parser.parse_args()


def _inside(arguments: argparse.Namespace) -> int:
    """Run this script in an environment that has the peers."""
    python = _environment(HOME, ["rl"], PEERS.values())
    command = [python, __file__, *arguments.peers, "--steps", str(arguments.steps)]
    return subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT / "src")}, check=False).returncode


def _test_wrappers() -> int:
    """Run the tests of the wrappers with each of their packages, apart from the settings of all tests."""
    failed = 0
    for package in WRAPPED_PACKAGES:
        python = _environment(WRAPPED_HOME / package, [], ["pytest", package])
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
    """The environment of gym-sokoban with small pictures, on levels that are set: its own take seconds to make."""

    name = "gym-sokoban"

    def __init__(self) -> None:
        import numpy as np
        from gym_sokoban.envs.sokoban_env import SokobanEnv

        self._np, self._make = np, SokobanEnv
        self.any_step: Callable[[], object] = lambda: self.step(int(self._random.integers(9)))
        self._random = np.random.default_rng(0)
        self._levels = self._shipped()
        self.begin()

    @staticmethod
    def _shipped() -> Iterator[Any]:
        from pushbox import builtin

        while True:
            for name in ("campaign-01", "campaign-05", "campaign-10"):
                yield from builtin(name)

    def begin(self) -> tuple[Any, Any]:
        """Begin an episode; return its level and what is seen."""
        np, level = self._np, next(self._levels)
        from pushbox import sim

        cells = np.array(sim.Batch([level], 1).cells)[0]
        self._env = env = self._make(dim_room=cells.shape, reset=False, num_boxes=int((cells & sim.BOX > 0).sum()))
        goal, box, player = cells & sim.GOAL > 0, cells & sim.BOX > 0, cells & sim.PLAYER > 0
        env.room_fixed = np.where(cells & sim.WALL, 0, np.where(goal, 2, 1))
        env.room_state = np.where(box, np.where(goal, 3, 4), np.where(player, 5, env.room_fixed))
        env.player_position = np.argwhere(player)[0]
        env.num_env_steps, env.reward_last = 0, 0
        env.boxes_on_target = int((goal & box).sum())  # its own reset leaves it at 0
        return level, env.get_image("tiny_rgb_array", 1)

    def picture(self) -> Any:
        """Return the room in large tiles."""
        return self._env.get_image("rgb_array")

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        seen, reward, is_over, _ = self._env.step(action, observation_mode="tiny_rgb_array")
        if is_over and self._env.num_env_steps > self._env.max_steps:
            self.begin()
        return seen, reward, is_over


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
        return read("\n".join(rows))[0], grid.copy()

    def step(self, action: int) -> tuple[Any, float, bool]:
        """Return what is seen, the reward and whether the episode is over."""
        seen, reward, terminated, truncated, _ = self._env.step(self._np.array([action]))
        is_over = bool(terminated[0] or truncated[0])
        if is_over:  # the next step begins anew, whatever the action
            self._seen = self._env.step(self._np.array([action]))[0]
        return seen["grid"][0], float(reward[0]), is_over


def _compared(peer: Any, steps: int) -> str:
    """Return the first difference, empty for none."""
    import numpy as np

    from pushbox.env.vector import SokobanVectorEnv

    random = np.random.default_rng(1)
    done = episode = 0
    while done < steps:
        level, theirs = peer.begin()
        envs = SokobanVectorEnv(1, levels=[level], convention=peer.name, autoreset_mode="Disabled")
        ours = envs.reset()[0]
        if (_grid(ours) != theirs).any():
            return f"episode {episode} begins otherwise"
        line = _solution(level, envs) if episode % 4 == 0 else []
        episode += 1
        is_over = False
        while not is_over:
            action = line.pop(0) if line else int(random.integers(len(envs.convention.actions)))
            seen, reward, is_over = peer.step(action)
            ours, rewards, terminated, truncated, _ = envs.step(np.array([action]))
            done += 1
            if (_grid(ours) != seen).any():
                return f"step {done}: another observation after {action}"
            if np.float32(rewards[0]) != np.float32(reward):
                return f"step {done}: a reward of {reward}, here {rewards[0]}"
            if bool(terminated[0] or truncated[0]) != is_over:
                return f"step {done}: one episode is over"
    return ""


def _pictured(peer: Any, steps: int) -> str:
    """Return the first difference of the large pictures of gym-sokoban, empty for none and for peers that have none."""
    if not isinstance(peer, GymSokoban):
        return ""
    import gym_sokoban
    import numpy as np

    from pushbox.env.gym_sokoban import make

    tiles = Path(gym_sokoban.__file__).parent / "envs" / "surface"
    random = np.random.default_rng(2)
    done, is_over = 0, True
    while done < steps:
        if is_over:
            env = make("Sokoban-v1", levels=[peer.begin()[0]], tiles=str(tiles))
            ours = env.reset()
        if (ours != peer.picture()).any():
            return f"picture {done} is another"
        action = int(random.integers(9))
        ours, _, is_over, _ = env.step(action)
        peer.step(action)
        done += 1
    return ""


def _grid(seen: Any) -> Any:
    return (seen["grid"] if isinstance(seen, dict) else seen)[0]


def _solution(level: Any, envs: Any) -> list[int]:
    """Return the solver's solution as actions, nothing if it has none in a second."""
    from pushbox import Limit, Solved, solve

    answer = solve(level, limit=Limit(seconds=1))
    names = {"l": "left", "u": "up", "r": "right", "d": "down"}
    actions = [*envs.convention.actions]
    prefix = "push " if envs.convention.walks else ""
    return [actions.index(prefix + names[sign]) for sign in answer.text.lower()] if isinstance(answer, Solved) else []


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


def _speed(step: Callable[[], object], seconds: float = 1.0) -> float:
    """Return steps a second of processor time."""
    for _ in range(5):
        step()
    begin, count = time.process_time(), 0
    while time.process_time() - begin < seconds:
        step()
        count += 1
    return count / (time.process_time() - begin)


if __name__ == "__main__":
    sys.exit(main())
