"""What was confirmed is there after any end of the process that wrote it, and nothing is there by half."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.programs import Forked

from pushbox import formats, store
from pushbox.store import Store
from pushbox.store.tables import levels, solutions

pytestmark = pytest.mark.servers

WRITER = Path(__file__).with_name("writer.py")
LEVELS = 40  # of a collection that the writer adds


def killed(url: str, name: str, after: int) -> list[dict[str, Any]]:
    """Let a writer write, kill it some time after it has confirmed so many writes, and return what it confirmed."""
    with Forked([sys.executable, str(WRITER), url, name], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        confirmed = [process.stdout.readline() for _ in range(after)]
        process.kill()
        confirmed += process.stdout.readlines()
    # The last line may have been cut off: then nobody knew of it.
    return [json.loads(line) for line in confirmed if line.endswith("\n")]


def test_a_killed_writer_loses_nothing_confirmed(make_url: Callable[[], str]) -> None:
    """Writers are killed in the middle of their work again and again; the next finds all that they confirmed."""
    url = make_url()
    chance = random.Random(9)
    with store.open(url) as library:
        store.collections.add(library, formats.read("#######\n#@ $ .#\n#     #\n#######\n"), name="first")
    confirmed: list[dict[str, Any]] = []
    for round_ in range(4):
        confirmed += killed(url, f"visitor{round_}", chance.randint(1, 30))
        with store.open(url) as library:
            check(library, confirmed)
    assert {name for facts in confirmed for name in facts} >= {"step", "here", "solution", "collection"}


def check(library: Store, confirmed: list[dict[str, Any]]) -> None:
    with library.read() as connection:
        stored = {row.id: row.text for row in connection.execute(solutions.select())}
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        shelves = connection.execute(levels.select()).all()
    plays = {facts["play"] for facts in confirmed if "play" in facts}
    steps = {play: {step.node for step in store.plays.steps(library, play)} for play in plays}
    current = {play: store.plays.get(library, play).here for play in plays}
    names = {entry.id: entry for entry in store.collections.listing(library)}
    for facts in confirmed:
        if "step" in facts:
            assert facts["step"] in steps[facts["play"]]
        elif "here" in facts:
            assert current[facts["play"]] >= facts["here"]
        elif "solution" in facts:
            assert stored[facts["solution"]] == facts["text"]
        else:
            assert facts["collection"] in names
    for entry in names.values():
        inside = [row.id for row in shelves if row.collection_id == entry.id]
        assert len(inside) == entry.levels == (1 if entry.name == "first" else LEVELS)
        assert {row.number for row in shelves if row.collection_id == entry.id} == {*range(1, entry.levels + 1)}
        if entry.name != "first":
            assert all(store.solutions.listing(library, level) for level in inside[::13])
    assert store.levels.search(library, text="40").total == len(names) - 1
