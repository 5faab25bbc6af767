"""Levels that a browser plays without a server, and links to a site of `write_site` on which it does."""

from __future__ import annotations

import base64
import json
from typing import Any

from ..formats.json import level_to_json
from ..games import load
from ..level import Level
from ..play.session import has_hidden_parts
from ..solver.limited import without_limits
from ..solver.native import has_native_rules, plays_boxes


def plays_alone(level: Level) -> bool:
    """Return whether a browser plays a level without a server."""
    position = without_limits(load(level)).unlimited  # the core limits any game
    info, options = position.game.info, position.game.info.option_values(level)
    if info.players > 1 or has_hidden_parts(level.board):
        return False
    is_reverse = options.get("reverse") not in {None, "no", False}
    # Backwards a pusher may have to jump onto the board before anything is steered.
    is_steered = bool(position.controls.focus(position.state)) or (is_reverse and bool(position.legal_moves))
    return is_steered and (plays_boxes(position) or has_native_rules(position))


def level_facts(level: Level) -> dict[str, Any]:
    """Return what a browser needs of a level to play it, as files in JSON write it."""
    written = level_to_json(level)
    return {name: written[name] for name in ("game", "board", "options") if name in written}


def embedded_link(site: str, level: Level) -> str:
    """Return the address at which a site shows a level in a frame, whichever levels it has itself."""
    shown = json.dumps({"title": level.title, "level": level_facts(level)}, ensure_ascii=False)
    code = base64.urlsafe_b64encode(shown.encode()).decode().rstrip("=")
    return f"{site.rstrip('/')}/?embed#level={code}"
