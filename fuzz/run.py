"""Fuzz the readers: by coverage with atheris where it is installed, else by mutating real files at random.

::

    python fuzz/run.py [--runs N] [--seconds S] [--seed N] [FILE...]

With FILE each is tried once, which is how a found input is looked at again.  Inputs that reached something new are kept
in ``build/fuzz/corpus``, those that broke something in ``build/fuzz/found``; the run ends with 1 where there is one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "fuzz")]
KEPT = ROOT / "build" / "fuzz"


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000_000, help="inputs to try (default: a million)")
    parser.add_argument("--seconds", type=int, default=0, help="stop after this many (default: no limit)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="mutate at random, even where atheris is installed")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options = parser.parse_args()
    try:
        if options.plain or options.files:
            raise ImportError
        import atheris
    except ImportError:
        atheris = None
    shared = Path(os.environ.get("PUSHBOX_SHARED") or ROOT.parent / "shared" / "levels")
    if atheris is None:
        import harness

        if options.files:
            for file in options.files:
                harness.check(file.read_bytes())
            return
        plain(harness, shared, options)
        return
    with atheris.instrument_imports(include=["pushbox", "harness"]):
        import harness
    corpus, failures = KEPT / "corpus", KEPT / "found"
    corpus.mkdir(parents=True, exist_ok=True)
    failures.mkdir(parents=True, exist_ok=True)
    for seed in harness.seeds(shared):
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    limits = [f"-runs={options.runs}", f"-seed={options.seed}", f"-max_len={harness.LARGEST}", "-timeout=20"]
    limits += [f"-max_total_time={options.seconds}"] if options.seconds else []
    atheris.Setup(
        [sys.argv[0], *limits, f"-artifact_prefix={failures}/", "-print_final_stats=1", str(corpus)], harness.check
    )
    atheris.Fuzz()


def plain(harness: object, shared: Path, options: argparse.Namespace) -> None:
    """Cut, join and change the seeds at random: less clever than coverage, but it needs nothing."""
    check, seeds = harness.check, list(harness.seeds(shared))  # type: ignore[attr-defined]
    rng = random.Random(options.seed)
    began = last = time.monotonic()
    tried = broken = 0
    while tried < options.runs and not (options.seconds and time.monotonic() - began > options.seconds):
        data = mutated(rng, seeds)
        tried += 1
        try:
            check(data)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is what we look for
            broken += 1
            failures = KEPT / "found"
            failures.mkdir(parents=True, exist_ok=True)
            path = failures / hashlib.sha256(data).hexdigest()[:16]
            path.write_bytes(data)
            print(f"{path}: {type(error).__name__}: {str(error)[:200]}")
        if time.monotonic() - last > 10:
            last = time.monotonic()
            print(f"{tried:,} inputs tried, {broken} broke something, {tried / (last - began):,.0f} a second")
    print(f"{tried:,} inputs tried, {broken} broke something, seed {options.seed}, {time.monotonic() - began:.0f} s")
    sys.exit(int(broken > 0))


def mutated(rng: random.Random, seeds: list[bytes]) -> bytes:
    """Return a seed with some of its bytes changed, cut out, doubled, or exchanged for a part of another seed."""
    data = bytearray(rng.choice(seeds)[: rng.choice((200, 1000, 4000))])
    for _ in range(rng.randint(1, 8)):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((0, 1, 1, 2, 8, 50)))
        other = rng.choice(seeds)
        cut = rng.randrange(len(other))
        data[start:end] = rng.choice(
            (
                b"",
                bytes([rng.randrange(256)]),
                rng.choice(_PARTS),
                data[start:end] * 2,
                other[cut : cut + rng.choice((3, 30, 300))],
            )
        )
    return bytes(data)


_PARTS = tuple(
    part.encode()
    for part in (
        *("\n", "\n\n", "\r", "\r\n", "\\n", "|", "#", "@", "$", ".", "*", "+", "-", " ", "\t", ">", ";", "::", ":"),
        *("(", ")", "[", "]", "{", "}", "9", "99999999999", "0", "<", "&x;", "]]>", "<!DOCTYPE x>", "\0", "ä", "𝄞"),
        *("Comment:", "Comment-End:", "Title: ", "Game: plus\n", "=", "boxorder: 1 2\n", "goalorder: 2 1\n"),
        *("Solution: R\n", "Options: steps=3\n", "Trace:\n", "Trace-End:\n", "Limit: 5\n", "; @I2@\n", "[soko=3,3]"),
        *("[/soko]", "http://x/?w=3&h=3&lvl=", "5#|#@$.#|5#\n", "(1-2)", "R*R"),
    )
)


if __name__ == "__main__":
    main()
