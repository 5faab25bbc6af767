"""The socket of play: messages in, answers out, in order.

What is done takes little and is done at once; questions that look far go to a thread, as do hints, which come when they
are ready while the play goes on.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from fastapi import APIRouter, WebSocket, WebSocketException

from ...errors import NotFound, PushboxError
from ..visitors import of_socket
from . import commands, messages, serialize
from .active_play import Sitting
from .connection import BUSY, FAILED, NO_SUCH, Connection
from .game_view import Refused
from .messages import Malformed
from .play_manager import Full, Tables

router = APIRouter()
_logger = logging.getLogger("pushbox.web")


@router.websocket("/ws/play")
async def play(websocket: WebSocket, play: int = 0) -> None:
    """Play one level until the socket closes."""
    await websocket.accept()
    async with Connection(websocket) as window:
        try:
            visitor = of_socket(websocket)
            guest = Guest(websocket.app.state.tables, window, visitor.id)
            await guest.open(play)
        except WebSocketException as error:
            window.close(error.code, error.reason)
        except NotFound as error:
            window.close(NO_SUCH, str(error))
        except Full as error:
            window.close(BUSY, str(error))
        else:
            try:
                await guest.listen()
            except Exception:
                _logger.exception("the socket of play %s", play)
                window.close(FAILED, "the server has failed on this play")
            finally:
                guest.leave()


@dataclass(slots=True)
class Guest:
    """A window at a table."""

    tables: Tables
    window: Connection
    visitor: str
    sitting: Sitting = field(init=False)
    hinting: asyncio.Task[None] | None = None

    async def open(self, play: int, n: int | None = None) -> None:
        """Sit down at a play.  Raises NotFound, Full."""
        self.sitting = await self.tables.sit(play, self.visitor, self.window)
        self.window.send(serialize.encode(self.sitting.opened(), n))

    def leave(self) -> None:
        """Get up."""
        if self.hinting is not None:
            self.hinting.cancel()
        self.tables.leave(self.sitting, self.window)

    async def listen(self) -> None:
        """Answer every message until the socket closes."""
        while (text := await self.window.receive()) is not None:
            n = None
            try:
                n, ask = messages.read(text)
                await self._answer(ask, n)
            except Malformed as error:
                self.window.send(serialize.error(str(error), error.n))
            except (Refused, PushboxError) as error:
                self.window.send(serialize.error(str(error), n))

    async def _answer(self, ask: messages.Ask, n: int | None) -> None:
        sitting, window = self.sitting, self.window
        table = sitting.table
        match ask:
            case messages.Reach() | messages.Path() | messages.Origins() | messages.Pushable() | messages.Tell():
                window.send(serialize.encode(await self.tables.answer(table.game, table.session.player_state, ask), n))
            case messages.Hint(step):
                self._hint(step, n)
            case messages.Take():
                sitting.watching.remove(window)
                sitting.tell(serialize.encode({"is": "moved"}))
                sitting.watching.append(window)
                window.send(serialize.encode(sitting.opened(), n))
            case messages.Line():
                session = table.session
                text = await asyncio.to_thread(session.game.format, session.root.state, session.move_stack)
                window.send(serialize.encode({"is": "line", "text": text}, n))
            case _ if sitting.watching[-1] is not window:
                window.send(serialize.encode({"is": "moved"}, n))
            case messages.Reverse():
                other = await self.tables.turn_round(sitting)
                await self.open(other, n)
                self.tables.leave(sitting, window)
            case deed:
                told = commands.do(table, deed)
                text = serialize.encode(told)
                window.send(serialize.numbered(text, n))
                sitting.tell(text, besides=window)
                self.tables.note(sitting, moved=bool(told["played"]))

    def _hint(self, step: int, n: int | None) -> None:
        if not self.sitting.table.plain:
            raise Refused("there are no hints where something is hidden or several play")
        if self.hinting is not None and not self.hinting.done():
            raise Refused("a hint is on its way")
        self.hinting = asyncio.create_task(self._find_hint(self.sitting, step, n))

    async def _find_hint(self, sitting: Sitting, step: int, n: int | None) -> None:
        try:
            found = await self.tables.hint(sitting)
        except Exception:
            _logger.exception("a hint for play %s", sitting.entry.id)
            self.window.send(serialize.error("the server has failed on this hint", n))
        else:
            self.window.send(serialize.encode(found.told(step, sitting.level.level.board), n))
