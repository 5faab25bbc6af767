"""``pushbox dataset``."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import PushboxError
from ..sentence import Sentence, counted, listed, located, say, spoken, word
from ..solver.api import Limit
from ..terminal import escape_line
from .common import Exit, exit_with, json_option
from .completing import complete_file
from .output import print_heading, print_json, print_line
from .progress import repeatable, resumable
from .results import limit_options, seed_option
from .setting_options import threads_option
from .tables import Columns, number_of

if TYPE_CHECKING:
    from ..dataset import NearDuplicates, Row
    from ..dataset.sources import LeftOut

_FORMS = {"both": ("parquet", "jsonl"), "parquet": ("parquet",), "jsonl": ("jsonl",)}
_SPLITS = ("train", "validation", "test")
_MOST_FAULTS = 100  # after which a check ends
_MOST_LEFT_OUT = 20

_sources = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, shell_complete=complete_file)


@click.group("dataset")
def command() -> None:
    """Make, check and read data sets of Sokoban levels with proofs.

    Each level has its fewest pushes and its fewest moves, both proven, solutions that have them, a rating of its
    difficulty, ids that are equal under rotation and reflection, and a split in which no level has a near-duplicate of
    another split. Rows are in Parquet and JSON lines, with a card.

    Example: pushbox dataset make levels builtin:campaign band:1-3 boxoban-levels
    """


@command.command("make", short_help="Make a data set of levels.")
@click.argument("out", metavar="OUT", type=click.Path(file_okay=False, path_type=Path))
@_sources
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="Levels of each band.")
@seed_option(help="Another seed makes other levels of the bands.")
@click.option("--to", "form", type=click.Choice([*_FORMS]), default="both", show_default=True,
              help="The files of the rows; Parquet needs pushbox[dataset].")  # fmt: skip
@click.option("--no-difficulty", is_flag=True, help="Do not rate the difficulty, which takes most of the time.")
@limit_options
@threads_option(help="Levels searched at the same time.")
@json_option
def make(
    out: Path,
    sources: tuple[str, ...],
    count: int,
    seed: int,
    form: str,
    threads: int,
    limit: Limit,
    *,
    no_difficulty: bool,
    as_json: bool,
) -> None:
    """Make a data set of the levels of each SOURCE in the folder OUT.

    SOURCE is builtin:NAME, band:3 or band:1-10 (levels as by generate --band), a file of levels, or a folder of such
    files, such as a copy of Boxoban. Only plain Sokoban is taken; what is left out is listed.

    After Ctrl-C, and after a crash, the same command goes on; no level that was written is searched again. The limits
    are those of one level: where a proof takes more, the row says so, and the count is null.

    Exit codes: 0 if all is proven or known to be unsolvable, 2 if a source is bad, 3 if a level ran into a limit.

    Examples: pushbox dataset make levels builtin:campaign band:1-10 --count 1000

    pushbox dataset make boxoban-proven boxoban-levels --seconds 30 --threads 2
    """
    from ..dataset import making

    with resumable("dataset", "level") as show:

        def report(doing: str, done: int, total: int, detail: str) -> None:
            if doing == "reading":  # after which levels can be counted
                show(
                    0,
                    0,
                    spoken(located(say("of-all", number=done, all=counted(total, "source")), escape_line(detail))),
                )
            else:
                show(done, total)

        made = making.make(
            out,
            sources,
            count=count,
            seed=seed,
            limit=limit,
            threads=threads,
            difficulty=not no_difficulty,
            forms=_FORMS[form],  # type: ignore[arg-type]  # the words of the choice
            progress=report,
        )
    _print_left_out(made.left_out)
    fields = {"folder": str(made.folder), "splits": made.splits, "statuses": made.statuses}
    if as_json:
        print_json(fields | {"left_out": len(made.left_out), "was_there": made.was_there})
    else:
        splits = listed([number_of(number, word("split", split)) for split, number in made.splits.items()])
        statuses = [number_of(number, word("status", status)) for status, number in made.statuses.items() if number]
        levels = counted(sum(made.splits.values()), "level")
        sizes: str = say("dataset-sizes", levels=levels, splits=splits, statuses=listed(statuses))
        print_line(located(made.folder, located(say("dataset-was-there"), sizes) if made.was_there else sizes))
    unproven = made.statuses.get("solved", 0) + made.statuses.get("open", 0)
    exit_with(Exit.LIMIT if unproven else Exit.YES)


@command.command("check", short_help="Check a data set, or a file of its rows.")
@click.argument("path", metavar="DATASET", type=click.Path(path_type=Path), shell_complete=complete_file)
@json_option
def check(path: Path, *, as_json: bool) -> None:
    """Check the data set in the folder DATASET, or one file of its rows.

    Every board is read and every solution replayed by the rules. Ids, sizes, counts, splits, near-duplicates and the
    sums of all files are computed anew and compared. Each fault names its file and row; the check ends after 100.

    Exit codes: 0 if all is right, 1 if something is wrong, 2 if DATASET is no data set.

    Example: pushbox dataset check levels
    """
    from ..dataset import checking

    faults = 0
    done = 0
    with repeatable("checking", "row") as show:

        def report(now: int, total: int) -> None:
            nonlocal done
            done = now
            show(now, total)

        for fault in islice(checking.check(path, progress=report), _MOST_FAULTS):
            faults += 1
            if as_json:
                print_json({"file": fault.file, "row": fault.row or None, "message": str(fault.message)})
            else:
                print_line(str(fault))
    if as_json:
        print_json({"dataset": str(path), "rows": done, "faults": faults})
    else:
        end = [say("check-ended")] if faults == _MOST_FAULTS else []
        print_line(located(path, listed([counted(done, "row"), counted(faults, "fault"), *end])))
    exit_with(Exit.NO if faults else Exit.YES)


@command.command("show", short_help="Show a data set, or one level of it.")
@click.argument("path", metavar="DATASET", type=click.Path(path_type=Path), shell_complete=complete_file)
@click.option("--split", type=click.Choice(_SPLITS), help="Only this split. [default: all]")
@click.option("--id", "wanted", metavar="ID", help="Show the level with this id, or whose id begins so.")
@json_option
def show(path: Path, split: str | None, wanted: str | None, *, as_json: bool) -> None:
    """Show what is in a data set: levels by split, status, boxes and size, ranges of counts; or one level.

    Examples: pushbox dataset show levels

    pushbox dataset show levels --id 3f2a
    """
    from ..dataset import folder

    if wanted is not None and not re.fullmatch(r"[0-9a-f]{1,32}", wanted):
        raise PushboxError.said("dataset-no-id", id=wanted)
    rows = folder.load(path, split)
    if wanted is not None:
        row = next((row for row in rows if row.id.startswith(wanted)), None)
        if row is None:
            raise PushboxError.said("dataset-no-id", id=wanted)
        _print_row(row, as_json=as_json)
        return
    tables: dict[str, Counter[str]] = {name: Counter() for name in ("split", "status", "boxes", "size")}
    ranges = {name: _Range() for name in ("pushes", "moves", "difficulty")}
    for row in rows:
        for name, value in (("split", row.split), ("status", row.status), ("boxes", f"{row.boxes}")):
            tables[name][value] += 1
        tables["size"][f"{row.width}x{row.height}"] += 1
        for name, kept in ranges.items():
            kept.add(getattr(row, name))
    if as_json:
        counts = {name: dict(table.most_common()) for name, table in tables.items()}
        print_json({**counts, **{name: kept.to_json() for name, kept in ranges.items()}})
        return
    columns = Columns("{:10}  {}", "", "", words={"": [word("head", name) for name in (*tables, *ranges)]})
    for name, table in tables.items():
        kind = {"split": "split", "status": "status"}.get(name, "size")
        print_line(
            columns.row(
                word("head", name),
                ", ".join(f"{spoken(word(kind, value))} {count:,}" for value, count in table.most_common(12)),
            )
        )
    for name, kept in ranges.items():
        print_line(columns.row(word("head", name), kept.sentence))


class _Range:
    """The least, mean and most of some numbers."""

    def __init__(self) -> None:
        self._count, self._sum = 0, 0.0
        self._least, self._most = 0.0, 0.0

    def add(self, value: float | None) -> None:
        """Count a value, if there is one."""
        if value is not None:
            self._least = min(self._least, value) if self._count else value
            self._most = max(self._most, value) if self._count else value
            self._count, self._sum = self._count + 1, self._sum + value

    def to_json(self) -> dict[str, float] | None:
        """Return the numbers, None where there were no values."""
        if not self._count:
            return None
        mean = round(self._sum / self._count, 2)
        return {"count": self._count, "least": self._least, "mean": mean, "most": self._most}

    @property
    def sentence(self) -> Sentence:
        """The numbers in words."""
        if not self._count:
            return say("none")
        least, mean, most = self._least, self._sum / self._count, self._most
        return say("range-of", least=least, most=most, mean=mean, levels=self._count)


def _print_row(row: Row, *, as_json: bool) -> None:
    fields = row.to_json()
    if as_json:
        print_json(fields)
        return
    for line in row.level.split("\n"):
        print_line(line)
    for name, value in fields.items():  # under the names that they have in the files
        if name != "level" and value not in (None, []):
            print_line(f"{name:16}  {', '.join(value) if isinstance(value, list) else value}")


@command.command("near-duplicates", short_help="List levels in several splits of Boxoban.")
@_sources
@json_option
def near_duplicates(sources: tuple[str, ...], *, as_json: bool) -> None:
    """List levels that are in several of Boxoban's own splits, turned or not.

    Each SOURCE is a folder or a file of Boxoban, as published or with the folders in the names of the files. The table
    counts levels of one split that have a near-duplicate in another: equal up to symmetry, and of one normal form.

    Exit codes: 0 if there are none, 1 if there are some.

    Example: pushbox dataset near-duplicates boxoban-levels
    """
    from ..dataset import find_near_duplicates

    with repeatable("reading", "file") as show_progress:
        found = find_near_duplicates(
            sources, progress=lambda done, total, name: show_progress(done, total, escape_line(name))
        )
    _print_left_out(found.left_out)
    if as_json:
        for group in found.groups:
            print_json(group.to_json())
        pairs = [pair._asdict() for pair in found.pairs]
        print_json({"levels": found.levels, "pairs": pairs, "groups": len(found.groups)})
    else:
        _print_near_duplicates(found)
    exit_with(Exit.NO if found.groups else Exit.YES)


def _print_near_duplicates(found: NearDuplicates) -> None:
    for group in found.groups:
        print_line("; ".join(" = ".join(places) for places in group.levels))
    heads = "split", "has a near-duplicate in", "symmetric", "normal form"
    columns = Columns("{:18}  {:23}  {:>9}  {:>11}", *heads)
    if found.pairs:
        print_heading(columns.head)
    for pair in found.pairs:
        print_line(columns.row(pair.split, pair.other, pair.symmetric, pair.normal))
    levels = ", ".join(f"{split} {count:,}" for split, count in found.levels.items())
    print_line(say("near-groups", groups=counted(len(found.groups), "group"), levels=levels or say("none")))


def _print_left_out(left_out: tuple[LeftOut, ...]) -> None:
    """Print on standard error what is in no data set, at most the first."""
    for one in left_out[:_MOST_LEFT_OUT]:
        where = located(one.source, say("level-number", number=one.number)) if one.number else one.source
        print_line(located(where, say("left-out-as", reason=one.reason)), err=True)
    if len(left_out) > _MOST_LEFT_OUT:
        print_line(say("dataset-more-left-out", number=len(left_out) - _MOST_LEFT_OUT), err=True)
