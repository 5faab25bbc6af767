"""Reading and writing files of levels.

A format is one module with `info`, `recognise`, `read`, `losses` and `write` (see `pushbox.formats.api`) and one line
in the registry.  Reading never loses the good part: what could not be read is in `Collection.problems`.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from ..errors import FormatError
from ..level import Collection, Level, Problem
from . import detect, text
from .registry import find, keys

__all__ = ["detect", "find", "keys", "read", "read_file", "read_strict", "stream", "text", "write", "write_file"]


def read(data: str | bytes, *, format: str | None = None, name: str = "") -> Collection:  # noqa: A002
    """Read the levels of a file, in the format with the key `format`, or else in the one that is detected.

    `name`, that of the file, helps to detect.  Raises FormatError where nothing can be read at all, UnsupportedError
    for a format that there is not.
    """
    words = text.decode(data) if isinstance(data, bytes) else text.check(data)
    if not words.strip():
        raise FormatError("nothing in it: expected at least one level")
    key = format or detect.detect(words, name).format
    return replace(find(key).read(words), format=key)


def read_strict(data: str | bytes, *, format: str | None = None, name: str = "") -> Collection:  # noqa: A002
    """Read like `read`, but raise FormatError for the first problem that is an error."""
    collection = read(data, format=format, name=name)
    for problem in collection.problems:
        if problem.severity == "error":
            message = str(problem._replace(line=0))
            raise FormatError(message, line=problem.line, column=problem.column)
    return collection


def read_file(path: str | os.PathLike[str], *, format: str | None = None) -> Collection:  # noqa: A002
    """Read the levels of a file as `read` does.  Raises OSError where the file cannot be opened."""
    with Path(path).open("rb") as file:
        return read(file.read(text.LARGEST + 1), format=format, name=Path(path).name)


def stream(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,  # noqa: A002
) -> Iterator[Level | Problem]:
    """Yield the levels of a file, by path or open for bytes, and its problems, in the order of their places.

    They are those of `read`, but the format is detected by the first part of the file.  Memory stays the same however
    many levels there are where the format `streams` (see `pushbox.formats.api.FormatInfo`); any other is read as a
    whole first.  Raises OSError and FormatError, perhaps late, and UnsupportedError as `read` does.
    """
    from . import streaming

    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            yield from streaming.levels(file, format, Path(source).name)
    else:
        yield from streaming.levels(source, format, "")


def write(collection: Collection, format: str) -> str:  # noqa: A002
    """Return the text of a collection in the format with the key `format`; reading it gives an equal collection.

    Raises FormatError for what the format cannot hold, UnsupportedError for a format that there is not.
    """
    return find(format).write(collection)


def write_file(path: str | os.PathLike[str], words: str) -> None:
    """Write a text as UTF-8 into a file, which is at every moment either the old one or the new one.

    Raises OSError where the file cannot be written, FormatError for a text that UTF-8 cannot hold.
    """
    data = text.check(words).encode("utf-8")
    target = Path(os.path.realpath(path))  # behind a link it is the file that changes, not the link
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a pipe or a terminal has no old content to protect
        return
    new = target.with_name(f".{target.name}.{secrets.token_hex(6)}.new")
    try:
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, new)
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
