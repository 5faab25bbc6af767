"""Threads for the queries, hints and judgements of players, in turns by visitor.

A visitor has one of them at work at a time.  A visitor who has lately taken more than a share of the processor waits
for a separate thread, so that the quick queries of others never stand behind long ones.  That thread rests as long as
it has worked: however many ask much, half of a processor is left to answer keys.  Among those who wait, addresses take
turns, and visitors within an address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count
from threading import Event
from time import monotonic, thread_time
from typing import Literal, NamedTuple, ParamSpec, TypeVar

from ...batch.api import QueueFull
from ...batch.fair_queue import FairQueue, Place
from .connection import CapacityError

_MAX_WAITING = 256  # calls of one visitor
_MAX_WAITING_HOUSEHOLD = 4096
_ALLOWANCE = 0.5  # seconds of processor time that a visitor may take at once,
_SHARE = 0.05  # and the part of a second that they regain in a second
_MOST_KNOWN = 4096  # visitors whose share is counted, before those who owe nothing are forgotten

_P = ParamSpec("_P")
_T = TypeVar("_T")


Kind = Literal["quick", "long"]  # of threads


class _Waiting(NamedTuple):
    """A call that waits: whose it is, and the future of its turn, which is the kind of its thread."""

    place: Place
    turn: asyncio.Future[Kind]


class Turns:
    """Threads at which visitors take turns: some for quick visitors, one for those who have used up their share."""

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads + 1, thread_name_prefix=name)
        self._idle: dict[Kind, int] = {"quick": threads, "long": 1}
        self._queue = FairQueue(_MAX_WAITING, _MAX_WAITING_HOUSEHOLD)
        self._waiting: dict[str, _Waiting] = {}
        self._tickets = count()
        self._spent: dict[str, tuple[float, float]] = {}  # by visitors: seconds of processor time, and when counted
        self._begun: dict[str, float] = {}  # by visitors: when the call at work began

    def __len__(self) -> int:
        """Return how many calls wait for a thread."""
        return len(self._waiting)

    async def run(self, place: Place, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return the result of a function, run in a thread at its visitor's turn.

        Raises CapacityError where too many of the visitor's, or of the address's, wait already.  Who is cancelled waits
        no longer; a function that has begun ends by itself.
        """
        kind = await self._turn(place)
        work = asyncio.get_running_loop().run_in_executor(self._pool, _timed, partial(function, *args, **kwargs))
        work.add_done_callback(partial(self._end, place, kind))
        result, _ = await asyncio.shield(work)
        return result

    def close(self) -> None:
        """End the threads, once what they have begun is done."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, place: Place) -> Kind:
        ticket = str(next(self._tickets))
        try:
            self._queue.put(place, ticket)
        except QueueFull:
            raise CapacityError.said("too-many-wait") from None
        turn: asyncio.Future[Kind] = asyncio.get_running_loop().create_future()
        self._waiting[ticket] = _Waiting(place, turn)
        self._admit()
        try:
            return await turn
        except asyncio.CancelledError:
            if self._waiting.pop(ticket, None) is not None:
                self._queue.drop(place, ticket)
            else:
                self._release(place, turn.result())
            raise

    def _admit(self) -> None:
        """Give idle threads to those whose turn it is."""
        for kind in self._idle:
            may_run, may_have_a_turn = self._may_run, partial(self._may_have_a_turn, kind)
            while self._idle[kind] and (ticket := self._queue.take(may_run, may_have_a_turn)) is not None:
                place, turn = self._waiting.pop(ticket)
                self._idle[kind] -= 1
                self._begun[place.owner] = monotonic()
                turn.set_result(kind)

    def _may_run(self, ticket: str) -> bool:
        return not self._waiting[ticket].turn.cancelled()  # cancelled, and yet to give up its place

    def _may_have_a_turn(self, kind: Kind, visitor: str) -> bool:
        if visitor in self._begun:
            return False
        return kind == ("long" if self._owed(visitor) > _ALLOWANCE else "quick")

    def _owed(self, visitor: str) -> float:
        spent, at = self._spent.get(visitor, (0.0, 0.0))
        return max(0.0, spent - _SHARE * (monotonic() - at))

    def _end(self, place: Place, kind: Kind, work: asyncio.Future[tuple[object, float]]) -> None:
        failed = work.cancelled() or work.exception() is not None
        seconds = monotonic() - self._begun[place.owner] if failed else work.result()[1]
        self._spent[place.owner] = self._owed(place.owner) + seconds, monotonic()
        if len(self._spent) > _MOST_KNOWN:
            self._spent = {visitor: one for visitor, one in self._spent.items() if self._owed(visitor)}
        self._release(place, kind, seconds if kind == "long" else 0.0)

    def _release(self, place: Place, kind: Kind, rest: float = 0.0) -> None:
        """Take a thread back, and give it to the next after so many seconds."""
        del self._begun[place.owner]
        self._queue.done(place)
        if rest:
            asyncio.get_running_loop().call_later(rest, self._come_back, kind)
        else:
            self._come_back(kind)

    def _come_back(self, kind: Kind) -> None:
        self._idle[kind] += 1
        self._admit()


def _timed(call: Callable[[], _T]) -> tuple[_T, float]:
    """Return the result of a call and its seconds of processor time."""
    began = thread_time()
    return call(), thread_time() - began


@contextmanager
def stopping() -> Iterator[Callable[[object], bool]]:
    """Yield a progress callback which stops the search of a thread once nobody waits for it any more."""
    is_stopped = Event()
    try:
        yield lambda _: is_stopped.is_set()
    finally:
        is_stopped.set()
