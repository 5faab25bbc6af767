"""The number: a sum of curves of features, whose slopes come from orders that people gave to levels.

The slopes are in ``coefficients.json``, which ``python -m scripts.difficulty`` writes.  None is negative: no feature
makes a level easier.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ...grades import GRADES, grade_of
from .features import Features
from .reasons import MIDDLE, Reason


class Term(NamedTuple):
    """A weighted function of the features, and `shown`, the number that people see.

    Of the terms of one `group`, only the strongest is a reason.
    """

    group: str
    value: Callable[[Features], float]
    shown: Callable[[Features], int]


def _logarithm(group: str, count: Callable[[Features], int]) -> Term:
    """Return a term that is the logarithm of a count: each doubling adds the same."""
    return Term(group, lambda level: math.log1p(max(0, count(level))), count)


# Those without a weight are reasons of ratings that libraries have kept since the first scale.
# Bits of luck, and of search until a loss shows, are summed up over the pushes of the solution.
TERMS: dict[str, Term] = {
    "moves": _logarithm("length", lambda level: level.metrics.moves),
    "box_lines": _logarithm("length", lambda level: level.metrics.box_lines),
    "box_changes": _logarithm("turns", lambda level: level.metrics.box_changes),
    "parked": _logarithm("turns", lambda level: level.line.parked),
    "beyond": _logarithm("detours", lambda level: level.beyond),
    "leaving": _logarithm("detours", lambda level: level.line.leaving),
    "losing": Term(
        "losses",
        lambda level: math.log1p(level.metrics.pushes * level.tries.choices),
        lambda level: round(100 * level.tries.losing_share),
    ),
    "hidden": Term(
        "losses",
        lambda level: math.log1p(level.metrics.pushes * level.tries.losing_share * level.tries.depth),
        lambda level: round(100 * level.tries.hidden_share),
    ),
    "search": _logarithm("search", lambda level: level.effort[0]),
    "rules": _logarithm("search", lambda level: level.effort[2]),
    "boxes": _logarithm("boxes", lambda level: level.boxes),
    "pushes": _logarithm("length", lambda level: level.metrics.pushes),
}


_LEAST = 1e-9  # of a number, so that it has odds


class Weight(NamedTuple):
    """The slopes of a term below and above its `middle`, the median of the levels of the fit."""

    middle: float
    below: float
    above: float

    def effect(self, value: float) -> float:
        """Return by how much a value of the term makes a level harder than its middle; negative for easier."""
        return (value - self.middle) * (self.below if value < self.middle else self.above)


class Certainty(NamedTuple):
    """A difficulty is from `low` to `high` two times in three, and of its grade with the chance `sure`."""

    low: float
    high: float
    sure: float


class Model(NamedTuple):
    """The weights, the sum of a level harder than half of the fitted levels, and the scale around it.

    `doubt` is the scale of the logistic distribution of how hard people find a level around what the weights say, in
    the logarithm of the odds of the number: from orders that the weights were not fitted to.
    """

    weights: Mapping[str, Weight]
    centre: float
    scale: float
    doubt: float

    def certainty(self, value: float) -> Certainty:
        """Return how sure a difficulty from 0 to 100 is."""
        middle = math.log(max(value, _LEAST) / max(100 - value, _LEAST))
        reach = self.doubt * math.log(5)  # from a sixth to five sixths of the distribution
        bounds = GRADES[grade_of(value)]
        below = [self._share_below(edge, middle) for edge in bounds]
        return Certainty(100 * _logistic(middle - reach), 100 * _logistic(middle + reach), below[1] - below[0])

    def _share_below(self, edge: float, middle: float) -> float:
        """Return the chance that a level with a number of these odds is easier than a number."""
        if edge in (0, 100):
            return edge / 100
        return _logistic((math.log(edge / (100 - edge)) - middle) / self.doubt)

    def effects(self, features: Features) -> dict[str, float]:
        """Return by how much each term makes a level harder than the middle; negative for easier."""
        return {name: weight.effect(TERMS[name].value(features)) for name, weight in self.weights.items()}

    def value(self, features: Features) -> float:
        """Return the difficulty from 0 to 100."""
        return self._number(self.effects(features))

    def judge(self, features: Features, most: int) -> tuple[float, tuple[Reason, ...]]:
        """Return how hard a level is, and at most `most` reasons.

        First come the terms that move the number most in its direction, one of each group, then those against it.
        """
        effects = self.effects(features)
        value = self._number(effects)
        sign = 1 if value >= MIDDLE else -1
        strongest: dict[str, str] = {}
        for name in sorted(effects, key=lambda name: -abs(effects[name])):
            strongest.setdefault(TERMS[name].group, name)
        names = sorted(strongest.values(), key=lambda name: (sign * effects[name] <= 0, -abs(effects[name])))[:most]
        points = 25 / self.scale  # the slope of the number at its middle
        return value, tuple(Reason(name, TERMS[name].shown(features), effects[name] * points) for name in names)

    def _number(self, effects: Mapping[str, float]) -> float:
        return 100 * _logistic((sum(effects.values()) - self.centre) / self.scale)


def _logistic(distance: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, distance))))


@cache
def model() -> Model:
    """Return the model that comes with pushbox."""
    values = json.loads((files(__package__) / "coefficients.json").read_text(encoding="utf-8"))
    weights = {name: Weight(**weight) for name, weight in values["terms"].items()}
    return Model(weights, values["centre"], values["scale"], values["doubt"])
