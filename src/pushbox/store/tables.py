"""The tables of a library.

Levels hang on collections; solutions, plays and tags hang on levels; steps and snapshots hang on plays, seats and moves
on live rooms, pupils on classes: what hangs on a row goes with it.  A level is kept as its line of JSON
(`pushbox.formats.json`); the columns beside it are what is searched.  Text that people write is kept as it is, and once
more in `levels.words` as folded terms for the search.

An empty owner, visitor or account is nobody: the library itself.  Instants are in UTC.

Tables and columns that are `TRANSIENT` say which servers run now and what each of them holds, or follow from the rest:
no part of a backup.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

from ..metrics import Metrics
from .fulltext import sanitize

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite counts rows only where the column is an INTEGER


class Instant(TypeDecorator[datetime]):
    """An instant in UTC; SQLite keeps no time zones."""

    impl: Any = sa.DateTime(timezone=True)
    cache_ok: bool | None = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        """Return the instant in UTC."""
        del dialect
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: Any) -> datetime | None:
        """Return the instant with its time zone."""
        del dialect
        if value is None:
            return None
        instant: datetime = value
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


class Text(TypeDecorator[str]):
    """A text column; characters that databases refuse are replaced on writing and in searches."""

    impl: Any = sa.Text
    cache_ok: bool | None = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        """Return the text as it is kept."""
        del dialect
        return None if value is None else sanitize(value)


def now() -> datetime:
    """Return the present instant."""
    return datetime.now(UTC)


metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


TRANSIENT = {"transient": True}  # the `info` of a table or column


def _table(
    name: str, *parts: sa.schema.SchemaItem, info: dict[Any, Any] | None = None, with_rowid: bool = True
) -> sa.Table:
    return sa.Table(name, metadata, *parts, info=info or {}, sqlite_with_rowid=with_rowid)


def _counted_table(name: str, *parts: sa.schema.SchemaItem) -> sa.Table:
    """Return a table whose rows have ids; one that has been given out never means another row."""
    return sa.Table(name, metadata, sa.Column("id", Id, primary_key=True), *parts, sqlite_autoincrement=True)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, Text, nullable=False, server_default="")


def _under(table: str, *, name: str, index: bool = False, key: bool = False) -> sa.Column[Any]:
    """Return a column that names a row of another table, with which this one goes."""
    target = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name, target, primary_key=key, nullable=False, index=index)


def _of_account(name: str = "account", *, key: bool = False, index: bool = False) -> sa.Column[Any]:
    """Return a column that names an account, with which a row goes."""
    target = sa.ForeignKey("accounts.name", ondelete="CASCADE")
    return sa.Column(name, target, primary_key=key, nullable=False, index=index)


def _in_room() -> sa.Column[Any]:
    """Return the column that names the room with which a row goes."""
    return sa.Column("code", sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True)


collections = _counted_table(
    "collections",
    _text("owner"),
    sa.Column("name", Text, nullable=False),
    sa.Column("published", sa.Boolean, nullable=False, server_default=sa.false()),
    _text("title"),
    _text("author"),
    _text("notes"),
    sa.Column("keys", sa.JSON, nullable=False),
    _text("format"),
    _text("digest"),  # SHA-256 of the file it came from
    sa.Column("added", Instant, nullable=False),
    sa.Column("published_at", Instant),  # since when everybody sees it, unknown for what was published long ago
    # Under which it is published, as in SPDX; empty for none, by which all rights are reserved.
    sa.Column("licence", Text, nullable=False, server_default="", index=True),
    # The collection of whose levels it holds the earlier versions; no key, which SQLite adds to no table that is there.
    sa.Column("earlier_of", Id, index=True),
    sa.UniqueConstraint("owner", "name"),
)

levels = _counted_table(
    "levels",
    _under("collections", name="collection_id"),
    sa.Column("number", sa.Integer, nullable=False),
    _text("title"),
    _text("author"),
    _text("author_folded"),
    _text("notes"),
    sa.Column("game", Text, nullable=False, index=True),
    sa.Column("width", sa.Integer, nullable=False),
    sa.Column("height", sa.Integer, nullable=False),
    sa.Column("boxes", sa.Integer, nullable=False, index=True),
    sa.Column("goals", sa.Integer, nullable=False),
    sa.Column("equal", sa.String(32), nullable=False),
    sa.Column("turned", sa.String(32), nullable=False, index=True),
    sa.Column("normal", sa.String(32), nullable=False, index=True),
    sa.Column("words", Text, nullable=False),
    sa.Column("level", Text, nullable=False),
    sa.Column("sketched", sa.Boolean, nullable=False, server_default=sa.false(), info=TRANSIENT),  # into `bands`
    sa.Index(None, "collection_id", "number"),
    sa.Index(None, "collection_id", "game"),  # has all that a list of collections counts
)
# The levels that are still to be put into `bands`: few, or none.
sa.Index(
    "ix_levels_not_sketched",
    levels.c.id,
    sqlite_where=~levels.c.sketched,
    postgresql_where=~levels.c.sketched,
)

level_versions = _table(
    "level_versions",
    _under("levels", name="level_id", key=True),
    sa.Column("line", Id, nullable=False),  # the id of the first version, which stays when that level is gone
    sa.Column("version", sa.Integer, nullable=False),  # from 1
    sa.Column("made", Instant, nullable=False),
    sa.UniqueConstraint("line", "version"),
)

bands = _table(
    "bands",
    sa.Column("band", sa.BigInteger, primary_key=True, autoincrement=False),  # of the sketch of a level
    _under("levels", name="level_id", key=True, index=True),
    info=TRANSIENT,
    with_rowid=False,
)

tags = _table(
    "tags",
    _under("levels", name="level_id", key=True),
    sa.Column("tag", Text, primary_key=True, index=True),
)

unsolvable = _table(
    "unsolvable",
    sa.Column("turned", sa.String(32), primary_key=True),  # the proof holds for every level with this id
    sa.Column("proof", Text, nullable=False),
    _text("certificate"),
    sa.Column("added", Instant, nullable=False),
)

ratings = _table(
    "ratings",
    sa.Column("turned", sa.String(32), primary_key=True),  # the rating is that of every level with this id
    sa.Column("difficulty", sa.Float, nullable=False, index=True),
    sa.Column("reasons", sa.JSON, nullable=False),
    sa.Column("pushes", sa.Integer, nullable=False),  # of the solution by which it was rated
    sa.Column("added", Instant, nullable=False),
    sa.Column("scale", sa.Integer, nullable=False, server_default="1"),  # the version of what the number means
)

visitors = _table(
    "visitors",
    sa.Column("id", Text, primary_key=True),
    sa.Column("met", Instant, nullable=False),
    sa.Column("seen", Instant, index=True),  # last, to the day
)

address_shares = _table(
    "address_shares",
    sa.Column("key", Text, primary_key=True),  # a hash of the address
    sa.Column("bytes", sa.Float, nullable=False),  # that it has added, fewer as time goes by
    sa.Column("last", Instant, nullable=False, index=True),
    info=TRANSIENT,
)

accounts = _table(
    "accounts",
    sa.Column("name", Text, primary_key=True),
    sa.Column("folded", Text, nullable=False, unique=True),  # case and accents do not count
    sa.Column("password", Text, nullable=False),
    sa.Column("made", Instant, nullable=False),
    # Not unique: two names of before that look alike both stay; no new one may look like one that there is.
    sa.Column("skeleton", Text, nullable=False, server_default="", index=True),
    sa.Column("moderator", sa.Boolean, nullable=False, server_default=sa.false()),
)

logins = _table(
    "logins",
    sa.Column("id", Text, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.name", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("ends", Instant, nullable=False),
    sa.Column("made", Instant, nullable=False),
    sa.Column("used", Instant, nullable=False),
    _text("client"),
)

devices = _table(
    "devices",
    sa.Column("account", sa.ForeignKey("accounts.name", ondelete="CASCADE"), primary_key=True),
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("used", Instant, nullable=False),
)

recovery_codes = _table(
    "recovery_codes",
    sa.Column("id", Text, primary_key=True),  # a hash of the code
    sa.Column("account", sa.ForeignKey("accounts.name", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("made", Instant, nullable=False),
)

api_tokens = _table(
    "api_tokens",
    sa.Column("id", Text, primary_key=True),  # a hash of the token
    sa.Column("account", sa.ForeignKey("accounts.name", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    _text("name"),
    sa.Column("scopes", sa.JSON, nullable=False),
    sa.Column("made", Instant, nullable=False),
    sa.Column("used", Instant),
    sa.Column("ends", Instant),
)

draft_links = _table(
    "draft_links",
    sa.Column("id", Text, primary_key=True),  # a hash of the code
    sa.Column("collection_id", sa.ForeignKey("collections.id", ondelete="CASCADE"), nullable=False, unique=True),
    sa.Column("made", Instant, nullable=False),
)

draft_testers = _table(
    "draft_testers",
    sa.Column("link", sa.ForeignKey("draft_links.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True, index=True),
)

login_failures = _table(
    "login_failures",
    sa.Column("key", Text, primary_key=True),  # a hash of what is counted
    sa.Column("failures", sa.Float, nullable=False),
    sa.Column("last", Instant, nullable=False, index=True),
)

solutions = _counted_table(
    "solutions",
    _under("levels", name="level_id", index=True),
    _text("visitor"),
    _text("account"),
    _text("title"),
    _text("notes"),
    sa.Column("text", Text, nullable=False),
    *(sa.Column(name, sa.Integer, nullable=False) for name in Metrics._fields),
    sa.Column("assists", sa.JSON, nullable=False),
    sa.Column("pure", sa.Boolean, nullable=False),
    sa.Column("seconds", sa.Float),
    sa.Column("added", Instant, nullable=False),
    sa.Index(None, "visitor", "level_id"),
    sa.Index(None, "account", "level_id"),
)

servers = _table(
    "servers",
    sa.Column("id", Text, primary_key=True),
    _text("address"),  # where people reach it
    sa.Column("process", sa.Integer, nullable=False),
    sa.Column("until", Instant, nullable=False),  # when its lease lapses, by the clock of the database
    info=TRANSIENT,
)

plays = _counted_table(
    "plays",
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False),
    _under("levels", name="level_id", index=True),
    sa.Column("reverse", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("here", sa.Integer, nullable=False, server_default="0"),
    sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
    sa.Column("assists", sa.JSON, nullable=False),
    _text("memo"),
    sa.Column("begun", Instant, nullable=False),
    sa.Column("updated", Instant, nullable=False),
    sa.Column("finished", Instant),
    # The server that has the play in memory, if its lease holds; and a count that everything raises after which that
    # memory is outdated.
    sa.Column("owner", Text, info=TRANSIENT),
    sa.Column("epoch", sa.Integer, nullable=False, server_default="0", info=TRANSIENT),
    sa.Index(None, "visitor", "level_id"),
)

handovers = _table(
    "handovers",
    _under("plays", name="play_id", key=True),
    _under("servers", name="server", index=True),  # which shall have it; the owner itself: its memory is outdated
    info=TRANSIENT,
)

steps = _table(
    "steps",
    _under("plays", name="play_id", key=True),
    sa.Column("node", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("parent", sa.Integer, nullable=False),
    sa.Column("text", Text, nullable=False),
)

snapshots = _table(
    "snapshots",
    _under("plays", name="play_id", key=True),
    sa.Column("name", Text, primary_key=True),
    sa.Column("node", sa.Integer, nullable=False),
)

step_comments = _table(
    "step_comments",
    _under("plays", name="play_id", key=True),
    sa.Column("node", sa.Integer, primary_key=True, autoincrement=False),  # 0 is the start
    sa.Column("text", Text, nullable=False),
)

# A class of a teacher, a club or a company; the names of its pupils stand here and nowhere else.
classes = _counted_table(
    "classes",
    sa.Column("code", Text, nullable=False, unique=True),  # by which pupils join
    sa.Column("owner", Text, nullable=False, index=True),  # the teacher, a visitor or an account
    _text("title"),
    sa.Column("opened", Instant, nullable=False),
    sa.Column("touched", Instant, nullable=False, index=True),  # when somebody last came to it, to within a day
)

class_levels = _table(
    "class_levels",
    _under("classes", name="class_id", key=True),
    _under("levels", name="level_id", key=True, index=True),
    sa.Column("opens", Instant, nullable=False),  # when pupils see it
)

pupils = _counted_table(
    "pupils",
    _under("classes", name="class_id"),
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("name", Text, nullable=False),
    sa.Column("folded", Text, nullable=False),  # case and accents do not count
    sa.Column("joined", Instant, nullable=False),
    sa.UniqueConstraint("class_id", "visitor"),
    sa.UniqueConstraint("class_id", "folded"),
)

rooms = _table(
    "rooms",
    sa.Column("code", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    _text("host"),
    sa.Column("level_id", sa.ForeignKey("levels.id", ondelete="SET NULL"), index=True),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    _text("title"),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("phase", sa.Text, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
    sa.Column("winner", sa.Integer),
    sa.Column("failed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("solutions", sa.JSON, nullable=False),  # of a race, not added to the library yet
    sa.Column("results", sa.JSON, nullable=False, server_default="[]"),  # of games, not rated yet
    sa.Column("best_of", sa.Integer, nullable=False, server_default="1"),
    sa.Column("games", sa.Integer, nullable=False, server_default="0"),  # played of the series
    sa.Column("opened", Instant, nullable=False),
    sa.Column("updated", Instant, nullable=False),
    # The class whose teacher has opened it, for its members alone; no key, which SQLite adds to no table that is there.
    sa.Column("class_id", Id, index=True),
    # The server that has the room in memory, if its lease holds, and one that has asked for it.
    sa.Column("server", sa.Text, info=TRANSIENT),
    sa.Column("wanted_by", sa.Text, info=TRANSIENT),
)

room_seats = _table(
    "room_seats",
    _in_room(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("visitor", sa.Text, nullable=False, index=True),
    _text("name"),
    _text("account"),
    sa.Column("wins", sa.Integer, nullable=False, server_default="0"),
    sa.Column("ready", sa.Boolean, nullable=False),
    sa.Column("finished", sa.Float),
    sa.Column("here", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("assists", sa.JSON, nullable=False),
    sa.Column("snapshots", sa.JSON, nullable=False),
    _text("memo"),
)

room_steps = _table(
    "room_steps",
    _in_room(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("node", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("parent", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

studies = _table(
    "studies",
    sa.Column("key", Text, primary_key=True),  # that of its link
    sa.Column("owner", Text, nullable=False, server_default="", index=True),
    _text("title"),
    sa.Column("game", Text, nullable=False),
    sa.Column("text", Text, nullable=False),
    sa.Column("added", Instant, nullable=False),
    sa.Column("updated", Instant, nullable=False),
    sa.Column("read", Instant),  # last, to the day
)

player_ratings = _table(
    "player_ratings",
    sa.Column("account", sa.ForeignKey("accounts.name", ondelete="CASCADE"), primary_key=True),
    sa.Column("kind", Text, primary_key=True),  # of the rooms in which the games are played
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("updated", Instant, nullable=False),
    sa.Index(None, "kind", "rating"),
)

rated_games = _table(
    "rated_games",
    sa.Column("game", Text, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.name", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("kind", Text, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),  # after the game
    sa.Column("played", Instant, nullable=False),
)


def _rating_columns() -> tuple[sa.Column[Any], ...]:
    """Return the columns of a rating by Glicko-2, and since when it is that."""
    ratings_of = (sa.Column(name, sa.Float, nullable=False) for name in ("rating", "deviation", "volatility"))
    return (*ratings_of, sa.Column("updated", Instant, nullable=False))


puzzle_players = _table(
    "puzzle_players",
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), primary_key=True),
    *_rating_columns(),
)

puzzle_levels = _table(
    "puzzle_levels",
    _under("levels", name="level_id", key=True),
    *_rating_columns(),
    sa.Index(None, "rating"),
)

puzzle_attempts = _counted_table(
    "puzzle_attempts",
    sa.Column("visitor", sa.ForeignKey("visitors.id", ondelete="CASCADE"), nullable=False, index=True),
    _under("levels", name="level_id", index=True),
    sa.Column("play_id", sa.ForeignKey("plays.id", ondelete="SET NULL"), index=True),
    sa.Column("opened", Instant, nullable=False),
    sa.Column("closed", Instant),
    sa.Column("won", sa.Boolean),
    sa.Column("rating", sa.Float),  # of the visitor, after it
    sa.Column("change", sa.Float),
)

storms = _counted_table(
    "storms",
    sa.Column("visitor", Text, nullable=False, server_default="", index=True),
    sa.Column("account", Text, nullable=False, server_default="", index=True),
    _text("name"),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("played", Instant, nullable=False),
    sa.Index(None, "solved", "moves"),
)

opinions = _table(
    "opinions",
    _under("levels", name="level_id", key=True),
    _of_account(key=True, index=True),
    sa.Column("liked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("difficulty", sa.Integer),  # 1 to 5, none where the account has not said
    sa.Column("updated", Instant, nullable=False),
)

comments = _counted_table(
    "comments",
    _under("levels", name="level_id", index=True),
    _of_account(index=True),
    sa.Column("text", Text, nullable=False),
    sa.Column("made", Instant, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # by a moderator
)

reports = _table(
    "reports",
    _under("comments", name="comment_id", key=True),
    _of_account(key=True, index=True),
    _text("reason"),
    sa.Column("made", Instant, nullable=False),
)

follows = _table(
    "follows",
    _of_account(key=True),
    _of_account("author", key=True, index=True),
    sa.Column("made", Instant, nullable=False),
)

# Beyond what SQLAlchemy describes: the index of the full-text search, and the triggers that keep it.
_ADD = "INSERT INTO level_words(rowid, words) VALUES (new.id, new.words);"
_DROP = "INSERT INTO level_words(level_words, rowid, words) VALUES ('delete', old.id, old.words);"
FULL_TEXT = {
    "sqlite": (
        "CREATE VIRTUAL TABLE level_words USING fts5(words, content='levels', content_rowid='id')",
        f"CREATE TRIGGER level_words_added AFTER INSERT ON levels BEGIN {_ADD} END",
        f"CREATE TRIGGER level_words_gone AFTER DELETE ON levels BEGIN {_DROP} END",
        f"CREATE TRIGGER level_words_new AFTER UPDATE OF words ON levels BEGIN {_DROP} {_ADD} END",
    ),
    "postgresql": ("CREATE INDEX ix_levels_vector ON levels USING gin (to_tsvector('simple', words))",),
}
