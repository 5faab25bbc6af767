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
    for name in ("nobody", "base64", "rot13"):
        with pytest.raises(UnsupportedError, match=rf"found the encoding '{name}', expected one that Python knows"):
            formats.read(data, encoding=name)
        with pytest.raises(UnsupportedError, match="expected one that Python knows"):
            list(formats.stream(io.BytesIO(data), encoding=name))
    with pytest.raises(FormatError, match=r"^byte 26 is no ASCII$"):
        formats.read(data, encoding="ascii")
    with pytest.raises(PushboxError, match="ASCII"):
        list(formats.stream(io.BytesIO(data), encoding="ascii"))


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_a_stream_guesses_as_a_whole_file_does(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a file comes in parts, its levels are those of the whole, and it is warned of once."""
    monkeypatch.setattr(streaming, "PIECE", size)
    data = "\n".join(BOARD.format(f"第{number}关 推箱子") for number in range(20)).encode("gbk")
    whole = formats.read(data)
    items = list(formats.stream(io.BytesIO(data), format="xsb"))
    assert [item for item in items if isinstance(item, Level)] == [*whole.levels]
    assert [item for item in items if isinstance(item, Problem)] == [*whole.problems]
