"""Certificates as JSON fields, and in words."""

from __future__ import annotations

from typing import Any

from ...sentence import counted
from .claim import Certificate


def certificate_to_json(certificate: Certificate) -> dict[str, Any]:
    """Return the claim, the id of the level, the solution with its counts, and the evidence."""
    fields: dict[str, Any] = {"claim": certificate.claim, "id": certificate.level_id}
    if certificate.metrics is not None:
        fields |= {**certificate.metrics._asdict(), "moves_text": certificate.solution}
    return fields | {"evidence": certificate.proof.evidence, "positions": certificate.proof.positions}


def say(certificate: Certificate) -> str:
    """Say in words what a certificate proves."""
    metrics = certificate.metrics
    if metrics is None:
        return f"the level has no solution ({counted(certificate.proof.positions, 'position')})"
    shown = {
        "solution": "the level is solved in {}",
        "fewest-pushes": "no solution has fewer pushes than the one of {}",
        "fewest-moves": "no solution has fewer moves than the one of {}",
    }[certificate.claim].format(metrics.summary)
    positions = f" ({counted(certificate.proof.positions, 'position')})" if certificate.claim != "solution" else ""
    return shown + positions
