"""The queries of one window, answered when they are ready; its keys never wait for them.

A query that has become pointless while it waits, by a move or by a later one of its kind, is answered with an error,
which every client takes as nothing known.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from ...batch.fair_queue import Place
from ...errors import PushboxError
from ...games.position import Position
from ...sentence import say
from . import messages, queries, serialize
from .turns import Turns

_MOST = 16  # queries of a window without an answer
_LATEST_COUNTS = (messages.Path, messages.Pushable, messages.Origins)  # a later one is of the pointer's next place
_logger = logging.getLogger("pushbox.web")


class WindowQueries:
    """The open queries of a window."""

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
            self._drop(task for task, other in self._open.items() if other is kind)
        while len(self._open) >= _MOST:
            await asyncio.wait(self._open, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(self._answer(position, query, n))
        self._open[task] = kind
        task.add_done_callback(lambda task: self._open.pop(task, None))

    def drop(self) -> None:
        """Drop all that is open: the position has changed, or the window has gone."""
        self._drop(self._open)

    def _drop(self, tasks: Iterable[asyncio.Task[None]]) -> None:
        for task in [*tasks]:
            task.cancel()

    async def _answer(self, position: Position, query: messages.Query, n: int | None) -> None:
        try:
            answer = await self._turns.run(self._place, _encoded, position, query)
        except asyncio.CancelledError:
            self._send(serialize.numbered(_DROPPED, n))
            raise
        except PushboxError as error:
            answer = serialize.error(str(error))
        except Exception:
            _logger.exception("a query of a pointer")
            answer = serialize.error(say("query-failed"))
        self._send(serialize.numbered(answer, n))


_DROPPED = serialize.error(say("query-dropped"))


def _encoded(position: Position, query: messages.Query) -> str:
    """Return an answer as text: one with thousands of cells takes a while to encode."""
    return serialize.encode(queries.answer(position, query))
