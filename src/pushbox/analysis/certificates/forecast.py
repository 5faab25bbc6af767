"""What a proof may take at most, told before the search for it begins: positions, bytes, memory, seconds.

Positions, bytes and memory are bounds; seconds are those of one processor of the machine that measured the table in
``docs/insight.md``.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from ...games.position import Position
from ...level import Level
from ...play.validate import require_playable
from ...sentence import Sentence, say
from ..state_size import bytes_of_state
from .checker import bytes_of_position, max_positions
from .claim import CHECK_MEMORY, MAX_BODY, MAX_PLACEMENTS, MAX_POSITIONS, MAX_SUBSET, MOST_POSITIONS
from .exhaustion import max_states
from .field import Field, explain_unsupported, field_of
from .text import most_bytes

_SECONDS_MADE, _SECONDS_CHECKED = 45e-6, 210e-6  # of a position: a little more than of any in that table
_COST_BYTES = 5  # of the difference of two costs


class Forecast(NamedTuple):
    """The most that a proof takes: its `positions`, the `size` of their text and the `memory` of a check in bytes.

    `made` and `checked` are seconds of a processor. A proof is nearly always smaller: how many positions it needs is
    known only once it is found.
    """

    positions: int
    size: int
    memory: int
    made: float
    checked: float

    def sentence(self) -> Sentence:
        """Say it in a sentence."""
        size, memory = self.size / 1e6, self.memory / 1e6  # in MB
        return say(
            "proof-at-most", number=self.positions, size=size, memory=memory, made=self.made, checked=self.checked
        )


def forecast(
    level: Level | Position, *, positions: int = MOST_POSITIONS, check_memory: int = CHECK_MEMORY
) -> Forecast | None:
    """Return what the proof of a claim takes at most if it may have so many `positions`, and a check so many MiB.

    Return None where only a solution can be certified. O(cells). Raises LevelError for a level that cannot be played.
    """
    position = require_playable(level)
    field = field_of(position) if explain_unsupported(position) is None else None
    if field is not None:
        most = min(positions, max_positions(field, check_memory), _placements(field))
        size = most_bytes(min(MAX_BODY, most * _most_bytes_of_position(field)))
        memory = (most + _subsets(field)) * bytes_of_position(field)
    elif position.game.info.simultaneous:
        return None
    else:
        most, size = min(positions, max_states(position)), most_bytes(0)
        memory = most * bytes_of_state(position)
    return Forecast(most, size, memory, most * _SECONDS_MADE, most * _SECONDS_CHECKED)


def _placements(field: Field) -> int:
    """Return in how many ways the boxes and the player stand on squares, up to the most that matter."""
    free, ways = len(field.squares), 1
    for count in field.counts:
        ways = min(ways * comb(free, count), MAX_POSITIONS)
        free = max(0, free - count)
    return min(ways * max(1, free), MAX_POSITIONS)


def _subsets(field: Field) -> int:
    """Return how many placements of a few boxes a check goes through at most; each is kept like a position."""
    boxes = min(MAX_SUBSET, sum(field.counts))
    return min(MAX_PLACEMENTS, comb(len(field.squares) * len(field.counts), boxes))


def _most_bytes_of_position(field: Field) -> int:
    """Return the most bytes of a position in a body, see `body`: all its boxes are other ones than those before."""
    squares, boxes = len(field.squares), sum(field.counts)
    return _bytes(boxes) + boxes * _bytes(squares * len(field.counts)) + _bytes(squares) + _COST_BYTES


def _bytes(number: int) -> int:
    """Return the bytes of a number, seven bits each."""
    return max(1, -(-number.bit_length() // 7))
