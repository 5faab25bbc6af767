"""A difficulty as JSON fields, for the command line and the web."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...sentence import Language
from . import Difficulty


def difficulty_to_json(difficulty: Difficulty, language: Language = "en") -> dict[str, Any]:
    """Return the number, the sentence of its reasons, the reasons, and the features that it follows from."""
    features = asdict(difficulty.features) | {"metrics": difficulty.features.metrics._asdict()}
    return {
        "difficulty": round(difficulty.value, 1),
        "why": difficulty.explain(language),
        "reasons": [asdict(reason) | {"effect": round(reason.effect, 1)} for reason in difficulty.reasons],
        "features": features,
    }
