"""The one shape of every error that the server answers with.

::

    {"error": {"code": "bad-input", "message": "one sentence"}, "problems": ["where there are several", ...]}
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Literal, Self

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import iter_route_contexts
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from ..batch import InputDropped, QueueFull
from ..errors import (
    Conflict,
    LibraryBusy,
    LibraryFull,
    LibraryUnavailable,
    MissingCore,
    NotFound,
    PushboxError,
    with_notes,
)
from ..sentence import from_json, say, to_json
from .input_faults import sentence_of

Code = Literal[
    "bad-input",
    "not-found",
    "too-large",
    "unsupported",
    "too-many",
    "forbidden",
    "conflict",
    "busy",
    "full",
    "server",
]

_STATUS: dict[Code, HTTPStatus] = {
    "bad-input": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-found": HTTPStatus.NOT_FOUND,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "unsupported": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "too-many": HTTPStatus.TOO_MANY_REQUESTS,
    "forbidden": HTTPStatus.FORBIDDEN,
    "conflict": HTTPStatus.CONFLICT,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "full": HTTPStatus.INSUFFICIENT_STORAGE,
    "server": HTTPStatus.INTERNAL_SERVER_ERROR,
}

RETRY_CORE = 60  # seconds, while it is being built
RETRY_BUSY = 2  # seconds
_logger = logging.getLogger("pushbox.web")


class ApiError(Exception):
    """A request that is refused, with the reason in a sentence; `retry` is in how many seconds to try again."""

    def __init__(self, code: Code, message: str, *, problems: Sequence[str] = (), retry: int = 0) -> None:
        self.code = code
        self.message = message
        self.problems = tuple(problems)
        self.retry = retry
        super().__init__(message)

    @classmethod
    def said(cls, kind: Code, code: str, /, *, problems: Sequence[str] = (), retry: int = 0, **params: Any) -> Self:
        """Return the error of a kind whose message is the sentence of a code; see `PushboxError.said`."""
        return cls(kind, say(code, **params), problems=problems, retry=retry)

    def to_json(self) -> dict[str, Any]:
        """Return the error for `from_json`."""
        message = to_json(self.message) or self.message
        return {"code": self.code, "message": message, "problems": [*self.problems], "retry": self.retry}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Return an error from another process."""
        message = value["message"]
        return cls(**value | {"message": from_json(message) if isinstance(message, dict) else message})


class PhraseOut(BaseModel):
    """A sentence for a client in another language: its code, its parameters, some sentences too, its English text."""

    code: str
    params: dict[str, Any]
    text: str


class ErrorText(BaseModel):
    """An error for programs and for people; `phrase` if its sentence has a code."""

    code: Code
    message: str
    phrase: PhraseOut | None = None


class ErrorBody(BaseModel):
    """The body of every error."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "error": {"code": "bad-input", "message": "nothing in it: expected at least one level"},
                "problems": [],
            }
        }
    )

    error: ErrorText
    problems: list[str] = []


def error_response(error: ApiError) -> JSONResponse:
    """Return the response for an error."""
    message, *problems = (_encodable(text) for text in (error.message, *error.problems))
    known = _encodable(to_json(error.message))
    text = ErrorText(code=error.code, message=message, phrase=PhraseOut(**known) if known else None)
    body = ErrorBody(error=text, problems=problems)
    headers = {"Retry-After": str(error.retry)} if error.retry else None
    return JSONResponse(body.model_dump(exclude_defaults=True), _STATUS[error.code], headers)


def _encodable(value: Any) -> Any:
    """Return a value of texts that may quote anything as one that UTF-8 can hold."""
    if isinstance(value, dict):
        return {name: _encodable(part) for name, part in value.items()}
    return value.encode("utf-8", "backslashreplace").decode("utf-8") if isinstance(value, str) else value


def install(app: FastAPI) -> None:
    """Make an app answer every error in the one shape."""
    for kind in (ApiError, PushboxError, RequestValidationError):
        app.add_exception_handler(kind, _handle_error)
    app.add_exception_handler(HTTPException, handle_http_error)


async def _handle_error(_: Request, error: Exception) -> JSONResponse:
    return error_response(as_api_error(error))


def as_api_error(error: Exception) -> ApiError:
    """Return an error as the API answers with it."""
    match error:
        case ApiError():
            return error
        case NotFound():
            return ApiError("not-found", str(error))
        case Conflict():
            return ApiError("conflict", str(error))
        case MissingCore():
            return ApiError("busy", str(error), retry=RETRY_CORE)
        case LibraryUnavailable():
            _logger.error("%s", with_notes(error))
            return _unavailable(error)
        case QueueFull():
            return ApiError("too-many", str(error), retry=error.retry)
        case InputDropped():
            return ApiError("conflict", str(error))
        case RequestValidationError():  # a request that is not of the described form
            problems = [sentence_of(fault) for fault in error.errors()]
            return ApiError("bad-input", problems[0], problems=problems if len(problems) > 1 else ())
        case _:
            return ApiError("bad-input", str(error))


def _unavailable(error: LibraryUnavailable) -> ApiError:
    match error:
        case LibraryBusy():
            return ApiError("busy", str(error), retry=RETRY_BUSY)
        case LibraryFull():
            return ApiError("full", str(error))
        case _:
            return ApiError("server", str(error))


def _allowed_methods(request: Request) -> str:
    """Return the methods that the API has for a path; a route that does not have a method knows only its own."""
    described = [
        route for route in iter_route_contexts(request.app.routes) if getattr(route, "include_in_schema", False)
    ]
    matching = [route for route in described if route.path_regex.match(request.url.path)]
    return ", ".join(sorted({method for route in matching for method in route.methods or ()}))


async def handle_http_error(request: Request, error: Exception) -> JSONResponse:
    """Answer errors of the framework: an unknown path or method."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND:
        response = error_response(ApiError.said("not-found", "no-page", path=request.url.path[:200]))
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        response = error_response(ApiError.said("bad-input", "no-method", method=request.method[:20]))
        if allowed := _allowed_methods(request):
            response.headers["Allow"] = allowed
            error.headers = None
    elif error.status_code == HTTPStatus.BAD_REQUEST:
        return error_response(ApiError.said("bad-input", "body-unparsed"))  # a body that cannot be read at all
    else:
        return error_response(ApiError("bad-input", str(error.detail)))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response
