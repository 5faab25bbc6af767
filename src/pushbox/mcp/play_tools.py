"""Tools that play: a game is opened on a level and goes on by its id."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from .. import move_notations
from ..errors import IllegalMove, NotationError
from ..games.position import Position
from ..notation import is_push_list
from ..notebook.requests import answer
from ..play import push_lists
from ..play.pointing import MAX_REACH, pushable, trail
from ..play.recorded_session import Refused
from ..render.text import draw
from ..web.play.game_view import PlayView
from ..web.sockets.envelope import MAX_LENGTH
from .bounds import MAX_LISTED, Line, Text, check_moves
from .games import OpenGame
from .subjects import LEVEL, NUMBER, Subjects
from .values import BoardMessage, BoardNews, GameState, Moved, Push, Pushes

_MAX_REQUESTS = 64  # of a board at once

Game = Annotated[str, Field(max_length=60, description="The id of an open game.")]


class PlayTools:
    """The tools that play, on the open games."""

    def __init__(self, subjects: Subjects) -> None:
        self._subjects = subjects
        self._find = subjects.games.find

    def open_game(
        self,
        level: Annotated[Text, Field(description=LEVEL)],
        number: Annotated[int, Field(ge=1, description=NUMBER)] = 1,
    ) -> GameState:
        """Open a game on a level, with a board for people where the client shows one; the answer has its id.

        A game that nobody plays for hours is closed.
        """
        return _state(self._subjects.games.open(self._subjects.start(level, number)))

    def state(self, game: Game) -> GameState:
        """Return a game as it stands: its board, its counts, whether it is solved or lost, and all moves so far."""
        return _state(self._find(game))

    def move(self, game: Game, moves: Annotated[Line, Field(description="Such as rruL or Right, Up.")]) -> Moved:
        """Play moves: letters l u r d, capitals for pushes, or words, arrows, WASD, or the notation of the game.

        They are played up to the first that is illegal, which the answer names.
        """
        opened = self._find(game)
        check_moves(moves)
        with opened.lock:
            played, illegal = _play(opened, moves)
            opened.record()
            return _moved(opened, played, illegal)

    def undo(self, game: Game, count: Annotated[int, Field(ge=1, le=20_000)] = 1) -> Moved:
        """Take back some moves; a count beyond those played leads to the start."""
        opened = self._find(game)
        with opened.lock:
            opened.view.undo(count)
            opened.record()
            return _moved(opened)

    def legal_pushes(self, game: Game) -> Pushes:
        """Return the pushes that can be made now, each with moves that walk there and push, and the legal moves."""
        opened = self._find(game)
        with opened.lock:
            visible = opened.view.session.visible
        pushes = _pushes(visible)
        moves = [visible.format([move]) for move in visible.legal_moves]
        return Pushes(pushes[:MAX_LISTED], moves[:MAX_LISTED], max(len(pushes), len(moves)) > MAX_LISTED)

    def board(
        self,
        game: Game,
        seen: int = -1,
        requests: Annotated[
            list[Annotated[str, Field(max_length=MAX_LENGTH)]] | None, Field(max_length=_MAX_REQUESTS)
        ] = None,
    ) -> BoardNews:
        """Answer the requests of a board as the socket of the web app does, after what it has not seen yet."""
        opened = self._find(game)
        with opened.lock:
            messages = [BoardMessage(None, message) for message in opened.messages_since(seen)]
            for text in requests or ():
                message, n = answer(opened.view, text)
                if message["is"] == "turned":
                    opened.record(message)
                messages.append(BoardMessage(n, message))
            return BoardNews(opened.count, messages)


def parse(position: Position, text: str) -> list[object]:
    """Return the moves of a text in the notation of the game or in another.  Raises as `verify` does."""
    if is_push_list(text):
        text = push_lists.decode(position, text)
    try:
        return position.parse(text)
    except NotationError:
        letters = move_notations.recognise(text)
        if letters is None:
            raise
        return position.parse(letters)


def _play(opened: OpenGame, text: str) -> tuple[int, str]:
    """Play a text; return how many moves were played, and why the next one was not."""
    try:
        moves = parse(opened.view.session.position, text)
    except IllegalMove as error:  # of a push list
        return 0, str(error)
    for played, move in enumerate(moves):
        try:
            opened.view.play(move)
        except IllegalMove as error:
            return played, str(IllegalMove(error.reason, step=played + 1))
        except Refused as error:
            return played, str(error)
    return len(moves), ""


def _state(opened: OpenGame) -> GameState:
    with opened.lock:
        session = opened.view.session
        info = session.game.info
        return GameState(
            game=opened.id,
            title=session.level.title,
            rules=info.key,
            rules_name=info.name,
            options=dict(session.level.options),
            line=session.start.format(session.move_stack),
            **_fields(opened.view),
        )


def _moved(opened: OpenGame, played: int = 0, illegal: str = "") -> Moved:
    return Moved(game=opened.id, played=played, illegal=illegal, **_fields(opened.view))


def _fields(view: PlayView) -> dict[str, Any]:
    """Return the fields that the answers on a game share, but for its id."""
    picture = draw(view.session.board, "ascii")
    rows, outcome, counts = picture.rows(), view.session.outcome(), view.info.counter.metrics
    return {
        "board": "\n".join(rows),
        "notes": picture.lines(legend=True)[len(rows) :],
        "status": outcome.status.value,
        "reason": str(outcome.reason),
        "winner": outcome.winner,
        "moves": counts.moves,
        "pushes": counts.pushes,
    }


def _pushes(position: Position) -> list[Push]:
    """Return the pushes of a position, as many as are listed and one more, each with a way if one is found quickly."""
    board, names = position.board, position.board.tiling.names
    boxes = pushable(position)
    limit = MAX_REACH // max(len(boxes), 1)
    found: list[Push] = []
    for box, directions in boxes.items():
        targets = position.controls.reach(position.state, box, limit)
        for direction in directions:
            near = board.grid.step[names.index(direction)][box]
            moves = targets.get(near, ())
            pushes_once = moves and trail(position, moves, box)[0] == [box, near]
            found.append(Push(board.cell_name(box), direction, position.format(moves) if pushes_once else ""))
        if len(found) > MAX_LISTED:
            break
    return found
