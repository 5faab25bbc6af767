"""What a soak counts: latencies by kind, failures, and what the server's process takes."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import psutil

MIB = 1 << 20


@dataclass
class Figures:
    """The figures of a run: seconds by kind since the last minute and in all, and failures by what they are."""

    recent: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    all: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failures: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, seconds: float) -> None:
        """Add a latency."""
        self.recent[kind].append(seconds)
        self.all[kind].append(seconds)

    @contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        """Add how long a block takes."""
        begin = time.perf_counter()
        yield
        self.add(kind, time.perf_counter() - begin)


@dataclass(frozen=True)
class Sample:
    """What a process takes: MiB, descriptors, threads, shares of a processor since the last, and its children."""

    minute: float
    rss: float
    pss: float
    handles: int
    threads: int
    busy: float
    workers: int
    workers_rss: float
    workers_busy: float


class Meter:
    """Looks from time to time what a process takes."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process
        self._processes: dict[int, psutil.Process] = {}  # the same object each time: it knows what it took before
        self.sample(0)

    def sample(self, minute: float) -> Sample:
        """Return what it takes now."""
        children = {one.pid: self._processes.get(one.pid, one) for one in self._process.children(recursive=True)}
        self._processes = children
        rss = busy = 0.0
        for child in children.values():
            with suppress(psutil.NoSuchProcess):
                rss += child.memory_info().rss
                busy += child.cpu_percent()
        memory = self._process.memory_full_info()
        return Sample(
            minute,
            memory.rss / MIB,
            memory.pss / MIB,
            self._process.num_fds(),
            self._process.num_threads(),
            self._process.cpu_percent() / 100,
            len(children),
            rss / MIB,
            busy / 100,
        )


@dataclass(frozen=True)
class Bar:
    """What a figure of the run is to be at most."""

    name: str
    figure: float
    most: float

    def __str__(self) -> str:
        sign = "holds" if self.holds else "DOES NOT HOLD"
        return f"{self.name}: {self.figure:,.2f}, at most {self.most:g}: {sign}"

    @property
    def holds(self) -> bool:
        """Whether it is."""
        return self.figure <= self.most


def late(seconds: list[float]) -> float:
    """Return the 99th percentile in milliseconds, 0 of nothing."""
    return 1000 * sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * 0.99))] if seconds else 0.0


def percentiles(seconds: list[float]) -> str:
    """Return p50/p95/p99/max in milliseconds, and of how many."""
    if not seconds:
        return "-"
    ranked = sorted(seconds)
    picked = [ranked[min(len(ranked) - 1, int(len(ranked) * part))] for part in (0.5, 0.95, 0.99, 1)]
    return "/".join(f"{1000 * one:.1f}" for one in picked) + f" of {len(ranked):,}"


def slope(samples: list[Sample]) -> float:
    """Return by how many MiB a minute the memory rises over the samples, fitted by a line."""
    if len(samples) < 2:
        return 0.0
    x = [one.minute for one in samples]
    y = [one.rss for one in samples]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((one - mean_x) ** 2 for one in x)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread if spread else 0.0
