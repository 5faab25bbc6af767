"""Records of letslogic.com: the levels a player has completed, with the counts of their best solutions.

The API answers them at ``/api/v1/records``: JSON, perhaps in a ZIP archive, that maps the id of a level to ``blue``
(fewest moves) and ``green`` (fewest pushes), each with ``moves`` and ``pushes``. No answer of the API contains the
moves themselves.

Source: letslogic.com, API version 1; the crate letslogic 0.1.1.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from typing import Any

from ..errors import FormatError
from ..formats import encodings
from ..formats import text as texts
from ..formats.bounds import check_values
from ..sentence import say
from .api import MOST_PLAYED, ImportedFile, Program, SolvedId

KEY = "letslogic"
_ZIP = b"PK\x03\x04"
_HEAD = 4000  # bytes of a file by which it is recognised


def recognise(data: bytes, _name: str) -> bool:
    """Return whether a file has records of letslogic."""
    if data.startswith(_ZIP):
        return _unpacked(data, _HEAD).lstrip().startswith(b"{")
    head = data[:_HEAD].lstrip()
    return head.startswith(b"{") and b'"blue"' in head and b'"map"' not in head


def read(data: bytes, _name: str, encoding: str | None = None) -> ImportedFile:
    """Read the records. Raises FormatError if the file has none."""
    document = encodings.decode(_unpacked(data) if data.startswith(_ZIP) else data, encoding).text
    check_values(document)
    try:
        records: Any = json.loads(document)
    except (json.JSONDecodeError, RecursionError, ValueError):
        raise FormatError.said("records-no-json") from None
    if not isinstance(records, dict):
        raise FormatError.said("records-no-object")
    if "error" in records:
        raise FormatError.said("records-error", error=str(records["error"])[:80])
    if len(records) > MOST_PLAYED:
        raise FormatError.said("many-records", count=len(records), most=MOST_PLAYED)
    solved = {ident: _record(ident, record) for ident, record in records.items()}
    problems = tuple(say("record-no-counts", ident=ident[:20]) for ident, one in solved.items() if one is None)
    return ImportedFile(KEY, solved=tuple(one for one in solved.values() if one), problems=problems)


def _record(ident: str, record: Any) -> SolvedId | None:
    best = record.get("blue") if isinstance(record, dict) else None
    moves, pushes = (best.get("moves"), best.get("pushes")) if isinstance(best, dict) else (None, None)
    return SolvedId(ident, moves, pushes) if type(moves) is type(pushes) is int else None


def _unpacked(data: bytes, most: int = texts.LARGEST + 1) -> bytes:
    """Return the first file of an archive, at most so many bytes of it.

    Raises FormatError, also for one that grows beyond the bound of a file.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            first = archive.infolist()[0]
            with archive.open(first) as file:
                content = file.read(most)
    except (zipfile.BadZipFile, zlib.error, EOFError, IndexError, NotImplementedError, RuntimeError, OSError):
        raise FormatError.said("records-archive") from None
    if len(content) > texts.LARGEST:
        raise FormatError.said("records-large", most=texts.LARGEST)
    return content


PROGRAM = Program(KEY, "records of letslogic.com, as /api/v1/records answers them", recognise, read)
