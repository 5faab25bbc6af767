"""``pushbox convert``: the target, what is lost, exit codes, and nothing half-written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pushbox import formats
from pushbox.formats.registry import find

ROOM = "#####\n#@$.#\n#####\n"
TWO = f"{ROOM}Title: one\n\n{ROOM}Title: two\nSolution: R\n"
BAD = f"{ROOM}\n#####\n#@?.#\n#####\n"


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """Return a file of two levels with words."""
    path = tmp_path / "two.xsb"
    path.write_text(TWO)
    return path


def test_to_a_format_that_holds_it_all(run: Callable[..., Any], two: Path, tmp_path: Path) -> None:
    """There and back again, by endings, the collection is the same, and nothing is printed."""
    middle, back = tmp_path / "two.json", tmp_path / "back.xsb"
    assert tuple(run("convert", two, middle)) == (0, "", "")
    assert tuple(run("convert", middle, back)) == (0, "", "")
    assert formats.read_file(back) == formats.read_file(middle) == formats.read_file(two)


def test_what_is_lost_is_reported_and_dropped(run: Callable[..., Any], two: Path, tmp_path: Path) -> None:
    """Without --strict the file is written with what it can hold, and the answer is still yes."""
    out = tmp_path / "map.txt"
    result = run("convert", two, out, "--to", "console")
    assert (result.code, result.out) == (0, "")
    assert result.err.splitlines() == [
        f"{two}: lost in console: found 2 levels, expected one, as a console map is one level",
        f"{two}: lost in console: levels 1-2: found a title, which Console maps cannot hold",
        f"{two}: lost in console: level 2: found solutions or saved games, which Console maps cannot hold",
        f"{two}: lost in console: level 2 left out",
    ]
    assert out.read_text() == "#####\n#P+-#\n#####\n"


def test_strict(run: Callable[..., Any], two: Path, tmp_path: Path) -> None:
    """With --strict a loss ends with 1 and writes nothing, also over an old file; without loss it is as without."""
    out = tmp_path / "map.txt"
    out.write_text("old")
    result = run("convert", two, out, "--to", "console", "--strict")
    assert result.code == 1
    assert "lost in console: found 2 levels" in result.err
    assert out.read_text() == "old"
    assert run("convert", two, tmp_path / "two.json", "--strict").code == 0


def test_standard_streams(run: Callable[..., Any]) -> None:
    """Dashes are standard input and output; then --to is needed, and --json has no room."""
    result = run("convert", "-", "-", "--to", "json", stdin=ROOM.encode())
    assert result.code == 0
    assert formats.read(result.out, format="json") == formats.read(ROOM)
    assert run("convert", "-", "-", stdin=ROOM.encode()).code == 2
    assert run("convert", "-", "-", "--to", "json", "--json", stdin=ROOM.encode()).code == 2


def test_json(run: Callable[..., Any], two: Path, tmp_path: Path) -> None:
    """One object a file: how many levels were written, and everything that was lost."""
    out = tmp_path / "map.txt"
    (line,) = run("convert", two, out, "--to", "console", "--json").out.splitlines()
    body = json.loads(line)
    assert (body["file"], body["out"], body["to"], body["levels"]) == (str(two), str(out), "console", 1)
    assert len(body["lost"]) == 5
    (line,) = run("convert", two, out, "--to", "console", "--json", "--strict").out.splitlines()
    assert json.loads(line)["levels"] == 0
    (line,) = run("convert", two, tmp_path / "x.json", "--json").out.splitlines()
    assert json.loads(line)["lost"] == []


def test_levels_that_cannot_be_read_end_with_2(run: Callable[..., Any], tmp_path: Path) -> None:
    """The good levels are written, the bad one is reported."""
    source, out = tmp_path / "bad.xsb", tmp_path / "good.json"
    source.write_text(BAD)
    result = run("convert", source, out)
    assert result.code == 2
    assert "line 6, column 3: found '?'" in result.err
    assert len(formats.read_file(out).levels) == 1


def test_without_out_it_is_standard_output(run: Callable[..., Any], two: Path) -> None:
    """The same as with -, which may be left out."""
    assert run("convert", two, "--to", "json").out == run("convert", two, "-", "--to", "json").out != ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("out.zip",), "found the file out.zip, which has no ending of a format, expected one of the formats "),
        (("out",), "found the file out, which has no ending"),
        (("-",), "found standard output for OUT, expected --to with one of the formats "),
        (("out.xsb", "--to", "nonsense"), "found the format 'nonsense', expected one of: "),
        (("out.xsb", "--from", "json"), "expecting value"),
        (("missing/out.xsb",), "No such file or directory"),
    ],
)
def test_bad_usage_is_one_sentence(
    run: Callable[..., Any], two: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], expected: str
) -> None:
    """Bad usage ends with 2 and one sentence, and nothing is written."""
    monkeypatch.chdir(two.parent)
    result = run("convert", two, *arguments)
    assert result.code == 2
    assert result.err.startswith("pushbox: ")
    assert expected in result.err
    assert len(result.err.splitlines()) == 1
    assert [path.name for path in two.parent.iterdir()] == ["two.xsb"]


def test_no_level_fits(run: Callable[..., Any], tmp_path: Path) -> None:
    """Where the target can hold no level at all, nothing is written, and the first loss is reported."""
    source, out = tmp_path / "open.json", tmp_path / "out.xsb"
    run("convert", "-", source, stdin=ROOM.encode())
    source.write_text(source.read_text().replace('"."', '"x"', 1).replace('"goal"', '{"kind": "goal", "number": 3}', 1))
    source.write_text(source.read_text().replace("#--.#", "#--x#"))
    result = run("convert", source, out)
    assert result.code == 2
    assert "no level can be written as xsb: level 1: " in result.err
    assert not out.exists()


@pytest.mark.parametrize("key", formats.keys())
def test_every_ending_leads_somewhere(run: Callable[..., Any], tmp_path: Path, key: str) -> None:
    """A plain level can be written under each ending of each format, or the ending is reported to be of several."""
    for ending in find(key).info.endings:
        result = run("convert", "-", tmp_path / f"out{ending}", stdin=ROOM.encode())
        assert result.code == 0 or "--to names it" in result.err or "no level can be written" in result.err
