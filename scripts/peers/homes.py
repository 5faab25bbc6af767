# ruff: noqa: S603  # programs of its own
"""Environments with the packages of others, which pushbox itself does without."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from options import ROOT


def interpreter(home: Path, extras: list[str], packages: Iterable[str]) -> str:
    """Return the interpreter of an environment with what pushbox needs, and with what can be had of some packages.

    A package that cannot be installed is named in a line; what needs it says then that it is not there.
    """
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *(one for key in extras for one in project["optional-dependencies"][key])]
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, *needed], check=True)
    for package in packages:
        done = subprocess.run([*pip, package], check=False, capture_output=True, text=True)
        if done.returncode:
            reason = (done.stderr.strip() or f"pip ends with {done.returncode}").splitlines()[-1]
            print(f"{package} cannot be installed here: {reason}", flush=True)
    return str(python)
