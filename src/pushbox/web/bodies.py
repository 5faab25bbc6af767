"""The one way in for the bodies of requests: their coding, their length, their pace and their media type.

Every request passes a `Body` before it is routed, and every operation that takes a body reads it by `read_json`. No
other module looks at the headers that describe a body, which have many spellings, or reads one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

from .errors import ApiError
from .rate_limits import SentBytes
from .settings import Limits

JSON = "application/json"  # as every request names it that has passed a `Body`, whatever its spelling was

_IMPORTS = ("/api/read", "/api/read-files", "/api/write", "/api/collections", "/api/jobs")
_TYPE = b"content-type"
# A media type without its parameters (RFC 9110, 8.3.1): JSON, or a format that is written in it (RFC 6839).
_IS_JSON = re.compile(r"application/(?:[!#$%&'*+.^_`|~0-9a-z-]+\+)?json", re.ASCII)
_SHOWN = 40  # characters of a header that a sentence quotes


def limit(path: str, limits: Limits) -> int:
    """Return the maximum size of a request body for a path, in bytes."""
    return limits.import_body if path.rstrip("/") in _IMPORTS else limits.body


class Body:
    """A request's body, refused where it grows beyond its limit or comes too fast: `refusal` says so.

    `sent` counts it for its address. The request has one spelling of JSON from here on: no case, no parameters.
    JSON has no charset (RFC 8259, 11).
    """

    def __init__(self, scope: Scope, receive: Receive, limits: Limits, sent: SentBytes) -> None:
        self._receive = receive
        self._sent = sent
        self._max_size = limit(scope["path"], limits)
        self._size = 0
        self.refusal: ApiError | None = None
        headers = Headers(scope=scope)
        self._codings = [*_listed(headers, "content-encoding")]
        self._lengths = headers.getlist("content-length")
        if _is_json(", ".join(headers.getlist("content-type"))):
            others = [(name, value) for name, value in scope["headers"] if name != _TYPE]
            scope["headers"] = [*others, (_TYPE, JSON.encode())]

    def check(self) -> None:
        """Refuse a body that is compressed, or whose declared length is no length or too long, before it is read."""
        for coding in self._codings:
            if coding.lower() != "identity":
                raise ApiError.said("unsupported", "compressed-body", coding=coding[:_SHOWN])
        for length in self._lengths:
            if not (length.isascii() and length.isdecimal()):
                raise ApiError.said("bad-input", "body-length", length=length[:_SHOWN])
            if int(length[:20]) > self._max_size:
                raise self.too_large()

    async def __call__(self) -> Message:
        """Return the next message of the client, as ASGI has it.  Raises ApiError beyond a limit."""
        message = await self._receive()
        size = len(message.get("body", b""))
        self._size += size
        if self._size > self._max_size:
            self.refusal = self.too_large()
        elif size and (wait := await self._sent.take(size)):
            self.refusal = ApiError.said("too-many", "sent-too-fast", retry=math.ceil(wait))
        if self.refusal is not None:
            raise self.refusal
        return message

    def too_large(self) -> ApiError:
        """Return the error."""
        return ApiError.said("too-large", "too-many-bytes", most=self._max_size)


async def read_json(request: Request) -> bytes:
    """Return the body of a request, empty for none.  Raises ApiError for one that is not JSON or breaks off."""
    try:
        body = await request.body()
    except ClientDisconnect:
        raise client_gone() from None
    found = request.headers.get("content-type", "")
    if body and found != JSON:
        if found:
            raise ApiError.said("unsupported", "media-type", found=found[:_SHOWN])
        raise ApiError.said("unsupported", "no-media-type")
    return body


def client_gone() -> ApiError:
    """Return the error of a request whose client has gone, for nobody to read."""
    return ApiError.said("bad-input", "client-gone")


class JsonRoute(APIRoute):
    """A route whose body, if it takes one, is JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the function that answers a request."""
        handle = super().get_route_handler()

        async def handle_json(request: Request) -> Response:
            if self.body_field:
                await read_json(request)
            return await handle(request)

        return handle_json


def _is_json(content_type: str) -> bool:
    return _IS_JSON.fullmatch(content_type.partition(";")[0].strip(" \t").lower()) is not None


def _listed(headers: Headers, name: str) -> Iterator[str]:
    """Yield the members of a header that is a list (RFC 9110, 5.6.1)."""
    for value in headers.getlist(name):
        yield from filter(None, (member.strip(" \t") for member in value.split(",")))
