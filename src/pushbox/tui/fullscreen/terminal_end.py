"""Whether the terminal of a program is still there."""

from __future__ import annotations

import select
from typing import TextIO


def is_gone(stream: TextIO | None) -> bool:
    """Return whether the terminal that a stream reads from is closed; False if the system does not report it."""
    if stream is None or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(stream.fileno(), 0)  # hanging up is reported without being asked for
    return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0))
