"""Who is in a class: its teacher, who alone changes it, its pupils, and strangers, to whom it does not exist."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from ... import store
from ...errors import NotFound
from ...sentence import say
from ...store.classes import ClassEntry, Member, TooManyClasses
from ..dependencies import Library
from ..errors import ApiError
from ..identity_cookie import OptionalVisitor
from ..rate_limits import require_pace, take_for_address

Code = Annotated[str, Path(max_length=40, description="The code of a class, however it is typed.")]
_CODES = "class-codes"  # the rate at which an address tries codes of classes that it is not in


async def require_code_pace(request: HTTPConnection) -> None:
    """Count a code that somebody tries who is not in its class.  Raises ApiError beyond the rate."""
    await require_pace(request, _CODES, request.app.state.settings.limits.class_codes, say("many-class-codes"))


async def seconds_until_code(connection: HTTPConnection) -> int:
    """Count a code that is tried over a socket; return the seconds until the next one, 0 within the rate."""
    return math.ceil(await take_for_address(connection, _CODES, connection.app.state.settings.limits.class_codes))


async def class_member(code: Code, request: Request, library: Library, visitor: OptionalVisitor) -> Member:
    """Return who a visitor is in a class.  Raises NotFound for strangers, whether it exists or not."""
    owners = visitor.owners if visitor else []
    member = await run_in_threadpool(store.classes.member, library, code, owners)
    if member is None:
        await require_code_pace(request)
        raise NotFound.said("no-class")
    return member


ClassMember = Annotated[Member, Depends(class_member)]


def own_class(member: ClassMember) -> ClassEntry:
    """Return a class to its teacher.  Raises ApiError for its pupils."""
    if member.pupil is not None:
        raise ApiError.said("forbidden", "class-not-yours")
    return member.entry


OwnClass = Annotated[ClassEntry, Depends(own_class)]


@contextmanager
def bounded() -> Iterator[None]:
    """Answer what would be too many with 429."""
    try:
        yield
    except TooManyClasses as error:
        raise ApiError("too-many", str(error)) from None
