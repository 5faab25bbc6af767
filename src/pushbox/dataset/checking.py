"""Check a data set: replay every solution by the rules; compare counts, ids, splits and near-duplicates.

Nothing that the data set says is taken for true: boards are read anew, and what they decide is computed anew. That a
number is the fewest is proven by the solver alone; the check holds that a solution has it and that the row claims no
less of it than of its bound.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from ..board import Board
from ..errors import PushboxError, naming, why_of
from ..level import Level
from ..play.native import NativeLine, play_lines
from ..play.verify import verify
from ..sentence import Sentence, located, say
from . import folder as places
from .card import split_counts
from .forms import read_objects, require_form
from .gather import own_splits_of, split_of
from .rows import SPLITS, STATUSES, Row
from .sources import OwnSplits
from .texts import ids_of

_AT_ONCE = 64  # rows that are replayed together
_MOST_EXPLAINED = 10_000  # moves of a line of which the game itself says why it is no solution
_ID_BYTES = 16

Progress = Callable[[int, int], object]


class Fault(NamedTuple):
    """What is wrong with a data set: the file, the number of the row from 1, or 0, and a sentence."""

    file: str
    row: int
    message: str

    def __str__(self) -> str:
        where = say("dataset-place", file=self.file, row=self.row) if self.row else self.file
        return located(where, self.message)


def check(path: str | os.PathLike[str], *, progress: Progress = lambda *_: None) -> Iterator[Fault]:
    """Yield the faults of a data set, or of one file of rows; none where all is right.

    `progress` is called with the rows that are checked and, for a data set, all there should be. Raises PushboxError
    for a path that is neither.
    """
    file = Path(path)
    with naming(file, OSError):
        if file.is_file():
            yield from _Rows(progress, 0).check(file, file.name, None)
            return
    found = places.summary(file)
    for form in places.forms_of(found):
        require_form(form)
    rows = _Rows(progress, sum(found["splits"].values()))
    for split in SPLITS:
        yield from _check_split(file, split, found, rows)
    yield from rows.check_groups()
    yield from _check_card(file, found)
    yield from _check_sums(file, found)


def _check_split(folder: Path, split: str, found: dict[str, Any], rows: _Rows) -> Iterator[Fault]:
    """Check the files of a split: the first of its forms row by row, the other against it."""
    names = [places.data_file(split, form) for form in places.forms_of(found)]
    there = [name for name in names if (folder / name).is_file()]
    yield from (Fault(name, 0, say("dataset-missing")) for name in names if name not in there)
    if not there:
        return
    *others, first = there  # JSON lines, where there are both
    before = rows.count
    yield from rows.check(folder / first, first, split)
    if rows.count - before != found["splits"][split]:
        yield Fault(first, 0, say("dataset-count", count=rows.count - before, expected=found["splits"][split]))
    for other in others:
        yield from _compare(folder, first, other)


def _compare(folder: Path, first: str, other: str) -> Iterator[Fault]:
    """Check that the rows of two files are the same."""
    try:
        pairs = zip_longest(read_objects(folder / first), read_objects(folder / other))
        for number, (one, two) in enumerate(pairs, start=1):
            if one != two:
                yield Fault(other, number, say("dataset-differs", file=first))
                return
    except (PushboxError, OSError) as error:
        yield Fault(other, 0, located(say("dataset-unread"), why_of(error)))


def _check_card(folder: Path, found: dict[str, Any]) -> Iterator[Fault]:
    try:
        text = (folder / places.CARD).read_bytes()[: 1 << 20].decode("utf-8", "replace")
    except OSError:
        yield Fault(places.CARD, 0, say("dataset-missing"))
        return
    counts = split_counts(text)
    for split in SPLITS:
        if counts.get(split) != found["splits"][split]:
            count = str(counts.get(split, 0))
            yield Fault(
                places.CARD, 0, say("dataset-card", split=split, count=count, expected=str(found["splits"][split]))
            )


def _check_sums(folder: Path, found: dict[str, Any]) -> Iterator[Fault]:
    for name, facts in found["files"].items():
        path = folder / name
        inside = not Path(name).is_absolute() and ".." not in Path(name).parts
        try:
            same = inside and isinstance(facts, dict) and places.sum_of(path) == facts.get("sha256")
        except (OSError, ValueError):
            continue  # a missing file has been named
        if not same:
            yield Fault(name, 0, say("dataset-sum"))


class _Place(NamedTuple):
    """A group's split by its first row, where that is, and the split that Boxoban demands of the rows so far."""

    split: str
    file: str
    row: int
    own: tuple[str, ...]


