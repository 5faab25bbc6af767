"""The task that imports progress of other programs: solutions and saved games for the levels of a library.

Everything is read and replayed before the first row is written; without ``keep`` nothing is. A payload names the
library by its ``database`` URL, and the ``visitor`` with their ``account``, who sees what a visitor sees.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from .. import imports
from ..errors import FormatError, PushboxError
from ..extras import requiring
from ..formats import bounds
from ..imports import ImportedFile, PlayedLevel
from ..imports.api import MOST_PLAYED
from ..level import Collection, Level, SavedMoves
from ..sentence import counted, say, to_json
from .api import Failed, Fields
from .imports import LONGEST_NAME, Progress, file_content
from .payload import Payload, value_of

if TYPE_CHECKING:
    from ..store import Store
    from ..store.imports import ImportedRow, ProgressImport

_MAX_REPORTED = 200  # rows, and problems, of an import


class _ReadFile(NamedTuple):
    """A file by its name, with what a program has stored in it, or the error."""

    name: str
    imported: ImportedFile
    error: PushboxError | None = None


def import_progress(payload: Payload, progress: Progress) -> Fields:
    """Import the progress in ``files`` for the levels of a library, or of one ``collection``; ``keep`` writes it.

    With ``missing``, levels that the library does not have become collections of the visitor, one for each file. At
    most ``plays`` new plays, ``solutions`` of a level and ``room`` bytes are kept.
    """
    with requiring("library"):
        from .. import store  # and with it packages that no other task has a use for
        from ..store.database import BUSY_TIMEOUT
        from ..store.import_matching import ReplayBounds
        from ..store.imports import ImportBounds, ProgressImport
    files = _read_files(payload)
    count = sum(len(file.imported.played) for file in files)
    keep = payload.get("keep") is True

    def report(ready: int) -> None:
        if progress({"moves": count, "ready": min(ready, count)}):
            raise PushboxError.said("stopped-progress")

    report(0)
    visitor = value_of(payload, "visitor", str)
    limits = ImportBounds(
        ReplayBounds(value_of(payload, "moves", int, sys.maxsize), value_of(payload, "steps", int, sys.maxsize)),
        value_of(payload, "solutions", int, sys.maxsize),
        value_of(payload, "plays", int, sys.maxsize),
        value_of(payload, "room", int, sys.maxsize),
    )
    patience = value_of(payload, "busy_timeout", float, BUSY_TIMEOUT)
    with store.open(value_of(payload, "database", str, "") or None, busy_timeout=patience) as library:
        run = ProgressImport(
            library,
            collection=value_of(payload, "collection", int, 0) or None,
            visitor=visitor,
            account=value_of(payload, "account", str, ""),
            viewer=visitor,
            bounds=limits,
        )
        for file in files:
            run.read(file.imported, report)
        added: list[int] = []
        if keep:
            if payload.get("missing") is True:
                added = _add_missing(library, payload, files, run)
            run.keep(report)
        return _result(files, run, added)


def _read_files(payload: Payload) -> list[_ReadFile]:
    """Read files within the bounds of the payload. Raises Failed for more cells or moves than may be in all."""
    texts = bounds.TextBounds(*value_of(payload, "texts", list, [sys.maxsize] * 3))
    side, most_cells = value_of(payload, "side", int, sys.maxsize), value_of(payload, "cells", int, sys.maxsize)
    files: list[_ReadFile] = []
    cells = moves = 0
    for file in value_of(payload, "files", list):
        name = value_of(file, "name", str)
        try:
            content = file_content(value_of(file, "text", str, ""), value_of(file, "data", str, ""))
            data = content.encode("utf-8", "replace") if isinstance(content, str) else content
            imported = imports.read(data, name=name, encoding=value_of(file, "encoding", str, "") or None)
        except PushboxError as error:
            files.append(_ReadFile(name, ImportedFile(""), error))
            continue
        cells += sum(len(level.board.terrain) for level in _levels_of(imported))
        moves += len(imported.played)
        if cells > most_cells:
            raise Failed(say("many-cells", count=cells, most=most_cells), "texts")
        if moves > MOST_PLAYED:
            raise Failed(say("solutions-count", count=moves, most=MOST_PLAYED), "texts")
        files.append(_ReadFile(name, _within(imported, side, texts)))
    return files


def _within(imported: ImportedFile, side: int, texts: bounds.TextBounds) -> ImportedFile:
    """Return what has room: levels without larger boards or longer texts, titles and notes of moves cut off."""
    bare = {id(level): replace(level, saved_moves=()) for level in _levels_of(imported)}
    kept = bounds.within(Collection(tuple(bare.values())), side, texts)
    fit = {id(level) for level in kept.levels}
    played: list[PlayedLevel] = []
    for one in imported.played:
        title, text, notes = one.moves
        cut = replace(one, moves=SavedMoves(title[: texts.title], text, notes[: texts.words]))
        if one.level is None:
            played.append(cut)
        elif id(level := bare[id(one.level)]) in fit:
            played.append(replace(cut, level=level))
    return replace(imported, played=tuple(played), problems=(*imported.problems, *map(str, kept.problems)))


def _levels_of(imported: ImportedFile) -> Iterable[Level]:
    """Return the levels with moves, each once."""
    return {id(one.level): one.level for one in imported.played if one.level is not None}.values()


def _add_missing(library: Store, payload: Payload, files: Sequence[_ReadFile], run: ProgressImport) -> list[int]:
    """Add the levels that the library does not have as collections, place their moves, and return the new ids.

    Raises Failed for more collections or levels than the visitor may keep.
    """
    from .. import store
    from ..store.collections import NewCollection

    missing = {id(level) for level in run.missing}
    new: list[tuple[str, Collection]] = []
    for file in files:
        levels = tuple(level for level in _levels_of(file.imported) if id(level) in missing)
        if levels:
            name = PurePath(file.name).stem[:LONGEST_NAME].strip() or "levels"
            new.append((name, Collection(levels)))
    count = sum(len(collection.levels) for _, collection in new)
    for noun, found, most in (("collection", len(new), "most_collections"), ("level", count, "most")):
        allowed = value_of(payload, most, int, found)
        if found > allowed:
            raise Failed(say("levels-at-most", levels=counted(found, noun), most=allowed), "levels")
    owner = value_of(payload, "visitor", str)
    names = store.collections.free_names(library, [name for name, _ in new], owner=owner)
    named = [NewCollection(name, collection) for name, (_, collection) in zip(names, new, strict=True)]
    added = store.collections.add_all(library, named, owner=owner)
    run.place_missing()
    return [one.id for one in added]


def _result(files: Sequence[_ReadFile], run: ProgressImport, added: Sequence[int]) -> Fields:
    """Return what was, or would be, written."""
    summary = run.summary()
    left = [row for row in summary.rows if row.state == "refused"]
    return {
        "status": "done",
        "files": [_file_to_json(file) for file in files],
        "states": dict(Counter(row.state for row in summary.rows)),
        "levels": summary.levels,
        "tagged": summary.tagged,
        "missing": len(run.missing),
        "unnamed": sum(played.level is None for file in files for played in file.imported.played),
        "rows": [_row_to_json(row) for row in _most_telling(summary.rows)],
        "refused": [_row_to_json(row) for row in left[:_MAX_REPORTED]],
        "collections": list(added),
        "bytes": summary.bytes,
    }


def _most_telling(rows: Sequence[ImportedRow]) -> list[ImportedRow]:
    """Return the first rows of what is new, then of the rest; those that are refused have their own list."""
    new = [row for row in rows if row.state in _NEW]
    others = [row for row in rows if row.state not in _NEW and row.state != "refused"]
    return [*new, *others][:_MAX_REPORTED]


_NEW = frozenset(("first", "better", "other", "game", "missing", "game-missing", "full"))


def _row_to_json(row: ImportedRow) -> Fields:
    return row._asdict() | {"phrase": to_json(row.reason)}


def _file_to_json(file: _ReadFile) -> Fields:
    """Return what a file is: its program and the number of moves in it, the error or its problems."""
    problems = [_problem_to_json(problem) for problem in file.imported.problems[:_MAX_REPORTED]]
    error = None
    if file.error is not None:
        where = file.error if isinstance(file.error, FormatError) else None
        place = {"line": where.line, "column": where.column} if where else {}
        error = _problem_to_json(where.message if where else str(file.error)) | place
    moves = len(file.imported.played) + len(file.imported.solved)
    return {"name": file.name, "program": file.imported.program, "moves": moves, "problems": problems, "error": error}


def _problem_to_json(found: str) -> Fields:
    phrase = to_json(found)
    return {"severity": "warning", "found": found, "phrases": {"found": phrase} if phrase else {}}
