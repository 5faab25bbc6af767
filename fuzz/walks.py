"""Take random walks in every game: there and back through the history, every board written and read.

::

    python fuzz/walks.py [--games KEY,...] [--walks N] [--seed N] [--steps N]

The seed is the number of the first walk, and the others follow it: 1,000 walks from seed 1 and 1,000 from seed 1,001
are the 2,000 from seed 1, so that a long run can be split or gone on with.  ``--walks 1 --seed NUMBER`` takes one walk
again.  The run ends with 1 where a walk has shown a fault; ``pushbox.conformance.random_walks`` lists what must hold.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pushbox import games  # from the folder named above
from pushbox.conformance.random_walks import Walked, check_walk
from pushbox.games.api import Game


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(games.keys()), help="keys, a comma between them (default: all)")
    parser.add_argument("--walks", type=int, default=100_000, help="walks of each game (default: 100,000)")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first walk (default: 1)")
    parser.add_argument("--steps", type=int, default=8, help="moves of a walk at most (default: 8)")
    options = parser.parse_args()
    numbers = range(options.seed, options.seed + options.walks)
    sys.exit(int(sum(run(games.find(key), numbers, options.steps) for key in options.games.split(",")) > 0))


def run(game: Game, numbers: range, steps: int) -> int:
    """Take the walks of a game, print how far they are and what they find; return how many showed a fault."""
    walked, faults = Walked(), 0
    began = last = time.monotonic()
    for number in numbers:
        try:
            check_walk(game, number, walked, steps=steps)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is what we look for
            faults += 1
            print(f"{game.info.key} {number}: {type(error).__name__}: {error}", flush=True)
        if time.monotonic() - last > 10:
            last = time.monotonic()
            done = number + 1 - numbers.start
            print(f"{game.info.key}: {done:,} of {len(numbers):,}, {done / (last - began):,.0f} a second", flush=True)
    boards = ", ".join(f"{key} {count:,}" for key, count in sorted(walked.boards.items()))
    print(
        f"{game.info.key}: {walked.walks:,} walks of {walked.turns:,} moves, {faults} faults, seeds {numbers.start} to "
        f"{numbers.stop - 1}, {time.monotonic() - began:.0f} s; boards read back: {boards}",
        flush=True,
    )
    return faults


if __name__ == "__main__":
    main()
