"""Legends in the text around boards, which say what signs mean: ``# = wall``, ``B: box``, ``player (P)``."""

from __future__ import annotations

import re
from itertools import chain, islice

from ..symbol_tables import SymbolTable

_WORDS = {
    "wall": "walls? bricks?", "floor": "floors? empty spaces? blanks? ground paths?",
    "goal": "goals? targets? storages? destinations? docks?",
    "box": "box(?:es)? crates? boulders?", "player": "players? worker agent pusher you keeper",
}  # fmt: skip
_KIND = {name: "(?:" + "|".join(words.split()) + ")" for name, words in _WORDS.items()}
_ON = rf"(?:\s+(?:is\s+)?(?:on|at)\s+(?:an?\s+|the\s+)?{_KIND['goal']}\b)"
_MEANING = (
    rf"(?:an?\s+|the\s+)?(?:{'|'.join(rf'(?P<{name}>{words})' for name, words in _KIND.items())})\b(?P<on>{_ON})?"
)
_SIGN = r"(?P<quote>[\"'`]?)(?P<sign>[^\s\"'`,;:=(){}\[\]])(?P=quote)"
_BEFORE = re.compile(
    rf"(?:^|(?<=[\s,;({{]))(?:[-*•]\s+)?{_SIGN}\s*(?:[=:]|-+>?|→|is|are|means)?\s*[\"'`]?{_MEANING}", re.IGNORECASE
)
_BEHIND = re.compile(rf"\b{_MEANING}\s*(?:[=:(]|is|->|→)\s*{_SIGN}(?=$|[\s,;.)])", re.IGNORECASE)
_OF_XSB = {"wall": "#", "floor": " ", "goal": ".", "box": "$", "player": "@"}
_ON_GOAL = {"box": "*", "player": "+"}
_LONGEST = 300  # characters of a line with entries
_MOST = 20  # places at which walls are spoken of
_NEAR = 400  # characters from such a place to the other entries


def table(text: str) -> SymbolTable | None:
    """Return the table of the legend in a text, with blanks as floor where nothing else is said.

    None for a text without one that names wall, goal, box and player, that says two things of one sign, or that says
    of these four what XSB says.
    """
    if "wall" not in text.lower():
        return None
    signs: dict[str, str] = {}
    places = [wall.start() for wall in islice(_WALL.finditer(text), _MOST)]
    for line in dict.fromkeys(chain.from_iterable(_around(text, place) for place in places)):
        if len(line) > _LONGEST or not _WORD.search(line):
            continue
        before, behind = ([*pattern.finditer(line)] for pattern in (_BEFORE, _BEHIND))
        for entry in before if len(before) >= len(behind) else behind:
            own = _own(entry)
            if signs.setdefault(entry["sign"], own) != own:
                return None
    if not {*_OF_XSB.values()} - {" "} <= {*signs.values()} or all(signs.get(own) == own for own in "#.$@"):
        return None
    return SymbolTable("", "", {" ": " ", **signs})


def sign(word: str) -> str:
    """Return the sign of XSB for the name of a kind of cells, such as ``Tile.BOX_ON_GOAL``, none for another word."""
    name = re.split("[.:]", word)[-1]
    entry = _NAME.fullmatch(_PART.sub(r" \1", name.replace("_", " ").replace("-", " ")).strip())
    return _own(entry) if entry else ""


_PART = re.compile("(?<=[a-z])([A-Z])")
_NAME = re.compile(rf"(?:(?:tile|cell|type|[tc]) +)*{_MEANING}", re.IGNORECASE)


def _own(entry: re.Match[str]) -> str:
    """Return the sign of XSB for what an entry names."""
    kind = next(name for name in _OF_XSB if entry[name])
    return _ON_GOAL.get(kind, ".") if entry["on"] else _OF_XSB[kind]


def _around(text: str, place: int) -> list[str]:
    """Return the lines around a place of a text."""
    end = text.find("\n", place + _NEAR)
    return text[text.rfind("\n", 0, max(place - _NEAR, 0)) + 1 : end if end >= 0 else len(text)].splitlines()


_WALL = re.compile("wall", re.IGNORECASE)
_WORD = re.compile("|".join(_KIND.values()), re.IGNORECASE)
