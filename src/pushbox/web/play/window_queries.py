"""The open requests of one window that are answered when they are ready; its keys never wait for them.

A query of the pointer that has become pointless while it waits, by a move or by a later one of its kind, is answered
with an error, which every client takes as nothing known.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import get_args

from ...batch.fair_queue import Place
from ...errors import PushboxError
from ...games.position import Position
from ...sentence import say
from ..sockets import envelope
from ..sockets.turns import Turns
from . import messages, queries

POINTER = get_args(messages.Query)  # what a move makes pointless
_MOST = 16  # requests of a window without an answer
_LATEST_COUNTS = (messages.Path, messages.Pushable, messages.Origins)  # a later one is of the pointer's next place
_FAILED = say("query-failed")
_DROPPED = envelope.error(say("query-dropped"))
_logger = logging.getLogger("pushbox.web")


class WindowQueries:
    """The open queries of a window, and what else it waits for."""

    def __init__(self, turns: Turns, place: Place, send: Callable[[str], None]) -> None:
        self._turns = turns
        self._place = place
        self._send = send
        self._open: dict[asyncio.Task[None], type] = {}

    async def submit(self, position: Position, query: messages.Query, n: int | None) -> None:
        """Answer a query soon; earlier ones that nobody waits for any more are dropped.

        A window that sends queries faster than they are answered waits, with whatever it sends next.
        """
        kind = type(query)
        if kind in _LATEST_COUNTS:
            self.drop(kind)
        while len(self._open) >= _MOST:
            await asyncio.wait(self._open, return_when=asyncio.FIRST_COMPLETED)
        # Encoded there too: an answer with thousands of cells takes a while.
        work = partial(self._turns.run, self._place, lambda: envelope.encode(queries.answer(position, query)))
        self.begin(kind, n, work)

    def begin(
        self,
        kind: type,
        n: int | None,
        work: Callable[[], Awaitable[str]],
        *,
        failed: str = _FAILED,
        dropped: str = _DROPPED,
    ) -> None:
        """Send the result of some work when it is ready, or what is said where it has `failed` or was `dropped`."""

        def end(task: asyncio.Task[None]) -> None:
            del self._open[task]
            if task.cancelled():
                self._send(envelope.numbered(dropped, n))

        task = asyncio.create_task(self._answer(n, work, failed))
        self._open[task] = kind
        task.add_done_callback(end)

    def is_open(self, kind: type) -> bool:
        """Return whether a request of a kind waits for its answer."""
        return kind in self._open.values()

    def drop(self, *kinds: type) -> None:
        """Drop what is open of some kinds; of all where none is named: the window has gone."""
        for task in [task for task, kind in self._open.items() if kind in kinds or not kinds]:
            task.cancel()

    async def _answer(self, n: int | None, work: Callable[[], Awaitable[str]], failed: str) -> None:
        try:
            answer = await work()
        except PushboxError as error:
            answer = envelope.error(str(error))
        except Exception:
            _logger.exception("a request of a window")
            answer = envelope.error(failed)
        self._send(envelope.numbered(answer, n))
