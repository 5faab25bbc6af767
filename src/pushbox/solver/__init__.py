"""Solve levels: `solve` returns a verdict, a value with its reason.

A native search solves the levels whose rules it knows; the plain search, which knows rules only through the game,
solves all others. Levels with a limit of steps or seconds use the native search too. The rules replay every solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import check_callback, check_choice, check_optional, check_seed, check_threads, check_type, refused
from ..keywords import SEARCH_HINTS, answering
from ..sentence import say
from .api import (
    OBJECTIVES,
    GaveUp,
    Guidance,
    Limit,
    Objective,
    Progress,
    ProgressCallback,
    Solved,
    Unsolvable,
    Verdict,
    check_limit,
)
from .replay import InvalidSolution, require_solved
from .stepping import Search

if TYPE_CHECKING:
    from ..games.api import Game
    from ..games.position import Position
    from ..level import Level
    from .guided import Judge

__all__ = [
    "OBJECTIVES", "GaveUp", "Guidance", "InvalidSolution", "Limit", "Objective", "Progress", "Search", "Solved",
    "Unsolvable", "Verdict", "asolve", "require_solved", "solve",
]  # fmt: skip


@answering(SEARCH_HINTS)
def solve(
    level: Level | Position,
    *,
    objective: Objective = "any",
    limit: Limit | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: ProgressCallback | None = None,
    game: Game | None = None,
    heuristic: Judge | None = None,
    policy: Judge | None = None,
    guidance: Guidance | None = None,
) -> Verdict:
    """Solve a level or a position for an objective: ``any`` solution, or the best by ``pushes``, ``moves``, or both.

    The game is the one that the level names, unless another is given.  A search for the best finds solutions on its
    way: where a limit ends it before there is a proof, the answer is the best one so far.

    `progress` is called several times a second; the search stops where it returns True.  The same level, seed and
    limits, other than seconds and memory, give the same answer; another seed makes the native search try what looks
    equally good in another order, and changes nothing for the plain one.  With several `threads`, of which the native
    search of Sokoban and kin makes use, the answer may differ from run to run.

    With a `heuristic`, a `policy` or both, plain Sokoban is searched by what these functions say of positions, see
    `pushbox.solver.guided`; `guidance` says how, for ``any`` solution or the fewest ``pushes``.  A heuristic returns
    for each position how many pushes it is from a solution, infinity for none; a policy four numbers for each cell,
    the logits of pushing the box on it left, up, right and down.  The search is weighted A* with the first, Levin tree
    search (Orseau et al. 2018) with the second, PHS* (Orseau and Lelis 2021) with both.

    Raises LevelError for a level with faults that keep it from being played, UnsupportedError for a game that is not
    registered and for a guided search of another game, ValueError where an admissible heuristic has said more pushes
    than a solution has, whatever a function raises, KeyboardInterrupt on Ctrl-C.
    """
    from ..play.validate import require_playable  # imports the games, which whole files of Sokoban have no use for
    from . import limited, native, plain

    check_choice("objective", objective, OBJECTIVES)
    check_limit(limit)
    check_seed(seed)
    check_threads(threads)
    check_callback("progress", progress)
    check_callback("heuristic", heuristic)
    check_callback("policy", policy)
    position, limit = require_playable(level, game), limit or Limit()
    if heuristic or policy or guidance:
        from . import guided

        check_optional(check_type, "guidance", guidance, Guidance, say("a-guidance"))
        if not (heuristic or policy):
            raise refused("guidance", guidance, say("heuristic-or-policy"))
        if objective not in {"any", "pushes"}:
            raise refused("objective", objective, say("one-of", names="any, pushes"))
        return guided.search(position, objective, limit, progress, heuristic, policy, guidance or Guidance())
    start = limited.without_limits(position)
    search = native.search_for(start.unlimited, seed, threads)
    if search is None:
        return plain.search(position, objective, limit, progress)
    if start.unlimited is position:
        return search(position, objective, limit, progress)
    return limited.search(start, search, objective, limit, progress)


@answering(SEARCH_HINTS)
async def asolve(
    level: Level | Position,
    *,
    objective: Objective = "any",
    limit: Limit | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: ProgressCallback | None = None,
    game: Game | None = None,
    heuristic: Judge | None = None,
    policy: Judge | None = None,
    guidance: Guidance | None = None,
) -> Verdict:
    """Solve a level or a position as `solve` does, without blocking the event loop.

    The search runs in a thread of the default executor. If the task is cancelled, the await ends at once, and the
    search with its next look at the clock, several times a second. `progress` is called in the thread of the search.
    """
    from asyncio import to_thread
    from threading import Event

    check_callback("progress", progress)
    stopped = Event()

    def watch(report: Progress) -> bool:
        return stopped.is_set() or (progress is not None and progress(report) is True)

    try:
        return await to_thread(
            solve,
            level,
            objective=objective,
            limit=limit,
            seed=seed,
            threads=threads,
            progress=watch,
            game=game,
            heuristic=heuristic,
            policy=policy,
            guidance=guidance,
        )
    finally:
        stopped.set()
