"""Three levels for each day, small, middle and large, the same for everyone, made by the generator from the date."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Annotated, Any, Literal

from fastapi import Path, Request
from fastapi.concurrency import run_in_threadpool

from ... import store
from ...batch import Job
from ...errors import Conflict, NotFound
from ...formats.json import level_from_json
from ...generator import LevelSpec, generate
from ...level import Collection, Level, SavedMoves
from ...store import Store
from ...store.collections import CollectionEntry
from ..dependencies import Library
from ..errors import ApiError
from ..identity_cookie import OptionalVisitor, Visitor
from ..rate_limits import WORKS, household_of
from ..works import run_job
from .access import DAILY, levels_out
from .models import ApiRouter, ResponseModel, described, example
from .schemas import LevelOut

router = ApiRouter(prefix="/api/daily", tags=["daily"])

Size = Literal["small", "middle", "large"]

# Each harder for people than the one before. Another specification generates other levels, so these stay as they are.
SPECS: dict[Size, LevelSpec] = {
    "small": LevelSpec(rows=7, columns=8, boxes=3, rating=(0, 18), pushes=12),
    "middle": LevelSpec(rows=9, columns=10, boxes=4, rating=(18, 25), pushes=20),
    "large": LevelSpec(rows=11, columns=14, boxes=6, rating=(25, 74), pushes=35),
}
MAX_DAYS_BACK = 366  # that one can go back
RECENT_DAYS = 14  # days of own results

_SECONDS, _MEMORY = 120.0, 1024  # seconds and MiB that the levels of a day may take


class DailyLevel(LevelOut):
    """A level of a day."""

    size: Size


class DayOut(ResponseModel):
    """A day, and how many of its levels you have solved."""

    date: date
    solved: int


class Daily(ResponseModel):
    """The levels of a day, and how you did on the last days on which you played.

    `streak` counts the days in a row, up to today or yesterday, of which you have solved a level.
    """

    model_config = example(date="2026-01-01", levels=[], days=[], streak=0)

    date: date
    levels: list[DailyLevel]
    days: list[DayOut]
    streak: int


@router.get("", **described("The levels of today", WORKS))
async def get_today(request: Request, library: Library, visitor: OptionalVisitor) -> Daily:
    """Return the three levels of the present day, which begins at midnight UTC."""
    return await _daily(request, library, _today(), visitor)


@router.get("/{day}", **described("The levels of a day", WORKS))
async def get_day(
    day: Annotated[date, Path(description="A date in UTC.", examples=["2026-01-01"])],
    request: Request,
    library: Library,
    visitor: OptionalVisitor,
) -> Daily:
    """Return the three levels of today or of a day of the last year."""
    if not _today() - timedelta(days=MAX_DAYS_BACK) <= day <= _today():
        raise ApiError.said("not-found", "no-daily", day=day)
    return await _daily(request, library, day, visitor)


def levels_of(day: date) -> list[Level]:
    """Return the levels of a day, each with the solution that the generator has found; any machine makes the same."""
    levels = []
    for order, (size, spec) in enumerate(SPECS.items()):
        seed = day.toordinal() * len(SPECS) + order
        (generated,) = generate(spec, count=1, seed=seed, seconds=None)  # no clock decides which
        levels.append(replace(generated.level, title=f"{day} {size}", saved_moves=(SavedMoves("", generated.text),)))
    return levels


async def _daily(request: Request, library: Store, day: date, visitor: Visitor | None) -> Daily:
    """Return a day; its levels are generated at the first request for it, once for all who wait for them."""
    if await run_in_threadpool(_collection_of, library, day) is None:
        loop = asyncio.get_running_loop()
        pending: dict[Any, asyncio.Task[None]] = request.app.state.pending_days
        generating = pending.get((loop, day))
        if generating is None:
            generating = pending[loop, day] = loop.create_task(_generate(request, library, day))
            generating.add_done_callback(lambda _: pending.pop((loop, day)))
        await asyncio.shield(generating)
    return await run_in_threadpool(_shown, library, day, visitor)


async def _generate(request: Request, library: Store, day: date) -> None:
    """Generate and store the levels of a day, even if the client that asked disconnects."""
    job = Job("day", {"day": day.isoformat()}, group=household_of(request), seconds=_SECONDS, memory=_MEMORY)
    values = (await run_job(request.app.state.works, job, None))["levels"]
    await run_in_threadpool(_keep, library, day, [*map(level_from_json, values)])


def _keep(library: Store, day: date, levels: list[Level]) -> None:
    name = f"{DAILY}{day.isoformat()}"
    with suppress(Conflict):  # another server was first
        store.collections.add(library, Collection(tuple(levels), title=name), name=name)


def _collection_of(library: Store, day: date) -> CollectionEntry | None:
    """Return the collection of a day, None where it is not generated yet."""
    with suppress(NotFound):
        return store.collections.by_name(library, f"{DAILY}{day.isoformat()}")
    return None


def _shown(library: Store, day: date, visitor: Visitor | None) -> Daily:
    page = store.levels.search(library, collection=store.collections.by_name(library, f"{DAILY}{day.isoformat()}").id)
    levels = levels_out(library, page.entries, visitor)
    sizes = [DailyLevel(**level.model_dump(), size=size) for size, level in zip(SPECS, levels, strict=True)]
    solved = _solved(library, visitor)
    days = [DayOut(date=day, solved=solved[day]) for day in sorted(solved, reverse=True)[:RECENT_DAYS]]
    return Daily(date=day, levels=sizes, days=days, streak=streak_of(solved, _today()))


def streak_of(solved: Mapping[date, int], today: date) -> int:
    """Return the days in a row of which something is solved; a row that goes up to yesterday is not broken yet."""
    last = today if solved.get(today) else today - timedelta(days=1)
    return next(days for days in count() if not solved.get(last - timedelta(days=days)))


def _solved(library: Store, visitor: Visitor | None) -> dict[date, int]:
    """Return the days on which a visitor has played, and how many of their levels are solved."""
    if visitor is None:
        return {}
    played: dict[date, int] = {}
    for entry in store.collections.listing(library, viewer=visitor.id, owner=""):
        day = _day(entry.name)
        states = store.plays.progress(library, visitor.id, entry.id) if day else {}
        if day and states:
            played[day] = sum(state == "solved" for state in states.values())
    return played


def _day(name: str) -> date | None:
    """Return the day whose collection has a name, None for any other."""
    try:
        return date.fromisoformat(name.removeprefix(DAILY))
    except ValueError:
        return None


def _today() -> date:
    return datetime.now(UTC).date()
