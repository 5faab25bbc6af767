"""``pushbox certify``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pushbox.analysis import certificates
from pushbox.analysis.certificates import write

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


def test_what_is_made_is_checked_at_once(
    run: Runner, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --verify; what does not hold is not written, what takes too long is; the worst of both is the exit code."""
    folder = tmp_path / "certificates"
    result = run("certify", file, "--verify", "--json", "--out", folder)
    rows = [json.loads(line) for line in result.out.splitlines()]
    assert [(row["status"], row["checked"]) for row in rows] == [("certified", "holds")] * 2
    assert (result.code, len([*folder.iterdir()])) == (0, 2)
    assert "it holds: the level has no solution" in run("certify", file, "--level", "2", "--verify").out

    one = tmp_path / "one.cert"

    def altered(certificate: certificates.Certificate) -> list[bytes]:
        return [text.replace(b"claim: unsolvable", b"claim: solution") for text in write(certificate)]

    with monkeypatch.context() as patch:
        patch.setattr(certificates, "write", altered)
        result = run("certify", file, "--level", "2", "--verify", "--out", one)
    assert (result.code, "it does not hold: the checksum" in result.out, one.exists()) == (1, True, False)

    def too_slow(*_: object, **__: object) -> None:
        raise certificates.OutOfTime

    monkeypatch.setattr(certificates, "check", too_slow)
    result = run("certify", file, "--level", "2", "--verify", "--out", one)
    assert (result.code, "the check takes more than 600 s" in result.out, one.exists()) == (3, True, True)


def test_a_check_takes_no_longer_than_it_may(run: Runner, file: Path, tmp_path: Path) -> None:
    """It ends with 3."""
    out = tmp_path / "one.cert"
    run("certify", file, "--level", "1", "--claim", "fewest-moves", "--out", out)
    result = run("certify", "--check", out, "--seconds", "1e-9")
    assert (result.code, "takes more than 1e-09 s" in result.out) == (3, True)


def test_a_file_or_a_certificate(run: Runner, file: Path) -> None:
    """One of both is named."""
    for arguments in ((), (file, "--check", file), ("--check", file, "--verify")):
        result = run("certify", *arguments)
        assert (result.code, "expected either FILE" in result.err) == (2, True)
