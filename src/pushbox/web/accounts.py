"""Accounts: names with passwords, and the sessions in which a visitor is one of them.

Whether a name is known cannot be told from how long a login takes, nor from what it answers.
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
from .errors import Refusal
from .identity_cookie import Visitor, hashed

LASTS = timedelta(days=30)
SHORTEST, LONGEST = 8, 200  # characters of a password

_hasher = PasswordHasher()
_NOBODY = _hasher.hash(secrets.token_urlsafe(16))  # what a password for an unknown name is compared with


def register(library: Store, name: str, password: str) -> str:
    """Make an account and return its name.  Raises Conflict for a name that is taken, StoreError for none at all."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal("bad-input", f"found a password of {len(password)} characters, expected {SHORTEST} to {LONGEST}")
    return store.accounts.register(library, name, _hasher.hash(_bytes(password))).name


def check(library: Store, name: str, password: str) -> str:
    """Return the name of the account with this name and password.  Raises Refusal, alike for either being wrong."""
    try:
        account = store.accounts.get(library, name)
        own = account.password
    except NotFound:
        account, own = None, _NOBODY
    try:
        _hasher.verify(own, _bytes(password[: LONGEST + 1]))
    except (VerificationError, InvalidHashError):
        account = None
    if account is None:
        raise Refusal("forbidden", "the name or the password is wrong")
    if _hasher.check_needs_rehash(own):
        store.accounts.set_password(library, account.name, _hasher.hash(_bytes(password)))
    return account.name


def begin(library: Store, visitor: Visitor, name: str) -> str:
    """Begin a session in which a visitor is an account; return its secret, which only his cookie holds."""
    token = secrets.token_urlsafe(32)
    store.accounts.log_in(library, hashed(token), visitor=visitor.id, name=name, ends=now() + LASTS)
    return token


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
