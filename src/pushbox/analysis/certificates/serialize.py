"""Certificates as JSON fields, and in words."""

from __future__ import annotations

from typing import Any

from ...sentence import Sentence, counted, say
from .claim import Certificate


def certificate_to_json(certificate: Certificate) -> dict[str, Any]:
    """Return the claim, the id of the level, the solution with its counts, and the evidence."""
    fields: dict[str, Any] = {"claim": certificate.claim, "id": certificate.level_id}
    if certificate.metrics is not None:
        fields |= {**certificate.metrics._asdict(), "moves_text": certificate.solution}
    return fields | {"evidence": certificate.proof.evidence, "positions": certificate.proof.positions}


def sentence_of(certificate: Certificate) -> Sentence:
    """Say in words what a certificate proves."""
    positions = counted(certificate.proof.positions, "position")
    metrics = certificate.metrics
    if metrics is None:
        return say("certified-unsolvable", positions=positions)
    moves, pushes = counted(metrics.moves, "move"), counted(metrics.pushes, "push")
    match certificate.claim:
        case "fewest-pushes":
            return say("certified-fewest-pushes", moves=moves, pushes=pushes, positions=positions)
        case "fewest-moves":
            return say("certified-fewest-moves", moves=moves, pushes=pushes, positions=positions)
        case _:
            return say("certified-solution", moves=moves, pushes=pushes)
