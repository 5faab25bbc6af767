"""Fit the difficulty of levels to orders that people gave them; writes pushbox/analysis/difficulty/coefficients.json.

    python scripts/fit_difficulty.py FOLDER... [--cache FILE] [--anew] [--write]
    python scripts/fit_difficulty.py [--write]

The folders have the files of `SOURCES`, which are not part of pushbox: those of ../shared/levels; `assets` of
github.com/ShenMian/soukoban for du Peloux and Holland; `levels/levelsslc` of github.com/PoulpoGaz/sokoshell for the
rest.  What is not there is left out, with a line that names it.  Features are measured once and kept in the cache; with
`--write` those that count are stored beside this script, as numbers without levels.  Without a folder these are fitted.

A model is a sum of features with weights that may not be negative: each feature can only make a level harder.  It is
fitted to pairs of levels of one source by the chance of the logistic function that the one that its source puts later
is the harder one, each source weighing the same.  What is reported for a source is from a fit without the levels of its
people, beside single counts, with intervals of a bootstrap over levels.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

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
from pushbox.solver import Limit, Objective, Solved, solve

Rank = float

# For the solution whose features count: objectives, positions and seeds of searches; the last only if there is none.
SEARCHES: tuple[tuple[Objective, int, int], ...] = (
    ("pushes", 20_000, 0), ("any", 20_000, 0), ("any", 5_000, 1), ("any", 5_000, 2), ("any", 80_000, 0)
)  # fmt: skip


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


def by_number_from(first: int, last: int) -> Callable[[int, Level], Rank | None]:
    """As `by_number`, for a collection that is a part of its file."""
    return lambda number, _: number if first <= number <= last else None


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


_HOLLAND = "Holland_81.xsb"
_PELOUX = "Aymeric_Du_Peloux_282.xsb"
_RATED = ("MicroCosmos", "MiniCosmos", "NaboKosmos", "PicoKosmos")

SOURCES = (
    *(Source(name, "du Peloux", (Part(_PELOUX, by_notes(name)),)) for name in _RATED),
    Source("AC Selected", "Cerjak", (Part("AC_Selected.slc", by_number_but(13, 14, 15, 46)),)),
    Source("Bagatelle", "Holland", (Part(_HOLLAND, by_number_from(21, 40)),)),
    Source("Cantrip", "Holland", (Part(_HOLLAND, by_number_from(41, 60)),)),
    Source("Anomaly 2", "Anomaly", (Part("Anomaly_2.slc", by_number),)),
    Source("Anomaly 2, 3", "Anomaly", (Part("Anomaly_2.slc", all_as(2)), Part("Anomaly_3.slc", all_as(3)))),
    Source("Learning Sokoban", "Draku", (Part("Learning_Sokoban.slc", by_number),)),
    Source(
        "Boxoban",
        "Boxoban",
        (
            Part("unfiltered_train_000.txt", all_as(1), 60),
            Part("medium_train_000.txt", all_as(2), 60),
            Part("hard_000.txt", all_as(3), 60),
        ),
    ),
    Source("Microban", "Skinner", (Part("Microban.txt", by_number, None, "skinner__Microban.tsv"),)),
    Source(
        "Microban, Sasquatch",
        "Skinner",
        (
            Part("Microban.txt", all_as(1), None, "skinner__Microban.tsv"),
            Part("Microban II.txt", all_as(1), 35, "skinner__Microban II.tsv"),
            Part("Sasquatch.txt", all_as(2), None, "skinner__Sasquatch.tsv"),
        ),
    ),
    Source(
        "XSokoban",
        "Thinking Rabbit",
        (Part("XSokoban_90.xsb", by_number, 45, "large_test_suite_3272__XSokoban_90.tsv"),),
    ),
    Source(
        "Revenge 1 to 3",
        "Revenge",
        (
            Part("Revenge_Coll_01.slc", all_as(1), 30),
            Part("Revenge_Coll_02.slc", all_as(2), 30),
            Part("Revenge_Coll_03.slc", all_as(3), 30),
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
    for objective, nodes, seed in SEARCHES:
        if (objective, nodes, seed) == SEARCHES[-1] and texts:
            break
        verdict = solve(position, objective=objective, limit=Limit(seconds=None, nodes=nodes, memory=1024), seed=seed)
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
    known = {name: parts[name](**part) if isinstance(part, dict) else part for name, part in value.items()}
    return Features(**known | {"effort": tuple(min(SEARCH_NODES, count) for count in value["effort"])})


# Chosen by how well they order what is held out, with all stored orders in view.
CHOSEN = ("pushes", "boxes", "box_changes", "leaving", "hidden", "rules")
RIDGE = 1.0  # how strongly weights are drawn to 0, against the mean loss of a pair
STEPS = 150
PAIRS = 2_000  # of a source that count at most
SAMPLES = 400  # of a bootstrap
WON_SAMPLES = 100  # of one that counts the orders that are won
SOLVED_SHARE = 0.75  # of each part of a source that has a solution at least, as else the hardest are missing

STORED = Path(__file__).with_name("difficulty_features.json")
COEFFICIENTS = Path(pushbox.analysis.difficulty.__file__).parent / "coefficients.json"

BASELINES: dict[str, Callable[[Features], float]] = {
    "pushes": lambda level: level.metrics.pushes,
    "moves": lambda level: level.metrics.moves,
    "boxes": lambda level: level.boxes,
    "positions, any solution": lambda level: level.effort[0],
    "positions, fewest pushes": lambda level: level.effort[1],
}


@dataclass(frozen=True, slots=True)
class Orders:
    """The levels of a source: its name, whose they are, their ranks, their features, and their terms by columns."""

    name: str
    family: str
    ranks: np.ndarray
    features: tuple[Features, ...]
    terms: np.ndarray


def store(groups: dict[Source, list[Ranked]], measured: dict[str, Features]) -> dict[str, Any]:
    """Return the features of the sources of which enough is solved, and their orders, as JSON without levels."""
    orders, levels = [], {}
    for source, group in groups.items():
        ranks = {one.key: float(one.rank) for one in group if one.key in measured}
        files = {one.key.rpartition(" ")[0] for one in group}
        shares = [
            len([key for key in ranks if key.startswith(f"{file} ")])
            / len([one for one in group if one.key.startswith(f"{file} ")])
            for file in sorted(files)
        ]
        if min(shares, default=0.0) < SOLVED_SHARE or len(set(ranks.values())) < 2:
            print(f"{source.name}: solved {', '.join(f'{share:.0%}' for share in shares)}, left out")
            continue
        orders.append({"name": source.name, "family": source.family, "ranks": ranks})
        levels |= {key: _numbers(measured[key]) for key in ranks}
    return {"columns": COLUMNS, "orders": orders, "levels": levels}


COLUMNS = [
    "boxes", "floor", *Metrics._fields, "beyond",
    *(field.name for field in fields(LineCounts)), *(field.name for field in fields(TryCounts)),
    "any", "proof", "rules",
]  # fmt: skip


def _numbers(features: Features) -> list[float]:
    values = [
        features.boxes, features.floor, *features.metrics, features.beyond,
        *astuple(features.line), *astuple(features.tries), *features.effort,
    ]  # fmt: skip
    return [round(value, 4) for value in values]


def _features(numbers: Sequence[Any]) -> Features:
    line, tries = 3 + len(Metrics._fields), 3 + len(Metrics._fields) + len(fields(LineCounts))
    end = tries + len(fields(TryCounts))
    return Features(
        numbers[0], numbers[1], Metrics(*numbers[2 : line - 1]), numbers[line - 1],
        LineCounts(*numbers[line:tries]), TryCounts(*numbers[tries:end]), tuple(numbers[end:]),
    )  # fmt: skip


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
    known = {key: _features(numbers) for key, numbers in stored["levels"].items()}
    every = []
    for one in stored["orders"]:
        features = tuple(known[key] for key in one["ranks"])
        terms = np.array([[TERMS[name].value(level) for name in CHOSEN] for level in features])
        every.append(Orders(one["name"], one["family"], np.array([*one["ranks"].values()]), features, terms))
    return every


def differences(orders: Orders, scaled: np.ndarray) -> np.ndarray:
    """Return the terms of the harder level minus those of the other, for pairs of a source."""
    harder, easier = np.nonzero(orders.ranks[:, None] > orders.ranks[None, :])
    if len(harder) > PAIRS:
        chosen = np.random.default_rng(0).choice(len(harder), PAIRS, replace=False)
        harder, easier = harder[chosen], easier[chosen]
    return scaled[harder] - scaled[easier]


class Fit:
    """The pairs of some orders, which models are fitted to."""

    def __init__(self, orders: Sequence[Orders]) -> None:
        self.orders = orders
        everything = np.concatenate([one.terms for one in orders])
        self.mean, self.deviation = everything.mean(axis=0), everything.std(axis=0) + 1e-9
        self.scaled = [(one.terms - self.mean) / self.deviation for one in orders]
        self.pairs = [differences(one, scaled) for one, scaled in zip(orders, self.scaled, strict=True)]

    def weights(self, without: str = "") -> np.ndarray:
        """Return the weights that make pairs likeliest, none below 0, by projected gradient descent."""
        pairs = [one for one, orders in zip(self.pairs, self.orders, strict=True) if orders.family != without]
        weight = np.full(len(self.mean), 0.1)
        for step in range(STEPS):
            gradient = RIDGE * weight
            for one in pairs:
                wrong = 1 / (1 + np.exp(np.clip(one @ weight, -30, 30)))
                gradient -= one.T @ wrong / len(one) / len(pairs)
            weight = np.maximum(0, weight - (1 - step / STEPS) * gradient)
        return weight

    def held_out(self) -> dict[str, np.ndarray]:
        """Return for each order the sums of its levels by a fit without its people."""
        weights = {family: self.weights(family) for family in sorted({one.family for one in self.orders})}
        return {one.name: scaled @ weights[one.family] for one, scaled in zip(self.orders, self.scaled, strict=True)}

    def model(self) -> dict[str, Any]:
        """Return the model that all orders give, as JSON: an eighth of their levels is below 25, half below 50."""
        weight = self.weights()
        sums = [scaled @ weight for scaled in self.scaled]
        shares = np.concatenate([np.full(len(one), 1 / len(one) / len(sums)) for one in sums])
        values = np.concatenate(sums)
        order = np.argsort(values, kind="stable")
        low, centre, high = np.interp([1 / 8, 1 / 2, 7 / 8], np.cumsum(shares[order]), values[order])
        terms = {
            name: {
                "weight": round(float(one), 4),
                "mean": round(float(middle), 4),
                "deviation": round(float(spread), 4),
            }
            for name, one, middle, spread in zip(CHOSEN, weight, self.mean, self.deviation, strict=True)
            if one > 0.0005
        }
        scale = (high - low) / (2 * np.log(3))  # the odds of 25 and 75
        levels = {one.name: len(one.ranks) for one in self.orders}
        doubt = round(doubt_of(self.orders, self.held_out(), scale), 4)
        return {
            "terms": terms, "centre": round(float(centre), 4), "scale": round(float(scale), 4), "doubt": doubt,
            "levels": levels,
        }  # fmt: skip


def doubt_of(orders: Sequence[Orders], held_out: dict[str, np.ndarray], scale: float) -> float:
    """Return the scale of the logistic distribution of a level, by which the held-out pairs are likeliest.

    Two levels differ by the square root of two as much as one differs from what is said of it.
    """
    pairs = []
    for one in orders:
        harder, easier = np.nonzero(one.ranks[:, None] > one.ranks[None, :])
        pairs.append((held_out[one.name][harder] - held_out[one.name][easier]) / scale)
    slopes = np.linspace(0.05, 3, 296)
    losses = [sum(np.log1p(np.exp(-slope * one)).mean() for one in pairs) for slope in slopes]
    return float(1 / (slopes[int(np.argmin(losses))] * np.sqrt(2)))


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the ranks of values, the mean of theirs for those that are equal."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def spearman(values: np.ndarray, truth: np.ndarray) -> float:
    """Return Spearman's rank correlation, 0 where all values are the same."""
    if values.min() == values.max() or truth.min() == truth.max():
        return 0.0
    return float(np.corrcoef(ranks(values), ranks(truth))[0, 1])


