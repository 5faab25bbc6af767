"""Importing as a job: progress, a report, and all of a file or nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pushbox import store
from pushbox.batch import Event, Failed, Job, Runner, State, local, tasks
from pushbox.errors import PushboxError

ROOM = "#####\n#@$.#\n#####\nSolution: R\n"
MIRRORED = "#####\n#.$@#\n#####\n"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'library.sqlite'}"


def import_of(url: str, text: str, **more: Any) -> dict[str, Any]:
    """Return the payload of an import by Ann."""
    return {"database": url, "text": text, "name": "mine", "owner": "ann", **more}


def names(url: str) -> list[tuple[str, str | None, int]]:
    """Return the collections of the library: names, owners, numbers of levels."""
    with store.open(url) as library:
        return [(entry.name, entry.owner, entry.levels) for entry in store.collections.listing(library)]


def unheard(event: Event) -> bool:
    del event
    return False


def at_first(kind: str, runner: Runner, ticket: str, act: Callable[[], object]) -> None:
    """Do something at a job's first event of a kind, at that moment: an import is over soon after its progress."""
    begun = threading.Event()

    def callback(event: Event) -> None:
        if event.kind == kind and not begun.is_set():
            act()
            begun.set()

    runner.subscribe(ticket, callback)
    assert begun.wait(60)


def corridors(count: int) -> str:
    """Return a file of levels none of which is as another."""
    return "\n\n".join(f"{'#' * (5 + n)}\n#@$.{'-' * n}#\n{'#' * (5 + n)}" for n in range(count))


def test_a_file_becomes_a_collection(url: str) -> None:
    """In a process of its own, with what was there before and what is no solution."""
    with local(workers=1) as runner:
        text = f"{ROOM}\n{MIRRORED}Solution: R\n\n{'#' * 30}\n#@$.{' ' * 25}#\n{'#' * 30}\n"
        done = runner.result(runner.submit(Job("import", import_of(url, text, side=20))), 60)
    assert (done["status"], done["levels"], done["solutions"]) == ("done", 2, 1)
    ((level, of, relation),) = done["duplicates"]
    assert level > of
    assert relation == "rotated or mirrored"
    assert "at most 20 x 20" in done["problems"][0]["expected"]
    assert "level 2" in done["notes"][0]
    assert names(url) == [("mine", "ann", 2)]


def test_a_file_longer_than_a_line_of_an_engine(url: str) -> None:
    """A worker takes what is larger than any answer of a program may be."""
    with local(workers=1) as runner:
        text = ROOM + "; words of the author\n" * 250_000
        assert runner.result(runner.submit(Job("import", import_of(url, text))), 100)["levels"] == 1


def test_progress(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress has how many levels there are, and how many of them are ready."""
    monkeypatch.setattr(tasks, "_PROGRESS_INTERVAL", 0.0)
    events: list[Event] = []

    def on_event(event: Event) -> bool:
        events.append(event)
        return False

    tasks.run("import", import_of(url, corridors(5)), on_event)
    progress = [(event.fields["ready"], event.fields["levels"]) for event in events if event.kind == "progress"]
    assert progress == [(number, 5) for number in range(6)]


def test_what_is_stopped_keeps_nothing(url: str) -> None:
    """Wherever it is stopped, it says so."""
    for last in (1, 3, 5):
        count = 0

        def stops(event: Event) -> bool:
            nonlocal count
            count += not event.kind
            return count >= last  # noqa: B023  # called within this turn of the loop

        with pytest.raises(PushboxError, match="stopped, and nothing is kept"):
            tasks.run("import", import_of(url, corridors(5)), stops)
    assert names(url) == []


def test_what_is_stopped_before_it_begins_keeps_nothing(url: str) -> None:
    """The worker has not begun the job yet, and reads both lines at once."""
    lines = [{"do": "import", "payload": import_of(url, corridors(5)), "memory": 2048}, {"stop": True}]
    command = [sys.executable, "-m", "pushbox.batch.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
        worker.stdin.flush()
        last = next(event for event in map(json.loads, worker.stdout) if event["kind"] in {"done", "failed"})
        worker.stdin.close()
    assert last["kind"] == "failed"
    assert "nothing is kept" in json.dumps(last["fields"])
    assert names(url) == []


def test_what_is_killed_keeps_nothing(url: str) -> None:
    """The process ends in the middle: a reason is reported, the library is as it was, and the next import goes on."""
    with local(workers=1) as runner:
        ticket = runner.submit(Job("import", import_of(url, corridors(800)), retries=0))
        worker: Any = runner._seats[0]
        at_first("progress", runner, ticket, lambda: os.kill(worker.worker._process._process.pid, signal.SIGKILL))
        with pytest.raises(Failed, match="SIGKILL"):
            runner.result(ticket, 60)
        assert names(url) == []
        runner.retry(ticket)
        assert runner.result(ticket, 100)["levels"] == 800


def test_cancelled(url: str) -> None:
    """A job that is cancelled on its way is reported so, and keeps nothing."""
    with local(workers=1) as runner:
        ticket = runner.submit(Job("import", import_of(url, corridors(800))))
        assert runner.report(ticket).state is State.RUNNING
        at_first("state", runner, ticket, lambda: runner.cancel(ticket))  # which it sees when the levels are read
        with pytest.raises(Failed):
            runner.result(ticket, 60)
        assert runner.report(ticket).state is State.CANCELLED
    assert names(url) == []


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"text": ""}, "nothing in it"),
        ({"text": "words"}, "found no level"),
        ({"side": 3}, "found no level that can be kept; .* 5 x 3 cells"),
        ({"text": None}, "text: found nothing, expected a text"),
        ({"format": "nonsense"}, "found the format 'nonsense'"),
        ({"most": 1}, "found 2 levels, expected at most 1"),
        ({"name": ""}, "found a name of 0 characters"),
        ({"database": "nonsense"}, "found the database 'nonsense'"),
    ],
)
def test_bad_input(url: str, more: dict[str, Any], expected: str) -> None:
    """One sentence, and nothing is kept."""
    with pytest.raises(PushboxError, match=expected):
        tasks.run("import", import_of(url, f"{ROOM}\n{MIRRORED}") | more, unheard)
    assert names(url) == []


def test_a_name_that_is_taken(url: str) -> None:
    """A second file does not take the place of the first."""
    tasks.run("import", import_of(url, ROOM), unheard)
    with pytest.raises(PushboxError, match="named 'mine' already"):
        tasks.run("import", import_of(url, MIRRORED), unheard)
    assert names(url) == [("mine", "ann", 1)]
