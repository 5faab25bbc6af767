"""Logs of a server: faults, in a limited number of lines, and requests, if wanted.

A million bad requests must not fill the disk: similar records are written a few times, then counted.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from logging.handlers import WatchedFileHandler
from pathlib import Path
from urllib.parse import quote

from starlette.types import Message, Receive, Scope, Send

from ..errors import PushboxError, naming
from .layer import Layer
from .log_format import JsonLine, JsonRequestLine, OneLine, RequestLine

PERIOD = 10.0  # seconds for which records are counted
MAX_ALIKE = 3  # of them that are alike are written, the others counted
MAX_RECORDS = 30  # are written at all
_MAX_KINDS = 300  # of records are kept apart

_faults = logging.getLogger("pushbox.web")
_requests = logging.getLogger("pushbox.web.requests")


@dataclass(slots=True)
class _Alike:
    """Records that are alike: how many were not written, and the last of them."""

    written: int = 0
    left_out: int = 0
    last: logging.LogRecord | None = None


class BoundedHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Write records to standard error: of similar ones a few per period, then the number of the rest."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, as_json: bool = False) -> None:
        super().__init__()
        self.setFormatter(JsonLine() if as_json else OneLine())
        self._clock = clock
        self._began = clock()
        self._kinds: dict[object, _Alike] = {}
        self._written = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it."""
        self.sum_up()
        key: object = record.name, record.levelno, str(record.msg)[:200], record.exc_info and record.exc_info[0]
        if key not in self._kinds and len(self._kinds) >= _MAX_KINDS:
            key = None
        alike = self._kinds.setdefault(key, _Alike())
        if alike.written < MAX_ALIKE and self._written < MAX_RECORDS:
            alike.written += 1
            self._written += 1
            super().emit(record)
        else:
            alike.left_out += 1
            alike.last = record

    def sum_up(self, *, at_once: bool = False) -> None:
        """Write how many records were left out, where a period has ended; begin another."""
        self.acquire()
        try:
            if at_once or self._clock() - self._began >= PERIOD:
                self._write_counts()
        finally:
            self.release()

    def _write_counts(self) -> None:
        left_out = [(alike.left_out, alike.last) for alike in self._kinds.values() if alike.last]
        self._began = self._clock()
        self._kinds = {}
        self._written = 0
        for count, last in sorted(left_out, key=lambda pair: -pair[0])[:MAX_RECORDS]:
            text = f"{count:,} more like this: {last.getMessage()}"
            super().emit(logging.LogRecord(last.name, last.levelno, "", 0, text, None, None))

    def close(self) -> None:
        """Write the remaining counts."""
        self.sum_up(at_once=True)
        super().close()


class AccessLog(Layer):
    """A middleware that writes a line per request, without cookies and queries.

    Time, address, method, path, status, bytes of the answer, milliseconds; a socket gets its line when it ends.
    """

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = size = 0

        async def count(message: Message) -> None:
            nonlocal status, size
            match message["type"]:
                case "http.response.start":
                    status = message["status"]
                case "websocket.accept":
                    status = 101
                case "websocket.close" if not status:
                    status = 403
            size += len(message.get("body") or message.get("bytes") or (message.get("text") or "").encode())
            await send(message)

        begin = time.perf_counter()
        try:
            await self._app(scope, receive, count)
        finally:
            client = scope["client"][0] if scope.get("client") else "-"
            milliseconds = (time.perf_counter() - begin) * 1000
            method = scope.get("method", "WEBSOCKET")
            _requests.info("%s %s %s %d %d %.1f", client, method, _path(scope), status, size, milliseconds)


def _path(scope: Scope) -> str:
    """Return the path of a request as a text without blanks or control characters."""
    return quote(scope["path"], safe="/:@!$&'()*+,;=-._~", errors="backslashreplace")[:1000]


class _AccessFile(WatchedFileHandler):
    """A file that is opened anew where it was renamed; one that cannot be written is a fault, and no more than that."""

    def _open(self) -> TextIOWrapper:
        # Without a buffer: what a full disk does not take is gone, and not half of it written when there is room again.
        return TextIOWrapper(Path(self.baseFilename).open("ab", buffering=0), encoding="utf-8", write_through=True)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802  # as its base has it
        """Write to the log of faults why a line could not be written."""
        _faults.error("%s: the access log cannot be written: %s", self.baseFilename, sys.exc_info()[1])


@contextmanager
def open_logs(access_log: str | None, *, as_json: bool = False) -> Iterator[BoundedHandler]:
    """Write faults to standard error while the context lasts, and requests to a file, ``-`` for standard error.

    Lines are for people, or JSON objects.
    """
    faults = BoundedHandler(as_json=as_json)
    root = logging.getLogger()
    root.addHandler(faults)
    requests = _open_access_log(access_log, as_json=as_json) if access_log else None
    try:
        yield faults
    finally:
        if requests is not None:
            _requests.removeHandler(requests)
            requests.close()
        root.removeHandler(faults)
        faults.close()


def _open_access_log(path: str, *, as_json: bool) -> logging.Handler:
    handler: logging.Handler
    if path == "-":
        handler = logging.StreamHandler()
    else:
        with naming(path, OSError, kind=PushboxError):
            handler = _AccessFile(path)
    handler.setFormatter(JsonRequestLine() if as_json else RequestLine())
    _requests.setLevel(logging.INFO)
    _requests.propagate = False
    _requests.addHandler(handler)
    return handler
