"""Read a file level by level in constant memory.

There is no second parser: `read` reads a piece of the file, all of its levels except the last two are handed on, and
the rest waits for the next piece. The last level may be cut off, and the end of the one before is not known until the
last is complete. The text above the first level is read again with each piece, because it may apply to all levels.
"""

from __future__ import annotations

import codecs
import io
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import BinaryIO, NamedTuple

from ..errors import FormatError
from ..level import Collection, Level, Problem
from . import archives, codec, encodings
from . import text as texts
from .api import Format
from .detection import Detection, detect, naming_candidates
from .reading import read
from .registry import find

PIECE = 1 << 16  # characters that are read at once
LONGEST_COMMENT = 1_000_000  # characters; a block of comment that is longer is taken for a comment of one line

_COMMENT = re.compile(r"^[> \t]*comments?(?P<end>[-_ ]?end\b)?\s*[:=]", re.IGNORECASE | re.MULTILINE)


def decoded(
    file: BinaryIO, start: bytes = b"", encoding: str | None = None, problems: list[Problem] | None = None
) -> Iterator[str]:
    """Yield the text of a file, whose first bytes `start` have been read, piece by piece, its line ends as LF.

    Encodings are found as by `encodings.decode`, but piece by piece: a file without a mark is read as UTF-8 up to the
    first byte that is none, and from there on in the encoding that is guessed, of which `problems` gets a warning;
    lines that are UTF-8 stay so where it is one of letters.
    Raises as `encodings.decode`.  Lines of NUL alone are blank.
    """
    return texts.separators_blanked(_decoded(file, start, encoding, [] if problems is None else problems))


def _decoded(file: BinaryIO, start: bytes, encoding: str | None, problems: list[Problem]) -> Iterator[str]:
    data = start or file.read(PIECE)
    known = encodings.known(data, encoding)
    if known.is_guess:
        problems.append(encodings.warning(known.name, 1))
    errors = "replace" if known.is_guess else "strict"
    decoder: codecs.IncrementalDecoder | encodings.LineDecoder = codecs.getincrementaldecoder(known.name)(errors)
    line_ends = io.IncrementalNewlineDecoder(None, translate=True)
    data = data.removeprefix(known.mark)
    line = 1
    guessed = known.name if known.is_guess else ""
    while True:
        final = not data
        try:
            piece = decoder.decode(data, final)
        except UnicodeDecodeError as error:
            if not known.is_default:
                raise FormatError.said("not-encoded", encoding=known.name.upper()) from None
            data = error.object + file.read(encodings.SAMPLE)  # what waited in the decoder, `data` and more
            guessed = encodings.guess(data, error.start)
            problems.append(encodings.warning(guessed, line + data.count(b"\n", 0, error.start)))
            decoder = encodings.decoder(guessed)
            piece = decoder.decode(data, final)
        if guessed and (lost := encodings.losses(data, piece, guessed, line)):
            problems += lost
            guessed = ""  # of which is said once that it is not all
        line += piece.count("\n")
        yield line_ends.decode(piece, final=final)
        if final:
            return
        data = file.read(PIECE)


def levels(
    file: BinaryIO, key: str | None, name: str, encoding: str | None = None, symbols: str | None = None
) -> Iterator[Level | Problem]:
    """Yield the levels and problems of a file in the format with a key, or in the format detected at its start.

    See `pushbox.formats.stream`.
    """
    blanks = [file.read(PIECE)]
    while blanks[-1].isspace() and len(blanks) * PIECE <= texts.LARGEST:
        blanks.append(file.read(PIECE))
    start = b"".join(blanks)
    if symbols is not None or archives.kind(start) or len(start) < PIECE:
        data = start + file.read(max(texts.LARGEST + 1 - len(start), 0))
        collection = read(data, format=key, name=name, encoding=encoding, symbols=symbols)
        everything: list[Level | Problem] = [*collection.levels, *collection.problems]
        yield from sorted(everything, key=lambda item: _line_of(item, 0))
        return
    problems: list[Problem] = []
    pieces = decoded(file, start, encoding, problems)
    words = texts.check(next(pieces))
    if not words.strip():
        encodings.decode(start, encoding)  # which may know a better reason, such as half a character
        raise FormatError.said("nothing-in-it")
    detection = Detection(key, "") if key else detect(words, name)
    format_ = find(detection.format)
    with naming_candidates(detection):
        if format_.info.streams:
            for item in stream(chain((words,), pieces), format_):
                yield from problems
                problems.clear()
                yield item
            return
        whole = encodings.decode(start + file.read(max(texts.LARGEST + 1 - len(start), 0)), encoding)
        collection = codec.read(format_, whole.text)
    yield from collection.levels
    yield from (*whole.problems, *collection.problems)


