"""Progress of other programs: looked at first, then kept as the visitor's solutions and plays, by the same job."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ... import store
from ...batch.api import Fields
from ...store import Store, disk
from ...store.imports import State
from ..disk_shares import DiskShare
from ..errors import PhraseOut
from ..identity_cookie import Visitor
from ..settings import Settings
from ..work_limits import MAX_MOVES
from .access import CollectionOut, collections_out, remaining
from .files import MAX_FILES
from .models import RequestModel, ResponseModel
from .schemas import ProblemOut
from .texts import Data, Encoding, Text

TASK: Literal["import-progress"] = "import-progress"


class ProgressFileIn(RequestModel):
    """A file of another program, or an archive of such files."""

    name: Annotated[str, Field(min_length=1, max_length=200, examples=["yasc.sok"])]
    text: Text = ""
    data: Data = ""
    encoding: Encoding | None = None


class ImportProgressJob(RequestModel):
    """Import solutions and saved games that other programs have stored, for the levels that you see.

    Without `keep` nothing is written: the result says what would be. Every solution is replayed. It counts as handed
    in, so it earns one star at most; a saved game becomes a play to go on with. Only the levels of one `collection`
    count if given, which moves without a board need. With `missing`, levels that you do not see become collections of
    yours. Doing it twice changes nothing. The progress has the number of `moves`, and how many of them are `ready`.
    """

    task: Literal["import-progress"]
    files: Annotated[list[ProgressFileIn], Field(min_length=1, max_length=MAX_FILES)]
    collection: Annotated[int | None, Field(ge=1, le=2**53)] = None
    missing: bool = False
    keep: bool = False


class ProgressRow(ResponseModel):
    """What becomes of a solution or a saved game, with the level of the library that it is for.

    ``first`` is a solution of a level that you had not solved, ``better`` one with fewer moves or pushes than yours,
    ``other`` any other new one, ``known`` one that you have; ``game`` is a saved game, ``game-known`` one that you
    have. ``missing`` and ``game-missing`` are for levels that you do not see. ``refused`` and ``full`` have a `reason`.
    """

    state: State
    level: int | None
    title: str
    collection: str = ""
    collection_title: str = ""
    number: int
    moves: int
    pushes: int
    reason: str
    phrase: PhraseOut | None = None


class ProgressFile(ResponseModel):
    """A file: the program that has written it, how many solutions, saved games and records it has, or the error."""

    name: str
    program: str
    moves: int
    problems: list[ProblemOut]
    error: ProblemOut | None


class ImportedProgress(ResponseModel):
    """What was, or would be, imported: counts of rows by their `states`, and the first rows.

    `levels` counts the levels of the library with progress in these files, `tagged` those that only a record says to be
    solved, `missing` those that you do not see, and `unnamed` the moves without a board.
    """

    files: list[ProgressFile]
    states: dict[State, int]
    levels: int
    tagged: int
    missing: int
    unnamed: int
    rows: list[ProgressRow]
    refused: list[ProgressRow]
    collections: list[CollectionOut]


def bounded(library: Store, settings: Settings, share: DiskShare) -> Fields:
    """Return what the payload of an import says of its visitor, and what they may keep."""
    visitor, limits = share.visitor, settings.limits
    most_collections, most, plays = remaining(library, settings, visitor)
    return {
        "visitor": visitor.id,
        "account": visitor.account or "",
        "cells": limits.cells,
        "moves": MAX_MOVES,
        "steps": limits.steps,
        "solutions": limits.solutions,
        "plays": plays,
        "room": max(0, limits.visitor_disk - disk.kept_by(library, visitor.owners)),
        "most": min(most, share.levels_left()),
        "most_collections": most_collections,
    }


def report(library: Store, visitor: Visitor, result: Fields) -> ImportedProgress:
    """Return the result of the task as the API shows it."""
    rows = [*result["rows"], *result["refused"]]
    names = store.summaries.level_names(library, {row["level"] for row in rows if row["level"] is not None})

    def shown(row: Fields) -> ProgressRow:
        name = names.get(row["level"])
        title = name.collection_title if name else ""
        return ProgressRow(**row, collection=name.collection if name else "", collection_title=title)

    entries = [store.collections.get(library, ident) for ident in result["collections"]]
    counts = {name: result[name] for name in ("states", "levels", "tagged", "missing", "unnamed")}
    return ImportedProgress(
        **counts,
        files=[ProgressFile(**file) for file in result["files"]],
        rows=[shown(row) for row in result["rows"]],
        refused=[shown(row) for row in result["refused"]],
        collections=collections_out(library, entries, visitor),
    )
