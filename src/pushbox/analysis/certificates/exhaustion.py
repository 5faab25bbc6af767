"""Going through every state that the rules lead to, cheapest first: the proof for games of any rules.

Nothing is left out, so that a checker only has to do it again and to count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from ...deadline import NEVER, Deadline
from ...games.api import Status
from ...games.position import Position
from ..state_size import bytes_of_state
from .claim import MAX_EXHAUSTED, Claim, InvalidCertificate

ProgressCallback = Callable[[int, int], object]  # states met, and the most there may be
_REPORT_EVERY = 256
_MEMORY = 1 << 30  # bytes of all states


class TooManyStates(InvalidCertificate):
    """The rules lead to more states than may be met."""


def max_states(position: Position) -> int:
    """Return the limit of visited states of a level: lower if each state is large."""
    return min(MAX_EXHAUSTED, _MEMORY // bytes_of_state(position))


def count_states(
    position: Position,
    claim: Claim,
    cost: int | None,
    *,
    most: int | None = None,
    progress: ProgressCallback | None = None,
    deadline: Deadline = NEVER,
) -> int:
    """Count the states that cost less than the claimed best solution, or all states.

    Raises InvalidCertificate if one of them is solved, TooManyStates if there are more than `max_states`, or than
    `most`, and OutOfTime.
    """
    rules = position.rules
    most = max_states(position) if most is None else min(most, max_states(position))
    costs = {position.state: 0}
    waiting = deque([(0, position.state)])
    done = 0
    while waiting:
        own, state = waiting.popleft()
        if costs[state] < own:
            continue
        status = rules.outcome(state).status
        if status is Status.SOLVED:
            raise InvalidCertificate.said("proof-state-solved")
        if progress is not None and done % _REPORT_EVERY == 0:
            progress(len(costs), most)
        done += 1
        for move in rules.legal_moves(state) if status is Status.PLAYING else ():
            deadline.check()
            transition = rules.apply(state, move)
            assert transition is not None, "the move is legal"
            is_free = claim == "fewest-pushes" and not transition.pushes
            total = own if is_free else own + 1
            if (cost is None or total < cost) and total < costs.get(transition.state, total + 1):
                costs[transition.state] = total
                if len(costs) > most:
                    raise TooManyStates.said("more-states", most=most)
                (waiting.appendleft if is_free else waiting.append)((total, transition.state))
    return len(costs)
