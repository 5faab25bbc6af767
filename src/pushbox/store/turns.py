"""Write many rows in turns: transactions that end when their time is over, so that nobody waits long for the lock.

A database on a busy machine takes many times as long for a row as on an idle one, so no number of rows will do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import sqlalchemy as sa

    from .database import Store

_Item = TypeVar("_Item")
Progress = Callable[[int, int], object]  # takes the rows done and the rows to do


def unseen(done: int, total: int) -> None:
    """Show no progress."""
    del done, total


TURN = 0.03  # seconds of the clock; the last portion and the commit come on top of them
PAUSE = 0.03  # seconds: who has waited for up to 0.13 looks again every 25 ms (SQLite's busy handler)


def in_turns(
    store: Store,
    items: Sequence[_Item],
    size: int,
    write: Callable[[sa.Connection, Sequence[_Item]], object],
    *,
    clock: Callable[[], float] = time.perf_counter,
    pause: Callable[[float], object] = time.sleep,
) -> Iterator[int]:
    """Write items in portions of `size`; yield after each transaction how many of them are written for good.

    A transaction ends with the first portion after which its `TURN` is over; before the next one others have a `PAUSE`.
    Where `write` raises, the transactions before stay.
    """
    done = 0
    while done < len(items):
        if done:
            pause(PAUSE)
        with store.write() as connection:
            began = clock()  # the lock is taken
            while done < len(items):
                write(connection, items[done : done + size])
                done = min(done + size, len(items))
                if clock() - began >= TURN:
                    break
        yield done
