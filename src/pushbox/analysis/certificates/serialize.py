"""Certificates, and what a check of them found, as JSON fields."""

from __future__ import annotations

from typing import Any

from .claim import Certificate


def certificate_to_json(certificate: Certificate) -> dict[str, Any]:
    """Return what a certificate shows: the claim, the id of the level, the solution with its counts, the evidence."""
    fields: dict[str, Any] = {"claim": certificate.claim, "id": certificate.level_id}
    if certificate.metrics is not None:
        fields |= {**certificate.metrics._asdict(), "moves_text": certificate.solution}
    return fields | {"evidence": certificate.proof.evidence, "positions": certificate.proof.positions}
