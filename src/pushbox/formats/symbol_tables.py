"""The signs that other programs draw boards with: for each its sign of XSB.

A board is read by a table only where all of it fits, and no other reading does, or where the user names the table or
the signs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..errors import UnsupportedError


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
        _table("pusher-signs", "pusher.exe", "X @*&.", "# @$*."),
        _table("letters", "course pages: & player, B box, X box on a goal", "# &BX.", "# @$*."),
        _table("initials", "course pages: P player, B box, T or G target", "W#_-. GTB@P*", "##    ..$@@*"),
        _table("stars", "boards with stars as walls", "* .$@+-_", "# .$@+  "),
        _table("nethack", "NetHack: boulders and holes", "-|^0@<>. ", "##.$@    "),
        _table("advent-of-code", "Advent of Code 2024, day 15: boxes without goals", "#O@.", "#$@ "),
        _table("emoji", "chats", "🧱⬜🎯📦🧍✅", "# .$@*"),
        _table("sokobot", "Sokobot", "🟥🟧🟨🟩🟦🟪⬛❎🟫😳", "###### .$@"),
        _table("squares", "chats", "⬛⬜🎯📦🧍✅", "# .$@*"),
    )
}

MEANINGS: Mapping[str, str] = {
    "wall": "#", "floor": " ", "goal": ".", "box": "$", "box-on-goal": "*", "player": "@", "player-on-goal": "+",
}  # fmt: skip


def named(text: str) -> SymbolTable:
    """Return the table with a key, or that of signs with their meanings, such as ``X=wall o=box space=floor``.

    Blanks are floor where they mean nothing else.  Raises UnsupportedError for an unknown table or meaning.
    """
    if table := TABLES.get(text):
        return table
    signs = {" ": " "}
    for word in text.split():
        sign, mark, meaning = word.rpartition("=")
        sign = " " if sign == "space" else sign
        if not mark or len(sign) != 1 or meaning not in MEANINGS:
            raise UnsupportedError.said(
                "bad-symbols", found=word[:40], meanings=", ".join(MEANINGS), tables=", ".join(TABLES)
            )
        signs[sign] = MEANINGS[meaning]
    if "#" not in signs.values():
        raise UnsupportedError.said(
            "bad-symbols", found=text[:40], meanings=", ".join(MEANINGS), tables=", ".join(TABLES)
        )
    return SymbolTable("", text, signs)
