"""Solutions: each replayed by the rules of its game before it is kept, and the best by each count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple, TypedDict, Unpack, get_args

import sqlalchemy as sa

from ..arguments import Line, line_of
from ..errors import Conflict, IllegalMove, NotationError, NotFound, NotSolved
from ..identity import Ids
from ..level import Level, SavedMoves
from ..metrics import Metrics
from ..play.stars import Known
from ..play.verify import ReplayStatus, Verification, verify
from . import accounts as account_store
from . import levels as level_store
from . import rows
from .database import Store, fitting, from_row, insert_one, not_found
from .fulltext import sanitize
from .levels import LevelEntry
from .tables import accounts, levels, now, solutions
from .turns import in_turns

Metric = Literal["moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines"]
METRICS: tuple[Metric, ...] = get_args(Metric)
MOST_PUSHES = 100_000  # of a solution that is replayed to learn from it
SHOWN = "solution"  # the assist of who has looked at a known solution
HANDED_IN = "handed in"  # the assist of moves that nobody has watched being found


@dataclass(frozen=True, slots=True)
class SolutionEntry:
    """A solution of a level in its game's notation, with the counts of its replay.

    `visitor` and `account` found it; both are None for a solution from a file. It is `pure` if no `assists` were used.
    `seconds` is the time to find it.
    """

    id: int
    level: int
    visitor: str | None
    account: str | None
    title: str
    notes: str
    text: str
    metrics: Metrics
    assists: frozenset[str]
    seconds: float | None
    added: datetime

    @property
    def pure(self) -> bool:
        """Return whether it was found without assists."""
        return not self.assists


class ReplayedSolution(NamedTuple):
    """A solution that the rules have replayed, to be kept: its row, and the ids of the level it was replayed on."""

    ids: Ids
    row: rows.Row


class About(TypedDict, total=False):
    """What is kept beside a solution: by whom, with which assists, in how many seconds, with a title and notes."""

    visitor: str | None
    assists: Iterable[str]
    seconds: float | None
    title: str
    notes: str


def add(
    store: Store,
    level: int,
    text: Line,
    *,
    account: str | None = None,
    **about: Unpack[About],
) -> SolutionEntry:
    """Replay a solution on a level and keep it; the same solution of the same person again changes nothing.

    The level is no longer registered as unsolvable.  Raises NotFound for a level that does not exist, and
    NotationError, IllegalMove or NotSolved as the replay fails.
    """
    entry = level_store.get(store, level)
    solution = replay(entry, text, **about)
    with store.write() as connection:
        return keep(connection, solution, account)


def replay(level: LevelEntry, text: Line, **about: Unpack[About]) -> ReplayedSolution:
    """Replay a solution on a level, without the library.  Raises as `add` does where the replay fails."""
    return prepare(level, verified(level.level, text), **about)


def prepare(
    level: LevelEntry,
    verification: Verification,
    *,
    visitor: str | None = None,
    assists: Iterable[str] = (),
    seconds: float | None = None,
    title: str = "",
    notes: str = "",
) -> ReplayedSolution:
    """Return a solution that is `verified` on a level as it is kept."""
    assists_used = sorted({sanitize(assist) for assist in assists})
    row = {"level_id": level.id, **rows.solution_row(verification, title, notes, now()), "visitor": visitor or ""}
    return ReplayedSolution(level.ids, row | {"assists": assists_used, "pure": not assists_used, "seconds": seconds})


def keep(connection: sa.Connection, solution: ReplayedSolution, account: str | None) -> SolutionEntry:
    """Keep a solution, of somebody with an account or without, within a transaction, as `add` does.

    Raises NotFound or Conflict, and has changed nothing then, where the level is gone or another one now.
    """
    row = solution.row | {"account": account or ""}
    level = row["level_id"]
    if level_store.fetch(connection, level).ids.equal != solution.ids.equal:
        raise Conflict.said("level-changed-now", level=level)
    if row["visitor"]:
        account_store.ensure_visitor(connection, row["visitor"])
    same = [solutions.c[name] == row[name] for name in ("level_id", "visitor", "account", "text", "pure")]
    if (old := connection.execute(sa.select(solutions).where(*same)).mappings().first()) is not None:
        return _entry(old)
    rows.drop_from_unsolvable(connection, [solution.ids.canonical])
    query = sa.select(solutions).where(solutions.c.id == insert_one(connection, solutions, row))
    return _entry(connection.execute(query).mappings().one())


def is_shown(connection: sa.Connection, solution: ReplayedSolution) -> bool:
    """Return whether the library already had this solution and showed it to the player."""
    row = solution.row
    if SHOWN not in row["assists"]:
        return False
    same = [solutions.c[name] == row[name] for name in ("level_id", "text")]
    return connection.execute(sa.select(solutions.c.id).where(*same).limit(1)).first() is not None


def listing(store: Store, level: int, *, visitor: str | None = None) -> list[SolutionEntry]:
    """Return the solutions of a level, optionally of one visitor, fewest moves first. Raises NotFound."""
    query = sa.select(solutions).where(solutions.c.level_id == level).order_by(*_order_by("moves"))
    if visitor is not None:
        query = query.where(solutions.c.visitor == visitor)
    with store.read() as connection:
        level_store.fetch(connection, level)
        return [_entry(row) for row in connection.execute(query).mappings()]


class SolutionPage(NamedTuple):
    """One page of solutions, and whether `more` may follow."""

    entries: tuple[SolutionEntry, ...]
    more: bool


def page(
    store: Store,
    level: int,
    *,
    viewer: str,
    mine: bool = False,
    limit: int = 100,
    room: int | None = None,
    after: int | None = None,
) -> SolutionPage:
    """Return the solutions of a level that a viewer can see, or only theirs, fewest moves first, after one of them.

    A page has at most `limit` solutions, whose texts have at most `room` characters; one solution always has room.
    Raises NotFound if solution `after` does not exist.
    """
    conditions = [solutions.c.level_id == level, solutions.c.visitor == viewer if mine else _visible_to(viewer)]
    keys = _order_by("moves")
    with store.read() as connection:
        if after is not None:
            last = connection.execute(sa.select(*keys).where(solutions.c.id == after)).one_or_none()
            if last is None:
                raise NotFound.said("no-solution", solution=after, level=level)
            conditions.append(sa.tuple_(*keys) > sa.tuple_(*last))
        size = sa.func.length(solutions.c.text) + sa.func.length(solutions.c.title)
        query = sa.select(solutions.c.id, size).where(*conditions).order_by(*keys).limit(limit)
        found = connection.execute(query).all()
        shown = [ident for ident, _ in found[: fitting((size for _, size in found), room)]]
        in_order = sa.select(solutions).where(solutions.c.id.in_(shown)).order_by(*keys)
        entries = tuple(_entry(row) for row in connection.execute(in_order).mappings())
    return SolutionPage(entries, len(shown) < len(found) or len(found) == limit)


def get(store: Store, level: int, ident: int, *, viewer: str) -> SolutionEntry:
    """Return a solution of a level.  Raises NotFound for one that a viewer cannot see."""
    conditions = (solutions.c.id == ident, solutions.c.level_id == level, _visible_to(viewer))
    with store.read() as connection:
        row = connection.execute(sa.select(solutions).where(*conditions)).mappings().one_or_none()
    if row is None:
        raise NotFound.said("no-solution", solution=ident, level=level)
    return _entry(row)


def _visible_to(viewer: str) -> sa.ColumnElement[bool]:
    """Return the condition for solutions of files and accounts, and those of a viewer."""
    return (solutions.c.account != "") | solutions.c.visitor.in_(("", viewer))


def best(store: Store, level: int) -> Mapping[Metric, SolutionEntry]:
    """Return the best solution of a level by each count; empty without a solution. Raises NotFound.

    Ties are broken by the other counts (pushes by moves, moves by pushes first), then by age.
    """
    entries = listing(store, level)
    if not entries:
        return {}
    return {metric: min(entries, key=lambda one: _sort_key(one, metric)) for metric in METRICS}


def lowest_counts(store: Store, levels: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return for each of these levels that has a solution the lowest of each count."""
    lowest = [sa.func.min(solutions.c[metric]) for metric in METRICS]
    query = sa.select(solutions.c.level_id, *lowest).where(solutions.c.level_id.in_(list(levels)))
    with store.read() as connection:
        lowest_rows = connection.execute(query.group_by(solutions.c.level_id))
        return {level: dict(zip(METRICS, counts, strict=True)) for level, *counts in lowest_rows}


