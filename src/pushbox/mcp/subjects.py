"""What a tool is asked about: an open game as it stands, or a level as it begins."""

from __future__ import annotations

from ..games.position import Position
from ..play.recorded_session import LinePosition, Refused
from ..play.validate import require_playable
from .games import PREFIX, Games
from .levels import Levels

# For the descriptions of the parameters that many tools have.
LEVEL = "A level: its text in any format, or an address such as level://builtin/lessons/3 or level://library/12."
SUBJECT = f"The id of an open game, as it stands now, or a level. {LEVEL}"
NUMBER = "Which level of a text that has several, from 1."


class Subjects:
    """The positions that tools are asked about."""

    def __init__(self, games: Games, levels: Levels) -> None:
        self.games = games
        self.levels = levels

    def line(self, subject: str, number: int) -> list[LinePosition]:
        """Return the positions of a game from its start to now, or the start of a level alone.

        Raises PushboxError for what is neither, LevelError for a level that cannot be played, and Refused for a game
        that hides something, or that several play: nobody is told of those what they cannot see.
        """
        if not subject.startswith(PREFIX):
            return [LinePosition(0, self.start(subject, number), 0)]
        game = self.games.find(subject)
        with game.lock:
            if not game.view.can_preview:
                raise Refused.said("no-hints")
            return game.view.line()

    def start(self, level: str, number: int) -> Position:
        """Return the position that a level begins in.  Raises as `line` does."""
        return require_playable(self.levels.find(level, number))

    def position(self, subject: str, number: int) -> Position:
        """Return the last position of `line`, with the level that it belongs to.  Raises as `line` does."""
        return self.line(subject, number)[-1].position
