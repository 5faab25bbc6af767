"""Score a model on tasks: concurrent, with a file of results in which nothing that was answered is lost.

The file has one JSON object a line: first the settings, then a result each.  A run with the same settings goes on in
it, and asks only what it does not have.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, BinaryIO, NamedTuple

from ...arguments import check_whole
from ...errors import PushboxError, naming
from .chat import EndpointError
from .intervals import Interval, clustered_mean, wilson
from .tasks import KINDS, Ask, Task, converse, prompt

try:
    import fcntl
except ImportError:  # Windows
    _flock = None
else:
    _flock = fcntl.flock

VERSION = 1
MOST_CONCURRENT = 256
_MOST_FAILED = 8  # one after the other, before the run gives up


@dataclass(frozen=True)
class Result:
    """The score of a model on one task: the index of its level, its reward from 0 to 1, and all answers."""

    id: str
    kind: str
    level: int
    seed: int
    reward: float
    right: bool
    message: str
    answers: tuple[str, ...]


class Failure(NamedTuple):
    """A task that got no answer; it is in no file, so that the next run asks again."""

    id: str
    kind: str
    level: int
    message: str


def task_id(task: Task) -> str:
    """Return the name of a task: what is asked, and the reference that scores it."""
    parts = (task.kind, prompt(task), task.reference)
    return sha256("\0".join(parts).encode()).hexdigest()[:16]


def evaluate(
    tasks: Iterable[tuple[int, Task]],
    ask: Ask,
    *,
    settings: Mapping[str, Any] | None = None,
    out: str | os.PathLike[str] | None = None,
    concurrency: int = 4,
    progress: Callable[[int], object] = lambda _: None,
) -> Iterator[Result | Failure]:
    """Yield the result of every task, those of the file first, the others as they come, or why there is none.

    `tasks` are pairs of the index of a level and a task; of equal ones the first is asked.  `ask` is called in
    `concurrency` threads.  `progress` is called with the number of tasks that are done.  `settings` say what was asked,
    such as the model: a file of others is refused.  Raises PushboxError for such a file or one that is no file of
    results, OSError, and EndpointError where the endpoint refuses for good or fails eight tasks in a row.
    """
    check_whole("concurrency", concurrency, 1, MOST_CONCURRENT)
    by_id: dict[str, tuple[int, Task]] = {}
    for level, task in tasks:
        by_id.setdefault(task_id(task), (level, task))
    return _evaluate(by_id, ask, dict(settings or {}), out, concurrency, progress)


def _evaluate(
    tasks: dict[str, tuple[int, Task]],
    ask: Ask,
    settings: dict[str, Any],
    out: str | os.PathLike[str] | None,
    concurrency: int,
    progress: Callable[[int], object],
) -> Iterator[Result | Failure]:
    with _journal(out, settings) as (known, write):
        kept = [known[name] for name in tasks if name in known]
        yield from kept
        jobs = [(name, *task, ask) for name, task in tasks.items() if name not in known]
        done, failed = len(kept), 0
        progress(done)
        for result in _in_threads(jobs, concurrency, write):
            if isinstance(result, _Failed):
                failed += 1
                if result.error.final or failed >= _MOST_FAILED:
                    raise result.error
                yield result.failure
                continue
            done, failed = done + 1, 0
            progress(done)
            yield result


_Job = tuple[str, int, Task, Ask]
_Write = Callable[[Result], None]


def _in_threads(jobs: list[_Job], threads: int, write: _Write) -> Iterator[Result | _Failed]:
    """Yield the results of jobs as they come; what has not begun when the reader leaves is never asked.

    Each is written before it is yielded, and before its thread asks again.  The threads are daemons, so that Ctrl-C
    waits for no answer.
    """
    todo: SimpleQueue[_Job] = SimpleQueue()
    for job in jobs:
        todo.put(job)
    done: SimpleQueue[Result | _Failed | Exception] = SimpleQueue()
    stopped, lock = Event(), Lock()

    def work() -> None:
        while not stopped.is_set():
            try:
                job = todo.get_nowait()
            except Empty:
                return
            try:
                result = _run(*job)
                if isinstance(result, Result):
                    with lock:
                        write(result)
                elif result.error.final:
                    stopped.set()
                done.put(result)
            except Exception as error:  # noqa: BLE001  # raised where the results are read
                done.put(error)

    for _ in range(min(threads, len(jobs))):
        Thread(target=work, daemon=True, name="evaluation").start()
    try:
        for _ in jobs:
            result = done.get()
            if isinstance(result, Exception):
                raise result
            yield result
    finally:
        stopped.set()


class _Failed(NamedTuple):
    failure: Failure
    error: EndpointError


def _run(name: str, level: int, task: Task, ask: Ask) -> Result | _Failed:
    try:
        found, answers = converse(task, ask)
    except EndpointError as error:
        return _Failed(Failure(name, task.kind, level, str(error)), error)
    return Result(name, task.kind, level, task.seed, found.reward, found.right, str.__str__(found.message), answers)


@contextmanager
def _journal(
    out: str | os.PathLike[str] | None, settings: dict[str, Any]
) -> Iterator[tuple[dict[str, Result], _Write]]:
    """Yield the results of a file by id, and what adds one to it; without a file none, and nothing is kept."""
    if out is None:
        yield {}, lambda _: None
        return
    head = {"pushbox": "evaluation", "version": VERSION, "settings": settings}
    path = Path(out)
    with path.open("ab+") as file:
        _lock(path, file)
        file.seek(0)
        known = _known(path, file, head)

        def write(result: Result) -> None:
            file.write(json.dumps(asdict(result)).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

        yield known, write


def _known(path: Path, file: BinaryIO, head: dict[str, Any]) -> dict[str, Result]:
    """Return the results of a file, whose last line is cut off where it was not written whole."""
    lines = file.read().split(b"\n")
    begun = json.dumps(head).encode()
    with naming(path, PushboxError):
        if len(lines) == 1 and begun.startswith(lines[0]):  # empty, or ended in its first line
            file.truncate(0)
            file.write(begun + b"\n")
            file.flush()
            return {}
        first = _parsed(lines[0], 1)
        if first.get("pushbox") != "evaluation" or first.get("version") != VERSION or len(lines) == 1:
            raise PushboxError.said("results-form", line=1)
        if (found := first.get("settings")) != json.loads(begun)["settings"]:
            raise PushboxError.said("results-other", found=_shown(found), expected=_shown(head["settings"]))
        results = [_result(line, number) for number, line in enumerate(lines[1:-1], start=2)]
        if lines[-1]:  # the run ended while it was written
            file.truncate(sum(len(line) + 1 for line in lines[:-1]))
    return {result.id: result for result in results}


def _shown(settings: Any) -> str:
    return json.dumps(settings, ensure_ascii=False, sort_keys=True)[:400]


def _parsed(line: bytes, number: int) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise PushboxError.said("results-form", line=number)
    return fields


def _result(line: bytes, number: int) -> Result:
    fields = _parsed(line, number)
    try:
        result = Result(**{**fields, "answers": tuple(fields["answers"])})
        fits = 0.0 <= fields["reward"] <= 1.0 and type(fields["level"]) is int and type(fields["right"]) is bool
    except (KeyError, TypeError):
        raise PushboxError.said("results-form", line=number) from None
    if not fits:
        raise PushboxError.said("results-form", line=number)
    return result


def _lock(path: Path, file: BinaryIO) -> None:
    """Keep a second run out of the file, where the system can.  Raises PushboxError."""
    if _flock is None:
        return
    try:
        _flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PushboxError.said("results-busy", path=str(path)) from None


class Summary(NamedTuple):
    """What a model reaches in tasks of a kind, with confidence intervals of 95 %."""

    kind: str
    tasks: int
    right: Interval
    reward: Interval


def summarize(results: Iterable[Result]) -> list[Summary]:
    """Return a summary for each kind of the results, in the order of `KINDS`."""
    by_kind: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_kind[result.kind].append(result)
    return [_summary(kind, by_kind[kind]) for kind in KINDS if kind in by_kind]


def _summary(kind: str, results: list[Result]) -> Summary:
    by_level: dict[int, list[float]] = defaultdict(list)
    for result in results:
        by_level[result.level].append(result.reward)
    right = sum(result.right for result in results)
    return Summary(kind, len(results), wilson(right, len(results)), clustered_mean(by_level.values()))
