"""Transcripts: a line of play as text, with the picture, the legal moves and the outcome at each ply.

Picture and moves are those of what the player may see; the picture hides nothing of it, see `pushbox.render.text`.  In
transcripts of version 1, which `check` reads as well, it was the plain one.  A transcript holds its level whole, so it
can be played again: `check` does so and compares every line.  It is how a game's behaviour is pinned in tests, and how
people show each other what happened::

    pushbox transcript 2
    game: sokoban
    level: {"pushbox":1,...}

    ply 0
      #####
      #@$.#
      #####
    moves: R
    outcome: playing

    > R
    ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..arguments import Line
from ..board import Board
from ..errors import FormatError, UnsupportedError
from ..formats import json
from ..games.api import Game
from ..games.position import Position, load, position_of
from ..level import Level
from ..render import text as text_pictures
from ..sentence import say

MOST_PLIES = 50_000
MOST_SIGNS = 20_000_000

_LEVEL = "level: "
_MOVE = "> "
_MARGIN = "  "


def _plain_picture(board: Board) -> list[str]:
    rows = [f"{_MARGIN}{row}".rstrip() for row in str(board).splitlines()]
    return [*rows, *(f"{name}: {value}" for name, value in board.counters)]


def _whole_picture(board: Board) -> list[str]:
    return text_pictures.draw(board, "ascii").lines(margin=_MARGIN)


_TITLE = "pushbox transcript 2"
_PICTURES: dict[str, Callable[[Board], list[str]]] = {"pushbox transcript 1": _plain_picture, _TITLE: _whole_picture}


def transcript(level: Level | Position, text: Line = "", *, game: Game | None = None) -> str:
    """Return the transcript of a line of play from a level's start, or from a position on, in the game's notation.

    The game is the one that the level names, unless another is given.  Raises NotationError, or IllegalMove with the
    first illegal step, and UnsupportedError where it would be longer than anybody reads.
    """
    position = position_of(level, game)
    moves = position.parse(text)
    cells = len(position.board.terrain)
    if len(moves) > MOST_PLIES or len(moves) * cells > MOST_SIGNS:
        found = say("moves-on-board", count=len(moves), cells=cells)
        most = say("transcript-most", moves=MOST_PLIES, cells=MOST_SIGNS)
        raise UnsupportedError.said("transcript-beyond", found=found, most=most)
    return _written(position, moves, _TITLE)


def check(text: str, *, game: Game | None = None) -> None:
    """Play a transcript again and compare it line by line.

    Raises FormatError with the first line that differs, or where the text is no transcript.
    """
    old = text.splitlines()
    if len(old) < 3 or old[0] not in _PICTURES or not old[2].startswith(_LEVEL):
        raise FormatError(say("expected-transcript", title=_TITLE), line=1)
    position = load(json.decode(old[2].removeprefix(_LEVEL)), game)
    new = _written(position, _moves(position, old), old[0]).splitlines()
    for number, (was, now) in enumerate(zip(old, new, strict=False), start=1):
        if was != now:
            raise FormatError(say("plays-otherwise", found=was, now=now), line=number)
    if len(old) != len(new):
        raise FormatError(say("lines-otherwise", count=len(old), now=len(new)), line=min(len(old), len(new)))


def _written(position: Position, moves: Iterable[Any], title: str) -> str:
    level, picture = position.level, _PICTURES[title]
    lines = [title, f"game: {level.game}", _LEVEL + json.encode(level), "", *_ply(position, 0, picture)]
    for number, move in enumerate(moves, start=1):
        after = Position(position.game, position.transition(move, step=number).state)
        # Each move is written by itself, so what selects its piece does not depend on the moves before.
        lines += ["", _MOVE + position.format([move]), "", *_ply(after, number, picture)]
        position = after
    return "\n".join(lines) + "\n"


def _moves(position: Position, lines: list[str]) -> Iterator[Any]:
    """Yield the moves of a transcript, each read in the position that it is played in."""
    for number, line in enumerate(lines, start=1):
        if not line.startswith(_MOVE):
            continue
        moves = position.parse(line.removeprefix(_MOVE))
        if len(moves) != 1:
            raise FormatError(say("one-move", found=line), line=number)
        yield moves[0]
        position = position.apply(moves[0])


def _ply(position: Position, number: int, picture: Callable[[Board], list[str]]) -> list[str]:
    outcome, visible = position.outcome, position.visible
    described = outcome.status.value
    if outcome.reason:
        described += f" ({outcome.reason})"
    if outcome.winner:
        described += f", player {outcome.winner} wins"
    moves = " ".join(visible.format([move]) for move in visible.legal_moves)
    return [f"ply {number}", *picture(position.view), f"moves: {moves}", f"outcome: {described}"]
