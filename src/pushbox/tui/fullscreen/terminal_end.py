"""How the terminal game ends when its terminal is closed and no signal says so."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

_INTERVAL = 1000  # milliseconds until a watch notices that the game is over
_GRACE = 5.0  # seconds for the game to leave


@contextmanager
def ended_with_terminal(stream: TextIO | None, leave: Callable[[], None]) -> Iterator[None]:
    """Call `leave` from another thread if the terminal that `stream` reads from is closed while the body runs.

    Such a terminal would be read for ever without waiting. What is written to it goes nowhere from then on. The process
    ends 5 seconds later if the body does not: Textual waits without end for a thread that failed to write.
    """
    over = threading.Event()

    def watch(descriptor: int) -> None:
        poll = select.poll()
        poll.register(descriptor, 0)  # hanging up is reported without being asked for
        while not over.is_set():
            if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(_INTERVAL)):
                break
        if over.is_set():
            return
        nowhere = os.open(os.devnull, os.O_RDWR)
        for standard in range(3):
            os.dup2(nowhere, standard)
        leave()
        if not over.wait(_GRACE):
            os._exit(1)

    if stream is not None and hasattr(select, "poll"):
        threading.Thread(target=watch, args=[stream.fileno()], daemon=True, name="terminal-end").start()
    try:
        yield
    finally:
        over.set()
