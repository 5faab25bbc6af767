"""Answer the requests of a board that is no page of the web app like its sockets."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import PushboxError
from ..play.recorded_session import Refused
from ..web.play import messages
from ..web.play.commands import execute
from ..web.play.game_view import PlayView
from ..web.play.queries import answer as answer_query
from ..web.sockets import envelope
from ..web.sockets.envelope import Object


class Answer(NamedTuple):
    """A message, and the number of the request that it answers."""

    message: Object
    n: int | None


def answer(view: PlayView, text: str) -> Answer:
    """Execute a request, a JSON text, and answer it; an invalid one is answered with an error."""
    n = None
    try:
        message = envelope.decode(text)
        n = envelope.number_of(message)
        return Answer(_execute(view, messages.parse(message)), n)
    except PushboxError as error:
        return Answer({"is": "error", "message": str(error)}, n)


def _execute(view: PlayView, request: messages.Request) -> Object:
    match request:
        case messages.Line():
            return {"is": "line", "text": view.session.start.format(view.session.move_stack)}
        case messages.Ahead():
            return view.ahead_message()
        case messages.Hint() | messages.Reverse() | messages.Take() | messages.Judge() | messages.Record():
            raise Refused.said("notebook-has-no")
        case _ if isinstance(request, messages.Query):
            return answer_query(view.session.visible, request)
        case _:
            return execute(view, request)
