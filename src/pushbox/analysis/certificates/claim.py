"""The claims of certificates, their evidence, and their maximum size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from ...errors import PushboxError
from ...level import Level
from ...metrics import Metrics
from ...rich_display import repr_html

Claim = Literal["solution", "fewest-pushes", "fewest-moves", "unsolvable"]
CLAIMS: tuple[Claim, ...] = get_args(Claim)
Evidence = Literal["replay", "closed", "exhausted"]
EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)

MAX_POSITIONS = 10_000_000  # of a proof
MOST_POSITIONS = 1_000_000  # of a proof unless more are wanted
MAX_SUBSET = 4  # boxes that are looked up together
MAX_PLACEMENTS = 200_000  # of so many boxes that can be solved, which a checker goes through
MAX_EXHAUSTED = 200_000  # of one that goes through every state by the rules
MAX_SQUARES = 1_000  # that a player can walk to, for a proof by closed positions
MAX_CELLS = 10_000  # of the board of such a proof
MAX_BODY = 64 << 20  # bytes of the positions
MAX_TEXT = 128 << 20  # bytes of a certificate
MAX_LEVEL = 1 << 20  # letters of the level in it
MAX_FIELDS = 8 << 20  # bytes of the fields above the level
CHECK_MEMORY = 512  # MiB that a checker takes for the positions unless more are allowed


class MalformedCertificate(PushboxError):
    """A text that is no certificate, or one beyond the bounds."""


class InvalidCertificate(PushboxError):
    """A certificate that does not prove its claim."""


def require(condition: object, code: str, /, **params: Any) -> None:
    """Raise InvalidCertificate with the sentence of a code, unless a condition holds."""
    if not condition:
        raise InvalidCertificate.said(code, **params)


class UncertifiedError(PushboxError):
    """A claim that was not proven within the limits."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The evidence for a claim: its kind, and the data that a checker needs to repeat it.

    ``replay`` is only the solution. ``closed`` is a set of positions whose every push leads to a member, or the image
    of one under a symmetry of the level, to a lost position, or too far from a solution: `body` has the positions with
    their pushes or moves, `subset` is the size of the box sets that are looked up as unsolvable alone, and `peak` the
    cell from which the potential of the bound on moves falls. ``exhausted`` is only the number of reachable states, for
    a checker to count again.
    """

    evidence: Evidence
    positions: int = 0
    body: bytes = b""
    subset: int = 0
    peak: int | None = None


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim about a level, with its proof; `solution` and `metrics` are empty where it is unsolvable.

    `level` is bare: its game, options and board.  `program` and `limits` say by what it was made, and within which
    limits.
    """

    level: Level
    level_id: str
    claim: Claim
    solution: str
    metrics: Metrics | None
    proof: Proof
    program: str
    limits: str

    @property
    def cost(self) -> int | None:
        """The pushes or moves that no solution undercuts, None where the claim is another."""
        if self.metrics is None or self.claim not in ("fewest-pushes", "fewest-moves"):
            return None
        return self.metrics.pushes if self.claim == "fewest-pushes" else self.metrics.moves

    _repr_html_ = repr_html
