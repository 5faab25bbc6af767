"""Pictures as the pages of a PDF, drawn with lines and letters, so that they are sharp at every size.

Needs pushbox[pdf]: Typst sets the pages; it reads SVG by the library that also makes the bitmaps.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..extras import requiring
from .raster import FONT, font_file, is_basic, size_of, with_bold_numerals

_FAMILY = 'font-family="system-ui, sans-serif"'


def pdf(pages: Sequence[str]) -> bytes:
    """Return documents of SVG as the pages of a PDF, in which a pixel is a point.

    Raises PushboxError where pushbox[pdf] is not installed.
    """
    with requiring("pdf"):
        import PIL  # noqa: F401  # which has the font
        import typst
    commands = ["#set document(date: none)"]
    for page in pages:
        width, height = size_of(page)
        svg = with_bold_numerals(page).replace(_FAMILY, f'font-family="{FONT}"', 1)
        literal = svg.replace("\\", "\\\\").replace('"', '\\"')
        commands += [
            f"#set page(width: {width}pt, height: {height}pt, margin: 0pt)",
            f'#image(bytes("{literal}"), format: "svg", width: {width}pt, height: {height}pt)',
        ]
    fonts = typst.Fonts(
        include_system_fonts=not all(map(is_basic, pages)),
        include_embedded_fonts=False,
        font_paths=[str(font_file().parent)],
    )
    return typst.compile("\n".join(commands).encode(), font_paths=fonts, pdf_tags=False)
