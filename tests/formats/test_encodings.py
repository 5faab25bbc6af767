"""Files in the encodings of thirty years: as they are named, as they say, or as they seem, with a warning."""

from __future__ import annotations

import io

import pytest

from pushbox import formats
from pushbox.errors import FormatError, PushboxError, UnsupportedError
from pushbox.formats import encodings, streaming
from pushbox.level import Level, Problem

BOARD = "#####\n#@$.#\n#####\nTitle: {}\n"
TITLES = {
    "gb18030": ("推箱子第一关", "仓库", "这一关很难，先推右边的箱子", "作者: 张三 的关卡"),
    "big5": ("倉庫番第一關", "作者: 王小明", "這一關很難，先推右邊的箱子"),
    "cp932": ("倉庫番ソフト", "ソコバン", "「はじめての倉庫番」田中"),
    "euc_jp": ("倉庫番ソフト", "ソコバン 作者 田中", "はじめての面"),
    "cp949": ("창고지기 첫번째", "소코반 문제 모음"),
    "koi8-r": ("Склад номер один", "Автор: Иван Петров", "Уровень"),
    "cp1251": ("Склад номер один", "Автор: Иван Петров", "Уровень"),
    "cp1250": ("Łódź żółty", "Příliš žluťoučký kůň"),
    "cp1252": ("“Maze” – Bob’s 3rd…", "Größe", "Élève n° 3 déjà vu", "Ñandú", "Käse", "François"),
}


@pytest.mark.parametrize(
    ("encoding", "title"), [(encoding, title) for encoding in TITLES for title in TITLES[encoding]]
)
def test_an_encoding_is_guessed_with_a_warning(encoding: str, title: str) -> None:
    """A title is whole in whatever the author's machine wrote; the warning has the line; a name makes it certain."""
    data = BOARD.format(title).encode(encoding)
    collection = formats.read(data)
    assert collection.levels[0].title == title
    (problem,) = collection.problems
    assert (problem.line, problem.severity) == (4, "warning")
    assert str(problem).startswith("line 4: found text that is not UTF-8; read as ")
    assert encodings.guess(title.encode(encoding)) in str(problem).lower()
    assert list(formats.stream(io.BytesIO(data))) == [*collection.levels, problem]
    named = formats.read(data, encoding=encoding)
    assert (named.levels, named.problems) == (collection.levels, ())
    assert list(formats.stream(io.BytesIO(data), encoding=encoding)) == [*named.levels]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark(encoding: str) -> None:
    """The zeros of its signs tell it from text, and a warning says so."""
    data = BOARD.format("Größe").encode(encoding)
    collection = formats.read(data)
    assert collection.levels[0].title == "Größe"
    assert [str(problem) for problem in collection.problems] == [
        f"line 1: found text that is not UTF-8; read as {encoding.upper()}"
    ]
    assert {*formats.stream(io.BytesIO(data))} == {*collection.problems, *collection.levels}


def test_the_encoding_of_an_xml_document_is_obeyed() -> None:
    """Bytes that are Windows-1251 by its declaration are read so, without a guess."""
    text = (
        '<?xml version="1.0" encoding="windows-1251"?><SokobanLevels><Title>Склад</Title><LevelCollection>'
        '<Level Id="Один"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>'
    )
    collection = formats.read(text.encode("cp1251"))
    assert (collection.title, collection.levels[0].title, collection.problems) == ("Склад", "Один", ())


def test_a_wrong_name_is_refused() -> None:
    """An encoding that does not exist, is for no text, or that the bytes are not in, is one sentence."""
    data = BOARD.format("Käse").encode()
    for name in ("nobody", "base64", "rot13", "punycode", "idna", "undefined", "unicode_escape", "a\0b"):
        with pytest.raises(UnsupportedError, match=r"found the encoding '.*', expected one that Python knows"):
            formats.read(data, encoding=name)
        with pytest.raises(UnsupportedError, match="expected one that Python knows"):
            list(formats.stream(io.BytesIO(data), encoding=name))
    with pytest.raises(FormatError, match=r"^byte 26 is no ASCII$"):
        formats.read(data, encoding="ascii")
    with pytest.raises(PushboxError, match="ASCII"):
        list(formats.stream(io.BytesIO(data), encoding="ascii"))


XML = (
    '<?xml version="1.0" encoding="{}"?><SokobanLevels><Title>{}</Title><LevelCollection>'
    '<Level Id="{}"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>'
)


