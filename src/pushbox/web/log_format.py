"""The format of a server's log lines: for people, or a JSON object each, without passwords of addresses."""

from __future__ import annotations

import json
import logging
import re
import time
from typing import Any

from ..terminal import escape_line, escape_text

_MAX_LENGTH = 4_000  # characters of a record
_REQUEST = ("client", "method", "path", "status", "bytes", "milliseconds")  # the arguments of a request's record
_PASSWORD = re.compile(r"(?<=://)([^\s/:@]{0,200}):[^\s/@]{1,200}@")  # that of postgresql://me:secret@host


def without_passwords(text: str) -> str:
    """Return a text in which addresses have no passwords.

    >>> without_passwords("postgresql://me:secret@host/levels does not answer")
    'postgresql://me:***@host/levels does not answer'
    """
    return _PASSWORD.sub(r"\1:***@", text)


class OneLine(logging.Formatter):
    """One line per record and per line of its traceback, with all control characters escaped."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # as its base has it
        """Return the line of a record, without its traceback."""
        return escape_line(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        return escape_text(_abridged(without_passwords(super().format(record))))


class RequestLine(logging.Formatter):
    """Time, address, method, path, status, bytes and milliseconds of a request."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime


class JsonLine(logging.Formatter):
    """A fault as a JSON object: its `time` in UTC, `level`, `message` and perhaps `traceback`."""

    def __init__(self) -> None:
        super().__init__()
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of ASCII, whatever it contains."""
        return json.dumps(self._head(record, record.levelname.lower()) | self._fields(record))

    def _head(self, record: logging.LogRecord, level: str) -> dict[str, Any]:
        seconds = self.formatTime(record, "%Y-%m-%dT%H:%M:%S")
        return {"time": f"{seconds}.{int(record.msecs):03}Z", "level": level}

    def _fields(self, record: logging.LogRecord) -> dict[str, Any]:
        fields = {"message": _abridged(without_passwords(record.getMessage()))}
        if record.exc_info:
            fields["traceback"] = _abridged(without_passwords(self.formatException(record.exc_info)))
        return fields


class JsonRequestLine(JsonLine):
    """A request as a JSON object: its `time` in UTC, the `level` "request", and the fields of a `RequestLine`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a request."""
        assert isinstance(record.args, tuple)
        return json.dumps(self._head(record, "request") | dict(zip(_REQUEST, record.args, strict=True)))


def _abridged(text: str) -> str:
    half = _MAX_LENGTH // 2
    return f"{text[:half]} ... {text[-half:]}" if len(text) > _MAX_LENGTH else text
