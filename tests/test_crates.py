"""The core starts no thread but where it is given a number of threads, and its crate for browsers none at all."""

from __future__ import annotations

import re
from pathlib import Path

CRATES = Path(__file__).parents[1] / "crates"
GIVEN = {"limit.rs", "sim/mod.rs", "sim/push.rs"}  # files of the core whose threads a caller asks for by a number
_STARTS = re.compile(r"\bthread::(scope|spawn|Builder)\b|\.spawn\(")


def starting(crate: str) -> set[str]:
    """Return the files of a crate that start threads, those of its tests left out."""
    root = CRATES / crate / "src"
    files = [file for file in root.rglob("*.rs") if "tests" not in file.relative_to(root).parts]
    assert files
    return {file.relative_to(root).as_posix() for file in files if _STARTS.search(file.read_text(encoding="utf-8"))}


def test_no_thread_is_started_unasked() -> None:
    """What is freed beside a search has a thread from Python's crate alone, whose modules say so."""
    assert starting("pushbox-core") == GIVEN
    assert starting("pushbox-wasm") == set()
    assert starting("pushbox-py") == {"level_answers.rs", "lib.rs", "lines.rs"}