class Row(NamedTuple):
    """How well an order is followed: by the rating of a held-out fit, with an interval, and by single counts."""

    name: str
    levels: int
    rating: float
    interval: tuple[float, float]
    counts: tuple[float, ...]

    @property
    def is_above(self) -> bool:
        """Whether the rating follows the order better than each count."""
        return self.rating > max(self.counts)

    @property
    def is_last(self) -> bool:
        """Whether each count follows the order better than the rating."""
        return self.rating < min(self.counts)


def table(fit: Fit, *, samples: int = SAMPLES) -> list[Row]:
    """Return a row for each order; the intervals hold 95 % of `samples` of a bootstrap over its levels."""
    held_out, rows = fit.held_out(), []
    for one in fit.orders:
        value, random = held_out[one.name], np.random.default_rng(0)
        chosen = [random.integers(len(value), size=len(value)) for _ in range(samples)]
        spread = [spearman(value[some], one.ranks[some]) for some in chosen]
        low, high = np.percentile(spread, [2.5, 97.5]) if spread else (-1.0, 1.0)
        rows.append(Row(one.name, len(value), spearman(value, one.ranks), (float(low), float(high)), followed(one)))
    return rows


class Pooled(NamedTuple):
    """How well the orders of one family are followed in the mean, by the rating and by single counts."""

    name: str
    orders: int
    rating: float
    counts: tuple[float, ...]


