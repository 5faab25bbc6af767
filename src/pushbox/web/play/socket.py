"""The socket of play: messages in, answers out, in order.

Commands take little time and are executed at once; queries go to a thread, as do hints, which come when they are ready
while the play goes on.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from fastapi import APIRouter, WebSocket, WebSocketException

from ...errors import NotFound, PushboxError
from ..identity_cookie import identify_socket
from . import commands, messages, serialize
from .active_play import ActivePlay
from .connection import BUSY, FAILED, NOT_FOUND, Connection
from .game_view import Refused
from .messages import Malformed
from .play_manager import CapacityError, PlayManager

router = APIRouter()
_logger = logging.getLogger("pushbox.web")


@router.websocket("/ws/play")
async def play(websocket: WebSocket, play: int = 0) -> None:
    """Play one level until the socket closes."""
    await websocket.accept()
    async with Connection(websocket) as window:
        try:
            visitor = identify_socket(websocket)
            player = PlaySocket(websocket.app.state.plays, window, visitor.id)
            await player.open(play)
        except WebSocketException as error:
            window.close(error.code, error.reason)
        except NotFound as error:
            window.close(NOT_FOUND, str(error))
        except CapacityError as error:
            window.close(BUSY, str(error))
        else:
            try:
                await player.listen()
            except Exception:
                _logger.exception("the socket of play %s", play)
                window.close(FAILED, "the server has failed on this play")
            finally:
                player.leave()


@dataclass(slots=True)
class PlaySocket:
    """The socket of one window, which shows a play."""

    manager: PlayManager
    window: Connection
    visitor: str
    active: ActivePlay = field(init=False)
    hint_task: asyncio.Task[None] | None = None

    async def open(self, play: int, n: int | None = None) -> None:
        """Join a play.  Raises NotFound, CapacityError."""
        self.active = await self.manager.join(play, self.visitor, self.window)
        self.window.send(serialize.encode(self.active.opened_message(), n))

    def leave(self) -> None:
        """Leave the play."""
        if self.hint_task is not None:
            self.hint_task.cancel()
        self.manager.leave(self.active, self.window)

    async def listen(self) -> None:
        """Answer every message until the socket closes."""
        while (text := await self.window.receive()) is not None:
            n = None
            try:
                n, request = messages.parse(text)
                await self._answer(request, n)
            except Malformed as error:
                self.window.send(serialize.error(str(error), error.n))
            except (Refused, PushboxError) as error:
                self.window.send(serialize.error(str(error), n))

    async def _answer(self, request: messages.Request, n: int | None) -> None:
        active, window = self.active, self.window
        view = active.view
        match request:
            case messages.Reach() | messages.Path() | messages.Origins() | messages.Pushable() | messages.Describe():
                window.send(serialize.encode(await self.manager.answer(view.session.visible, request), n))
            case messages.Hint(step):
                self._begin_hint(step, n)
            case messages.Take():
                active.windows.remove(window)
                active.broadcast(serialize.encode({"is": "moved"}))
                active.windows.append(window)
                window.send(serialize.encode(active.opened_message(), n))
            case messages.Line():
                session = view.session
                text = await asyncio.to_thread(session.start.format, session.move_stack)
                window.send(serialize.encode({"is": "line", "text": text}, n))
            case _ if active.windows[-1] is not window:
                window.send(serialize.encode({"is": "moved"}, n))
            case messages.Reverse():
                other = await self.manager.reversed_play(active)
                await self.open(other, n)
                self.manager.leave(active, window)
            case command:
                message = commands.execute(view, command)
                text = serialize.encode(message)
                window.send(serialize.numbered(text, n))
                active.broadcast(text, besides=window)
                self.manager.record(active, moved=bool(message["played"]))

    def _begin_hint(self, step: int, n: int | None) -> None:
        if not self.active.view.can_preview:
            raise Refused("there are no hints where something is hidden or several play")
        if self.hint_task is not None and not self.hint_task.done():
            raise Refused("a hint is on its way")
        self.hint_task = asyncio.create_task(self._send_hint(self.active, step, n))

    async def _send_hint(self, active: ActivePlay, step: int, n: int | None) -> None:
        try:
            hint = await self.manager.hint(active)
        except Exception:
            _logger.exception("a hint for play %s", active.entry.id)
            self.window.send(serialize.error("the server has failed on this hint", n))
        else:
            self.window.send(serialize.encode(hint.to_json(step, active.level.level.board), n))
