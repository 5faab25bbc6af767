"""How environments are spoken to: what actions mean, what is seen, what is rewarded, when an episode ends.

Those of other packages are as their sources say; `docs/environments.md` has a table of what is equal and what differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..sim import PLANES, Action, Event, table

_LEFT, _UP, _RIGHT, _DOWN, _STAY = Action


@dataclass(frozen=True)
class Convention:
    """A way to speak to an environment.

    `actions` are the names of the actions and what each does on the board; those of `walks` never push.  Where `idles`,
    a negative action is none: no time passes, and the reward is not a number.

    `table` says what is seen of each cell (see `pushbox.sim.Batch.observe`), in `layout`: rows of cells, planes before
    them, or both as one row of bytes.  Where `counts`, the steps of the episode are seen too, and the observation is a
    dictionary of ``grid`` and ``step_count``.

    A step is rewarded with `step`, and in addition with `on_goal`, `left_goal` and `solved` where that happens, and
    with `first_on_goal` where a box is pushed onto a goal for the first time in the episode.  An episode ends after
    `max_steps`, the last of which is rewarded with `late`; it counts as truncated then, or as terminated where a
    `timeout` does.
    """

    name: str
    actions: Mapping[str, Action]
    table: bytes
    layout: Literal["rows", "planes", "flat"] = "rows"
    walks: frozenset[str] = frozenset()
    idles: bool = False
    counts: bool = False
    step: float = -0.1
    on_goal: float = 1.0
    left_goal: float = -1.0
    solved: float = 10.0
    first_on_goal: float = 0.0
    late: float = 0.0
    max_steps: int = 120
    timeout: Literal["truncated", "terminated"] = "truncated"
    int8: bool = False

    @property
    def depth(self) -> int:
        """The bytes that are seen of each cell."""
        return len(self.table) // 16

    def reward(self, event: Event) -> float:
        """Return the reward of a step, without that of an episode's history."""
        return (
            self.step
            + self.on_goal * (Event.ON_GOAL in event)
            + self.left_goal * (Event.LEFT_GOAL in event)
            + self.solved * (Event.SOLVED in event)
        )


_TINY = table(  # the colours of gym-sokoban, a pixel a cell
    wall=(0, 0, 0),
    floor=(243, 248, 238),
    goal=(254, 126, 125),
    box=(142, 121, 56),
    box_on_goal=(254, 95, 56),
    player=(160, 212, 56),
    player_on_goal=(219, 212, 56),
)

_GRID = table(  # of Jumanji: what moves (3 agent, 4 box), what is fixed (1 wall, 2 target)
    wall=(0, 1), floor=(0, 0), goal=(0, 2), box=(4, 0), box_on_goal=(4, 2), player=(3, 0), player_on_goal=(3, 2)
)

_PUFFER = table(  # agent, walls, boxes, targets
    wall=(0, 1, 0, 0),
    floor=(0, 0, 0, 0),
    goal=(0, 0, 0, 1),
    box=(0, 0, 1, 0),
    box_on_goal=(0, 0, 1, 1),
    player=(1, 0, 0, 0),
    player_on_goal=(1, 0, 0, 1),
)

_ITSELF = bytes(range(16))

_STEPS = {"left": _LEFT, "up": _UP, "right": _RIGHT, "down": _DOWN}
_URDL = {"up": _UP, "right": _RIGHT, "down": _DOWN, "left": _LEFT}
_UDLR = {"up": _UP, "down": _DOWN, "left": _LEFT, "right": _RIGHT}
_NINE = {
    "no operation": _STAY,
    **{f"push {name}": action for name, action in _UDLR.items()},
    **{f"move {name}": action for name, action in _UDLR.items()},
}
_MOVES = frozenset(name for name in _NINE if name.startswith("move"))

CONVENTIONS = {
    convention.name: convention
    for convention in (
        Convention("pushbox", _STEPS, _ITSELF),
        Convention("planes", _STEPS, PLANES, layout="planes"),
        Convention("gym-sokoban", _NINE, _TINY, walks=_MOVES),
        Convention("gym-sokoban-raw", _NINE, PLANES, layout="planes", walks=_MOVES, int8=True),
        Convention("far-envpool", _UDLR, _TINY, layout="planes", idles=True, max_steps=60),
        Convention("jumanji", _URDL, _GRID, counts=True, timeout="terminated"),
        Convention("envpool", _URDL, _GRID, counts=True),
        Convention("pufferlib", {"stay": _STAY, **{n: _UDLR[n] for n in ("down", "up", "left", "right")}}, _PUFFER,
                   layout="flat", step=0.0, on_goal=0.0, left_goal=-0.5, solved=1.0, first_on_goal=0.1, late=-1.0,
                   max_steps=500, timeout="terminated"),
    )
}  # fmt: skip
"""All conventions by name."""
