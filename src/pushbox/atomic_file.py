"""Write files atomically: a file is complete at every moment, the old one or the new one, and a failure leaves nothing.

A new file has no name while it is written if the system supports that (Linux's O_TMPFILE), so a killed process leaves
nothing behind. Elsewhere, and for the moment in which it replaces an older one, it has a hidden name beside its target,
``.NAME.DIGITS.new``; the next write of that file removes leftovers of killed processes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed anyway
    _lock = None
else:
    _lock = fcntl.flock

_BY_DESCRIPTOR = "/proc/self/fd"
_LEFTOVER = r"\.{}\.[0-9a-f]{{12}}\.new(-wal|-shm)?"


@contextmanager
def replacing(path: str | os.PathLike[str], mode: int | None = None) -> Iterator[BinaryIO]:
    """Yield an empty file, which takes the place of a path once the context ends without an exception.

    A link stays, and the file behind it is replaced.  The file gets the permissions `mode`, None for those of the file
    that it replaces or else the usual ones.  Raises OSError.
    """
    target = Path(os.path.realpath(path))
    if mode is None and target.exists():
        mode = target.stat().st_mode & 0o7777
    _remove_leftovers(target)
    file, name = _unnamed(target.parent, mode), None
    if file is None:
        file, name = _named(target, mode)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if name is None:
                _link(file, target)
            else:
                if os.name == "nt":  # where an open file keeps its name
                    file.close()
                name.replace(target)
    except BaseException:
        if name is not None:
            name.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


@contextmanager
def private(target: str | os.PathLike[str]) -> Iterator[tuple[Path, BinaryIO]]:
    """Yield a hidden path beside a target, and the empty file there, which only this user may read.

    Whoever has opened the path calls `forget` before anything is written: the file then has no name any more, where the
    system allows that, and goes with its last descriptor.  Raises OSError.
    """
    _remove_leftovers(Path(target))
    file, name = _named(Path(target), 0o600)
    try:
        with file:
            yield name, file
    finally:
        forget(name)


def forget(path: Path) -> None:
    """Remove a name of a file, where the system allows that while it is open."""
    with suppress(FileNotFoundError, PermissionError):
        path.unlink()


def _unnamed(folder: Path, mode: int | None) -> BinaryIO | None:
    """Return a new file without a name in a folder, None where the system has none."""
    if not hasattr(os, "O_TMPFILE") or not Path(_BY_DESCRIPTOR).is_dir():
        return None
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o666 if mode is None else 0o600)
    except OSError:  # not on this file system; or there is no such folder, which opening a name in it will say
        return None
    return _prepared(descriptor, mode)


def _named(target: Path, mode: int | None) -> tuple[BinaryIO, Path]:
    """Return a new file with a hidden name beside a target, and that name."""
    name = _hidden_name(target)
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    return _prepared(os.open(name, flags, 0o666 if mode is None else 0o600), mode), name


def _prepared(descriptor: int, mode: int | None) -> BinaryIO:
    if _lock is not None:  # held by a writer that is alive: the file is no leftover
        with suppress(OSError):
            _lock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if mode is not None and hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)
    return os.fdopen(descriptor, "rb+")


def _link(file: IO[bytes], target: Path) -> None:
    """Give an unnamed file the name of its target; where that is taken it has a hidden one for a moment."""
    source = f"{_BY_DESCRIPTOR}/{file.fileno()}"
    folder = os.open(target.parent, os.O_RDONLY)
    hidden = _hidden_name(target)
    try:  # with a folder's descriptor it is linkat, which follows the link in /proc
        os.link(source, target.name, dst_dir_fd=folder)
    except FileExistsError:
        try:
            os.link(source, hidden.name, dst_dir_fd=folder)
            hidden.replace(target)
        except BaseException:
            hidden.unlink(missing_ok=True)
            raise
    finally:
        os.close(folder)


def _hidden_name(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.urandom(6).hex()}.new")


def _remove_leftovers(target: Path) -> None:
    """Remove leftovers of killed writers beside a file; running writers keep theirs."""
    pattern = re.compile(_LEFTOVER.format(re.escape(target.name)))
    with suppress(OSError):
        for entry in target.parent.iterdir():
            if pattern.fullmatch(entry.name):
                _remove_unlocked(entry)


def _remove_unlocked(leftover: Path) -> None:
    """Remove a file that no living writer holds; others may put pipes and links into a folder that is theirs too."""
    with suppress(OSError):
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(leftover, flags)
        try:
            if _lock is not None:
                _lock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        finally:
            os.close(descriptor)
        leftover.unlink()


def _sync_folder(folder: Path) -> None:
    """Put a folder's new entry on the disk, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
