"""Solutions of levels of the library, and their leader boards: found without help and with help apart."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field

from ... import store
from ...store import Store
from ...store.solutions import Metric, SolutionEntry
from ..errors import Refusal
from ..identity_cookie import Asking, Guest, Visitor
from ..rate_limits import READS, WORKS
from ..replay_limits import check_line
from ..threadpool import work
from .access import seen_level, store_of, viewer
from .collections import Ident
from .schemas import SOLUTION, Asked, Bests, Counts, Moves, Told, counts_out, example_counts, refusals, settings_of

router = APIRouter(prefix="/api/levels", tags=["levels"])

Assists = Annotated[list[Annotated[str, Field(max_length=40)]], Field(default_factory=list, max_length=20)]


class SolutionIn(Asked):
    """A solution; `assists` are the helps that were used, `seconds` how long it took."""

    solution: Moves
    assists: Assists
    seconds: Annotated[float | None, Field(ge=0, le=1e9)] = None


class SolutionOut(Told):
    """A solution that the rules have replayed, `name` the account that found it."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "id": 3,
                "name": None,
                "mine": True,
                "title": "",
                "text": SOLUTION,
                "metrics": example_counts(),
                "assists": [],
                "pure": True,
                "seconds": 1.5,
                "added": "2026-01-01T00:00:00Z",
            }
        }
    )

    id: int
    name: str | None
    mine: bool
    title: str
    text: str
    metrics: Counts
    assists: list[str]
    pure: bool
    seconds: float | None
    added: datetime


class Solutions(Told):
    """Solutions, the fewest moves first, and the lowest of each count."""

    solutions: list[SolutionOut]
    best: Bests


class Leader(Told):
    """An account, its best count, and when it had found that."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"name": "yang", "value": 33, "when": "2026-01-01T00:00:00Z"}}
    )

    name: str | None
    value: int
    when: datetime


class Leaders(Told):
    """The accounts with the best solutions of a level, in order."""

    leaders: list[Leader]


@router.get(
    "/{level}/solutions",
    operation_id="listSolutions",
    summary="The solutions of a level",
    dependencies=[READS],
    responses=refusals(404, 422),
)
def list_solutions(level: Ident, request: Request, visitor: Guest, mine: bool = False) -> Solutions:
    """Return the solutions of a level that the library, accounts and you have, the first hundred, or only yours."""
    library = store_of(request)
    seen_level(library, level, visitor)
    found = store.solutions.listing(library, level, visitor=viewer(visitor) if mine else None)
    seen = [one for one in found if one.account or one.visitor in (None, viewer(visitor))]
    best = store.solutions.lowest_counts(library, [level]).get(level, {})
    return Solutions(
        solutions=[_solution(one, visitor) for one in seen[:100]], best={str(name): n for name, n in best.items()}
    )


@router.post(
    "/{level}/solutions",
    status_code=201,
    operation_id="addSolution",
    summary="Hand in a solution",
    dependencies=[WORKS],
    responses=refusals(403, 404, 413, 422),
)
async def add_solution(level: Ident, asked: SolutionIn, request: Request, visitor: Asking) -> SolutionOut:
    """Keep a solution of yours once the rules have replayed it; one that was typed in counts as assisted."""
    library = store_of(request)
    most = settings_of(request).limits.solutions
    return await work(request, _add_solution, library, level, asked, visitor, most)


@router.get(
    "/{level}/leaders",
    operation_id="listLeaders",
    summary="The leader board of a level",
    dependencies=[READS],
    responses=refusals(404, 422),
)
def list_leaders(
    level: Ident, request: Request, visitor: Guest, metric: Metric = "moves", pure: bool = True
) -> Leaders:
    """Return the best solution of each account by a count, found without help (`pure`) or with."""
    library = store_of(request)
    seen_level(library, level, visitor)
    found = store.solutions.leaderboard(library, level, pure=pure, metric=metric)
    return Leaders(
        leaders=[Leader(name=one.account, value=getattr(one.metrics, metric), when=one.added) for one in found]
    )


def _add_solution(library: Store, level: int, asked: SolutionIn, visitor: Visitor, most: int) -> SolutionOut:
    entry = seen_level(library, level, visitor)
    if len(store.solutions.listing(library, level, visitor=visitor.id)) >= most:
        raise Refusal("too-many", f"you have {most} solutions of this level, and may keep no more")
    check_line(entry.level, asked.solution)
    # Nobody watched it being found, so it is on the board of those that had help.
    assists = {*asked.assists, "handed in"}
    found = store.solutions.add(
        library,
        level,
        asked.solution,
        visitor=visitor.id,
        account=visitor.account,
        assists=assists,
        seconds=asked.seconds,
    )
    return _solution(found, visitor)


def _solution(entry: SolutionEntry, visitor: Visitor | None) -> SolutionOut:
    return SolutionOut(
        id=entry.id,
        name=entry.account,
        mine=visitor is not None and entry.visitor == visitor.id,
        title=entry.title,
        text=entry.text,
        metrics=counts_out(entry.metrics),
        assists=sorted(entry.assists),
        pure=entry.pure,
        seconds=entry.seconds,
        added=entry.added,
    )
