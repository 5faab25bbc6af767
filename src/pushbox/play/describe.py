"""Describe the contents of a cell in words, in every language."""

from __future__ import annotations

from ..board import Board, Piece
from ..grid import Cell
from ..render.labels import label, terrain_word
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
