"""What must hold for every input there is: a reader ends with levels or with one of the project's own errors.

The first byte of an input chooses what reads the rest: a format by name, the detection, the streaming, or a notation.
Where a file could be read and its format holds all of it, writing it and reading that back gives the same, but for the
run lengths and the white space of moves in SOK, which are written out where a level is written anew.  That takes
several times as long as reading does, and is done for one input in eight.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from pushbox import formats, notation
from pushbox.analysis.reconstruct import reconstruct
from pushbox.errors import PushboxError
from pushbox.level import Level

WRITTEN = 8  # one input in so many is written and read back
LARGEST = 20_000  # bytes of an input; larger ones find nothing that smaller ones do not

Target = Callable[[bytes], object]


def _reader(key: str | None) -> Target:
    def target(data: bytes) -> None:
        collection = formats.read(data, format=key)
        for problem in collection.problems:
            assert str(problem)
            assert problem.line >= 0
        if zlib.crc32(data) % WRITTEN == 0 and len(data) < 4000 and not formats.losses(collection, collection.format):
            written = formats.write(collection, collection.format)
            again = formats.read(written, format=collection.format)
            canonical = formats.find(collection.format).canonical
            assert replace(again, levels=()) == replace(collection, levels=())
            assert [*map(canonical, again.levels)] == [*map(canonical, collection.levels)], (collection, again)

    return target


def _stream(data: bytes) -> None:
    words = formats.encodings.decode(data).text  # where UTF-8 ends and a guess begins is another matter
    file = io.BytesIO(words.encode())
    levels = tuple(item for item in formats.stream(file, format="xsb") if isinstance(item, Level))
    assert levels == formats.read(words, format="xsb").levels


def _text(function: Callable[[str], object]) -> Target:
    return lambda data: function(data.decode("utf-8", "replace"))


def _run_lengths(text: str) -> None:
    assert notation.decode(notation.encode(text)) == text.replace(" ", "-")


TARGETS: dict[str, Target] = {
    "detected": _reader(None),
    "stream": _stream,
    "tokens": _text(notation.tokens),
    "letters": _text(notation.expand_moves),
    "decode": _text(notation.decode),
    "decode_lenient": _text(notation.decode_lenient),
    "encode": _text(_run_lengths),
    "reconstruct": _text(reconstruct),
    **{key: _reader(key) for key in formats.keys()},
}
NAMES = tuple(TARGETS)


def check(data: bytes) -> None:
    """Try one input.  Raises whatever a reader must not raise, AssertionError where a law is broken."""
    if not data or len(data) > LARGEST:
        return
    try:
        TARGETS[NAMES[data[0] % len(NAMES)]](data[1:])
    except PushboxError as error:
        message = str(error)
        if not 0 < len(message) < 2000:
            raise AssertionError(f"expected a sentence, found {len(message)} characters") from error


def seeds(folder: Path) -> Iterator[bytes]:
    """Yield inputs to begin with: the starts of the files in a folder, and of the levels that pushbox ships."""
    shipped = sorted(path for path in Path(formats.__file__).parents[1].joinpath("levels").iterdir() if path.is_file())
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    for path in (*shipped, *files):
        with path.open("rb") as file:
            data = file.read(1000)
        key = {"slc": "slc", "ssx": "ssx", "sok": "sok", "dat": "hanano", "json": "json"}.get(path.suffix[1:], "xsb")
        for name in ("detected", key):
            if name in NAMES:
                yield bytes([NAMES.index(name)]) + data
    for name in NAMES:
        for text in _SMALL:
            yield bytes([NAMES.index(name)]) + text.encode()


_SMALL = (
    "#####\n#@$.#\n#####\nTitle: x\nSolution: R\n",
    "; x\n5#|#@$.#|5#\n\nComment:\nx\nComment-End:\n",
    "#####\n#P+-#\n#####\n",
    "3r2(dR)[lu]{r}*U",
    '{"pushbox":1,"levels":[{"game":"sokoban","board":{"width":1,"height":1,"palette":{"-":"floor"},"terrain":["-"]}}]}',
)
