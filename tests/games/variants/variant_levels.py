"""Levels of the variants, drawn with signs, and what a line of play makes of them."""

from __future__ import annotations

from typing import Any

from pushbox import games
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.games.api import Outcome
from pushbox.level import Level, Scalar
from pushbox.play.verify import verify

SOKOBAN = games.find("sokoban")
PLUS = games.find("plus")
BOX = Piece("box", (0,))
STRAIGHT, UPRIGHT, CROSS = 0b0101, 0b1010, 0b1111
Signs = dict[str, tuple[Terrain | Piece, ...]]
SIGNS: Signs = {
    "#": (WALL,), " ": (FLOOR,), ".": (GOAL,), "$": (BOX,), "*": (GOAL, BOX), "@": (Piece("pusher", (0,)),),
    "?": (Terrain("floor", looks="wall"),), ":": (GOAL._replace(looks="floor"),), "G": (BOX._replace(hidden=True),),
    "2": (BOX._replace(fuse=2),), "=": (BOX._replace(ports=STRAIGHT),), "+": (BOX._replace(ports=CROSS),),
    "S": (Terrain("terminal", ports=CROSS, role="source"),), "B": (Terrain("terminal", ports=CROSS, role="bomb"),),
}  # fmt: skip


def level(*rows: str, game: str = "sokoban", signs: Signs | None = None, **options: Scalar) -> Level:
    """Return a level drawn with `SIGNS`, and those given besides."""
    known = SIGNS | (signs or {})
    width = max(map(len, rows))
    terrain, pieces = [], []
    for cell, sign in enumerate("".join(row.ljust(width) for row in rows)):
        terrain.append(next((part for part in known[sign] if isinstance(part, Terrain)), FLOOR))
        pieces += [part._replace(cells=(cell,)) for part in known[sign] if isinstance(part, Piece)]
    return Level(Board(width, len(rows), tuple(terrain), tuple(pieces)), game, tuple(options.items()))


def after(start: Level, text: str) -> Any:
    """Return the state after a line of play, which is legal and leads from each state's own level alike."""
    game = games.find(start.game)
    state = game.rules.initial_state(start)
    for move in game.controls.parse(state, text):
        transition = game.rules.apply(state, move)
        assert transition is not None, text
        assert transition == game.rules.apply(game.rules.initial_state(game.rules.to_level(state)), move)
        state = transition.state
        assert game.rules.initial_state(game.rules.to_level(state)) == state, text
    return state


def seen(start: Level, text: str) -> str:
    """Return what the player sees after a line of play."""
    return str(games.find(start.game).rules.view(after(start, text)))


def judged(start: Level, text: str) -> Outcome:
    """Return the outcome of the position after a line of play."""
    return games.find(start.game).rules.outcome(after(start, text))


def refused(start: Level, text: str) -> str:
    """Return why the last move of a line is refused."""
    replay = verify(start, text)
    assert replay.step == len(text)
    return replay.message
