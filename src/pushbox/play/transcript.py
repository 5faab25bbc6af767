"""Transcripts: a line of play as text, with the picture, the legal moves and the outcome at each ply.

Picture and moves are those of what the player may see.  A transcript holds its level whole, so it can be played again:
`check` does so and compares every line.  It is how a game's behaviour is pinned in tests, and how people show each
other what happened::

    pushbox transcript 1
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

from collections.abc import Iterable, Iterator
from typing import Any

from ..arguments import check_text
from ..errors import FormatError, IllegalMove
from ..formats import json
from ..games.api import Game
from ..games.registry import find
from ..level import Level, check_level

_TITLE = "pushbox transcript 1"
_LEVEL = "level: "
_MOVE = "> "


def transcript(level: Level, text: str = "") -> str:
    """Return the transcript of a line of play, given in the notation of the level's game.

    Raises NotationError, or IllegalMove with the first illegal step.
    """
    check_level(level)
    check_text("text", text, "the moves as a text")
    game = find(level.game)
    state = game.rules.initial_state(level)
    return _written(game, level, game.controls.parse(state, text))


def check(text: str) -> None:
    """Play a transcript again and compare it line by line.

    Raises FormatError with the first line that differs, or where the text is no transcript.
    """
    old = text.splitlines()
    if len(old) < 3 or old[0] != _TITLE or not old[2].startswith(_LEVEL):
        raise FormatError(f"expected a transcript: {_TITLE!r}, the game, then the level", line=1)
    level = json.decode(old[2].removeprefix(_LEVEL))
    game = find(level.game)
    new = _written(game, level, _moves(game, level, old)).splitlines()
    for number, (was, now) in enumerate(zip(old, new, strict=False), start=1):
        if was != now:
            raise FormatError(f"found {was!r}, but playing it gives {now!r}", line=number)
    if len(old) != len(new):
        raise FormatError(f"found {len(old)} lines, but playing it gives {len(new)}", line=min(len(old), len(new)))


def _written(game: Game[Any, Any], level: Level, moves: Iterable[Any]) -> str:
    state = game.rules.initial_state(level)
    lines = [_TITLE, f"game: {level.game}", _LEVEL + json.encode(level), "", *_ply(game, state, 0)]
    for number, move in enumerate(moves, start=1):
        transition = game.rules.apply(state, move)
        if transition is None:
            raise IllegalMove(game.rules.explain_illegal(state, move), step=number)
        # Each move is written by itself, so what selects its piece does not depend on the moves before.
        lines += ["", _MOVE + game.controls.format(state, [move]), "", *_ply(game, transition.state, number)]
        state = transition.state
    return "\n".join(lines) + "\n"


def _moves(game: Game[Any, Any], level: Level, lines: list[str]) -> Iterator[Any]:
    """Yield the moves of a transcript, each read in the position that it is played in."""
    state = game.rules.initial_state(level)
    for number, line in enumerate(lines, start=1):
        if not line.startswith(_MOVE):
            continue
        moves = game.controls.parse(state, line.removeprefix(_MOVE))
        if len(moves) != 1:
            raise FormatError(f"found {line!r}, expected one move", line=number)
        yield moves[0]
        if (transition := game.rules.apply(state, moves[0])) is None:
            return
        state = transition.state


def _ply(game: Game[Any, Any], state: Any, number: int) -> list[str]:
    outcome = game.rules.outcome(state)
    told = outcome.status.value
    if outcome.reason:
        told += f" ({outcome.reason})"
    if outcome.winner:
        told += f", player {outcome.winner} wins"
    view = game.rules.view(state)
    # Where something is hidden, the legal moves are those of what is seen: the true ones would tell where it is.
    seen = game.rules.initial_state(game.rules.view_level(state)) if game.info.imperfect_information else state
    moves = " ".join(game.controls.format(seen, [move]) for move in game.rules.legal_moves(seen))
    picture = [f"  {row}".rstrip() for row in str(view).splitlines()]
    counters = [f"{name}: {value}" for name, value in view.counters]
    return [f"ply {number}", *picture, *counters, f"moves: {moves}", f"outcome: {told}"]
