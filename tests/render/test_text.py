"""Text pictures: they hide nothing that may be seen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from pushbox import conformance, formats, games
from pushbox.board import FLOOR, GOAL, WALL, Board, NamedCounter, Piece, Terrain
from pushbox.games.api import GameInfo
from pushbox.render import text
from pushbox.render.ansi import Depth
from pushbox.render.characters import Charset
from pushbox.render.text import draw
from pushbox.render.visible import visible_board

PUSHER, BOX = Piece("pusher", (0,)), Piece("box", (0,))


def lines(board: Board, charset: Charset = "ascii") -> list[str]:
    return draw(board, charset).lines()


def seen(board: Board) -> Board:
    """Return what may be seen of a board: what is used up is floor or a hole by now, a block has no first cell."""
    board = visible_board(board)
    terrain = tuple(
        FLOOR
        if sort.kind in {"dye", "teleporter"} and not sort.uses
        else Terrain("hole")
        if sort.kind == "weak" and not sort.uses
        else sort._replace(uses=0)
        if sort.looks == sort.kind
        else sort
        for sort in board.terrain
    )
    pieces = []
    for piece in board.pieces:
        if piece.kind == "block":
            order = sorted(range(len(piece.cells)), key=piece.cells.__getitem__)
            cells, colours = tuple(piece.cells[index] for index in order), piece.colours
            pieces.append(piece._replace(cells=cells, colours=tuple(colours[index] for index in order if colours)))
        else:
            pieces.append(piece)
    return Board(board.width, board.height, terrain, tuple(pieces), board.counters)


def neighbours(board: Board, info: GameInfo, rng: random.Random) -> Iterator[Board]:
    """Yield boards that differ from one in a single part, by what the palette of its game has, or in size."""
    for _ in range(6):
        cell = rng.randrange(len(board.terrain))
        terrain = (*board.terrain[:cell], rng.choice(info.palette.terrain), *board.terrain[cell + 1 :])
        yield Board(board.width, board.height, terrain, board.pieces, board.counters)
    for place, piece in enumerate(board.pieces):
        others = board.pieces[:place] + board.pieces[place + 1 :]
        yield board.with_pieces(others)
        same = [spec.piece for spec in info.palette.pieces if spec.piece.kind == piece.kind]
        look = rng.choice(same)._replace(cells=piece.cells)
        if len(piece.cells) == 1:
            yield board.with_pieces((*others, look))
            yield board.with_pieces((*others, piece._replace(cells=(rng.randrange(len(board.terrain)),))))
        unlike = (piece._replace(number=12), piece._replace(group=3), piece._replace(fuse=4), piece._replace(ports=9))
        for changed in (*unlike, piece._replace(spent=True)):
            yield board.with_pieces((*others, changed))
    yield Board(board.width, board.height + 1, (*board.terrain, *(FLOOR,) * board.width), board.pieces, board.counters)
    rows = [board.terrain[row * board.width : (row + 1) * board.width] for row in range(board.height)]
    wide = tuple(terrain for row in rows for terrain in (*row, FLOOR))
    yield Board(board.width + 1, board.height, wide)
    yield Board(board.width, board.height, board.terrain)


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("charset", ["ascii", "unicode"])
def test_boards_that_look_unlike_have_unlike_texts(key: str, charset: Charset) -> None:
    """Boards of a game that differ by sight differ by their text, and no others do."""
    game, rng = games.find(key), random.Random(7)
    texts: dict[str, Board] = {}
    boards: dict[Board, str] = {}
    for level in conformance.random_levels(game, 16, seed=16):
        for board in (level.board, *neighbours(level.board, game.info, rng)):
            drawn, looks = "\n".join(lines(board, charset)), seen(board)
            assert texts.setdefault(drawn, looks) == looks, drawn
            if all(len(piece.cells) == 1 for piece in board.pieces):
                assert boards.setdefault(looks, drawn) == drawn
    assert len(texts) > 300


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("charset", ["ascii", "unicode"])
def test_any_two_sights_of_a_cell_have_unlike_texts(key: str, charset: Charset) -> None:
    """Every terrain of a game, some that levels may have besides, alone and under each of its pieces: all pairs."""
    palette = games.find(key).info.palette
    more = [ground._replace(uses=3) for ground in palette.terrain if ground.kind == "weak"]
    more += [ground._replace(player=2) for ground in palette.terrain if ground.player == 1]
    more += [ground._replace(number=12) for ground in palette.terrain if ground.number == 2]
    shapes = [spec for spec in palette.pieces if not spec.piece.hidden]
    pieces = [spec.piece._replace(cells=tuple(5 + 4 * down + right for down, right in spec.shape)) for spec in shapes]
    texts: dict[str, Board] = {}
    sights = set[Board]()
    for ground in dict.fromkeys((*palette.terrain, *more)):
        for stack in ((), *((piece,) for piece in pieces)):
            board = Board(4, 4, (*(FLOOR,) * 5, ground, *(FLOOR,) * 10), stack)
            drawn, looks = "\n".join(lines(board, charset)), seen(board)
            assert texts.setdefault(drawn, looks) == looks, drawn
            sights.add(looks)
    assert len(texts) == len(sights) >= min(len(palette.terrain), 3) * len(pieces)


def test_what_a_piece_covers_stands_below_it() -> None:
    """A box on a lock, on ice, on a weak tile, on a filter, on another's goal; two stones in one cell."""
    sorts = [Terrain("lock"), Terrain("ice"), Terrain("weak", uses=2), Terrain("filter", "red"), GOAL, FLOOR]
    numbered = GOAL._replace(number=3)
    board = Board(8, 1, (WALL, *sorts, numbered), tuple(BOX._replace(cells=(cell,)) for cell in range(1, 8)))
    assert lines(board) == ["#$$$$*$*", "below:", " :'Wr  3"]
    stones = (Piece("stone", (0,), ("red",)), Piece("stone", (0,), ("green",), arrow=1))
    assert lines(Board(2, 1, (GOAL._replace(colour="blue"), FLOOR), stones)) == [
        "r-",
        "below:",
        "g",
        "below:",
        "B",
        "marks: A1 green stone: blooms up",
    ]
    tile = Board(2, 1, (GOAL._replace(colour="red"), FLOOR), (Piece("block", (0, 1), ("red", "blue")),))
    assert lines(tile) == ["rb", "below:", "R", "marks: A1 one with B1"]


