"""The symbols of Crossoban, alone and combined in a cell."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...board import FLOOR, GOAL, WALL, Board, Terrain
from ...sentence import say

LINKED = 10  # the group of pushers linked by ``&``; 1 to 9 are those with a digit
COLOURS = ("blue", "green", "red", "yellow")

HOLE = Terrain("hole")
ICE = Terrain("ice")
LOCK = Terrain("lock")
WEAK = Terrain("weak", uses=1)
TWICE_WEAK = Terrain("weak", uses=2)
BLANKS = " -_"


class Content(NamedTuple):
    """The content of a cell: a box or a pusher, with its colour or none."""

    kind: str
    colour: str = ""


class Symbol(NamedTuple):
    """The meaning of one character of a cell; parts it does not define are None or 0."""

    terrain: Terrain | None = None
    content: Content | None = None
    group: int = 0


BOX = Content("box")
PUSHER = Content("pusher")


def _table() -> dict[str, Symbol]:
    table = {
        "#": Symbol(WALL), ".": Symbol(GOAL), "!": Symbol(HOLE), ":": Symbol(LOCK), "'": Symbol(ICE),
        "w": Symbol(WEAK), "W": Symbol(TWICE_WEAK),
        "@": Symbol(content=PUSHER), "&": Symbol(content=PUSHER, group=LINKED), "$": Symbol(content=BOX),
        "+": Symbol(GOAL, PUSHER), "*": Symbol(GOAL, BOX), '"': Symbol(ICE, PUSHER),
    }  # fmt: skip
    table |= {sign: Symbol() for sign in BLANKS}
    table |= {sign: Symbol(Terrain("conveyor", direction=way)) for way, sign in enumerate("<^>v")}
    table |= {sign: Symbol(group=group) for group, sign in enumerate("123456789", start=1)}
    # The letters of the four colours are their initials, and the neighbours of these in the alphabet.
    for colour, letters in zip(COLOURS, ("BbCcaA", "GgHhfF", "RrSsqQ", "YyZzxX"), strict=True):
        box, sieve = Content("box", colour), Terrain("filter", colour=colour)
        pusher = Content("pusher", colour)
        parts = ((None, box), (sieve, None), (sieve, box), (LOCK, box), (ICE, box), (None, pusher))
        table |= {sign: Symbol(*part) for sign, part in zip(letters, parts, strict=True)}
    return table


SYMBOLS = _table()
_SIGN_OF = {(symbol.terrain, symbol.content, symbol.group): sign for sign, symbol in reversed(SYMBOLS.items())}
_SIGN_OF[None, None, 0] = " "
_ALONE = ("wall", "hole")  # what stands with nothing else in a cell


@lru_cache(maxsize=4096)
def decode(cell: str) -> Symbol | str:
    """Combine the characters of a cell, in any order, or explain why they have no meaning.

    A wall and a hole are alone; a cell has one type, one content and one group, which a character may repeat; a digit
    needs a pusher.
    """
    symbols = [SYMBOLS[sign] for sign in cell]
    terrains = {symbol.terrain for symbol in symbols if symbol.terrain}
    contents = {symbol.content for symbol in symbols if symbol.content}
    groups = {symbol.group for symbol in symbols if symbol.group}
    terrain, content, group = next(iter(terrains), None), next(iter(contents), None), max(groups, default=0)
    for kind in _ALONE:
        if any(one.kind == kind for one in terrains) and (len(terrains) > 1 or contents or groups):
            return say("a-kind-alone", terrain=kind)
    if len(terrains) > 1:
        return say("one-cell-type")
    if len(contents) > 1:
        return say("one-box-or-pusher")
    if len(groups) > 1:
        return say("one-link")
    if group and (content is None or content.kind != "pusher"):
        return say("digit-by-pusher")
    return Symbol(terrain, content, group)


def encode(symbol: Symbol) -> str:
    """Return the shortest characters of a cell, the inverse of `decode`; two at most say content and type.

    A coloured pusher linked by ``&`` has none: it is one of the losses.
    """
    terrain, content, group = symbol
    if sign := _SIGN_OF.get((terrain, content, group)):
        return sign
    if group == LINKED:
        return "&" + _SIGN_OF[terrain, None, 0]
    digit = _SIGN_OF[None, None, group] if group else ""
    if sign := _SIGN_OF.get((terrain, content, 0)):
        return sign + digit
    return _SIGN_OF[None, content, 0] + _SIGN_OF[terrain, None, 0] + digit


def split(board: Board) -> list[Symbol]:
    """Return the contents of every cell of a board."""
    pieces = {piece.cells[0]: piece for piece in board.pieces}
    symbols = []
    for cell, terrain in enumerate(board.terrain):
        piece = pieces.get(cell)
        content = Content(piece.kind, piece.colours[0] if piece.colours else "") if piece else None
        symbols.append(Symbol(None if terrain == FLOOR else terrain, content, piece.group if piece else 0))
    return symbols
