"""The checker of certificates: it recomputes each claim from the text alone.

It knows the rules and the values of levels, and nothing of solvers or the core; a test enforces that.
"""

from __future__ import annotations

from collections.abc import Callable

from ...arguments import check_optional, check_seconds, check_whole
from ...deadline import Deadline
from ...errors import PushboxError
from ...games.position import Position
from ...grid import cell_of
from ...identity import ALL, UPRIGHT, canonical_id
from ...play.validate import require_playable
from ...play.verify import verify
from . import text
from .claim import CHECK_MEMORY, MAX_POSITIONS, Certificate, MalformedCertificate, require
from .closed import check_closed
from .exhaustion import count_states
from .field import Cells, Field, explain_unsupported, field_of

ProgressCallback = Callable[[int, int], object]  # positions done, and all


def check(
    data: bytes,
    progress: ProgressCallback | None = None,
    *,
    seconds: float | None = None,
    memory: int = CHECK_MEMORY,
) -> Certificate:
    """Return the certificate that a text is, once everything that it claims has been shown.

    Raises InvalidCertificate where it does not show it, MalformedCertificate for a text that is no certificate, or
    beyond the bounds or of more positions than fit into so many MiB of `memory`, and OutOfTime where that is not
    decided within so many `seconds`.  `progress` may end the check by an exception.
    """
    check_optional(check_seconds, "seconds", seconds)
    check_whole("memory", memory, 1)
    deadline = Deadline(seconds)
    certificate = text.read(data)
    deadline.check()
    try:
        position = require_playable(certificate.level)
    except PushboxError as error:
        raise MalformedCertificate.said("level-unplayable", error=str(error)) from None
    require(certificate.level_id == level_id(position), "proof-other-level")
    deadline.check()
    _check_solution(certificate, position, deadline)
    deadline.check()
    match certificate.proof.evidence:
        case "replay":
            require(certificate.claim == "solution", "proof-needs-more")
        case "closed":
            require(certificate.claim != "solution", "proof-no-solution")
            _check_closed(certificate, position, progress, deadline, memory)
        case "exhausted":
            require(certificate.claim != "solution", "proof-states")
            _check_exhausted(certificate, position, progress, deadline)
    return certificate


def level_id(position: Position) -> str:
    """Return the canonical id of a position's level."""
    return canonical_id(position.level, UPRIGHT if position.game.info.gravity else ALL)


def _check_solution(certificate: Certificate, position: Position, deadline: Deadline) -> None:
    if certificate.metrics is None:
        return
    replay = verify(position, certificate.solution, deadline=deadline)
    require(replay.solved, "proof-unsolved", why=replay.message)
    require(replay.text == certificate.solution, "proof-spelled")
    require(replay.metrics == certificate.metrics, "proof-counts")


def max_positions(field: Field, memory: int = CHECK_MEMORY) -> int:
    """Return the limit of positions of a proof: those of which a check takes so many MiB, fewer on a large board."""
    return min(MAX_POSITIONS, (memory << 20) // bytes_of_position(field))


def bytes_of_position(field: Field) -> int:
    """Return the memory that a position takes in a check."""
    return _POSITION_BYTES + (len(field.counts) + 1) * field.area // 8


_POSITION_BYTES = 250  # of a position, without the cells of its boxes and of its player


def _check_closed(
    certificate: Certificate,
    position: Position,
    progress: ProgressCallback | None,
    deadline: Deadline,
    memory: int,
) -> None:
    why = explain_unsupported(position)
    require(why is None, "proof-nothing", why=why)
    field = field_of(position)
    if field is None:
        raise MalformedCertificate.said("proof-board-large")
    if certificate.proof.positions > (most := max_positions(field, memory)):
        raise MalformedCertificate.said("proof-positions", count=certificate.proof.positions, most=most)
    by_moves = certificate.claim == "fewest-moves"
    peak: Cells | None = None
    if certificate.proof.peak is not None:
        require(by_moves and certificate.proof.peak < len(position.board.terrain), "proof-peak")
        row, column = position.board.rc(certificate.proof.peak)
        peak = 1 << cell_of(row, column, field.pitch)
        require(peak & field.floor, "proof-peak-walk")
    check_closed(
        field,
        certificate.proof,
        cost=certificate.cost,
        by_moves=by_moves,
        peak=peak,
        progress=progress,
        tick=deadline.check,
    )


def _check_exhausted(
    certificate: Certificate, position: Position, progress: ProgressCallback | None, deadline: Deadline
) -> None:
    require(not position.game.info.simultaneous, "proof-compete")
    states = count_states(position, certificate.claim, certificate.cost, progress=progress, deadline=deadline)
    require(states == certificate.proof.positions, "proof-state-count")
