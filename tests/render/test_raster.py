"""Bitmaps, animations, sheets and skins from images."""

from __future__ import annotations

import builtins
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont
from tests.render import galleries

from pushbox import conformance, formats, games, load
from pushbox.board import FLOOR, WALL, Board, Piece
from pushbox.errors import ArgumentError, FormatError, PushboxError, UnsupportedError
from pushbox.extras import install_command
from pushbox.games.position import Position
from pushbox.play.scenes import scenes
from pushbox.render import raster, sheet, svg
from pushbox.render.animation import FORMATS, AnimationFormat, Scene, Studio, Timing, animate
from pushbox.render.image_skin import ImageSkin
from pushbox.render.pdf import pdf
from pushbox.render.svg import Look

LEVEL = formats.read("#######\n#@ $ .#\n#     #\n#######\nTitle: Room\nSolution: rRR\n", format="xsb").levels[0]
SLIDES = "Game: crossoban\n\n########\n#@$''' #\n########\nTitle: Ice"


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def difference(one: Image.Image, other: Image.Image) -> int:
    """Return by how much two images differ most, in any colour of any pixel."""
    bands = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getextrema()
    return max(int(band[1]) for band in bands)  # type: ignore[index]


def played(text: str = "rRR") -> list[Scene]:
    position = load(LEVEL)
    return list(scenes(position, position.parse(text), counters=True))


