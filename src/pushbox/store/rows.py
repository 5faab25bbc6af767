"""Levels and solutions as rows of their tables, and the conditions that rows are selected by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa

from ..analysis.duplicates import ids
from ..board import Board, terrain_codes
from ..errors import MissingCore
from ..formats import json
from ..identity import Relation
from ..identity.native import plain_cells
from ..level import Collection, Level, SavedMoves
from ..metrics import Metrics
from ..play.bulk import verify_many
from ..play.verify import ReplayStatus, Verification
from ..sentence import located, of_level, say
from .database import MOST_NAMED, portions
from .fulltext import fold, sanitize, terms
from .tables import collections, levels, now, unsolvable

Row = dict[str, Any]

INCOMPLETE = "(incomplete)"  # the owner of a collection whose levels are still being added; no visitor has this id


class CollectionInfo(NamedTuple):
    """The texts of a collection that searches look at; `author` is for levels without one."""

    name: str
    title: str
    author: str


class Duplicate(NamedTuple):
    """A level that is the same as an earlier one, by their ids, and in which sense."""

    level: int
    of: int
    relation: Relation


class PreparedLevel(NamedTuple):
    """A level as the library keeps it: its row, and the rows of its solutions, which the rules have replayed.

    Saved moves that are no solutions, saved games for instance, stay with the level; `problems` are sentences about
    them.
    """

    row: Row
    solutions: tuple[Row, ...]
    problems: tuple[str, ...] = ()


def _prepare(
    level: Level, number: int, info: CollectionInfo, replays: Iterable[Verification], added: datetime
) -> PreparedLevel:
    """Return a level as number `number`, from 1, of a collection; `replays` are those of its saved moves."""
    if not level.saved_moves:
        return PreparedLevel(level_row(level, number, info), ())
    solved: list[Row] = []
    rest: list[SavedMoves] = []
    problems: list[str] = []
    for saved, verification in zip(level.saved_moves, replays, strict=True):
        if verification.solved:
            solved.append(solution_row(verification, saved.title, saved.notes, added))
            continue
        rest.append(saved)
        is_error = verification.status is ReplayStatus.ERROR
        what = say("solution-not-replayed") if is_error else say("saved-no-solution")
        problems.append(of_level(number, located(what, verification.message)))
    return PreparedLevel(level_row(level, number, info, rest), tuple(solved), tuple(problems))


def prepare_each(
    collection: Collection, name: str, on_progress: Callable[[int], object] = lambda _: None
) -> Iterator[PreparedLevel]:
    """Yield the levels of a collection with a name; `on_progress` gets their number so far.

    Raises FormatError at a level that pushbox's JSON cannot hold.  O(cells).
    """
    info = CollectionInfo(name, collection.title, collection.author)
    replays = verify_many((level, saved.text) for level in collection for saved in level.saved_moves)
    added = now()
    for number, level in enumerate(collection.levels, start=1):
        yield _prepare(level, number, info, islice(replays, len(level.saved_moves)), added)
        on_progress(number)


def level_row(level: Level, number: int, info: CollectionInfo, saved_moves: Sequence[SavedMoves] | None = None) -> Row:
    """Return the row of a level, without its collection.  Raises FormatError as `prepare_each` does.  O(cells).

    Its texts are as the level has them: the columns replace what no database keeps.  `saved_moves` stay with it, in the
    place of its own if given.
    """
    board = level.board
    cells = _plain_cells(board)
    identity = ids(level, cells=cells)
    boxes, goals = _counts(board, cells)
    return {
        "number": number,
        "title": level.title,
        "author": level.author,
        "notes": level.notes,
        "game": level.game,
        "width": board.width,
        "height": board.height,
        "boxes": boxes,
        "goals": goals,
        **search_columns(level.title, level.author, level.notes, info),
        "level": json.encode(level, cells=cells, saved_moves=saved_moves),
        "equal": identity.equal,
        "turned": identity.canonical,
        "normal": identity.normal,
        "sketched": False,
    }


def _plain_cells(board: Board) -> bytes | None:
    """Return the `plain_cells` of a board, None for any but a plain one, and without native code."""
    try:
        return plain_cells(board)
    except MissingCore:
        return None


def _counts(board: Board, cells: bytes | None) -> tuple[int, int]:
    """Return how many pieces a board has that are no pushers, and how many goals; `cells` are those of a plain one."""
    if cells is not None:
        return len(board.pieces) - 1, len(cells) - len(cells.translate(None, _GOALS))
    codes, sorts = terrain_codes(board.terrain)
    goals = sum(codes.count(chr(place)) for place, sort in enumerate(sorts) if sort.kind == "goal")
    return len([piece for piece in board.pieces if piece.kind != "pusher"]), goals


_GOALS = bytes(byte for byte in range(16) if byte & 2)  # of the bytes of cells, those with a goal


def collection_row(collection: Collection, digest: str) -> Row:
    """Return the columns of a collection that come from its file."""
    texts = {name: sanitize(getattr(collection, name)) for name in ("title", "author", "notes")}
    return {**texts, "keys": [list(key) for key in collection.headers], "format": collection.format, "digest": digest}


def drop_from_unsolvable(connection: sa.Connection, turned: Iterable[str]) -> None:
    """Remove levels, by their ids under symmetry, from the unsolvable ones: a solution has been replayed."""
    for some in portions([*dict.fromkeys(turned)], MOST_NAMED):
        connection.execute(sa.delete(unsolvable).where(unsolvable.c.turned.in_(some)))


def search_columns(title: str, author: str, notes: str, info: CollectionInfo) -> Row:
    """Return the columns that a level is searched by, beside its number, which changes without them."""
    words = [*terms(title), *_terms_of_author(author)]
    if notes:
        words += terms(notes)
    words += _terms_of(info)
    return {"author_folded": _folded(author or info.author), "words": " ".join(dict.fromkeys(words))}


# Levels that follow each other have mostly one author.
_folded = lru_cache(maxsize=1)(fold)
_terms_of_author = lru_cache(maxsize=1)(terms)


@lru_cache(maxsize=1)
def _terms_of(info: CollectionInfo) -> tuple[str, ...]:
    """Return the words of a collection, which all its levels are searched by."""
    return tuple(term for text in info for term in terms(text))


def solution_row(verification: Verification, title: str, notes: str, added: datetime) -> Row:
    """Return the row, without its level, of a solution of nobody, found without assists, from a replay that solves."""
    assert verification.metrics is not None
    texts = {"text": verification.text, "title": title, "notes": notes}
    finder = {"visitor": "", "account": "", "assists": (), "pure": True, "seconds": None}
    counts = zip(Metrics._fields, verification.metrics, strict=True)  # `_asdict` takes five times as long
    return {**texts, **dict(counts), **finder, "added": added}


def visible_to(viewer: str | None) -> sa.ColumnElement[bool]:
    """Return the condition for collections that a viewer sees: public, published or their own; None sees all.

    Nobody sees what is `INCOMPLETE`.
    """
    if viewer is None:
        return collections.c.owner != INCOMPLETE
    return collections.c.published | collections.c.owner.in_(("", viewer))


def is_present() -> sa.ColumnElement[bool]:
    """Return the condition for collections of levels as they are now, which hold no earlier versions."""
    return collections.c.earlier_of.is_(None)


def duplicates(connection: sa.Connection, condition: sa.ColumnElement[bool], viewer: str | None) -> Iterator[Duplicate]:
    """Yield the levels that are the same as an earlier one that the viewer sees, in the order of their ids."""
    earlier = levels.alias()  # few have one, and what costs more is asked of these alone
    has_earlier = sa.exists().where(earlier.c.normal == levels.c.normal, earlier.c.id < levels.c.id)
    keys = sa.select(levels.c.normal).where(condition, has_earlier)
    visible = sa.select(collections.c.id).where(visible_to(viewer), is_present())
    firsts = (
        sa.select(levels.c.normal, sa.func.min(levels.c.id).label("id"))
        .where(levels.c.normal.in_(keys), levels.c.collection_id.in_(visible))
        .group_by(levels.c.normal)
        .subquery()
    )
    same = levels.alias()
    query = (
        sa.select(levels.c.id, same.c.id, levels.c.equal == same.c.equal, levels.c.turned == same.c.turned)
        .join(firsts, firsts.c.normal == levels.c.normal)
        .join(same, same.c.id == firsts.c.id)
        .where(condition, firsts.c.id < levels.c.id)
        .order_by(levels.c.id)
    )
    for level, first, equal, turned in connection.execute(query):
        yield Duplicate(level, first, Relation.EQUAL if equal else Relation.SYMMETRIC if turned else Relation.NORMAL)
