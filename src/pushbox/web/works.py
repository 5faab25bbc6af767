"""Work of requests: small work runs in a thread, anything else in a worker process, as a short job.

So nobody waits behind the work of others: addresses take turns, and visitors within an address; each request has a time
limit, and its work ends when its client disconnects.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel

from .. import batch
from ..batch import Event, Job, Runner, State
from ..batch.api import Fields
from .bodies import client_gone, read_json
from .errors import RETRY_BUSY, RETRY_CORE, ApiError, Code
from .identity_cookie import COOKIE, hashed, token_of
from .rate_limits import WORKS, household_of
from .settings import KIB, Settings
from .threadpool import pooled

SMALL = 10_000.0  # estimated microseconds of work that a thread does
LARGE = 64 * KIB  # bytes of a body beyond which it is parsed by a worker, too

_MAX_BEGUN = 8  # requests that take turns
_MEMORY = 1024  # MiB that the work of a request may take
_GRACE = 0.5  # seconds that it has to end once its client has gone
_MODULE = "pushbox.web.work_tasks"
_logger = logging.getLogger("pushbox.web")

# The errors of jobs by the limits that they have reached; see `batch.Failed`.
_CODES: dict[str, Code] = {
    "seconds": "too-large",
    "memory": "too-large",
    "levels": "too-many",
    "texts": "too-large",
    "full": "full",
    "busy": "busy",
    "library": "server",
    "fault": "server",
    "died": "server",
}

Handler = Callable[..., BaseModel]


@dataclass(frozen=True, slots=True)
class _Worked:
    """A handler that a worker process can call, and the type of its body."""

    handler: Handler
    body: Any


HANDLERS: dict[str, _Worked] = {}  # by their names


def open_works(settings: Settings) -> Runner:
    """Return the runner for the work of requests, which keeps nothing of finished work."""
    return batch.local(_MAX_BEGUN, shares=settings.works, max_kept=0, modules=(_MODULE,))


def worked(weigh: Callable[[Any], float]) -> Callable[[Handler], Callable[..., Coroutine[Any, Any, Any]]]:
    """Return the decorator of a function that answers a request by work alone.

    The function gets the ``body`` of the request and the ``settings`` of the server, whose limits alone it may use;
    `weigh` estimates from the body how many microseconds of work it is.  Who calls it with another body than that of
    the request gives it `rewritten` as JSON, too.
    """

    def decorate(handler: Handler) -> Callable[..., Coroutine[Any, Any, Any]]:
        HANDLERS[handler.__name__] = _Worked(handler, get_type_hints(handler)["body"])

        @wraps(handler)
        async def run(request: Request, rewritten: bytes | None = None, **arguments: Any) -> Any:
            if weigh(arguments["body"]) <= SMALL:
                return await pooled.run(handler, **arguments)
            return await _answer(request, handler.__name__, rewritten or await read_json(request))

        # FastAPI would evaluate the annotations as if they stood in this module.
        signature = inspect.signature(handler, eval_str=True)
        request = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request)
        parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in signature.parameters.values()]
        vars(run)["__signature__"] = signature.replace(parameters=[*parameters, request])
        return run

    return decorate


class LargeBodyRoute(APIRoute):
    """A route whose large bodies are parsed and checked by a worker: that takes time, and holds up all others here."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function that answers a request."""
        handle = super().get_route_handler()
        name = getattr(self.endpoint, "__name__", "")

        async def handle_large(request: Request) -> Response:
            body = await read_json(request) if self.body_field else b""
            if len(body) <= LARGE:
                return await handle(request)
            if name in HANDLERS:
                assert WORKS.dependency is not None
                await WORKS.dependency(request)
                return await _answer(request, name, body)
            await run_task(
                request, "check_body", {"operation": self.operation_id, "body": _decoded(body)}, size=len(body)
            )
            return await handle(request)

        return handle_large


async def _answer(request: Request, name: str, body: bytes) -> Response:
    """Return the response of a handler that a worker has called."""
    fields = await run_task(request, "answer", {"handler": name, "body": _decoded(body)}, size=len(body))
    return Response(fields["body"].encode("utf-8", "backslashreplace"), media_type="application/json")


def _decoded(body: bytes) -> str:
    """Return a body as the text that it is read as."""
    try:
        return body.decode(json.detect_encoding(body), "surrogatepass")
    except UnicodeDecodeError:
        raise ApiError.said("bad-input", "body-unparsed") from None


async def run_task(request: Request, task: str, payload: Fields, *, size: int = 0) -> Fields:
    """Return the result of a task for a request; it is cancelled where the client goes.

    `size` is how many bytes its payload has, where these are many.  Raises ApiError as the task does, and where it
    takes too long, and QueueFull where too many requests wait.
    """
    settings: Settings = request.app.state.settings
    token = token_of(request, COOKIE)
    job = Job(
        task,
        payload | {"limits": settings.limits.of_work()},
        owner=hashed(token) if token else "",
        group=household_of(request),
        seconds=settings.limits.seconds,
        memory=_MEMORY,
        grace=_GRACE,
    )
    return await run_job(request.app.state.works, job, request, size=size)


async def run_job(runner: Runner, job: Job, request: Request | None, *, size: int = 0) -> Fields:
    """Return the result of a job, which is cancelled where the client of a request goes.  Raises as `run_task`."""
    loop = asyncio.get_running_loop()
    over: asyncio.Future[Fields] = loop.create_future()

    def on_event(event: Event) -> None:
        if event.kind == "state" and State(event.fields["state"]).is_over:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(_resolve, over, event.fields)

    ticket = runner.submit(job, on_event, size=size)
    gone = asyncio.ensure_future(_disconnected(request)) if request is not None else loop.create_future()
    try:
        await asyncio.wait({over, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not over.done():
            with suppress(KeyError):  # it is over by now
                runner.cancel(ticket)
    if not over.done():
        raise client_gone()
    return _result(over.result(), job)


def _result(fields: Fields, job: Job) -> Fields:
    """Return the result of a job that is over.  Raises ApiError for one without."""
    message = fields.get("message", "")
    if fields["state"] == State.DONE.value:
        result: Fields = fields["result"]
        if "error" in result:
            error = ApiError.from_json(result["error"])
            # Of the library, which a worker has read; that the core is still being built is no fault.
            if error.code in {"full", "busy", "server"} and error.retry != RETRY_CORE:
                _logger.error("%s: %s", job.task, error.message)
            raise error
        return result
    limit = fields.get("limit", "")
    match limit:
        case "seconds":
            raise ApiError.said("too-large", "work-long", seconds=job.seconds)
        case "memory":
            raise ApiError.said("too-large", "work-memory", memory=job.memory)
        case "full":
            raise ApiError.said("full", "library-full")
        case "busy":
            raise ApiError.said("busy", "library-busy", retry=RETRY_BUSY)
        case "fault" | "died":
            _logger.error("%s: %s", job.task, message)
            raise ApiError.said("server", "server-failed")
        case _:
            raise ApiError(code_of(limit), message)


def code_of(limit: str) -> Code:
    """Return the code of the error of a job that has reached a limit, or none of those that there are."""
    return _CODES.get(limit, "bad-input")


def _resolve(future: asyncio.Future[Fields], fields: Fields) -> None:
    if not future.done():
        future.set_result(fields)


async def _disconnected(request: Request) -> None:
    """Wait for the client to go."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
