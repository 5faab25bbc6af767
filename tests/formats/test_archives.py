"""Archives: the levels of all their files, within bounds, and nothing of what is broken or beyond them."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import pytest

from pushbox import formats
from pushbox.errors import FormatError, UnsupportedError
from pushbox.formats import archives
from pushbox.level import Level

ROOM = "#####\n#@$.#\n#####\n"
TALL = "###\n#@#\n#$#\n#.#\n###\n"
FILES = {"set/one.xsb": f"Collection: First\nAuthor: Ann\n\n{ROOM}", "two.sok": TALL, "set/readme.txt": "Hello"}
BROKEN = {"one.xsb": "#####\n#@%.#\n# $ #\n#####\n", "two.xsb": ROOM}


def zipped(files: dict[str, str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def tarred(files: dict[str, str], mode: str = "w") -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:  # type: ignore[call-overload]
        for name, text in files.items():
            info = tarfile.TarInfo(f"./{name}")
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
        link = tarfile.TarInfo("link.xsb")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return data.getvalue()


@pytest.mark.parametrize(
    "data",
    [zipped(FILES), zipped(FILES, zipfile.ZIP_LZMA), tarred(FILES), tarred(FILES, "w:gz")],
    ids=["zip", "lzma", "tar", "tgz"],
)
def test_the_levels_of_all_files_are_read(data: bytes) -> None:
    """They come in the order of the archive, each with its author; a file without levels is a warning."""
    collection = formats.read(data)
    assert [(level.board.width, level.author) for level in collection] == [(5, "Ann"), (3, "")]
    (problem,) = collection.problems
    assert str(problem).startswith("set/readme.txt: found no level")
    assert problem.severity == "warning"
    assert collection.evidence == "it is an archive of 2 files with levels"
    assert {*formats.stream(io.BytesIO(data))} == {*collection.levels, problem}


def test_one_file_is_as_it_would_be_alone() -> None:
    """Title, author and format are those of the only file with levels; what is wrong names the file and the line."""
    collection = formats.read(gzip.compress(FILES["set/one.xsb"].encode()), name="one.xsb.gz")
    assert collection == formats.read(FILES["set/one.xsb"])
    assert (collection.title, collection.format) == ("First", "xsb")
    broken = formats.read(zipped(BROKEN))
    assert [level.board.width for level in broken] == [5]
    assert [str(problem) for problem in broken.problems] == [
        "line 2, column 3: one.xsb: found '%', expected one of # @ + $ * . space - _; this level was left out"
    ]


def test_a_named_format_is_that_of_every_file() -> None:
    """With a format the names of the files do not count."""
    archive = zipped({"maze": "WWWWW\nW$BGW\nWWWWW\n"})
    with pytest.raises(FormatError, match=r"^found no level in 1 file of the archive: maze: found no level"):
        formats.read(archive)
    with pytest.raises(UnsupportedError):
        formats.read(zipped({}), format="nobody's")
    assert all(isinstance(level, Level) for level in formats.read(zipped({"x": ROOM}), format="xsb"))


def test_archives_in_archives_and_hidden_files() -> None:
    """An archive within one is opened once; what a Mac adds, and what is hidden, is left out."""
    once = {"a.zip": zipped({"in/x.xsb": ROOM}), "__MACOSX/._a.xsb": b"\0\5", ".hidden.xsb": ROOM.encode()}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in once.items():
            archive.writestr(name, content)
    assert [file.name for file in archives.files(data.getvalue())] == ["in/x.xsb"]
    twice = io.BytesIO()
    with zipfile.ZipFile(twice, "w") as archive:
        archive.writestr("b.zip", data.getvalue())
    with pytest.raises(FormatError, match=r"^found archives within archives, expected at most 2 deep$"):
        formats.read(twice.getvalue())


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many files, or bytes in one or in all, are refused before they fill the memory."""
    bomb = gzip.compress(bytes(10_000))
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    with pytest.raises(FormatError, match=r"^found 3 files in the archive, expected at most 2$"):
        formats.read(zipped(FILES))
    monkeypatch.setattr(formats.text, "LARGEST", 5_000)
    for data in (bomb, zipped({"a.xsb": "#" * 2_600, "b.xsb": "#" * 2_600}), tarred({"a.xsb": "x" * 5_001}, "w:gz")):
        with pytest.raises(FormatError, match="found an archive of more than 5,000 bytes"):
            formats.read(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped(FILES)[:-30], "found a zip archive that cannot be unpacked"),
        (zipped(FILES)[:40] + b"xx" + zipped(FILES)[42:], "found a zip archive that cannot be unpacked"),
        (tarred(FILES, "w:gz")[:80], "found a gzip archive that cannot be unpacked"),
        (gzip.compress(b"x" * 99)[:-6] + b"123456", "found a gzip archive that cannot be unpacked"),
        (
            zipped(FILES).replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01"),
            "needs a password",
        ),
        (b"7z\xbc\xaf\x27\x1c", "^found an archive of the kind 7z, expected ZIP, gzip or tar: unpack it first$"),
        (b"Rar!\x1a\x07\x01", "of the kind RAR"),
        (b"BZh91AY&SY", "of the kind bzip2"),
        (b"\x22\x65-lh5-\0", "of the kind LZH"),
        (zipped({}), "^found no level in 0 files of the archive$"),
        (zipped({"a.txt": ""}), "^found no level in 1 file of the archive: a.txt: nothing in it"),
    ],
    ids=["cut", "changed", "cut tar", "changed gzip", "password", "7z", "rar", "bzip2", "lzh", "empty", "nothing"],
)
def test_what_cannot_be_unpacked_is_one_sentence(data: bytes, message: str) -> None:
    """Broken archives, those with a password and of other kinds are refused with the reason."""
    with pytest.raises(FormatError, match=message):
        formats.read(data)


