"""Solutions of levels of the library, and their leader boards, apart for those found with assists."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from ... import store
from ...formats.json import level_to_json
from ...level import Level
from ...metrics import Metrics
from ...play.validate import require_playable
from ...play.verify import ReplayStatus, Verification
from ...store.solutions import Metric, ReplayedSolution, SolutionEntry
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare, DiskShare
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, OptionalVisitor, Visitor
from ..rate_limits import READS, WORKS
from ..settings import Settings
from ..work_limits import check_moves
from ..works import SMALL, run_task
from .access import PAGE_ROOM, After, Ident, Limit, VisibleLevel, viewer_id
from .models import ApiRouter, RequestModel, ResponseModel, described, example
from .positions import weigh_replay
from .schemas import SOLUTION, Bests, Counts, Moves, example_counts

router = ApiRouter(prefix="/api/levels", tags=["levels"])

Assists = Annotated[list[Annotated[str, Field(max_length=40)]], Field(default_factory=list, max_length=20)]


class SolutionIn(RequestModel):
    """A solution with the `assists` that were used; `seconds` is how long it took."""

    solution: Moves
    assists: Assists
    seconds: Annotated[float | None, Field(ge=0, le=1e9)] = None


class SolutionOut(ResponseModel):
    """A solution that the rules have replayed, `name` the account that found it."""

    model_config = example(
        id=3,
        name=None,
        mine=True,
        title="",
        text=SOLUTION,
        metrics=example_counts(),
        assists=[],
        pure=True,
        seconds=1.5,
        added="2026-01-01T00:00:00Z",
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


class Solutions(ResponseModel):
    """Some solutions, the fewest moves first, the lowest of each count of all, and the `after` of the next page."""

    solutions: list[SolutionOut]
    best: Bests
    next: int | None


class Leader(ResponseModel):
    """An account, its best count, when it had found that, and the id of the solution."""

    model_config = example(name="yang", value=33, when="2026-01-01T00:00:00Z", solution=3)

    name: str | None
    value: int
    when: datetime
    solution: int


class Leaders(ResponseModel):
    """The accounts with the best solutions of a level, in order."""

    leaders: list[Leader]


@router.get("/{level}/solutions", **described("The solutions of a level", READS))
def list_solutions(
    entry: VisibleLevel,
    library: Library,
    visitor: OptionalVisitor,
    mine: bool = False,
    after: After = None,
    limit: Limit = 100,
) -> Solutions:
    """Return the solutions of a level that the library, accounts and you have, or only yours."""
    viewer = viewer_id(visitor)
    page = store.solutions.page(library, entry.id, viewer=viewer, mine=mine, limit=limit, room=PAGE_ROOM, after=after)
    shown = [_solution(one, visitor) for one in page.entries]
    best = store.solutions.lowest_counts(library, [entry.id]).get(entry.id, {})
    return Solutions(solutions=shown, best=best, next=shown[-1].id if page.more else None)


@router.get("/{level}/solutions/{solution}", **described("A solution of a level", READS))
def get_solution(entry: VisibleLevel, solution: Ident, library: Library, visitor: OptionalVisitor) -> SolutionOut:
    """Return a solution that the library, an account or you have."""
    return _solution(store.solutions.get(library, entry.id, solution, viewer=viewer_id(visitor)), visitor)


@router.post("/{level}/solutions", status_code=201, **described("Submit a solution", WORKS))
async def add_solution(
    entry: VisibleLevel,
    body: SolutionIn,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> SolutionOut:
    """Keep a solution of yours once the rules have replayed it; one that was typed in counts as assisted."""
    limit = settings.limits.solutions
    kept = await run_in_threadpool(store.solutions.listing, library, entry.id, visitor=visitor.id)
    if len(kept) >= limit:
        raise ApiError.said("too-many", "many-solutions", count=limit)
    await run_in_threadpool(share.require, len(body.solution))
    verification = await replayed(request, settings, entry.level, body.solution)
    # Nobody watched it being found, so it counts as assisted.
    assists = (*body.assists, store.solutions.HANDED_IN)
    prepared = store.solutions.prepare(entry, verification, visitor=visitor.id, assists=assists, seconds=body.seconds)
    return _solution(await run_in_threadpool(_keep, share, prepared), visitor)


def _keep(share: DiskShare, solution: ReplayedSolution) -> SolutionEntry:
    with share.library.write() as connection:
        entry = store.solutions.keep(connection, solution, share.visitor.account)
    share.add(len(entry.text))
    return entry


def replay_solution(level: Level, text: str, settings: Settings) -> Verification:
    """Replay a solution within the limits of a server.

    Raises ApiError and PushboxError if it does not solve the level.
    """
    require_playable(level)
    check_moves(text, len(level.board.terrain), settings.limits)
    return store.solutions.verified(level, text)


async def replayed(request: Request, settings: Settings, level: Level, text: str) -> Verification:
    """Replay a solution in a thread or by a worker, as `replay_solution` does."""
    value = level_to_json(level)
    if weigh_replay(value, text) <= SMALL:
        return await run_in_threadpool(replay_solution, level, text, settings)
    fields = await run_task(request, "replay", {"level": value, "text": text})
    metrics = Metrics(**fields["metrics"])
    return Verification(ReplayStatus.SOLVED, fields["text"], metrics, solved_at=fields["solved_at"])


@router.get("/{level}/leaders", **described("The leader board of a level", READS))
def list_leaders(entry: VisibleLevel, library: Library, metric: Metric = "moves", pure: bool = True) -> Leaders:
    """Return the best solution of each account by a count, found without assists (`pure`) or with."""
    entries = store.solutions.leaderboard(library, entry.id, pure=pure, metric=metric)
    leaders = [
        Leader(name=one.account, value=getattr(one.metrics, metric), when=one.added, solution=one.id) for one in entries
    ]
    return Leaders(leaders=leaders)


def _solution(entry: SolutionEntry, visitor: Visitor | None) -> SolutionOut:
    mine = visitor is not None and entry.visitor == visitor.id
    return SolutionOut.from_value(entry, name=entry.account, mine=mine, assists=sorted(entry.assists))
