"""The search for the positions of a proof in native code, by nothing that the checker cannot recompute."""

from __future__ import annotations

from typing import Literal

from ... import core
from ...games.position import Position
from ...solver.api import Limit, Progress, ProgressCallback
from ...solver.native import puzzle_of
from .claim import Claim, Proof, UncertifiedError

_CLAIMS: dict[Claim, Literal["unsolvable", "pushes", "moves"]] = {
    "unsolvable": "unsolvable",
    "fewest-pushes": "pushes",
    "fewest-moves": "moves",
}


def closed_proof(
    position: Position,
    claim: Claim,
    cost: int,
    limit: Limit,
    subset: int,
    progress: ProgressCallback | None,
) -> Proof:
    """Return the positions that prove a claim, of at most `limit.nodes`; see `pushbox._core.certify`.

    Raises UncertifiedError where a limit is reached, or a solution is found that the claim excludes.
    """
    report = None
    if progress is not None:
        report = lambda nodes, waiting, bound, seconds, best: progress(  # noqa: E731
            Progress(seconds, nodes, waiting, bound, best)
        )
    found = core.certify(puzzle_of(position), _CLAIMS[claim], cost, subset, limit, report)
    if found.status == "solution":
        raise UncertifiedError(f"found a solution that costs {found.cost}, which the claim excludes")
    if found.status == "gave-up":
        raise UncertifiedError(_REASONS[found.limit or "stopped"].format(limit=limit))
    return Proof("closed", found.positions, found.body, found.subset, found.peak)


_REASONS = {
    "nodes": "a proof takes more than {limit.nodes:,} positions",
    "seconds": "a proof takes more than {limit.seconds:g} s",
    "memory": "a proof takes more than {limit.memory:,} MiB",
    "stopped": "it was stopped",
}
