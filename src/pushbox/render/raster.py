"""Pictures as bitmaps: the SVG, rasterized; PNG.

Rasterizing needs pushbox[render].  Letters come from one font, so that a picture is the same on every machine; only
what that font lacks is taken from the fonts that are installed.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..board import Board
from ..errors import UnsupportedError
from ..extras import requiring
from ..grid import Cell
from ..tiling import Direction
from . import svg
from .annotations import Annotations
from .svg import Look

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 25_000_000  # of one picture

_SIZE = re.compile(r'^<svg [^>]*? width="(\d+)" height="(\d+)"')
_NUMERAL = re.compile(r'(<text class="numeral"[^>]*?) fill="(#\w+)"')
FONT = "Aileron"
_BASIC = re.compile(r"[\n\x20-\x7e\xa9\xab\xb0\xb1\xb4\xb7\xbb\u2018\u2019\u201c\u201d\u2026]*")  # what the font has


def png(
    board: Board,
    look: Look | None = None,
    *,
    caption: str = "",
    annotations: Annotations | None = None,
    facing: Mapping[Cell, Direction] | None = None,
) -> bytes:
    """Draw the visible board as a PNG.

    Raises UnsupportedError if it would be too large, PushboxError if pushbox[render] is not installed, and the errors
    of `pushbox.render.svg.draw`.
    """
    picture = svg.draw(board, look, caption=caption, annotations=annotations, facing=facing or {})
    return encode_png(rasterize(picture))


def encode_png(image: Image) -> bytes:
    """Return an image as a PNG, of 256 colours where it has no more."""
    from PIL.Image import Dither

    is_opaque = image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255)
    packed = image.convert("RGB") if is_opaque else image
    if packed.mode == "RGB" and (few := packed.getcolors(256)) is not None:
        packed = packed.quantize(len(few), dither=Dither.NONE)
    out = io.BytesIO()
    packed.save(out, "PNG", optimize=True)
    return out.getvalue()


def require_extra() -> None:
    """Raise PushboxError where pushbox[render] is not installed."""
    with requiring("render"):
        import PIL  # noqa: F401
        import resvg_py  # noqa: F401


def rasterize(picture: str, *, scale: float = 1) -> Image:
    """Return a document of SVG as an image, `scale` times as large as it says.

    Raises UnsupportedError where it would be too large, and PushboxError where pushbox[render] is not installed.
    """
    require_extra()
    import resvg_py
    from PIL import Image

    width, height = (max(1, round(side * scale)) for side in size_of(picture))
    if width * height > MAX_PIXELS:
        raise UnsupportedError.said("picture-large", width=width, height=height, most=MAX_PIXELS)
    data = resvg_py.svg_to_bytes(
        svg_string=with_bold_numerals(picture),
        width=width,
        height=height,
        skip_system_fonts=is_basic(picture),
        font_files=[str(font_file())],
        font_family=FONT,
        sans_serif_family=FONT,
    )
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def size_of(picture: str) -> tuple[int, int]:
    """Return width and height that a document of SVG says."""
    size = _SIZE.match(picture)
    assert size is not None
    return int(size[1]), int(size[2])


def with_bold_numerals(picture: str) -> str:
    """Return a document whose numbers are as bold as in the browser: the font has one weight."""
    return _NUMERAL.sub(r'\1 fill="\2" stroke="\2" stroke-width="2.5"', picture)


def is_basic(picture: str) -> bool:
    """Return whether the font has every letter of a document."""
    return _BASIC.fullmatch(picture) is not None


@cache
def font_file() -> Path:
    """Return the path of the font, which is part of Pillow, as a file of this process."""
    from PIL import ImageFont

    font = ImageFont.load_default(16)
    assert isinstance(font, ImageFont.FreeTypeFont)
    folder = tempfile.TemporaryDirectory(prefix="pushbox-")
    _FOLDERS.append(folder)
    path = Path(folder.name) / f"{FONT}.ttf"
    path.write_bytes(font.font_bytes)
    return path


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []  # are removed when the process ends
