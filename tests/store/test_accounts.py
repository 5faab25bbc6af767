"""Accounts: names that look alike, sessions and devices, recovery codes, failed logins."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from pushbox import store
from pushbox.errors import Conflict, NotFound, StoreError
from pushbox.store import Store, account_names
from pushbox.store.login_failures import MAX_DELAY, FailureKey, delay
from pushbox.store.sessions import MAX_SESSIONS, USE_INTERVAL
from pushbox.store.tables import accounts, login_failures, now

GOLDEN = Path(__file__).parents[1] / "golden" / "library-0001.sql"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def log_in(library: Store, ident: str, name: str = "Anna", visitor: str = "ann") -> None:
    store.sessions.log_in(library, ident, visitor=visitor, name=name, ends=now() + timedelta(days=1))


def sessions_of(library: Store, name: str = "Anna") -> set[str]:
    return {entry.id for entry in store.sessions.listing(library, name)}


# ------------------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("paypal", "PayPaI"),  # a capital i
        ("paypal", "paypa1"),
        ("ivan", "lvan"),
        ("modern", "rnodern"),
        ("coco", "сосо"),  # Cyrillic
        ("Olive", "0live"),
        ("Yang Chao", "YangChao"),
        ("Yang Chao", "Yang\u00a0\u00a0Chao"),
        ("José", "jose"),
        ("Anna", "Ａｎｎａ"),
        ("Łukasz", "lukasz"),
        ("sine", "ꜱıne"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(name: str, other: str) -> None:
    """By the table of the Unicode Consortium, without case, accents and spaces."""
    assert account_names.skeleton(name) == account_names.skeleton(other)


@pytest.mark.parametrize(
    ("name", "other"), [("ann", "anna"), ("van", "nan"), ("guy", "gyu"), ("ada", "ida"), ("楊", "陽")]
)
def test_names_that_differ_have_skeletons_of_their_own(name: str, other: str) -> None:
    """Also where letters of several alphabets and cases lead from one to the other."""
    assert account_names.skeleton(name) != account_names.skeleton(other)


def test_names_that_look_alike_are_refused(library: Store) -> None:
    """Whichever comes first."""
    for first, second in (("Yang Chao", "yangchao"), ("сосо", "c0co"), ("paypa1", "PayPaI")):
        for one, other in ((first, second), (second, first)):
            store.accounts.register(library, one, "hash")
            with pytest.raises(Conflict, match="looks like"):
                store.accounts.register(library, other, "hash")
            store.accounts.delete(library, one)


@pytest.mark.parametrize(
    "name", ["東京タワー", "Yang 楊", "김민준", "Влад", "Ελένη", "Anne-Marie", "zoë_99", "☺", "أحمد"]
)
def test_names_of_one_language_are_taken(name: str) -> None:
    """As they are, also those that are written in several scripts side by side."""
    assert account_names.normalize(name) == name
    account_names.check(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Pаypal", "Cyrillic and Latin"),
        ("Ꭺnna", "Cherokee and Latin"),
        ("a\u200bb", r"U\+200B"),  # nothing, by width
        ("a\u202eb", r"U\+202E"),  # turns the direction
        ("a\u2066b", r"U\+2066"),
        ("a\u3164b", r"U\+1160"),  # a letter without a form
        ("a\ufe0fb", r"U\+FE0F"),
        ("a\tb", r"U\+0009"),
        ("a\x00b", r"U\+FFFD"),
        ("a\x1b[1mb", r"U\+001B"),
        ("", "0 characters"),
        ("\u0301", "1 character,"),
        ("x" * 41, "41 characters"),
    ],
)
def test_names_that_deceive_are_refused(name: str, expected: str) -> None:
    """Mixed scripts, and what cannot be seen: control, direction and zero-width characters."""
    with pytest.raises(StoreError, match=expected):
        account_names.check(account_names.normalize(name))


def test_a_name_is_kept_in_one_form(library: Store) -> None:
    """Compatible characters are one; what is refused by its form is refused by the registration."""
    assert store.accounts.register(library, " Ｙａｎｇ\u00a0 Chao ", "hash").name == "Yang Chao"
    assert store.accounts.get(library, "yang chao").name == "Yang Chao"
    with pytest.raises(StoreError, match="expected characters that can be seen"):
        store.accounts.register(library, "a\u202eb", "hash")


def test_one_of_many_at_once_gets_the_name(library: Store) -> None:
    """Names that look alike are compared by one registration at a time, on every database."""
    registered: list[str] = []
    barrier = threading.Barrier(6)

    def register(name: str) -> None:
        barrier.wait()
        with suppress(Conflict):
            registered.append(store.accounts.register(library, name, "hash").name)

    threads = [
        threading.Thread(target=register, args=(name,)) for name in ("coco", "сосо", "ᴄoᴄo", "c0c0", "СОСО", "co co")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(registered) == 1
    with library.read() as connection:
        assert connection.execute(sa.select(accounts.c.name)).scalars().all() == registered


def test_accounts_of_before_stay(tmp_path: Path) -> None:
    """Two that look alike both keep their names; no third one may look like them, even when one of them goes."""
    file = tmp_path / "library.sqlite"
    connection = sqlite3.connect(file)
    connection.executescript(GOLDEN.read_text(encoding="utf-8"))
    rows = [(name, name, "hash", "2026-01-01 00:00:00") for name in ("coco", "сосо", "Pаypal")]
    connection.executemany("INSERT INTO accounts (name, folded, password, made) VALUES (?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()
    with store.open(f"sqlite:///{file}") as library:
        for name in ("coco", "сосо"):
            assert store.accounts.get(library, name).name == name
            log_in(library, f"session of {name}", name, "ann")
            with pytest.raises(Conflict):
                store.accounts.register(library, "co co", "hash")
            store.accounts.delete(library, name)
        assert store.accounts.register(library, "co co", "hash").name == "co co"
        with pytest.raises(Conflict):
            store.accounts.register(library, "paypal", "hash")


# --------------------------------------------------------------------------------------------------- sessions, devices


def test_a_login_ends_the_session_that_the_browser_had(library: Store) -> None:
    """One visitor has one session, whatever account it is of; those of other visitors stay."""
    for name in ("Anna", "Bob"):
        store.accounts.register(library, name, "hash")
    log_in(library, "first")
    log_in(library, "other", visitor="elsewhere")
    log_in(library, "second")
    assert sessions_of(library) == {"second", "other"}
    assert store.sessions.get(library, "first") is None
    log_in(library, "third", "Bob")
    assert (sessions_of(library), sessions_of(library, "Bob")) == ({"other"}, {"third"})
    assert store.sessions.logged_in(library, "ann") == "Bob"


def test_sessions_are_listed_and_ended(library: Store) -> None:
    """One by the beginning of its id, or all but one; those of other accounts cannot be."""
    for name in ("Anna", "Bob"):
        store.accounts.register(library, name, "hash")
    for number in range(4):
        log_in(library, f"s{number}", visitor=f"v{number}")
    log_in(library, "bobs", "Bob", "v9")
    store.sessions.end(library, "Anna", "s2")
    for ident in ("bobs", "s2", "%", "s_"):
        with pytest.raises(NotFound, match="found no session"):
            store.sessions.end(library, "Anna", ident)
    assert sessions_of(library) == {"s0", "s1", "s3"}
    store.sessions.end_others(library, "Anna", "s3")
    assert (sessions_of(library), sessions_of(library, "Bob")) == ({"s3"}, {"bobs"})


def test_sessions_are_bounded_and_expire(library: Store) -> None:
    """Those that are over go with the next login, and of too many the ones that were used longest ago."""
    store.accounts.register(library, "Anna", "hash")
    store.sessions.log_in(library, "over", visitor="v", name="Anna", ends=now() - SECOND)
    for number in range(MAX_SESSIONS + 2):
        log_in(library, f"s{number}", visitor=f"v{number}")
    assert sessions_of(library) == {f"s{number}" for number in range(2, MAX_SESSIONS + 2)}
    assert not store.sessions.is_device(library, "Anna", "v0")
    assert store.sessions.is_device(library, "Anna", f"v{MAX_SESSIONS + 1}")


def test_the_last_use_is_noted_now_and_then(library: Store) -> None:
    """Requests in quick succession write nothing."""
    store.accounts.register(library, "Anna", "hash")
    log_in(library, "session")
    before = store.sessions.get(library, "session")
    assert before is not None
    for at, expected in (
        (before.used + USE_INTERVAL / 2, before.used),
        (before.used + USE_INTERVAL, before.used + USE_INTERVAL),
        (before.used - USE_INTERVAL, before.used + USE_INTERVAL),  # a clock that goes wrong takes nothing back
    ):
        store.sessions.touch(library, before, at)
        after = store.sessions.get(library, "session")
        assert after is not None
        assert after.used == expected


def test_a_new_password_ends_sessions_and_forgets_devices(library: Store) -> None:
    """Whoever knew the old one is a stranger; a new hash of the same password changes nothing of this."""
    entry = store.accounts.register(library, "Anna", "hash")
    log_in(library, "session")
    store.accounts.rehash_password(library, entry, "better hash")
    assert store.sessions.logged_in(library, "ann") == "Anna"
    store.accounts.rehash_password(library, entry, "hash of a password that has been changed")
    assert store.accounts.get(library, "Anna").password == "better hash"  # noqa: S105
    store.accounts.set_password(library, "Anna", "other")
    assert store.sessions.logged_in(library, "ann") is None
    assert not store.sessions.is_device(library, "Anna", "ann")


# ------------------------------------------------------------------------------------------------------ recovery codes


def test_a_recovery_code_works_once(library: Store) -> None:
    """Of those that were made last, for its own account; many at once are one use."""
    for name in ("Anna", "Bob"):
        store.accounts.register(library, name, "hash")
    store.recovery_codes.replace(library, "Anna", ["old"])
    store.recovery_codes.replace(library, "Anna", ["a", "b"])
    log_in(library, "session")
    assert not store.recovery_codes.use(library, "Anna", "old", "new")
    assert not store.recovery_codes.use(library, "Bob", "a", "new")
    used: list[bool] = []
    threads = [
        threading.Thread(target=lambda: used.append(store.recovery_codes.use(library, "Anna", "a", "new")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(used) == [False, False, False, True]
    assert store.recovery_codes.count(library, "Anna") == 1
    assert [store.accounts.get(library, name).password for name in ("Anna", "Bob")] == ["new", "hash"]
    assert sessions_of(library) == set()
    with pytest.raises(NotFound):
        store.recovery_codes.replace(library, "Nobody", ["c"])


def test_what_is_of_an_account_is_exported_and_deleted(library: Store) -> None:
    """Without what could open it."""
    store.accounts.register(library, "Anna", "hash")
    store.recovery_codes.replace(library, "Anna", ["a", "b"])
    log_in(library, "session")
    exported = store.accounts.export_account(library, "Anna")
    assert exported["name"] == "Anna"
    assert [len(exported[part]) for part in ("sessions", "devices", "recovery_codes")] == [1, 1, 2]
    assert {"hash", "a", "b", "session", "ann"}.isdisjoint(str(exported).replace("'", " ").split())
    store.accounts.delete(library, "Anna")
    assert store.recovery_codes.count(library, "Anna") == 0
    assert not store.sessions.is_device(library, "Anna", "ann")
    with pytest.raises(NotFound):
        store.accounts.export_account(library, "Anna")


# ------------------------------------------------------------------------------------------------------- failed logins


def test_the_delay_grows() -> None:
    """A few failures are free, then 1, 2, 4 ... seconds, up to a bound."""
    seconds = [delay(failures, 5).total_seconds() for failures in range(1, 18)]
    assert seconds == [0] * 5 + [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    assert delay(10_000, 5) == MAX_DELAY


def test_failures_are_counted_forgotten_and_taken_back(library: Store) -> None:
    """A refused attempt does not count; time heals; a success clears its own count and returns its share of others."""
    own, shared = FailureKey("own", 2, cleared=True), FailureKey("shared", 100, cleared=False)
    at = NOON

    def begin(*keys: FailureKey) -> float:
        return store.login_failures.begin(library, keys, at).total_seconds()

    assert [begin(own, shared) for _ in range(5)] == [0, 0, 0, 1, 1]
    assert counts(library) == {"own": 3, "shared": 3}
    at += SECOND
    assert begin(own, shared) == 0
    assert begin(own, shared) == pytest.approx(2, abs=0.01)
    assert begin(shared) == 0
    at += MAX_DELAY * 2
    assert begin(own, shared) == 0
    assert counts(library) == {"own": pytest.approx(3, abs=0.01), "shared": pytest.approx(4, abs=0.01)}
    store.login_failures.succeed(library, [own, shared])
    assert counts(library) == {"shared": pytest.approx(3, abs=0.01)}


def counts(library: Store) -> dict[str, float]:
    with library.read() as connection:
        rows = connection.execute(sa.select(login_failures.c.key, login_failures.c.failures))
        return {row.key: row.failures for row in rows}


def test_many_attempts_at_once_are_no_way_around(library: Store) -> None:
    """Each counts before it is known to have failed."""
    key = FailureKey("key", 3, cleared=True)
    waits: list[timedelta] = []
    threads = [
        threading.Thread(target=lambda: waits.append(store.login_failures.begin(library, [key], NOON)))
        for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(not wait for wait in waits) == 4, "three that are free, and the one that makes others wait"
    assert counts(library) == {"key": 4}


def test_keys_are_bounded(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that have failed most stay, so that a flood of names clears nobody's count; old ones go by themselves."""
    begin = store.login_failures.begin
    for _ in range(3):
        begin(library, [FailureKey("often", 5, cleared=True)], NOON)
    for number in range(10):
        begin(library, [FailureKey(f"k{number}", 5, cleared=True)], NOON + SECOND * (number + 1))
    monkeypatch.setattr(store.login_failures, "MAX_KEYS", 4)
    begin(library, [FailureKey("00", 5, cleared=True)], NOON + SECOND * 20)
    assert set(counts(library)) == {"often", "00", "k9", "k8"}
    begin(library, [FailureKey("later", 5, cleared=True)], NOON + timedelta(days=3))
    assert set(counts(library)) == {"later"}
