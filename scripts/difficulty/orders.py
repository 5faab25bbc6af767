"""The orders that people gave levels, stored with the features of these levels, without the levels."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

import pushbox.analysis.difficulty
from pushbox.analysis.difficulty.features import Features
from pushbox.analysis.difficulty.solution_line import LineCounts
from pushbox.analysis.difficulty.tries import TryCounts
from pushbox.metrics import Metrics

from .sources import Ranked, Source

STORED = Path(__file__).with_name("features.json")
COEFFICIENTS = Path(pushbox.analysis.difficulty.__file__).parent / "coefficients.json"
_LINE, _TRIES = ([field.name for field in fields(counts)] for counts in (LineCounts, TryCounts))
COLUMNS = ["boxes", "floor", *Metrics._fields, "beyond", *_LINE, *_TRIES, "any", "proof", "rules"]
SOLVED_SHARE = 0.75  # of each part of a source that has a solution at least, as else the hardest are missing


@dataclass(frozen=True, slots=True)
class Orders:
    """The levels of a source: its name, whose they are, their ranks and features, and whether it only judges."""

    name: str
    family: str
    ranks: np.ndarray
    features: tuple[Features, ...]
    fresh: bool


def numbers_of(features: Features) -> list[float]:
    """Return features as the numbers of the columns."""
    boxes, floor, metrics, beyond, *counts = astuple(features)
    return [round(value, 4) for value in (boxes, floor, *metrics, beyond, *chain(*counts))]


def features_of(numbers: Iterable[float]) -> Features:
    """Return the features whose columns have these numbers."""
    rest = iter(numbers)
    return Features(
        boxes=next(rest),
        floor=next(rest),
        metrics=Metrics(*islice(rest, len(Metrics._fields))),
        beyond=next(rest),
        line=LineCounts(*islice(rest, len(_LINE))),
        tries=TryCounts(*islice(rest, len(_TRIES))),
        effort=tuple(rest),
    )


def store(groups: dict[Source, list[Ranked]], measured: dict[str, list[float]]) -> dict[str, Any]:
    """Return the features of the sources of which enough is solved, and their orders, as JSON without levels."""
    orders, levels = [], {}
    for source, group in groups.items():
        ranks = {one.key: float(one.rank) for one in group if one.key in measured}
        files: dict[str, list[bool]] = {}
        for one in group:
            files.setdefault(one.key.rpartition(" ")[0], []).append(one.key in measured)
        shares = [sum(solved) / len(solved) for solved in files.values()]
        if min(shares, default=0.0) < SOLVED_SHARE or len(set(ranks.values())) < 2:
            print(f"{source.name}: solved {', '.join(f'{share:.0%}' for share in shares)}, left out")
            continue
        orders.append({"name": source.name, "family": source.family, "fresh": source.fresh, "ranks": ranks})
        levels |= {key: measured[key] for key in ranks}
    return {"columns": COLUMNS, "orders": orders, "levels": levels}


def written(stored: dict[str, Any]) -> str:
    """Return stored features as text, a level or an order a line."""
    orders = ",\n".join(json.dumps(one, separators=(",", ":")) for one in stored["orders"])
    levels = ",\n".join(
        f"{json.dumps(key)}:{json.dumps(one, separators=(',', ':'))}" for key, one in stored["levels"].items()
    )
    return f'{{"columns":{json.dumps(stored["columns"])},\n"orders":[\n{orders}],\n"levels":{{\n{levels}}}}}\n'


def read_orders(stored: dict[str, Any]) -> list[Orders]:
    """Return the orders of stored features."""
    if stored["columns"] != COLUMNS:
        raise SystemExit(f"{STORED.name}: found other features, expected {', '.join(COLUMNS)}")
    known = {key: features_of(numbers) for key, numbers in stored["levels"].items()}
    return [
        Orders(
            one["name"],
            one["family"],
            np.array([*one["ranks"].values()]),
            tuple(known[key] for key in one["ranks"]),
            one["fresh"],
        )
        for one in stored["orders"]
    ]