def pooled(fit: Fit, rows: Sequence[Row]) -> list[Pooled]:
    """Return the means of the rows of each family, in the order of the table."""
    by_family: dict[str, list[Row]] = {}
    for orders, row in zip(fit.orders, rows, strict=True):
        by_family.setdefault(orders.family, []).append(row)
    return [
        Pooled(
            name,
            len(own),
            float(np.mean([row.rating for row in own])),
            tuple(map(float, np.mean([row.counts for row in own], axis=0))),
        )
        for name, own in by_family.items()
    ]


def above(rows: Sequence[Row | Pooled]) -> list[int]:
    """Return in how many rows the rating follows the order better than each count, at last than all of them at once."""
    each = [sum(row.rating > row.counts[number] for row in rows) for number in range(len(BASELINES))]
    return [*each, sum(row.rating > max(row.counts) for row in rows)]


def won_as_text(rows: Sequence[Row], families: Sequence[Pooled]) -> str:
    """Return as Markdown in how many orders and families the rating is above each count, and above all at once."""
    lines = [f"| above | of {len(rows)} orders | of {len(families)} families |", "|---|---:|---:|"]
    names = [*BASELINES, "every count at once"]
    lines += [f"| {name} | {one} | {own} |" for name, one, own in zip(names, above(rows), above(families), strict=True)]
    return "\n".join(lines)


