"""The dump of published levels: those under a named licence, with optima, difficulty and how many played them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query

from ... import store
from ..dependencies import Library
from ..rate_limits import READS
from .access import PAGE_ROOM, entry_out
from .models import ApiRouter, ResponseModel, described, example
from .schemas import LEVEL, LevelOut

router = ApiRouter(prefix="/api", tags=["community"])

_PAGE, _MAX_PAGE = 100, 500
Licence = Literal["CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0"]


class DumpedLevel(LevelOut):
    """A published level: `owner` is the account of its author, `licence` as in SPDX.

    `best` has the lowest counts that any solution has, `proven` those of them that no solution undercuts; `players`
    have begun the level, and `solvers` solved it.
    """

    owner: str
    licence: str
    proven: list[str]
    players: int
    solvers: int


class Dump(ResponseModel):
    """A page of the dump, by ids; `next` is the `after` of the next one, null at the end."""

    model_config = example(
        levels=[
            {
                "id": 7, "number": 1, "collection": 1, "title": "One push", "author": "", "notes": "",
                "game": LEVEL["game"], "width": 5, "height": 3, "boxes": 1, "level": LEVEL, "tags": [],
                "difficulty": 3.0, "state": None, "best": {"moves": 1, "pushes": 1}, "owner": "yang",
                "licence": "CC-BY-4.0", "proven": ["moves", "pushes"], "players": 12, "solvers": 9,
            }
        ],
        next=None,
    )  # fmt: skip

    levels: list[DumpedLevel]
    next: int | None


@router.get("/dump", **described("Published levels under a licence", READS, 422))
def list_dump(
    library: Library,
    after: Annotated[int, Query(ge=0, le=2**53, description="The `next` of the page before.")] = 0,
    limit: Annotated[int, Query(ge=1, le=_MAX_PAGE)] = _PAGE,
) -> Dump:
    """List the levels that their authors have published under a licence, for research and for other programs."""
    page = store.dump.page(library, after=after, limit=limit, room=PAGE_ROOM)
    shown = [
        DumpedLevel(
            **entry_out(one.entry, best=one.best).model_dump(),
            owner=one.owner,
            licence=one.licence,
            proven=[*one.proven],
            players=one.players,
            solvers=one.solvers,
        )
        for one in page.levels
    ]
    return Dump(levels=shown, next=page.levels[-1].entry.id if page.more else None)