class _Piece(NamedTuple):
    """A part of the file, from line `line` (from 1); levels that begin above line `fresh` were handed on before.

    `header` is the text above the first level of the file, if that is not in `text`.
    """

    text: str = ""
    line: int = 1
    fresh: int = 0
    header: str = ""

    def read(self, format_: Format, *, final: bool) -> tuple[Collection, int]:
        """Return the contents, and the shift of their line numbers.

        Raises FormatError as `read` does, with the line of the file, except for a piece without levels before the end.
        """
        head = f"{self.header}\n\n" if self.header else ""
        shift = self.line - 1 - head.count("\n")
        try:
            text = texts.check(head + self.text)
            return codec.read(format_, text) if final else format_.scan(text), shift
        except FormatError as error:
            if not error.line:
                raise
            raise FormatError(error.message, line=error.line + shift, column=error.column) from None

    def found(self, format_: Format, *, final: bool) -> tuple[list[Level | Problem], _Piece]:
        """Return the new levels up to a safe place, or to the end of the `final` piece, and the rest."""
        collection, shift = self.read(format_, final=final)
        everything: list[Level | Problem] = [*collection.levels, *collection.problems]
        placed = [(_line_of(item, shift), item) for item in everything]
        starts = [line for line, item in placed if isinstance(item, Level) and line >= self.fresh]
        cut = sys.maxsize if final else self._safe(starts)
        if not cut:
            return [], self
        new = [(line, _shifted(item, line, shift)) for line, item in placed if self.fresh <= line < cut]
        items = [item for _, item in sorted(new, key=lambda pair: pair[0])]
        if final:
            return items, _Piece()
        # The level above the cut stays, as what stands between two levels belongs to one or to the other.
        start = max(line for line in starts if line < cut)
        rest = self.text.split("\n", start - self.line)[-1]
        return items, _Piece(rest, start, cut, self.header or collection.header)

    def _safe(self, starts: list[int]) -> int:
        """Return the line of a level above which nothing can change any more, or 0."""
        safe = starts[1:-1]
        marks = list(_COMMENT.finditer(self.text)) if "comment" in self.text.lower() else []
        if marks and not marks[-1]["end"] and len(self.text) - marks[-1].start() < LONGEST_COMMENT:
            opened = self.line + self.text.count("\n", 0, marks[-1].start())
            safe = [line for line in safe if line < opened]
        return max((line for line in safe if line > starts[0]), default=0)


def _line_of(item: Level | Problem, shift: int) -> int:
    """Return the line of the file in which something begins, 0 where that is unknown."""
    numbered = item if isinstance(item, Problem) else item.source
    return numbered.line + shift if numbered and numbered.line else 0


def _shifted(item: Level | Problem, line: int, shift: int) -> Level | Problem:
    if isinstance(item, Problem):
        return item._replace(line=line)
    source = item.source
    if source is None or not shift:
        return item
    return replace(item, source=source._replace(line=source.line + shift, top=source.top + shift))


def stream(pieces: Iterable[str], format_: Format) -> Iterator[Level | Problem]:
    """Yield the levels of a text that comes in pieces, and its problems, in the order of their places.

    They are what `read` finds in the whole text, each problem of a level beside it.  Raises FormatError where there is
    no level at all, and for a part without levels that is larger than `text.LARGEST`.
    """
    rest = _Piece()
    waiting: list[str] = []
    size = enough = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size < enough or size < PIECE:
            continue
        text = rest.text + "".join(waiting)
        end = text.rfind("\n") + 1
        if len(text) > texts.LARGEST or len(text) - end > texts.LONGEST:
            rest._replace(text=text).read(format_, final=True)  # says in which line, or in the end:
            raise FormatError.said("no-end-of-level", count=len(text), line=rest.line)
        found, left = rest._replace(text=text[:end]).found(format_, final=False)
        yield from found
        rest, waiting, size = left, [text[end:]], len(text) - end
        enough = 0 if found else 3 * len(left.text)  # four times as much before trying again: all stays linear
    rest = rest._replace(text=rest.text + "".join(waiting))
    found, _ = rest.found(format_, final=True)
    yield from found
