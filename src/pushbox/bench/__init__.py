"""Measurements: each suite yields figures, to judge a change by numbers with a machine and a commit.

Suites that need real levels take them from a folder that is not part of the project (``--shared``), and say so if it is
missing.
"""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

Item = TypeVar("Item")


class Figure(NamedTuple):
    """A measured value, the median where something was timed several times.

    `times` are the seconds of each level that was solved, where the value is the time of a whole set.
    """

    suite: str
    name: str
    value: float
    unit: str
    detail: str = ""
    times: tuple[float, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the figure as JSON fields."""
        return {name: value for name, value in self._asdict().items() if name != "times" or value}


Suite = Callable[[Path], Iterator[Figure]]

SUITES = {
    "startup": "how long `import pushbox` and `pushbox --help` take",
    "rules": "moves a second, in Python and in native code",
    "sim": "steps, pushes and views of many boards a second",
    "reading": "levels a second from text to checked boards",
    "paths": "how long everything that a box can reach takes",
    "pictures": "1,000 levels as SVG, a GIF of 500 moves",
    "solver": "Microban, any solution and fewest pushes, 10 s a level",
    "wasm": "the core for browsers in Node beside the native one: size, start, Microban and XSokoban",
    "web": "how long 500 players at 2 moves a second wait for an answer (half a minute)",
    "portions": "how long 5,000 players whose pages play by themselves wait for an answer (some minutes)",
    "boxoban": "Boxoban, any solution and fewest pushes, whole runs of `pushbox solve`",
    "xsokoban": "XSokoban, any solution, 20 s and 60 s a level (up to 90 minutes)",
    "proofs": "XSokoban, fewest pushes proven, 20 s a level (up to half an hour)",
    "sasquatch": "Sasquatch, any solution, 10 s a level (up to 9 minutes)",
    "sokevo": "SokEvo, any solution, 10 s a level (up to 18 minutes)",
    "home": "85 boards of 21 boxes and more that begin at home, any solution, 10 s a level (up to 10 minutes)",
    "hanano": "Hanano Puzzle, any solution, 60 s a level (up to 15 minutes)",
    "generator": "10,000 generated levels, how hard those of each grade are, 1,000 of the ten bands",
    "optimizer": "Microban and Boxoban hard made shorter, 1 s a level (some minutes)",
    "similarity": "nearly equal levels among a million: speed and size of the index (some ten minutes)",
    "library": "20,000 levels in a library: add, merge, list, search, duplicates, export (a minute or two)",
    "verdicts": "how soon it is known whether a push loses, in Microban and XSokoban (some minutes)",
    "detours": "how soon a push off a known solution is judged, by boxes, in processor time (some minutes)",
    "browser": "a step, the overlay of a box and the first page in Chromium",
    "terminal": "from a key to its step on the screen of the terminal game",
}
LONG = (
    "portions",
    "xsokoban",
    "proofs",
    "sasquatch",
    "sokevo",
    "home",
    "hanano",
    "generator",
    "optimizer",
    "similarity",
    "library",
    "verdicts",
    "detours",
)
# They stand in the module of the suite `solver`.
_OF_SOLVER = ("boxoban", "xsokoban", "proofs", "sasquatch", "sokevo", "home", "hanano")


def run(names: tuple[str, ...], shared: Path) -> Iterator[Figure]:
    """Yield the figures of suites by name, all that are not long where none is named."""
    for name in names or [suite for suite in SUITES if suite not in LONG]:
        module = import_module(f".{'solver' if name in _OF_SOLVER else name}", __name__)
        suite: Suite = getattr(module, name)
        yield from suite(shared)


def missing(suite: str, name: str, file: Path) -> Figure:
    """Return the placeholder for a figure whose levels are missing."""
    return Figure(suite, name, 0, "levels", f"not measured: {file.name} is not in {file.parent}")


# Yields items, given their number and a name, and shows how far a suite is; nothing is shown by default.
show_progress: ContextVar[Callable[[Iterable[Any], int, str], Iterable[Any]]] = ContextVar("show_progress")


def tracked(items: Iterable[Item], count: int, name: str) -> Iterable[Item]:
    """Return the items, as `show_progress` yields them."""
    show = show_progress.get(None)
    return items if show is None else show(items, count, name)


def machine() -> str:
    """Return the machine and the commit of the figures."""
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, CPython {platform.python_version()}, "
        f"{_commit() or 'no commit'}"
    )


def timed(action: Callable[[], object], *, least: float = 0.5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the median seconds of an action by a clock, run at least five times and for `least` seconds."""
    times: list[float] = []
    while len(times) < 5 or sum(times) < least:
        began = clock()
        action()
        times.append(clock() - began)
    return statistics.median(times)


def _commit() -> str:
    """Return the commit of the code, empty where there is no git or no repository."""
    git = shutil.which("git")
    if git is None:
        return ""
    command = [git, "describe", "--always", "--dirty"]
    return subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    ).stdout.strip()


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
