"""``pushbox certify``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

LEVELS = (
    "########\n#   #  #\n# $    #\n#@$ ...#\n# $    #\n#   #  #\n########\n\n"
    "#######\n#  .  #\n## # ##\n#@$ $.#\n#######\n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "levels.xsb"
    path.write_text(LEVELS, "utf-8")
    return path


def test_a_certificate_is_written_and_checked(run: Runner, file: Path, tmp_path: Path) -> None:
    """One level goes into a file, which holds; a changed byte is refused with 1, another text with 2."""
    out = tmp_path / "one.cert"
    result = run("certify", file, "--level", "1", "--out", out)
    assert result.code == 0, result
    assert "fewest-pushes" in result.out
    checked = run("certify", "--check", out)
    assert checked.code == 0
    assert "it holds: no solution has fewer pushes than the one of" in checked.out
    out.write_bytes(out.read_bytes().replace(b"fewest-pushes", b"fewest-moves"))
    refused = run("certify", "--check", out)
    assert (refused.code, "it does not hold: the checksum" in refused.out) == (1, True)
    bad = run("certify", "--check", file)
    assert (bad.code, "begins with 'pushbox certificate 1'" in bad.err) == (2, True)


def test_several_levels_go_into_a_folder(run: Runner, file: Path, tmp_path: Path) -> None:
    """Each has a file of its number."""
    folder = tmp_path / "certificates"
    rows = [json.loads(line) for line in run("certify", file, "--out", folder, "--json").out.splitlines()]
    assert [row["claim"] for row in rows] == ["fewest-pushes", "unsolvable"]
    assert sorted(path.name for path in folder.iterdir()) == ["1.cert", "2.cert"]
    row = json.loads(run("certify", "--check", folder / "2.cert", "--json").out)
    assert (row["status"], row["claim"]) == ("holds", "unsolvable")


def test_a_claim_that_is_not_proven(run: Runner, file: Path, tmp_path: Path) -> None:
    """It is said why, with 1, and no file is written."""
    out = tmp_path / "two.cert"
    result = run("certify", file, "--level", "2", "--claim", "fewest-moves", "--out", out)
    assert (result.code, "it has no solution" in result.out, out.exists()) == (1, True, False)
    result = run("certify", file, "--level", "1", "--claim", "fewest-moves", "--positions", "3")
    assert (result.code, "a proof takes more than 3 positions" in result.out) == (1, True)


def test_a_check_takes_no_longer_than_it_may(run: Runner, file: Path, tmp_path: Path) -> None:
    """It ends with 3."""
    out = tmp_path / "one.cert"
    run("certify", file, "--level", "1", "--claim", "fewest-moves", "--out", out)
    result = run("certify", "--check", out, "--seconds", "1e-9")
    assert (result.code, "takes more than 1e-09 s" in result.out) == (3, True)


def test_a_file_or_a_certificate(run: Runner, file: Path) -> None:
    """One of both is named."""
    for arguments in ((), (file, "--check", file)):
        result = run("certify", *arguments)
        assert (result.code, "expected either FILE" in result.err) == (2, True)
