"""The six counts of a solution.

The definitions are those of the Sokoban Wiki's page on the solution format and of the programs of the field:

* moves: steps of the player, pushes included;
* pushes: steps that push a box;
* box lines: maximal runs of pushes in one direction with no move between, and of one box where several push;
* box changes: pushes of another box than the push before; the first push counts;
* pushing sessions: maximal runs of pushes with no move between;
* player lines: maximal runs of steps in one direction, pushed or not.

The wiki's pseudo-code compares the box now pushed with itself, so it never finds a box change; what it means is the box
that was pushed last.  Box changes and pushing sessions are not ordered: either may be the larger.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import NamedTuple

from .arguments import Line, letters_of
from .notation import MOVE_LETTERS, expand_moves
from .sentence import counted, listed
from .tiling import SQUARE


class Metrics(NamedTuple):
    """The six counts; comparing two of them compares moves first."""

    moves: int
    pushes: int
    box_lines: int
    box_changes: int
    pushing_sessions: int
    player_lines: int

    @property
    def summary(self) -> str:
        """The two counts that matter most, for people."""
        return listed([counted(self.moves, "move"), counted(self.pushes, "push")])


class MetricStep(NamedTuple):
    """One step: its direction, and where each box that it pushed stood before and rests after; none for a move."""

    direction: Hashable
    pushes: tuple[tuple[Hashable, Hashable], ...] = ()


class MetricsCounter(NamedTuple):
    """The counts of a line of play so far, and the facts that the next step is compared with.

    `direction` is that of the last step, `pushing` tells whether it pushed, and `rest` has the boxes of the last push.
    """

    metrics: Metrics = Metrics(0, 0, 0, 0, 0, 0)
    direction: Hashable = None
    pushing: bool = False
    rest: frozenset[Hashable] = frozenset()

    def after(self, *steps: MetricStep) -> MetricsCounter:
        """Return the counts with more steps.  O(steps, boxes pushed)."""
        moves, pushes, box_lines, box_changes, sessions, player_lines = self.metrics
        last, pushing, rest = self.direction, self.pushing, self.rest
        for direction, pushed in steps:
            turned = direction != last
            player_lines += turned
            last = direction
            if not pushed:
                pushing = False
                continue
            boxes = {start for start, _ in pushed}
            pushes += 1
            box_lines += not pushing or turned or rest.isdisjoint(boxes)
            sessions += not pushing
            box_changes += boxes != rest
            rest = frozenset([end for _, end in pushed])
            pushing = True
        metrics = Metrics(moves + len(steps), pushes, box_lines, box_changes, sessions, player_lines)
        return MetricsCounter(metrics, last, pushing, rest)


def measure_steps(steps: Iterable[MetricStep]) -> Metrics:
    """Count a line of play, one `MetricStep` a step.  O(steps)."""
    return MetricsCounter().after(*steps).metrics


def measure(text: Line) -> Metrics:
    """Count a line in LURD letters, of which the capitals are the pushes: replay it first if its case is in doubt.

    A value that has such a text, as `Solved`, is counted by it, and so is a list of letters; `verify` counts moves. No
    board is needed, as one push moves one box by one cell. Run lengths are understood. Raises NotationError as
    `pushbox.notation.expand_moves` does.

    >>> measure("RurD")
    Metrics(moves=4, pushes=2, box_lines=2, box_changes=1, pushing_sessions=2, player_lines=4)
    """
    letters = expand_moves(letters_of("text", text, f"a text of letters {MOVE_LETTERS}, or what has a text"))
    pushes = box_lines = box_changes = sessions = player_lines = 0
    player = 0
    rest: int | None = None  # where the box that was pushed last stands
    headed, pushed = 0, False
    for match in _RUNS.finditer(letters):
        run, letter = match.groups()
        towards, pushing, steps = _TOWARDS[letter], letter in _CAPITALS, len(run)
        player_lines += towards != headed
        if pushing:
            pushes += steps
            box_lines += 1
            sessions += not pushed
            box_changes += player + towards != rest
            rest = player + (steps + 1) * towards
        player += steps * towards
        headed, pushed = towards, pushing
    return Metrics(len(letters), pushes, box_lines, box_changes, sessions, player_lines)


_RUNS = re.compile(r"((.)\2*)")
_CAPITALS = SQUARE.letters.upper()
_TOWARDS = dict(zip(MOVE_LETTERS, 2 * SQUARE.strides(1 << 32), strict=True))  # no text is as long as such a row
