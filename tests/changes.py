"""Read changes of boards, as a client does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pushbox.board import Change, Part
from pushbox.formats import json

_PARTS: dict[str, Callable[[Any, str], Part]] = {
    "terrain": json._terrain,
    "piece": json._piece,
    "counter": json._counter,
}


def change_from_json(fields: dict[str, Any]) -> Change:
    """Return the change that `change_to_json` made JSON values of."""
    before, after = None, None
    for name in _PARTS.keys() & fields.keys():
        before, after = (None if part is None else _PARTS[name](part, name) for part in fields[name])
    who = fields.get("who")
    original = None if who is None else json._piece(who, "who")
    return Change(fields["tick"], fields["cause"], before, after, fields.get("cell", -1), original)
