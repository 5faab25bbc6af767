"""Data sets are made whole: every level once, with proofs, near-duplicates in one split, nothing confirmed lost."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

import pushbox
from pushbox import dataset, identity, levels
from pushbox.dataset import gather, native, solving, texts
from pushbox.errors import PushboxError
from pushbox.generator import graded_levels


def test_every_level_is_there_once_with_its_proofs(whole: Path) -> None:
    """The fewest pushes and moves, solutions that have them, and the places where a level is."""
    rows = {row.origin: row for row in dataset.load(whole)}
    assert sorted(rows) == [
        "medium_train_000.txt:1", "medium_train_000.txt:2", "others.xsb:1", "others.xsb:2",
        "unfiltered_valid_000.txt:2",
    ]  # fmt: skip
    first = rows["medium_train_000.txt:1"]
    assert (first.status, first.pushes, first.moves, first.limit) == ("proven", 1, 2, None)
    assert first.duplicates == ("unfiltered_valid_000.txt:1",)
    assert (first.solution, first.shortest) == ("rR", "rR")
    assert (first.width, first.height, first.boxes) == (6, 4, 1)
    assert first.difficulty is not None
    assert rows["others.xsb:2"].duplicates == ("others.xsb:3",)
    unsolvable = rows["others.xsb:1"]
    assert (unsolvable.status, unsolvable.solution, unsolvable.pushes) == ("unsolvable", None, None)
    for row in rows.values():
        level = row.to_level()
        assert (row.id, row.group) == (identity.canonical_id(level), identity.ids(level, normalize=True).normal)
        for moves in level.saved_moves:
            assert pushbox.verify(level, moves.text)


def test_what_is_left_out_is_said(whole: Path) -> None:
    """A level that cannot be played is listed with the reason."""
    left_out = dataset.summary(whole)["left_out"]
    assert [(one["source"], one["level"]) for one in left_out] == [("others.xsb", 4)]
    assert left_out[0]["reason"] == "found no goal, expected at least one"
    assert "Left out: 1 " in (whole / "README.md").read_text("utf-8")


def test_near_duplicates_are_in_one_split(whole: Path) -> None:
    """That is the strictest that Boxoban has one of them in; a level that only lies otherwise is no row of its own."""
    rows = [*dataset.load(whole)]
    splits = {row.origin: row.split for row in rows}
    assert splits["medium_train_000.txt:1"] == splits["medium_train_000.txt:2"] == "validation"
    second, other = (row for row in rows if row.origin in {"medium_train_000.txt:2", "unfiltered_valid_000.txt:2"})
    assert (second.group, second.split) == (other.group, other.split)
    assert second.id != other.id
    groups = [json.loads(line) for line in (whole / "near-duplicates.jsonl").read_text("utf-8").splitlines()]
    assert [(group["relation"], group["levels"]) for group in groups] == [
        ("symmetric", [["medium_train_000.txt:1", "unfiltered_valid_000.txt:1"]]),
        ("normal form", [["medium_train_000.txt:2"], ["unfiltered_valid_000.txt:2"]]),
    ]
    assert "| medium/train | unfiltered/valid | 1 | 2 |" in (whole / "README.md").read_text("utf-8")


def test_splits_without_boxoban_are_those_of_the_id() -> None:
    """Nine in ten are for training, and a level stays where it is when others are added."""
    groups = [f"{number:08x}{'0' * 24}" for number in range(0, 1 << 32, 1 << 22)]
    splits = [gather.split_of(group, ()) for group in groups]
    assert 0.89 < splits.count("train") / len(splits) < 0.91
    assert 0.04 < splits.count("test") / len(splits) < 0.06
    assert gather.split_of(groups[0], ("", "medium/train", "hard")) == "test"


def test_bands_are_those_of_the_generator(tmp_path: Path) -> None:
    """The levels of `pushbox generate --band`, in their order."""
    made = dataset.make(tmp_path / "made", ["band:1-2"], count=2, seed=5, forms=["jsonl"], difficulty=False)
    assert sum(made.splits.values()) == made.statuses["proven"] == 4
    rows = {row.origin: row for row in dataset.load(tmp_path / "made")}
    for band in (1, 2):
        for number, graded in enumerate(islice(graded_levels(5, band=band), 2), start=1):
            row = rows[f"band:{band} seed:5:{number}"]
            assert (row.id, row.pushes, row.difficulty) == (graded.id, graded.pushes, None)


def test_a_proof_beyond_the_limit_is_null(tmp_path: Path) -> None:
    """The row says which limit it was, and the level is there all the same."""
    limit = pushbox.Limit(nodes=1)
    dataset.make(tmp_path / "made", ["builtin:campaign-03"], limit=limit, forms=["jsonl"], difficulty=False)
    rows = [*dataset.load(tmp_path / "made")]
    assert len(rows) == len(levels.builtin("campaign-03"))
    unproven = [row for row in rows if row.status in {"open", "solved"}]
    assert unproven
    assert all(row.limit == "nodes" and None in {row.pushes, row.moves} for row in unproven)
    assert not [*dataset.check(tmp_path / "made")]


class Solver:
    """Counts the levels that are answered, and is interrupted at one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, interrupted_at: int) -> None:
        self.answered: list[str] = []
        answers = solving.answers

        def answer(rows: str, *args: Any, **options: Any) -> dict[str, Any]:
            if len(self.answered) == interrupted_at:
                raise KeyboardInterrupt
            self.answered.append(rows)
            return answers(rows, *args, **options)

        monkeypatch.setattr(solving, "answers", answer)


