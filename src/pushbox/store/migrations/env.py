"""Alembic's environment: runs the steps on the given connection."""

from __future__ import annotations

from alembic import context

from pushbox.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
