"""Making certificates: a claim, the solver's word on it, and the evidence for those who do not take its word."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from typing import NamedTuple

from ...arguments import check_callback, check_choice, check_optional, check_whole
from ...deadline import Deadline, OutOfTime
from ...games.position import Position
from ...level import Level
from ...metrics import Metrics
from ...play.validate import require_playable
from ...play.verify import verify
from ...sentence import located
from ...solver import Limit, Solved, Unsolvable, solve
from ...solver.api import Objective, Progress, ProgressCallback, Verdict, check_limit
from .checker import level_id, max_positions
from .claim import (
    CHECK_MEMORY,
    CLAIMS,
    MAX_BODY,
    MAX_POSITIONS,
    MOST_POSITIONS,
    Certificate,
    Claim,
    Proof,
    UncertifiedError,
)
from .exhaustion import TooManyStates, count_states
from .field import explain_unsupported, field_of
from .text import bare

_OBJECTIVES: dict[Claim, Objective] = {
    "solution": "any", "fewest-pushes": "pushes", "fewest-moves": "moves", "unsolvable": "pushes",
}  # fmt: skip
# How many boxes are looked up together, with the share of the positions that a proof may have then: each box more
# leaves fewer positions, but makes the check of a position longer.
_SUBSETS = ((2, 8), (3, 4), (4, 1))


class Certified(NamedTuple):
    """A certificate, and why nothing more than it claims was proven; nothing where all was that can be."""

    certificate: Certificate
    note: str = ""


def certify(
    level: Level | Position,
    claim: Claim | None = None,
    *,
    limit: Limit | None = None,
    positions: int = MOST_POSITIONS,
    check_memory: int = CHECK_MEMORY,
    progress: ProgressCallback | None = None,
) -> Certified:
    """Return a certificate of a claim about a level, or of the best claim that can be proven.

    The best are that it is unsolvable, the fewest pushes, and a solution.  The limit is that of the search for an
    answer, and that of the search for its proof, which has `positions` at most, and no more than a check with
    `check_memory` MiB accepts.  Raises LevelError for a level that cannot be played, UncertifiedError where the claim
    is wrong or was not proven.
    """
    check_optional(check_choice, "claim", claim, CLAIMS)
    check_limit(limit)
    check_whole("positions", positions, 0, MAX_POSITIONS)
    check_whole("check_memory", check_memory, 1)
    check_optional(check_callback, "progress", progress)
    position = require_playable(level)
    position = position if position.level == bare(position.level) else require_playable(bare(position.level))
    return _Certifier(position, limit or Limit(), positions, check_memory, progress).best(claim, level)


class _Certifier(NamedTuple):
    position: Position
    limit: Limit
    positions: int
    check_memory: int
    progress: ProgressCallback | None

    def best(self, claim: Claim | None, level: Level | Position) -> Certified:
        known = self._known_solution(level)
        if claim == "solution" and known is not None:
            return Certified(self._certificate("solution", known, Proof("replay")))
        verdict = solve(
            self.position,
            objective=_OBJECTIVES[claim or "fewest-pushes"],
            limit=self.limit,
            progress=self.progress,
        )
        solution = (verdict.text, verdict.metrics) if isinstance(verdict, Solved) else known
        if claim is not None:
            return Certified(self._proven(claim, verdict, solution))
        wanted: Claim = "unsolvable" if isinstance(verdict, Unsolvable) else "fewest-pushes"
        try:
            return Certified(self._proven(wanted, verdict, solution))
        except UncertifiedError as error:
            if solution is None:
                raise
            return Certified(self._certificate("solution", solution, Proof("replay")), located(wanted, str(error)))

    def _known_solution(self, level: Level | Position) -> tuple[str, Metrics] | None:
        """Return a solution that the level's file has, None where it has none that is found in time."""
        deadline = Deadline(self.limit.seconds)
        for saved in level.saved_moves if isinstance(level, Level) else ():
            if deadline.is_over:
                return None
            try:
                replay = verify(self.position, saved.text, deadline=deadline)
            except OutOfTime:
                return None
            if replay.solved and replay.metrics is not None:
                return replay.text, replay.metrics
        return None

    def _proven(self, claim: Claim, verdict: Verdict, solution: tuple[str, Metrics] | None) -> Certificate:
        if claim == "unsolvable":
            if isinstance(verdict, Solved):
                raise UncertifiedError.said("can-be-solved")
            if not isinstance(verdict, Unsolvable):
                raise UncertifiedError.said("limit-reached", limit=verdict.limit)
            return self._certificate(claim, None, self._proof(claim, None))
        if isinstance(verdict, Unsolvable):
            raise UncertifiedError.said("has-no-solution")
        if solution is None:
            raise UncertifiedError.said("none-within-limits")
        if claim == "solution":
            return self._certificate(claim, solution, Proof("replay"))
        if not isinstance(verdict, Solved) or verdict.optimal is None:
            raise UncertifiedError.said("best-unknown")
        metrics = solution[1]
        cost = metrics.pushes if claim == "fewest-pushes" else metrics.moves
        return self._certificate(claim, solution, self._proof(claim, cost))

    def _proof(self, claim: Claim, cost: int | None) -> Proof:
        if explain_unsupported(self.position) is None and (field := field_of(self.position)) is not None:
            proof = self._closed(claim, cost, min(self.positions, max_positions(field, self.check_memory)))
            if len(proof.body) > MAX_BODY:
                raise UncertifiedError.said("proof-memory", most=MAX_BODY >> 20)
            return proof
        if self.position.game.info.simultaneous:
            raise UncertifiedError.said("only-solution-certified")
        return self._exhausted(claim, cost)

    def _closed(self, claim: Claim, cost: int | None, most: int) -> Proof:
        from .native import TooManyPositions, closed_proof  # the only one who needs the core

        most, deadline = min(most, self.limit.nodes or most), Deadline(self.limit.seconds)

        def search(boxes: int, share: int) -> Proof:
            limit = replace(self.limit, nodes=most // share, seconds=deadline.left)
            return closed_proof(self.position, claim, cost or 0, limit, boxes, self.progress)

        for few in _SUBSETS[:-1]:
            with suppress(TooManyPositions):
                return search(*few)
        return search(*_SUBSETS[-1])

    def _exhausted(self, claim: Claim, cost: int | None) -> Proof:
        most = min(self.positions, self.limit.nodes or self.positions)
        deadline = Deadline(self.limit.seconds)

        def report(done: int, _: int) -> None:
            if self.progress is not None and self.progress(Progress(deadline.elapsed, done, 0)):
                raise UncertifiedError.said("was-stopped")

        try:
            states = count_states(self.position, claim, cost, most=most, progress=report, deadline=deadline)
        except OutOfTime:
            raise UncertifiedError.said("proof-seconds", most=deadline.seconds) from None
        except TooManyStates as error:
            raise UncertifiedError.said("proof-all-states", error=str(error)) from None
        return Proof("exhausted", states)

    def _certificate(self, claim: Claim, solution: tuple[str, Metrics] | None, proof: Proof) -> Certificate:
        limits = [f"{name} {value:.12g}" for name, value in (
            ("seconds", self.limit.seconds), ("nodes", self.limit.nodes), ("memory", self.limit.memory),
            ("positions", self.positions),
        ) if value is not None]  # fmt: skip
        text, metrics = solution or ("", None)
        return Certificate(
            bare(self.position.level),
            level_id(self.position),
            claim,
            text,
            metrics,
            proof,
            f"pushbox {version('pushbox')}",
            ", ".join(limits),
        )
