"""Accounts: register, log in and out, change and recover the password, sessions, delete."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Path, Request
from pydantic import Field

from ... import store
from ...sentence import say
from ...store import Store
from ...store.disk import ACCOUNT_BYTES
from .. import accounts, passwords
from ..clients import client_name
from ..dependencies import CurrentSettings, Library
from ..disk_shares import CurrentShare
from ..errors import ApiError
from ..identity_cookie import SESSION, CurrentVisitor, LoggedIn, set_cookie
from ..login_limits import CurrentOrigin
from ..rate_limits import LOGINS, READS, WRITES, require_pace
from ..threadpool import password_pooled
from .models import ApiRouter, RequestModel, ResponseModel, described, example

router = ApiRouter(prefix="/api", tags=["you"])

_SESSION_LENGTH = 16  # of the beginning of a session's id, by which it is named
_CODES = ["7K2QM-X04TB-9ZDPR-HC61V"]

Name = Annotated[str, Field(min_length=1, max_length=40, examples=["yang"])]
Password = Annotated[str, Field(min_length=1, max_length=passwords.MAX_LENGTH, examples=["a long sentence"])]
SessionIdent = Annotated[str, Path(pattern=f"^[0-9a-f]{{{_SESSION_LENGTH}}}$", description="An id of a session.")]


class Credentials(RequestModel):
    """A name and its password."""

    name: Name
    password: Password


class Recovery(RequestModel):
    """A name, one of its recovery codes, and a new password."""

    name: Name
    code: Annotated[str, Field(min_length=1, max_length=40, examples=_CODES)]
    password: Password


class PasswordChange(RequestModel):
    """Your present password and the new one."""

    password: Password
    new_password: Password


class PasswordIn(RequestModel):
    """Your present password."""

    password: Password


class Account(ResponseModel):
    """The account that you are logged in to."""

    model_config = example(account="yang")

    account: str


class RecoveryCodes(ResponseModel):
    """Recovery codes, each of which sets a new password once.  They are shown once."""

    model_config = example(codes=_CODES)

    codes: list[str]


class NewAccount(Account):
    """The account that you have registered, with its recovery codes, which are shown once."""

    model_config = example(account="yang", recovery_codes=_CODES)

    recovery_codes: list[str]


class RemainingCodes(ResponseModel):
    """The number of your recovery codes that have not been used."""

    model_config = example(remaining=10)

    remaining: int


class SessionOut(ResponseModel):
    """A session of your account; `client` is the browser that began it, `current` whether it is the one you use now."""

    id: str
    made: datetime
    used: datetime
    client: str
    current: bool


class Sessions(ResponseModel):
    """The sessions of your account, the one that was used last first."""

    model_config = example(
        sessions=[
            {"id": "0f3a9c1b22d4e5f6", "made": "2026-01-01T00:00:00Z", "used": "2026-01-02T00:00:00Z"}
            | {"client": "Firefox, Linux", "current": True}
        ]
    )

    sessions: list[SessionOut]


async def _require_pace(request: Request, settings: CurrentSettings) -> None:
    """Refuse another account of an address that has registered many.  Raises ApiError."""
    await require_pace(request, "registrations", settings.limits.registrations, say("many-accounts-address"))


Paced = Annotated[None, Depends(_require_pace)]


@router.post(
    "/accounts",
    status_code=201,
    **described("Register an account", LOGINS, 409),
)
@password_pooled
def register(
    body: Credentials, request: Request, library: Library, visitor: CurrentVisitor, share: CurrentShare, _pace: Paced
) -> NewAccount:
    """Register an account and log in; only publishing, leader boards and a name in rooms need one."""
    share.require(ACCOUNT_BYTES)
    name = accounts.register(library, body.name, body.password)
    codes = accounts.new_recovery_codes(library, name)
    share.add(ACCOUNT_BYTES)
    return NewAccount(account=_begin_session(request, library, visitor.id, name).account, recovery_codes=codes)


@router.post("/login", **described("Log in", LOGINS))
@password_pooled
def login(
    body: Credentials, request: Request, library: Library, visitor: CurrentVisitor, origin: CurrentOrigin
) -> Account:
    """Log in to an account; your plays stay yours, and the session that this browser had ends."""
    name = accounts.check(library, origin, body.name, body.password)
    return _begin_session(request, library, visitor.id, name)


@router.post("/recover", **described("Set a new password by a recovery code", LOGINS))
@password_pooled
def recover(
    body: Recovery, request: Request, library: Library, visitor: CurrentVisitor, origin: CurrentOrigin
) -> Account:
    """Set a new password by a recovery code, which is used up, and log in; all sessions of the account end."""
    name = accounts.recover(library, origin, body.name, body.code, body.password)
    return _begin_session(request, library, visitor.id, name)


@router.post("/logout", status_code=204, **described("Log out", WRITES))
def logout(request: Request, library: Library, visitor: CurrentVisitor) -> None:
    """Log out; without a session nothing changes."""
    store.sessions.log_out(library, visitor.id)
    set_cookie(request, SESSION, "")


@router.post("/accounts/close", status_code=204, **described("Delete your account", LOGINS))
@password_pooled
def close_account(
    body: Credentials, request: Request, library: Library, visitor: CurrentVisitor, origin: CurrentOrigin
) -> None:
    """Delete the account that you are logged in to and everything it published; needs the password again."""
    name = accounts.check(library, origin, body.name, body.password)
    if name != visitor.account:
        raise ApiError.said("forbidden", "other-account")
    store.accounts.delete(library, name)
    set_cookie(request, SESSION, "")


@router.put("/me/password", status_code=204, **described("Change your password", LOGINS))
@password_pooled
def change_password(
    body: PasswordChange, request: Request, library: Library, visitor: LoggedIn, origin: CurrentOrigin
) -> None:
    """Change the password of your account; needs the present one, and ends all your other sessions."""
    name = accounts.check(library, origin, visitor.account, body.password)
    accounts.set_password(library, name, body.new_password)
    _begin_session(request, library, visitor.id, name)


@router.get("/me/sessions", **described("Your sessions", READS, 403))
def get_sessions(library: Library, visitor: LoggedIn) -> Sessions:
    """List the sessions of your account."""
    return Sessions(
        sessions=[
            SessionOut.from_value(entry, id=entry.id[:_SESSION_LENGTH], current=entry.id == visitor.session)
            for entry in store.sessions.listing(library, visitor.account)
        ]
    )


@router.delete("/me/sessions", status_code=204, **described("End your other sessions", WRITES))
def end_other_sessions(library: Library, visitor: LoggedIn) -> None:
    """End all sessions of your account but the one that you use now."""
    store.sessions.end_others(library, visitor.account, visitor.session)


@router.delete("/me/sessions/{session}", status_code=204, **described("End a session", WRITES))
def end_session(session: SessionIdent, library: Library, visitor: LoggedIn) -> None:
    """End a session of your account."""
    store.sessions.end(library, visitor.account, session)


@router.get("/me/recovery-codes", **described("Your recovery codes", READS, 403))
def count_recovery_codes(library: Library, visitor: LoggedIn) -> RemainingCodes:
    """Count your unused recovery codes."""
    return RemainingCodes(remaining=store.recovery_codes.count(library, visitor.account))


@router.post("/me/recovery-codes", **described("Make new recovery codes", LOGINS))
@password_pooled
def make_recovery_codes(body: PasswordIn, library: Library, visitor: LoggedIn, origin: CurrentOrigin) -> RecoveryCodes:
    """Make new recovery codes in place of your old ones; needs the password again."""
    name = accounts.check(library, origin, visitor.account, body.password)
    return RecoveryCodes(codes=accounts.new_recovery_codes(library, name))


def _begin_session(request: Request, library: Store, visitor: str, name: str) -> Account:
    client = client_name(request.headers.get("user-agent", ""))
    set_cookie(request, SESSION, accounts.begin_session(library, visitor, name, client))
    return Account(account=name)
