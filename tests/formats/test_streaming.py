"""Files read level by level: the same levels as `read`, in memory that stays flat."""

from __future__ import annotations

import io
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.depth import scaled

from pushbox import formats
from pushbox.errors import FormatError, PushboxError
from pushbox.formats import streaming
from pushbox.level import Collection, Level, Problem

ROOM = "#####\n#@$.#\n#####\n"


def both(data: bytes, key: str | None = "xsb") -> tuple[Collection, list[Level], list[Problem]]:
    """Return what `read` and `stream` find in the bytes of a file."""
    items = list(formats.stream(io.BytesIO(data), format=key))
    levels = [item for item in items if isinstance(item, Level)]
    return formats.read(data, format=key), levels, [item for item in items if isinstance(item, Problem)]


def agree(data: bytes, key: str | None = "xsb") -> None:
    """Assert that both find the same, with the same places."""
    try:
        collection, levels, problems = both(data, key)
    except FormatError:
        with pytest.raises(FormatError) as caught:
            formats.read(data, format=key)
        with pytest.raises(FormatError, match=re.escape(str(caught.value))):
            list(formats.stream(io.BytesIO(data), format=key))
        return
    assert levels == list(collection.levels)
    assert [level.source for level in levels] == [level.source for level in collection.levels]
    assert sorted(problems) == sorted(collection.problems)


@pytest.fixture(params=[97, 1000, 1 << 16])
def piece(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return pieces of several sizes, so that cuts fall everywhere."""
    monkeypatch.setattr(streaming, "PIECE", request.param)
    size: int = request.param
    return size


@pytest.mark.usefixtures("piece")
@pytest.mark.parametrize(
    "name",
    [
        *("skinner/Microban.txt", "skinner/Sasquatch.txt", "xsokoban_90/XSokoban_90.xsb", "boxoban/hard_000.txt"),
        *("sok/YASGen.sok", "sok/SokEvo.sok", "falcon/perfect_178.xsb", "deadlocks/Freeze.sok"),
    ],
)
def test_real_files(shared: Path, name: str) -> None:
    """Wherever a file is cut, its levels, their places and the problems are those of `read`."""
    agree((shared / name).read_bytes())


paragraphs = st.lists(
    st.sampled_from(
        [
            *(ROOM, f"; title\n{ROOM}", f"{ROOM}Title: below\n", f"text\n\n{ROOM}", f"{ROOM}Solution: R\n"),
            *("Comment:\n#####\n#@$.#\n#####\nComment-End:\n", f"Comment: open\n{ROOM}", "Comment-End:\n"),
            *("Game: multiban\n", "; one\n; two\n", "text\n", "#####\n#@!.#\n#####\n", "  #\n # #\n@#\n", "#####\n"),
            *("Date of Last Change: x\n", "File notes\n\n", "Solution/Moves\nR\n", "Savegame: x\nRL\n"),
            *("boxorder: 1\n", "goalorder: 1\n", "Trace:\nR\nTrace-End:\n", "Limit: 9\n", "::::: x ::\n"),
            *("5#|#@$.#|5#\n", "#####\\n#@$.#\\n#####\n", f"> {ROOM}", "::x::\n", "R\n", "Solution: R\nRR\n", ""),
        ]
    ),
    max_size=12,
)


STREAMING = [key for key in formats.keys() if formats.find(key).info.streams]


@pytest.mark.parametrize("key", STREAMING)
@given(paragraphs, st.sampled_from((7, 40, 200)), st.sampled_from(("\n", "\r\n", "\r")), st.booleans())
def test_any_mixture(key: str, parts: list[str], size: int, line_end: str, spaced: bool) -> None:
    """Levels, texts, comments that stay open, lost boards: whatever stands next to whatever, both find the same."""
    data = ("\n" if spaced else "").join(parts).replace("\n", line_end).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streaming, "PIECE", size)
        agree(data, key)


@pytest.mark.usefixtures("piece")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_encodings(encoding: str) -> None:
    """Marks, UTF-8 and Latin-1 are distinguished as in `read`, also where a piece ends within a character."""
    agree("".join(f"; Größe {number}\n{ROOM}\n" for number in range(50)).encode(encoding))


def test_errors() -> None:
    """Nothing, no level, no text, a line without end and a broken promise of a mark are one sentence each."""
    for data, message in (
        (b"  \n", "nothing in it"),
        (b"word\n" * 5, "found no level"),
        ((ROOM + "\n").encode() * 9000 + b"a\0", r"^line 36001, column 2: found the character"),
        (b"#" * 2_000_000, "found a line of [0-9,]+ characters"),
        (b"\xff\xfe\x00", "UTF-16-LE"),
    ):
        with pytest.raises(FormatError, match=message):
            list(formats.stream(io.BytesIO(data), format="xsb"))
    with pytest.raises(PushboxError):
        list(formats.stream(io.BytesIO(ROOM.encode()), format="nobody's"))
    with pytest.raises(OSError, match="No such file"):
        next(formats.stream("/no such file"))


@pytest.mark.parametrize("key", formats.keys())
def test_every_format_can_be_streamed(key: str, tmp_path: Path) -> None:
    """Formats that do not stream are read as a whole, and the format is detected by the start of the file."""
    text = formats.write(Collection(formats.read(ROOM, format="xsb").levels), "xsb") if key == "xsb" else ""
    if key in {"json", "console"}:
        text = formats.write(formats.read(ROOM, format="xsb"), key)
    if not text:
        return
    path = tmp_path / "levels"
    path.write_text(text)
    (level,) = formats.stream(path, format=key)
    assert level == formats.read(text, format=key).levels[0]
    if formats.find(key).info.detected:
        assert list(formats.stream(str(path))) == [level]


class Endless(io.RawIOBase):
    """A file of many levels that is made while it is read."""

    def __init__(self, count: int) -> None:
        self._parts = (f"; {number}\n{ROOM}\n".encode() for number in range(count))
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        while len(self._rest) < len(view) and (part := next(self._parts, b"")):
            self._rest += part
        size = min(len(view), len(self._rest))
        view[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


@pytest.mark.deep
def test_memory_stays_flat() -> None:
    """Many levels take no more memory than 8,000, which already fill all that is kept: a few megabytes."""

    def peak(count: int) -> int:
        items: Iterator[Level | Problem] = formats.stream(io.BufferedReader(Endless(count)), format="xsb")
        tracemalloc.start()
        try:
            assert sum(isinstance(item, Level) for item in items) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few, many = peak(8_000), peak(8_000 + scaled(16_000))
    assert many < 1.2 * few + 100_000
    assert many < 16_000_000
