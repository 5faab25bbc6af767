"""Better solutions for games that the optimizer does not know: a search for the best, from the start."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import PushboxError
from ..games.position import Position
from ..level import Level
from ..metrics import Metrics
from ..play.validate import require_playable
from ..play.verify import verify
from ..solver import Limit, Solved, solve
from ..solver import Objective as SearchObjective
from ..solver.api import Progress as SearchProgress
from .api import Optimized, Progress, ProgressCallback, parse


def optimize_by_search(
    level: Level | Position,
    solutions: Iterable[str],
    *,
    objective: SearchObjective,
    limit: Limit | None = None,
    progress: ProgressCallback = lambda _: None,
) -> Optimized:
    """Search for the best solution of a level of any game, and return it, or the best of those given if none is better.

    Unlike `pushbox.optimizer.optimize` the search learns nothing from the solutions.  Raises PushboxError where none of
    them solves the level; LevelError and UnsupportedError as `pushbox.solve`, KeyboardInterrupt on Ctrl-C.
    """
    position = require_playable(level)
    names = parse(objective)
    replays = [verify(position, text) for text in solutions]
    solved = [(replay.metrics, replay.text) for replay in replays if replay.solved and replay.metrics is not None]
    if not solved:
        raise PushboxError.said("no-solution-begin")
    before, best = min(solved, key=lambda pair: names.key(pair[0]))

    def report(step: SearchProgress) -> object:
        return progress(Progress(step.seconds, step.nodes, best, before))

    verdict = solve(position, objective=objective, limit=limit, progress=report)
    if not isinstance(verdict, Solved):
        return Optimized(best, before, before, None, getattr(verdict, "limit", None), verdict.nodes, verdict.seconds)
    found: tuple[Metrics, str] = (verdict.metrics, verdict.text)
    metrics, text = min(((before, best), found), key=lambda pair: names.key(pair[0]))
    return Optimized(text, metrics, before, verdict.optimal, verdict.limit, verdict.nodes, verdict.seconds)
