"""The first library: collections, levels, solutions, people, plays, and the full-text search."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    _collections()
    _people()
    _solutions()
    _plays()
    if op.get_bind().dialect.name == "sqlite":
        _search_of_sqlite()
    else:
        _search_of_postgresql()


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False, server_default="")


def _under(table: str, name: str, column: str = "id", type_: sa.types.TypeEngine[Any] = _ID) -> sa.Column[object]:
    return sa.Column(name, type_, sa.ForeignKey(f"{table}.{column}", ondelete="CASCADE"), nullable=False)


def _table(name: str, *parts: sa.schema.SchemaItem, counted: bool = False) -> None:
    op.create_table(name, *parts, sqlite_autoincrement=counted)


def _index(table: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, list(columns))


def _collections() -> None:
    _table(
        "collections",
        sa.Column("id", _ID, primary_key=True),
        _text("owner"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("published", sa.Boolean, nullable=False, server_default=sa.false()),
        _text("title"),
        _text("author"),
        _text("notes"),
        sa.Column("keys", sa.JSON, nullable=False),
        _text("format"),
        _text("digest"),
        sa.Column("added", _INSTANT, nullable=False),
        sa.UniqueConstraint("owner", "name"),
        counted=True,
    )
    _table(
        "levels",
        sa.Column("id", _ID, primary_key=True),
        _under("collections", "collection_id"),
        sa.Column("number", sa.Integer, nullable=False),
        _text("title"),
        _text("author"),
        _text("author_folded"),
        _text("notes"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("boxes", sa.Integer, nullable=False),
        sa.Column("goals", sa.Integer, nullable=False),
        sa.Column("equal", sa.String(32), nullable=False),
        sa.Column("turned", sa.String(32), nullable=False),
        sa.Column("normal", sa.String(32), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        counted=True,
    )
    for columns in (("collection_id", "number"), ("game",), ("boxes",), ("turned",), ("normal",)):
        _index("levels", *columns)
    _table("tags", _under("levels", "level_id"), sa.Column("tag", sa.Text), sa.PrimaryKeyConstraint("level_id", "tag"))
    _index("tags", "tag")
    _table(
        "unsolvable",
        sa.Column("turned", sa.String(32), primary_key=True),
        sa.Column("proof", sa.Text, nullable=False),
        _text("certificate"),
        sa.Column("added", _INSTANT, nullable=False),
    )


def _people() -> None:
    _table(
        "visitors",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("met", _INSTANT, nullable=False),
    )
    _table(
        "accounts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("folded", sa.Text, nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("made", _INSTANT, nullable=False),
    )
    _table(
        "logins",
        sa.Column("id", sa.Text, primary_key=True),
        _under("accounts", "account", "name", sa.Text()),
        _under("visitors", "visitor", "id", sa.Text()),
        sa.Column("ends", _INSTANT, nullable=False),
    )
    _index("logins", "account")
    _index("logins", "visitor")


def _solutions() -> None:
    metrics = ("moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines")
    _table(
        "solutions",
        sa.Column("id", _ID, primary_key=True),
        _under("levels", "level_id"),
        *(_text(name) for name in ("visitor", "account", "title", "notes")),
        sa.Column("text", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in metrics),
        sa.Column("assists", sa.JSON, nullable=False),
        sa.Column("pure", sa.Boolean, nullable=False),
        sa.Column("seconds", sa.Float),
        sa.Column("added", _INSTANT, nullable=False),
        counted=True,
    )
    for columns in (("level_id",), ("visitor", "level_id"), ("account", "level_id")):
        _index("solutions", *columns)


def _plays() -> None:
    _table(
        "plays",
        sa.Column("id", _ID, primary_key=True),
        _under("visitors", "visitor", "id", sa.Text()),
        _under("levels", "level_id"),
        sa.Column("reverse", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("here", sa.Integer, nullable=False, server_default="0"),
        sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
        sa.Column("assists", sa.JSON, nullable=False),
        _text("memo"),
        sa.Column("begun", _INSTANT, nullable=False),
        sa.Column("updated", _INSTANT, nullable=False),
        sa.Column("finished", _INSTANT),
        counted=True,
    )
    _index("plays", "level_id")
    _index("plays", "visitor", "level_id")
    _table(
        "steps",
        _under("plays", "play_id"),
        sa.Column("node", sa.Integer),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("play_id", "node"),
    )
    _table(
        "snapshots",
        _under("plays", "play_id"),
        sa.Column("name", sa.Text),
        sa.Column("node", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("play_id", "name"),
    )


def _search_of_sqlite() -> None:
    op.execute("CREATE VIRTUAL TABLE level_words USING fts5(words, content='levels', content_rowid='id')")
    add = "INSERT INTO level_words(rowid, words) VALUES (new.id, new.words);"
    drop = "INSERT INTO level_words(level_words, rowid, words) VALUES ('delete', old.id, old.words);"
    op.execute(f"CREATE TRIGGER level_words_added AFTER INSERT ON levels BEGIN {add} END")
    op.execute(f"CREATE TRIGGER level_words_gone AFTER DELETE ON levels BEGIN {drop} END")
    op.execute(f"CREATE TRIGGER level_words_new AFTER UPDATE OF words ON levels BEGIN {drop} {add} END")


def _search_of_postgresql() -> None:
    op.execute("CREATE INDEX ix_levels_vector ON levels USING gin (to_tsvector('simple', words))")
