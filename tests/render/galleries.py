"""Boards that show all there is to draw: the palette of a game, and one board with every kind of terrain and piece.

`python tests/render/galleries.py` writes the golden pictures anew; with a folder it writes sheets of all there is, in
every skin at every size, to be looked at before a change of them is kept.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from pushbox import games
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.formats.json import board_to_json
from pushbox.games.api import GameInfo
from pushbox.render import ground, overlays, svg
from pushbox.render.elements import Element
from pushbox.render.geometry import Point
from pushbox.render.raster import rasterize
from pushbox.render.shapes import draw_piece, draw_tile
from pushbox.render.skins import SKINS

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
DRAWINGS = GOLDEN / "drawings.json"
DIGESTS = GOLDEN / "digests.txt"
WIDTH = 10
CELLS = (16, 32, 64)
OVERLAYS = ("reach", "path", "dead", "cursor", "eye", "focus", "selected", "origins", "problem", "hint", "area")


def gallery(info: GameInfo) -> Board:
    """Return a board with all terrain of a game, then a wall, then all its pieces, side by side."""
    sorts = info.palette.terrain
    rows = -(-len(sorts) // WIDTH)
    terrain = [*sorts, *(FLOOR,) * (rows * WIDTH - len(sorts)), *(WALL,) * WIDTH]
    pieces, top, left, height = [], rows + 1, 0, 0
    for spec in info.palette.pieces:
        up, across = (min(offset[axis] for offset in spec.shape) for axis in (0, 1))
        tall, wide = (max(offset[axis] for offset in spec.shape) + 1 for axis in (0, 1))
        if left + wide - across > WIDTH:
            top, left, height = top + height, 0, 0
        cells = tuple((top + row - up) * WIDTH + left + column - across for row, column in spec.shape)
        pieces.append(spec.piece._replace(cells=cells, hidden=False))
        left, height = left + wide - across, max(height, tall - up)
    terrain += [FLOOR] * ((top + height) * WIDTH - len(terrain))
    return Board(WIDTH, top + height, tuple(terrain), tuple(pieces))


def everything() -> Board:
    """Return a board with every kind of terrain and of piece, every colour, and all that may be marked on them."""
    colours = ("red", "blue", "green", "yellow", "black", "orange", "purple", "cyan", "white", "grey")
    rows = [
        [WALL, WALL, FLOOR, WALL, *(Terrain("conveyor", direction=side) for side in range(4)), FLOOR, WALL],
        [GOAL, GOAL._replace(number=7), GOAL._replace(number=12), GOAL._replace(player=1), GOAL._replace(player=2),
         FLOOR._replace(player=1), Terrain("lock"), Terrain("ice"), Terrain("hole"), Terrain("sticky")],
        [Terrain("weak", uses=uses) for uses in range(4)]
        + [Terrain("teleporter", uses=1, pair=1), Terrain("teleporter", pair=12), Terrain("dye", "red", uses=1),
           Terrain("dye", "blue"), Terrain("filter", "pink"), Terrain("flower", "yellow")],
        [Terrain("terminal", ports=5), Terrain("terminal", ports=10, role="source"),
         Terrain("terminal", ports=4, role="bomb"), Terrain("terminal", ports=1, role="bomb", uses=1),
         Terrain("floor", looks="wall", ports=5), Terrain("floor", looks="wall", ports=5, uses=1),
         GOAL._replace(looks="floor"), GOAL._replace(looks="floor", uses=1), FLOOR, GOAL],
        [GOAL._replace(colour=colour) for colour in colours],
        *([FLOOR] * 6 + [GOAL, GOAL._replace(number=3), GOAL._replace(colour="red"), GOAL] for _ in range(4)),
        [FLOOR] * WIDTH,
    ]  # fmt: skip
    at = {(row, column): row * WIDTH + column for row in range(len(rows)) for column in range(WIDTH)}
    pieces = [
        *(Piece("box", (at[5, column],), (colour,)) for column, colour in enumerate(colours[:6])),
        Piece("box", (at[5, 6],)), Piece("box", (at[5, 7],), number=3), Piece("box", (at[5, 8],), ("red",)),
        Piece("box", (at[5, 9],), number=5),
        Piece("pusher", (at[6, 0],)), Piece("pusher", (at[6, 1],), ("red",), group=2),
        Piece("pusher", (at[6, 2],), player=1), Piece("pusher", (at[6, 3],), player=2),
        Piece("box", (at[6, 4],), fuse=12), Piece("box", (at[6, 5],), spent=True), Piece("pusher", (at[6, 6],)),
        Piece("box", (at[6, 7],), ports=5), Piece("box", (at[6, 8],), number=123), Piece("box", (at[6, 9],)),
        *(Piece("stone", (at[7, side],), (colours[side],), arrow=side) for side in range(4)),
        Piece("stone", (at[7, 4],), ("grey",), fixed=True), Piece("stone", (at[7, 5],)),
        Piece("stone", (at[7, 8], at[7, 9]), ("red", "red"), bloomed=True, arrow=2),
        Piece("stone", (at[7, 6],), ("red",)), Piece("stone", (at[7, 6],), ("green",)),
        Piece("block", (at[8, 0], at[8, 1], at[9, 1]), ("red", "blue", "")), Piece("block", (at[8, 2],), group=1),
        Piece("circle", (at[8, 3],), ("cyan",)), Piece("circle", (at[8, 4],)),
        *(Piece("circle", (at[8, 8],), (colour,)) for colour in ("red", "blue", "green")),
        Piece("box", (at[3, 8],)), Piece("box", (at[3, 9],), hidden=True), Piece("box", (at[9, 9],), ("mauve",)),
    ]  # fmt: skip
    return Board(WIDTH, len(rows), tuple(terrain for row in rows for terrain in row), tuple(pieces))


def boards() -> dict[str, Board]:
    """Return all boards by their names."""
    return {key: gallery(games.find(key).info) for key in games.keys()} | {"everything": everything()}


def drawings() -> list[dict[str, Any]]:
    """Return what is drawn of some boards, part by part, without styles; tests/client holds the web client to it."""
    return [_drawn(name, boards()[name]) for name in ("everything", "hanano", "versus")]


def _drawn(name: str, board: Board) -> dict[str, Any]:
    tiles = {cell: draw_tile(terrain) for cell, terrain in enumerate(board.terrain)}
    overlaid = {name: overlays.draw_overlay(name, [0, 1, 11, 12, 13], board) for name in OVERLAYS}
    return {
        "name": name,
        "board": board_to_json(board),
        "ground": str(ground.draw_ground(board)),
        "checkerboard": str(ground.draw_ground(board, checkerboard=True)),
        "rulers": str(ground.draw_rulers(board)),
        "tiles": {str(cell): str(tile) for cell, tile in tiles.items() if tile is not None},
        "pieces": [str(drawn_piece(board, piece)) for piece in board.pieces],
        "overlays": {name: str(overlay) for name, overlay in overlaid.items()} if name == "everything" else {},
    }


def drawn_piece(board: Board, piece: Piece) -> Element:
    row, column = board.rc(piece.anchor)
    offsets: list[Point] = [(x - column, y - row) for y, x in map(board.rc, piece.cells)]
    return draw_piece(piece, offsets)


def pictures() -> dict[str, str]:
    """Return golden pictures by the names of their files: all games in one skin, all there is in each."""
    made = {f"{key}.svg": svg.draw(board, svg.Look(rulers=True), title=key) for key, board in boards().items()}
    del made["everything.svg"]
    board = everything()
    return made | {f"skin-{name}.svg": svg.draw(board, svg.Look(name), title=name) for name in SKINS}


def digests() -> str:
    """Return a line for each board in each skin and size: its name, the skin, the pixels of a cell, the digest."""
    lines = []
    for key, board in boards().items():
        for name in SKINS:
            for cell in CELLS:
                drawn = svg.draw(board, svg.Look(name, cell, rulers=True), caption=f"{key} in {name}")
                lines.append(f"{key} {name} {cell} {hashlib.sha256(drawn.encode()).hexdigest()[:16]}\n")
    return "".join(lines)


def write_sheets(folder: Path) -> None:
    """Write a sheet for each board, with a row for each skin, the sizes side by side."""
    from PIL import Image

    for key, board in boards().items():
        looks = [[svg.Look(name, cell, rulers=True) for cell in CELLS] for name in SKINS]
        rows = [[rasterize(svg.draw(board, look, caption=f"{key} in {look.skin}")) for look in row] for row in looks]
        width, heights = sum(image.width for image in rows[0]), [max(image.height for image in row) for row in rows]
        whole = Image.new("RGB", (width, sum(heights)), "magenta")
        for index, row in enumerate(rows):
            for place, image in enumerate(row):
                whole.paste(image, (sum(before.width for before in row[:place]), sum(heights[:index])))
        whole.save(folder / f"{key}.png")


def in_lines(picture: str) -> str:
    """Return a picture with a line for each of its elements at the top, for a diff to be read."""
    return picture.replace("><g id", ">\n<g id").replace("><use", ">\n<use").replace("><path", ">\n<path")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_sheets(Path(sys.argv[1]))
        sys.exit()
    GOLDEN.mkdir(exist_ok=True)
    DRAWINGS.write_text(json.dumps(drawings(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for file, drawn in pictures().items():
        (GOLDEN / file).write_text(in_lines(drawn), encoding="utf-8")
    DIGESTS.write_text(digests(), encoding="utf-8")