@pytest.mark.parametrize("cell", [16, 33, 64])
def test_a_png_has_the_size_of_the_picture(cell: int) -> None:
    """So many pixels a cell, whole ones; the same bytes each time; colours are those of the skin."""
    data = raster.png(LEVEL.board, Look(cell=cell))
    image = opened(data).convert("RGB")
    assert image.size[0] == 7 * cell
    assert 4 * cell < image.size[1] <= 4 * cell + 6
    assert image.getpixel((5 * cell + 2, 2 * cell + cell // 2)) == (0xF3, 0xF0, 0xEA)
    assert data == raster.png(LEVEL.board, Look(cell=cell))


def test_numbers_do_not_depend_on_fonts_that_are_installed() -> None:
    """A number is drawn by the font that comes along; what it lacks is looked for elsewhere."""
    numbered = Board(1, 1, (FLOOR,), (Piece("box", (0,), number=8),))
    plain = numbered.with_pieces([Piece("box", (0,), number=1)])
    assert difference(raster.rasterize(svg.draw(numbered)), raster.rasterize(svg.draw(plain))) > 100
    assert opened(raster.png(LEVEL.board, caption="倉庫番")).size[1] > 4 * 32 + 3


def test_letters_that_the_font_lacks_are_looked_for_elsewhere() -> None:
    """Of what counts as basic every letter has a picture of its own; accents, which the font lacks, do not count."""
    font = ImageFont.truetype(raster.font_file(), 30)
    missing = font.getmask("\ue000")
    letters = [chr(code) for code in range(0x20, 0x2200) if raster.is_basic(chr(code))]
    assert len(letters) > 100
    assert not [letter for letter in letters if (drawn := font.getmask(letter)).size == missing.size
                and bytes(drawn) == bytes(missing)]  # fmt: skip
    assert not raster.is_basic("Ménage à trois")


@pytest.mark.parametrize("key", games.keys())
def test_frames_are_the_pictures_of_their_boards(key: str) -> None:
    """What is put together from parts is what is drawn at once, in any game, with rulers, stacks and shapes."""
    look = Look(cell=20, rulers=True)
    boards = [galleries.boards()[key], galleries.everything()]
    boards += [level.board for level in conformance.random_levels(games.find(key), 4, seed=5)]
    for board in boards:
        frame = Studio(look, "", has_counter=False).frame(Scene(board))
        assert difference(frame, raster.rasterize(svg.draw(board, look)).convert("RGB")) <= 30


@pytest.mark.parametrize("kind", FORMATS)
def test_an_animation_shows_every_scene(kind: AnimationFormat) -> None:
    """Its frames last as long as the scenes, the last a while longer; the bytes are the same each time."""
    data = animate(played(), kind, Look(cell=20), caption="Room")
    image = opened(data)
    assert (image.n_frames, image.format) == (4, {"gif": "GIF", "apng": "PNG", "webp": "WEBP"}[kind])  # type: ignore[attr-defined]
    assert image.info.get("loop") == 0
    assert data == animate(played(), kind, Look(cell=20), caption="Room")
    studio = Studio(Look(cell=20), "Room", has_counter=True)
    for number, scene in enumerate(played()):
        image.seek(number)
        image.load()
        assert difference(image, studio.frame(scene)) <= (40 if kind == "gif" else 0)
        assert image.info["duration"] in {170, 1500}


def test_a_gif_keeps_what_changes_alone() -> None:
    """A step is a rectangle of two cells, not a picture; what does not change at all lengthens the frame before."""
    walk = played("rdlurdlu")
    size = len(animate([scene._replace(counter="") for scene in walk], "gif"))
    assert size < 2.2 * len(animate([walk[0]._replace(counter="")], "gif"))
    still = opened(animate([walk[0], walk[0], walk[1]], "gif"))
    assert still.n_frames == 2  # type: ignore[attr-defined]
    assert still.info["duration"] == 340


def test_an_animation_that_ends() -> None:
    """Without a loop there is no word of one."""
    assert b"NETSCAPE" in animate(played(), "gif")
    assert b"NETSCAPE" not in animate(played(), "gif", loop=False)
    assert opened(animate(played(), "apng", loop=False)).info["loop"] == 1


def test_what_slides_is_shown_tick_by_tick() -> None:
    """A move of several ticks has a scene for each, which are as long together as a move is."""
    position = load(formats.read(SLIDES, format="crossoban").levels[0])
    shown = list(scenes(position, position.parse("r"), Timing(5), counters=True))
    assert len(shown) == 5
    assert [scene.counter for scene in shown] == ["0 moves, 0 pushes", *["1 move, 1 push"] * 4]
    assert shown[0].milliseconds == 200
    assert sum(scene.milliseconds for scene in shown[1:]) == 200


@pytest.mark.parametrize("key", games.keys())
def test_scenes_end_in_the_view_of_the_position(key: str) -> None:
    """Whatever happens in between, the last board is what the player sees at the end."""
    for level in conformance.random_levels(games.find(key), 8, seed=9):
        position: Position = load(level)
        moves = list(position.legal_moves)[:1]
        shown = list(scenes(position, moves))
        after = position.apply(moves[0]) if moves else position
        assert shown[-1].board == after.view
        assert len(shown) > len(moves)


def test_pushers_look_where_they_go() -> None:
    """The eyes of the one that moves turn; at first they look at the reader."""
    assert [scene.facing for scene in played("rdL"[:2])] == [{}, {9: 2}, {16: 3}]


def test_a_pdf_has_a_page_for_each_picture() -> None:
    """Sizes are in points; pages are drawn with lines and letters, no pixels; the bytes are the same each time."""
    pages = sheet.pages([sheet.Entry(LEVEL.board, f'{number}. \\"Room"') for number in range(1, 6)], 2, title="Rooms")
    assert [re.findall(r">(Rooms · \d / 3)</text>", page)[0] for page in pages] == [
        f"Rooms · {n} / 3" for n in (1, 2, 3)
    ]
    pages.append(svg.draw(LEVEL.board, svg.Look(cell=40)))
    data = pdf(pages)
    boxes = [b"0 0 595 842"] * 3 + [b"0 0 280 164"]
    assert re.findall(rb"/Type/Page/.*?/MediaBox\[(.*?)\]", data, re.DOTALL) == boxes
    assert b"/Subtype/Image" not in data
    assert b"/FontFile2" in data
    assert data == pdf(pages)


def test_sheets_use_their_room() -> None:
    """Tall boards stand side by side, wide ones below each other."""

    def places(width: int, height: int) -> list[str]:
        board = Board(width, height, (FLOOR._replace(player=1),) * (width * height))
        (page,) = sheet.pages([sheet.Entry(board)] * 2, 2)
        return [place.split()[0] for place in re.findall(r'transform="translate\(([^)]*)\) scale', page)]

    assert len(set(places(5, 30))) == 2
    assert len(set(places(30, 5))) == 1
    with pytest.raises(ArgumentError, match="entries: found none"):
        sheet.pages([])


def tiles(rows: int, mode: str = "RGBA") -> bytes:
    """Return an image in the common skin format whose tiles have each a colour of their own: (10 * number, 0, row)."""
    image = Image.new(mode, (4 * 8, rows * 8))
    draw = ImageDraw.Draw(image)
    for number in range(4 * rows):
        row, column = divmod(number, 4)
        box = (column * 8, row * 8, column * 8 + 7, row * 8 + 7)
        draw.rectangle(box, fill=(10 * number, 0, row) if mode == "RGB" else (10 * number, 0, row, 255))
    out = io.BytesIO()
    image.save(out, "BMP" if mode == "RGB" else "PNG")
    return out.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_an_image_of_tiles_is_a_skin(mode: str) -> None:
    """Floor, goals, boxes, pushers and what is outside are its tiles, in PNG and in BMP."""
    board = formats.read("   ###\n####.##\n#@$+*.#\n#######", format="xsb").levels[0].board
    skin = ImageSkin(tiles(4, mode))
    image = raster.rasterize(svg.draw(board, Look(skin, 8))).convert("RGB")
    cells = {(1, 2): 1, (2, 2): 2, (3, 2): 5, (4, 2): 6, (5, 2): 4, (4, 1): 4, (0, 0): 11}
    for (column, row), number in cells.items():
        assert image.getpixel((column * 8 + 4, row * 8 + 4)) == (10 * number, 0, number // 4), (column, row)


def test_walls_fit_together() -> None:
    """Each quarter of a wall is of the tile that fits its two neighbours, with the cap where four walls meet."""
    rows = ["  #", "###", "###", " # "]
    walls = tuple(WALL if sign == "#" else FLOOR._replace(player=1) for row in rows for sign in row)
    image = raster.rasterize(svg.draw(Board(3, 4, walls), Look(ImageSkin(tiles(4)), 8))).convert("RGB")

    def tile(column: int, row: int, right: bool, bottom: bool) -> int:
        colour = image.getpixel((column * 8 + (6 if right else 1), row * 8 + (6 if bottom else 1)))
        assert isinstance(colour, tuple)
        return int(colour[0]) // 10

    assert tile(2, 0, False, False) == 8  # alone above and at the left
    assert tile(2, 0, False, True) == 12  # a wall below
    assert tile(0, 1, False, False) == 8
    assert tile(0, 1, True, False) == 9  # a wall at the right
    assert tile(0, 1, True, True) == 10  # four walls meet
    assert tile(2, 1, False, False) == 13  # walls at the left and above, but not between them
    assert tile(1, 2, False, True) == 13
    assert tile(1, 3, True, True) == 8


def test_pushers_of_tiles_turn() -> None:
    """With rows five and six there is a tile for each way."""
    turned = ImageSkin(tiles(6))
    for facing, number in ((1, 16), (0, 17), (3, 18), (2, 19)):
        picture = svg.draw(LEVEL.board, Look(turned, 8), facing={8: facing})
        assert raster.rasterize(picture).convert("RGB").getpixel((12, 12)) == (10 * number, 0, 4)
    assert raster.rasterize(svg.draw(LEVEL.board, Look(turned, 8))).convert("RGB").getpixel((12, 12)) == (10, 0, 0)


def test_tiles_that_may_be_of_another_format_are_doubted() -> None:
    """Of 4 x 6 tiles the pixels are those of 6 x 9, if these are whole."""
    image = Image.new("RGBA", (192, 288))
    out = io.BytesIO()
    image.save(out, "PNG")
    assert ImageSkin(out.getvalue()).doubt == (
        "found 192 x 288 pixels: 4 x 6 tiles of 48, or 6 x 9 of 32; read as 4 x 6"
    )
    assert not ImageSkin(tiles(4)).doubt


def test_what_the_tiles_lack_is_drawn() -> None:
    """Everything else looks as in the plain skin."""
    board = Board(1, 1, (FLOOR,), (Piece("box", (0,), number=3),))
    assert ">3</text>" in svg.draw(board, Look(ImageSkin(tiles(4))))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected one of tiles"),
        (b"GIF89a nothing", "expected one of tiles"),
        (tiles(3), "found an image of 32 x 24 pixels, expected 4 columns of square tiles, at least 4 rows"),
        (tiles(4)[:60], "expected one of tiles"),
    ],
)
def test_no_image_of_tiles(data: bytes, message: str) -> None:
    """What is no such image is refused with what was found and expected."""
    with pytest.raises(FormatError, match=message):
        ImageSkin(data)


def test_sizes_are_bounded() -> None:
    """Too many pixels and too many frames are refused before they are drawn."""
    large = Board(200, 200, (FLOOR,) * 40_000)
    with pytest.raises(UnsupportedError, match=r"found a picture of 6,400 x 6,40. pixels, expected at most 25,000,000"):
        raster.png(large)
    with pytest.raises(UnsupportedError, match=r"found 2 frames of 6,400 x 6,40. pixels"):
        animate([Scene(large)] * 2, "gif")
    with pytest.raises(UnsupportedError, match="found 19,000 frames of"):
        animate([Scene(LEVEL.board)] * 19_000, "webp", Look(cell=128))
    with pytest.raises(ArgumentError, match="frames"):
        animate([Scene(LEVEL.board)] * 20_001, "gif")
    with pytest.raises(ArgumentError, match="unlike sizes"):
        animate([Scene(LEVEL.board), Scene(large)], "gif")
    with pytest.raises(ArgumentError, match="speed"):
        Timing(0)


@pytest.mark.parametrize(
    ("make", "extra"),
    [
        (lambda: raster.png(LEVEL.board), "render"),
        (lambda: ImageSkin(b""), "render"),
        (lambda: animate(played(), "gif"), "render"),
        (lambda: pdf([svg.draw(LEVEL.board)]), "pdf"),
    ],
)
def test_without_the_extra(make: Callable[[], object], extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence says what is missing and how to install it."""
    importing = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] in {"PIL", "resvg_py", "typst"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return importing(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PushboxError, match=rf"needs (PIL|resvg_py|typst): {re.escape(install_command(extra))}"):
        make()
