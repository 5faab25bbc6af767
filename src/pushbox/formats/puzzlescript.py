"""The levels in the source of a PuzzleScript game, whose legend says what its signs mean.

Only the levels are read, as levels of Sokoban; the rules of the game may be others.

Source: PuzzleScript's documentation, sections Legend and Levels.
"""

from __future__ import annotations

import re

from ..sentence import say
from .rewriting import Rewritten

_SECTION = re.compile(r"\s*(objects|legend|sounds|collisionlayers|rules|winconditions|levels)\s*", re.IGNORECASE)
_SIGN = re.compile(r"\s*(\S)\s*=\s*(\w+(?:\s+and\s+\w+)*)\s*", re.IGNORECASE)
_MESSAGE = re.compile(r"\s*message\b", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+")
_MEANING = {
    "background": "", "floor": "", "ground": "", "wall": "wall", "player": "player", "crate": "box", "box": "box",
    "boulder": "box", "target": "goal", "goal": "goal",
}  # fmt: skip
_SIGN_OF = {
    frozenset(): " ", frozenset({"wall"}): "#", frozenset({"player"}): "@", frozenset({"player", "goal"}): "+",
    frozenset({"box"}): "$", frozenset({"box", "goal"}): "*", frozenset({"goal"}): ".",
}  # fmt: skip


def rewritten(text: str) -> Rewritten | None:
    """Return a source with the rows of its levels in the signs of XSB, its messages as remarks, and all else blank.

    A sign whose meaning is not known becomes ``?``, which no board has.  None for any other text.
    """
    if "legend" not in (lowered := text.lower()) or "levels" not in lowered:
        return None
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    signs: dict[str, str] = {}
    lines: list[str] = []
    section = ""
    for line in raw:
        heading = _SECTION.fullmatch(line)
        section = heading[1].lower() if heading else section
        lines.append(_level_line(line, signs) if section == "levels" and not heading else "")
        if section == "legend" and (entry := _SIGN.fullmatch(line)) and (sign := _sign_of(entry[2])):
            signs[entry[1].lower()] = sign
    first = next((number for number, line in enumerate(lines, start=1) if "#" in line), 0)
    form = say("form-table", source="PuzzleScript's legend")
    return Rewritten("\n".join(lines), [*range(1, len(raw) + 1)], (form,), first) if first else None


def _sign_of(names: str) -> str:
    """Return the sign of XSB for objects that stand on each other, or an empty string."""
    meanings = [_MEANING.get(name) for name in _AND.split(names.lower())]
    return "" if None in meanings else _SIGN_OF.get(frozenset(filter(None, meanings)), "")


def _level_line(line: str, signs: dict[str, str]) -> str:
    """Return the row or the remark that a line below the heading of the levels is, or an empty string."""
    if message := _MESSAGE.match(line):
        return f"; {line[message.end() :].strip()}"
    row = line.strip().lower()  # signs mean the same in both cases
    return "" if {*row} == {"="} else "".join(signs.get(sign, "?") for sign in row)