def families_as_text(families: Sequence[Pooled]) -> str:
    """Return the means of the families as Markdown."""
    lines = [
        f"| Spearman, mean of the orders | orders | difficulty | {' | '.join(BASELINES)} |",
        "|---|" + "---:|" * (len(BASELINES) + 2),
    ]
    for row in families:
        counts = " | ".join(f"{one:.2f}" for one in row.counts)
        lines.append(f"| {row.name} | {row.orders} | {row.rating:.2f} | {counts} |")
    return "\n".join(lines)


def won_by_own_fit(fit: Fit) -> int:
    """Return how many orders weights that are fitted to that order alone follow better than each count.

    Nothing is held out, so no weights for all orders can be expected to win more.
    """
    own = [Fit([one]) for one in fit.orders]
    return sum(
        spearman(one.scaled[0] @ one.weights(), orders.ranks) > max(followed(orders))
        for one, orders in zip(own, fit.orders, strict=True)
    )


def won_by_chance(fit: Fit, *, samples: int = WON_SAMPLES) -> tuple[int, int]:
    """Return between which counts of orders the held-out rating wins, 95 % of a bootstrap over the levels of each."""
    held_out, random = fit.held_out(), np.random.default_rng(0)
    measured = [(one.ranks, held_out[one.name], counts_of(one)) for one in fit.orders]

    def is_won(ranks: np.ndarray, rating: np.ndarray, counts: np.ndarray) -> bool:
        some = random.integers(len(ranks), size=len(ranks))
        return spearman(rating[some], ranks[some]) > max(spearman(one[some], ranks[some]) for one in counts)

    won = [sum(is_won(*one) for one in measured) for _ in range(samples)]
    low, high = np.percentile(won, [2.5, 97.5])
    return round(low), round(high)


