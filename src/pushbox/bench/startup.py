"""The time of `import pushbox` and `pushbox --help`; the budgets are 50 ms and 150 ms."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from . import Figure, timed


def startup(_shared: Path) -> Iterator[Figure]:
    """Yield the milliseconds of an import and of --help, each as a whole process, and of a bare interpreter."""
    program = "from pushbox.cli import main; main()"
    commands = {
        "python": ["-c", "pass"],
        "import pushbox": ["-c", "import pushbox"],
        "pushbox --help": ["-c", program, "--help"],
    }
    for name, arguments in commands.items():
        seconds = timed(partial(subprocess.run, [sys.executable, *arguments], check=True, capture_output=True), least=2)
        yield Figure("startup", name, seconds * 1000, "ms", "whole process")