def test_an_interrupted_run_goes_on(
    whole: Path, sources: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that was confirmed is searched again, a line that was cut off is; the end is the same to the byte."""
    folder = tmp_path / "made"
    with monkeypatch.context() as patch:
        first = Solver(patch, 3)
        with pytest.raises(KeyboardInterrupt):
            dataset.make(folder, sources, forms=["jsonl"])
    rows = folder / ".making" / "rows.jsonl"
    assert len(rows.read_bytes().splitlines()) == 3
    rows.write_bytes(rows.read_bytes()[:-10])  # as a killed run leaves it
    with monkeypatch.context() as patch:
        second = Solver(patch, 99)
        dataset.make(folder, sources, forms=["jsonl"])
    assert second.answered[0] == first.answered[2]
    assert len(second.answered) == 3
    for path in whole.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (folder / path.relative_to(whole)).read_bytes(), path
    assert not (folder / ".making").exists()
    with monkeypatch.context() as patch:
        third = Solver(patch, 0)
        assert dataset.make(folder, sources, forms=["jsonl"]).was_there
    assert not third.answered


def test_a_run_goes_on_with_what_it_began_with(
    sources: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other settings, other levels, another run and another content of the folder are refused in a sentence."""
    folder, file = tmp_path / "made", tmp_path / "levels.xsb"
    file.write_bytes(sources[0].read_bytes())
    with monkeypatch.context() as patch:
        Solver(patch, 1)
        with pytest.raises(KeyboardInterrupt):
            dataset.make(folder, [file], forms=["jsonl"])
    with pytest.raises(PushboxError, match="found a data set made with"):
        dataset.make(folder, [file], forms=["jsonl"], limit=pushbox.Limit(nodes=5))
    file.write_bytes(sources[1].read_bytes())
    with pytest.raises(PushboxError, match="have changed since"):
        dataset.make(folder, [file], forms=["jsonl"])
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").touch()
    with pytest.raises(PushboxError, match="something else in it"):
        dataset.make(tmp_path / "other", [file], forms=["jsonl"])
    (folder / ".making" / "rows.jsonl").write_text("{}\n", "utf-8")
    file.write_bytes(sources[0].read_bytes())
    with pytest.raises(PushboxError, match="line 1 is no row"):
        dataset.make(folder, [file], forms=["jsonl"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["band:0"], "found 'band:0', expected a band such as band:3"),
        (["band:3-11"], "expected a band"),
        (["builtin:nothing"], "nothing"),
        (["missing.xsb"], "missing.xsb"),
        (["builtin:lessons", "builtin:lessons"], "two sources called builtin:lessons"),
        (["builtin:hanano"], "no level of plain Sokoban"),
        ([], "no level of plain Sokoban"),
    ],
)
def test_bad_sources_are_refused(words: list[str], said: str, tmp_path: Path) -> None:
    """In a sentence, before anything is searched."""
    with pytest.raises(PushboxError, match=said):
        dataset.make(tmp_path / "made", words, forms=["jsonl"])


