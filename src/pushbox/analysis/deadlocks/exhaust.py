"""The exhaustive search of a whole position of any game, by its rules."""

from __future__ import annotations

from ...deadline import Deadline
from ...games.api import Status
from ...games.position import Position
from ...solver import Limit, Progress
from ...solver.api import ProgressCallback
from ..state_size import bytes_of_state
from .witnesses import MAX_POSITIONS, Exhausted

_REPORT_EVERY = 16  # positions between two calls of `progress`


def exhaust(
    position: Position,
    limit: Limit,
    progress: ProgressCallback | None = None,
    *,
    most_without_push: int = 0,
) -> Exhausted | None:
    """Return that no position which a position leads to is solved, None where one is or a limit is reached.

    With `most_without_push`, only positions that lead to no push at all are of interest, of which there are few.
    """
    rules = position.rules
    deadline = Deadline(limit.seconds)
    most = min(most_without_push or MAX_POSITIONS, limit.nodes or MAX_POSITIONS, MAX_POSITIONS)
    if limit.memory_bytes is not None:
        most = min(most, limit.memory_bytes // bytes_of_state(position))
    seen = {rules.search_key(position.state)}
    waiting = [position.state]
    pushes = False
    for visited, state in enumerate(waiting):
        status = rules.outcome(state).status
        if status is Status.SOLVED:
            return None
        if (
            progress is not None
            and visited % _REPORT_EVERY == _REPORT_EVERY - 1
            and progress(Progress(deadline.elapsed, visited, len(waiting) - visited))
        ):
            return None
        for move in rules.legal_moves(state) if status is Status.PLAYING else ():
            if deadline.is_over:
                return None
            transition = rules.apply(state, move)
            assert transition is not None, "the move is legal"
            pushes = pushes or bool(transition.pushes)
            if pushes and most_without_push:
                return None
            if (key := rules.search_key(transition.state)) not in seen:
                seen.add(key)
                waiting.append(transition.state)
                if len(seen) > most:
                    return None
    return Exhausted(len(seen), pushes)
