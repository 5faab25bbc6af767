"""What the solver knows of an episode: the fewest pushes of its level, and whether it can still be won."""

from __future__ import annotations

from typing import Any

from ..arguments import refused
from ..extras import requiring
from ..identity import unique_id
from ..level import Level
from ..sim import BOX
from ..solver import Limit, Solved, Unsolvable, solve

with requiring("rl"):
    import gymnasium
    import numpy as np

from .single import SokobanEnv

LIMIT = Limit(seconds=None, nodes=100_000)  # the same on any machine


class Judged(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A `SokobanEnv` whose information has what the solver proves of each position, within a limit for each.

    * ``unique_id``: that of the level, the same for one that is turned or mirrored (see `pushbox.identity`);
    * ``fewest_pushes``: the fewest pushes of a solution from the start of the episode, None where that is not proven;
    * ``pushes_left``: the fewest pushes of one from here on, None where there is none or that is not proven;
    * ``winnable``: whether there is one, None where that is not known.

    Positions are searched where a box has moved: a walk changes nothing of it.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], *, limit: Limit = LIMIT) -> None:
        super().__init__(env)
        self._limit = limit
        inner = env.unwrapped
        if not isinstance(inner, SokobanEnv):
            raise refused("env", inner, "a SokobanEnv")
        self._batch = inner.boards.batch
        self._boxes = b""
        self._episode: dict[str, Any] = {}
        self._position: dict[str, Any] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode."""
        seen, info = self.env.reset(seed=seed, options=options)
        self._boxes = b""
        self._look()
        begun = self._batch.board(0)
        self._episode = {"unique_id": unique_id(begun), "fewest_pushes": self._position["pushes_left"]}
        return seen, info | self._episode | self._position

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Act on the board."""
        seen, reward, terminated, truncated, info = self.env.step(action)
        self._look()
        return seen, reward, terminated, truncated, info | self._episode | self._position

    def _look(self) -> None:
        """Search the position if its boxes are others than those of the last one."""
        boxes = (np.asarray(self._batch.cells) & BOX).tobytes()
        if boxes != self._boxes:
            self._boxes = boxes
            answer = solve(Level(self._batch.board(0)), objective="pushes", limit=self._limit)
            left = answer.metrics.pushes if isinstance(answer, Solved) and answer.optimal else None
            known = isinstance(answer, Solved | Unsolvable)
            self._position = {"pushes_left": left, "winnable": isinstance(answer, Solved) if known else None}
