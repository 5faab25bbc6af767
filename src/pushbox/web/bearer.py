"""The token in the head of a request, without a look at whose it is."""

from __future__ import annotations

from starlette.requests import HTTPConnection


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return what a request says to be its token, None where it has none."""
    kind, _, value = connection.headers.get("authorization", "").partition(" ")
    return value.strip() if kind.lower() == "bearer" else None
