"""Pictures as bitmaps: the SVG, rasterized; PNG and the pages of a PDF.

Rasterizing needs pushbox[render].  Letters come from one font, so that a picture is the same on every machine; only
what that font lacks is taken from the fonts that are installed.
"""

from __future__ import annotations

import io
import re
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..board import Board
from ..errors import PushboxError, UnsupportedError
from ..grid import Cell, Direction
from . import svg
from .annotations import Annotations
from .svg import Look

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 25_000_000  # of one picture
PRINT_DPI = 200
POINTS = 72  # an inch

_SIZE = re.compile(r'^<svg [^>]*? width="(\d+)" height="(\d+)"')
_NUMERAL = re.compile(r'(<text class="numeral"[^>]*?) fill="(#\w+)"')
_FONT = "Aileron"
_BASIC = re.compile(r"[\x00-\x7f\xa0-\xff\u2026]*")  # what the font has


def png(
    board: Board,
    look: Look | None = None,
    *,
    caption: str = "",
    annotations: Annotations | None = None,
    facing: Mapping[Cell, Direction] | None = None,
) -> bytes:
    """Draw what may be seen of a board as a PNG.

    Raises UnsupportedError where it would be too large, PushboxError where pushbox[render] is not installed, and what
    `pushbox.render.svg.draw` raises.
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
    try:
        import PIL  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise PushboxError(f"bitmaps need {error.name}: pip install 'pushbox[render]'") from None


def rasterize(picture: str, *, scale: float = 1) -> Image:
    """Return a document of SVG as an image, `scale` times as large as it says.

    Raises UnsupportedError where it would be too large, and PushboxError where pushbox[render] is not installed.
    """
    require_extra()
    import resvg_py
    from PIL import Image

    width, height = (max(1, round(side * scale)) for side in size_of(picture))
    if width * height > MAX_PIXELS:
        found = f"found a picture of {width:,} x {height:,} pixels"
        raise UnsupportedError(f"{found}, expected at most {MAX_PIXELS:,} pixels; take a smaller cell")
    bold = _NUMERAL.sub(r'\1 fill="\2" stroke="\2" stroke-width="2.5"', picture)
    data = resvg_py.svg_to_bytes(
        svg_string=bold,
        width=width,
        height=height,
        skip_system_fonts=_BASIC.fullmatch(picture) is not None,
        font_files=[_font_file()],
        font_family=_FONT,
        sans_serif_family=_FONT,
    )
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def size_of(picture: str) -> tuple[int, int]:
    """Return width and height that a document of SVG says."""
    size = _SIZE.match(picture)
    assert size is not None
    return int(size[1]), int(size[2])


def pdf(pages: Sequence[str]) -> bytes:
    """Return documents of SVG as the pages of a PDF, in which a pixel is a point, at 200 dots an inch.

    Raises UnsupportedError where a page would be too large, and PushboxError where pushbox[render] is not installed.
    """
    objects: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    kids = []
    for page in pages:
        image = rasterize(page, scale=PRINT_DPI / POINTS).convert("RGB")
        width, height = size_of(page)
        pixels = zlib.compress(image.tobytes(), 9)
        first = len(objects) + 1
        kids.append(f"{first} 0 R")
        box = f"/MediaBox[0 0 {width} {height}]"
        drawing = f"{width} 0 0 {height} 0 0 cm /I Do".encode()
        kind = f"/Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}"
        parts = f"/Contents {first + 1} 0 R/Resources<</XObject<</I {first + 2} 0 R>>>>"
        objects += [
            f"<</Type/Page/Parent 2 0 R{box}{parts}>>".encode(),
            _stream("", drawing),
            _stream(f"{kind}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode", pixels),
        ]
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode()
    return _pdf_file(objects)


def _stream(fields: str, data: bytes) -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (fields.encode(), len(data), data)


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    """Return a PDF of objects, of which the first is the catalogue."""
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


@cache
def _font_file() -> str:
    """Return the path of the font, which is part of Pillow, as a file of this process."""
    from PIL import ImageFont

    font = ImageFont.load_default(16)
    assert isinstance(font, ImageFont.FreeTypeFont)
    folder = tempfile.TemporaryDirectory(prefix="pushbox-")
    _FOLDERS.append(folder)
    path = Path(folder.name) / f"{_FONT}.ttf"
    path.write_bytes(font.font_bytes)
    return str(path)


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []  # are removed when the process ends
