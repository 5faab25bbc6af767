"""The counts on record: whose they are, what beats them, and that the list holds what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pushbox import builtin, formats
from pushbox.errors import PushboxError
from pushbox.identity import ALL, transform, unique_id
from pushbox.metrics import Metrics
from pushbox.optimizer import records

LEVEL = "#######\n#@ $ .#\n#     #\n#######\nSolution: rdulrduRR\n"


def _put_on_record(monkeypatch: pytest.MonkeyPatch, pushes: int, moves: int) -> None:
    level = formats.read(LEVEL, format="xsb").levels[0]
    line = "\t".join((unique_id(level.board), "Test 1", str(pushes), "", str(moves), "one list", "another"))
    monkeypatch.setattr(records, "_records", lambda: records.read(line))


def test_a_level_is_on_record_however_it_is_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record belongs to the level and to its turned and mirrored copies, and to no level of another game."""
    _put_on_record(monkeypatch, 2, 3)
    level = formats.read(LEVEL, format="xsb").levels[0]
    for symmetry in ALL:
        found = records.record_of(level.with_board(transform(level.board, symmetry)))
        assert found is not None
        assert (found.level, found.pushes, found.proven, found.moves) == ("Test 1", 2, False, 3)
    assert records.record_of(formats.read("#####\n#@$.#\n#####\n", format="xsb").levels[0]) is None
    assert records.record_of(builtin("hanano")[0]) is None


def test_only_fewer_counts_beat_a_record() -> None:
    """Equal counts do not beat a record; each count that is less is named beside the one on record and its source."""
    record = records.Record("Test 1", 10, False, 40, "one list", "another")
    for pushes, moves, sentence in (
        (10, 40, ""),
        (11, 41, ""),
        (9, 50, "9 pushes for 10 (one list)"),
        (12, 39, "39 moves for 40 (another)"),
        (1, 1, "1 push for 10 (one list), 1 move for 40 (another)"),
    ):
        assert record.beaten_by(Metrics(moves, pushes, 1, 1, 1, 1)) == sentence


def test_a_wrong_line_is_named() -> None:
    """The sentence says which line it is and which fields it should have."""
    with pytest.raises(PushboxError, match=r"found line 2 .* id, level, pushes, proven"):
        records.read("# a comment\nid\tlevel\tmany\t\t3\tone\tanother\n")
    with pytest.raises(PushboxError, match="found line 1"):
        records.read("id\tlevel\t2\tperhaps\t3\tone\tanother\n")


def test_what_is_on_record_is_not_above_what_was_verified(shared: Path) -> None:
    """Every level of XSokoban has one line, and no verified solution of it has fewer pushes or moves."""
    levels = formats.read_file(shared / "xsokoban_90" / "XSokoban_90.xsb").levels
    found = [records.record_of(level) for level in levels]
    assert [record.level for record in found if record] == [f"XSokoban {number}" for number in range(1, 91)]
    verified = (shared / "verified_solutions" / "large_test_suite_3272__XSokoban_90.tsv").read_text().splitlines()
    compared = 0
    for number, _, moves, pushes, *_ in (line.split("\t") for line in verified if not line.startswith("#")):
        record = found[int(number) - 1]
        assert record is not None
        assert record.pushes <= int(pushes), record
        assert record.moves <= int(moves), record
        compared += 1
    assert compared > 150
