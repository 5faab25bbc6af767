"""Examples of each rule of a game: the beginning of a shipped level, move by move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from ... import levels
from ...formats.json import board_to_json
from ...level import Level
from ...play.session import Session
from ..errors import ApiError
from ..play.serialize import changes_to_json
from ..rate_limits import READS
from .models import ApiRouter, ResponseModel, Values, described, example

router = ApiRouter(prefix="/api", tags=["games and formats"])

MOST_MOVES = 16  # that are shown of a solution
_FILE = levels.path("lessons").parent / "examples" / "rules.json"
# By games: the collection of their levels, and for each rule of `i18n/*/rules.json` a level with the moves that are
# shown of it, those of its solution where none are named.
SHOWN: Mapping[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))


class ExampleOut(ResponseModel):
    """An example of a rule: a board, and the changes of each move, as the socket sends them."""

    title: str
    board: Values
    moves: list[list[Values]]


class Examples(ResponseModel):
    """An example of each rule of a game, in the order of the rules."""

    model_config = example(examples=[])

    examples: list[ExampleOut]


@router.get("/games/{key}/examples", **described("An example of each rule", READS))
def list_examples(key: str) -> Examples:
    """List an example of each rule of a game; a game of a package has none."""
    if key not in SHOWN:
        raise ApiError.said("not-found", "no-examples", key=key[:40], known=", ".join(SHOWN))
    return _examples(key)


@cache
def _examples(key: str) -> Examples:
    found = {level.title: level for level in levels.builtin(SHOWN[key]["collection"]).levels}
    return Examples(examples=[_example(found[shown["level"]], shown.get("moves", "")) for shown in SHOWN[key]["rules"]])


def _example(level: Level, text: str) -> ExampleOut:
    session = Session(level)
    board = board_to_json(session.board)
    moves = session.parse(text or level.saved_moves[0].text)
    played = [changes_to_json(session.play(move).changes) for move in moves[:MOST_MOVES]]
    return ExampleOut(title=level.title, board=board, moves=played)
