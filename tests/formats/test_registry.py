"""Formats of others: those that a program registers, and those that an installed package brings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from tests.formats.slashes import FORMAT

import pushbox
from pushbox import cli, formats
from pushbox.errors import ArgumentError, FormatError, PushboxError, UnsupportedError
from pushbox.formats import registry
from pushbox.level import Level

LINE = "#####/#@$.#/#####\n"
ROOM = "#####\n#@$.#\n#####\n"


@pytest.fixture
def registered() -> Iterator[None]:
    formats.register(FORMAT)
    yield
    formats.unregister("slashes")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Yield entry points by name, which a test fills before it looks for formats."""
    values: dict[str, str] = {}

    def entry_points(group: str) -> dict[str, metadata.EntryPoint]:
        return {name: metadata.EntryPoint(name, value, group) for name, value in values.items()}

    monkeypatch.setattr("pushbox.registry.entry_points", entry_points)
    yield values
    registry.FORMATS._loaded.clear()


@pytest.mark.usefixtures("registered")
def test_a_registered_format_is_one_of_all() -> None:
    """It is read, detected, written as read and anew, and what it cannot hold is named."""
    assert formats.keys()[0] == "slashes"
    collection = formats.read(LINE)
    assert (collection.format, collection.problems) == ("slashes", ())
    assert str(collection.levels[0].board) == ROOM.strip()
    assert formats.detect(LINE).evidence == "rows with / between them"
    assert formats.write(collection, "slashes") == LINE
    assert formats.write(Level(collection.levels[0].board), "slashes") == LINE
    titled = pushbox.read(ROOM + "Title: T\n")
    assert formats.losses(titled, "slashes") == ["level 1: found a title, which Slashes cannot hold"]
    assert formats.format_of("new.slashes") == "slashes"


@pytest.mark.usefixtures("registered")
def test_a_registered_format_at_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files are converted from it and to it by their endings, with what is lost, and `formats` lists it."""
    source, out, back = tmp_path / "a.xsb", tmp_path / "b.slashes", tmp_path / "c.xsb"
    source.write_text(ROOM + "Title: T\n", "utf-8")
    for arguments in (("convert", source, out), ("convert", out, back), ("formats", "slashes")):
        with pytest.raises(SystemExit) as caught:
            cli.main([*map(str, arguments)])
        assert not caught.value.code
    assert out.read_text("utf-8") == LINE
    assert back.read_text("utf-8") == ROOM
    output = capsys.readouterr()
    assert "lost in slashes: level 1: found a title" in output.err
    assert "# Slashes (`slashes`)" in output.out
    assert "Source: these tests." in output.out


@pytest.mark.usefixtures("registered")
def test_a_key_is_given_once() -> None:
    """A key that is taken, by a format of pushbox too, or that is no short word is refused."""
    with pytest.raises(UnsupportedError, match="found a second format with the key 'slashes'"):
        formats.register(FORMAT)
    with pytest.raises(ArgumentError, match="expected a Format"):
        formats.register(type(FORMAT))  # type: ignore[arg-type]
    for key in ("xsb", "Two words", ""):
        format_ = type(FORMAT)()
        format_.info = pushbox.formats.FormatInfo(key, "X", (), "x", "x")
        with pytest.raises(UnsupportedError):
            formats.register(format_)
    with pytest.raises(UnsupportedError):
        formats.unregister("xsb")
    assert formats.find("xsb").info.key == "xsb"


def test_a_package_brings_a_format(installed: dict[str, str]) -> None:
    """An entry point of the group pushbox.formats is a format as any other, loaded when it is needed."""
    installed["slashes"] = "tests.formats.slashes:FORMAT"
    installed["xsb"] = "tests.formats.slashes:FORMAT"  # nobody replaces a format of pushbox
    assert formats.keys()[0] == "slashes"
    assert formats.find("slashes") is FORMAT
    assert formats.read(LINE).format == "slashes"
    assert formats.read(ROOM).format == "xsb"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("nowhere.at_all:FORMAT", "cannot be loaded: No module named 'nowhere'"),
        ("tests.formats.slashes:nothing", "cannot be loaded: .*nothing"),
        ("tests.formats.slashes:Slashes", "expected a Format with that key"),
    ],
)
def test_a_package_that_is_broken(installed: dict[str, str], value: str, message: str) -> None:
    """An entry point that cannot be loaded is one sentence, and formats that are named are read all the same."""
    installed["broken"] = value
    with pytest.raises(UnsupportedError, match=message):
        formats.find("broken")
    assert formats.read(ROOM, format="xsb").format == "xsb"


@pytest.mark.parametrize("key", ["json", "xsb", "sok", "slc", "rle"])
def test_a_level_is_written_as_a_collection_of_one(key: str, tmp_path: Path) -> None:
    """`write` takes a level, and `write_file` writes it in the format of the file's ending."""
    (level,) = pushbox.read(ROOM).levels
    text = pushbox.write(level, key)
    assert pushbox.read(text, format=key).levels == (level,)
    file = tmp_path / f"one{formats.find(key).info.ending}"
    pushbox.write_file(level, file)
    assert pushbox.read_file(file).levels == (level,)
    assert file.read_text("utf-8") == pushbox.write(level, key)


def test_a_file_without_an_ending_needs_a_format(tmp_path: Path) -> None:
    """The ending decides unless the format is named, and nothing is written where it leaves the format open."""
    collection = pushbox.read(ROOM)
    for name in ("levels", "levels.zip"):
        with pytest.raises(UnsupportedError, match=r"levels.*, which has no ending of a format, expected one of"):
            pushbox.write_file(collection, tmp_path / name)
    assert not [*tmp_path.iterdir()]
    pushbox.write_file(collection, tmp_path / "levels", format="json")
    assert json.loads((tmp_path / "levels").read_text("utf-8"))["pushbox"] == 1
    with pytest.raises(FormatError):
        pushbox.write_file(pushbox.read(ROOM + "Title: T\n"), tmp_path / "levels", format="elm")
    assert json.loads((tmp_path / "levels").read_text("utf-8"))["pushbox"] == 1


@pytest.mark.parametrize("wrong", [None, 3, [1]])
def test_arguments_of_reading_are_checked(wrong: Any) -> None:
    """Neither a text nor a key of a format: one sentence says so."""
    with pytest.raises(PushboxError, match="expected the text or the bytes of a file"):
        pushbox.read(wrong)
    if wrong is not None:
        with pytest.raises(PushboxError, match="expected the key of a format"):
            pushbox.read(ROOM, format=wrong)


@pytest.mark.parametrize("wrong", [None, "#####", 3, b"x"])
def test_what_is_no_collection_is_refused(wrong: Any, tmp_path: Path) -> None:
    """Only levels can be written, at least one."""
    expected = "expected a collection, a level, or an iterable of levels"
    for call in (lambda: pushbox.write(wrong, "xsb"), lambda: formats.losses(wrong, "xsb")):
        with pytest.raises(PushboxError, match=expected):
            call()
    with pytest.raises(PushboxError, match=expected):
        pushbox.write_file(wrong, tmp_path / "a.xsb")
    with pytest.raises(PushboxError, match="expected at least one"):
        pushbox.write_file([], tmp_path / "a.xsb")
    assert not list(tmp_path.iterdir())
