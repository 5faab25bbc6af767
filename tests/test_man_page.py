"""The manual page: all that the commands say of themselves, in roff that no formatter complains about."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from pushbox.cli.commands import COMMANDS

SCRIPT = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "man_page.py"))
MACROS = {".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".ad", ".nh", '.\\"'}


def test_the_page_is_what_the_commands_say() -> None:
    """Run `make docs` after a change of a command's help."""
    assert SCRIPT["FILE"].read_text("utf-8") == SCRIPT["page"]()


def test_every_command_has_a_section_with_its_options() -> None:
    """So have those of groups; no package's."""
    text = SCRIPT["page"]()
    for name in COMMANDS:
        assert f".B pushbox {name}\n" in text
        assert f'.SS "pushbox {name} ' in text
    assert '.SS "pushbox library duplicates ' in text
    assert ".B \\-\\-objective [any|pushes|moves|pushes\\-moves|moves\\-pushes]\n" in text
    assert ".B PUSHBOX_DATABASE\n" in text


@pytest.mark.parametrize("text", [".start", "'start", "a\\b", '"quoted"', "a - b"])
def test_a_text_is_no_request(text: str) -> None:
    """What help says never begins a line that roff takes as its own, and nothing in it is an escape."""
    line = SCRIPT["_text"](text)
    assert not line.startswith((".", "'"))
    assert "\\b" not in line.replace("\\e", "")
    assert '"' not in line


def test_a_formatter_takes_it_without_a_warning() -> None:
    """Groff, where it is installed; its macros are those of man(7) anyway."""
    lines = SCRIPT["page"]().splitlines()
    assert {line.split()[0] for line in lines if line.startswith((".", "'"))} <= MACROS
    assert all(lines)
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed (Debian: apt install groff)")
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", SCRIPT["FILE"]]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stderr == ""
