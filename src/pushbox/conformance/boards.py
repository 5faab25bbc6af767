"""Random boards for any game, made from its palette: crowded ones, and tiny ones that can be searched to the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ..board import FLOOR, Board, Piece, Terrain
from ..errors import LevelError
from ..games.api import Game, GameInfo
from ..games.palette import PieceSpec
from ..grid import Cell, Rectangle, edge_cells
from ..kinds import PIECE_KINDS, TERRAIN_KINDS
from ..level import Level
from .law import Counterexample, drawn, raised

_FEW = 6  # sorts of terrain on a random board
_ROOMY = 4
_TINY = 5
_FEW_PIECES = 3
_TRIES = 5_000  # boards in a row that a game may refuse


def random_level(game: Game, rng: random.Random, *, largest: int = 7, plain: bool = False) -> Level:
    """Return a crowded random level that a game can start, of at most `largest` cells each way, made from its palette.

    Boards have no frame of their own, as everything off the board is wall, so edges and corners are met often; where
    the palette has holes some have a frame of them.  Where a game has variants, every other board is made without, all
    of them if `plain`.  Raises Counterexample with the last of thousands of boards if the game takes none of them.
    """
    refused: tuple[Level, LevelError] | None = None
    for _ in range(_TRIES):
        level = _any_level(game.info, rng, largest, plain=plain)
        if level is not None:
            if (refusal := _refusal(game, level)) is None:
                return level
            refused = level, refusal
    raise _none_taken(game, refused)


def tiny_level(game: Game, rng: random.Random) -> Level:
    """Return a random level of at most 5 cells each way and few pieces beside those that the game needs.

    Raises Counterexample as `random_level`.
    """
    refused: tuple[Level, LevelError] | None = None
    for _ in range(_TRIES):
        level = random_level(game, rng, largest=_TINY)
        pieces = rng.sample(level.board.pieces, len(level.board.pieces))
        needed = {spec.piece.kind for spec in game.info.palette.pieces if spec.min_count}
        few = [piece for piece in pieces if piece.kind in needed]
        few += [piece for piece in pieces if piece.kind not in needed][: rng.randint(1, _FEW_PIECES)]
        level = level.with_board(level.board.with_pieces(few))
        if (refusal := _refusal(game, level)) is None:
            return level
        refused = level, refusal
    raise _none_taken(game, refused)


def _none_taken(game: Game, refused: tuple[Level, LevelError] | None) -> Counterexample:
    """Return the last of the boards that a game refused, with its reason; None if none had the pieces it needs."""
    shown = f"{refused[1]}, by\n{drawn(refused[0])}" if refused else "none has the pieces that the palette needs"
    return Counterexample(f"{game.info.key}, which takes none of {_TRIES:,} boards: {shown}")


def _refusal(game: Game, level: Level) -> LevelError | None:
    """Return why a game does not take a level: rules may not go together, or it may need what was left out."""
    return raised(LevelError, game.rules.initial_state, level)


def _any_level(info: GameInfo, rng: random.Random, largest: int, *, plain: bool) -> Level | None:
    """Return a random level, None for one that lacks pieces that its game needs."""
    width, height = rng.randint(2, largest), rng.randint(2, largest)
    if info.palette.plain is not None and (plain or rng.random() < 0.5):
        info = replace(info, palette=info.palette.plain, options=())
    options = []
    for option in info.options:
        numbers = () if option.minimum is None else range(option.minimum, option.minimum + 4)
        if (values := [*option.choices, *numbers]) and rng.random() < 0.3:
            options.append((option.name, rng.choice(values)))
    # A few sorts of terrain on one board meet more often than many do.
    sorts = info.palette.terrain
    if len(sorts) > _FEW:
        sorts = (FLOOR, *rng.sample([terrain for terrain in sorts if terrain != FLOOR], _FEW - 1))
    # What can leave the board does so over a frame of holes.
    holes = [terrain for terrain in sorts if terrain.kind == "hole"]
    frame = holes[0] if holes and min(width, height) >= _ROOMY and rng.random() < 0.5 else None
    terrain = [rng.choice((FLOOR,) if FLOOR in sorts and rng.random() < 0.45 else sorts) for _ in range(width * height)]
    if frame is not None:
        for cell in edge_cells(width, width * height):
            terrain[cell] = frame
    pieces = list(_random_pieces(info, rng, width, height, terrain))
    kinds = Counter(piece.kind for piece in pieces)
    if any(kinds[spec.piece.kind] < spec.min_count for spec in info.palette.pieces):
        return None
    return Level(Board(width, height, tuple(terrain), tuple(pieces)), info.key, tuple(options))


def random_levels(game: Game, count: int, *, seed: int = 0, largest: int = 7, plain: bool = False) -> Iterator[Level]:
    """Yield `count` random levels, the same ones for the same seed."""
    rng = random.Random(seed)
    for _ in range(count):
        yield random_level(game, rng, largest=largest, plain=plain)


def _random_pieces(
    info: GameInfo, rng: random.Random, width: int, height: int, terrain: list[Terrain]
) -> Iterator[Piece]:
    room = {cell for cell, ground in enumerate(terrain) if ground.kind not in info.palette.solid}
    shared: set[Cell] = set()  # the cells of pieces that share theirs
    for spec in info.palette.pieces:
        for _ in range(rng.randint(spec.min_count, max(spec.min_count, min(spec.max_count, width * height // 4)))):
            free = room | shared if spec.may_overlap else room
            places = _places(spec, free, width, height)
            if not places:
                break
            cells = rng.choice(places)
            room -= set(cells)
            if spec.may_overlap:
                shared.update(cells)
            yield spec.piece._replace(cells=cells)


def _places(spec: PieceSpec, free: set[Cell], width: int, height: int) -> list[tuple[Cell, ...]]:
    """Return the sets of free cells that a piece can cover, in the order of their anchors."""
    anchors = sorted(free)
    if spec.shape == ((0, 0),):
        return [(cell,) for cell in anchors]
    return [cells for cell in anchors if free.issuperset(cells := _covered(spec, cell, width, height))]


def _covered(spec: PieceSpec, anchor: Cell, width: int, height: int) -> tuple[Cell, ...]:
    shape = Rectangle(width, height)
    row, column = shape.rc(anchor)
    cells = tuple(shape.cell(row + rows, column + columns) for rows, columns in spec.shape)
    return (-1,) if shape.area in cells else cells


def spoiled_level(level: Level, info: GameInfo, rng: random.Random) -> Level:
    """Return a level with one fault: a part or an option that its game does not know, or a piece where none can be."""
    board = level.board
    cell = rng.randrange(len(board.terrain))
    kinds = {terrain.kind for terrain in info.palette.terrain}, {spec.piece.kind for spec in info.palette.pieces}
    match rng.choice(("terrain", "piece", "solid", "overlap", "option", "value")):
        case "terrain":
            kind = rng.choice([kind for kind in (*TERRAIN_KINDS, "lava") if kind not in kinds[0]])
            return replace(level, board=_with_terrain(board, cell, Terrain(kind)))
        case "piece":
            kind = rng.choice([kind for kind in (*PIECE_KINDS, "ball") if kind not in kinds[1]])
            return replace(level, board=board.with_pieces((*board.pieces, Piece(kind, (cell,)))))
        case "solid" if board.pieces:
            solid = Terrain(rng.choice(info.palette.solid))
            return replace(level, board=_with_terrain(board, rng.choice(board.pieces).anchor, solid))
        case "overlap" if board.pieces:
            return replace(level, board=board.with_pieces((*board.pieces, rng.choice(board.pieces))))
        case "value" if info.options:
            option = rng.choice(info.options)
            return replace(level, options=((option.name, "a value that nobody takes"),))
        case _:
            return replace(level, options=(*level.options, ("an option that nobody has", 1)))


def _with_terrain(board: Board, cell: Cell, terrain: Terrain) -> Board:
    return replace(board, terrain=(*board.terrain[:cell], terrain, *board.terrain[cell + 1 :]))