def test_a_folder_is_read_with_its_names(sources: list[Path], tmp_path: Path) -> None:
    """As Boxoban publishes its files; what has no level is listed."""
    folder = tmp_path / "boxoban"
    for place, file in (("medium/train", sources[0]), ("unfiltered/valid", sources[1]), ("hard", sources[0])):
        (folder / place).mkdir(parents=True)
        (folder / place / "000.txt").write_bytes(file.read_bytes())
    (folder / "NOTES.txt").write_text("nothing here\n", "utf-8")
    found = dataset.find_near_duplicates([folder])
    assert found.levels == {"hard": 2, "medium/train": 2, "unfiltered/valid": 2}
    assert [one.source for one in found.left_out] == ["boxoban/NOTES.txt"]
    pairs = {(pair.split, pair.other): (pair.symmetric, pair.normal) for pair in found.pairs}
    assert pairs["hard", "medium/train"] == (2, 2)
    assert pairs["unfiltered/valid", "medium/train"] == (1, 2)
    assert found.groups[0].levels[0][0] == "boxoban/hard/000.txt:1"


def test_many_near_duplicates_take_a_turn_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many levels a group has, and however often each occurs; splits are counted in pairs as before."""
    room = ["##########", "# .      #", "#   $    #", "#        #", "##########"]
    places = [(row, column) for row in (1, 2, 3) for column in range(1, 9) if room[row][column] == " "]
    boards = []
    for row, column in places:  # one puzzle, with the player on each cell of its area, as it lies and turned
        rows = [[*line] for line in room]
        rows[row][column] = "@"
        boards += [["".join(line) for line in rows], ["".join(line)[::-1] for line in rows[::-1]]]
    drawn = "\n\n".join("\n".join(["; 0", *board]) for board in boards * 3)
    for place in ("unfiltered_train_000.txt", "unfiltered_test_000.txt"):
        (tmp_path / place).write_text(drawn + "\n", "utf-8")
    turned = []

    def counted(rows: bytes) -> bytes:
        turned.append(rows)
        return texts.least_turn(rows)

    monkeypatch.setattr(gather, "least_turn", counted)
    found = dataset.find_near_duplicates([*sorted(tmp_path.glob("*.txt"))])
    (group,) = found.groups
    assert (len(group.levels), {len(one) for one in group.levels}) == (len(places), {12})
    assert len(turned) == 2 * len(boards) * 3
    each = 3 * len(boards)
    pairs = {(pair.split, pair.other): (pair.symmetric, pair.normal) for pair in found.pairs}
    other = ("unfiltered/test", "unfiltered/train")
    assert pairs == {other: (each, each), other[::-1]: (each, each)}


def test_rows_are_turned_to_the_least_as_boards_are() -> None:
    """Two levels have one least turn where their canonical ids are equal, and only there."""
    boards = [str(level.board) for level in pushbox.builtin("lessons")]
    boards += ["####\n#@$.#\n####", "####\n#.$@#\n####", "#####\n#@$.#\n#####", "###\n#@#\n#$#\n#.#\n###"]
    ids = [texts.ids_of(texts.board_of(board)).canonical for board in boards]
    turns = [texts.least_turn(board.encode()) for board in boards]
    for first, second in combinations(range(len(boards)), 2):
        assert (ids[first] == ids[second]) == (turns[first] == turns[second]), (boards[first], boards[second])
    assert len({*ids}) < len(ids)


def test_parquet_has_the_same_rows(whole: Path, sources: list[Path], tmp_path: Path) -> None:
    """As pyarrow reads them, with types and nulls."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    dataset.make(tmp_path / "made", sources)
    assert not [*dataset.check(tmp_path / "made")]
    for split in dataset.SPLITS:
        table = parquet.read_table(tmp_path / "made" / "data" / f"{split}.parquet")
        assert table.to_pylist() == [row.to_json() for row in dataset.load(whole, split)]
        assert str(table.schema.field("pushes").type) == "int32"
    path = tmp_path / "made" / "data" / "validation.parquet"
    dataset.make(tmp_path / "lines", sources, forms=["parquet"])
    assert [*dataset.load(tmp_path / "lines")] == [*dataset.load(whole)]
    path.write_bytes((tmp_path / "made" / "data" / "train.parquet").read_bytes())
    faults = [(fault.file, fault.row) for fault in dataset.check(tmp_path / "made")]
    assert faults == [("data/validation.parquet", 1), ("data/validation.parquet", 0)]


