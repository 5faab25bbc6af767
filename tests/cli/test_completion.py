"""What a shell completes, and what a wrong word is answered with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from pushbox import cli, games, levels
from pushbox.cli.commands import COMMANDS

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

Completed = Callable[[str], list[str]]
MANY = "#######\n#@ $ .#\n#     #\n#######\n\n" * 3000


@pytest.fixture
def completed(run: Runner, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """Return a function that returns what Bash would offer for the last word of a line."""

    def words_for(line: str) -> list[str]:
        with monkeypatch.context() as patch:
            patch.setenv("COMP_WORDS", line)
            patch.setenv("COMP_CWORD", str(len(line.split()) - 1))
            patch.setenv("_PUSHBOX_COMPLETE", "bash_complete")
            done = run()
        assert (done.code, done.err) == (0, "")
        return [item.partition(",")[2] for item in done.out.splitlines() if item]

    return words_for


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("pushbox so", ["solve"]),
        ("pushbox solve --o", ["--objective", "--out"]),
        ("pushbox solve builtin:l", ["builtin:lessons"]),
        ("pushbox info le", ["le"]),  # of type file: the shell completes it
        ("pushbox solve x --from js", ["json"]),
        ("pushbox convert a.xsb b --to bl", ["blockage"]),
        ("pushbox games ha", ["hanano"]),
        ("pushbox games inter", ["interlock"]),
        ("pushbox generate --game m", ["multiban"]),
        ("pushbox render x --skin wo", ["wood", "wo"]),
        ("pushbox config unset th", ["theme", "threads"]),
        ("pushbox config set skin wo", ["wood"]),
        ("pushbox config set color a", ["auto", "always"]),
        ("pushbox formats sl", ["slc"]),
        ("pushbox library search --game ver", ["versus"]),
        ("pushbox completion z", ["zsh"]),
    ],
)
def test_words_are_completed(completed: Completed, line: str, expected: list[str]) -> None:
    """Commands, options, levels that come with pushbox, formats, games; files are left to the shell."""
    assert completed(line) == expected


def test_every_builtin_and_game_is_offered(completed: Completed) -> None:
    """Nothing that there is is missing."""
    assert completed("pushbox play b") == [
        *(f"builtin:{name}" for name in (*levels.names(), "campaign")),
        "b",
    ]
    assert [*completed("pushbox games s"), *completed("pushbox games m")] == [
        key for key in games.keys() if key.startswith("s")
    ] + [key for key in games.keys() if key.startswith("m")]


def test_every_argument_that_is_a_file_completes_one() -> None:
    """So do those of commands that come later."""
    context = click.Context(cli.pushbox)
    commands = [cli.pushbox.get_command(context, name) for name in COMMANDS]
    arguments = [one for command in commands if command for one in command.params if one.name in ("file", "files")]
    assert len(arguments) >= 8
    for argument in arguments:
        assert "builtin:lessons" in [item.value for item in argument.shell_complete(context, "bui")], argument.name


def test_collections_are_completed(
    run: Runner, completed: Completed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are those of the library that an option or the environment names, which is not made for it."""
    file = tmp_path / "library.sqlite"
    url = f"sqlite:///{file}"
    monkeypatch.setenv("PUSHBOX_DATABASE", url)
    assert completed("pushbox library show l") == []
    assert not file.exists()
    run("library", "--database", url, "add", "builtin:lessons")
    assert completed("pushbox library show l") == ["lessons"]
    monkeypatch.delenv("PUSHBOX_DATABASE")
    assert completed(f"pushbox library --database {url} solve l") == ["lessons"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs Bash")
def test_bash_takes_the_script(run: Runner, tmp_path: Path) -> None:
    """Bash completes by it, a word with a colon too."""
    script = run("completion", "bash")
    assert script.code == 0
    program = tmp_path / "pushbox"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m pushbox "$@"\n')
    program.chmod(0o755)
    ask = (
        "COMP_WORDS=(pushbox solve builtin:le); COMP_CWORD=2; _pushbox_completion pushbox builtin:le solve; "
        'echo "${COMPREPLY[@]} ${COMP_WORDBREAKS//[^:]/}"'
    )
    path = f"{tmp_path}:{os.environ['PATH']}"
    answer = subprocess.run(
        ["bash", "-c", f"{script.out}\n{ask}"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PATH": path},
    )
    assert answer.stdout.strip() == "builtin:lessons"


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_a_script(run: Runner, shell: str) -> None:
    """It calls the program with the variable that asks for completions."""
    assert f"_PUSHBOX_COMPLETE={shell}_complete" in run("completion", shell).out


@pytest.mark.parametrize(
    ("words", "close"),
    [
        ("solv x", "solve"), ("library lst", "list"), ("solve --objctive x", "--objective"),
        ("solve builtin:lesons", "builtin:lessons"), ("info levls.xsb", "levels.xsb"), ("games sokobn", "sokoban"),
        ("info levels.xsb --from xbs", "xsb"), ("library show levls.xsb", "levels.xsb"),
    ],
)  # fmt: skip
def test_what_was_meant(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, close: str) -> None:
    """A wrong word is a fault whose sentence names the word that is close to it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PUSHBOX_DATABASE", f"sqlite:///{tmp_path / 'library.sqlite'}")
    Path("levels.xsb").write_text(MANY[:40])
    run("library", "add", "levels.xsb")
    result = run(*words.split())
    assert result.code == 2
    assert f"id you mean '{close}'?" in result.err


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that break are POSIX")
@pytest.mark.parametrize("words", ["solve many.xsb", "convert many.xsb - --to json"])
def test_a_reader_who_has_enough_ends_the_run_quietly(tmp_path: Path, words: str) -> None:
    """As behind ``| head``: nothing is said, and the code is no answer of no."""
    (tmp_path / "many.xsb").write_text(MANY.replace("\n\n", "\nSolution: rRR\n\n"))
    run = subprocess.Popen(
        [sys.executable, "-m", "pushbox", *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    assert run.stdout is not None
    assert run.stderr is not None
    run.stdout.close()
    assert (run.stderr.read(), run.wait()) == (b"", 0)
    run.stderr.close()
