"""The socket of play: messages in, answers out.

Commands take little time and are executed at once; queries and hints go to threads, and are answered when they are
ready while the play goes on.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from fastapi import APIRouter, WebSocket

from ...batch.fair_queue import Place
from ...play.recorded_session import Refused
from ...sentence import say
from ..identity_cookie import Visitor
from ..rate_limits import household_of
from ..sockets import envelope
from ..sockets.connection import Connection
from ..sockets.envelope import Object
from ..sockets.handler import serve
from . import commands, judgement, messages, serialize
from .active_play import MOVED, ActivePlay
from .game_view import PlayView
from .play_manager import PlayManager
from .window_queries import POINTER, WindowQueries

router = APIRouter()


@router.websocket("/ws/play")
async def play(websocket: WebSocket, play: int = 0, ahead: bool = True) -> None:  # noqa: FBT001, FBT002  # of a query
    """Play one level until the socket closes, with what keys lead to sent `ahead` of them."""

    async def join(window: Connection, visitor: Visitor) -> PlaySocket:
        player = PlaySocket(websocket.app.state.plays, window, Place(household_of(websocket), visitor.id), ahead)
        await player.open(play)
        return player

    await serve(websocket, "play", join)


@dataclass(slots=True)
class PlaySocket:
    """The socket of one window, which shows a play."""

    manager: PlayManager
    window: Connection
    place: Place
    foresees: bool
    active: ActivePlay = field(init=False)
    queries: WindowQueries = field(init=False)

    def __post_init__(self) -> None:
        self.queries = WindowQueries(self.manager.queries, self.place, self.window.send)

    async def open(self, play: int, n: int | None = None) -> None:
        """Join a play.  Raises NotFound, CapacityError."""
        self.active = await self.manager.join(play, self.place.owner, self.window)
        if self.foresees:
            self.active.foresees = self.active.view.foresees = True
        self.window.send(envelope.encode(self.active.opened_message(), n))

    def leave(self) -> None:
        """Leave the play."""
        self.queries.drop()
        self.manager.leave(self.active, self.window)

    async def answer(self, message: Object, n: int | None) -> None:
        """Answer a message: commands at once, queries when they are ready."""
        request = messages.parse(message)
        if isinstance(request, messages.Record):
            await self.active.reloaded()
            self._take_record(request, n)
        else:
            await self.manager.show(self.active)
            await self._answer(request, n)

    async def _answer(self, request: messages.Served, n: int | None) -> None:
        """Answer a request to the server to play."""
        active, window = self.active, self.window
        view = active.view
        match request:
            case _ if isinstance(request, messages.Query):
                await self.queries.submit(view.session.visible, request, n)
            case messages.Take():
                await self.manager.take_keys(active, window)
                window.send(envelope.encode(active.opened_message(), n))
            case messages.Line():
                session = view.session
                text = await asyncio.to_thread(session.start.format, session.move_stack)
                window.send(envelope.encode({"is": "line", "text": text}, n))
            case _ if not active.owned:
                window.send(envelope.numbered(MOVED, n))
            case messages.Hint():
                self._begin_hint(request, n)
            case _ if active.keyholder is not window:
                window.send(envelope.numbered(MOVED, n))
            case messages.Judge():
                self._begin_judging(request, n)
            case messages.Ahead():
                self.foresees = active.foresees = True
                window.send(envelope.encode(view.ahead_message(), n))
            case messages.Reverse():
                other = await self.manager.reversed_play(active)
                self.queries.drop(*POINTER)
                await self.open(other, n)
                self.manager.leave(active, window)
            case command:
                self.manager.shares.require(self.place.group, command)
                active.has_acted = True
                before, size = view.current_id, view.size
                message = commands.execute(view, command)
                self.manager.shares.count(self.place.group, view.size - size)
                if view.current_id != before:
                    self.queries.drop(*POINTER)
                text = envelope.encode(message)
                window.send(envelope.numbered(text, n))
                active.broadcast(text, besides=window)
                self.manager.on_moved(active, moved=bool(message["played"]))

    def _take_record(self, record: messages.Record, n: int | None) -> None:
        """Take in what was played in this window, though another one may have the keys by now."""
        active, window = self.active, self.window
        self.manager.shares.require(self.place.group, record)
        size = active.history.size
        remarks: Object = {}
        try:
            answer, remarks = self.manager.record(active, record, n, window)
            window.send(envelope.encode(answer, n))
        finally:
            self.manager.shares.count(self.place.group, active.history.size - size)
            if isinstance(active.history, PlayView):
                turned = active.history.take_turned_message() | remarks
                active.broadcast(envelope.encode(turned), besides=window)

    def _begin_hint(self, request: messages.Hint, n: int | None) -> None:
        if not self.active.view.can_preview:
            raise Refused.said("no-hints")
        if self.queries.is_open(messages.Hint):
            raise Refused.said("hint-coming")
        active = self.active

        async def hint() -> str:
            hint = await self.manager.hint(active, self.place)
            return envelope.encode(serialize.hint_to_json(hint, request.step, active.level.level.board))

        self.queries.begin(messages.Hint, n, hint, failed=say("hint-failed"))

    def _begin_judging(self, request: messages.Judge, n: int | None) -> None:
        """Judge the position, which is answered when it is ready, unless another is to be judged by then."""
        active, position = self.active, self.active.view.session.position
        if not active.view.can_preview or active.entry.reverse:
            raise Refused.said("judge-none")
        self.queries.drop(messages.Judge)

        async def verdict() -> str:
            return envelope.encode(await self.manager.judge(active, position, request, self.place))

        unknown = envelope.encode(judgement.UNKNOWN)
        self.queries.begin(messages.Judge, n, verdict, failed=say("position-failed"), dropped=unknown)
