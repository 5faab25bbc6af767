"""Animations of a line of play: GIF, APNG and WebP, of frames that share their unchanged parts.

The ground is rasterized once for each terrain, each drawing of a piece once. Frames are composed from them, and a GIF
stores only the rectangle that differs from the frame before.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ..arguments import check_choice, check_flag, check_type, check_whole, refused
from ..board import Board, Piece
from ..errors import ArgumentError, UnsupportedError
from ..grid import Cell
from ..sentence import located, say
from ..tiling import Direction
from . import svg
from .geometry import SIDE, point_of
from .raster import MAX_PIXELS, rasterize, require_extra
from .svg import Look
from .visible import outside_cells, visible_board

if TYPE_CHECKING:
    from PIL.Image import Image

AnimationFormat = Literal["gif", "apng", "webp"]
FORMATS: tuple[AnimationFormat, ...] = get_args(AnimationFormat)

MAX_FRAMES = 20_000
MAX_FRAME_PIXELS = 4_000_000_000  # of all frames together; what a GIF leaves out counts for a tenth
_COUNTER_PIXELS = 14
_COUNTER_HEIGHT = 22
_SCALED = re.compile(r"translate\((\S+) (\S+)\) (scale\(\S+\))")
_LAST_SECONDS = 1.5  # for which the last frame stays before the loop begins anew


class Scene(NamedTuple):
    """The content of a frame: a board, the directions of its pushers, a line of text, and its milliseconds."""

    board: Board
    facing: Mapping[Cell, Direction] = {}
    counter: str = ""
    milliseconds: int = 150


@dataclass(frozen=True, slots=True)
class Timing:
    """The speed of an animation in moves per second, and whether it loops."""

    speed: float = 6
    loop: bool = True

    def __post_init__(self) -> None:
        check_flag("loop", self.loop)
        check_type("speed", self.speed, int | float, "moves a second, from 0.1 to 50")
        if not 0.1 <= self.speed <= 50:
            raise refused("speed", self.speed, say("moves-a-second"))

    def milliseconds(self, ticks: int = 1) -> int:
        """Return the duration of each tick of a move, in steps of 10, the resolution of a GIF."""
        return max(20, round(100 / (self.speed * max(1, ticks))) * 10)


def animate(scenes: Iterable[Scene], kind: AnimationFormat, look: Look | None = None, *, caption: str = "",
            loop: bool = True) -> bytes:  # fmt: skip
    """Draw scenes of boards of one size as an animation, with lines of a caption below.

    Raises ArgumentError for no scene or unlike sizes, UnsupportedError where it would be too large, and PushboxError
    where pushbox[render] is not installed.
    """
    check_choice("kind", kind, FORMATS)
    shown = list(scenes)
    if not shown:
        raise ArgumentError(located("scenes", say("none-but-one")))
    first = shown[0].board
    if any((scene.board.width, scene.board.height) != (first.width, first.height) for scene in shown):
        raise ArgumentError(located("scenes", say("unlike-sizes")))
    look = look or Look()
    require_extra()
    _check_size(shown, kind, svg.picture_frame(first, look, caption).size)
    shown[-1] = shown[-1]._replace(milliseconds=max(shown[-1].milliseconds, int(_LAST_SECONDS * 1000)))
    studio = Studio(look, caption, has_counter=any(scene.counter for scene in shown))
    if kind == "gif":
        return _gif(studio, shown, loop=loop)
    return _whole_frames(studio, shown, kind, loop=loop)


def _check_size(scenes: Sequence[Scene], kind: AnimationFormat, size: tuple[int, int]) -> None:
    check_whole("frames", len(scenes), 1, MAX_FRAMES)
    pixels = size[0] * size[1]
    if pixels > MAX_PIXELS or pixels * len(scenes) > MAX_FRAME_PIXELS * (10 if kind == "gif" else 1):
        raise UnsupportedError.said("frames-large", count=len(scenes), width=size[0], height=size[1])


class Studio:
    """The parts that frames are composed from, rasterized on first use."""

    def __init__(self, look: Look, caption: str, *, has_counter: bool) -> None:
        self._look, self._caption, self._has_counter = look, caption, has_counter
        self._grounds: dict[tuple[object, ...], Image] = {}
        self._sprites: dict[tuple[object, ...], tuple[Image, int, int]] = {}

    def frame(self, scene: Scene) -> Image:
        """Return a scene as an image, the same as the picture of its board."""
        board = visible_board(scene.board)
        image = self._ground(board).copy()
        frame = svg.picture_frame(board, self._look, self._caption)
        left, top = (round(-side * frame.scale) for side in (frame.left, frame.top))
        cell = self._look.cell
        for piece, place in svg.placed_pieces(board):
            sprite, x, y = self._sprite(board, piece, place, scene.facing)
            row, column = board.rc(piece.anchor)
            image.paste(sprite, (left + (column + x) * cell, top + (row + y) * cell), sprite)
        if scene.counter:
            self._write(image, scene.counter)
        return image

    def _ground(self, board: Board) -> Image:
        key = board.terrain, outside_cells(board)
        image = self._grounds.get(key)
        if image is None:
            more = _COUNTER_HEIGHT if self._has_counter else 0
            picture = svg.draw_without_pieces(board, self._look, caption=self._caption, more_pixels=more)
            image = self._grounds[key] = rasterize(picture).convert("RGB")
        return image

    def _sprite(
        self, board: Board, piece: Piece, place: str, facing: Mapping[Cell, Direction]
    ) -> tuple[Image, int, int]:
        """Return a piece as an image, with how many cells left of and above its anchor it begins."""
        markup, _ = svg.draw_piece(board, piece, self._look.palette, facing)
        row, column = board.rc(piece.anchor)
        scaled = _SCALED.search(place)
        inner = ""
        if scaled is not None:
            x, y = float(scaled[1]) - column * SIDE, float(scaled[2]) - row * SIDE
            inner = f' transform="translate({x:g} {y:g}) {scaled[3]}"'
        offsets = tuple((x - column, y - row) for x, y in (point_of(board, cell) for cell in piece.cells))
        key = markup, inner, offsets
        if key not in self._sprites:
            xs, ys = zip(*offsets, strict=True)
            x, y = min(xs), min(ys)
            width, height = (max(xs) + 1 - x) * SIDE, (max(ys) + 1 - y) * SIDE
            frame = svg.Frame(x * SIDE, y * SIDE, width, height, self._look.cell / SIDE)
            picture = svg.document(frame, f"<g{inner}>{markup}</g>", "piece")
            self._sprites[key] = rasterize(picture).convert("RGBA"), x, y
        return self._sprites[key]

    def _write(self, image: Image, text: str) -> None:
        from PIL import ImageDraw, ImageFont

        ink, brush = self._look.palette.colour("--ink"), ImageDraw.Draw(image)
        place, font = (image.width / 2, image.height - _COUNTER_HEIGHT / 2), ImageFont.load_default(_COUNTER_PIXELS)
        if (width := brush.textlength(text, font)) > image.width:
            font = ImageFont.load_default(max(1, _COUNTER_PIXELS * image.width / width))
        brush.text(place, text, fill=ink, font=font, anchor="mm")


def _gif(studio: Studio, scenes: Sequence[Scene], *, loop: bool) -> bytes:
    """Return a GIF whose frames are the rectangles that differ from the frame before."""
    from PIL import ImageChops

    palette = _palette(studio, scenes)
    colours = (palette.getpalette() or [])[:768]
    before = studio.frame(scenes[0])
    out = [b"GIF89a", struct.pack("<HHBBB", *before.size, 0xF7, 0, 0), bytes(colours).ljust(768, b"\0")]
    if loop:
        out.append(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
    box: tuple[int, int, int, int] = (0, 0, *before.size)
    frame, milliseconds = before, scenes[0].milliseconds
    for scene in scenes[1:]:
        image = studio.frame(scene)
        changed = ImageChops.difference(before, image).getbbox()
        if changed is None:  # the frame before is shown for longer
            milliseconds += scene.milliseconds
            continue
        out += _gif_frame(frame, box, palette, milliseconds)
        before, frame, box, milliseconds = image, image, changed, scene.milliseconds
    out += _gif_frame(frame, box, palette, milliseconds)
    return b"".join([*out, b";"])


def _gif_frame(frame: Image, box: tuple[int, int, int, int], palette: Image, milliseconds: int) -> Sequence[bytes]:
    from PIL import GifImagePlugin, Image

    part = frame.crop(box).quantize(palette=palette, dither=Image.Dither.NONE)
    return GifImagePlugin.getdata(part, box[:2], duration=milliseconds, disposal=1)


def _palette(studio: Studio, scenes: Sequence[Scene]) -> Image:
    """Return an image with the 256 colours that fit a few of the frames best."""
    from PIL import Image

    step = max(1, len(scenes) // 3)
    frames = [studio.frame(scene) for scene in [*scenes[::step][:3], scenes[-1]]]
    width, height = frames[0].size
    together = Image.new("RGB", (width, height * len(frames)))
    for index, frame in enumerate(frames):
        together.paste(frame, (0, index * height))
    return together.quantize(256, dither=Image.Dither.NONE)


def _whole_frames(studio: Studio, scenes: Sequence[Scene], kind: AnimationFormat, *, loop: bool) -> bytes:
    first, *others = (studio.frame(scene) for scene in scenes)
    out = io.BytesIO()
    durations = [scene.milliseconds for scene in scenes]
    options: dict[str, object] = {"save_all": True, "append_images": others, "duration": durations}
    if kind == "webp":
        first.save(
            out, "WEBP", **options, loop=0 if loop else 1, lossless=True, quality=40, method=0, minimize_size=False
        )
    else:
        first.save(out, "PNG", **options, loop=0 if loop else 1, disposal=0, blend=0)
    return out.getvalue()
