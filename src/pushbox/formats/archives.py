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
from contextlib import suppress
from typing import IO, NamedTuple

from ..errors import FormatError
from . import encodings
from . import text as texts

MOST_FILES = 1_000
MOST_ENTRIES = 100_000  # with folders and hidden files
ENDINGS = frozenset((".zip", ".gz", ".tgz", ".tar"))
DEEPEST = 2  # archives within archives, as a tar within gzip is

_MAGIC = (
    (0, b"PK\x03\x04", "zip"),
    (0, b"PK\x05\x06", "zip"),  # an empty one
    (0, b"\x1f\x8b", "gzip"),
    (257, b"ustar", "tar"),
    (0, b"7z\xbc\xaf\x27\x1c", "7z"),
    (0, b"Rar!\x1a\x07", "RAR"),
    (4, b"1AY&SY", "bzip2"),  # behind BZh and a digit
    (0, b"\xfd7zXZ\x00", "xz"),
    (0, b"\x28\xb5\x2f\xfd", "zstd"),
    (2, b"-lh1-", "LZH"),
    (2, b"-lh5-", "LZH"),
    (0, b"MSCF\0", "CAB"),
    (0, b"\x1f\x9d", "compress"),
)
_ENTRY = b"PK\1\2"  # begins each in the directory of a ZIP
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
    return next((name for place, magic, name in _MAGIC if data.startswith(magic, place)), "tar" * _is_old_tar(data))


def _is_old_tar(data: bytes) -> bool:
    """Return whether a file begins with the head of a file in a tar from before 1988, which only its sum tells."""
    head = data[: tarfile.BLOCKSIZE]
    if b"\0" not in head:  # a text
        return False
    with suppress(tarfile.HeaderError):
        tarfile.TarInfo.frombuf(head, "utf-8", "surrogateescape")
        return True
    return False


def files(data: bytes, name: str = "") -> list[ArchivedFile]:
    """Return the files in an archive, which is called `name`, in its order; hidden ones and folders are left out.

    A name that its archive says no encoding of is UTF-8, or of East Asia, if it may be, else as DOS has it.  Raises
    FormatError for an archive of another kind, one that is broken or needs a password, and for one with more files,
    more bytes in all (`text.LARGEST`) or more archives in archives than pushbox reads.
    """
    return list(_unpacked(data, name, 1, _Budget()))


class _Budget:
    """What may still be unpacked of an archive, those within it counted too."""

    def __init__(self) -> None:
        self._bytes = texts.LARGEST
        self._files = 0

    def read(self, file: IO[bytes] | gzip.GzipFile) -> bytes:
        """Return the content of a file.  Raises FormatError where it is beyond the limits."""
        content = file.read(self._bytes + 1)
        self._bytes -= len(content)
        if self._bytes < 0:
            raise FormatError.said("archive-large", most=texts.LARGEST)
        self._files += 1
        FormatError.beyond(MOST_FILES, self._files, "archive-files")
        return content


def _unpacked(data: bytes, name: str, depth: int, budget: _Budget) -> Iterator[ArchivedFile]:
    """Yield the files in an archive, and those in archives within it."""
    sort = kind(data)
    if sort not in _READ:
        raise FormatError.said("archive-kind", kind=sort)
    if depth > DEEPEST:
        raise FormatError.said("archive-deep", most=DEEPEST)
    try:
        for inner, content in {"zip": _zip, "tar": _tar, "gzip": _gzip}[sort](data, name, budget):
            if kind(content) in _READ:
                yield from _unpacked(content, inner, depth + 1, budget)
            else:
                yield ArchivedFile(inner, content)
    except FormatError:
        raise
    except _FAULTS:
        raise FormatError.said("archive-broken", kind=sort) from None


def _is_hidden(name: str) -> bool:
    """Return whether a file, or a folder around it, is hidden, or is what a Mac adds."""
    return any(part.startswith((".", "__MACOSX")) and part not in {".", ".."} for part in name.split("/"))


def _zip(data: bytes, _: str, budget: _Budget) -> Iterator[tuple[str, bytes]]:
    FormatError.beyond(MOST_ENTRIES, data.count(_ENTRY), "archive-files")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            if info.is_dir() or _is_hidden(info.filename):
                continue
            if info.flag_bits & 1:
                raise FormatError.said("archive-password")
            with archive.open(info) as file:
                yield _name(info), budget.read(file)


def _name(info: zipfile.ZipInfo) -> str:
    """Return the name of a file, which `zipfile` decodes as DOS has it where nothing says its encoding."""
    if not info.flag_bits & _IS_UTF_8:
        with suppress(UnicodeEncodeError):  # of a name that is in Unicode elsewhere in the archive
            return _decoded(info.filename.encode("cp437"))
    return info.filename


_IS_UTF_8 = 1 << 11  # the flag of a name


def _tar(data: bytes, _: str, budget: _Budget) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for info in archive:
            file = archive.extractfile(info) if info.isreg() and not _is_hidden(info.name) else None
            if file is not None:
                name = _decoded(info.name.encode("utf-8", "surrogateescape"))
                yield name.removeprefix("./"), budget.read(file)


def _gzip(data: bytes, name: str, budget: _Budget) -> Iterator[tuple[str, bytes]]:
    stem = name.removesuffix(".gz") if name.lower().endswith(".gz") else name
    with gzip.open(io.BytesIO(data)) as file:
        yield stem.rpartition("/")[2] or "file", budget.read(file)


def _decoded(name: bytes) -> str:
    """Return the text of a name without a known encoding."""
    if name.isascii():
        return name.decode()
    with suppress(UnicodeDecodeError):
        return name.decode()
    guess = encodings.guess(name)
    return name.decode(guess if guess in _OF_EAST_ASIA else "cp437", "replace")


_OF_EAST_ASIA = frozenset(("gb18030", "big5", "cp932", "euc_jp", "cp949"))
