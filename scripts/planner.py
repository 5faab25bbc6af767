"""Let Fast Downward solve levels as problems of PDDL, and replay its plans: `make planner`.

Each level is written with its domain, planned for the fewest pushes, and the plan is replayed by the rules and compared
with what `pushbox.solve` finds.  The planner is no part of pushbox; its package has an environment of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pushbox
from pushbox import formats, levels
from pushbox.formats.pddl import DOMAIN
from pushbox.level import Level
from pushbox.play.verify import ReplayStatus, verify

SEARCHES = (
    "astar(lmcut())",
    "eager_greedy([ff()])",
)  # for the fewest pushes, and where that takes too long for any plan
MOST_CELLS = 130  # of a small level
MOST_BOXES = 5
# Exit codes of Fast Downward.
UNSOLVABLE = (11, 12)
OUT_OF_TIME = (21, 23)


def small_levels(count: int) -> Iterator[Level]:
    """Yield small levels that come with pushbox."""
    shipped = (level for name in levels.names() for level in formats.read_file(levels.path(name)))
    plain = (level for level in shipped if level.game == "sokoban" and not formats.losses(Level(level.board), "pddl"))
    small = (level for level in plain if len(level.board.terrain) <= MOST_CELLS)
    for number, level in enumerate(one for one in small if len(one.board.of_kind("box")) <= MOST_BOXES):
        if number == count:
            return
        yield Level(level.board)


def plan(planner: Path, folder: Path, level: Level, seconds: int) -> str | None:
    """Return the plan of a level, empty where there provably is none, None where the planner finds none in the time.

    Raises RuntimeError where the planner fails.
    """
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "level.pddl").write_text(formats.write(level, "pddl"))
    found = folder / "plan"
    options = ["--overall-time-limit", f"{seconds}s", "--plan-file", str(found)]
    for search in SEARCHES:
        command = [sys.executable, str(planner), *options, "domain.pddl", "level.pddl", "--search", search]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - our own
        if done.returncode in UNSOLVABLE:
            return ""
        if done.returncode not in (0, *OUT_OF_TIME):
            output = done.stdout[-1000:] + done.stderr[-1000:]
            raise RuntimeError(f"the planner ended with {done.returncode}:\n{output}")
        if not done.returncode:
            return found.read_text()
    return None


def judged(level: Level, found: str | None) -> str:
    """Return what a plan is: solved with the fewest pushes, with more, or wrong."""
    if found is None:
        return "no plan in time"
    verdict = pushbox.solve(level, objective="pushes")
    if not found:
        return "unsolvable, as pushbox says" if isinstance(verdict, pushbox.Unsolvable) else f"WRONG: {verdict}"
    replay = verify(level, found)
    if replay.status is not ReplayStatus.SOLVED or replay.metrics is None:
        return f"WRONG: {replay.status.value}"
    if not isinstance(verdict, pushbox.Solved) or verdict.metrics.pushes > replay.metrics.pushes:
        return f"WRONG: {replay.metrics.pushes} pushes, pushbox has {verdict}"
    more = replay.metrics.pushes > verdict.metrics.pushes
    return "solved, with more pushes" if more else "solved, as many pushes as pushbox"


def main() -> int:
    """Plan levels and print what came of it; 1 where a plan is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("planner", type=Path, help="the program fast-downward.py")
    parser.add_argument("--levels", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20, help="for each search of a level")
    given = parser.parse_args()
    program = given.planner.resolve()
    if not program.is_file():
        parser.error(f"found no file {given.planner}, expected the program fast-downward.py")
    planned = list(small_levels(given.levels))
    results: Counter[str] = Counter()

    def plan_one(level: Level) -> str:
        with tempfile.TemporaryDirectory() as folder:
            return judged(level, plan(program, Path(folder), level, given.seconds))

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for number, (level, result) in enumerate(zip(planned, threads.map(plan_one, planned), strict=True), start=1):
            results[result] += 1
            print(f"level {number} of {len(planned)}: {result}", flush=True)
            if result.startswith("WRONG"):
                print(formats.write(level, "xsb"))
    print(", ".join(f"{count} {result}" for result, count in results.most_common()))
    return int(any(result.startswith("WRONG") for result in results))


if __name__ == "__main__":
    sys.exit(main())