@pytest.mark.parametrize(
    ("declared", "written", "title", "is_sure"),
    [
        ("iso-8859-1", "cp1252", "“Bob’s”", True),  # as browsers have it
        ("gb2312", "gbk", "倉庫", True),  # signs that GB 2312 does not have
        ("utf-16", "utf-8", "Größe", True),  # as programs declare that write a string of theirs as UTF-8
        ("utf-8", "cp1251", "Склад", False),
        ("x-nobody", "cp1251", "Склад", False),
        ("undefined", "utf-8", "Größe", True),
        ("punycode", "utf-8", "Größe", True),
    ],
)
def test_a_declaration_that_is_not_quite_true(declared: str, written: str, title: str, is_sure: bool) -> None:
    """What it means counts, what cannot be is passed over; a guess is by the words, not by the tags."""
    collection = formats.read(XML.format(declared, title, title).encode(written))
    assert (collection.title, collection.levels[0].title) == (title, title)
    assert bool(collection.problems) != is_sure
    again = formats.read(formats.write(collection, "slc").encode())
    assert (again.title, again.problems) == (title, ())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_mark_counts_more_than_a_name(encoding: str) -> None:
    """A file with a mark is what the mark says, also among others whose encoding was named."""
    data = BOARD.format("Größe").encode(encoding)
    for name in (None, "cp1251", encoding):
        collection = formats.read(data, encoding=name)
        assert (collection.levels[0].title, collection.problems) == ("Größe", ())
        assert list(formats.stream(io.BytesIO(data), encoding=name)) == [*collection.levels]


MIXED = [
    [("Größe – 张三", "utf-8"), ("Für Elise", "cp1252")],
    [("Für Elise", "cp1252"), ("Größe", "utf-8")],
    [("Größe", "utf-8"), ("推箱子", "utf-8"), ("推箱子第一关", "utf-8"), ("仓库", "gbk")],
    [("Склад", "utf-8"), ("Склад номер один", "koi8-r"), ("Größe", "utf-8")],
]


@pytest.mark.parametrize("parts", MIXED)
def test_joined_files_of_two_encodings(parts: list[tuple[str, str]]) -> None:
    """Lines that are UTF-8 stay so, whichever file was first; the warning has the first line that is not."""
    data = b"\n".join(BOARD.format(title).encode(encoding) for title, encoding in parts)
    collection = formats.read(data)
    assert [level.title for level in collection] == [title for title, _ in parts]
    first = next(index for index, (_, encoding) in enumerate(parts) if encoding != "utf-8")
    (problem,) = collection.problems
    assert problem.line == 5 * first + 4
    if parts[first][1] != "gbk":
        blank = b"\n" * streaming.PIECE
        streamed = list(formats.stream(io.BytesIO(data + blank + data)))
        titles = [item.title for item in streamed if isinstance(item, Level)]
        assert titles == [title for title, _ in [*parts, *parts]]


def test_a_file_with_one_broken_byte_is_not_garbled() -> None:
    """One bad line, or an end within a sign, spoils that line alone."""
    good = BOARD.format("Größe – naïve")
    for bad in (BOARD.format("ab").encode().replace(b"ab", b"ab\xff"), BOARD.format("张三").encode()[:-2]):
        collection = formats.read(good.encode() + b"\n" + bad)
        assert collection.levels[0].title == "Größe – naïve"
        assert [problem.line for problem in collection.problems] == [9]


def test_the_first_sign_may_be_far_along_its_line() -> None:
    """What is looked at begins with it where its line is longer than that."""
    text = XML.format("utf-8", "x" * encodings.SAMPLE, "Склад номер один")
    collection = formats.read(text.encode("cp1251"))
    assert collection.levels[0].title == "Склад номер один"
    assert str(collection.problems[0]) == "line 1: found text that is not UTF-8; read as cp1251"


def test_bytes_without_a_meaning_are_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost without a word, by a whole reading or level by level."""
    monkeypatch.setattr(encodings, "SAMPLE", 30)  # behind which they are
    data = "\n".join(map(BOARD.format, ("Käse", "Käse", "\x81 ä"))).encode("latin-1")
    collection = formats.read(data)
    assert [str(problem) for problem in collection.problems] == [
        "line 4: found text that is not UTF-8; read as cp1252",
        "line 14: found bytes that cp1252 does not have; read as U+FFFD",
    ]
    monkeypatch.setattr(streaming, "PIECE", 40)
    streamed = [item for item in formats.stream(io.BytesIO(data), format="xsb") if isinstance(item, Problem)]
    assert streamed == [*collection.problems]


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_a_stream_guesses_as_a_whole_file_does(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a file comes in parts, its levels are those of the whole, and it is warned of once."""
    monkeypatch.setattr(streaming, "PIECE", size)
    data = "\n".join(BOARD.format(f"第{number}关 推箱子") for number in range(20)).encode("gbk")
    whole = formats.read(data)
    items = list(formats.stream(io.BytesIO(data), format="xsb"))
    assert [item for item in items if isinstance(item, Level)] == [*whole.levels]
    assert [item for item in items if isinstance(item, Problem)] == [*whole.problems]
