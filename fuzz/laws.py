"""Hold the laws of games on many random boards, in every game: `pushbox.conformance`, seed after seed.

::

    python fuzz/laws.py [--games KEY,...] [--rounds N] [--seed N]

A round looks at 50 crowded boards and at all positions of 100 tiny ones.  The seed is that of the first round, and the
others follow it; ``--rounds 1 --seed NUMBER`` takes one again.  The run ends with 1 where a law was broken.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pushbox import games  # from the folder named above
from pushbox.conformance import LawBroken, check


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(games.keys()), help="keys, a comma between them (default: all)")
    parser.add_argument("--rounds", type=int, default=100, help="rounds in each game (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first round (default: 1)")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.rounds)
    sys.exit(int(sum(run(key, seeds) for key in options.games.split(",")) > 0))


def run(key: str, seeds: range) -> int:
    """Hold the laws in a game, print what breaks and how much was looked at; return in how many rounds any broke."""
    began = time.monotonic()
    broken = moves = positions = solvable = 0
    for seed in seeds:
        try:
            report = check(games.find(key), boards=50, tiny_boards=100, seed=seed)
        except LawBroken as error:
            broken += 1
            print(f"{key} {seed}: {error}", flush=True)
        else:
            moves, positions = moves + report.moves, positions + report.positions
            solvable += report.solvable
    print(
        f"{key}: {len(seeds):,} rounds of {moves:,} moves and {positions:,} positions of tiny boards, {solvable:,} of "
        f"them solvable, {broken} broken, seeds {seeds.start} to {seeds.stop - 1}, {time.monotonic() - began:.0f} s",
        flush=True,
    )
    return broken


if __name__ == "__main__":
    main()
