"""Pictures and animations as values: they show themselves in notebooks and write themselves into files."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .. import atomic_file, keywords
from ..arguments import refused
from ..errors import naming
from ..sentence import counted, say
from .animation import AnimationFormat
from .elements import escape
from .pdf import pdf
from .raster import encode_png, rasterize, size_of

PICTURE_ENDINGS = (".svg", ".png", ".pdf")
ANIMATION_ENDINGS: dict[str, AnimationFormat] = {".gif": "gif", ".webp": "webp", ".apng": "apng", ".png": "apng"}


@keywords.naming(keywords.PICTURE_HINTS)
class Picture(str):
    """A picture: the text of a document of SVG."""

    __slots__ = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return size_of(self)

    def png(self, *, scale: float = 1) -> bytes:
        """Return the picture as a PNG, `scale` times as large.

        Raises UnsupportedError where it would be too large, and PushboxError where pushbox[render] is not installed.
        """
        return encode_png(rasterize(self, scale=scale))

    def pdf(self) -> bytes:
        """Return the picture as a PDF of one page.  Raises PushboxError where pushbox[pdf] is not installed."""
        return pdf([self])

    def save(self, file: str | Path) -> None:
        """Write the picture into a file, as its ending says: .svg, .png or .pdf.

        Raises ArgumentError for another ending, OSError where the file cannot be written, what `png` and `pdf` raise.
        """
        match _ending(file, PICTURE_ENDINGS):
            case ".png":
                data = self.png()
            case ".pdf":
                data = self.pdf()
            case _:
                data = self.encode()
        _replace(file, data)

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture: {width} x {height} pixels>"

    def __str__(self) -> str:
        """Return the text of the document."""
        return str.__str__(self)

    def _repr_svg_(self) -> str:
        return str(self)


@keywords.naming(keywords.ANIMATION_HINTS)
@dataclass(frozen=True, slots=True)
class Animation:
    """An animation: `data` in a `format`, with its size in pixels and its number of frames.

    `encode` returns the data in another format. `description` is for screen readers.
    """

    data: bytes
    format: AnimationFormat
    size: tuple[int, int]
    frames: int
    encode: Callable[[AnimationFormat], bytes] = field(compare=False, repr=False)
    description: str = ""

    def save(self, file: str | Path) -> None:
        """Write the animation into a file, as its ending says: .gif, .webp, .apng or .png (an animated PNG).

        Raises ArgumentError for another ending, UnsupportedError if it is too large for that format, OSError where the
        file cannot be written.
        """
        kind = ANIMATION_ENDINGS[_ending(file, tuple(ANIMATION_ENDINGS))]
        _replace(file, self.data if kind == self.format else self.encode(kind))

    def __bytes__(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Animation: {self.format}, {width} x {height} pixels, {counted(self.frames, 'frame')}>"

    def _repr_html_(self) -> str:
        width, height = self.size
        mime = "image/png" if self.format == "apng" else f"image/{self.format}"
        data = base64.b64encode(self.data).decode()
        alt = escape(self.description)
        return f'<img src="data:{mime};base64,{data}" alt="{alt}" width="{width}" height="{height}">'


def _ending(file: str | Path, endings: Sequence[str]) -> str:
    ending = Path(file).suffix.lower()
    if ending not in endings:
        raise refused("file", str(file), say("name-ending", endings=" or ".join(endings)))
    return ending


def _replace(file: str | Path, data: bytes) -> None:
    with naming(str(file), OSError), atomic_file.replacing(Path(file)) as out:
        out.write(data)
