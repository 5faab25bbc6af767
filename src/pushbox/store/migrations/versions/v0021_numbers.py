"""The number of a level is no longer among the words of its text: a search looks it up by itself."""

from __future__ import annotations

import re

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_PORTION = 1_000  # levels in memory
_TEXTS = (
    "levels.title",
    "levels.author",
    "levels.notes",
    "collections.name",
    "collections.title",
    "collections.author",
)


def upgrade() -> None:
    """Take the number, which is the first word, from all levels whose texts do not have it."""
    connection = op.get_bind()
    query = sa.text(
        f"SELECT levels.id, levels.number, levels.words, {', '.join(_TEXTS)} "  # noqa: S608
        "FROM levels JOIN collections ON collections.id = levels.collection_id "
        "WHERE levels.id > :last ORDER BY levels.id LIMIT :most"
    )
    update = sa.text("UPDATE levels SET words = :words WHERE id = :id")
    last = 0
    while some := connection.execute(query, {"last": last, "most": _PORTION}).all():
        shorter = []
        for ident, number, words, *texts in some:
            first, _, rest = words.partition(" ")
            if first == str(number) and not re.search(rf"(?<![^\W_]){first}(?![^\W_])", "\n".join(texts)):
                shorter.append({"id": ident, "words": rest})
        if shorter:
            connection.execute(update, shorter)
        last = some[-1][0]
