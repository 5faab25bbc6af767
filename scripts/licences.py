"""Write the packages that requirements/server.txt locks with their licences, which ``pushbox about --licences`` lists.

The licences are those that the packages installed here state; a package for another system is named below.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import metadata
from pathlib import Path

from pushbox.about import license_of

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "server.txt"
FILE = ROOT / "src" / "pushbox" / "licences.json"
# Not installed on every system, by their own metadata.
ELSEWHERE = {
    "async-timeout": "Apache 2",
    "deprecated": "MIT",
    "psycopg-binary": "LGPL-3.0-only",
    "tzdata": "Apache-2.0",
}
# By the file of the package, which states none in its metadata.
BY_FILE = {"resvg-py": "MIT"}


def packages() -> list[dict[str, str]]:
    """Return the packages of the lock by name. Ends where the licence of one is not known."""
    found = []
    for name, version in re.findall(r"^([a-z][\w.-]*)==(\S+)", LOCK.read_text("utf-8"), re.MULTILINE):
        try:
            installed = metadata.metadata(name)
            stated = BY_FILE.get(name) or license_of(dict(installed.json))
            licence = stated if installed["Version"] == version else ELSEWHERE.get(name)
        except metadata.PackageNotFoundError:
            licence = ELSEWHERE.get(name)
        if licence is None:
            sys.exit(f"{name} {version} is not installed here, expected all of {LOCK.name}: make setup")
        found.append({"name": name, "version": version, "license": licence})
    return found


def text() -> str:
    """Return the file, a package a line."""
    return "[\n" + ",\n".join(f"  {json.dumps(package)}" for package in packages()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
