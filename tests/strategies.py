"""Boards for tests: Hypothesis strategies for every value a board can hold, and crowded rooms from a seed.

::

    from tests.strategies import boards

    @given(boards())
    def test_something(board: Board) -> None: ...
"""

from __future__ import annotations

import random
from typing import NamedTuple

from hypothesis import strategies as st

from pushbox.board import Board, NamedCounter, Piece, Terrain
from pushbox.grid import Cell, Grid, grid
from pushbox.kinds import PIECE_KINDS, TERRAIN_KINDS
from pushbox.level import Level, SavedMoves, Scalar
from pushbox.tiling import SQUARE

COLOURS = ("red", "green", "blue", "yellow", "grey")

# ------------------------------------------------------------------------------------------------- Hypothesis: parts

kinds_of_terrain = st.sampled_from([*TERRAIN_KINDS])
colours = st.sampled_from(COLOURS)
directions = st.sampled_from(SQUARE.directions)
no_direction_too = st.sampled_from((-1, *SQUARE.directions))
small = st.integers(0, 3)
bit_sets = st.integers(0, 15)

terrains = st.builds(
    Terrain,
    kind=kinds_of_terrain,
    colour=st.none() | colours,
    number=st.integers(0, 120),
    direction=no_direction_too,
    uses=small,
    pair=small,
    ports=bit_sets,
    role=st.sampled_from((None, "source", "bomb")),
    player=small,
    looks=st.none() | kinds_of_terrain,
)

counters = st.lists(
    st.builds(NamedCounter, st.sampled_from(("steps", "ticks", "seconds")), st.integers(0, 10**6)),
    max_size=3,
    unique_by=lambda counter: counter.name,
).map(tuple)


@st.composite
def shapes(draw: st.DrawFn, board: Grid, most: int = 5) -> tuple[Cell, ...]:
    """Draw connected cells of a board, in any order that a piece can list them in."""
    cells = [draw(st.integers(0, board.outside - 1))]
    for _ in range(draw(st.integers(0, most - 1))):
        near = board.step[draw(directions)][draw(st.sampled_from(cells))]
        if near != board.outside and near not in cells:
            cells.append(near)
    return tuple(draw(st.permutations(cells)))


@st.composite
def pieces(draw: st.DrawFn, board: Grid) -> Piece:
    """Draw a piece of any kind, with any of its fields in use."""
    cells = draw(shapes(board))
    dress = st.lists(colours, min_size=len(cells), max_size=len(cells)).map(tuple)
    return Piece(
        kind=draw(st.sampled_from([*PIECE_KINDS])),
        cells=cells,
        colours=draw(st.just(()) | dress),
        number=draw(st.integers(0, 120)),
        group=draw(small),
        arrow=draw(no_direction_too),
        ports=draw(bit_sets),
        fuse=draw(small),
        player=draw(small),
        fixed=draw(st.booleans()),
        bloomed=draw(st.booleans()),
        hidden=draw(st.booleans()),
        spent=draw(st.booleans()),
    )


# ------------------------------------------------------------------------------------------------ Hypothesis: boards


@st.composite
def boards(draw: st.DrawFn, width: int | None = None, height: int | None = None) -> Board:
    """Draw a board that has no faults, of any terrain, often crowded; pieces may share cells and be equal."""
    width = width or draw(st.integers(1, 7))
    height = height or draw(st.integers(1, 7))
    shape = grid(width, height)
    # A few terrains over the whole board are as telling as one drawn for each cell, and much quicker.
    palette = draw(st.lists(terrains, min_size=1, max_size=6))
    ground = draw(st.lists(st.sampled_from(palette), min_size=shape.outside, max_size=shape.outside))
    crowd = draw(st.lists(pieces(shape), max_size=8))
    again = draw(st.lists(st.sampled_from(crowd), max_size=2)) if crowd else []
    return Board(width, height, tuple(ground), (*crowd, *again), draw(counters))


@st.composite
def board_pairs(draw: st.DrawFn) -> tuple[Board, Board]:
    """Draw two boards of one size that have much in common: the second is the first with some parts changed."""
    one = draw(boards())
    other = draw(boards(one.width, one.height))
    take = draw(st.lists(st.booleans(), min_size=len(one.terrain), max_size=len(one.terrain)))
    ground = tuple(b if new else a for a, b, new in zip(one.terrain, other.terrain, take, strict=True))
    stay = [piece for piece in one.pieces if draw(st.booleans())]
    moved = [piece._replace(cells=draw(shapes(one.grid))) for piece in stay if draw(st.booleans())]
    return one, Board(one.width, one.height, ground, (*stay, *moved, *other.pieces[:2]), other.counters)


scalars: st.SearchStrategy[Scalar] = st.integers(-9, 99) | st.booleans() | st.text(max_size=8) | st.floats(-9, 9)
words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Draw a level with a board of any kind, all its texts and options in use; no game need be able to play it."""
    keys = st.lists(st.tuples(words, words), max_size=3).map(tuple)
    return Level(
        draw(boards()),
        draw(st.sampled_from(("sokoban", "plus", "multiban", "hanano"))),
        draw(
            st.lists(
                st.tuples(st.sampled_from(("steps", "max_push")), scalars), max_size=2, unique_by=lambda o: o[0]
            ).map(tuple)
        ),
        draw(words),
        draw(words),
        draw(words),
        draw(st.lists(st.builds(SavedMoves, words, words, words), max_size=2).map(tuple)),
        draw(keys),
    )


# ---------------------------------------------------------------------------------------------------- rooms by a seed


class Room(NamedTuple):
    """A crowded floor: what is free (other boxes are not), a box on it and a player; cells are (row, column)."""

    width: int
    height: int
    free: frozenset[tuple[int, int]]
    box: tuple[int, int]
    player: tuple[int, int]

    def mask(self) -> list[bool]:
        """Return the free cells as path functions take them: a flag a cell, with the sentinel at the end."""
        return [(row, column) in self.free for row in range(self.height) for column in range(self.width)] + [False]


def room(seed: int, largest: int = 7) -> Room:
    """Return a random room, from bare to mostly blocked, with two free cells or more; its edge may be free too."""
    rng = random.Random(seed)
    while True:
        width, height = rng.randint(1, largest), rng.randint(1, largest)
        blocked = rng.choice((0.0, 0.1, 0.2, 0.3, 0.45))
        cells = [(row, column) for row in range(height) for column in range(width)]
        free = [cell for cell in cells if rng.random() >= blocked]
        if len(free) >= 2:
            box, player = rng.sample(free, 2)
            return Room(width, height, frozenset(free), box, player)


def beside(cell: tuple[int, int], direction: int) -> tuple[int, int]:
    """Return the (row, column) one step on, on the board or not."""
    rows, columns = SQUARE.deltas[direction]
    return cell[0] + rows, cell[1] + columns
