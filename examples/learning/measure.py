"""Solve levels that the network has not learned from, by the solver alone and guided, and count the expanded positions.

    python examples/learning/measure.py [--weights FILE] [--count 100]

Needs no JAX.  Every solution is replayed by the rules.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from network import Network
from positions import levels

from pushbox import GaveUp, Level, Limit, Solved, Verdict, solve, verify
from pushbox.solver import Guidance

BANDS = (5, 6, 7, 8)  # the last one is of larger levels than those of training
SEED = 1000
LIMIT = Limit(seconds=None, nodes=20_000)


def searches(network: Network) -> dict[str, Callable[[Level], Verdict]]:
    """Return the searches by name."""
    one = Guidance(batch=1)
    return {
        "solver, any": lambda level: solve(level, limit=LIMIT),
        "solver, fewest pushes": lambda level: solve(level, objective="pushes", limit=LIMIT),
        "heuristic": lambda level: solve(level, heuristic=network.heuristic, guidance=one, limit=LIMIT),
        "policy": lambda level: solve(level, policy=network.policy, guidance=one, limit=LIMIT),
        "heuristic and policy": lambda level: solve(
            level, heuristic=network.heuristic, policy=network.policy, guidance=one, limit=LIMIT
        ),
    }


def main() -> None:
    """Print a table for each band."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, default=Path(__file__).with_name("weights.npz"))
    parser.add_argument("--count", type=int, default=100, help="levels of each band (default: 100)")
    given = parser.parse_args()
    network = Network.load(given.weights)
    print("| band | search | solved | positions, mean | median | pushes more than the fewest | ms a level |")
    print("|---|---|---|---|---|---|---|")
    for band in BANDS:
        chosen = levels(SEED, (band,), given.count)
        fewest = [verify(level, level.saved_moves[0].text).metrics.pushes for level in chosen]
        for name, search in searches(network).items():
            begun = time.process_time()
            found = [search(level) for level in chosen]
            spent = 1000 * (time.process_time() - begun) / len(chosen)
            nodes = [verdict.nodes for verdict in found]
            more = [
                v.metrics.pushes / least - 1 for v, least in zip(found, fewest, strict=True) if isinstance(v, Solved)
            ]
            solved = sum(not isinstance(verdict, GaveUp) for verdict in found)
            print(
                f"| {band} | {name} | {solved} | {statistics.mean(nodes):.1f} | {statistics.median(nodes):.0f} "
                f"| {statistics.mean(more):.1%} | {spent:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
