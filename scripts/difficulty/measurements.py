"""Measure the features of levels once, and keep them in a file."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pushbox.analysis.difficulty.features import measure_features, puzzle_of
from pushbox.errors import PushboxError
from pushbox.games.position import Position, load
from pushbox.metrics import measure
from pushbox.play.verify import verify
from pushbox.solver import Limit, Objective, Solved, solve

from .orders import numbers_of
from .sources import Ranked

# For the solution whose features count: objectives, positions and seeds of searches; the last only if there is none.
SEARCHES: tuple[tuple[Objective, int, int], ...] = (
    ("pushes", 20_000, 0), ("any", 20_000, 0), ("any", 5_000, 1), ("any", 5_000, 2), ("any", 80_000, 0)
)  # fmt: skip


def solution_of(ranked: Ranked, position: Position) -> str:
    """Return the best solution of a level that is known, or else that is found, empty for none."""
    texts = [text for text in ranked.solutions if verify(position, text).solved]
    for objective, nodes, seed in SEARCHES:
        if (objective, nodes, seed) == SEARCHES[-1] and texts:
            break
        verdict = solve(position, objective=objective, limit=Limit(seconds=None, nodes=nodes, memory=1024), seed=seed)
        if isinstance(verdict, Solved):
            texts.append(verdict.text)
    return min(texts, key=lambda text: (measure(text).pushes, measure(text).moves), default="")


def measure_level(ranked: Ranked, solution: str | None) -> dict[str, Any]:
    """Return the features of a level as numbers, and their solution, as JSON; without features where there is none."""
    began = time.monotonic()
    numbers = None
    try:
        position = load(ranked.level)
        puzzle_of(position)
        if solution is None:
            solution = solution_of(ranked, position)
        numbers = numbers_of(measure_features(position, solution)) if solution else None
    except PushboxError as error:
        print(f"{ranked.key}: {error}")
    return {"key": ranked.key, "features": numbers, "solution": solution, "seconds": time.monotonic() - began}


def measure_all(levels: Iterable[Ranked], cache: Path, *, anew: bool = False) -> dict[str, list[float]]:
    """Return the features of levels as numbers by their keys, from the cache as far as they are there.

    All are measured `anew`, with the solutions from the cache, where the features have changed.
    """
    known: dict[str, dict[str, Any]] = {}
    if cache.exists():
        known = {value["key"]: value for value in map(json.loads, cache.read_text(encoding="utf-8").splitlines())}
    if anew:
        cache.rename(cache.with_suffix(".before"))
    values = {} if anew else dict(known)
    with cache.open("a", encoding="utf-8") as file:
        for ranked in levels:
            if ranked.key not in values:
                values[ranked.key] = measure_level(ranked, known.get(ranked.key, {}).get("solution"))
                print(json.dumps(values[ranked.key]), file=file, flush=True)
    return {key: value["features"] for key, value in values.items() if value["features"]}
