"""The open games: plays with an id and a log for the boards that show them, as many and as long as there is room."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock

from ..errors import PushboxError
from ..games.position import Position
from ..web.play.game_view import PlayView
from ..web.sockets.envelope import Object

PREFIX = "game-"
MAX_GAMES = 64
IDLE_SECONDS = 6 * 3600.0  # after which a game that nobody plays is closed
_LOGGED = 200  # messages that a board may lag behind


class OpenGame:
    """A level that a model and the people at its board play together.

    Hold `lock` while you use `view`, and call `record` after it has changed.
    """

    def __init__(self, position: Position) -> None:
        self.id = f"{PREFIX}{secrets.token_hex(8)}"
        self.lock = Lock()
        self.view = PlayView(position)
        self._log: deque[Object] = deque(maxlen=_LOGGED)
        self.count = 0  # messages so far

    def record(self, message: Object | None = None) -> None:
        """Log what has happened since the last call, or the message that says it, for every board."""
        self._log.append(self.view.take_turned_message() if message is None else message)
        self.count += 1

    def messages_since(self, count: int) -> list[Object]:
        """Return what a board has to know that has seen so many messages: all of it where it cannot catch up."""
        missing = self.count - count
        if 0 <= missing <= len(self._log):
            return list(self._log)[len(self._log) - missing :]
        title = self.view.session.level.title
        return [self.view.opened_message() | {"level": {"title": title}}]


class Games:
    """The open games by id; beyond `most` the one that was used longest ago is closed."""

    def __init__(
        self, most: int = MAX_GAMES, idle: float = IDLE_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._idle = idle
        self._clock = clock
        self._lock = Lock()
        self._games: OrderedDict[str, tuple[OpenGame, float]] = OrderedDict()  # with their last use, oldest first

    def open(self, position: Position) -> OpenGame:
        """Begin a game at a position."""
        game = OpenGame(position)
        with self._lock:
            self._sweep()
            self._games[game.id] = game, self._clock()
            while len(self._games) > self._most:
                self._games.popitem(last=False)
        return game

    def find(self, key: str) -> OpenGame:
        """Return an open game.  Raises PushboxError for one that there is not, or not any more."""
        with self._lock:
            self._sweep()
            if key not in self._games:
                raise PushboxError.said("no-open-game", game=key[:40])
            game, _ = self._games.pop(key)
            self._games[key] = game, self._clock()
            return game

    def _sweep(self) -> None:
        latest = self._clock() - self._idle
        while self._games and next(iter(self._games.values()))[1] <= latest:
            self._games.popitem(last=False)
