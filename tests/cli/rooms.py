"""Levels that several tests of commands solve, and how they read what is printed."""

from __future__ import annotations

import json
from typing import Any

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
TWO = f"; first\n{ROOM}\n; second\n{ROOM}"
STUCK = "; stuck\n#####\n#@$ #\n# . #\n#####\n"


def lines(text: str) -> list[dict[str, Any]]:
    """Read a JSON object a line."""
    return [json.loads(line) for line in text.splitlines()]
