"""Faults of levels of Hanano Puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...board import Board, Piece
from ...grid import Cell
from ...level import Problem
from ...sentence import say
from .physics import Simulation
from .state import piece_of


def misshapen(board: Board) -> Iterator[Problem]:
    """Yield the pieces that no state can hold, and flowers without a colour."""
    for cell in board.cells_of("flower"):
        if not board.terrain[cell].colour:
            yield Problem.error(say("flower-colour"), say("of-a-colour"), cell=cell)
    for piece in board.pieces:
        if piece.kind == "block" and not _is_rectangle(board, piece.cells):
            yield Problem.error(say("block-shape"), say("a-rectangle"), cell=piece.anchor)
        elif piece.kind == "stone":
            if not piece.colours or piece.arrow not in board.tiling.directions:
                yield Problem.error(say("stone-arrow"), say("with-both"), cell=piece.anchor)
            elif piece != _proper(board, piece):
                yield Problem.error(say("stone-improper"), say("stone-and-flower"), cell=piece.anchor)


def _proper(board: Board, piece: Piece) -> Piece:
    """Return the valid form of a stone with this anchor, colour and arrow."""
    stone, colour = piece.anchor, piece.colours[0]
    if not piece.bloomed:
        return Piece("stone", (stone,), (colour,), arrow=piece.arrow)
    flower = board.grid.step[piece.arrow][stone]
    return Piece("stone", (stone, flower), (colour, colour), arrow=piece.arrow, bloomed=True)


def _is_rectangle(board: Board, cells: Sequence[Cell]) -> bool:
    rows, columns = ({place[axis] for place in map(board.rc, cells)} for axis in (0, 1))
    return len(cells) == len(rows) * len(columns)  # they are connected: see Board.faults


def hopeless(board: Board) -> Iterator[Problem]:
    """Yield reasons why a level can never be solved, found by counting."""
    stones = board.of_kind("stone")
    if not stones:
        yield Problem.error(say("no-stone"), say("at-least-one"))
    flowers = {board.terrain[cell].colour for cell in board.cells_of("flower")}
    flowers |= {stone.colours[0] for stone in stones if stone.bloomed}
    for colour in sorted({stone.colours[0] for stone in stones} - flowers):
        yield Problem.error(say("no-flower", colour=colour), say("at-least-one"))


def restless(simulation: Simulation) -> Iterator[Problem]:
    """Yield the first piece of a level that is not at rest, if any."""
    before = list(simulation.bodies)
    simulation.settle()
    for was, now in zip(before, simulation.bodies, strict=True):
        if was != now:
            piece = piece_of(simulation.field, was)
            yield Problem.error(say("piece-not-at-rest", piece=piece.kind), say("begins-so"), cell=piece.anchor)
            return