def test_the_size_shows() -> None:
    """Floor at the end of all rows, or of the last one, is not lost with the blanks at the end of a line."""
    assert lines(Board(3, 2, (FLOOR,) * 6)) == ["  -", "-"]
    assert lines(Board(3, 2, (WALL, *(FLOOR,) * 5))) == ["# -", "-"]
    assert lines(Board(2, 2, (WALL, WALL, FLOOR, WALL))) == ["##", " #"]


def test_the_legend_names_what_occurs() -> None:
    """Each character but floor and wall, in the order of reading, the layers below too."""
    board = Board(4, 1, (WALL, GOAL, Terrain("lock"), GOAL), (BOX._replace(cells=(1,)), BOX._replace(cells=(2,))))
    assert text.text(board, charset="ascii").splitlines() == [
        "#*$.",
        "below:",
        "  :",
        "legend: * box on goal; $ box; . goal; : lock",
    ]
    assert text.text(board).splitlines()[0] == "█■□○"
    assert text.text(board, charset="ascii", legend=False, rulers=True).splitlines()[:2] == ["  ABCD", "1 #*$."]


def test_counters_stand_below_the_picture() -> None:
    """What is not on the picture but belongs to the position is written."""
    assert lines(Board(1, 1, (WALL,), (), (NamedCounter("steps", 3),))) == ["#", "steps: 3"]


@pytest.mark.parametrize("depth", ["16", "256", "true"])
def test_colours_change_no_character(depth: Depth) -> None:
    """Without its escapes a coloured picture is the plain one, and each escape is taken back at the end of a row."""
    level = formats.read("#####\n#@$.#\n#####", format="xsb").levels[0]
    coloured = text.text(level.board, depth=depth)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text.text(level.board)
    for row in coloured.splitlines()[:3]:
        assert row.count("\x1b[0m") * 2 == row.count("\x1b[") > 0
    assert "\x1b" not in text.text(level.board, depth="none")


def test_names_from_files_steer_no_terminal() -> None:
    """A colour may be any text: what would steer the terminal is escaped, coloured or not."""
    board = Board(1, 1, (Terrain("filter", "\x1b[2J"),), (Piece("stone", (0,), ("\x1b]0;x\x07",)),))
    assert "\x1b" not in text.text(board)
    assert "\x1b[2J" not in text.text(board, depth="true")
