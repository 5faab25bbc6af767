"""A short run of the fuzzing harness: whatever a reader is given, it ends with levels or with the project's own errors.

`make fuzz` runs the same harness for a million inputs.
"""

from __future__ import annotations

import random
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled

FUZZ = Path(__file__).parents[1] / "fuzz"
HARNESS: dict[str, Any] = runpy.run_path(str(FUZZ / "harness.py"))
RUN: dict[str, Any] = runpy.run_path(str(FUZZ / "run.py"))
NAMES: tuple[str, ...] = HARNESS["NAMES"]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=scaled(60))
@given(
    data=st.binary(max_size=60)
    | st.text("#@+$*.- _\n|;:=()[]{}<>0123456789lurdLURDxyWpmb", max_size=80).map(str.encode)
)
def test_noise(name: str, data: bytes) -> None:
    """Bytes, and signs of all formats in any order."""
    HARNESS["check"](bytes([NAMES.index(name)]) + data)


def test_mutated_files() -> None:
    """Seeds with parts changed, the same ones each time."""
    rng = random.Random(0)
    seeds = list(HARNESS["seeds"](Path("not there")))
    assert len(seeds) >= 5 * len(NAMES)
    for _ in range(scaled(2000)):
        HARNESS["check"](RUN["mutated"](rng, seeds))


def test_a_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness is no ornament: a reader that raises something else fails it."""

    def broken(data: bytes) -> None:
        raise ZeroDivisionError(len(data))

    monkeypatch.setitem(HARNESS["TARGETS"], NAMES[0], broken)
    with pytest.raises(ZeroDivisionError):
        HARNESS["check"](b"\0x")


def test_runpy_left_no_trace() -> None:
    """The scripts are run where they stand; the harness is no module of the tests."""
    assert "harness" not in sys.modules
