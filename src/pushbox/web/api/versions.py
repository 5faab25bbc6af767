"""New versions of published levels."""

from __future__ import annotations

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from ... import store
from ...level import Level
from ...play.verify import Verification
from ...store import Store
from ...store.disk import LEVEL_BYTES
from ...store.levels import LevelEntry
from ...store.solutions import ReplayedSolution
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare
from ..errors import ApiError
from ..identity_cookie import CurrentVisitor, Visitor
from ..rate_limits import WORKS
from .access import OwnLevel, check_quota, one_level_out
from .models import ApiRouter, RequestModel, described, examples
from .schemas import LEVEL, SOLUTION, LevelOut, LevelValue, Moves, body_size, stored_level_in
from .solutions import replayed

router = ApiRouter(prefix="/api/levels", tags=["levels"])


class VersionIn(RequestModel):
    """A level for the place of a published one of yours, with a solution."""

    model_config = examples({"level": LEVEL, "solution": SOLUTION})

    level: LevelValue
    solution: Moves


@router.post("/{level}/versions", status_code=201, **described("Publish a new version of a level", WORKS, 409))
async def add_version(
    entry: OwnLevel,
    body: VersionIn,
    request: Request,
    library: Library,
    settings: CurrentSettings,
    visitor: CurrentVisitor,
    share: CurrentShare,
) -> LevelOut:
    """Put a new version in the place of a published level of yours, once the rules have replayed its solution.

    The version before keeps its id: links, plays and solutions stay with the version that they were made for.
    """
    if visitor.account is None:
        raise ApiError.said("forbidden", "publish-account")
    level = stored_level_in(body.level, settings)
    size = LEVEL_BYTES + body_size(body.level) + len(body.solution)
    await run_in_threadpool(check_quota, library, settings, visitor, levels=1)
    await run_in_threadpool(share.require, size)
    verification = await replayed(request, settings, level, body.solution)
    new = await run_in_threadpool(_add, library, entry.id, level, verification, visitor)
    share.add(size)
    return await run_in_threadpool(one_level_out, library, new, visitor)


def _add(library: Store, ident: int, level: Level, verification: Verification, visitor: Visitor) -> LevelEntry:
    def solve(entry: LevelEntry) -> ReplayedSolution:
        # Nobody watched it being found, so it counts as assisted.
        return store.solutions.prepare(entry, verification, visitor=visitor.id, assists=(store.solutions.HANDED_IN,))

    return store.versions.add(library, ident, level, solve, account=visitor.account or "")