def proven_counts(store: Store, levels: Iterable[int]) -> dict[int, set[str]]:
    """Return for each of these levels which of its lowest counts are proven: pushes or moves, or both."""
    notes = sa.select(solutions.c.level_id, solutions.c.notes).where(solutions.c.level_id.in_(list(levels)))
    proven: dict[int, set[str]] = {}
    with store.read() as connection:
        for level, text in connection.execute(
            notes.where(solutions.c.notes.contains(level_store.BEST, autoescape=True))
        ):
            lines = text.split("\n")
            found = {metric for metric in ("pushes", "moves") if f"{level_store.BEST}{metric}" in lines}
            proven.setdefault(level, set()).update(found)
    return proven


def known(store: Store, level: int) -> Known:
    """Return what is known of the solutions of a level: all that a new one is rated beside."""
    of_level = solutions.c.level_id == level
    counts = sa.select(solutions.c.pushes, solutions.c.moves).where(of_level).limit(1)
    notes = sa.select(solutions.c.notes).where(of_level, solutions.c.notes.contains(level_store.BEST, autoescape=True))
    lowest = lowest_counts(store, [level]).get(level, {})
    with store.read() as connection:
        firsts = [connection.execute(counts.order_by(*_order_by(metric))).first() for metric in ("pushes", "moves")]
        lines = {line for text in connection.scalars(notes) for line in text.split("\n")}
    best = tuple(dict.fromkeys((row.pushes, row.moves) for row in firsts if row is not None))
    proven = frozenset(metric for metric in ("pushes", "moves") if f"{level_store.BEST}{metric}" in lines)
    return Known(lowest, best, proven)


