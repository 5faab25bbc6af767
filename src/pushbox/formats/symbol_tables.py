"""The signs that other programs draw boards with: for each its sign of XSB.

A board is read by a table only where all of it fits, and no other reading does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class SymbolTable(NamedTuple):
    """Signs of boards, each with that of XSB, and where they come from."""

    key: str
    source: str
    signs: Mapping[str, str]


def _table(key: str, source: str, foreign: str, xsb: str) -> SymbolTable:
    return SymbolTable(key, source, dict(zip(foreign, xsb, strict=True)))


TABLES: dict[str, SymbolTable] = {
    table.key: table
    for table in (
        _table("ragen", "RAGEN, TextArena", "#_O√XPS", "# .*$@+"),
        _table("reasoning-gym", "reasoning-gym", "+*%@X$-", "#@+$.* "),
        _table("gym-sokoban", "gym-sokoban's room state", "0123456", "# .*$@+"),
        _table("pictures", "pushbox render", "█ ○□■@+", "# .$*@+"),
        _table("pusher", "pusher.exe", "X @*&.", "# @$*."),
        _table("letters", "course pages: & player, B box, X box on a goal", "# &BX.", "# @$*."),
        _table("emoji", "chats", "🧱⬜🎯📦🧍✅", "# .$@*"),
        _table("squares", "chats", "⬛⬜🎯📦🧍✅", "# .$@*"),
    )
}