def test_without_pyarrow_there_are_json_lines(
    sources: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And Parquet is refused, with the command that installs it, before anything is searched."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(PushboxError, match=r"this needs pyarrow.*dataset"):
        dataset.make(tmp_path / "made", sources)
    assert not (tmp_path / "made").exists()
    dataset.make(tmp_path / "made", sources[:1], forms=["jsonl"])


def test_nothing_is_imported_before_it_is_needed() -> None:
    """Neither pyarrow by the room, nor the room by pushbox."""
    code = (
        "import sys, pushbox; a = 'pushbox.dataset' in sys.modules; import pushbox.dataset; "
        "print(a, 'pyarrow' in sys.modules, 'click' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "False False False\n"


def test_a_file_as_in_boxoban_is_read_natively() -> None:
    """Rows and sums of normal forms of its levels; a file with anything else in it is left to the formats."""
    plain = (
        b"; 0\n######\n#@ $.#\n#  # #\n######\n\n######\n#+ $ #\n#    #\n######\n\n"
        b"; 2\n######\n#@$ *#\n# .  #\n######\n"
    )
    found = native.plain_levels(plain)
    assert found is not None
    assert [f"{level.board}".encode() for level in pushbox.read(plain)] == found[0]
    assert [normal.hex() for normal in found[1]] == [
        identity.ids(level, normalize=True).normal for level in pushbox.read(plain)
    ]
    for old, new in (
        (b"#@ $.#", b"#@@$.#"),
        (b"#@ $.#", b"#  $.#"),
        (b"#@ $.#", b"#@ $$#"),
        (b"#@ $.#", b"#@ *.#"),
        (b"#@ $.#", b"#@x$.#"),
        (b"#  # #", b"#| # #"),
        (b"#  # #", b"#  # "),
        (b"#  # #", b"#  #  "),
        (b"#  # #", b"   # #"),
        (b"; 2\n######", b"; 2\n### ##"),
        (b"######\n#+ $", b"### ##\n#+ $"),
        (b"######\n#+ $", b"#######\n#+ $"),
        (b"#+ $ #", b"#+ $#"),
        (b"#    #\n", b""),
        (b"#    #\n", b"#    #\n#    #\n"),
        (b"#    #\n", b"#    #\n\n"),
        (b"; 2\n", b"Title: 2\n"),
        (b"; 2\n", b"; 2\n\n"),
        (b"; 2\n", b"; 2\n; 3\n"),
        (b"#  # #\n", b"#  # #\n; between\n"),
        (plain, b""),
        (plain, b"; 1"),
        (plain, b"###\n"),
        (b"#+ $ #", b"#. @ #"),
        (b"######\n\n######\n#+", b"######\n######\n#+"),
    ):
        assert native.plain_levels(plain.replace(old, new, 1)) is None, new


def test_boxoban_is_read_natively(shared: Path) -> None:
    """A file of 1,000 levels."""
    data = (shared / "boxoban" / "medium_train_000.txt").read_bytes()
    found = native.plain_levels(data)
    assert found is not None
    collection = pushbox.read(data)
    assert [rows.decode() for rows in found[0]] == [f"{level.board}" for level in collection]
    assert [normal.hex() for normal in found[1][::10]] == [
        identity.ids(level, normalize=True).normal for level in collection.levels[::10]
    ]
