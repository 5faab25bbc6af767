from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.growth import grows_evenly

from pushbox import formats
from pushbox.errors import FormatError, PushboxError, UnsupportedError
from pushbox.formats import text

repeatable = settings(derandomize=True, deadline=None)

LEVEL = "#####\n#@$.#\n#####\nTitle: Käse\n"


@pytest.mark.parametrize(
    "data",
    [
        LEVEL.encode("utf-8"),
        LEVEL.encode("utf-8-sig"),
        LEVEL.encode("utf-16"),
        b"\xfe\xff" + LEVEL.encode("utf-16-be"),
        LEVEL.replace("\n", "\r\n").encode(),
        LEVEL.replace("\n", "\r").encode(),
    ],
)
def test_encodings_and_line_ends(data: bytes) -> None:
    """A file means the same in every encoding and with every line end."""
    assert formats.read(data) == formats.read(LEVEL)
    assert formats.read(data).levels[0].title == "Käse"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00", b"#\x00#", b"\xff\xfe#", b"\xef\xbb\xbf\xff", b"\x01"])
def test_binary_is_refused(data: bytes) -> None:
    """Bytes that are no text are a FormatError."""
    with pytest.raises(FormatError):
        formats.read(data)


def test_place_of_a_bad_character() -> None:
    """The sentence about a character that no text has says where it is."""
    with pytest.raises(FormatError, match=r"^line 2, column 3: found the character '\\x00', expected text$"):
        text.check("#\n##\x00")
    with pytest.raises(FormatError, match="found the character"):
        formats.read("###\ud800")


@pytest.mark.parametrize("data", ["", "  \n\t\n", b"", b"\xef\xbb\xbf"])
def test_nothing_in_it(data: str | bytes) -> None:
    """An empty file is an error in one sentence."""
    with pytest.raises(FormatError, match=r"^nothing in it: expected at least one level$"):
        formats.read(data)


@pytest.mark.deep
@pytest.mark.parametrize(
    "line", ["#", "#@", "@", "9(", "9", "- ", "x", "a:", ">", "Comment:", ";", "=", "\\n", "#|", "1#|"]
)
def test_long_lines_are_refused_quickly(line: str) -> None:
    """A line of millions of characters is refused at once, and one just below the bound is no trap either."""
    with pytest.raises(FormatError, match=r"line 2: found a line of [0-9,]+ characters, expected at most 1,000,000"):
        formats.read("#\n" + line * (1_000_001 // len(line) + 1) + "\n")

    def near(length: int) -> None:
        for data in (line * (length // len(line)), (line * (length // 5 // len(line)) + "\n") * 3):
            with suppress(PushboxError):
                formats.read(data)

    grows_evenly(near, 999_999)


@pytest.mark.deep
@pytest.mark.usefixtures("soon")
def test_a_board_of_long_rows_without_sense_is_looked_at_quickly() -> None:
    """Each of its rows could be two rows in one line in tens of thousands of ways."""
    wall = "#" * 65_537
    (level,) = formats.read("\n".join([wall, f"#@{'$' * 65_534}#", f"#{'$' * 65_535}#", wall]))
    assert (level.board.width, level.board.height) == (65_537, 4)


@pytest.mark.parametrize(
    "lines",
    [["#@"], ["Comment:"], ["###", "#!#", "###", ""], ["a", ""], [";", ""], ["#", ""], ["#", "-"], ["##", "#%"]],
)
def test_many_lines_cost_no_more_than_their_number(lines: list[str]) -> None:
    """A file of many short lines is read in time proportional to their number."""

    def read(count: int) -> None:
        with suppress(PushboxError):
            formats.read("##\n#@\n\n" + "\n".join(lines * (count // len(lines))))

    grows_evenly(read, 40_000)


@given(st.binary(max_size=200))
@repeatable
def test_bytes_raise_nothing_else(data: bytes) -> None:
    """Reading any bytes returns or raises PushboxError."""
    for key in (None, *formats.keys()):
        with suppress(PushboxError):
            formats.read(data, format=key)


LINES = st.lists(
    st.one_of(
        st.text(alphabet="#@$.*+ -_", max_size=8),
        st.text(alphabet="#@$.*+ -_|()0123456789>;:=\\nWpb\t", max_size=12),
        st.sampled_from(
            ["", "#####", "#@$.#", "#-#", "#@!$.#", "Title: x", "Comment:", "Comment-End:", ";LURD rr", "; a"]
        ),
        st.sampled_from(
            ["Solution: rR", "rrR", "Options: a=1, b=x", "Options: q", "Game: plus", "words", ":: x ::", "Set = y"]
        ),
        st.text(max_size=8),
    ),
    max_size=14,
).map("\n".join)


@given(LINES)
@settings(max_examples=scaled(1000))
def test_text_raises_nothing_else_and_xsb_comes_back(words: str) -> None:
    """Reading any text returns or raises PushboxError, and levels that were read as XSB are written back equal."""
    for key in (None, "console", "json"):
        with suppress(PushboxError):
            formats.read(words, format=key)
    try:
        collection = formats.read(words, format="xsb")
    except PushboxError:
        return
    try:
        written = formats.write(collection, "xsb")
    except FormatError:
        return
    assert formats.read(written, format="xsb") == collection


def test_formats_are_known_by_name() -> None:
    """Every format has a key, XSB is tried last, and an unknown key is refused with the known ones."""
    assert tuple(formats.find(key).info.key for key in formats.keys()) == formats.keys()
    assert formats.keys()[-1] == "xsb"
    with pytest.raises(UnsupportedError, match=r"^found the format 'doc', expected one of: .*json, .*, xsb$"):
        formats.write(formats.read(LEVEL), "doc")


@pytest.mark.parametrize("nuls", ["", "\0", "a\n\0\nb", "\0\0\na\0\n\0b", "\n\0\0\n\0", "a\0", "\0a"])
def test_separators_are_the_same_in_any_pieces(nuls: str) -> None:
    """However a text comes in pieces, the same lines of NUL become blank."""
    whole = text.without_separators(nuls)
    for cut in range(len(nuls) + 1):
        assert "".join(text.separators_blanked([nuls[:cut], nuls[cut:], ""])) == whole
    assert "".join(text.separators_blanked([*nuls, ""])) == whole
