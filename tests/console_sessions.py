"""Sessions in a shell, as pages show them: what is typed after ``$``, and what comes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ACTIVATE = ". .venv/bin/activate"
_MARK = "\x1e"  # between what commands print


class Step(NamedTuple):
    """What is typed, and what is shown of it."""

    command: str
    output: str


def steps(page: str) -> list[Step]:
    """Return what a page says to type, command by command; lines that go on with one begin with ``>``."""
    found = []
    for session in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        for entry in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            lines = entry.splitlines()
            more = next((n for n, line in enumerate(lines[1:], 1) if not f"{line} ".startswith("> ")), len(lines))
            command = [lines[0], *(line[2:] for line in lines[1:more])]
            found.append(Step("\n".join(command), "\n".join(lines[more:])))
    return found


def plain(output: str) -> str:
    """Return what is printed, but for what differs from machine to machine: times, and sizes of files."""
    steady = re.sub(r"\d[\d,]* bytes", "N bytes", output)
    steady = re.sub(r" +\d+\.\d{2,3}\b", " S", steady)
    return "\n".join(line.rstrip() for line in steady.strip("\n").splitlines())


def typed(shown: Sequence[Step], folder: Path) -> tuple[list[str], str]:
    """Type commands into one shell in a folder; return what each prints, and what all print as errors."""
    (folder / ".venv").symlink_to(Path(sys.prefix))
    script = [f"{ACTIVATE}\n", *(f"printf '{_MARK}'\n{step.command}\n" for step in shown)]
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "COLUMNS": "120", "LC_ALL": "C.UTF-8"}
    unset = {"PUSHBOX_DATABASE", "ACCESSIBLE", "SCREEN_READER", "ACCESSIBILITY_ENABLED"}
    environment = {name: value for name, value in os.environ.items() if name not in unset} | home
    run = subprocess.run(
        ["sh"], input="".join(script), cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout.split(_MARK)[1:], run.stderr
