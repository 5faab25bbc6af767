"""Tokens of your account for programs: make one, list them, revoke one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Path
from pydantic import Field

from ... import store
from ...store.tokens import MAX_NAME
from .. import accounts, tokens
from ..dependencies import Library
from ..identity_cookie import LoggedIn, hashed
from ..login_limits import CurrentOrigin
from ..rate_limits import LOGINS, READS, WRITES
from ..threadpool import password_pooled
from ..tokens import Scope
from .accounts import Password
from .models import ApiRouter, RequestModel, ResponseModel, described, example, examples

router = ApiRouter(prefix="/api/me/tokens", tags=["you"])

_ID_LENGTH = 16  # of the beginning of a token's hash, by which it is named
MAX_DAYS = 3650
TokenIdent = Annotated[str, Path(pattern=f"^[0-9a-f]{{{_ID_LENGTH}}}$", description="An id of a token.")]


class TokenIn(RequestModel):
    """A name for a token, its scopes, the days after which it ends (null for never), and your present password."""

    model_config = examples(
        {"name": "my editor", "scopes": ["read", "write"], "days": 90, "password": "a long sentence"}
    )

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(tokens.SCOPES))]
    days: Annotated[int | None, Field(ge=1, le=MAX_DAYS)] = 90
    password: Password


class TokenOut(ResponseModel):
    """A token of your account, without its secret."""

    id: str
    name: str
    scopes: list[Scope]
    made: datetime
    used: datetime | None
    ends: datetime | None


class NewToken(ResponseModel):
    """A new token, which is shown once: a program sends it as ``Authorization: Bearer pushbox_...``."""

    model_config = example(token="pushbox_8nB3V0m5qkJr1cTz7yWx2aLs4dFg6hKp9uQeRt0YiOo")  # noqa: S106

    token: str


class Tokens(ResponseModel):
    """The tokens of your account, the newest first."""

    model_config = example(
        tokens=[
            {"id": "0f3a9c1b22d4e5f6", "name": "my editor", "scopes": ["read", "write"], "made": "2026-01-01T00:00:00Z"}
            | {"used": None, "ends": "2026-04-01T00:00:00Z"}
        ]
    )

    tokens: list[TokenOut]


@router.get("", **described("Your tokens", READS, 403))
def list_tokens(library: Library, visitor: LoggedIn) -> Tokens:
    """List the tokens of your account that are valid."""
    listed = store.tokens.listing(library, visitor.account)
    return Tokens(
        tokens=[TokenOut.from_value(entry, id=entry.id[:_ID_LENGTH], scopes=[*entry.scopes]) for entry in listed]
    )


@router.post("", status_code=201, **described("Make a token", LOGINS))
@password_pooled
def make_token(body: TokenIn, library: Library, visitor: LoggedIn, origin: CurrentOrigin) -> NewToken:
    """Make a token by which a program acts as you within some scopes; needs the password again.

    No token changes the account itself, nor opens a socket. A new password ends all tokens.
    """
    name = accounts.check(library, origin, visitor.account, body.password)
    token = tokens.new_token()
    scopes = [scope for scope in tokens.SCOPES if scope in body.scopes]
    about = {"account": name, "visitor": visitor.id, "name": body.name}
    store.tokens.add(library, hashed(token), **about, scopes=scopes, ends=tokens.end_of(body.days))
    return NewToken(token=token)


@router.delete("/{token}", status_code=204, **described("Revoke a token", WRITES))
def revoke_token(token: TokenIdent, library: Library, visitor: LoggedIn) -> None:
    """Revoke a token of your account, which no program can use any more."""
    store.tokens.revoke(library, visitor.account, token)
