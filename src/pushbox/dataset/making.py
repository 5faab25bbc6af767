"""Make a data set: gather levels, answer them one by one, and write the files at the end.

A run that is stopped in any way goes on where it was: see `pushbox.dataset.journal`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from ..arguments import check_choice, check_flag, check_seed, check_threads, check_whole
from ..errors import PushboxError, naming
from ..solver import Limit
from ..solver.api import check_limit
from ..solver.parallel import Stop, map_ahead
from ..version import version
from . import folder as places
from . import solving
from .card import card
from .forms import FORMS, Form, require_form, writer
from .gather import Gathered
from .journal import FOLDER, Journal, journal, kept, read_object, write_object
from .near_duplicates import near_duplicates_of
from .rows import SPLITS, STATUSES, Row
from .sources import LeftOut, is_band, shown_name, sources_of

_AHEAD = 8  # levels a thread that are begun before the first of them is written

Progress = Callable[[str, int, int, str], object]


class Made(NamedTuple):
    """A data set that is complete: levels by split and by status, what was left out, whether it was there before."""

    folder: Path
    splits: dict[str, int]
    statuses: dict[str, int]
    left_out: tuple[LeftOut, ...]
    was_there: bool = False


def make(
    folder: str | os.PathLike[str],
    sources: Iterable[str | os.PathLike[str]],
    *,
    count: int = 100,
    seed: int = 0,
    limit: Limit | None = None,
    threads: int = 1,
    difficulty: bool = True,
    forms: Iterable[Form] = FORMS,
    progress: Progress = lambda *_: None,
) -> Made:
    """Make a data set of levels in a folder, or go on with one that was begun by the same call.

    A source is ``builtin:NAME``, ``band:3`` or ``band:1-10`` (`count` levels of each band, by `seed`), a file of levels
    or a folder of such files. `limit` is that of each level: what is not proven within it is null in its row, and the
    row says which limit it was. `progress` is called with what is done ("reading", "solving", "writing"), how far it
    is, the end, and a detail.

    Raises PushboxError for sources that cannot be read or have no level, for a folder that has something else in it,
    and where Parquet is wanted and pyarrow is missing; KeyboardInterrupt on Ctrl-C.
    """
    check_whole("count", count, 1)
    check_seed(seed)
    check_limit(limit)
    check_threads(threads)
    check_flag("difficulty", difficulty)
    chosen = [form for form in FORMS if form in _checked(forms)]
    limit = limit or Limit()
    words = [os.fspath(source) for source in ([sources] if isinstance(sources, str | os.PathLike) else sources)]
    path = Path(folder)
    settings = {
        "sources": [*map(shown_name, words)],
        "count": count,
        "seed": seed,
        "limit": asdict(limit),
        "difficulty": difficulty,
        "forms": [*chosen],
    }
    for form in chosen:
        require_form(form)
    with naming(path, OSError):
        if (there := _complete(path, settings)) is not None:
            return there
        path.mkdir(parents=True, exist_ok=True)
    given = sources_of(words, count=count, seed=seed, threads=threads)
    given = [kept(source, path / FOLDER, count) if is_band(source) else source for source in given]
    gathered = Gathered(given, lambda done, end, detail: progress("reading", done, end, detail))
    if not gathered:
        raise PushboxError.said("dataset-no-levels")
    plan = {"settings": settings, "program": version(), "levels": len(gathered), "digest": gathered.digest}
    with naming(path, OSError), journal(path / FOLDER, plan) as rows:
        for done in _solve(gathered, rows, limit, threads, difficulty=difficulty):
            progress("solving", done, len(gathered), "")
        made = _write(path, settings, gathered, rows, progress)
    shutil.rmtree(path / FOLDER, ignore_errors=True)
    return made


def _checked(forms: Iterable[Form]) -> list[Form]:
    given = [*forms]
    for form in given:
        check_choice("forms", form, FORMS)
    if not given:
        check_choice("forms", None, FORMS)
    return given


def _complete(path: Path, settings: dict[str, Any]) -> Made | None:
    """Return the data set of a folder that is complete, None where it is to be made.

    Raises PushboxError where it was made with other settings, or where something else is in the folder.
    """
    if not path.exists() or not any(path.iterdir()) or (path / FOLDER).is_dir():
        return None
    if (read_object(path / places.SUMMARY) or {}).get("pushbox") != "dataset":
        raise PushboxError.said("dataset-folder", path=str(path))
    found = places.summary(path)
    if found["settings"] != settings:
        raise PushboxError.said("dataset-other", found=str(found["settings"])[:400], expected=str(settings)[:400])
    return Made(path, found["splits"], found.get("statuses", {}), (), was_there=True)


def _solve(gathered: Gathered, rows: Journal, limit: Limit, threads: int, *, difficulty: bool) -> Iterator[int]:
    """Confirm the rows that are missing; yield how many there are, first those of earlier runs."""
    done = rows.confirmed()
    yield done

    def row(level: int, stop: Stop) -> Row:
        fields = solving.answers(gathered.rows[level].decode("ascii"), limit, stop, difficulty=difficulty)
        origin, *duplicates = gathered.places(level)
        return Row(**fields, split=gathered.split(level), origin=origin, duplicates=tuple(duplicates))

    with closing(map_ahead(row, range(done, len(gathered)), threads, _AHEAD * threads)) as answered:
        for level, found in answered:
            rows.add(found)
            yield level + 1


def _write(path: Path, settings: dict[str, Any], gathered: Gathered, rows: Journal, progress: Progress) -> Made:
    """Write all files from the confirmed rows, the summary last, and return what is in them."""
    splits, statuses = dict[str, int](dict.fromkeys(SPLITS, 0)), dict[str, int](dict.fromkeys(STATUSES, 0))
    data = path / places.DATA
    data.mkdir(exist_ok=True)
    with ExitStack() as stack:
        adders: dict[str, list[Callable[[Row], None]]] = {
            split: [stack.enter_context(writer(path / places.data_file(split, form), form)) for form in forms]
            for forms in [settings["forms"]]
            for split in SPLITS
        }
        for done, row in enumerate(rows.rows(), start=1):
            splits[row.split] += 1
            statuses[row.status] += 1
            for add in adders[row.split]:
                add(row)
            if done % 1000 == 0 or done == len(gathered):
                progress("writing", done, len(gathered), "")
    near = near_duplicates_of(gathered)
    written = [places.data_file(split, form) for form in settings["forms"] for split in SPLITS]
    if near.groups:
        places.write_lines(path / places.NEAR_DUPLICATES, (group.to_json() for group in near.groups))
        written.append(places.NEAR_DUPLICATES)
    found: dict[str, Any] = {"pushbox": "dataset", "version": places.VERSION, "program": version()}
    found |= {"settings": settings, "splits": splits, "statuses": statuses}
    found["sources"] = [_source_to_json(gathered, index) for index in range(len(gathered.sources))]
    found["left_out"] = [
        {"source": one.source, "level": one.number, "reason": str(one.reason)} for one in gathered.left_out
    ]
    found["near_duplicates"] = [pair._asdict() for pair in near.pairs]
    found["files"] = {name: {"sha256": places.sum_of(path / name)} for name in written}
    places.write_text(path / places.CARD, card(found))
    write_object(path / places.SUMMARY, found)
    return Made(path, splits, statuses, tuple(gathered.left_out))


def _source_to_json(gathered: Gathered, index: int) -> dict[str, Any]:
    source = gathered.sources[index]
    return {"name": source.name, "own_split": source.own_split, "levels": gathered.counts[index]}
