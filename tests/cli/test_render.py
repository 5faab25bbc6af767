"""``pushbox render``: what is drawn, into what, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

XSB = b"#######\n#@ $ .#\n#######\nTitle: A <room>\nSolution: rRR\n\n####\n#@*#\n####\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rooms.xsb"
    path.write_bytes(XSB)
    return path


def test_a_level_is_drawn_as_text(run: Callable[..., Any], file: Path) -> None:
    """Without --out; all characters, or ASCII alone; the position after some moves."""
    assert (
        run("render", str(file), "--ascii").out
        == "A <room>\n#######\n#@ $ .#\n#######\nlegend: @ pusher; $ box; . goal\n"
    )
    assert "#   @*#" in run("render", str(file), "--ascii", "--solution").out
    assert "# @$ .#" in run("render", str(file), "--ascii", "--at", "1").out
    assert "#  @$.#" in run("render", str(file), "--ascii", "--moves", "rR").out
    assert "Level 2\n####\n#@*#" in run("render", str(file), "--ascii", "--level", "1-").out
    assert json.loads(run("render", str(file), "--ascii", "--json").out)["text"].startswith("A <room>\n#######")
    coloured = run("render", str(file), "--colour", "16").out
    assert run("render", str(file), "--color", "16").out == coloured  # as before a command
    assert "\x1b[1;94m@\x1b[0m" in coloured


@pytest.mark.parametrize(
    ("ending", "magic"),
    [
        ("svg", b"<svg "),
        ("png", b"\x89PNG"),
        ("gif", b"GIF89a"),
        ("webp", b"RIFF"),
        ("apng", b"\x89PNG"),
        ("pdf", b"%PDF"),
    ],
)
def test_a_solution_is_drawn_into_a_file(run: Callable[..., Any], file: Path, ending: str, magic: bytes) -> None:
    """Its ending says what it becomes; the bytes are the same in every run."""
    pytest.importorskip("resvg_py")
    out = file.with_name(f"picture.{ending}")
    arguments = (
        "render",
        str(file),
        "--solution",
        "--rulers",
        "--cell",
        "16",
        "--skin",
        "wood",
        "--out",
        str(out),
        "--json",
    )
    (row,) = map(json.loads, run(*arguments).out.splitlines())
    data = out.read_bytes()
    assert (row["format"], row["levels"], row["bytes"], row["out"]) == (ending, 1, len(data), str(out))
    assert data.startswith(magic)
    run(*arguments)
    assert out.read_bytes() == data


def test_several_levels_are_a_sheet(run: Callable[..., Any], file: Path) -> None:
    """In SVG a page is a file."""
    out = file.with_name("sheet.svg")
    assert run("render", str(file), "--level", "1-", "--out", str(out)).code == 0
    assert "1. A &lt;room&gt;</text>" in out.read_text("utf-8")
    printed = run("render", str(file), "--level", "1-", "--per-page", "1", "--out", str(out), "--caption", "Rooms").out
    assert [line.split(":")[0][-11:] for line in printed.splitlines()] == ["sheet-1.svg", "sheet-2.svg"]
    assert "Rooms · 2 / 2" in file.with_name("sheet-2.svg").read_text("utf-8")
    text = file.with_name("sheet.txt")
    run("render", str(file), "--level", "1-", "--out", str(text), "--ascii")
    assert text.read_text("utf-8").count("legend: ") == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--out", "x.pgn"), "x.pgn: found the ending 'pgn' (did you mean 'png'?), expected one of svg, png"),
        (("--skin", "papper"), "--skin: found 'papper' (did you mean 'paper'?), expected one of plain, dark"),
        (("--out", "x.bmp"), "x.bmp: found the ending 'bmp', expected one of svg, png, gif, apng, webp, pdf, txt"),
        (("--level", "1-", "--out", "x.png"), "found 2 levels, expected one for png; pdf, txt, svg hold several"),
        (("--level", "2", "--solution"), "level 2: the level has no solution; --moves gives one"),
        (("--solution", "--moves", "r"), "level 1: found --moves and --solution, expected one of them"),
        (("--moves", "rLx"), "level 1: "),
        (("--at", "4"), "level 1: found --at 4, but there are 3 moves"),
        (
            ("--skin", "tin"),
            "--skin: found 'tin', expected one of plain, dark, wood, paper, pixel, contrast, or an image",
        ),
        (("--skin", "missing.png"), "missing.png: "),
        (("--level", "3"), "found --level '3', but the file has 2 levels"),
    ],
)
def test_what_cannot_be_drawn(run: Callable[..., Any], file: Path, arguments: tuple[str, ...], sentence: str) -> None:
    """A sentence and exit code 2; nothing is written."""
    done = run("render", str(file), *arguments)
    assert done.code == 2
    assert sentence in done.err
    assert not list(file.parent.glob("x.*"))