class _Rows:
    """The rows of all files, one after the other; ids and groups of all of them are kept."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.count = 0
        self._progress, self._total = progress, total
        self._ids: dict[bytes, tuple[str, int]] = {}
        self._groups: dict[bytes, _Place] = {}
        self._own = OwnSplits()

    def check(self, path: Path, name: str, split: str | None) -> Iterator[Fault]:
        """Yield the faults of the rows of a file, which belong to a split if one is given."""
        rows: list[tuple[int, Row, Board]] = []
        for number, value in enumerate(self._objects(path, name), start=1):
            if isinstance(value, Fault):  # after which there is no other row
                yield value
                continue
            try:
                row = Row.from_json(value)
                rows.append((number, row, row.board))
            except PushboxError as error:
                yield Fault(name, number, str(error))
            self.count += 1
            if len(rows) == _AT_ONCE:
                yield from self._check_rows(rows, name, split)
                rows.clear()
                self._progress(self.count, max(self.count, self._total))
        yield from self._check_rows(rows, name, split)
        self._progress(self.count, max(self.count, self._total))

    def _objects(self, path: Path, name: str) -> Iterator[object]:
        """Yield the values of a file, a fault in the place of what cannot be read."""
        try:
            yield from read_objects(path)
        except (PushboxError, OSError) as error:
            yield Fault(name, 0, located(say("dataset-unread"), why_of(error)))

    def _check_rows(self, rows: list[tuple[int, Row, Board]], name: str, split: str | None) -> Iterator[Fault]:
        lines = [
            (Level(board), text) for _, row, board in rows for text in (row.solution, row.shortest) if text is not None
        ]
        replays = iter(play_lines(lines, 1))
        for number, row, board in rows:
            messages = [*_of_board(row, board), *_of_claims(row)]
            for field in ("solution", "shortest"):
                if getattr(row, field) is not None:
                    messages += _of_solution(row, board, field, next(replays))
            messages += self._of_place(row, name, number, split)
            yield from (Fault(name, number, message) for message in messages)

    def _of_place(self, row: Row, name: str, number: int, split: str | None) -> Iterator[Sentence]:
        """Yield the faults of a row among the others: the same level twice, a near-duplicate in another split."""
        if row.split not in SPLITS or (split is not None and row.split != split):
            yield _other("split", row.split, split or "train, validation, test")
        try:
            key, group = bytes.fromhex(row.id), bytes.fromhex(row.group)
        except ValueError:
            return  # which is no id, and has been said
        if len(group) != _ID_BYTES:
            return
        file, first = self._ids.setdefault(key, (name, number))
        if (file, first) != (name, number):
            yield say("dataset-twice", file=file, row=first)
        own = {split for split in own_splits_of((row.origin, *row.duplicates), self._own) if split}
        known = self._groups.get(group)
        if known is None:
            self._groups[group] = _Place(row.split, name, number, tuple(own))
            return
        if known.split != row.split:
            yield say("dataset-near-duplicate", file=known.file, row=known.row)
        if own.difference(known.own):
            self._groups[group] = known._replace(own=(*known.own, *own.difference(known.own)))

    def check_groups(self) -> Iterator[Fault]:
        """Yield the faults of splits that are not those that ids and Boxoban's own splits decide."""
        for group, place in self._groups.items():
            expected = split_of(group.hex(), place.own)
            if place.split != expected:
                yield Fault(place.file, place.row, _other("split", place.split, expected))


def _of_board(row: Row, board: Board) -> Iterator[Sentence]:
    """Yield what a row says of its board that is not so."""
    found = ids_of(board)
    sizes = {"width": board.width, "height": board.height, "boxes": len(board.of_kind("box"))}
    for field, expected in {"id": found.canonical, "group": found.normal, **sizes}.items():
        if (value := getattr(row, field)) != expected:
            yield _other(field, value, expected)


def _of_claims(row: Row) -> Iterator[Sentence]:
    """Yield what a row claims that its other fields do not bear out."""
    for best, count, at_least in (
        (row.solution, "pushes", row.pushes_at_least),
        (row.shortest, "moves", row.moves_at_least),
    ):
        reached = row.solution_pushes if count == "pushes" else row.shortest_moves
        proven = reached if best is not None and reached == at_least else None
        if getattr(row, count) != proven:
            yield _other(count, getattr(row, count), proven)
        if None not in {reached, at_least} and at_least > reached:  # type: ignore[operator]
            yield _other(f"{count}_at_least", at_least, reached)
    for field in ("solution", "shortest"):
        for count in ("pushes", "moves"):
            if (getattr(row, field) is None) != (getattr(row, f"{field}_{count}") is None):
                yield _other(f"{field}_{count}", getattr(row, f"{field}_{count}"), None)
    is_solved = row.solution is not None
    if (row.shortest is not None) != is_solved:
        yield _other("shortest", row.shortest, row.solution)
    if is_solved:
        expected = "proven" if None not in {row.pushes, row.moves} else "solved"
    else:
        expected = row.status if row.status in STATUSES[2:] else "open"
    if row.status != expected:
        yield _other("status", row.status, expected)
    if row.status in {"proven", "unsolvable"} and row.limit is not None:
        yield _other("limit", row.limit, None)
    if not is_solved and row.difficulty is not None:
        yield _other("difficulty", row.difficulty, None)


def _of_solution(row: Row, board: Board, field: str, played: NativeLine | None) -> Iterator[Sentence]:
    """Yield what is wrong with a solution that native rules have played, None where they refuse it."""
    text = getattr(row, field)
    if played is None or not played.solved or played.text != text:
        yield say("dataset-unsolved", field=field, message=_why(board, text))
        return
    for count in ("pushes", "moves"):
        claimed = getattr(row, f"{field}_{count}")
        if claimed != getattr(played.metrics, count):
            yield _other(f"{field}_{count}", claimed, getattr(played.metrics, count))


def _why(board: Board, text: str) -> str:
    """Return why a text is no solution in LURD, by the game itself where that does not take long."""
    if len(text) <= _MOST_EXPLAINED:
        try:
            return verify(Level(board), text).message or say("dataset-letters")
        except PushboxError as error:
            return str(error)
    return say("dataset-letters")


def _other(field: str, found: object, expected: object) -> Sentence:
    shown = ["null" if value is None else str(value)[:80] for value in (found, expected)]
    return say("dataset-value", field=field, found=shown[0], expected=shown[1])
