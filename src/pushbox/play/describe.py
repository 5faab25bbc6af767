"""Describe the contents of a cell in words, in every language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..board import Board, Piece
from ..grid import Cell
from ..sentence import Sentence, listed, located, say, word
from ..tiling import SQUARE


def describe(board: Board, cell: Cell) -> str:
    """Describe the contents of a cell in words."""
    if cell == len(board.terrain):
        return say("label-off-board")
    terrain = board.terrain[cell]
    kind = terrain.looks if terrain.looks is not None and not terrain.uses else terrain.kind
    place: str = label([word("colour", terrain.colour)] if terrain.colour else [], terrain_word(kind), terrain.number)
    if terrain.player:
        place = say("label-of-player", noun=place, player=terrain.player)
    pieces = [_describe_piece(piece) for piece in board.at(cell) if not piece.hidden]
    contents = say("label-on", piece=listed(pieces), terrain=place) if pieces else place
    return located(board.cell_name(cell), contents)


def terrain_word(kind: str) -> Sentence:
    """Return the name of a kind of terrain."""
    return Sentence("terrain.weak", "weak tile", {}) if kind == "weak" else word("terrain", kind)


def label(words: Sequence[Sentence], noun: Sentence, number: int = 0) -> Sentence:
    """Return a noun with its number, none where 0, and adjectives.

    >>> label([word("colour", "red")], word("piece", "box"), 2)
    'red box 2'
    """
    if number:
        noun = say("label-numbered", noun=noun, number=number)
    return say("label-with", words=side_by_side(words), noun=noun) if words else noun


def side_by_side(words: Sequence[Sentence]) -> Sentence:
    """Return words without commas between them, such as "left up"."""
    return reduce(lambda first, rest: say("label-and", first=first, rest=rest), words)


def _describe_piece(piece: Piece) -> Sentence:
    words = [word("colour", colour) for colour in dict.fromkeys(piece.colours)]
    noun = label(words, word("piece", piece.kind), piece.number)
    if piece.group:
        noun = say("label-of-group", noun=noun, number=piece.group)
    if piece.player:
        noun = say("label-of-player", noun=noun, player=piece.player)
    if piece.arrow >= 0 and not piece.bloomed:
        noun = say("label-that-blooms", noun=noun, direction=SQUARE.names[piece.arrow])
    if piece.fuse:
        noun = say("label-with-fuse", noun=noun, number=piece.fuse)
    return say("label-never-moves", noun=noun) if piece.fixed else noun
