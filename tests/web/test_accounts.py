"""Accounts over HTTP: guessing gets slow, weak passwords are refused, passwords change, sessions end, codes recover."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from starlette.testclient import TestClient

from pushbox import store
from pushbox.store import tables
from pushbox.web import accounts, clients, passwords
from pushbox.web.app import create_app
from pushbox.web.errors import ApiError
from pushbox.web.identity_cookie import COOKIE, SESSION, hashed
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, refused

PASSWORD, NEW_PASSWORD = "a long sentence", "another long sentence"  # of accounts that are made here
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


class Server:
    """A server whose clock is set by the test, and browsers at addresses."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.time = datetime.now(UTC)  # near that of the sessions
        app.state.clock = lambda: self.time

    def browser(self, address: str = "192.0.2.1") -> TestClient:
        """Return a new browser, without a cookie."""
        return TestClient(self.app, headers=HEADERS, client=(address, 50_000))

    def account(self, name: str) -> tuple[TestClient, list[str]]:
        """Register an account; return the browser that is logged in to it, and the account's recovery codes."""
        client = self.browser()
        answer = client.post("/api/accounts", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        return client, answer.json()["recovery_codes"]


@pytest.fixture
def server(app: Any) -> Server:
    """Return a server without accounts."""
    with app.state.store.write() as connection:
        for table in (tables.accounts, tables.visitors, tables.login_failures):
            connection.execute(table.delete())
    return Server(app)


def log_in(client: TestClient, name: str, password: str = PASSWORD) -> Any:
    return client.post("/api/login", json={"name": name, "password": password})


def account_of(client: TestClient) -> str | None:
    name: str | None = client.get("/api/me").json()["account"]
    return name


def fail(client: TestClient, name: str, times: int) -> None:
    """Fail to log in so often."""
    for _ in range(times):
        refused(log_in(client, name, "wrong"), 403, "forbidden")


# --------------------------------------------------------------------------------------------------------------- limits


def test_guessing_gets_slower_and_slower(server: Server) -> None:
    """Five failures are free; then one waits 1, 2, 4 ... seconds, new cookies or not, and the right one ends it."""
    server.account("Ada")
    fail(server.browser(), "Ada", 6)
    for wait in (1, 2, 4, 8):
        answer = log_in(server.browser(), "ada", "wrong")
        assert f"try again in {wait} second" in refused(answer, 429, "too-many")
        assert answer.headers["retry-after"] == str(wait)
        assert log_in(server.browser(), "ADA").status_code == 429, "not even the right one is looked at"
        server.time += timedelta(seconds=wait)
        fail(server.browser(), "Ada", 1)
    server.time += timedelta(seconds=16)
    assert log_in(server.browser(), "Ada").status_code == 200
    fail(server.browser(), "Ada", 5)


def test_an_unknown_name_is_limited_alike(server: Server) -> None:
    """Neither the answers nor when they come show whether there is such an account."""
    server.account("somebody")
    answers = [
        [
            (answer := log_in(server.browser(), name, "wrong")).status_code,
            answer.text,
            answer.headers.get("retry-after"),
        ]
        for name in ("somebody", "nobody")
        for _ in range(8)
    ]
    assert answers[:8] == answers[8:]
    assert [status for status, *_ in answers[:8]] == [403] * 6 + [429] * 2


def test_a_stranger_does_not_lock_the_owner_out(server: Server) -> None:
    """Guesses from many addresses slow strangers down, but no browser that has been logged in before."""
    owner, codes = server.account("Ada")
    owner.post("/api/logout")
    for number in range(26):
        for _ in range(4):
            log_in(server.browser(f"198.51.100.{number}"), "Ada", "wrong")
    refused(log_in(server.browser("203.0.113.1"), "Ada"), 429, "too-many")
    assert log_in(owner, "Ada").status_code == 200
    # Nor does it keep them from their codes, on a browser that has never been there.
    recovery = {"name": "Ada", "code": codes[0], "password": NEW_PASSWORD}
    assert server.browser("203.0.113.1").post("/api/recover", json=recovery).status_code == 200


def test_a_known_browser_is_limited_by_itself(server: Server) -> None:
    """Whoever has got hold of its cookie guesses no faster, and slows nobody else down."""
    owner, _ = server.account("Ada")
    other = server.browser()
    assert log_in(other, "Ada").status_code == 200
    fail(owner, "Ada", 6)
    refused(log_in(owner, "Ada"), 429, "too-many")
    assert log_in(other, "Ada").status_code == 200
    assert log_in(server.browser(), "Ada").status_code == 200
    # It is a known one of this account alone.
    server.account("Bob")
    fail(server.browser(), "Bob", 6)
    refused(log_in(other, "Bob"), 429, "too-many")


def test_an_address_is_limited_over_all_names(server: Server) -> None:
    """Trying one password at many names is guessing too; IPv6 addresses of one network are one."""
    for number in range(51):
        fail(server.browser(f"2001:db8::{number:x}"), f"name {number}", 1)
    refused(log_in(server.browser("2001:db8::ffff"), "one more", "wrong"), 429, "too-many")
    fail(server.browser("2001:db8:1::1"), "one more", 1)


def test_the_count_outlives_the_server(tmp_path: Path, static: Path) -> None:
    """It is kept in the library."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=GENEROUS, static=static)
    time = datetime.now(UTC)
    for status in (201, 409):  # the account is registered, and there already
        app = create_app(settings)
        with TestClient(app):
            server = Server(app)
            server.time = time
            answer = server.browser().post("/api/accounts", json={"name": "Ada", "password": PASSWORD})
            assert answer.status_code == status
            if status == 201:
                fail(server.browser(), "Ada", 6)
            else:
                refused(log_in(server.browser(), "Ada"), 429, "too-many")


def test_every_way_to_try_a_password_is_limited(server: Server) -> None:
    """Changing it, new codes and closing the account count as logging in does."""
    for name, method, path, body in (
        ("Ada", "PUT", "/api/me/password", {"new_password": NEW_PASSWORD}),
        ("Bob", "POST", "/api/me/recovery-codes", {}),
        ("Cid", "POST", "/api/accounts/close", {"name": "Cid"}),
    ):
        client, _ = server.account(name)
        for _ in range(6):
            refused(client.request(method, path, json={"password": "wrong", **body}), 403, "forbidden")
        refused(client.request(method, path, json={"password": PASSWORD, **body}), 429, "too-many")


# ------------------------------------------------------------------------------------------------------------ passwords


@pytest.mark.parametrize(
    ("password", "expected"),
    [
        ("short", "found a password of 5 characters, expected 8 to 200"),
        ("x" * 201, "expected 8 to 200"),
        ("password", "most common"),
        ("PassWord", "most common"),
        ("qwertyuiop", "most common"),
        ("P@ssw0rd1!", "easy to guess"),
        ("aaaaaaaaaaaa", "easy to guess"),
        ("abcdefgh1234", "easy to guess"),
        ("pushbox1", "easy to guess"),
        ("yangchao", "little more than the name"),
        ("Yang Chao", "little more than the name"),
        ("YangChao123", "little more than the name"),
        ("yängchaoyangchao!", "little more than the name"),
    ],
)
def test_a_password_that_is_guessed_first_is_refused(password: str, expected: str) -> None:
    """With the reason: too short, common, the name itself, or easy to guess."""
    with pytest.raises(ApiError, match=expected) as error:
        passwords.check("Yang Chao", password)
    assert error.value.code == "bad-input"


@pytest.mark.parametrize(
    "password",
    [PASSWORD, "correct horse battery staple", "密码很长而且独特的一句话", "x7#Kq!p2Lm", "y" * 8 + "Tr0ub4dor&3"],
)
def test_a_good_password_is_taken(password: str) -> None:
    """Of words, of signs, or of another script."""
    passwords.check("Yang Chao", password)


def test_a_name_of_one_letter_hinders_no_password() -> None:
    """What is left beside it is long enough."""
    passwords.check("a", "banana ananas papaya")


def test_judging_a_password_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library that judges takes minutes for long texts of signs that may stand for letters: it gets few of them."""
    import zxcvbn
    from zxcvbn.matching import L33T_TABLE, enumerate_l33t_subs, relevant_l33t_subtable

    seen: list[str] = []

    def judge(password: str, **_: Any) -> dict[str, Any]:
        seen.append(password)
        return {"score": 4}

    monkeypatch.setattr(zxcvbn, "zxcvbn", judge)
    signs = "".join(sorted({sign for signs in L33T_TABLE.values() for sign in signs}))
    passwords.check("Ada", signs * 10)
    (judged,) = seen
    assert len(judged) == 72
    assert len(set(judged)) == len(signs), "what differs stays different"
    assert len(enumerate_l33t_subs(relevant_l33t_subtable(judged, L33T_TABLE))) <= 32


def test_old_passwords_still_log_in(server: Server) -> None:
    """Only a new one is judged."""
    store.accounts.register(server.app.state.store, "Ada", accounts._hash("password"))
    client = server.browser()
    assert log_in(client, "Ada", "password").status_code == 200
    change = {"password": "password", "new_password": "password1"}
    assert "common" in refused(client.put("/api/me/password", json=change), 422, "bad-input")
    common = {"name": "Bob", "password": "iloveyou"}
    assert "common" in refused(client.post("/api/accounts", json=common), 422, "bad-input")


def test_the_password_is_changed(server: Server) -> None:
    """With the present one; all other sessions end, this one gets a new secret, and only the new password works."""
    client, _ = server.account("Ada")
    other = server.browser()
    log_in(other, "Ada")
    refused(server.browser().put("/api/me/password", json={"password": "x", "new_password": "y"}), 403, "forbidden")
    wrong = {"password": "wrong", "new_password": NEW_PASSWORD}
    refused(client.put("/api/me/password", json=wrong), 403, "forbidden")
    assert account_of(other) == "Ada"
    before = client.cookies[SESSION]
    change = {"password": PASSWORD, "new_password": NEW_PASSWORD}
    assert client.put("/api/me/password", json=change).status_code == 204
    assert client.cookies[SESSION] != before
    assert (account_of(client), account_of(other)) == ("Ada", None)
    refused(log_in(other, "Ada"), 403, "forbidden")
    assert log_in(other, "Ada", NEW_PASSWORD).status_code == 200


def test_an_unknown_name_costs_as_much_as_a_wrong_password() -> None:
    """What stands for the hash of an unknown name is compared with a password like any other."""
    hasher = PasswordHasher()
    hash_of_nothing = accounts._hash_of_nothing(hasher)
    assert extract_parameters(hash_of_nothing) == extract_parameters(hasher.hash("nobody"))
    with pytest.raises(VerifyMismatchError):
        hasher.verify(hash_of_nothing, "nobody")


def test_a_better_hash_ends_no_session(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """When hashes get stronger, a login replaces the old one and nobody is logged out."""
    client, _ = server.account("Ada")
    library = server.app.state.store
    before = store.accounts.get(library, "Ada").password
    monkeypatch.setattr(accounts, "_hasher", PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    assert log_in(server.browser(), "Ada").status_code == 200
    assert store.accounts.get(library, "Ada").password != before
    assert account_of(client) == "Ada"


# ------------------------------------------------------------------------------------------------------------- sessions


def test_sessions_are_listed_and_ended(server: Server) -> None:
    """Each with when, with what, and whether it is the one that is used; nobody sees or ends another's."""
    client, _ = server.account("Ada")
    others = [server.browser() for _ in range(3)]
    for other in others:
        other.headers["user-agent"] = FIREFOX
        log_in(other, "Ada")
    listed = client.get("/api/me/sessions").json()["sessions"]
    assert [entry["client"] for entry in listed].count("Firefox, Linux") == 3
    (current,) = (entry for entry in listed if entry["current"])
    assert hashed(client.cookies[SESSION]).startswith(current["id"])
    assert current["made"] <= current["used"]
    first = hashed(others[0].cookies[SESSION])[:16]
    stranger, _ = server.account("Bob")
    refused(stranger.delete(f"/api/me/sessions/{first}"), 404, "not-found")
    refused(server.browser().delete(f"/api/me/sessions/{first}"), 403, "forbidden")
    refused(server.browser().get("/api/me/sessions"), 403, "forbidden")
    assert client.delete(f"/api/me/sessions/{first}").status_code == 204
    refused(client.delete(f"/api/me/sessions/{first}"), 404, "not-found")
    assert [account_of(one) for one in (client, *others)] == ["Ada", None, "Ada", "Ada"]
    assert client.delete("/api/me/sessions").status_code == 204
    assert [account_of(one) for one in (client, *others)] == ["Ada", None, None, None]
    assert account_of(stranger) == "Bob"


def test_a_login_ends_the_old_session_of_the_browser(server: Server) -> None:
    """Its secret is a new one each time, and the old one opens nothing any more."""
    client, _ = server.account("Ada")
    secrets = {client.cookies[SESSION]}
    for _ in range(4):
        log_in(client, "Ada")
        secrets.add(client.cookies[SESSION])
    assert len(secrets) == 5
    assert len(client.get("/api/me/sessions").json()["sessions"]) == 1
    current = client.cookies[SESSION]
    for secret in secrets - {current}:
        client.cookies.delete(SESSION)  # of two with one name the browsers of tests may send either first
        client.cookies.set(SESSION, secret)
        assert account_of(client) is None


def test_a_session_is_of_one_browser(server: Server) -> None:
    """Its secret is of no use beside the cookie of another visitor, nor is one that was planted before the login."""
    client, _ = server.account("Ada")
    thief = server.browser()
    thief.get("/api/me")
    thief.cookies.set(SESSION, client.cookies[SESSION])
    assert account_of(thief) is None
    planted = server.browser()
    planted.cookies.set(SESSION, "p" * 43)
    log_in(planted, "Ada")
    assert planted.cookies.get(SESSION, domain="testserver.local") != "p" * 43


def test_the_last_use_is_shown(server: Server) -> None:
    """A while later a request moves it."""
    client, _ = server.account("Ada")
    (before,) = client.get("/api/me/sessions").json()["sessions"]
    server.time += timedelta(minutes=1)
    assert client.get("/api/me/sessions").json()["sessions"] == [before]
    server.time += timedelta(hours=1)
    client.get("/api/collections")
    (after,) = client.get("/api/me/sessions").json()["sessions"]
    assert after["used"] > before["used"]
    assert after["made"] == before["made"]


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15", "Safari, macOS"),
        ("curl/8.14.1", "curl/8.14.1"),
        ("x" * 500, "x" * 60),
        ("\x1b[31m", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_clients_are_named(user_agent: str, name: str) -> None:
    """Roughly, and never with characters that deceive."""
    assert clients.client_name(user_agent) == name


# ------------------------------------------------------------------------------------------------------- recovery codes


def test_a_code_recovers_an_account(server: Server) -> None:
    """Ten come with the account; one sets a new password, ends all sessions, logs in and is used up."""
    owner, codes = server.account("Ada")
    assert len(set(codes)) == 10
    assert owner.get("/api/me/recovery-codes").json() == {"remaining": 10}
    client = server.browser()
    written = codes[3].lower().replace("-", " ").replace("0", "o").replace("1", "l")  # as somebody may type it
    body = {"name": "ada", "code": written, "password": NEW_PASSWORD}
    weak = {**body, "password": "password"}
    assert "common" in refused(client.post("/api/recover", json=weak), 422, "bad-input")
    assert client.post("/api/recover", json=body).json() == {"account": "Ada"}
    assert (account_of(client), account_of(owner)) == ("Ada", None)
    assert client.get("/api/me/recovery-codes").json() == {"remaining": 9}
    refused(log_in(owner, "Ada"), 403, "forbidden")
    assert log_in(owner, "Ada", NEW_PASSWORD).status_code == 200
    assert "recovery code is wrong" in refused(client.post("/api/recover", json=body), 403, "forbidden")


def test_codes_are_limited_and_reveal_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong ones of known and unknown names are answered alike, without the work of a hash, and slowly."""
    server.account("Ada")

    def forbidden(_: str) -> str:
        message = "a password was hashed for a wrong code"
        raise AssertionError(message)

    monkeypatch.setattr(accounts, "_hash", forbidden)
    answers = [
        server.browser().post("/api/recover", json={"name": name, "code": "7K2QM", "password": NEW_PASSWORD})
        for name in ("Ada", "nobody")
        for _ in range(7)
    ]
    seen = [(answer.status_code, answer.text) for answer in answers]
    assert seen[:7] == seen[7:]
    assert [status for status, _ in seen[:7]] == [403] * 6 + [429]


def test_new_codes_take_the_place_of_old_ones(server: Server) -> None:
    """They need the password; the library keeps only their hashes."""
    client, old = server.account("Ada")
    refused(client.post("/api/me/recovery-codes", json={"password": "wrong"}), 403, "forbidden")
    codes = client.post("/api/me/recovery-codes", json={"password": PASSWORD}).json()["codes"]
    assert set(codes).isdisjoint(old)
    with server.app.state.store.read() as connection:
        dump = "\n".join(connection.connection.driver_connection.iterdump())
    assert not any(code in dump or code.replace("-", "") in dump for code in (*old, *codes))
    body = {"name": "Ada", "code": old[0], "password": NEW_PASSWORD}
    refused(client.post("/api/recover", json=body), 403, "forbidden")
    assert client.post("/api/recover", json={**body, "code": codes[0]}).status_code == 200


def test_names_that_look_alike_are_refused(server: Server) -> None:
    """With a sentence each."""
    server.account("Paypal")
    client = server.browser()
    for name, status, code, words in (
        ("PaypaI", 409, "conflict", "looks like"),
        ("Pаypal", 422, "bad-input", "Cyrillic and Latin"),
        ("Pay\u200bpal", 422, "bad-input", "U+200B"),
    ):
        answer = client.post("/api/accounts", json={"name": name, "password": PASSWORD})
        assert words in refused(answer, status, code)


def test_an_account_is_exported_and_deleted_whole(server: Server) -> None:
    """Sessions and codes come with the visitor's own data, without secrets, and go with the account."""
    client, codes = server.account("Ada")
    exported = client.get("/api/me/export")
    account = exported.json()["account"]
    assert (account["name"], len(account["sessions"]), len(account["recovery_codes"])) == ("Ada", 1, 10)
    for secret in (*codes, client.cookies[SESSION], client.cookies[COOKIE], PASSWORD, "argon2"):
        assert secret not in exported.text
    assert server.browser().get("/api/me/export").json()["account"] is None
    assert client.post("/api/accounts/close", json={"name": "Ada", "password": PASSWORD}).status_code == 204
    body = {"name": "Ada", "code": codes[0], "password": NEW_PASSWORD}
    refused(client.post("/api/recover", json=body), 403, "forbidden")
    assert client.post("/api/accounts", json={"name": "Ada", "password": PASSWORD}).status_code == 201
