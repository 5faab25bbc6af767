"""Fit the difficulty of levels to orders that people gave them; writes pushbox/analysis/difficulty/coefficients.json.

    python scripts/fit_difficulty.py FOLDER... [--cache FILE] [--anew] [--write]

The folders have the files of `SOURCES`, which are not part of pushbox: those of ../shared/levels; `assets` of
github.com/ShenMian/soukoban for du Peloux; `levels/levelsslc` of github.com/PoulpoGaz/sokoshell for the
rest.  What is not there is left out, with a line that names it.  Features are measured once, and kept in the cache.

A model is a sum of features with weights that may not be negative: each feature can only make a level harder.  It is
fitted to pairs of levels of one source by the chance of the logistic function that the one that its source puts later
is the harder one, each source weighing the same.  What is reported for a source is from a fit without it.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import pushbox.analysis.difficulty
from pushbox import formats
from pushbox.analysis.difficulty.features import SEARCH_NODES, Features, measure_features, puzzle_of
from pushbox.analysis.difficulty.model import TERMS
from pushbox.analysis.difficulty.solution_line import LineCounts
from pushbox.analysis.difficulty.tries import TryCounts
from pushbox.errors import PushboxError
from pushbox.games.position import Position, load
from pushbox.level import Level
from pushbox.metrics import Metrics, measure
from pushbox.play.verify import verify
from pushbox.solver import Limit, Solved, solve

Rank = float

SEARCH = Limit(seconds=None, nodes=30_000, memory=1024)  # for the solution whose features count


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a source: its name, how its levels are ranked, and how many of them count at most."""

    file: str
    rank: Callable[[int, Level], Rank | None]
    most: int | None = None
    solutions: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Levels that somebody put in an order; the levels of one `family` are held out together."""

    name: str
    family: str
    parts: tuple[Part, ...]


def by_number(number: int, level: Level) -> Rank | None:
    """The later in the collection, the harder."""
    del level
    return number


def by_number_but(*exceptions: int) -> Callable[[int, Level], Rank | None]:
    """As `by_number`, without the levels that the author names as exceptions."""
    return lambda number, _: None if number in exceptions else number


def by_halves(last: int) -> Callable[[int, Level], Rank | None]:
    """The levels after a number are harder than those up to it."""
    return lambda number, _: number > last


def all_as(rank: Rank) -> Callable[[int, Level], Rank | None]:
    """All levels of a file are as hard."""
    return lambda *_: rank


def by_notes(collection: str) -> Callable[[int, Level], Rank | None]:
    """The difficulty that the author wrote into the notes of each level of a collection in the file."""

    def rank(number: int, level: Level) -> Rank | None:
        del number
        found = re.search(r"^Difficulty: ([\d.]+)", level.notes, re.MULTILINE)
        return float(found[1]) if found and f"Collection: {collection}" in level.notes else None

    return rank


_PELOUX = "Aymeric_Du_Peloux_282.xsb"
_RATED = ("MicroCosmos", "MiniCosmos", "NaboKosmos", "PicoKosmos")

SOURCES = (
    *(Source(name, "du Peloux", (Part(_PELOUX, by_notes(name)),)) for name in _RATED),
    Source("AC Selected", "Cerjak", (Part("AC_Selected.slc", by_number_but(13, 14, 15, 46)),)),
    Source("AC Diamonds", "Cerjak", (Part("AC_Diamonds.slc", by_halves(10)),)),
    Source("Anomaly 2", "Anomaly", (Part("Anomaly_2.slc", by_number),)),
    Source("Anomaly 2, 3", "Anomaly", (Part("Anomaly_2.slc", all_as(2)), Part("Anomaly_3.slc", all_as(3)))),
    Source("Learning Sokoban", "Draku", (Part("Learning_Sokoban.slc", by_number),)),
    Source(
        "Boxoban",
        "Boxoban",
        (
            Part("unfiltered_train_000.txt", all_as(1), 200),
            Part("medium_train_000.txt", all_as(2), 200),
            Part("hard_000.txt", all_as(3), 200),
        ),
    ),
    Source("Microban", "Skinner", (Part("Microban.txt", by_number, None, "skinner__Microban.tsv"),)),
    Source(
        "Microban, Sasquatch",
        "Skinner",
        (
            Part("Microban.txt", all_as(1), None, "skinner__Microban.tsv"),
            Part("Microban II.txt", all_as(1), 131, "skinner__Microban II.tsv"),
            Part("Sasquatch.txt", all_as(2), None, "skinner__Sasquatch.tsv"),
        ),
    ),
    Source(
        "XSokoban",
        "Thinking Rabbit",
        (Part("XSokoban_90.xsb", by_number, None, "large_test_suite_3272__XSokoban_90.tsv"),),
    ),
    Source(
        "Revenge 1 to 3",
        "Revenge",
        (
            Part("Revenge_Coll_01.slc", all_as(1), 50),
            Part("Revenge_Coll_02.slc", all_as(2), 50),
            Part("Revenge_Coll_03.slc", all_as(3), 50),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A level of a source."""

    key: str
    rank: Rank
    level: Level
    solutions: tuple[str, ...]