def test_files_that_are_not_read_are_named() -> None:
    """What has another ending is left out with a warning, and read where the format is named."""
    archive = zipped({"a.lvl": ROOM, "LEVELS": ROOM, "c.7z": "7z", "d.html": ROOM, "two.xsb": TALL})
    collection = formats.read(archive)
    assert [level.board.width for level in collection] == [3]
    assert [str(problem) for problem in collection.problems] == [
        "left out 4 files without the ending of a format: a.lvl, LEVELS, c.7z, ..."
    ]
    assert len(formats.read(archive, format="xsb")) == 4
    with pytest.raises(FormatError, match=r"in 2 files of the archive: left out 2 files .*: a.lvl, b.lvl$"):
        formats.read(zipped({"a.lvl": ROOM, "b.lvl": TALL}))


RENAMED = {"AAAA.xsb": ROOM, "b.xsb": TALL}


def test_names_in_other_encodings() -> None:
    """A name without an encoding is UTF-8, of East Asia where it may be, else as DOS has it."""
    for raw, name in (("仓库".encode("gbk"), "仓库"), ("zü".encode() + b"a", "züa"), (b"Gr\x94\xe1", "Größ")):
        files = archives.files(zipped(RENAMED).replace(b"AAAA", raw))
        assert [file.name for file in files] == [f"{name}.xsb", "b.xsb"]
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", encoding="gbk", format=tarfile.GNU_FORMAT) as archive:
        archive.addfile(tarfile.TarInfo("仓库.xsb"))
    assert [file.name for file in archives.files(data.getvalue())] == ["仓库.xsb"]


def test_a_file_that_is_hidden_itself() -> None:
    """It was named by its owner, and is no part that a system adds."""
    assert len(formats.read(gzip.compress(ROOM.encode()), name=".levels.xsb.gz")) == 1


def test_a_tar_without_its_mark() -> None:
    """Those from before 1988 are known by the sum of their head, as no text is."""
    old = bytearray(tarred({"a.xsb": ROOM}))
    for start in (0, 1024):
        old[start + 257 : start + 265] = bytes(8)
        head = old[start : start + 512]
        old[start + 148 : start + 156] = b"%06o\0 " % (sum(head[:148]) + 8 * 32 + sum(head[156:]))
    assert archives.kind(bytes(old)) == "tar"
    assert len(formats.read(bytes(old))) == 1
    assert archives.kind(b"BZhero\n" + ROOM.encode() * 40) == ""


def test_what_is_left_out_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden files are not unpacked; archives in an archive count by their bytes and their number."""
    read: list[str] = []
    opened = zipfile.ZipFile.open

    def counting(self: zipfile.ZipFile, info: zipfile.ZipInfo) -> object:
        read.append(info.filename)
        return opened(self, info)

    hidden = zipped({".bomb": "x" * 9_000, "__MACOSX/a.xsb": "x", "in/.git/x": "", "a.xsb": ROOM})
    monkeypatch.setattr(zipfile.ZipFile, "open", counting)
    assert len(formats.read(hidden)) == 1
    assert read == ["a.xsb"]
    monkeypatch.undo()
    with monkeypatch.context() as few:
        few.setattr(archives, "MOST_ENTRIES", 3)
        with pytest.raises(FormatError, match="found 4 files in the archive, expected at most 3"):
            formats.read(hidden)
    inner = gzip.compress(b"").decode("latin-1")
    monkeypatch.setattr(archives, "MOST_FILES", 5)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number in range(4):
            archive.writestr(f"{number}.gz", inner.encode("latin-1"))
    with pytest.raises(FormatError, match="found 6 files in the archive, expected at most 5"):
        formats.read(data.getvalue())
