"""Play on a real server for ten minutes as if it were an hour, and look what it takes and whether anything is lost.

::

    python soak/run.py [--minutes N] [--players N] [--askers N] [--pace N] [--clock N] [--database URL] [--top]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import sqlalchemy as sa
from abusers import HOARDER, Attack, attacked
from figures import MIB, Bar, Figures, Meter, Sample, late, percentiles, slope
from visitors import Player, Racer, Reader, Searcher, Soak, address

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from pushbox import store  # noqa: E402  # from the folder named above
from pushbox.store.tables import address_shares  # noqa: E402
from pushbox.web.disk_shares import address_key  # noqa: E402
from pushbox.web.rate_limits import household  # noqa: E402

PEOPLE_KEYS = 2 / 3  # keys a second of somebody who thinks
VISITOR_SHARE, ADDRESS_SHARE = 16, 64  # MiB of the disk: less than by default, so that who hoards comes to the end
UNDERWAY = 4  # MiB of a request that was let in before another was counted
KEY, POINTER, HINT = 50, 100, 2000  # milliseconds for 99 of 100, of those who mean no harm
RISE = 0.5  # MiB a minute of memory in the second half, which a few minutes of sampling cannot tell from nothing
ENOUGH = 10  # minutes of a second half for that
SERVER = [sys.executable, str(Path(__file__).with_name("server.py"))]


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--askers", type=int, default=60, help="windows that ask without end (default: 60)")
    parser.add_argument("--pace", type=float, default=6, help="how many times as quick as people (default: 6)")
    parser.add_argument("--clock", type=float, default=1, help="how many times as quick the day goes by (default: 1)")
    parser.add_argument("--database", help="default: a file that is removed afterwards")
    parser.add_argument("--top", action="store_true", help="print what was allocated, by line; makes it slow")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pushbox-soak-") as folder:
        url = options.database or f"sqlite:///{folder}/library.sqlite"
        with served(url, Path(folder) / "log", clock=options.clock, top=options.top) as (process, address):
            soak = Soak(address, Figures(), PEOPLE_KEYS * options.pace, levels=levels(address))
            with attacked(address, soak.levels, options.askers) as attack:
                samples = asyncio.run(run(soak, process, options))
        log = (Path(folder) / "log").read_text(errors="backslashreplace")
        if options.top:
            print(log)
        lost = count_lost(soak, url)
        shares = disk_bars(attack.hoarders, url)
    summary(soak.figures, attack, samples, log, options)
    print(f"saved: {sum(soak.saved.values()):,} positions of {len(soak.saved):,} plays, {lost} lost")
    lost += sum(count for failure, count in soak.figures.failures.items() if "LOST" in failure)
    kept = [Bar("positions lost", lost, 0), *time_bars(soak.figures, samples), *shares]
    print(*kept, sep="\n")
    sys.exit(not all(bar.holds for bar in kept))


@contextmanager
def served(database: str, log: Path, *, clock: float, top: bool) -> Iterator[tuple[psutil.Process, str]]:
    """Yield a server's process and where it is; afterwards it is stopped as by an operator."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONUNBUFFERED": "1",
        "SOAK_TOP": "1" if top else "",
        "SOAK_CLOCK": f"{clock:g}",
    }
    shares = ("--visitor-size", str(VISITOR_SHARE), "--address-size", str(ADDRESS_SHARE))
    command = [*SERVER, "serve", "--port", "0", "--database", database, *shares]
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process,
    ):
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None, log.read_text()
        try:
            yield psutil.Process(process.pid), address[0].rstrip("/")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def levels(address: str) -> list[int]:
    """Return the numbers of the levels that one person can play."""
    with httpx.Client(base_url=address, timeout=60) as client:
        listed = client.get("/api/levels", params={"limit": 200}).json()["levels"]
    return [level["id"] for level in listed if level["game"] != "versus"]


async def run(soak: Soak, process: psutil.Process, options: argparse.Namespace) -> list[Sample]:
    """Let everybody play until the time is over; print a line a minute."""
    acts = [Player(soak, number).play for number in range(options.players)]
    acts += [Reader(soak, 10_000 + number).read for number in range(5)]
    acts += [Searcher(soak, 11_000 + number).search for number in range(2)]
    acts += [Racer(soak, 12_000 + number).race for number in range(4)]
    acts += [soak.measure_itself]
    begin, samples, meter = time.monotonic(), [], Meter(process)
    print(
        "minute     RSS     PSS  handles threads workers            busy   key ms p50/p95/p99/max  pointers  http",
        flush=True,
    )
    async with soak.crowd(acts):
        for minute in range(1, int(options.minutes) + 1):
            await asyncio.sleep(begin + 60 * minute - time.monotonic())
            samples.append(meter.sample(minute))
            print_minute(samples[-1], soak.figures)
            if options.top and minute in {2, int(options.minutes)}:
                process.send_signal(signal.SIGUSR1)
    return samples


