"""Reading and writing files of levels.

A format is one module with a `Format` (see `pushbox.formats.api`), named in the registry, or brought by another package
or program.  Reading never loses the good part: what could not be read is in `Collection.problems`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

from ..arguments import check_path
from ..errors import FormatError
from ..level import Collection, Level, Levels, Problem, levels_of
from . import archives, codec, encodings, symbol_tables, text
from .alternatives import alternatives
from .api import Format, FormatInfo
from .detection import Detection, detect
from .files import endings, format_of, formats_of, write_text
from .reading import read
from .registry import find, keys, register, unregister

__all__ = [
    "Detection", "Format", "FormatInfo", "alternatives", "archives", "detect", "encodings", "endings", "find",
    "format_of", "formats_of", "keys", "losses", "read", "read_file", "read_strict", "refuse", "register", "stream",
    "symbol_tables", "text", "unregister", "write", "write_file", "write_text",
]  # fmt: skip


def read_strict(
    data: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
    encoding: str | None = None,
    symbols: str | None = None,
) -> Collection:
    """Read like `read`, but raise FormatError for the first problem, a guess or a repair too."""
    collection = read(data, format=format, name=name, encoding=encoding, symbols=symbols)
    for problem in collection.problems:
        refuse(problem)
    return collection


def refuse(problem: Problem) -> NoReturn:
    """Raise a problem as FormatError."""
    raise FormatError(str(problem._replace(line=0)), line=problem.line, column=problem.column)


def read_file(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    symbols: str | None = None,
) -> Collection:
    """Read the levels of a file as `read` does.  Raises OSError where the file cannot be opened."""
    check_path(path)
    with Path(path).open("rb") as file:
        data = file.read(text.LARGEST + 1)
    return read(data, format=format, name=Path(path).name, encoding=encoding, symbols=symbols)


def stream(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,  # noqa: A002
    encoding: str | None = None,
    symbols: str | None = None,
) -> Iterator[Level | Problem]:
    """Yield the levels of a file, by path or open for bytes, and its problems, in the order of their places.

    They are those of `read`, but the format is detected by the first part of the file.  Memory stays the same however
    many levels there are where the format `streams` (see `pushbox.formats.api.FormatInfo`); any other is read as a
    whole first, and so is one with named `symbols`.  Raises OSError and FormatError, perhaps late, and UnsupportedError
    as `read` does.
    """
    from . import streaming

    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            yield from streaming.levels(file, format, Path(source).name, encoding, symbols)
    else:
        yield from streaming.levels(source, format, "", encoding, symbols)


def losses(levels: Levels, format: str) -> list[str]:  # noqa: A002
    """Return a sentence for everything in a level, a collection or other levels that the format with a key cannot hold.

    Raises UnsupportedError for a format that does not exist.
    """
    return codec.losses(find(format), levels_of(levels))


def write(levels: Levels, format: str) -> str:  # noqa: A002
    """Return the text of levels in the format with a key; reading it gives an equal collection.

    Levels are a collection, a level, something that has one, such as a position, or an iterable of these.  Those that
    have not changed since they were read in that format are as they were.  Raises FormatError with the first of the
    `losses`, UnsupportedError for a format that does not exist.
    """
    return codec.write(find(format), levels_of(levels))


def write_file(
    levels: Levels,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
) -> None:
    """Write levels, as `write` takes them, to a file, in the format with a key or that of its ending.

    The file is complete at every moment: the old one or the new one. Raises OSError if it cannot be written,
    FormatError and UnsupportedError as `write` and `format_of` do.
    """
    collection = levels_of(levels)
    check_path(path)
    write_text(path, write(collection, format or format_of(path, collection.format)))
