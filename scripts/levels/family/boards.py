"""Boards at random for a theme, and boards with a place changed."""

from __future__ import annotations

from random import Random

from pushbox.board import FLOOR, WALL, Board, Terrain
from pushbox.errors import PushboxError
from pushbox.games.position import load
from pushbox.grid import Cell
from pushbox.level import Level
from pushbox.path.walk import reachable_from

from .theme import GameThemes, Theme

HOLE = Terrain("hole")


def draft(game: GameThemes, theme: Theme, random: Random) -> Level | None:
    """Return a board at random, None for one that is no level."""
    rows, columns = random.choice(theme.sizes)
    width, height = columns + 2, rows + 2
    terrain = [theme.frame] * (width * height)
    inner = [row * width + column for row in range(1, rows + 1) for column in range(1, columns + 1)]
    share = random.uniform(*theme.walls)
    for cell in inner:
        terrain[cell] = WALL if random.random() < share else FLOOR
    for special, cell in zip(theme.terrain, random.sample(inner, len(theme.terrain)), strict=True):
        terrain[cell] = special
    pieces = []
    for piece in theme.pieces:
        anchor = random.choice(inner)
        pieces.append(piece._replace(cells=tuple(anchor + offset for offset in piece.cells)))
    level = Level(Board(width, height, tuple(terrain), tuple(pieces)), game.key, theme.options, notes=theme.note)
    return level if _is_sound(level, theme.frame) else None


def changed(level: Level, random: Random) -> Level | None:
    """Change a level at one place or two; None where nothing comes of it."""
    board = level.board
    frame = board.terrain[0]
    inner = [cell for cell in range(len(board.terrain)) if is_inner(board, cell)]
    terrain, pieces = list(board.terrain), list(board.pieces)
    for _ in range(random.choice((1, 1, 2))):
        what = random.random()
        one, other = random.choice(inner), random.choice(inner)
        if what < 0.4 and terrain[one] in (FLOOR, WALL):
            terrain[one] = FLOOR if terrain[one] == WALL else WALL
        elif what < 0.65:
            specials = [cell for cell in inner if terrain[cell] not in (FLOOR, WALL)]
            if not specials or terrain[other] not in (FLOOR, WALL):
                return None
            special = random.choice(specials)
            terrain[special], terrain[other] = FLOOR, terrain[special]
        else:
            number = random.randrange(len(pieces))
            shift = other - pieces[number].anchor
            pieces[number] = pieces[number]._replace(cells=tuple(cell + shift for cell in pieces[number].cells))
    if any(not 0 <= cell < len(terrain) for piece in pieces for cell in piece.cells):
        return None
    after = level.with_board(Board(board.width, board.height, tuple(terrain), tuple(pieces)))
    return after if _is_sound(after, frame) else None


def enlarged(level: Level, rows: int, columns: int, random: Random) -> Level:
    """Return a level on a board with more rows and columns, which are like the frame; it may lie anywhere in it."""
    board = level.board
    top, left = random.randint(0, rows), random.randint(0, columns)
    width, height = board.width + columns, board.height + rows

    def moved(cell: Cell) -> Cell:
        row, column = divmod(cell, board.width)
        return (top + row) * width + left + column

    terrain = [board.terrain[0]] * (width * height)
    for cell, sort in enumerate(board.terrain):
        terrain[moved(cell)] = sort
    pieces = tuple(piece._replace(cells=tuple(map(moved, piece.cells))) for piece in board.pieces)
    return level.with_board(Board(width, height, tuple(terrain), pieces))


def is_inner(board: Board, cell: Cell) -> bool:
    """Return whether a cell is within the frame."""
    row, column = divmod(cell, board.width)
    return 0 < row < board.height - 1 and 0 < column < board.width - 1


def _is_sound(level: Level, frame: Terrain) -> bool:
    """Return whether nothing stands in a wall or on another, all hangs together, and the game finds no fault."""
    board = level.board
    covered = [cell for piece in board.pieces for cell in piece.cells]
    if len(set(covered)) < len(covered) or any(board.terrain[cell] in (WALL, HOLE) for cell in covered):
        return False
    if any(not is_inner(board, cell) for cell in covered):
        return False
    free = [*(terrain not in (WALL, frame) for terrain in board.terrain), False]
    inside = reachable_from(board.grid, free, covered[:1])
    if any(cell not in inside for cell, is_free in enumerate(free[:-1]) if is_free):
        return False
    try:
        return not load(level).rules.problems(level)
    except PushboxError:
        return False
