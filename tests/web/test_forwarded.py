"""Behind proxies: those that are named say who a client is, and nobody else does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pushbox.errors import PushboxError
from pushbox.web.app import create_app
from pushbox.web.forwarded import Proxies
from pushbox.web.settings import Limits, Rate, Settings

from .conftest import GENEROUS, HEADERS, room

PROXY = "192.0.2.1"
OTHER = "203.0.113.5"


@pytest.mark.parametrize(
    ("peer", "header", "client"),
    [
        (PROXY, "", PROXY),
        (PROXY, "198.51.100.7", "198.51.100.7"),
        (PROXY, "1.2.3.4, 198.51.100.7", "198.51.100.7"),
        (PROXY, "1.2.3.4, 198.51.100.7, 10.1.2.3", "198.51.100.7"),
        (PROXY, "10.1.2.4, 10.1.2.3", "10.1.2.4"),
        (PROXY, "1.2.3.4, unknown", PROXY),
        (PROXY, "1.2.3.4, nonsense, 10.1.2.3", "10.1.2.3"),
        (PROXY, "198.51.100.7:4711", "198.51.100.7"),
        (PROXY, "[2001:db8::7]:4711", "2001:db8::7"),
        (PROXY, "2001:db8::7", "2001:db8::7"),
        (PROXY, "::ffff:198.51.100.7", "198.51.100.7"),
        ("::ffff:192.0.2.1", "198.51.100.7", "198.51.100.7"),
    ],
)
def test_the_client_is_the_last_that_is_no_proxy(peer: str, header: str, client: str) -> None:
    """What stands before it, the client itself may have sent."""
    proxies = Proxies([PROXY, "10.0.0.0/8"])
    assert peer in proxies
    assert proxies.client_of(peer, header) == client


@pytest.mark.parametrize("address", ["nonsense", "proxy.example", "10.0.0.0/99", ""])
def test_a_proxy_is_named_by_its_address(address: str) -> None:
    """Anything else is refused before the server starts."""
    with pytest.raises(PushboxError, match="expected the address of a proxy"):
        Proxies([address])


@pytest.fixture
def app(tmp_path: Path, static: Path) -> Iterator[Any]:
    """Yield an app behind a proxy that allows three requests at once, of an address thirty."""
    limits = Limits(reads=Rate(3, 0.001), address_connections=2)
    database = f"sqlite:///{tmp_path / 'library.sqlite'}"
    app = create_app(Settings(database=database, static=static, limits=limits, proxies=(PROXY,)))
    with TestClient(app):
        yield app


def reached(app: Any, peer: str, **headers: str) -> TestClient:
    """Return a browser that the app sees at an address."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return TestClient(app, headers=HEADERS | named, client=(peer, 1234))


def codes(app: Any, peer: str, forwarded_for: list[str]) -> list[int]:
    """Return the statuses of requests, each with another client named in its header."""
    return [
        reached(app, peer, X_Forwarded_For=client).get("/api/games", headers={"Cookie": ""}).status_code
        for client in forwarded_for
    ]


def test_rates_are_those_of_the_client(app: Any) -> None:
    """Behind the proxy each client has its own; somebody else's header changes nothing, and nor does its beginning."""
    clients = [f"198.51.100.{number}" for number in range(31)]
    assert codes(app, PROXY, clients) == [200] * 31
    assert codes(app, OTHER, clients) == [200] * 30 + [429]
    assert codes(app, PROXY, [f"{client}, 198.51.100.99" for client in clients]) == [200] * 30 + [429]


@pytest.mark.parametrize(("peer", "secure"), [(PROXY, True), (OTHER, False)])
def test_cookies_are_secure_where_the_proxy_has_tls(app: Any, peer: str, secure: bool) -> None:
    """As it says; nobody else's word makes a cookie that the client would not send again."""
    response = reached(app, peer, X_Forwarded_Proto="https", X_Forwarded_For="198.51.100.7").get("/api/me")
    assert ("; Secure" in response.headers["set-cookie"]) == secure


def test_pages_without_tls_are_foreign_to_a_server_with_it(app: Any) -> None:
    """Whoever can write into a page of the same name without TLS changes nothing here."""
    behind = reached(app, PROXY, X_Forwarded_Proto="https")
    assert behind.delete("/api/me", headers={"Origin": "https://testserver"}).status_code == 204
    assert behind.delete("/api/me", headers={"Origin": "http://testserver"}).status_code == 403
    plain = reached(app, OTHER, X_Forwarded_Proto="https")
    assert plain.delete("/api/me", headers={"Origin": "http://testserver"}).status_code == 204
    assert plain.delete("/api/me", headers={"Origin": "https://testserver"}).status_code == 204


def test_sockets_of_a_client_are_counted(tmp_path: Path, static: Path) -> None:
    """A proxy's connections are no measure: each household behind it has so many sockets."""
    database = f"sqlite:///{tmp_path / 'library.sqlite'}"
    limits = Limits(reads=GENEROUS.reads, writes=GENEROUS.writes, works=GENEROUS.works, address_connections=2)
    app = create_app(Settings(database=database, static=static, limits=limits, proxies=(PROXY,)))
    with TestClient(app), ExitStack() as stack:
        host = reached(app, PROXY, X_Forwarded_For="198.51.100.7")
        play = host.post("/api/plays", json={"level": room()}).json()["play"]
        for _ in range(2):
            stack.enter_context(host.websocket_connect(f"/ws/play?play={play}")).receive_text()
        with pytest.raises(WebSocketDisconnect) as closed, host.websocket_connect(f"/ws/play?play={play}"):
            pass
        assert closed.value.code == 4429
        other = reached(app, PROXY, X_Forwarded_For="198.51.100.8")
        other.cookies = host.cookies
        with other.websocket_connect(f"/ws/play?play={play}") as window:
            assert window.receive_text()
        stack.close()
        with host.websocket_connect(f"/ws/play?play={play}") as window:
            assert window.receive_text()
