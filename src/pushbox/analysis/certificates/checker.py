"""The checker of certificates: it recomputes each claim from the text alone.

It knows the rules and the values of levels, and nothing of solvers or the core; a test enforces that.
"""

from __future__ import annotations

from collections.abc import Callable

from ...arguments import check_optional, check_seconds
from ...deadline import Deadline
from ...errors import PushboxError
from ...games.position import Position
from ...grid import cell_of
from ...identity import ALL, UPRIGHT, canonical_id
from ...play.validate import require_playable
from ...play.verify import verify
from . import text
from .claim import MAX_MEMORY, MAX_POSITIONS, Certificate, InvalidCertificate, MalformedCertificate
from .closed import check_closed
from .exhaustion import count_states
from .field import Cells, Field, explain_unsupported, field_of

ProgressCallback = Callable[[int, int], object]  # positions done, and all


def check(data: bytes, progress: ProgressCallback | None = None, *, seconds: float | None = None) -> Certificate:
    """Return the certificate that a text is, once everything that it claims has been shown.

    Raises InvalidCertificate where it does not show it, MalformedCertificate for a text that is no certificate, or
    beyond the bounds, and OutOfTime where that is not decided within so many `seconds`.  `progress` may end the check
    by an exception.
    """
    check_optional(check_seconds, "seconds", seconds)
    deadline = Deadline(seconds)
    certificate = text.read(data)
    deadline.check()
    try:
        position = require_playable(certificate.level)
    except PushboxError as error:
        raise MalformedCertificate(f"the level cannot be played: {error}") from None
    _require(certificate.level_id == level_id(position), "the id is that of another level")
    deadline.check()
    _check_solution(certificate, position, deadline)
    deadline.check()
    match certificate.proof.evidence:
        case "replay":
            _require(certificate.claim == "solution", "a solution alone does not prove this claim")
        case "closed":
            _require(certificate.claim != "solution", "positions prove no solution")
            _check_closed(certificate, position, progress, deadline)
        case "exhausted":
            _require(certificate.claim != "solution", "states prove no solution")
            _check_exhausted(certificate, position, progress, deadline)
    return certificate


def level_id(position: Position) -> str:
    """Return the canonical id of a position's level."""
    return canonical_id(position.level, UPRIGHT if position.game.info.gravity else ALL)


def _require(condition: object, refusal: str) -> None:
    if not condition:
        raise InvalidCertificate(refusal)


def _check_solution(certificate: Certificate, position: Position, deadline: Deadline) -> None:
    if certificate.metrics is None:
        return
    replay = verify(position, certificate.solution, deadline=deadline)
    _require(replay.solved, f"the solution does not solve the level: {replay.message}")
    _require(replay.text == certificate.solution, "the solution is spelled in another way")
    _require(replay.metrics == certificate.metrics, "the solution has other counts")


def max_positions(field: Field) -> int:
    """Return the limit of positions of a proof: lower where each takes much memory, as on a large board."""
    return min(MAX_POSITIONS, MAX_MEMORY // bytes_of_position(field))


def bytes_of_position(field: Field) -> int:
    """Return the memory that a position takes in a check."""
    return _POSITION_BYTES + (len(field.counts) + 1) * field.area // 8


_POSITION_BYTES = 250  # of a position, without the cells of its boxes and of its player


def _check_closed(
    certificate: Certificate, position: Position, progress: ProgressCallback | None, deadline: Deadline
) -> None:
    why = explain_unsupported(position)
    _require(why is None, f"positions prove nothing of this level: {why}")
    field = field_of(position)
    if field is None:
        raise MalformedCertificate("found a board too large for a proof by positions")
    if certificate.proof.positions > (most := max_positions(field)):
        raise MalformedCertificate(f"positions: found {certificate.proof.positions:,}, expected at most {most:,} here")
    by_moves = certificate.claim == "fewest-moves"
    peak: Cells | None = None
    if certificate.proof.peak is not None:
        _require(by_moves and certificate.proof.peak < len(position.board.terrain), "a peak is for moves, on the board")
        row, column = position.board.rc(certificate.proof.peak)
        peak = 1 << cell_of(row, column, field.pitch)
        _require(peak & field.floor, "nobody can walk to the peak")
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
    _require(not position.game.info.simultaneous, "where people compete nothing is exhausted")
    states = count_states(position, certificate.claim, certificate.cost, progress=progress, deadline=deadline)
    _require(states == certificate.proof.positions, "the number of states is another")
