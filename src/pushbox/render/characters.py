"""The characters of a text picture: one for each cell of a piece and for each kind of terrain, in two alphabets.

A colour is its first letter, a capital on goals, flowers and boxes, a small one on filters, stones and blocks; a circle
is the letter after that.  What a character cannot tell, `notes` tells in words.
"""

from __future__ import annotations

from typing import Literal

from ..board import Piece, Terrain
from ..kinds import PIECE_KINDS, TERRAIN_KINDS, Kind

Charset = Literal["ascii", "unicode"]

FLOOR = " "
LAST_FLOOR = "-"  # floor that would be lost at the end of a line

# What is told by more than the sign of its kind
_ASCII = {
    "used": FLOOR, "weak": "!wW", "conveyor": "<^>v", "pusher": "@&", "pusher home": "+", "box home": "*",
    "fixed stone": "x", "bloom": "*",
}  # fmt: skip
_UNICODE = {
    "used": FLOOR, "weak": "●▒▓", "conveyor": "←↑→↓", "pusher": "@&", "pusher home": "+", "box home": "■",
    "fixed stone": "◆", "bloom": "✿",
}  # fmt: skip
_ALPHABETS = {"ascii": _ASCII, "unicode": _UNICODE}

# Colours that a letter stands for; the notes name any other.
LETTERS = {"red": "r", "green": "g", "blue": "b", "yellow": "y", "black": "k"}


def terrain_character(terrain: Terrain, charset: Charset) -> str:
    """Return the character of terrain as it is seen."""
    alphabet = _ALPHABETS[charset]
    match terrain.kind:
        case "goal" if terrain.number or terrain.player:
            return str((terrain.number or terrain.player) % 10)
        case "goal" | "flower" if terrain.colour:
            return _letter(terrain.colour).upper()
        case "filter":
            return _letter(terrain.colour or "?").lower()
        case "conveyor":
            return alphabet["conveyor"][terrain.direction]
        case "weak":
            return alphabet["weak"][min(terrain.uses, 2)]
        case "dye" | "teleporter" if not terrain.uses:
            return alphabet["used"]
        case kind:
            return _sign(TERRAIN_KINDS.get(kind), charset)


def piece_character(piece: Piece, index: int, ground: Terrain, charset: Charset) -> str:
    """Return the character of a piece on its cell of an index, which also shows a goal below a pusher or a box."""
    alphabet, on_goal = _ALPHABETS[charset], ground.kind == "goal"
    colour = piece.colours[index] if index < len(piece.colours) else ""
    match piece.kind:
        case "pusher" if piece.player:
            return alphabet["pusher"][(piece.player - 1) % 2]
        case "pusher":
            return alphabet["pusher home"] if on_goal else alphabet["pusher"][0]
        case "box" if colour:
            return _letter(colour).upper()
        case "box":
            return alphabet["box home"] if on_goal else _sign(PIECE_KINDS["box"], charset)
        case "stone" if piece.fixed:
            return alphabet["fixed stone"]
        case "stone" if index:
            return alphabet["bloom"]
        case "circle" if colour:
            return chr(ord(_letter(colour).lower()) + 1)
        case "stone" | "block" if colour:
            return _letter(colour).lower()
        case kind:
            return _sign(PIECE_KINDS.get(kind), charset)


def tells_goal(piece: Piece, index: int, ground: Terrain) -> bool:
    """Return whether the character of a piece shows the goal below it, so that no second layer is needed."""
    is_drawn_home = ground == Terrain("goal") and piece.kind in {"pusher", "box"}
    return is_drawn_home and not piece.player and not (piece.kind == "box" and piece.colours[index : index + 1])


def _sign(kind: Kind | None, charset: Charset) -> str:
    if kind is None:
        return "?"
    return (kind.unicode_sign if charset == "unicode" else "") or kind.sign


def _letter(colour: str) -> str:
    letter = LETTERS.get(colour) or colour[:1]
    return letter if letter.isascii() and letter.isalpha() else "?"
