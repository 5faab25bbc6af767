"""Whether a server can do its work: for health checks of containers, proxies and supervisors."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter
from starlette.responses import PlainTextResponse

from .dependencies import Library

router = APIRouter(include_in_schema=False)


@router.get("/health")
def health(library: Library) -> PlainTextResponse:
    """Answer 200 if the library can be read, otherwise the status of its error."""
    with library.read() as connection:
        connection.execute(sa.select(1))
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})