def with_shortest(store: Store, entry: LevelEntry, most_pushes: int = MOST_PUSHES) -> Level:
    """Return a level with the solution of the fewest pushes that the library has of it, if it has no more than these.

    It comes after the moves saved with the level itself.
    """
    query = sa.select(solutions.c.text).where(solutions.c.level_id == entry.id, solutions.c.pushes <= most_pushes)
    with store.read() as connection:
        text = connection.scalar(query.order_by(*_order_by("pushes")).limit(1))
    return entry.level if text is None else entry.level.with_saved_moves(SavedMoves("", text))


def leaderboard(
    store: Store, level: int, *, pure: bool, metric: Metric = "moves", limit: int = 50
) -> list[SolutionEntry]:
    """Return the best solution of each account, found without help or with, in order.  Raises NotFound."""
    place = sa.func.row_number().over(partition_by=solutions.c.account, order_by=_order_by(metric)).label("place")
    query = sa.select(solutions, place).where(solutions.c.level_id == level, solutions.c.pure == pure)
    query = query.where(solutions.c.account.in_(sa.select(accounts.c.name)))
    ranked = query.subquery()
    firsts = sa.select(ranked).where(ranked.c.place == 1).order_by(*_order_by(metric, ranked.c)).limit(limit)
    with store.read() as connection:
        level_store.fetch(connection, level)
        return [_entry(row) for row in connection.execute(firsts).mappings()]


def remove(store: Store, ident: int) -> None:
    """Remove a solution, which need not be there."""
    with store.write() as connection:
        connection.execute(sa.delete(solutions).where(solutions.c.id == ident))


def mark_best(store: Store, ident: int, objective: str) -> None:
    """Note on a solution that it is proven the best of its level by an objective.  Raises NotFound."""
    line = f"{level_store.BEST}{objective}"
    with store.write() as connection:
        notes = connection.execute(sa.select(solutions.c.notes).where(solutions.c.id == ident)).scalar_one_or_none()
        if notes is None:
            raise not_found("solution", ident)
        if line not in notes.split("\n"):
            new = "\n".join(filter(None, (notes, line)))
            connection.execute(sa.update(solutions).where(solutions.c.id == ident).values(notes=new))


def mark_shipped(store: Store, collections: Iterable[int], proven: Mapping[str, str]) -> None:
    """Note on the solutions that came with collections by which objective they are proven the best.

    `proven` names the objective by the title of the solution.  Solutions with notes stay as they are, so that nothing
    is written a second time.
    """
    shipped = sa.select(solutions.c.id, solutions.c.title).join(levels, levels.c.id == solutions.c.level_id)
    shipped = shipped.where(levels.c.collection_id.in_(list(collections)), solutions.c.visitor == "")
    with store.read() as connection:
        found = connection.execute(shipped.where(solutions.c.title.in_(list(proven)), solutions.c.notes == "")).all()
    if found:
        update = sa.update(solutions).where(solutions.c.id == sa.bindparam("of")).values(notes=sa.bindparam("line"))
        with store.write() as connection:
            connection.execute(
                update, [{"of": row.id, "line": f"{level_store.BEST}{proven[row.title]}"} for row in found]
            )


def is_best(entry: SolutionEntry, objective: str) -> bool:
    """Return whether a solution is marked as the best of its level by an objective."""
    return f"{level_store.BEST}{objective}" in entry.notes.split("\n")


def share_equal(
    store: Store, *, collection: int | None = None, on_progress: Callable[[int, int], object] = lambda *_: None
) -> list[SolutionEntry]:
    """Copy solutions between equal levels, or only to those of one collection. Return the new ones by level.

    Only solutions of files and accounts are copied, and the copies have no owner; a visitor without an account keeps
    theirs private. `on_progress` gets the copies looked at and the copies to make after each transaction; if it raises,
    those before stay, and another call makes the others.
    """
    with store.read() as connection:
        copies = [_Copy(*row) for row in connection.execute(_missing_copies(collection))]
    new: list[SolutionEntry] = []

    def write(connection: sa.Connection, some: Sequence[_Copy]) -> None:
        new.extend(_keep_copies(connection, some))

    for done in in_turns(store, copies, _PORTION, write):
        on_progress(done, len(copies))
    return new


