"""Fit the difficulty of levels to orders that people gave them; writes pushbox/analysis/difficulty/coefficients.json.

    python -m scripts.difficulty FOLDER... [--cache FILE] [--anew] [--write]
    python -m scripts.difficulty [--write]

The folders have the files of `SOURCES`, which are not part of pushbox: those of ../shared/levels; `assets` of
github.com/ShenMian/soukoban for du Peloux and Holland; `puzzles/xsb` of github.com/607011/Retroban for Boxxle and
Brainsport; `levels` of github.com/PoulpoGaz/sokoshell for the rest.  What is not there is left out, with a line that
names it.  Features are measured once and kept in the cache; with `--write` those that count are stored beside this
script, as numbers without levels.  Without a folder these are fitted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from . import comparison, orders, report
from .fit import Fit
from .measurements import measure_all
from .sources import SOURCES, levels_of


def main() -> None:
    """Measure, fit, report, and write the coefficients where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m scripts.difficulty", description=__doc__.split("\n")[0])
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
        stored = orders.store(groups, measured)
        if options.write:
            orders.STORED.write_text(orders.written(stored), encoding="utf-8")
    else:
        stored = json.loads(orders.STORED.read_text(encoding="utf-8"))
    fit = Fit(orders.read_orders(stored))
    rows, judged = comparison.table(fit, fit.orders), comparison.table(fit, fit.fresh)
    families = comparison.pooled(fit, rows)
    print(report.orders_as_text(rows, comparison.intervals(fit, fit.orders)))
    print(report.orders_as_text(judged, comparison.intervals(fit, fit.fresh)))
    print(report.families_as_text(families))
    print(report.won_as_text(rows, families, judged))
    print(report.fair_as_text(comparison.fair(fit, rows)))
    print(f"last in {sum(row.is_last for row in rows)} of {len(rows)}")
    low, high = comparison.won_by_chance(fit)
    own = comparison.won_by_own_fit(fit)
    print(f"of other levels by the same people, in {low} to {high}; fitted to each order itself, in {own}")
    model = json.dumps(fit.model(), indent=2)
    print(model)
    if options.write:
        orders.COEFFICIENTS.write_text(f"{model}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
