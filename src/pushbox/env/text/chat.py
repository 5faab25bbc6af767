"""Chats with a language model behind an OpenAI-compatible endpoint, by the standard library alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from math import isfinite
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ...arguments import check_seconds, check_text, check_whole, refused
from ...errors import PushboxError
from ...sentence import Sentence, say
from .boards import content_parts
from .episodes import Message

_MOST_BYTES = 16 << 20  # of an answer
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})  # a server that may answer a moment later
_LONGEST_WAIT = 60.0


class EndpointError(PushboxError):
    """An endpoint that does not answer; `final` where it will not answer any other chat either."""

    def __init__(self, message: str, *, final: bool = False) -> None:
        self.final = final
        super().__init__(message)


@dataclass(frozen=True)
class Endpoint:
    """A model at ``{url}/chat/completions``.

    `key` goes into the header ``Authorization`` and nowhere else.  Without `temperature` and `max_tokens` the endpoint
    decides.  A request may take `timeout` seconds; one that fails in a way that may pass is sent `retries` times more,
    after 1, 2, 4 ... seconds or what the server asks for, at most a minute.  Redirections are not followed, so that the
    key goes to no other server.  Raises ArgumentError for a URL that is not HTTP, or that holds a password.
    """

    url: str
    model: str
    key: str = field(default="", repr=False)
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float = 300.0
    retries: int = 4
    sleep: Callable[[float], object] = field(default=time.sleep, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_text("url", self.url)
        check_text("model", self.model)
        check_seconds("timeout", self.timeout)
        check_whole("retries", self.retries)
        try:
            parts = urlsplit(self.url)
            fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        except ValueError:
            fits = False
            parts = urlsplit("")
        if not fits or not self.url.isprintable() or " " in self.url or not self.url.isascii():
            raise refused("url", self.url, say("endpoint-url"))
        if parts.username is not None or parts.query or parts.fragment:  # might be a secret: it is not repeated
            raise PushboxError.said("endpoint-secret")
        if not (self.key.isascii() and self.key.isprintable()):
            raise PushboxError.said("endpoint-key")

    def ask(self, messages: list[Message]) -> str:
        """Return the answer to a chat, whose pictures are sent as such.  Raises EndpointError."""
        body: dict[str, Any] = {"model": self.model, "messages": [_sent(message) for message in messages]}
        body |= {} if self.temperature is None else {"temperature": self.temperature}
        body |= {} if self.max_tokens is None else {"max_tokens": self.max_tokens}
        data = json.dumps(body).encode()
        for failed in range(self.retries + 1):
            answer = self._post(data)
            if isinstance(answer, str):
                return answer
            if failed == self.retries or answer.wait is None:
                raise EndpointError(answer.message, final=answer.wait is None)
            self.sleep(min(_LONGEST_WAIT, max(answer.wait, 2.0**failed)))
        raise AssertionError  # the last round returns or raises

    def _post(self, data: bytes) -> str | _Failure:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "pushbox"}
        headers |= {"Authorization": f"Bearer {self.key}"} if self.key else {}
        request = Request(f"{self.url.rstrip('/')}/chat/completions", data, headers)  # noqa: S310  # http(s), see above
        until = time.monotonic() + self.timeout
        try:
            with _OPENER.open(request, timeout=self.timeout) as response:
                return _content(_read(response, until))
        except HTTPError as error:
            with error:
                return _refused(error, self.key)
        except (TimeoutError, URLError, HTTPException, OSError) as error:
            reason = error.reason if isinstance(error, URLError) else error
            if isinstance(reason, TimeoutError):
                return _Failure(say("endpoint-slow", seconds=self.timeout))
            return _Failure(say("endpoint-gone", reason=str(reason) or type(reason).__name__))


def _sent(message: Message) -> dict[str, Any]:
    """Return a message with its pictures in parts; what the model itself has written stays as it is."""
    content = message["content"]
    return {**message, "content": content_parts(content) if message["role"] == "user" else content}


@dataclass(frozen=True)
class _Failure:
    """Why there is no answer, and the seconds after which there may be one; None for never."""

    message: Sentence
    wait: float | None = 0.0


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirection."""


_OPENER = build_opener(_NoRedirects)


def _read(response: Any, until: float) -> bytes:
    """Return the body of a response.  Raises TimeoutError where it is not there in time, though bytes keep coming."""
    parts: list[bytes] = []
    size = 0
    while part := response.read1(1 << 16):
        parts.append(part)
        size += len(part)
        if time.monotonic() > until:
            raise TimeoutError
        if size > _MOST_BYTES:
            raise HTTPException(say("endpoint-long", most=_MOST_BYTES))
    return b"".join(parts)


def _content(body: bytes) -> str | _Failure:
    """Return the text of an answer; a model that stopped before it said anything has answered nothing."""
    try:
        content = json.loads(body)["choices"][0]["message"].get("content")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return _Failure(say("endpoint-form"))
    if isinstance(content, list):  # of parts
        content = "".join([str(part.get("text", "")) for part in content if isinstance(part, dict)])
    if content is None:
        return ""
    return content if isinstance(content, str) else _Failure(say("endpoint-form"))


def _refused(error: HTTPError, key: str) -> _Failure:
    """Return the failure that an error of HTTP is; what the server says is repeated without the key."""
    said = " ".join(_beginning(error).split())
    said = (said.replace(key, "...") if key else said)[:300]
    message = say("endpoint-status", status=error.code, text=said or error.reason)
    return _Failure(message, _wait(error) if error.code in _AGAIN else None)


def _beginning(error: IO[bytes]) -> str:
    try:
        return error.read(4000).decode("utf-8", "replace")
    except (OSError, HTTPException, ValueError):
        return ""


def _wait(error: HTTPError) -> float:
    """Return the seconds that a server asks to wait; 0 where it names none, or a date."""
    try:
        seconds = float(error.headers.get("Retry-After", 0))
    except ValueError:
        return 0.0
    return seconds if isfinite(seconds) else 0.0
