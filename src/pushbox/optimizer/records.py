"""The fewest pushes and moves on record for levels that many have solved, each with its source.

The counts are in ``records.tsv``, fields between tabs, after lines that begin with ``#``::

    id    level    pushes    proven    moves    source of pushes    source of moves

A level is known by its Unique-Id (`pushbox.identity.unique_id`), so that a turned or mirrored copy is the same level.
`pushes` and `moves` are each the least of any solution that was replayed, not those of one solution.  No list of the
field is complete: a smaller count may stand somewhere else, so a new record is one against the source that is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..errors import LevelError, PushboxError
from ..games import load
from ..identity import unique_id
from ..level import Level
from ..metrics import Metrics
from ..sentence import counted, listed, say
from . import native

PATH = Path(__file__).with_name("records.tsv")
_HEAD = ("id", "level", "pushes", "proven", "moves", "source of pushes", "source of moves")
_PROVEN = {"proven": True, "": False}


@dataclass(frozen=True, slots=True)
class Record:
    """The fewest pushes and the fewest moves on record for a level; `proven` says that no solution has fewer pushes."""

    level: str
    pushes: int
    proven: bool
    moves: int
    pushes_source: str
    moves_source: str

    def beaten_by(self, metrics: Metrics) -> str:
        """Return what a solution with these counts has less of than any on record, for people; empty for nothing."""
        better = [
            say("fewer-than-record", counts=counted(count, name), record=record, source=source)
            for count, name, record, source in (
                (metrics.pushes, "push", self.pushes, self.pushes_source),
                (metrics.moves, "move", self.moves, self.moves_source),
            )
            if count < record
        ]
        return listed(better)


def record_of(level: Level) -> Record | None:
    """Return what is on record for a level, None for a level that is not in the list.  O(cells * reachable cells)."""
    try:
        return _records().get(unique_id(level.board)) if native.knows(load(level)) else None
    except LevelError:
        return None


def read(text: str) -> dict[str, Record]:
    """Return the records in a text by the ids of their levels.  Raises PushboxError that names a wrong line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    return dict(_record(number, line.split("\t")) for number, line in lines)


def _record(number: int, fields: list[str]) -> tuple[str, Record]:
    try:
        name, level, pushes, proven, moves, pushes_source, moves_source = fields
        return name, Record(level, int(pushes), _PROVEN[proven], int(moves), pushes_source, moves_source)
    except (ValueError, KeyError):
        wanted = ", ".join(_HEAD)
        raise PushboxError.said("expected-fields", number=number, fields=fields, wanted=wanted) from None


@cache
def _records() -> dict[str, Record]:
    return read(PATH.read_text(encoding="utf-8"))
