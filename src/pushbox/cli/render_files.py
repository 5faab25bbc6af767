"""The drawings of ``pushbox render``, and the files it writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .. import atomic_file
from ..board import Board
from ..errors import PushboxError, UnsupportedError, naming
from ..games.position import Position, load
from ..level import Level
from ..play.scenes import scenes
from ..render import sheet, svg
from ..render.animation import FORMATS, MAX_FRAMES, Scene, Timing, animate
from ..render.annotations import Annotations
from ..render.image_skin import ImageSkin
from ..render.pdf import pdf
from ..render.raster import encode_png, rasterize
from ..render.skins import SKINS, Skin, skin
from ..render.svg import Look
from ..render.text import text
from ..sentence import counted, located, say, suggestion, word
from ..terminal import escape_line
from .output import print_line

_LARGEST_SKIN = 32 << 20


def read_skin(name: str, origin: str = "--skin") -> Skin:
    """Return the skin with a name, or one from an image. Raises PushboxError if the file is not an image.

    The sentence on a name that there is not begins with its `origin`.
    """
    if name in SKINS:
        return skin(name)
    path = Path(name)
    if not path.suffix:
        unknown = say("unknown-skin", name=name, close=suggestion(name, SKINS), known=", ".join(SKINS))
        raise PushboxError(located(origin, unknown))
    with naming(name, OSError, PushboxError):
        with path.open("rb") as file:
            data = file.read(_LARGEST_SKIN + 1)
        if len(data) > _LARGEST_SKIN:
            raise PushboxError.said("skin-large", most=_LARGEST_SKIN >> 20)
        drawn = ImageSkin(data, path.stem)
    if drawn.doubt:
        print_line(located(name, located(word("severity", "warning"), drawn.doubt)), err=True)
    return drawn


class Line(NamedTuple):
    """A level with the moves that are drawn of it: None of them for the board alone."""

    number: int
    level: Level
    start: Position | None
    moves: tuple[Any, ...]

    @classmethod
    def of(cls, number: int, level: Level, moves: str | None, ply: int | None) -> Line:
        """Return a level with the first `ply` of its moves, all if None.

        Raises PushboxError for a level that cannot be played, moves that it does not have, and more than can be drawn.
        """
        if moves is None:
            return cls(number, level, None, ())
        start = load(level)
        parsed = start.parse(moves)
        if ply is not None and ply > len(parsed):
            raise PushboxError.said("at-beyond", ply=ply, moves=counted(len(parsed), "move"))
        played = parsed if ply is None else parsed[:ply]
        if len(played) >= MAX_FRAMES:
            raise UnsupportedError.said("moves-to-draw", count=len(played), most=MAX_FRAMES - 1)
        return cls(number, level, start, tuple(played))

    def scenes(self, timing: Timing, *, counters: bool) -> Iterator[Scene]:
        """Yield the scenes of the moves."""
        if self.start is None:
            return iter([Scene(self.level.board)])
        return scenes(self.start, self.moves, timing, counters=counters)

    @property
    def last(self) -> Scene:
        """The position after the moves."""
        return list(self.scenes(Timing(), counters=False))[-1]

    @property
    def title(self) -> str:
        """The title of the level, or its number."""
        return self.level.title or f"Level {self.number}"


@dataclass(frozen=True, slots=True)
class PictureWriter:
    """The look of pictures, and the texts beside the boards."""

    look: Look
    caption: str | None
    timing: Timing
    counters: bool
    per_page: int
    title: str

    def text(self, lines: Sequence[Line], depth: str, *, in_ascii: bool) -> str:
        """Return the boards as text, each below its title."""
        blocks = []
        for line in lines:
            drawn = text(
                line.last.board,
                charset="ascii" if in_ascii else "unicode",
                depth=depth,  # type: ignore[arg-type]  # one of a choice
                rulers=self.look.rulers,
            )
            blocks.append(f"{escape_line(self.caption if self.caption is not None else line.title)}\n{drawn}")
        return "\n\n".join(blocks)

    def write_text(self, out: Path, drawn: str) -> list[tuple[Path, int]]:
        """Write a text into a file; return it with its size."""
        return [write_file(out, f"{drawn}\n".encode("utf-8", "backslashreplace"))]

    def write(self, out: Path, kind: str, lines: Sequence[Line]) -> list[tuple[Path, int]]:
        """Draw levels into a file, or several for the pages of a sheet in SVG; return them with their sizes."""
        if kind in FORMATS:
            (line,) = lines
            shown = line.scenes(self.timing, counters=self.counters)
            data = animate(shown, kind, self.look, caption=self._caption(line), loop=self.timing.loop)
            return [write_file(out, data)]
        if kind == "pdf" or len(lines) > 1:
            return self._write_pages(out, kind, lines)
        picture = self._picture(lines[0])
        return [write_file(out, encode_png(rasterize(picture)) if kind == "png" else picture.encode())]

    def _write_pages(self, out: Path, kind: str, lines: Sequence[Line]) -> list[tuple[Path, int]]:
        look = Look(self.look.skin, 1, False, self.look.checkerboard, False)  # rulers, background
        entries = [sheet.Entry(line.last.board, _on_sheet(line, len(lines))) for line in lines]
        title = self.caption if self.caption is not None else self.title if len(lines) > 1 else ""
        pages = sheet.pages(entries, min(self.per_page, len(lines)), look, title=title)
        if kind == "pdf":
            return [write_file(out, pdf(pages))]
        if len(pages) == 1:
            return [write_file(out, pages[0].encode())]
        names = (out.with_stem(f"{out.stem}-{number}") for number in range(1, len(pages) + 1))
        return [write_file(name, page.encode()) for name, page in zip(names, pages, strict=True)]

    def _picture(self, line: Line) -> str:
        scene = line.last
        return svg.draw(scene.board, self.look, title=line.title, caption=self._caption(line), facing=scene.facing)

    def _caption(self, line: Line) -> str:
        return self.caption if self.caption is not None else line.level.title


def _on_sheet(line: Line, count: int) -> str:
    return f"{line.number}. {line.level.title}".removesuffix(". ") if count > 1 else line.level.title


def write_file(path: Path, data: bytes) -> tuple[Path, int]:
    """Write a file, the old one or the new one at every moment; return it with its size."""
    with naming(str(path), OSError), atomic_file.replacing(path) as file:
        file.write(data)
    return path, len(data)


MARKED_PICTURES = ("svg", "png")


def picture_ending(out: str | None) -> str:
    """Return the ending of a file, one of `MARKED_PICTURES`. Raises PushboxError for another ending."""
    ending = "svg" if out is None else Path(out).suffix.lower().removeprefix(".")
    if ending not in MARKED_PICTURES:
        raise PushboxError(
            located(out or "", say("bad-ending", ending=ending, close="", known=", ".join(MARKED_PICTURES)))
        )
    return ending


def draw_marked(path: Path, kind: str, board: Board, marks: Annotations, caption: str) -> int:
    """Draw a board with marks and rulers into a file; return its size."""
    drawn = svg.draw(board, svg.Look(rulers=True), title=caption, caption=caption, annotations=marks)
    return write_file(path, encode_png(rasterize(drawn)) if kind == "png" else drawn.encode())[1]
