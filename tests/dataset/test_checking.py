"""A check finds what is wrong with a data set, and names the row."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pushbox import dataset
from pushbox.errors import PushboxError

Change = Callable[[str, int, Callable[[dict[str, Any]], None]], None]


def faults_of(folder: Path) -> list[str]:
    """Return the faults of a data set but for the sums of its files, which anything changes."""
    return [str(fault) for fault in dataset.check(folder) if "SHA-256" not in str(fault)]


def test_nothing_is_wrong(whole: Path) -> None:
    """As it was made; so are the files alone, and the progress counts every row."""
    seen: list[tuple[int, int]] = []
    assert not [*dataset.check(whole, progress=lambda done, total: seen.append((done, total)))]
    assert seen[-1] == (5, 5)
    for path in (whole / "data").iterdir():
        assert not [*dataset.check(path)]


# What is changed in the first row of the split for validation, and what is said of that row.
SABOTAGE: dict[str, tuple[dict[str, Any], str]] = {
    "count": ({"pushes": 2, "pushes_at_least": 2, "solution_pushes": 2}, "solution_pushes is 2, expected 1"),
    "count of moves": ({"shortest_moves": 3}, "shortest_moves is 3, expected 2"),
    "claim": ({"moves": None}, "moves is null, expected 2"),
    "bound": ({"pushes_at_least": 5, "pushes": None, "status": "solved"}, "pushes_at_least is 5, expected 1"),
    "solution": ({"solution": "rr"}, "solution does not solve the level"),
    "illegal solution": ({"shortest": "lL"}, "shortest does not solve the level: step 1"),
    "lower case": ({"shortest": "rr"}, "shortest does not solve the level"),
    "no solution": ({"solution": None}, "solution_pushes is 1, expected null"),
    "id": ({"id": "0" * 32}, "id is 00000000000000000000000000000000, expected "),
    "no id": ({"id": "a level"}, "id is a level, expected "),
    "group": ({"group": "1" * 32}, "group is 11111111111111111111111111111111, expected "),
    "short group": ({"group": ""}, "group is , expected "),
    "size": ({"width": 7}, "width is 7, expected 6"),
    "boxes": ({"boxes": 3}, "boxes is 3, expected 1"),
    "split": ({"split": "train"}, "split is train, expected validation"),
    "status": ({"status": "open"}, "status is open, expected proven"),
    "no status": ({"status": "fine"}, "status is fine, expected proven"),
    "limit": ({"limit": "seconds"}, "limit is seconds, expected null"),
    "level": ({"level": "######\n#@ $.#\n#    #\n######"}, "id is "),
    "no level": ({"level": "#####"}, "found rows that draw no level"),
    "empty level": ({"level": ""}, "found a board without cells"),
    "difficulty": ({"difficulty": 101}, "the field difficulty is missing or has a value that it cannot have"),
    "type": ({"moves": "2"}, "the field moves is missing"),
    "truth": ({"boxes": True}, "the field boxes is missing"),
    "field": ({"author": "me"}, "found the unknown field author"),
}


@pytest.mark.parametrize("name", SABOTAGE)
def test_an_altered_row_is_named(name: str, copied: Path, edit: Change) -> None:
    """Whatever is altered in it: a count, a claim, a solution, an id, the board itself, a type."""
    fields, said = SABOTAGE[name]
    edit("validation", 1, lambda row: row.update(fields))
    faults = faults_of(copied)
    assert any(fault.startswith(f"data/validation.jsonl: row 1: {said}") for fault in faults), faults


def test_a_row_without_a_field_is_named(copied: Path, edit: Change) -> None:
    """And a line that is no object of JSON, or none at all."""
    edit("validation", 2, lambda row: row.pop("limit"))
    assert faults_of(copied)[0].startswith("data/validation.jsonl: row 2: the field limit is missing")
    with (copied / "data" / "validation.jsonl").open("a", encoding="utf-8") as file:
        file.write("[1]\n" + "[" * 5000 + "\n\n")
    said = "expected an object of JSON on one line"
    assert [f"data/validation.jsonl: row {row}: {said}" for row in (4, 5, 6)] == faults_of(copied)[1:4]


def test_a_near_duplicate_in_another_split_is_named(copied: Path, edit: Change) -> None:
    """With the row of the other, whichever file that is in."""
    data = copied / "data"
    lines = (data / "validation.jsonl").read_text("utf-8").splitlines(keepends=True)
    (data / "validation.jsonl").write_text("".join(lines[:2]), "utf-8")
    moved = json.loads(lines[2]) | {"split": "test"}
    with (data / "test.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(moved) + "\n")
    row = len((data / "test.jsonl").read_text("utf-8").splitlines())
    faults = faults_of(copied)
    near = f"data/test.jsonl: row {row}: a near-duplicate of row 2 of data/validation.jsonl, which is in another split"
    assert near in faults
    assert "data/validation.jsonl: found 2 rows, expected 3" in faults
    del edit


def test_a_level_that_is_there_twice_is_named(copied: Path) -> None:
    """With its first row, and the count of the file is wrong too."""
    path = copied / "data" / "validation.jsonl"
    path.write_text(path.read_text("utf-8") + path.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    assert faults_of(copied) == [
        "data/validation.jsonl: row 4: the same level as row 1 of data/validation.jsonl",
        "data/validation.jsonl: found 4 rows, expected 3",
    ]


def test_a_near_duplicate_that_boxoban_tests_on_is_not_trained_on(copied: Path) -> None:
    """The split of a whole group that stands elsewhere than its own splits demand is a fault of its first row."""
    data = copied / "data"
    rows = [
        json.loads(line) | {"split": "train"} for line in (data / "validation.jsonl").read_text("utf-8").splitlines()
    ]
    (data / "validation.jsonl").write_text("", "utf-8")
    begun = (data / "train.jsonl").read_text("utf-8")
    (data / "train.jsonl").write_text(begun + "".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    first = len(begun.splitlines()) + 1
    said = "split is train, expected validation"
    assert [fault for fault in faults_of(copied) if said in fault] == [
        f"data/train.jsonl: row {number}: {said}" for number in (first, first + 1)
    ]


def test_counts_sums_and_files_are_compared(copied: Path) -> None:
    """The card, the summary, the list of near-duplicates, a file that is missing."""
    card = copied / "README.md"
    card.write_text(card.read_text("utf-8").replace("num_examples: 3", "num_examples: 4"), "utf-8")
    assert [str(fault) for fault in dataset.check(copied)] == [
        "README.md: the card says 4 levels in the split validation, expected 3"
    ]
    card.unlink()
    (copied / "near-duplicates.jsonl").write_text("", "utf-8")
    (copied / "data" / "test.jsonl").unlink()
    assert [str(fault) for fault in dataset.check(copied)] == [
        "data/test.jsonl: this file is missing",
        "README.md: this file is missing",
        "near-duplicates.jsonl: the file has changed since it was made: its SHA-256 differs",
    ]


BAD_COUNT = json.dumps(
    {"pushbox": "dataset", "version": 1, "splits": dict.fromkeys(dataset.SPLITS, "x"), "files": {}, "settings": {}}
)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"pushbox": "dataset", "version": 1}', "[" * 9999, BAD_COUNT]
)  # fmt: skip
def test_a_folder_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    """With a sentence, by whatever reads it."""
    (tmp_path / "dataset.json").write_text(text, "utf-8")
    for read in (dataset.check, dataset.load):
        with pytest.raises(PushboxError, match="found no data set in"):
            [*read(tmp_path)]
    with pytest.raises(PushboxError, match="found no data set in"):
        [*dataset.check(tmp_path / "missing")]


def test_a_sum_of_a_file_elsewhere_is_not_made(copied: Path) -> None:
    """Names of files that lead out of the folder are refused, not followed."""
    path = copied / "dataset.json"
    found = json.loads(path.read_text("utf-8"))
    found["files"] = {"../../outside": {"sha256": ""}, "/etc/hostname": {}, "data/train.jsonl": []}
    path.write_text(json.dumps(found), "utf-8")
    assert [fault.file for fault in dataset.check(copied)] == [*found["files"]]


HUGE = json.dumps({"level": "#" * 1_500_000}).encode()


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\0" * 100, b"PAR1", b"PAR1" + b"\xff" * 100 + b"PAR1", b"\xff\xfe", b"{}" * 50, b"1e999\n",
     b'{"id": ' + b"9" * 5000 + b"}", HUGE, b"x" * 3_000_000, b"nan\n" * 300],
)  # fmt: skip
def test_made_up_files_end_in_sentences(data: bytes, tmp_path: Path) -> None:
    """Faults with a place, whatever the file holds; nothing else is raised."""
    path = tmp_path / "rows"
    path.write_bytes(data)
    for fault in dataset.check(path):
        assert fault.file == "rows"
        assert fault.message


def test_parquet_of_others_is_refused(tmp_path: Path) -> None:
    """Whatever its columns hold."""
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    path = tmp_path / "others.parquet"
    parquet.write_table(pyarrow.table({"id": [1, 2]}), path)
    assert [str(fault) for fault in dataset.check(path)] == [
        "others.parquet: this file cannot be read: found other columns than a data set of pushbox has"
    ]
    path.write_bytes(path.read_bytes()[:-20] + b"\0" * 12 + b"PAR1    "[:8])
    assert "cannot be read" in str(next(iter(dataset.check(path))))
