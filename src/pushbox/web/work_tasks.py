"""The tasks of the worker processes that work for requests: `works` sends them, and `pushbox.batch.worker` runs them.

A request that is refused is a result, too: ``{"error": {...}}``, the arguments of an `ApiError`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from datetime import date
from functools import lru_cache, wraps
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError

from .. import store
from ..batch.api import Fields
from ..batch.payload import Payload
from ..batch.tasks import Emit
from ..errors import PushboxError
from ..formats.json import board_from_json, level_from_json, level_to_json
from ..store import Store
from .api import animations, collections, daily, files, pictures, positions, searches, solutions, studies, texts
from .api.files import FilesIn
from .api.imports import ImportIn
from .api.jobs import JobRequest
from .api.progress import ImportProgressJob
from .errors import ApiError, as_api_error
from .settings import KIB, Limits, Settings
from .works import HANDLERS

# Modules with handlers, which stand in `HANDLERS` once they are imported.
_WORKED = (positions, searches, studies, texts)
_BODIES: dict[str, Any] = {"importCollection": ImportIn, "readFiles": FilesIn, "submitJob": JobRequest}  # by operation
_IMPORTS = ImportIn | FilesIn | ImportProgressJob
_MAX_SEARCH_BODY = 512 * KIB  # bytes of a request for a job that is no import


def _task(function: Callable[[Payload], Fields]) -> Callable[[Payload, Emit], Fields]:
    """Make a function of a payload a task, whose refusals are results."""

    @wraps(function)
    def run(payload: Payload, _: Emit) -> Fields:
        try:
            return function(payload)
        except (ApiError, PushboxError, RequestValidationError) as error:
            return {"error": as_api_error(error).to_json()}

    return run


def _answer(payload: Payload) -> Fields:
    """Return the body of the response of a ``handler`` to a ``body``."""
    worked = HANDLERS[payload["handler"]]
    answer = worked.handler(body=_parse(worked.body, payload["body"]), settings=_settings(payload))
    return {"body": answer.model_dump_json(by_alias=True)}


def _check_body(payload: Payload) -> Fields:
    """Check the ``body`` of a request for an ``operation``, whose size and form may be anything."""
    text, model = payload["body"], _BODIES.get(payload["operation"])
    body = _parse(model, text) if model is not None else None
    if model is JobRequest and not isinstance(body, _IMPORTS) and len(text) > _MAX_SEARCH_BODY:
        raise ApiError.said("too-large", "many-characters", count=len(text), most=_MAX_SEARCH_BODY)
    return {"checked": True}


def _replay(payload: Payload) -> Fields:
    """Replay a solution, a ``text``, on a ``level``."""
    level = level_from_json(payload["level"])
    verification = solutions.replay_solution(level, payload["text"], _settings(payload))
    assert verification.metrics is not None
    metrics = verification.metrics._asdict()
    return {"text": verification.text, "metrics": metrics, "solved_at": verification.solved_at}


def _of_collection(function: Callable[[Store, int, str, str], Fields]) -> Callable[[Payload], Fields]:
    """Return the function of a payload for one of a ``collection`` in a ``database``, a ``viewer`` and a ``format``."""

    def run(payload: Payload) -> Fields:
        library = _library(payload["database"])
        return function(library, payload["collection"], payload["viewer"], payload["format"])

    return run


def _read_files(payload: Payload) -> Fields:
    """Read ``files`` for a ``viewer`` of the library in a ``database``."""
    return files.preview(_library(payload["database"]), dict(payload), _settings(payload).limits)


def _picture(payload: Payload) -> Fields:
    """Draw a ``board`` with a ``title``, in a ``skin``, of a ``kind``, with a number of pixels per ``cell``.

    Boxes have ``numbers`` if wanted.
    """
    draw, board = pictures.PICTURES[payload["kind"]], board_from_json(payload["board"])
    notes = pictures.notes_of(board, numbers=payload["numbers"])
    data = draw(board, payload["title"], payload["skin"], payload["cell"], notes)
    return {"data": base64.b64encode(data).decode()}


def _animation(payload: Payload) -> Fields:
    """Draw a solution, a ``text``, of a ``level``, of a ``kind``; see `animations.animation`."""
    return {"data": base64.b64encode(animations.animation(dict(payload))).decode()}


def _day(payload: Payload) -> Fields:
    """Generate the levels of a ``day``."""
    return {"levels": [*map(level_to_json, daily.levels_of(date.fromisoformat(payload["day"])))]}


TASKS: dict[str, Callable[[Payload, Emit], Fields]] = {
    "answer": _task(_answer),
    "check_body": _task(_check_body),
    "replay": _task(_replay),
    "export": _task(_of_collection(collections.export)),
    "losses": _task(_of_collection(collections.losses)),
    "read_files": _task(_read_files),
    "picture": _task(_picture),
    "animation": _task(_animation),
    "day": _task(_day),
}


def _parse(model: Any, text: str) -> Any:
    """Parse the body of a request. Raises RequestValidationError as FastAPI does, ApiError if it is not JSON."""
    try:
        return TypeAdapter(model).validate_python(json.loads(text))
    except json.JSONDecodeError as error:
        fault = {"type": "json_invalid", "loc": ("body", error.pos), "msg": "JSON decode error"}
        raise RequestValidationError([fault]) from None
    except ValidationError as error:
        raise RequestValidationError([fault | {"loc": ("body", *fault["loc"])} for fault in error.errors()]) from None
    except (RecursionError, ValueError):
        raise ApiError.said("bad-input", "body-unparsed") from None


def _settings(payload: Payload) -> Settings:
    """Return the settings of a server that its work needs."""
    return Settings(limits=Limits(**payload["limits"]))


@lru_cache(1)
def _library(database: str | None) -> Store:
    """Return the library of the server, which is open as long as the process lives."""
    return store.open(database)
