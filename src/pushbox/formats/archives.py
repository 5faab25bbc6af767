"""The files in an archive: ZIP, tar and gzip, bounded in number, size and depth.

Nothing is unpacked to a disk, and no name in an archive is followed.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import FormatError
from . import text as texts

MOST_FILES = 1_000
ENDINGS = frozenset((".zip", ".gz", ".tgz", ".tar"))
DEEPEST = 2  # archives within archives, as a tar within gzip is

_MAGIC = (
    (0, b"PK\x03\x04", "zip"),
    (0, b"PK\x05\x06", "zip"),  # an empty one
    (0, b"\x1f\x8b", "gzip"),
    (257, b"ustar", "tar"),
    (0, b"7z\xbc\xaf\x27\x1c", "7z"),
    (0, b"Rar!\x1a\x07", "RAR"),
    (0, b"BZh", "bzip2"),
    (0, b"\xfd7zXZ\x00", "xz"),
    (0, b"\x28\xb5\x2f\xfd", "zstd"),
)
_READ = frozenset(("zip", "gzip", "tar"))
_FAULTS = (
    zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, NotImplementedError, RuntimeError,
    OSError, ValueError, UnicodeError,
)  # fmt: skip


class ArchivedFile(NamedTuple):
    """A file in an archive: its name there, with those of the archives around it, and its bytes."""

    name: str
    data: bytes


def kind(data: bytes) -> str:
    """Return the kind of archive that a file is by its first bytes, an empty string where it is none."""
    return next((name for place, magic, name in _MAGIC if data.startswith(magic, place)), "")


def files(data: bytes, name: str = "") -> list[ArchivedFile]:
    """Return the files in an archive, which is called `name`, in its order; hidden ones and folders are left out.

    Raises FormatError for an archive of another kind, one that is broken or needs a password, and for one with more
    files, more bytes in all (`text.LARGEST`) or more archives in archives than pushbox reads.
    """
    found: list[ArchivedFile] = []
    left = texts.LARGEST
    for archived in _unpacked(data, name, 1):
        left -= len(archived.data)
        if left < 0:
            raise FormatError.said("archive-large", most=texts.LARGEST)
        found.append(archived)
        FormatError.beyond(MOST_FILES, len(found), "archive-files")
    return found


def _unpacked(data: bytes, name: str, depth: int) -> Iterator[ArchivedFile]:
    """Yield the files in an archive, and those in archives within it."""
    sort = kind(data)
    if sort not in _READ:
        raise FormatError.said("archive-kind", kind=sort)
    if depth > DEEPEST:
        raise FormatError.said("archive-deep", most=DEEPEST)
    try:
        for inner, content in {"zip": _zip, "tar": _tar, "gzip": _gzip}[sort](data, name):
            if len(content) > texts.LARGEST:
                raise FormatError.said("archive-large", most=texts.LARGEST)
            if any(part.startswith((".", "__MACOSX")) for part in inner.split("/")):
                continue
            if kind(content) in _READ:
                yield from _unpacked(content, inner, depth + 1)
            else:
                yield ArchivedFile(inner, content)
    except FormatError:
        raise
    except _FAULTS:
        raise FormatError.said("archive-broken", kind=sort) from None


def _zip(data: bytes, _: str) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            if info.flag_bits & 1:
                raise FormatError.said("archive-password")
            if not info.is_dir():
                with archive.open(info) as file:
                    yield info.filename, file.read(texts.LARGEST + 1)


def _tar(data: bytes, _: str) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for info in archive:
            file = archive.extractfile(info) if info.isreg() else None
            if file is not None:
                yield info.name.removeprefix("./"), file.read(texts.LARGEST + 1)


def _gzip(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    stem = name.removesuffix(".gz") if name.lower().endswith(".gz") else name
    with gzip.open(io.BytesIO(data)) as file:
        yield stem.rpartition("/")[2] or "file", file.read(texts.LARGEST + 1)
