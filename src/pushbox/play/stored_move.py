"""The JSON form of a stored move, for every game."""

from __future__ import annotations

import json
from typing import Any

_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def move_to_text(move: Any) -> str:
    """Return a move as JSON; `move_from_text` is the inverse."""
    return _dumps(move)


def move_from_text(text: str) -> Any:
    """Return the move that `move_to_text` made a text of."""
    return _frozen(json.loads(text))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