_PORTION = 100  # solutions that are copied by one statement


class _Copy(NamedTuple):
    """A solution, by its id and its level, that an equal level has not."""

    to: int
    solution: int
    level: int


def _missing_copies(collection: int | None) -> sa.Select[Any]:
    """Return the query for what `share_equal` copies, in the order of the levels that get it."""
    own, other, source = levels.alias(), levels.alias(), levels.alias()
    has, theirs = solutions.alias(), solutions.alias()
    # Of the equal solutions of equal levels one is enough: there may be many of both.
    first = (
        sa.select(sa.func.min(theirs.c.id).label("id"))
        .join(other, other.c.id == theirs.c.level_id)
        .where((theirs.c.visitor == "") | (theirs.c.account != ""))
        .group_by(other.c.equal, theirs.c.text)
    )
    if collection is not None:
        wanted = sa.select(levels.c.turned).where(levels.c.collection_id == collection)
        first = first.where(other.c.turned.in_(wanted))
    firsts = first.subquery()
    query = (
        sa.select(own.c.id, solutions.c.id, source.c.id)
        .join_from(firsts, solutions, solutions.c.id == firsts.c.id)
        .join(source, source.c.id == solutions.c.level_id)
        # `turned` follows from `equal`, and is what the table is indexed by.
        .join(own, (own.c.turned == source.c.turned) & (own.c.equal == source.c.equal))
        .where(~sa.exists().where(has.c.level_id == own.c.id, has.c.text == solutions.c.text))
        .order_by(own.c.id, solutions.c.id)
    )
    return query if collection is None else query.where(own.c.collection_id == collection)


def _keep_copies(connection: sa.Connection, copies: Sequence[_Copy]) -> list[SolutionEntry]:
    """Copy solutions as they are now, unless a level has changed, or has the solution, in the meantime."""
    ends = {copy.to for copy in copies}
    all_ends = sa.select(levels.c.id, levels.c.equal).where(levels.c.id.in_(ends | {copy.level for copy in copies}))
    equal = {ident: key for ident, key in connection.execute(all_ends)}  # noqa: C416  # rows are no pairs to mypy
    theirs = sa.select(solutions).where(solutions.c.id.in_({copy.solution for copy in copies}))
    sources = {row["id"]: row for row in connection.execute(theirs).mappings()}
    has = sa.select(solutions.c.level_id, solutions.c.text).where(solutions.c.level_id.in_(ends))
    known = {(ident, text) for ident, text in connection.execute(has)}
    new: list[rows.Row] = []
    for to, solution, level in copies:
        source = sources.get(solution)
        if source is None or to not in equal or equal[to] != equal.get(level) or (to, source["text"]) in known:
            continue
        known.add((to, source["text"]))
        finder = {"level_id": to, "visitor": "", "account": "", "seconds": None, "added": now()}
        new.append({key: value for key, value in source.items() if key != "id"} | finder)
    if not new:
        return []
    insert = sa.insert(solutions).returning(solutions.c.id, sort_by_parameter_order=True)
    idents = connection.execute(insert, new).scalars()
    return [_entry({"id": ident, **row}) for ident, row in zip(idents, new, strict=True)]


def verified(level: Level, text: Line) -> Verification:
    """Replay a solution as it is kept.  Raises NotationError, IllegalMove or NotSolved."""
    line = line_of("text", text)
    verification = verify(level, sanitize(line) if isinstance(line, str) else line)
    message, step = verification.message, verification.step
    match verification.status:
        case ReplayStatus.ERROR:
            raise NotationError(message)
        case ReplayStatus.ILLEGAL:
            raise IllegalMove(verification.reason, step=step)
        case ReplayStatus.UNSOLVED:
            raise NotSolved(message)
        case ReplayStatus.SOLVED:
            return verification


def _tie_break_order(metric: Metric) -> list[Metric]:
    """Return the counts in the order in which a metric compares them."""
    first: list[Metric] = ["pushes", "moves"] if metric == "pushes" else ["moves", "pushes"]
    return list(dict.fromkeys([metric, *first, *METRICS]))


def _order_by(metric: Metric, columns: Any = solutions.c) -> list[sa.ColumnElement[Any]]:
    return [*(columns[name] for name in _tie_break_order(metric)), columns.id]


def _sort_key(entry: SolutionEntry, metric: Metric) -> tuple[int, ...]:
    return (*(getattr(entry.metrics, name) for name in _tie_break_order(metric)), entry.id)


def _entry(row: Mapping[Any, Any]) -> SolutionEntry:
    return from_row(
        SolutionEntry,
        row,
        level=row["level_id"],
        visitor=row["visitor"] or None,
        account=row["account"] or None,
        metrics=Metrics(*(row[metric] for metric in METRICS)),
        assists=frozenset(row["assists"]),
    )
