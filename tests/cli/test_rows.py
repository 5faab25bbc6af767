"""Tables on a terminal: colours, and lines above a progress bar."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.commands import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
STUCK = "#####\n#@ .#\n#$  #\n#####\n"
GREEN, YELLOW = "\x1b[32m", "\x1b[33m"


def on_terminal(*words: str | Path, **variables: str) -> str:
    """Return what a terminal of 200 columns gets from ``pushbox WORDS``."""
    import pty  # there is none on Windows

    from tests.terminals import all_from

    main, side = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "200"} | variables
    process = subprocess.Popen(
        [sys.executable, "-m", "pushbox", *map(str, words)], stdout=side, stderr=side, env=environment
    )
    os.close(side)
    got = all_from(main)
    process.wait()
    return got


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "levels.xsb"
    path.write_text(f"{ROOM}Title: One solved\n\n{STUCK}\n{ROOM}", "utf-8")
    return path


def test_a_status_has_a_colour(file: Path) -> None:
    """The status of a row is coloured, not the same word in a title; NO_COLOR and a dumb terminal get none."""
    text = on_terminal("solve", file)
    assert f"{GREEN}solved\x1b[0m" in text
    assert f"{YELLOW}unsolvable\x1b[0m" in text
    assert "One solved\r\n" in text
    assert f"{GREEN}solved" not in on_terminal("solve", file, NO_COLOR="1")
    assert f"{GREEN}solved" not in on_terminal("solve", file, TERM="dumb")


def test_color_says_when(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--color comes before NO_COLOR and FORCE_COLOR, of which NO_COLOR is the stronger; else a pipe gets none."""

    def piped(*words: str, **variables: str) -> str:
        for name in ("NO_COLOR", "FORCE_COLOR"):
            monkeypatch.setenv(name, variables.get(name, ""))
        return re.sub(r" *[0-9]+\.[0-9]+", "", run(*words, "solve", file).out)  # seconds

    plain = piped()
    assert "\x1b" not in plain
    assert plain == piped("--color", "auto") == piped(NO_COLOR="1", FORCE_COLOR="1")
    coloured = piped("--color", "always")
    assert coloured.startswith("\x1b[1mlevel  status")
    assert re.sub(r"\x1b\[[0-9]*m", "", coloured) == plain
    assert piped(FORCE_COLOR="1") == piped("--color", "always", NO_COLOR="1") == coloured
    assert f"{GREEN}solved" not in on_terminal("--color", "never", "solve", file, FORCE_COLOR="1")


def test_a_file_or_a_title_is_no_status(tmp_path: Path) -> None:
    """Only the severity of a problem is coloured, in any language."""
    file = tmp_path / "error"
    file.write_text("Title: solved error\n####\n#@.#\n#  #x\n####\n")
    for command in ("info", "verify"):
        answer = run("--lang", "de", "--color", "always", command, file)
        assert re.findall(r"\x1b\[[1-9][0-9]*m([^\x1b]*)", answer.out + answer.err) == ["Fehler"], command


def test_rows_stand_above_a_bar_that_stays(file: Path) -> None:
    """The total is known, each row comes in full once, and the bar is not taken away for it."""
    file.write_text(f"{ROOM}\n" * 40)
    text = on_terminal("solve", file)
    assert "/40" in text
    rows = re.findall(r"([0-9]+)  \x1b\[32msolved", text)
    assert [*map(int, rows)] == [*range(1, 41)]
    assert text.count("\x1b[?25l") == 1  # the cursor is hidden where a bar begins
