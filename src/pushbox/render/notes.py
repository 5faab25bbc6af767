"""Names of terrain and pieces, and notes on properties that the characters of a text picture cannot show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..board import Board, Piece, Terrain
from ..sentence import Sentence, counted, say, word
from ..terminal import escape_line
from ..tiling import SQUARE
from .characters import LETTERS
from .labels import label, side_by_side, terrain_word
from .visible import cell_names


def terrain_name(terrain: Terrain) -> Sentence:
    """Return the name of terrain, such as ``red filter``, without the properties in `terrain_notes`."""
    number = terrain.number or terrain.player
    match terrain.kind:
        case "goal" if number:
            return label([], terrain_word("goal"), number % 10)
        case "conveyor" if terrain.direction >= 0:
            return say("label-directed", noun=terrain_word("conveyor"), direction=SQUARE.names[terrain.direction])
        case "weak" if terrain.uses == 1:
            return terrain_word("weak")
        case "weak" if terrain.uses:
            return say("label-weak-twice", noun=terrain_word("weak"))
        case "weak":
            return terrain_word("hole")
        case "dye" | "teleporter":
            return label([] if terrain.uses else [say("label-used")], terrain_word(terrain.kind))
        case _:
            return label(_colours(terrain.colour or ""), terrain_word(escape_line(terrain.kind)))


def piece_name(piece: Piece, index: int = 0) -> Sentence:
    """Return the name of a piece, such as ``red stone``, without the properties in `piece_notes`."""
    if piece.kind == "stone" and index:
        return say("label-flower-in-bloom")
    if piece.kind == "pusher":
        return label([], say("label-player"), piece.player) if piece.player else word("piece", "pusher")
    noun = say("label-fixed-stone") if piece.kind == "stone" and piece.fixed else _piece_word(piece)
    return label(_colours(piece.colours[index] if index < len(piece.colours) else ""), noun)


def counted_pieces(pieces: Iterable[Piece], count: int) -> Sentence:
    """Return a number with what the pieces that are no pushers are called: ``2 boxes``, or ``3 pieces`` of many kinds.

    >>> counted_pieces([Piece("stone", (3,))], 1)
    '1 stone'
    """
    match [*{piece.kind for piece in pieces if piece.kind != "pusher"}]:
        case [] | ["box"]:
            return counted(count, "box")
        case ["stone"]:
            return counted(count, "stone")
        case ["block"]:
            return counted(count, "block")
        case ["circle"]:
            return counted(count, "circle")
        case _:
            return counted(count, "piece")


def terrain_notes(ground: Terrain) -> Iterator[Sentence]:
    """Yield the properties of terrain that its character does not show; nothing for used-up terrain, which is floor."""
    kind, colour, lasts = ground.kind, ground.colour or "", bool(ground.uses)
    noun = word("terrain", escape_line(kind))
    wears = kind in {"dye", "teleporter"}
    if ground.player:
        ends_here = say("label-ends-here", player=ground.player)
        yield ends_here if kind == "floor" else say("label-of-player", noun=noun, player=ground.player)
    if colour and (lasts if wears else _colour_needs_note(ground)):
        yield label(_colours(colour), noun)
    if ground.pair and (lasts or not wears):
        yield say("label-of-pair", noun=noun, number=ground.pair)
    if ground.number > 9 or (ground.number and kind != "goal"):
        yield say("label-number", noun=noun, number=ground.number)
    if kind == "terminal":
        yield word("role", escape_line(ground.role)) if ground.role else noun
        yield say("label-wires", sides=_sides(ground.ports))
    elif ground.ports:
        yield say("label-open", sides=_sides(ground.ports))
    if ground.looks is not None and ground.looks != kind:
        yield say("label-looked", terrain=escape_line(ground.looks))
    elif kind == "terminal" and ground.uses:
        yield say("label-gone-off")
    elif ground.uses > (2 if kind == "weak" else 1):
        yield say("label-uses", noun=noun, count=ground.uses)


def piece_notes(board: Board, piece: Piece) -> Iterator[Sentence]:
    """Yield the properties of a piece that its character does not show."""
    colours, is_stone = piece.colours, piece.kind == "stone"
    if colours and (piece.kind == "pusher" or piece.fixed or not LETTERS.keys() >= {*colours}):
        is_even = len({*colours}) == 1
        shown = colours[:1] if is_even else colours
        yield label([one for colour in shown for one in _colours(colour)], word("piece", escape_line(piece.kind)))
    elif is_stone and len({*colours}) > 1:
        yield label(_colours(colours[1]), say("label-flower"))
    if piece.kind == "pusher" and piece.player:
        yield label([], say("label-player"), piece.player)
    if piece.number:
        yield say("label-just-number", number=piece.number)
    if piece.group:
        yield say("label-group", number=piece.group)
    if piece.arrow >= 0 and not piece.bloomed:
        yield say("label-blooms", direction=SQUARE.names[piece.arrow])
    if piece.fuse:
        yield say("label-fuse", number=piece.fuse)
    if piece.spent:
        yield say("label-fuse-burnt")
    if piece.ports:
        yield say("label-wires", sides=_sides(piece.ports))
    if piece.fixed and piece.kind != "stone":
        yield say("label-fixed")
    if len(piece.cells) > 1:
        cells = cell_names(board, piece.cells[1:])
        yield say("label-bloomed-at", cells=cells) if piece.bloomed else say("label-one-with", cells=cells)


def _piece_word(piece: Piece) -> Sentence:
    return word("piece", escape_line(piece.kind))


def _colours(colour: str) -> list[Sentence]:
    return [word("colour", escape_line(colour))] if colour else []


def _colour_needs_note(ground: Terrain) -> bool:
    """Return whether no letter shows the colour of a terrain."""
    has_letter = ground.kind in {"flower", "filter"} or (ground.kind == "goal" and not (ground.number or ground.player))
    return not has_letter or ground.colour not in LETTERS


def _sides(ports: int) -> Sentence:
    return side_by_side([word("direction", name) for at, name in enumerate(SQUARE.names) if ports >> at & 1])
