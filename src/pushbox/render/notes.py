"""Names of terrain and pieces, and notes on properties that the characters of a text picture cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..board import Board, Piece, Terrain
from ..kinds import PIECE_KINDS, TERRAIN_KINDS, Kind
from ..terminal import escape_line
from ..tiling import SQUARE
from .characters import LETTERS
from .visible import cell_names


def terrain_name(terrain: Terrain) -> str:
    """Return the name of terrain, such as ``red filter``, without the properties in `terrain_notes`."""
    number = terrain.number or terrain.player
    match terrain.kind:
        case "goal" if number:
            return f"goal {number % 10}"
        case "conveyor" if terrain.direction >= 0:
            return f"conveyor {SQUARE.names[terrain.direction]}"
        case "weak" if terrain.uses:
            return "weak tile" if terrain.uses == 1 else "weak tile, two crossings"
        case "weak":
            return "hole"
        case "dye" | "teleporter":
            return terrain.kind if terrain.uses else f"used {terrain.kind}"
        case _:
            return _coloured(_called(TERRAIN_KINDS, terrain.kind), terrain.colour or "")


def piece_name(piece: Piece, index: int = 0) -> str:
    """Return the name of a piece, such as ``red stone``, without the properties in `piece_notes`."""
    colour = piece.colours[index] if index < len(piece.colours) else ""
    if piece.kind == "stone" and index:
        return "flower in bloom"
    if piece.kind == "pusher":
        return f"player {piece.player}" if piece.player else "pusher"
    is_fixed_stone = piece.kind == "stone" and piece.fixed
    return _coloured("fixed stone" if is_fixed_stone else _called(PIECE_KINDS, piece.kind), colour)


def terrain_notes(ground: Terrain) -> Iterator[str]:
    """Yield the properties of terrain that its character does not show; nothing for used-up terrain, which is floor."""
    kind, colour, lasts = ground.kind, escape_line(ground.colour or ""), bool(ground.uses)
    wears = kind in {"dye", "teleporter"}
    if ground.player:
        yield f"player {ground.player} ends here" if kind == "floor" else f"{kind} of player {ground.player}"
    if colour and (lasts if wears else _colour_needs_note(ground)):
        yield f"{colour} {kind}"
    if ground.pair and (lasts or not wears):
        yield f"{kind} of pair {ground.pair}"
    if ground.number > 9 or (ground.number and kind != "goal"):
        yield f"{kind} number {ground.number}"
    if kind == "terminal":
        yield f"{escape_line(ground.role or kind)}, wires {_sides(ground.ports)}"
    elif ground.ports:
        yield f"open {_sides(ground.ports)}"
    if ground.looks is not None and ground.looks != kind:
        yield f"once looked like {ground.looks}"
    elif kind == "terminal" and ground.uses:
        yield "gone off"
    elif ground.uses > (2 if kind == "weak" else 1):
        yield f"{kind} of {ground.uses} uses"


def piece_notes(board: Board, piece: Piece) -> Iterator[str]:
    """Yield the properties of a piece that its character does not show."""
    colours, is_stone = piece.colours, piece.kind == "stone"
    if colours and (piece.kind == "pusher" or piece.fixed or not LETTERS.keys() >= {*colours}):
        is_even = len({*colours}) == 1
        yield escape_line(" ".join([*(colours[:1] if is_even else colours), piece.kind]))
    elif is_stone and len({*colours}) > 1:
        yield f"{colours[1]} flower"
    if piece.kind == "pusher" and piece.player:
        yield f"player {piece.player}"
    if piece.number:
        yield f"number {piece.number}"
    if piece.group:
        yield f"group {piece.group}"
    if piece.arrow >= 0 and not piece.bloomed:
        yield f"blooms {SQUARE.names[piece.arrow]}"
    if piece.fuse:
        yield f"fuse {piece.fuse}"
    if piece.spent:
        yield "fuse burnt down"
    if piece.ports:
        yield f"wires {_sides(piece.ports)}"
    if piece.fixed and piece.kind != "stone":
        yield "fixed"
    if len(piece.cells) > 1:
        yield f"{'bloomed at' if piece.bloomed else 'one with'} {cell_names(board, piece.cells[1:])}"


def _called(kinds: Mapping[str, Kind], key: str) -> str:
    """Return the English name of a kind that a game has brought, the key of any other."""
    return kinds[key].names.get("en", key) if key in kinds else key


def _coloured(kind: str, colour: str) -> str:
    return escape_line(f"{colour} {kind}") if colour else kind


def _colour_needs_note(ground: Terrain) -> bool:
    """Return whether no letter shows the colour of a terrain."""
    has_letter = ground.kind in {"flower", "filter"} or (ground.kind == "goal" and not (ground.number or ground.player))
    return not has_letter or ground.colour not in LETTERS


def _sides(ports: int) -> str:
    return " ".join(name for direction, name in enumerate(SQUARE.names) if ports >> direction & 1)
