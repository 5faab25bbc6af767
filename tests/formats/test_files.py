from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from pushbox import formats
from pushbox.errors import FormatError
from pushbox.formats.detection import detect
from pushbox.formats.xsb import Xsb
from pushbox.level import Collection

LEVEL = "#####\n#@$.#\n#####\n"
MAP = "#####\n#P+-#\n#####\n"


def test_files_come_back(tmp_path: Path) -> None:
    """A file that was written is read again, and nothing else stays in its folder."""
    path = tmp_path / "levels.xsb"
    formats.write_text(path, LEVEL)
    formats.write_text(path, LEVEL + "Title: ä\n")
    assert formats.read_file(path).levels[0].title == "ä"
    assert [entry.name for entry in tmp_path.iterdir()] == ["levels.xsb"]


def test_mode_and_links_stay(tmp_path: Path) -> None:
    """Writing through a link changes the file behind it and keeps its mode."""
    path, link = tmp_path / "levels.xsb", tmp_path / "link.xsb"
    path.write_text("old", "utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    formats.write_text(link, LEVEL)
    assert link.is_symlink()
    assert path.read_text("utf-8") == LEVEL
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where writing fails the old file is still there, whole, and no other."""
    path = tmp_path / "levels.xsb"
    path.write_text("old", "utf-8")

    def fail(number: int) -> None:
        raise OSError(number)

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"[0-9]+"):
        formats.write_text(path, LEVEL)
    with pytest.raises(FormatError):
        formats.write_text(path, "\ud800")
    assert path.read_text("utf-8") == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_detection_explains_itself() -> None:
    """Detection gives format and evidence; what is read only by name is a candidate."""
    assert detect('{"pushbox": 1}').format == "json"
    assert detect(LEVEL) == ("xsb", "no sign of any other format", ())
    assert detect(MAP) == ("console", "one P inside a ring of #", ())
    detection = detect("5AHABDFAH5A")
    assert (detection.format, detection.candidates) == ("xsb", ("elm",))
    assert detection.evidence.endswith("it can also be read as elm, if the format is named")


def test_the_reading_that_would_work_is_named() -> None:
    """Where a text cannot be read the error says as what it can, if that is named."""
    with pytest.raises(FormatError, match=r"found no level.*; it can be read as elm, if the format is named"):
        formats.read("5AHABDFAH5A")
    assert formats.read("5AHABDFAH5A", format="elm").levels


def test_what_has_not_changed_is_read_once_to_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of many levels is written as it was read, and read back as a whole, not level by level."""
    text = "".join(f"{LEVEL}Title: {number}\n\n" for number in range(300))
    collection = formats.read(text)
    sizes: list[int] = []
    scan = Xsb.scan

    def counted(self: Xsb, part: str) -> Collection:
        sizes.append(len(part))
        return scan(self, part)

    monkeypatch.setattr(Xsb, "scan", counted)
    assert formats.write(collection, "xsb") == text.rstrip("\n") + "\n"
    assert [size for size in sizes if size > 100] == [len(text) - 1]
    assert len(sizes) <= 2  # the header alone, too


def test_a_changed_level_is_written_anew_beside_the_others() -> None:
    """Of levels of which one has changed the others keep their text."""
    collection = formats.read(f"{LEVEL}\n\n  {LEVEL.replace(chr(10), chr(10) + '  ').rstrip()}\n\n{LEVEL}")
    changed = replace(collection.levels[2], title="third")
    written = formats.write(replace(collection, levels=(*collection.levels[:2], changed)), "xsb")
    assert "  #@$.#" in written
    assert written.endswith("Title: third\n")
