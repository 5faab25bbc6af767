"""From chunks of bytes, as a pipe gives them, to lines of a bounded length."""

from __future__ import annotations

import os
from collections.abc import Iterator

LONGEST = 4 * 1024 * 1024  # bytes of a line: a solution of a million moves, a level of a million cells in run lengths
CHUNK = 64 * 1024  # bytes read at a time


class Lines:
    """What has been fed and not yet ended by a newline; it never holds more than `longest` bytes."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._pieces: list[bytes] = []
        self._size = 0
        self._skips = False

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield each line that ends in `chunk`, without its end (LF or CR LF).

        For a line longer than `longest` it is None, as soon as it is that long.
        """
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield from self._keep(piece)
            if not self._skips:
                yield self.rest().removesuffix(b"\r")
            self._pieces.clear()
            self._size = 0
            self._skips = False
        yield from self._keep(rest)

    def rest(self) -> bytes:
        """Return what came after the last newline, as far as it was kept."""
        return b"".join(self._pieces)

    def _keep(self, piece: bytes) -> Iterator[None]:
        self._size += len(piece)
        if self._skips:
            return
        if self._size > self._longest:
            self._skips = True
            self._pieces.clear()
            yield None
        elif piece:
            self._pieces.append(piece)


def chunks(descriptor: int) -> Iterator[bytes]:
    """Yield what can be read from a file descriptor, as soon as it is there, up to its end.

    A descriptor and no file object: a thread that waits in here holds no lock, and a program may end beside it.
    """
    while True:
        try:
            chunk = os.read(descriptor, CHUNK)
        except OSError:  # a terminal whose other side has gone, a descriptor that was closed
            return
        if not chunk:
            return
        yield chunk
