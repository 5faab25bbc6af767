"""Accounts: names with passwords, and the sessions in which a visitor is one of them.

Neither the time that a login takes nor its answer shows whether a name is known.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from .. import store
from ..errors import NotFound
from ..store import Store
from ..store.tables import now
from .errors import ApiError
from .identity_cookie import Visitor, hashed

SESSION_LIFETIME = timedelta(days=30)
MIN_LENGTH, MAX_LENGTH = 8, 200  # characters of a password

_hasher = PasswordHasher()
_DUMMY_HASH = _hasher.hash(secrets.token_urlsafe(16))  # what a password for an unknown name is compared with


def register(library: Store, name: str, password: str) -> str:
    """Make an account and return its name.  Raises Conflict for a name that is taken, StoreError for none at all."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise ApiError(
            "bad-input", f"found a password of {len(password)} characters, expected {MIN_LENGTH} to {MAX_LENGTH}"
        )
    return store.accounts.register(library, name, _hasher.hash(_bytes(password))).name


def check(library: Store, name: str, password: str) -> str:
    """Return the name of the account with this name and password.  Raises ApiError, alike for either being wrong."""
    try:
        account = store.accounts.get(library, name)
        expected_hash = account.password
    except NotFound:
        account, expected_hash = None, _DUMMY_HASH
    try:
        _hasher.verify(expected_hash, _bytes(password[: MAX_LENGTH + 1]))
    except (VerificationError, InvalidHashError):
        account = None
    if account is None:
        raise ApiError("forbidden", "the name or the password is wrong")
    if _hasher.check_needs_rehash(expected_hash):
        store.accounts.set_password(library, account.name, _hasher.hash(_bytes(password)))
    return account.name


def begin_session(library: Store, visitor: Visitor, name: str) -> str:
    """Begin a session of a visitor as an account; return its secret, which only their cookie holds."""
    token = secrets.token_urlsafe(32)
    store.accounts.log_in(library, hashed(token), visitor=visitor.id, name=name, ends=now() + SESSION_LIFETIME)
    return token


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
