"""Draw the icons of the installed page as PNG, for systems that take no SVG; `scripts/icons.py` writes them."""

from __future__ import annotations

from pathlib import Path

from pushbox.client import FOLDER
from pushbox.render.raster import encode_png, rasterize

# Each file with the drawing that it is made of and its side in pixels. Apple rounds the corners of a whole square.
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    "icon-apple.png": ("icon-maskable.svg", 180),
}


def draw(source: str, side: int) -> bytes:
    """Return a drawing of the client as a square PNG."""
    picture = (FOLDER / source).read_text(encoding="utf-8")
    return encode_png(rasterize(picture.replace(">", f' width="{side}" height="{side}">', 1).strip()))


def main(folder: Path = FOLDER) -> None:
    """Write all icons into a folder."""
    for name, (source, side) in ICONS.items():
        (folder / name).write_bytes(draw(source, side))


if __name__ == "__main__":
    main()
