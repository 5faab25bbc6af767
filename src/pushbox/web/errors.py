"""The one shape of every error that the server answers with.

::

    {"error": {"code": "bad-input", "message": "one sentence"}, "problems": ["where there are several", ...]}
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from ..errors import Conflict, NotFound, PushboxError

Code = Literal["bad-input", "not-found", "too-large", "too-many", "forbidden", "conflict", "server"]

_STATUS: dict[Code, HTTPStatus] = {
    "bad-input": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not-found": HTTPStatus.NOT_FOUND,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too-many": HTTPStatus.TOO_MANY_REQUESTS,
    "forbidden": HTTPStatus.FORBIDDEN,
    "conflict": HTTPStatus.CONFLICT,
    "server": HTTPStatus.INTERNAL_SERVER_ERROR,
}


class Refusal(Exception):
    """A request that is refused, with the reason in a sentence; `retry` is after how many seconds to ask again."""

    def __init__(self, code: Code, message: str, *, problems: Sequence[str] = (), retry: int = 0) -> None:
        self.code = code
        self.message = message
        self.problems = tuple(problems)
        self.retry = retry
        super().__init__(message)


class ErrorText(BaseModel):
    """What is wrong, for programs and for people."""

    code: Code
    message: str


class ErrorBody(BaseModel):
    """Every answer that is an error."""

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


def answer(refusal: Refusal) -> JSONResponse:
    """Return the answer for a refusal."""
    message, *problems = (_written(text) for text in (refusal.message, *refusal.problems))
    body = ErrorBody(error=ErrorText(code=refusal.code, message=message), problems=problems)
    headers = {"Retry-After": str(refusal.retry)} if refusal.retry else None
    return JSONResponse(body.model_dump(exclude_defaults=True), _STATUS[refusal.code], headers)


def _written(text: str) -> str:
    """Return a text that may quote anything as one that UTF-8 can hold."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def install(app: FastAPI) -> None:
    """Make an app answer every error in the one shape."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(PushboxError, _bad)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    del request
    assert isinstance(error, Refusal)
    return answer(error)


async def _bad(request: Request, error: Exception) -> JSONResponse:
    """Answer for what the library says of bad input."""
    del request
    code: Code = (
        "not-found" if isinstance(error, NotFound) else "conflict" if isinstance(error, Conflict) else "bad-input"
    )
    return answer(Refusal(code, str(error)))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """Answer for a request that is not of the described form."""
    del request
    assert isinstance(error, RequestValidationError)
    problems = [_sentence(fault) for fault in error.errors()]
    return answer(Refusal("bad-input", problems[0], problems=problems if len(problems) > 1 else ()))


def _sentence(fault: dict[str, object]) -> str:
    """Return where in a request a fault is and what it is."""
    place = fault["loc"]
    path = ".".join(map(str, place)) if isinstance(place, tuple) else str(place)
    message = str(fault["msg"])
    return f"{path}: {message[:1].lower()}{message[1:]}"


def _allowed(request: Request) -> str:
    """Return the methods that the API has for a path; a route that does not have a method knows only its own."""
    paths: dict[str, dict[str, object]] = request.app.openapi()["paths"]
    found = [methods for path, methods in paths.items() if compile_path(path)[0].match(request.url.path)]
    return ", ".join(sorted(method.upper() for methods in found for method in methods))


async def _http(request: Request, error: Exception) -> JSONResponse:
    """Answer for what the framework refuses: a path or a method that there is not."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND:
        found = answer(Refusal("not-found", f"found no page at {request.url.path[:200]}"))
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        found = answer(Refusal("bad-input", f"found the method {request.method[:20]}, which is not for this address"))
        if allowed := _allowed(request):
            found.headers["Allow"] = allowed
            error.headers = None
    else:
        return answer(Refusal("bad-input", str(error.detail)))  # a body that cannot be read at all
    found.status_code = error.status_code
    found.headers.update(error.headers or {})
    return found
