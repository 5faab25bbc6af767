"""Write the Rust crates of the core with their licences, which ``pushbox about`` lists."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILE = ROOT / "src" / "pushbox" / "crates.json"


def crates() -> list[dict[str, str]]:
    """Return the crates of Cargo.lock that are not pushbox's own, by name."""
    command = ["cargo", "metadata", "--offline", "--locked", "--format-version", "1"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)["packages"]  # noqa: S603
    fields = ("name", "version", "license")
    return sorted(
        ({name: one[name] for name in fields} for one in packages if one["source"]), key=lambda one: one["name"]
    )


def text() -> str:
    """Return the file, a crate a line."""
    return "[\n" + ",\n".join(f"  {json.dumps(crate)}" for crate in crates()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
