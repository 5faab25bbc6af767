"""Between levels and rows: what a row of a level holds beside the level itself, and who may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..analysis.duplicates import symmetries
from ..errors import PushboxError
from ..formats import json
from ..identity import Relation, ids
from ..level import Level, SavedMoves
from ..play.verify import Verification, verify
from .tables import collections, levels, unsolvable
from .words import folded, plain, terms

Row = dict[str, Any]


class About(NamedTuple):
    """What a level is found by that its collection says: name, title, and the author of levels that name none."""

    name: str
    title: str
    author: str


class Duplicate(NamedTuple):
    """A level that is the same as an earlier one, by their ids, and in which sense."""

    level: int
    of: int
    relation: Relation


class Proven(NamedTuple):
    """A record of a file that is a solution, with what its replay counted."""

    record: SavedMoves
    verification: Verification


class Ready(NamedTuple):
    """What a level becomes in the library: its row, and its solutions, which the rules have replayed.

    The records that are no solutions, saved games for instance, stay with the level; `problems` are sentences about
    them.
    """

    row: Row
    proven: tuple[Proven, ...]
    problems: tuple[str, ...] = ()


def ready(level: Level, number: int, about: About) -> Ready:
    """Return what a level becomes, as number `number`, from 1, of a collection, which `about` tells of.

    Raises FormatError for a level that the form cannot hold.  O(cells), and O(moves) for each record.
    """
    proven: list[Proven] = []
    rest: list[SavedMoves] = []
    problems: list[str] = []
    for record in level.saved_moves:
        try:
            found = verify(level, record.text)
        except PushboxError as error:
            rest.append(record)
            problems.append(f"level {number}: a solution cannot be replayed: {error}")
            continue
        if found.solved:
            proven.append(Proven(record, found))
        else:
            rest.append(record)
            problems.append(f"level {number}: a record is no solution: {found.message}")
    return Ready(row(replace(level, saved_moves=tuple(rest)), number, about), tuple(proven), tuple(problems))


def row(level: Level, number: int, about: About) -> Row:
    """Return the row of a level, without its collection.  Raises FormatError as `ready` does.  O(cells)."""
    board = level.board
    found = ids(level, symmetries(level))
    return {
        "number": number,
        "title": plain(level.title),
        "author": plain(level.author),
        "notes": plain(level.notes),
        "game": plain(level.game),
        "width": board.width,
        "height": board.height,
        "boxes": sum(piece.kind != "pusher" for piece in board.pieces),
        "goals": sum(terrain.kind == "goal" for terrain in board.terrain),
        **found_by(number, level.title, level.author, level.notes, about),
        "level": json.encode(replace(level, source=None)),
        **found._asdict(),
    }


def refute(connection: sa.Connection, turned: Iterable[str]) -> None:
    """Take levels, by this id, off the list of those that have no solution: one has been replayed."""
    wrong = [{"wrong": ident} for ident in turned]
    if wrong:
        connection.execute(sa.delete(unsolvable).where(unsolvable.c.turned == sa.bindparam("wrong")), wrong)


def found_by(number: int, title: str, author: str, notes: str, about: About) -> Row:
    """Return the columns that a level is found by."""
    texts = (title, author, notes, *about)
    words = dict.fromkeys([str(number), *(term for text in texts for term in terms(text))])
    return {"author_folded": folded(plain(author or about.author)), "words": " ".join(words)}


def solution_row(level: int, text: str, found: Verification) -> Row:
    """Return the row of a solution of nobody.  Its `found` is a replay that has solved the level."""
    assert found.metrics is not None
    kept = {"visitor": "", "account": "", "title": "", "notes": "", "assists": [], "pure": True, "seconds": None}
    return {"level_id": level, "text": text, **found.metrics._asdict(), **kept}


def seen_by(viewer: str | None) -> sa.ColumnElement[bool]:
    """Return which collections somebody sees: those of nobody, those published, and his own; for None all."""
    if viewer is None:
        return sa.true()
    return collections.c.published | collections.c.owner.in_(("", viewer))


def duplicates(connection: sa.Connection, where: sa.ColumnElement[bool], viewer: str | None) -> Iterator[Duplicate]:
    """Yield the levels that are the same as an earlier one that the viewer sees, in the order of their ids."""
    wanted = sa.select(levels.c.normal).where(where)
    seen = sa.select(collections.c.id).where(seen_by(viewer))
    firsts = (
        sa.select(levels.c.normal, sa.func.min(levels.c.id).label("id"))
        .where(levels.c.normal.in_(wanted), levels.c.collection_id.in_(seen))
        .group_by(levels.c.normal)
        .subquery()
    )
    same = levels.alias()
    query = (
        sa.select(levels.c.id, same.c.id, levels.c.equal == same.c.equal, levels.c.turned == same.c.turned)
        .join(firsts, firsts.c.normal == levels.c.normal)
        .join(same, same.c.id == firsts.c.id)
        .where(where, firsts.c.id < levels.c.id)
        .order_by(levels.c.id)
    )
    for level, first, equal, turned in connection.execute(query):
        yield Duplicate(level, first, Relation.EQUAL if equal else Relation.TURNED if turned else Relation.NORMAL)
