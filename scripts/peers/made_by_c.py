# ruff: noqa: S603  # compilers
"""Environments that are in no package: PufferLib's and FAR AI's, whose rules are compiled from copies of their sources.

Each has `begin`, which returns a level and what is seen of it, and `step`.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from options import FAR
from starts import levels_for


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
            header = Path(__file__).with_name("far_envpool.h")
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
