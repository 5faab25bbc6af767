"""Accounts: names with passwords and recovery codes, and the sessions in which a visitor is one of them.

Neither the time that a login takes nor its answer shows whether a name is known.
"""

from __future__ import annotations

import secrets
from base64 import b64encode
from datetime import timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from .. import store
from ..errors import NotFound
from ..store import Store
from ..store.accounts import AccountEntry
from ..store.tables import now
from . import login_limits, passwords
from .errors import ApiError
from .identity_cookie import hashed
from .login_limits import Origin

SESSION_LIFETIME = timedelta(days=30)
RECOVERY_CODES = 10


def _hash_of_nothing(hasher: PasswordHasher) -> str:
    """Return a hash that no known password matches: comparing with it takes as long as with any, making it no time."""
    salt, result = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len)
    )
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${result}"


_hasher = PasswordHasher()
_DUMMY_HASH = _hash_of_nothing(_hasher)  # what a password for an unknown name is compared with

_CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none that is taken for another
_CODE_LENGTH = 20  # 100 bits, so that a fast hash is enough


def register(library: Store, name: str, password: str) -> str:
    """Create an account and return its name.

    Raises Conflict for a name that looks like an existing one, StoreError for an invalid name, ApiError for a password
    that is easy to guess.
    """
    passwords.check(name, password)
    return store.accounts.register(library, name, _hash(password)).name


def check(library: Store, origin: Origin, name: str, password: str) -> str:
    """Return the name of the account with this name and password.

    Raises ApiError, alike for either being wrong, and where there were too many attempts before.
    """
    account = _find(library, name)
    known_device = store.sessions.is_device(library, account.name if account else "", origin.visitor)
    keys = login_limits.login_keys(origin, name, known_device=known_device)
    with login_limits.attempt(library, keys, origin.at):
        expected_hash = account.password if account else _DUMMY_HASH
        try:
            _hasher.verify(expected_hash, _bytes(password[: passwords.MAX_LENGTH + 1]))
        except (VerificationError, InvalidHashError):
            account = None
        if account is None:
            raise ApiError.said("forbidden", "wrong-password")
    if _hasher.check_needs_rehash(expected_hash):
        store.accounts.rehash_password(library, account, _hash(password))
    return account.name


def set_password(library: Store, name: str, password: str) -> None:
    """Set the password of an account, and end all its sessions.  Raises ApiError for one that is guessed easily."""
    passwords.check(name, password)
    store.accounts.set_password(library, name, _hash(password))


def begin_session(library: Store, visitor: str, name: str, client: str) -> str:
    """Begin a session of a visitor as an account; return its secret, which only their cookie holds."""
    token = secrets.token_urlsafe(32)
    store.sessions.log_in(
        library, hashed(token), visitor=visitor, name=name, ends=now() + SESSION_LIFETIME, client=client
    )
    return token


def new_recovery_codes(library: Store, name: str) -> list[str]:
    """Give an account new recovery codes in place of its old ones, and return them; the library keeps their hashes."""
    codes = ["".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH)) for _ in range(RECOVERY_CODES)]
    store.recovery_codes.replace(library, name, map(hashed, codes))
    return ["-".join(code[start : start + 5] for start in range(0, _CODE_LENGTH, 5)) for code in codes]


def recover(library: Store, origin: Origin, name: str, code: str, password: str) -> str:
    """Set the password of an account by one of its recovery codes, which is used up; return the account's name.

    Raises ApiError, alike for a wrong name and a wrong code, for too many attempts before, and for a password that is
    guessed easily.
    """
    passwords.check(name, password)
    account, ident = _find(library, name), hashed(_plain_code(code))
    with login_limits.attempt(library, login_limits.recovery_keys(origin, name), origin.at):
        # Argon2 takes its time only where the code is right, which a stranger's never is.
        is_valid = store.recovery_codes.is_valid(library, account.name if account else "", ident)
        if not account or not is_valid or not store.recovery_codes.use(library, account.name, ident, _hash(password)):
            raise ApiError.said("forbidden", "wrong-code")
    return account.name


def _find(library: Store, name: str) -> AccountEntry | None:
    try:
        return store.accounts.get(library, name)
    except NotFound:
        return None


def _plain_code(code: str) -> str:
    """Normalise a typed recovery code: drop separators and map lookalike characters."""
    letters = "".join(sign for sign in code.upper() if sign.isalnum())
    return letters.translate(str.maketrans("OIL", "011"))


def _hash(password: str) -> str:
    return _hasher.hash(_bytes(password))


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
