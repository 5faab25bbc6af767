"""An image that is given as a skin is one that pushbox can read, or is refused in a sentence, whatever its bytes."""

from __future__ import annotations

import io
import random
import struct
import zlib
from contextlib import suppress

import pytest
from PIL import Image
from tests.depth import scaled

from pushbox.errors import FormatError
from pushbox.render.image_skin import COLUMNS, MAX_SIDE, ImageSkin


def tiles(kind: str) -> bytes:
    """Return an image of tiles in a format."""
    out = io.BytesIO()
    Image.new("RGB", (COLUMNS * 8, 8 * 8), (9, 40, 99)).save(out, kind)
    return out.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def bomb(side: int) -> bytes:
    """Return a PNG of a few bytes that says to be of this size."""
    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "BMP", "GIF", "JPEG", "WEBP"])
def test_spoiled_images_are_skins_or_refused(kind: str) -> None:
    """Bytes are changed, cut off and repeated."""
    whole, chance = tiles(kind), random.Random(35)
    ImageSkin(whole)
    for _ in range(scaled(1000)):
        spoiled = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        start, end = sorted(chance.choices(range(len(spoiled) + 1), k=2))
        data = bytes(chance.choice([spoiled, spoiled[:end], spoiled[:start] + spoiled[end:], spoiled + spoiled]))
        with suppress(FormatError):  # any other error is a defect
            ImageSkin(data)


@pytest.mark.parametrize("side", [MAX_SIDE + 4, 1 << 20, (1 << 31) - 1])
def test_an_image_is_not_unpacked_beyond_its_bound(side: int) -> None:
    """Its head is enough to refuse it."""
    with pytest.raises(FormatError):
        ImageSkin(bomb(side))


@pytest.mark.parametrize("kind", ["EPS", "PDF", "TIFF", "ICO"])
def test_other_kinds_of_images_are_refused(kind: str) -> None:
    """Pillow would start Ghostscript for an EPS."""
    out = io.BytesIO()
    Image.new("RGB", (COLUMNS * 8, 64)).save(out, kind)
    with pytest.raises(FormatError):
        ImageSkin(out.getvalue())


def test_svg_is_no_skin() -> None:
    """Nor is any text."""
    with pytest.raises(FormatError):
        ImageSkin(b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
