"""Options for the notation of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Runner

ROOM = "########\n#@ $  .#\n########\n"


def test_commands_take_and_write_notations(tmp_path: Path, run: Runner) -> None:
    """Solve and convert write moves in a notation; verify reads them, digits by their name."""
    file, out = tmp_path / "room.xsb", tmp_path / "out.xsb"
    file.write_text(ROOM)
    assert run("solve", file, "--moves-as", "words").out.splitlines()[-1] == "Right Right Right Right"
    assert run("verify", file, "--solution", "4 8 8 4", "--notation", "gym").code == 0
    assert run("verify", file, "--solution", "4 8 8 4").code == 2
    assert run("verify", file, "--solution", "rr9", "--notation", "gym").code == 2
    file.write_text(f"{ROOM}Solution: rRRR\n")
    run("convert", file, out, "--moves-as", "arrows")
    assert "Solution: →→→→" in out.read_text("utf-8")
    assert run("verify", out).code == 0