def print_minute(one: Sample, figures: Figures) -> None:
    """Print the figures of a minute."""
    keys, pointers, http = (percentiles(figures.recent[kind]) for kind in ("key", "pointer", "http"))
    figures.recent.clear()
    workers = f"{one.workers} ({one.workers_rss:.0f} MiB)"
    busy = f"{one.busy:.0%}+{one.workers_busy:.0%}"
    server = f"{one.minute:6.0f} {one.rss:7.1f} {one.pss:7.1f} {one.handles:8} {one.threads:7} {workers:>12} {busy:>9}"
    print(f"{server}   {keys}   {pointers}   {http}", flush=True)


def count_lost(soak: Soak, url: str) -> int:
    """Return how many positions that were reported as saved are not in the library as they were."""
    lost = 0
    with store.open(url) as library:
        for play, newest in soak.saved.items():
            parents = {step.node: step.parent for step in store.plays.steps(library, play)}
            rows = soak.rows[play]
            lost += sum(parents.get(number) != rows[number][1] for number in range(1, newest + 1))
    return lost


def time_bars(figures: Figures, samples: list[Sample]) -> list[Bar]:
    """Return how late the answers of players were, and how the memory rose if the run was long enough to tell."""
    bars = [
        Bar("keys, 99th percentile in ms", late(figures.all["key"]), KEY),
        Bar("pointers, 99th percentile in ms", late(figures.all["pointer"]), POINTER),
        Bar("hints, 99th percentile in ms", late(figures.all["hint"]), HINT),
    ]
    half = samples[len(samples) // 2 :]
    if len(half) >= ENOUGH:
        bars.append(Bar("memory in the second half, MiB a minute", slope(half), RISE))
    else:
        print(f"the run was too short to judge the memory: its second half needs {ENOUGH} minutes")
    return bars


def disk_bars(hoarders: set[str], url: str) -> list[Bar]:
    """Return what those who fill the disk have of it: each visitor, and their address."""
    with store.open(url) as library:
        kept = [store.disk.kept_by(library, [visitor]) / MIB for visitor in hoarders]
        key = address_key(household(address(HOARDER)))
        added = added_by(library, key) / MIB
    return [
        Bar("the most that a visitor keeps, MiB", max(kept, default=0), VISITOR_SHARE + UNDERWAY),
        Bar("what their address has added, MiB", added, ADDRESS_SHARE + UNDERWAY),
    ]


def added_by(library: store.Store, key: str) -> float:
    """Return the bytes that an address has added, as they count by now."""
    with library.read() as connection:
        query = sa.select(address_shares.c.bytes).where(address_shares.c.key == key)
        return float(connection.execute(query).scalar_one_or_none() or 0)


def summary(figures: Figures, attack: Attack, samples: list[Sample], log: str, options: argparse.Namespace) -> None:
    """Print the figures of the whole run."""
    head = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    busy = "/".join(f"{load:.1f}" for load in os.getloadavg())
    print(
        f"\npushbox at {head.stdout.strip()}, CPython {platform.python_version()}, {os.cpu_count()} cores, load {busy}"
    )
    print(f"{options.players} players for {options.minutes:g} minutes at {options.pace:g} times the pace of people")
    if options.clock != 1:
        print(f"the day went by {options.clock:g} times as quick: {options.minutes * options.clock / 60:g} hours")
    for kind, seconds in sorted(figures.all.items()):
        print(f"{kind}: {percentiles(seconds)} (ms, p50/p95/p99/max)")
    for who, counts in (("people", figures.counts), ("those who mean no good", attack.counts)):
        print(f"{who}: " + ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items())))
    half = samples[len(samples) // 2 :]
    if len(half) > 1:
        print(f"memory in the second half: {slope(half):+.2f} MiB a minute")
    print(f"log: {len(log):,} bytes" + (f", beginning with\n{log[:2000]}" if log and not options.top else ""))
    for who, failures in (("people", figures.failures), ("those who mean no good", attack.failures)):
        for failure, count in failures.most_common(20):
            print(f"failure of {who}: {count:,} x {failure}")


if __name__ == "__main__":
    main()
