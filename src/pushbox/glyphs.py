"""The characters of the plain picture of a board, which `Board.__str__` describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Piece, Terrain

_TERRAIN_GLYPHS = {
    "wall": "#", "floor": " ", "goal": ".", "lock": ":", "ice": "'", "hole": "!", "dye": "~", "teleporter": "%",
    "terminal": "=", "sticky": ",",
}  # fmt: skip


def terrain_glyph(terrain: Terrain) -> str:
    """Return the character of a cell on which nothing stands."""
    if terrain.looks is not None and not terrain.uses:
        return _TERRAIN_GLYPHS.get(terrain.looks, "?")
    match terrain.kind:
        case "goal" if terrain.number or terrain.player:
            return str((terrain.number or terrain.player) % 10)
        case "goal" if terrain.colour:
            return terrain.colour[0].upper()
        case "filter":
            return (terrain.colour or "?")[0].lower()
        case "flower":
            return (terrain.colour or "?")[0].upper()
        case "conveyor":
            return "<^>v"[terrain.direction]
        case "weak":
            return "!wW"[min(terrain.uses, 2)]
        case "dye" | "teleporter" if not terrain.uses:
            return " "
        case kind:
            return _TERRAIN_GLYPHS.get(kind, "?")


def piece_glyph(piece: Piece, index: int, terrain: Terrain) -> str:
    """Return the character of the cell with an index of a piece, which stands on that terrain."""
    on_goal = terrain.kind == "goal"
    colour = piece.colours[index] if index < len(piece.colours) else ""
    colour = "k" if colour == "black" else colour[:1]  # b is blue
    match piece.kind:
        case "pusher" if piece.player:
            return "@&"[(piece.player - 1) % 2]
        case "pusher":
            return "+" if on_goal else "@"
        case "box" if colour:
            return colour.upper()
        case "box":
            return "*" if on_goal else "$"
        case "stone" if piece.fixed:
            return "x"
        case "stone":
            return "*" if index else (colour or "s").lower()
        case "circle":
            return chr(ord(colour.lower()) + 1) if colour else "o"
        case "block" if colour:
            return colour.lower()
        case _:
            return "x"
