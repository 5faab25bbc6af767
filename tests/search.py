"""What tests of searches share: two searches without end, a search by rules that a test makes, and one by native rules.

::

    from tests.search import ENDLESS, SIX_ROOMS, fewest_moves, shortest
"""

from __future__ import annotations

from typing import Any

from pushbox.bench.rooms import ENDLESS
from pushbox.games import load
from pushbox.games.api import Rules, Status
from pushbox.level import Level
from pushbox.solver import Limit, Solved, Unsolvable, native

__all__ = ["ENDLESS", "SIX_ROOMS", "fewest_moves", "shortest"]


# Six rooms of boxes and doors: neither solved nor proven to be unsolvable in any time that a test has.
# No search needs long to begin, where the one that plans ahead on `ENDLESS` takes a second.
SIX_ROOMS = """\
######################
#..... #     #       #
#..... # $ $ # $ $ $ #
#.....   $ $   $ $ $ #
#..... # $ $ # $ $ $ #
#..... #     #       #
#### ##### #### ### ##
#      #     #       #
# $ $  # $ $ # $ $ @ #
#                    #
# $    # $ $ # $     #
#      #     #       #
######################
"""


def fewest_moves(level: Level) -> int | None:
    """Return the fewest moves that solve a level, None where nothing does; by native rules.

    `tests/solver/test_native_rules.py` compares these with the rules in Python, which take a hundred times as long.
    """
    answer = native.search_rules(load(level), "moves", Limit(seconds=None, nodes=200_000), None)
    assert isinstance(answer, Solved | Unsolvable), "too many positions for a test"
    return answer.metrics.moves if isinstance(answer, Solved) else None


def shortest(rules: Rules[Any, Any], state: Any, most: int = 200_000) -> int | None:
    """Return the fewest moves that solve a game from a state, None where nothing does.

    Fails where more than `most` positions would be visited.
    """
    seen = {rules.search_key(state)}
    front = [state]
    moves = 0
    while front:
        statuses = [rules.outcome(position).status for position in front]
        if Status.SOLVED in statuses:
            return moves
        later = []
        for position, status in zip(front, statuses, strict=True):
            if status is Status.LOST:
                continue
            for _, successor in rules.successors(position):
                if (key := rules.search_key(successor)) not in seen:
                    seen.add(key)
                    later.append(successor)
        assert len(seen) <= most, "too many positions for a test"
        front = later
        moves += 1
    return None
