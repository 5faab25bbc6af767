"""From chunks of bytes, as a pipe gives them, to lines of a bounded length."""

from __future__ import annotations

import os
from collections.abc import Iterator

MAX_LINE = 4 * 1024 * 1024  # bytes of a line: a solution of a million moves, a level of a million cells in run lengths
CHUNK_SIZE = 64 * 1024  # bytes read at a time


class LineBuffer:
    """A buffer of the bytes after the last newline, at most `max_line`."""

    def __init__(self, max_line: int = MAX_LINE) -> None:
        self._max_line = max_line
        self._pieces: list[bytes] = []
        self._size = 0
        self._skipping = False

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield each line that ends in `chunk`, without its end (LF or CR LF).

        For a line longer than `max_line` it is None, as soon as it is that long.
        """
        *complete, rest = chunk.split(b"\n")
        for piece in complete:
            yield from self._append(piece)
            if not self._skipping:
                yield self.unfinished().removesuffix(b"\r")
            self._pieces.clear()
            self._size = 0
            self._skipping = False
        yield from self._append(rest)

    def unfinished(self) -> bytes:
        """Return the bytes after the last newline, as far as they were kept."""
        return b"".join(self._pieces)

    def _append(self, piece: bytes) -> Iterator[None]:
        self._size += len(piece)
        if self._skipping:
            return
        if self._size > self._max_line:
            self._skipping = True
            self._pieces.clear()
            yield None
        elif piece:
            self._pieces.append(piece)


def read_chunks(descriptor: int) -> Iterator[bytes]:
    """Yield data from a file descriptor as soon as it arrives, up to its end.

    It is a descriptor and not a file object: a thread that waits in here holds no lock, and a program may end beside
    it.
    """
    while True:
        try:
            chunk = os.read(descriptor, CHUNK_SIZE)
        except OSError:  # a terminal whose other side has gone, a descriptor that was closed
            return
        if not chunk:
            return
        yield chunk
