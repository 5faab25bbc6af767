"""The one server of a library in a file: it holds a lock, which ends with its process, however that ends.

Two servers would each hold plays in memory and number their positions alike.  On PostgreSQL every play has an owner
(`claims`); a file has one server, and who starts a second one learns where the first one is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from ..errors import StoreError, naming
from ..sentence import located, say
from .database import sqlite_file


@contextmanager
def exclusively(url: str | None = None) -> Iterator[None]:
    """Be the one server of the library at a URL, where it is in a file, while the context lasts.

    Raises StoreError where another process is, with its address, and where the lock cannot be made.
    """
    file = sqlite_file(url)
    if file is None:
        yield
        return
    lock = FileLock(file.with_name(f"{file.name}.serving"), timeout=0, thread_local=False)
    with naming(file.parent, OSError, kind=StoreError):
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout:
            raise StoreError(_taken(file)) from None
    try:
        yield
    finally:
        lock.release()


def _taken(file: Path) -> str:
    """Return the sentence on a library that has its server."""
    process, address = _running(file)
    by = say("by-process", number=process) if process else ""
    if address:
        return located(file, say("served-at", by=by, address=address))
    return located(file, say("served", by=by))


def _running(file: Path) -> tuple[int, str]:
    """Return the process and the address of the server that has registered, 0 and empty where they are not known."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=1)) as reader:
        for process, address in reader.execute("SELECT process, address FROM servers"):
            return process, address
    return 0, ""
