"""Searches in steps, for what has other things to do in between: an event loop, a notebook, a game.

>>> from pushbox import builtin
>>> from pushbox.solver import Search
>>> search = Search(builtin("lessons")[1], objective="pushes")
>>> while search.step():
...     best = search.progress.best  # and whatever else there is to do
>>> search.result
<Solved: 'uurrDldRR', 9 moves, 3 pushes, optimal by pushes>

Nothing goes on between two steps, and no thread is started.  In an event loop each is followed by
``await asyncio.sleep(0)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import check_choice, check_optional, check_seed, check_whole
from ..errors import UnsupportedError
from ..keywords import answering
from .api import OBJECTIVES, Limit, Objective, Progress, Verdict, check_limit

if TYPE_CHECKING:
    from ..games.api import Game
    from ..games.position import Position
    from ..level import Level

_MOST = (1 << 63) - 1  # positions: a step ends after some 20 ms


@answering({})
class Search:
    """A search as that of `pushbox.solve` by one thread, which goes on in steps; `result` is None until it has ended.

    The steps change nothing: whatever they are, the answer and the positions are those of `pushbox.solve`.  The limit
    of seconds runs from the first step on, with all that is done in between.  Dropping a search frees its memory.

    Raises UnsupportedError where `pushbox.solve` does not take one native search: for games without native rules, and
    levels that limit their steps or seconds; other errors as it does.
    """

    def __init__(
        self,
        level: Level | Position,
        *,
        objective: Objective = "any",
        limit: Limit | None = None,
        seed: int = 0,
        game: Game | None = None,
    ) -> None:
        from ..play.validate import require_playable
        from . import limited, native

        check_choice("objective", objective, OBJECTIVES)
        check_limit(limit)
        check_seed(seed)
        self._position = require_playable(level, game)
        is_limited = limited.without_limits(self._position).unlimited is not self._position
        search = None if is_limited else native.start_search(self._position, objective, limit or Limit(), seed)
        if search is None:
            raise UnsupportedError.said("not-stepped")
        self._search = search
        self.result: Verdict | None = None

    def step(self, positions: int | None = None) -> bool:
        """Go on for so many positions, and some 20 ms at most; return whether it goes on after that.

        What comes before the first position, and the tables that a search makes on its way, take as long as they take.
        """
        from . import native

        check_optional(check_whole, "positions", positions, 1, _MOST)
        if self.result is None:
            answer = self._search.step(_MOST if positions is None else positions)
            self.result = None if answer is None else native.verdict_of(self._position, answer)
        return self.result is None

    @property
    def progress(self) -> Progress:
        """Return how far the last step has come."""
        nodes, waiting, bound, seconds, best = self._search.state
        return Progress(seconds, nodes, waiting, bound, best)

    def stop(self) -> None:
        """Have the next step end the search, with the best that it has found."""
        self._search.stop()
