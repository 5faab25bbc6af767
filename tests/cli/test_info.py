"""``pushbox info``: what a file holds, what else it could be, and what its titles name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.cli.rooms import ROOM, TWO, lines

from pushbox.cli import info
from pushbox.games.position import game_for

if TYPE_CHECKING:
    import pytest


def test_info(run: Callable[..., Any], tmp_path: Path) -> None:
    """Info says format, counts and problems, and ends with 0 when every file could be read."""
    file = tmp_path / "levels.xsb"
    file.write_text(TWO + "\n#####\n# $.#\n#####\n")
    result = run("info", file)
    assert result.code == 0
    assert "xsb, 3 levels" in result.out
    assert "error: level 3: found no player, expected one" in result.out
    (row,) = lines(run("info", file, "--json").out)
    assert (row["format"], row["levels"], row["games"]) == ("xsb", 3, ["sokoban"])
    assert row["evidence"]
    assert run("info", file, tmp_path / "missing.xsb").code == 2


def test_info_says_what_else_a_file_could_be(run: Callable[..., Any]) -> None:
    """Other formats that take it, with what they make of it; nothing where the format or the signs are named."""
    board = b"#####\n#@&.#\n#&  #\n#####\n"
    page = run("info", "-", stdin=board).out
    assert "-: crossoban, 1 level" in page
    assert "  with --from xsb (no sign of any other format), 0 levels; line 2, column 3: found '&'" in page
    (row,) = lines(run("info", "-", "--json", stdin=board).out)
    assert row["alternatives"] == [
        {"format": "xsb", "evidence": "no sign of any other format", "levels": 0, "problems": 1}
    ]
    numbered = "".join(f"{number} {row}\n" for number, row in enumerate(ROOM.splitlines(), start=1)).encode()
    for options, text in ((("--from", "crossoban"), board), ((), ROOM.encode())):
        assert not re.search("another reading|with --from", run("info", "-", *options, stdin=text).out)
    ringed = "#####\n#P$.#\n#####\n"
    page = run("info", "-", stdin=ringed.encode()).out
    for key in re.findall(r"^  with --from (\w+) \(", page, re.MULTILINE):
        assert f"-: {key}, " in run("info", "-", "--from", key, stdin=ringed.encode()).out
    assert "xsb, 1 level (rows with numbers beside them)" in run("info", "-", stdin=numbered).out


def test_info_says_first_what_it_read(run: Callable[..., Any], tmp_path: Path) -> None:
    """What was read comes first, then problems with their place, then the options of levels, equal ones together."""
    file = tmp_path / "levels.xsb"
    limited = f"{ROOM}Options: steps=9\n\n"
    file.write_text(f"{limited}{limited}#####\n#@$.\n#####\nOptions: max_push=2\n", "utf-8")
    page = run("info", file).out.splitlines()
    assert page == [
        f"{file}: xsb, 3 levels (no sign of any other format)",
        f"  sokoban: 3 levels, {page[1].partition('levels, ')[2]}",
        "  solutions and saved games: 0",
        next(line for line in page if line.startswith("  warning: line ")),
        "  options: levels 1-2: steps=9",
        "  options: level 3: max_push=2",
    ]


def test_info_offers_the_step_limit_of_a_title(run: Callable[..., Any]) -> None:
    """A step limit in a title stays text, and is offered as the option that it could be."""
    result = run("info", "-", stdin=f"{ROOM}Title: Stage 4 (step 0900)\n".encode())
    assert "offer: level 1: its title names the option steps=900" in result.out
    assert "offer" not in run("info", "-", stdin=f"{ROOM}Title: x (step 0900)\nOptions: steps=9\n".encode()).out


def test_a_large_file_is_checked_below_a_bar(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It counts levels while their rules check them; a small file has none, and Ctrl-C says where it was."""
    counted: list[tuple[float, int]] = []

    @contextmanager
    def counting(doing: str) -> Iterator[Callable[[float, int], object]]:
        assert doing == "checking"
        yield lambda done, total: counted.append((done, total))

    file = tmp_path / "many.xsb"
    file.write_text("\n".join([ROOM] * 1200))
    with monkeypatch.context() as patch:
        patch.setattr(info, "repeatable", counting)
        assert "xsb, 1200 levels" in run("info", file).out
        assert counted == [(500, 1200), (1000, 1200)]
        assert "xsb, 1 level" in run("info", "-", stdin=ROOM.encode()).out
        assert len(counted) == 2
    looked = iter(range(700))

    def stopping(level: Any) -> Any:
        if next(looked, None) is None:
            raise KeyboardInterrupt
        return game_for(level)

    monkeypatch.setattr(info, "game_for", stopping)
    stopped = run("info", file)
    assert stopped.code == 130
    assert stopped.err.splitlines()[0] == (
        "pushbox: interrupted after 500 of 1200 levels; the same command begins anew"
    )
