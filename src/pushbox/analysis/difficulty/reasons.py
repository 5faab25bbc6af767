"""The reasons of a difficulty, and their sentences in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...grades import grade_of
from ...sentence import Language
from ..texts import fill, texts

MIDDLE = 50.0  # between what is rather easy and rather hard


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason of a difficulty: a term of the model, its count, and its effect.

    `effect` is in points of the difficulty near its middle; below 0 it makes the level easier.
    """

    term: str
    count: int
    effect: float


def explain(value: float, reasons: Sequence[Reason], language: Language = "en") -> str:
    """Return a grade with its reasons in one sentence, those against it after a "but"; empty for none."""
    hard = value >= MIDDLE
    pro, contra = ([one for one in reasons if (one.effect > 0) is side] for side in (hard, not hard))
    if not reasons:
        return ""
    text = _joined(pro or contra, language)
    if pro and contra:
        text = fill(language, "difficulty.but", reasons=text, others=_joined(contra, language))
    return fill(language, f"difficulty.{grade_of(value)}", reasons=text)


def _joined(reasons: Sequence[Reason], language: Language) -> str:
    parts = (fill(language, f"difficulty.{reason.term}", count=reason.count) for reason in reasons)
    return texts(language)["list.chain"].join(parts)
