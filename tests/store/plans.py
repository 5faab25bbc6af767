"""What SQLite says of how it answers a query, and which scans of large tables are meant.

Without statistics SQLite plans by the statement and the indices alone: a test's small library has the plans of a large
one.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from pushbox.store.tables import metadata


@cache
def growing() -> frozenset[str]:
    """Return the tables that have a row, or many, for each level: `levels` and those that hang on it."""
    names = {"levels", "unsolvable", "ratings"}
    for table in metadata.sorted_tables:  # those that others name come first
        if any(key.column.table.name in names and key.ondelete == "CASCADE" for key in table.foreign_keys):
            names.add(table.name)
    return frozenset(names)


# The function of `pushbox.store` that sends the query, with the table that it scans: why every row is looked at.
ALLOWED = {
    ("levels._page", "levels"): "a search without conditions, or by those of solutions and ratings, is of every level",
    ("collections._entries", "levels"): "the list of collections counts their levels, in an index that has all for it",
    ("rows.duplicates", "levels"): "the duplicates of a whole library: each level is looked up",
    ("near._shared_keys", "bands"): "the near duplicates of a whole library: the keys that several levels have",
    ("solutions.share_equal", "solutions"): "each solution of the library may be one for an equal level",
    ("claims.requests", "handovers"): "a row for each play that another server waits for: few, or none",
    ("comments.reported", "reports"): "what moderators read is the comments with the most reports of all",
    **{("backup._copy", table): "a backup is of every row" for table in growing()},
    **{("backup._require_empty", table): "it ends at the first row" for table in growing()},
}
_FEW_ROWS = "ix_levels_not_sketched"  # an index of the levels that are still to be put into `bands`

_explained: set[str] = set()


def scans(cursor: Any, statement: str, parameters: Any, frame: FrameType | None) -> Iterator[str]:
    """Yield a sentence for each scan without a reason in the plan of a statement that was not explained before."""
    if not isinstance(cursor, sqlite3.Cursor) or statement in _explained:
        return
    if sender := _sender(frame):
        _explained.add(statement)
        for table in scanned(cursor, statement, parameters):
            if (sender, table) not in ALLOWED:
                yield f"{sender} scans {table}:\n{statement}"


def scanned(cursor: sqlite3.Cursor, statement: str, parameters: Any) -> list[str]:
    """Return the growing tables that SQLite scans to answer a statement, or an index of theirs."""
    if not _EXPLAINABLE.match(statement):
        return []
    one = parameters[0] if isinstance(parameters, list) else parameters
    plan = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", one)
    steps = [match for *_, step in plan if (match := _SCAN.match(step)) and _FEW_ROWS not in step]
    names = {alias: table for table, alias in _ALIAS.findall(statement)}
    tables = [names.get(match[1], match[1]) for match in steps]
    return [table for table in tables if table in growing()]


def _sender(frame: FrameType | None) -> str:
    """Return the innermost function of the library on the stack, those of `database` left out, as module.function."""
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.parent.name == "store" and file.parent.parent.name == "pushbox" and file.stem != "database":
            return f"{file.stem}.{frame.f_code.co_name}"
        frame = frame.f_back
    return ""


_EXPLAINABLE = re.compile(r"\s*(SELECT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)
_SCAN = re.compile(r"SCAN (\w+)")
_ALIAS = re.compile(r"\b(\w+) AS (\w+)")
