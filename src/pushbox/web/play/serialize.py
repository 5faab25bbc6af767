"""Values of play as JSON, encoded once however many clients get them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ...board import Change, Piece
from ...formats.json import change_to_json
from ...games.api import Outcome
from ...grid import Cell

Object = dict[str, Any]


def encode(value: Object, n: int | None = None) -> str:
    """Return an answer as text, with the number of what it answers."""
    return numbered(_dumps(value), n)


def numbered(text: str, n: int | None) -> str:
    """Return an encoded answer with the number of what it answers."""
    return text if n is None else f'{{"n":{n},{text[1:]}'


def error(message: str, n: int | None = None) -> str:
    """Return the message on a request that failed."""
    return encode({"is": "error", "message": message}, n)


def changes_to_json(changes: Iterable[Change]) -> list[Object]:
    """Return the changes of a board as JSON values, which nobody may change: recent ones are cached."""
    return [_change_to_json(change) for change in changes]


def focus_to_json(focus: Piece | None) -> list[Cell] | None:
    """Return the cells of what the keys steer."""
    return None if focus is None else list(focus.cells)


def outcome_to_json(outcome: Outcome) -> Object:
    """Return how the play stands."""
    return {"status": outcome.status.value, "reason": outcome.reason, "winner": outcome.winner}


def move_to_text(move: Any) -> str:
    """Return a move as JSON; `move_from_text` is the inverse."""
    return _dumps(move)


def move_from_text(text: str) -> Any:
    """Return the move that `move_to_text` made a text of."""
    return _frozen(json.loads(text))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


_change_to_json = lru_cache(1 << 13)(change_to_json)  # 12 MiB
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
