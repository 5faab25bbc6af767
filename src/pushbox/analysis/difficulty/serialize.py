"""A difficulty as JSON fields, for the command line and the web."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ...grades import SCALE
from ...sentence import Language
from . import Difficulty


def difficulty_to_json(difficulty: Difficulty, language: Language = "en") -> dict[str, Any]:
    """Return the number and its grade, how sure they are, the reasons as sentences and as values, and the features.

    `low` and `high` are the bounds of the number two times in three, `sure` is the chance of the grade, and `scale` the
    version of the scale.
    """
    features = asdict(difficulty.features) | {"metrics": difficulty.features.metrics._asdict()}
    certainty = difficulty.certainty
    return {
        "difficulty": round(difficulty.value, 1),
        "grade": difficulty.grade,
        "low": round(certainty.low, 1),
        "high": round(certainty.high, 1),
        "sure": round(certainty.sure, 2),
        "scale": SCALE,
        "why": difficulty.explain(language),
        "reasons": [asdict(reason) | {"effect": round(reason.effect, 1)} for reason in difficulty.reasons],
        "features": features,
    }