def find_file(folders: Sequence[Path], name: str) -> Path | None:
    """Return where a file is, in any of some folders."""
    return next((path for folder in folders for path in sorted(folder.rglob(name))), None)


def levels_of(part: Part, folders: Sequence[Path]) -> Iterator[Ranked]:
    """Yield the levels of a part that have a rank."""
    path = find_file(folders, part.file)
    if path is None:
        print(f"{part.file}: not there, left out")
        return
    known: dict[int, list[str]] = {}
    table = find_file(folders, part.solutions) if part.solutions else None
    for line in table.read_text(encoding="utf-8").splitlines() if table else ():
        columns = line.split("\t")
        if columns[0].isdecimal():
            known.setdefault(int(columns[0]), []).append(columns[-1])
    levels = formats.read_file(path).levels
    spread = range(len(levels)) if part.most is None else [i * len(levels) // part.most for i in range(part.most)]
    for index in spread:
        rank = part.rank(index + 1, levels[index])
        if rank is not None:
            yield Ranked(f"{part.file} {index + 1}", rank, levels[index], tuple(known.get(index + 1, ())))


def solution_of(ranked: Ranked, position: Position) -> str:
    """Return the best solution of a level that is known, or else that is found, empty for none."""
    texts = [text for text in ranked.solutions if verify(position, text).solved]
    for objective in ("pushes", "any"):
        verdict = None if texts else solve(position, objective=objective, limit=SEARCH)
        if isinstance(verdict, Solved):
            texts.append(verdict.text)
    return min(texts, key=lambda text: (measure(text).pushes, measure(text).moves), default="")


def measure_level(ranked: Ranked, solution: str | None) -> dict[str, Any]:
    """Return the features of a level and their solution as JSON; without features where there is none."""
    began = time.monotonic()
    features = None
    try:
        position = load(ranked.level)
        puzzle_of(position)
        if solution is None:
            solution = solution_of(ranked, position)
        features = measure_features(position, solution) if solution else None
    except PushboxError as error:
        print(f"{ranked.key}: {error}")
    value = None if features is None else asdict(features) | {"metrics": features.metrics._asdict()}
    return {"key": ranked.key, "features": value, "solution": solution, "seconds": time.monotonic() - began}


def measure_all(levels: Iterable[Ranked], cache: Path, *, anew: bool = False) -> dict[str, Features]:
    """Return the features of levels by their keys, from the cache as far as they are there.

    All are measured `anew`, with the solutions from the cache, where the features have changed.
    """
    known: dict[str, dict[str, Any]] = {}
    if cache.exists():
        known = {value["key"]: value for value in map(json.loads, cache.read_text(encoding="utf-8").splitlines())}
    if anew:
        cache.rename(cache.with_suffix(".before"))
    done = set() if anew else set(known)
    with cache.open("a", encoding="utf-8") as file:
        for ranked in levels:
            if ranked.key not in done:
                done.add(ranked.key)
                value = measure_level(ranked, known.get(ranked.key, {}).get("solution"))
                known[ranked.key] = value
                print(json.dumps(value), file=file, flush=True)
    return {key: features_from(value["features"]) for key, value in known.items() if value["features"]}


def features_from(value: dict[str, Any]) -> Features:
    """Return features from their JSON."""
    parts = {"metrics": Metrics, "line": LineCounts, "tries": TryCounts, "effort": lambda *counts: counts}
    fields = {name: parts[name](**part) if isinstance(part, dict) else part for name, part in value.items()}
    return Features(**fields | {"effort": tuple(min(SEARCH_NODES, count) for count in value["effort"])})


RIDGE = 0.3  # how strongly weights are drawn to 0, against the mean loss of a pair
STEPS = 500
PAIRS = 20_000  # of a source that count at most

BASELINES: dict[str, Callable[[Features], float]] = {
    "pushes": lambda level: level.metrics.pushes,
    "moves": lambda level: level.metrics.moves,
    "boxes": lambda level: level.boxes,
    "positions, any solution": lambda level: level.effort[0],
    "positions, fewest pushes": lambda level: level.effort[1],
}


@dataclass(frozen=True, slots=True)
class Orders:
    """The levels of a source as arrays: their ranks, and their terms by columns."""

    source: Source
    ranks: np.ndarray
    terms: np.ndarray
    features: tuple[Features, ...]


def orders_of(source: Source, levels: Sequence[Ranked], measured: dict[str, Features]) -> Orders:
    """Return the levels of a source that have features."""
    known = [ranked for ranked in levels if ranked.key in measured]
    features = tuple(measured[ranked.key] for ranked in known)
    terms = np.array([[term.value(one) for term in TERMS.values()] for one in features])
    return Orders(source, np.array([ranked.rank for ranked in known]), terms, features)


def differences(orders: Orders, scaled: np.ndarray) -> np.ndarray:
    """Return the terms of the harder level minus those of the other, for pairs of a source."""
    harder, easier = np.nonzero(orders.ranks[:, None] > orders.ranks[None, :])
    if len(harder) > PAIRS:
        chosen = np.random.default_rng(0).choice(len(harder), PAIRS, replace=False)
        harder, easier = harder[chosen], easier[chosen]
    return scaled[harder] - scaled[easier]


def fit(sources: Sequence[Orders], mean: np.ndarray, deviation: np.ndarray) -> np.ndarray:
    """Return the weights that make the pairs of some sources likeliest, none below 0, by projected gradient descent."""
    pairs = [differences(orders, (orders.terms - mean) / deviation) for orders in sources]
    weight = np.full(len(mean), 0.1)
    for step in range(STEPS):
        gradient = RIDGE * weight
        for one in pairs:
            wrong = 1 / (1 + np.exp(np.clip(one @ weight, -30, 30)))
            gradient -= one.T @ wrong / len(one) / len(pairs)
        weight = np.maximum(0, weight - (1 - step / STEPS) * gradient)
    return weight


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the ranks of values, the mean of theirs for those that are equal."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def spearman(values: np.ndarray, truth: np.ndarray) -> float:
    """Return Spearman's rank correlation, 0 where all values are the same."""
    if values.min() == values.max():
        return 0.0
    return float(np.corrcoef(ranks(values), ranks(truth))[0, 1])


def kendall(values: np.ndarray, truth: np.ndarray) -> float:
    """Return Kendall's tau-b, 0 where all values are the same."""
    if values.min() == values.max():
        return 0.0
    first = np.sign(values[:, None] - values[None, :])
    second = np.sign(truth[:, None] - truth[None, :])
    return float((first * second).sum() / np.sqrt((first**2).sum() * (second**2).sum()))


def report(sources: Sequence[Orders], mean: np.ndarray, deviation: np.ndarray) -> None:
    """Print how well each source is ordered by a fit without its family, beside the baselines."""
    held_out = {
        family: fit([orders for orders in sources if orders.source.family != family], mean, deviation)
        for family in {orders.source.family for orders in sources}
    }
    for measure_of, name in ((spearman, "Spearman"), (kendall, "Kendall")):
        print(f"| {name} | levels | difficulty | {' | '.join(BASELINES)} |")
        print("|---|" + "---:|" * (len(BASELINES) + 2))
        rows = []
        for orders in sources:
            value = ((orders.terms - mean) / deviation) @ held_out[orders.source.family]
            others = [np.array([base(one) for one in orders.features]) for base in BASELINES.values()]
            rows.append([measure_of(one, orders.ranks) for one in (value, *others)])
            cells = " | ".join(f"{one:.2f}" for one in rows[-1])
            print(f"| {orders.source.name} | {len(orders.ranks)} | {cells} |")
        means = " | ".join(f"{one:.2f}" for one in np.mean(rows, axis=0))
        print(f"| mean | {sum(len(orders.ranks) for orders in sources)} | {means} |\n")


def coefficients(sources: Sequence[Orders], mean: np.ndarray, deviation: np.ndarray) -> dict[str, Any]:
    """Return the model that all sources give, as JSON: its number is the share of their levels that are easier."""
    weight = fit(sources, mean, deviation)
    sums = [((orders.terms - mean) / deviation) @ weight for orders in sources]
    shares = np.concatenate([np.full(len(one), 1 / len(one) / len(sums)) for one in sums])
    values = np.concatenate(sums)
    order = np.argsort(values)
    below = np.cumsum(shares[order])
    low, centre, high = np.interp([0.2, 0.5, 0.8], below, values[order])
    terms = {
        name: {"weight": round(float(one), 4), "mean": round(float(middle), 4), "deviation": round(float(spread), 4)}
        for name, one, middle, spread in zip(TERMS, weight, mean, deviation, strict=True)
        if one > 0.0005
    }
    levels = {orders.source.name: len(orders.ranks) for orders in sources}
    scale = (high - low) / (2 * np.log(4))
    return {"terms": terms, "centre": round(float(centre), 4), "scale": round(float(scale), 4), "levels": levels}


def main() -> None:
    """Measure, fit, report, and write the coefficients where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("target/difficulty.jsonl"), help="where features are kept")
    parser.add_argument("--anew", action="store_true", help="measure all features anew")
    parser.add_argument("--write", action="store_true", help="write the coefficients")
    options = parser.parse_args()
    groups = {source: [one for part in source.parts for one in levels_of(part, options.folders)] for source in SOURCES}
    measured = measure_all([one for group in groups.values() for one in group], options.cache, anew=options.anew)
    sources = [orders_of(source, group, measured) for source, group in groups.items()]
    sources = [orders for orders in sources if len(set(orders.ranks)) > 1]
    everything = np.concatenate([orders.terms for orders in sources])
    mean, deviation = everything.mean(axis=0), everything.std(axis=0) + 1e-9
    report(sources, mean, deviation)
    model = coefficients(sources, mean, deviation)
    print(json.dumps(model, indent=2))
    if options.write:
        target = Path(pushbox.analysis.difficulty.__file__).parent / "coefficients.json"
        target.write_text(json.dumps(model, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