def counts_of(orders: Orders) -> np.ndarray:
    """Return each count of the levels of an order, a row a count."""
    return np.array([[count(level) for level in orders.features] for count in BASELINES.values()])


def followed(orders: Orders) -> tuple[float, ...]:
    """Return how well an order is followed by each count."""
    return tuple(spearman(one, orders.ranks) for one in counts_of(orders))


def as_text(rows: Sequence[Row]) -> str:
    """Return a table as Markdown, with the means in its last row."""
    lines = [
        f"| Spearman | levels | difficulty | 95 % | {' | '.join(BASELINES)} |",
        "|---|" + "---:|" * (len(BASELINES) + 3),
    ]
    for row in rows:
        counts = " | ".join(f"{one:.2f}" for one in row.counts)
        lines.append(
            f"| {row.name} | {row.levels} | {row.rating:.2f} | "
            f"{row.interval[0]:.2f} to {row.interval[1]:.2f} | {counts} |"
        )
    means = " | ".join(f"{one:.2f}" for one in np.mean([row.counts for row in rows], axis=0))
    lines.append(
        f"| mean | {sum(row.levels for row in rows)} | {np.mean([row.rating for row in rows]):.2f} | | {means} |"
    )
    return "\n".join(lines)


def main() -> None:
    """Measure, fit, report, and write the coefficients where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("target/difficulty.jsonl"), help="where features are kept")
    parser.add_argument("--anew", action="store_true", help="measure all features anew")
    parser.add_argument("--write", action="store_true", help="write the coefficients, and the features if measured")
    options = parser.parse_args()
    if options.folders:
        groups = {
            source: [one for part in source.parts for one in levels_of(part, options.folders)] for source in SOURCES
        }
        measured = measure_all([one for group in groups.values() for one in group], options.cache, anew=options.anew)
        stored = store(groups, measured)
        if options.write:
            STORED.write_text(written(stored), encoding="utf-8")
    else:
        stored = json.loads(STORED.read_text(encoding="utf-8"))
    fit = Fit(read_orders(stored))
    rows = table(fit)
    print(as_text(rows))
    families = pooled(fit, rows)
    print(families_as_text(families))
    print(won_as_text(rows, families))
    print(f"last in {sum(row.is_last for row in rows)} of {len(rows)}")
    low, high = won_by_chance(fit)
    print(
        f"of other levels by the same people, in {low} to {high}; fitted to each order itself, in {won_by_own_fit(fit)}"
    )
    model = fit.model()
    print(json.dumps(model, indent=2))
    if options.write:
        COEFFICIENTS.write_text(json.dumps(model, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
