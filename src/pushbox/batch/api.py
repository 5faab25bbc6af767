"""Jobs, events and reports: the values that go into a runner and come out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from ..errors import LibraryBusy, LibraryFull, LibraryUnavailable, PushboxError
from ..sentence import from_json

Fields = dict[str, Any]


class QueueFull(PushboxError):
    """No more jobs are taken now from an owner or their group; `retry` is in how many seconds to try again."""

    def __init__(self, message: str, retry: int = 10) -> None:
        self.retry = retry
        super().__init__(message)


class InputDropped(PushboxError):
    """A job that is over cannot begin anew: its input is kept no more."""


class Failed(PushboxError):
    """A job without a result: its input was bad, its worker died, a hard limit was reached, or it was cancelled.

    `limit` is the limit that was reached: ``seconds``, ``memory`` or one of its task; ``full``, ``busy`` or ``library``
    for a library without room, kept busy or out of order; ``fault`` for a defect of the task; ``died`` for a worker
    whose process ended; empty for none.
    """

    def __init__(self, message: str, limit: str = "") -> None:
        self.limit = limit
        super().__init__(message)

    @classmethod
    def from_json(cls, fields: Fields) -> Failed:
        """Return the error of an event of a worker process, whose message is a text or a sentence as JSON."""
        message = fields["message"]
        return cls(from_json(message) if isinstance(message, dict) else message, fields["limit"])


def limit_of(error: Exception) -> str:
    """Return the `limit` of a job that has ended by an error, as `Failed` has it."""
    match error:
        case Failed():
            return error.limit
        case LibraryFull():
            return "full"
        case LibraryBusy():
            return "busy"
        case LibraryUnavailable():
            return "library"
        case PushboxError():
            return ""
        case _:
            return "fault"


class State(Enum):
    """The state of a job; the last three are final, unless it is retried."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Return whether the job has ended, so that no more events come."""
        return self in {State.DONE, State.FAILED, State.CANCELLED}


@dataclass(frozen=True, slots=True)
class Job:
    """A task by name (see `pushbox.batch.tasks`) with its payload of JSON values.

    Workers are shared fairly between groups, such as the visitors of one address, and in each between its owners.
    After `seconds` of work the task gets a request to stop, and `grace` seconds later its process is ended; beyond
    `memory` MiB it gets no more.  A job whose worker died is run again up to `retries` times.
    """

    task: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    owner: str = ""
    group: str = ""
    seconds: float = 3600.0
    memory: int = 4096
    retries: int = 1
    grace: float = 2.0


class Event(NamedTuple):
    """Something that happened to a job.

    `kind` is ``state`` (with ``state``, ``message``, and the ``limit`` that was reached), ``progress``, ``best``
    (a result so far), or ``found`` (one of several results).
    """

    kind: str
    fields: Fields


class Report(NamedTuple):
    """The state of a job: its result or its best so far, its last progress, its findings, and the limit it reached."""

    ticket: str
    job: Job
    state: State
    message: str = ""
    result: Fields | None = None
    progress: Fields | None = None
    found: tuple[Fields, ...] = ()
    limit: str = ""


EventCallback = Callable[[Event], object]
