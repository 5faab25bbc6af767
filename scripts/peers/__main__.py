# ruff: noqa: S603  # programs of its own
"""Play the environments of other packages beside those of pushbox; `python scripts/peers --help` says how.

Each part runs in an environment of its own with the packages that it is about:

    compare.py   whether environments are equal, step for step
    golden.py    what they do, for the tests
    speeds.py    how fast all of them are, in one run
    rooms.py     the levels that are made for language models
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from homes import interpreter
from options import LEVELS, PEERS, ROOT, SPEEDS, WRAPPED, asked, parsed, peers_of

HERE = Path(__file__).parent
# What makes levels for language models; RAGEN is in no package, and its rooms are made with matplotlib.
_MAKERS = ("reasoning-gym", "textarena", "matplotlib")
# The packages that have wrappers, and what each needs beside it
_WRAPPED: dict[str, list[str]] = {"reasoning-gym": [], "verifiers": ["uv"], "openenv": [], "inspect-ai": []}


def main() -> int:
    """Set up environments, and run in them what is asked for; return 1 where anything fails."""
    options = parsed()
    names = asked(options)
    programs = [] if options.golden else [("compare.py", bool(peers_of(options))), ("speeds.py", SPEEDS in names)]
    programs += [("golden.py", options.golden)]
    chosen = [program for program, is_chosen in programs if is_chosen]
    failed = 0
    if chosen:
        python = interpreter(options.environment, ["rl", "render"], dict.fromkeys(PEERS.values()))
        failed += sum(_run([python, HERE / program, *sys.argv[1:]]) for program in chosen)
    if LEVELS in names and not options.golden:
        python = interpreter(ROOT / ".venv" / "peers-levels", [], _MAKERS)
        failed += _run([python, HERE / "rooms.py", *sys.argv[1:]])
    if WRAPPED in names and not options.golden:
        failed += _test_wrappers()
    return min(failed, 1)


def _test_wrappers() -> int:
    """Run the tests of the wrappers with each of their packages, apart from the settings of all tests."""
    failed = 0
    for package, others in _WRAPPED.items():
        python = interpreter(ROOT / ".venv" / "peers-text" / package, [], ["pytest", package, *others])
        print(f"{package}:", flush=True)
        pytest = [python, "-m", "pytest", "--noconftest", "-c", os.devnull, "--rootdir", ROOT, "-q", "-rs"]
        failed += _run(
            [*pytest, "--import-mode=importlib", "-p", "no:cacheprovider", "tests/env/test_wrappers.py"], cwd=ROOT
        )
    return failed


def _run(command: Iterable[str | Path], cwd: Path | None = None) -> int:
    """Run a program with pushbox on its path; return 1 where it fails."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return int(subprocess.run([*command], cwd=cwd, env=environment, check=False).returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
