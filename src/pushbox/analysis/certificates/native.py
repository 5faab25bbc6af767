"""The search for the positions of a proof in native code, by nothing that the checker cannot recompute."""

from __future__ import annotations

from typing import Literal

from ... import core
from ...games.position import Position
from ...sentence import Sentence, say
from ...solver.api import Limit, Progress, ProgressCallback
from ...solver.native import puzzle_of
from .claim import Claim, Proof, UncertifiedError

_CLAIMS: dict[Claim, Literal["unsolvable", "pushes", "moves"]] = {
    "unsolvable": "unsolvable",
    "fewest-pushes": "pushes",
    "fewest-moves": "moves",
}


class TooManyPositions(UncertifiedError):
    """A proof takes more positions than it may have."""


def closed_proof(
    position: Position,
    claim: Claim,
    cost: int,
    limit: Limit,
    subset: int,
    progress: ProgressCallback | None,
) -> Proof:
    """Return the positions that prove a claim, of at most `limit.nodes`; see `pushbox._core.certify`.

    Raises TooManyPositions where that is not enough, UncertifiedError where another limit is reached, or a solution is
    found that the claim excludes.
    """
    report = None
    if progress is not None:
        report = lambda nodes, waiting, bound, seconds, best: progress(  # noqa: E731
            Progress(seconds, nodes, waiting, bound, best)
        )
    found = core.certify(puzzle_of(position), _CLAIMS[claim], cost, subset, limit, report)
    if found.status == "solution":
        raise UncertifiedError.said("solution-excluded", cost=found.cost)
    if found.status == "gave-up" and found.limit == "nodes":
        raise TooManyPositions.said("proof-nodes", most=limit.nodes)
    if found.status == "gave-up":
        raise UncertifiedError(_reason(found.limit, limit))
    return Proof("closed", found.positions, found.body, found.subset, found.peak)


def _reason(reached: str | None, limit: Limit) -> Sentence:
    match reached:
        case "seconds":
            return say("proof-seconds", most=limit.seconds)
        case "memory":
            return say("proof-memory", most=limit.memory)
        case _:
            return say("was-stopped")
