"""Completion in the shells themselves: lines are typed with Tab, and what pushbox is given for them is compared."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if sys.platform == "win32":
    pytest.skip("shells in a terminal are POSIX", allow_module_level=True)

from tests.terminals import Screen, terminal, until

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

pytestmark = pytest.mark.servers

# How each shell starts without what a user has set up, and how it takes the script.
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(pushbox completion bash)"'),
    "zsh": (["zsh", "-f", "-i"], 'autoload -Uz compinit; compinit -D; eval "$(pushbox completion zsh)"'),
    "fish": (["fish", "--no-config", "--interactive"], "pushbox completion fish | source"),
}

# Lines as they are typed, and the words that the shell has made of them.
LINES = {
    "dupl\t": ["duplicates"],
    "solve builtin:less\t": ["solve", "builtin:lessons"],
    "games hana\t": ["games", "hanano"],
    "solve x --from js\t": ["solve", "x", "--from", "json"],
    "info my\t": ["info", "my levels.xsb"],
    "library show less\t": ["library", "show", "lessons"],
}

# Completes as pushbox does; notes else what it was given.
PROGRAM = """#!/bin/sh
if [ "$_PUSHBOX_COMPLETE" ] || [ "$1" = completion ]; then exec {python} -m pushbox "$@"; fi
printf '%s\\n' "$@" >given.new
mv given.new given
"""

# Runs a shell in a folder; who leads a session and opens a terminal is controlled by it, as fish must be.
CONTROLLED = 'cd "$1"; shift; exec "$@" <>"$(tty)"'


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes(shell: str, run: Runner, tmp_path: Path) -> None:
    """Commands, levels that come along, games, formats, files with a blank in their names, collections."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed (Debian: apt install {shell})")
    programs, here = tmp_path / "programs", tmp_path / "here"
    programs.mkdir()
    here.mkdir()
    program = programs / "pushbox"
    program.write_text(PROGRAM.format(python=sys.executable))
    program.chmod(0o755)
    (here / "my levels.xsb").write_text("#####\n#@$.#\n#####\n")
    database = f"sqlite:///{tmp_path / 'library.sqlite'}"
    run("library", "--database", database, "add", "builtin:lessons")
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "PUSHBOX_DATABASE": database,
        "PWD": str(here),
    }
    command, setup = SHELLS[shell]
    with terminal(["sh", "-c", CONTROLLED, "sh", str(here), *command], environment) as screen:
        screen.type(f"{setup}; pushbox ready\r".encode())
        assert given(here, screen) == ["ready"]
        for line, words in LINES.items():
            screen.type(f"pushbox {line}\r".encode())
            assert given(here, screen) == words


def given(folder: Path, screen: Screen) -> list[str]:
    """Return what pushbox was given, once it was."""
    file = folder / "given"
    until(lambda: file.exists() or screen.process.poll() is not None)
    words = file.read_text().splitlines()
    file.unlink()
    return words
