"""Room for all: a visitor, an address and the library have a share of the disk, and what does not grow goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from pushbox import store
from pushbox.play.recorded_session import Refused
from pushbox.store import disk
from pushbox.store.tables import now
from pushbox.web import disk_shares
from pushbox.web.app import create_app
from pushbox.web.errors import ApiError
from pushbox.web.play import messages, move_shares
from pushbox.web.play.move_shares import MoveShares
from pushbox.web.rate_limits import RateLimiter
from pushbox.web.settings import ADDRESS_DAYS, KIB, MIB, Limits, Rate, Settings

from .conftest import GENEROUS, HEADERS, TEXT, refused, room

pytestmark = pytest.mark.usefixtures("unseeded")
STUDY = "pushbox-study 1\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\nmoves R\n"


@contextmanager
def serving(url: str, static: Path, **limits: Any) -> Iterator[tuple[Any, TestClient]]:
    """Yield an app with other limits, and a browser that has a cookie."""
    app = create_app(Settings(database=url, limits=replace(GENEROUS, **limits), static=static))
    with TestClient(app, headers=HEADERS) as client:
        client.get("/api/me")
        yield app, client


def add(client: TestClient, name: str, **more: str) -> Any:
    return client.post("/api/collections", json={"text": TEXT, "name": name} | more)


def test_an_address_cannot_send_much_in_a_minute(make_url: Callable[[], str], static: Path) -> None:
    """However many browsers it has, what they send is counted together, and refused before it is read further."""
    default = Limits().sent
    assert default.burst + 60 * default.second <= 100 * MIB
    body = {"text": TEXT, "name": "n", "format": "xsb" + " " * (40 * KIB)}
    with serving(make_url(), static, sent=Rate(MIB, MIB / 60)) as (app, client):
        time = 0.0
        app.state.rate_limiter = RateLimiter(clock=lambda: time)
        browsers = [client, TestClient(app, headers=HEADERS)]
        answers = [browsers[number % 2].post("/api/collections", json=body) for number in range(30)]
        accepted = [answer for answer in answers if answer.status_code != 429]
        assert len(accepted) == MIB // (40 * KIB)
        assert "sends too much" in refused(answers[-1], 429, "too-many")
        time += int(answers[-1].headers["Retry-After"])
        assert client.post("/api/collections", json=body).status_code != 429


def test_a_socket_is_counted_for_its_address(make_url: Callable[[], str], static: Path) -> None:
    """What comes over a socket counts as what comes in a body, and the socket waits where it is too much."""
    with serving(make_url(), static, sent=Rate(128 * KIB, 128 * KIB / 60)) as (app, client):
        time = 0.0
        app.state.rate_limiter = RateLimiter(clock=lambda: time)
        play = client.post("/api/plays", json={"level": room()}).json()["play"]
        with client.websocket_connect(f"/ws/play?play={play}") as socket:
            socket.receive_json()
            for _ in range(9):  # of 15 KiB: two portions of 64 KiB
                socket.send_text(" " * (15 * KIB))
                assert socket.receive_json()["is"] == "error"
        large = {"text": TEXT, "name": "n", "format": " " * (2 * KIB)}
        refused(client.post("/api/collections", json=large), 429, "too-many")


def test_a_visitor_has_a_share(make_url: Callable[[], str], static: Path) -> None:
    """Beyond it nothing is added, not even by a job; whatever is there can be played, read and deleted."""
    with serving(make_url(), static, visitor_disk=5 * disk.LEVEL_BYTES) as (_, client):
        kept = [add(client, f"{number}").json()["collection"]["id"] for number in range(4)]
        answer = add(client, "one more", text=TEXT + ";" * disk.LEVEL_BYTES)
        assert "delete some of it first" in refused(answer, 413, "too-large")
        assert answer.json()["error"]["phrase"]["code"] == "visitor-share"
        job = {"task": "import", "text": TEXT + ";" * disk.LEVEL_BYTES, "name": "by a job"}
        refused(client.post("/api/jobs", json=job), 413, "too-large")
        (level,) = client.get(f"/api/collections/{kept[0]}/levels").json()["levels"]
        assert client.post("/api/plays", json={"level_id": level["id"]}).status_code == 201
        other = TestClient(client.app, headers=HEADERS)
        other.get("/api/me")
        assert add(other, "of another").status_code == 201
        assert client.delete(f"/api/collections/{kept[0]}").status_code == 204
        assert add(client, "one more").status_code == 201


def test_an_address_has_a_share(make_url: Callable[[], str], static: Path) -> None:
    """New visitors do not renew it, deleting neither, but time does."""
    with serving(make_url(), static, address_disk=4 * disk.LEVEL_BYTES) as (app, client):
        for number in range(3):
            browser = TestClient(app, headers=HEADERS)
            browser.get("/api/me")
            ident = add(browser, "mine").json()["collection"]["id"]
            assert browser.delete(f"/api/collections/{ident}").status_code == 204, number
        answer = add(client, "mine", text=TEXT + ";" * disk.LEVEL_BYTES)
        assert "has added" in refused(answer, 429, "too-many")
        assert int(answer.headers["Retry-After"]) > 3600
        share = disk_shares.share_of_address(app.state.settings.limits)
        key = disk_shares.address_key("testclient")
        wait = disk.wait_of_address(app.state.store, key, share.bytes, share, now())
        assert timedelta(days=20) < wait <= timedelta(days=ADDRESS_DAYS)
        later = now() + wait + timedelta(seconds=1)
        assert not disk.wait_of_address(app.state.store, key, share.bytes, share, later)


def test_rooms_and_accounts_count_for_their_address(make_url: Callable[[], str], static: Path) -> None:
    """Browsers that are made up share the room of their address for rooms and for accounts, too."""
    with serving(make_url(), static, address_disk=disk.ROOM_BYTES + 2 * disk.ACCOUNT_BYTES) as (app, client):
        ident = add(client, "mine").json()["collection"]["id"]
        (level,) = client.get(f"/api/collections/{ident}/levels").json()["levels"]
        browsers = [TestClient(app, headers=HEADERS) for _ in range(3)]
        names = ["Ada Byron", "Grace Hopper", "Mary Shelley"]
        accounts = [
            browser.post("/api/accounts", json={"name": name, "password": "a long sentence"})
            for browser, name in zip(browsers, names, strict=True)
        ]
        assert [answer.status_code for answer in accounts] == [201, 429, 429]
        assert accounts[1].json()["error"]["phrase"]["code"] == "address-share"
        opened = [client.post("/api/rooms", json={"kind": "race", "level_id": level["id"]}) for _ in range(2)]
        refused(opened[-1], 429, "too-many")


def test_a_room_counts_for_who_opens_it(make_url: Callable[[], str], static: Path) -> None:
    """Beyond their share a visitor opens none; of what is there nothing is refused."""
    with serving(make_url(), static, visitor_disk=disk.LEVEL_BYTES + 2 * disk.ROOM_BYTES) as (_, client):
        ident = add(client, "mine").json()["collection"]["id"]
        (level,) = client.get(f"/api/collections/{ident}/levels").json()["levels"]
        answers = [client.post("/api/rooms", json={"kind": "race", "level_id": level["id"]}) for _ in range(3)]
        assert answers[0].status_code == 201
        assert answers[-1].json()["error"]["phrase"]["code"] == "visitor-share"


def test_an_address_registers_a_few_accounts(make_url: Callable[[], str], static: Path) -> None:
    """Whatever browsers it makes up; another account has room after a while."""
    with serving(make_url(), static, registrations=Rate(1, 1 / 60)) as (app, client):
        time = 0.0
        app.state.rate_limiter = RateLimiter(clock=lambda: time)
        answers = [
            TestClient(app, headers=HEADERS).post("/api/accounts", json={"name": name, "password": "a long sentence"})
            for name in ("Ada Byron", "Grace Hopper")
        ]
        assert answers[0].status_code == 201
        assert answers[1].json()["error"]["phrase"]["code"] == "many-accounts-address"
        time += int(answers[1].headers["Retry-After"]) + 1
        body = {"name": "Grace Hopper", "password": "a long sentence"}
        assert client.post("/api/accounts", json=body).status_code == 201


def growing(client: TestClient, collection: int, level: int, study: str) -> list[Any]:
    """Return the answers to a request of each kind that adds something."""
    return [
        add(client, "another"),
        client.post("/api/jobs", json={"task": "import", "text": TEXT, "name": "by a job"}),
        client.post("/api/levels", json={"collection": collection, "level": room()}),
        client.put(f"/api/levels/{level}", json={"level": room()}),
        client.post(f"/api/levels/{level}/tags", json={"add": ["new"]}),
        client.post(f"/api/levels/{level}/solutions", json={"solution": "R"}),
        client.post("/api/studies", json={"text": STUDY}),
        client.put(f"/api/studies/{study}", json={"text": STUDY}),
        client.post("/api/plays", json={"level": room("#######\n#@ $ .#\n#######\n")}),
        client.post("/api/rooms", json={"kind": "race", "level_id": level}),
        client.post("/api/classes", json={"title": "5b"}),
        client.post("/api/accounts", json={"name": "somebody", "password": "a long sentence"}),
    ]


@pytest.mark.parametrize("why", ["share", "disk"])
def test_a_library_that_is_nearly_full(
    make_url: Callable[[], str], static: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """It takes nothing new, says so, and lets everybody play, read and delete; with room all is as before."""
    with serving(make_url(), static) as (app, client):
        collection = add(client, "mine").json()["collection"]["id"]
        (level,) = client.get(f"/api/collections/{collection}/levels").json()["levels"]
        study = client.post("/api/studies", json={"text": STUDY}).json()["key"]
        if why == "disk" and app.state.store.engine.dialect.name == "postgresql":
            pytest.skip("the disk of a database on another machine is not known")
        with monkeypatch.context() as full:
            if why == "disk":
                usage = SimpleNamespace(total=100 << 30, free=disk_shares.RESERVE - (8 << 20))
                full.setattr("pushbox.store.disk.shutil", SimpleNamespace(disk_usage=lambda _: usage))
            else:
                full.setattr(disk_shares, "NEARLY", 0.0)
            for answer in growing(client, collection, level["id"], study):
                assert "nearly full" in refused(answer, 507, "full")
                assert answer.json()["error"]["phrase"]["code"] == "library-nearly-full"
            play = client.post("/api/plays", json={"level_id": level["id"]}).json()["play"]
            with client.websocket_connect(f"/ws/play?play={play}") as socket:
                socket.receive_json()
                socket.send_json({"do": "press", "key": "right"})
                while socket.receive_json()["is"] != "saved":
                    pass
            assert client.get(f"/api/studies/{study}").status_code == 200
            assert client.delete(f"/api/studies/{study}").status_code == 204
        assert add(client, "another").status_code == 201


def test_a_small_disk_has_a_small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk of 1 GiB a tenth stays free."""
    use = disk.DiskUse(taken=0, free=103 * MIB, disk=1024 * MIB)
    monkeypatch.setattr(disk, "use", lambda _: use)
    disk_shares.require_room(None, Limits())  # type: ignore[arg-type]
    use = use._replace(free=102 * MIB)
    with pytest.raises(ApiError, match="nearly full"):
        disk_shares.require_room(None, Limits())  # type: ignore[arg-type]


def test_moves_count_for_their_address(make_url: Callable[[], str]) -> None:
    """Beyond the share no position is added; going back and looking around go on."""
    limits = Limits(address_disk=2 * move_shares.PORTION)
    positions = move_shares.PORTION // disk.STEP_BYTES + 1

    async def play() -> None:
        shares = MoveShares(library, limits)
        for _ in range(2):
            shares.require("home", messages.Type("r"))
            shares.count("home", positions)
            await asyncio.gather(*shares._tasks)
        with pytest.raises(Refused, match="has added"):
            shares.require("home", messages.Type("r"))
        shares.require("home", messages.Undo(1))
        shares.require("elsewhere", messages.Type("r"))

    with store.open(make_url()) as library:
        asyncio.run(play())


def test_the_page_on_privacy_names_the_days() -> None:
    """As this server has them, in each language."""
    app = create_app(Settings(database=None, keep_days=77))
    client = TestClient(app, headers=HEADERS)
    for language in ("en", "de", "zh"):
        page = client.get("/help", params={"lang": language}).text
        assert " 77 " in page
        assert "KEEP_DAYS" not in page
