"""What a runner is asked and what it tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from ..errors import PushboxError

Fields = dict[str, Any]


class QueueFull(PushboxError):
    """An owner has as many jobs waiting as he may have."""


class Failed(PushboxError):
    """A job has no result: its input was bad, its worker died, a hard limit was reached, or it was cancelled."""


class State(Enum):
    """How a job stands; the last three are for good, unless it is retried."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be told."""
        return self in {State.DONE, State.FAILED, State.CANCELLED}


@dataclass(frozen=True, slots=True)
class Job:
    """A task by name (see `pushbox.batch.tasks`) with its payload of JSON values.

    `owner` is whom it is for: owners take turns.  After `seconds` the task is asked to stop, and a moment later its
    process is ended; beyond `memory` MiB it gets no more.  A job whose worker died is begun anew up to `retries` times.
    """

    task: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    owner: str = ""
    seconds: float = 3600.0
    memory: int = 4096
    retries: int = 1


class Event(NamedTuple):
    """Something that happened to a job.

    `kind` is ``state`` (with ``state`` and ``message``), ``progress``, ``best`` (a result so far), or ``found`` (one of
    several results).
    """

    kind: str
    fields: Fields


class Report(NamedTuple):
    """How a job stands: its result once it is done, else its best so far; the last progress told; what was found."""

    ticket: str
    job: Job
    state: State
    message: str = ""
    result: Fields | None = None
    progress: Fields | None = None
    found: tuple[Fields, ...] = ()


Hear = Callable[[Event], object]
