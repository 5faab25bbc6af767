"""The best results of storms."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Literal

from fastapi import Query

from ... import store
from ..api.models import ApiRouter, ResponseModel, described, example
from ..dependencies import CurrentTime, Library
from ..identity_cookie import OptionalVisitor
from ..rate_limits import READS

router = ApiRouter(prefix="/api/storms", tags=["live"])

Period = Literal["day", "week", "ever"]
_SPANS: dict[Period, timedelta | None] = {"day": timedelta(days=1), "week": timedelta(days=7), "ever": None}


class StormOut(ResponseModel):
    """Somebody's best result; `account` tells whether the name belongs to an account."""

    name: str
    account: bool
    solved: int
    moves: int
    played: datetime
    mine: bool


class StormsOut(ResponseModel):
    """The best results, the first one first: more levels solved, then fewer moves."""

    model_config = example(
        best=[
            {"name": "Ada", "account": True, "solved": 14, "moves": 310, "played": "2026-01-01T00:00:00Z", "mine": True}
        ]
    )

    best: list[StormOut]


@router.get("", **described("Best results of storms", READS, 422))
async def list_storms(
    library: Library,
    at: CurrentTime,
    visitor: OptionalVisitor,
    period: Annotated[Period, Query(description="Results of the last day, the last week, or all.")] = "week",
) -> StormsOut:
    """Return the best result of each player in a time; they play over the socket /ws/storm, for three minutes."""
    span = _SPANS[period]
    results = store.storms.best(library, since=None if span is None else at - span)
    own = [visitor is not None and result.is_of(visitor.id, visitor.account) for result in results]
    best = [
        StormOut.from_value(result, account=result.account is not None, mine=mine)
        for result, mine in zip(results, own, strict=True)
    ]
    return StormsOut(best=best)
