"""Health checks and metrics: what an operator's programs look at, and nothing of anybody in it."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import GENEROUS, HEADERS, room

from pushbox.errors import PushboxError
from pushbox.web.app import create_app
from pushbox.web.metrics import open_metrics, parse_place
from pushbox.web.settings import Settings


@pytest.fixture
def client(tmp_path: Path, static: Path) -> Iterator[TestClient]:
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=GENEROUS, static=static, metrics="127.0.0.1:0"
    )
    with TestClient(create_app(settings), headers=HEADERS, raise_server_exceptions=False) as client:
        yield client


def value(client: TestClient, name: str, **labels: str) -> float:
    found: float | None = client.app.state.metrics.registry.get_sample_value(name, labels)  # type: ignore[attr-defined]
    return found or 0.0


def test_a_server_that_can_read_its_library_is_healthy(client: TestClient) -> None:
    answer = client.get("/health")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_a_server_whose_library_is_away_is_not(client: TestClient, tmp_path: Path) -> None:
    client.app.state.store.close()  # type: ignore[attr-defined]
    library = tmp_path / "library.sqlite"
    while not library.is_dir():  # the server may make the file anew meanwhile
        library.unlink(missing_ok=True)
        with suppress(FileExistsError):
            library.mkdir()
    assert client.get("/health").status_code >= 500


def test_requests_are_counted_by_the_route_that_took_them(client: TestClient) -> None:
    """The number of a level, a query and a path that nobody has made are no labels."""
    client.get("/api/games/sokoban?secret=1")
    client.get("/api/games/chess")
    for path in ("/wp-admin", "/etc/passwd", "/a/b/c"):
        client.get(path)
    client.request("BREW", "/api/games")
    route = "/api/games/{key}"
    assert value(client, "pushbox_requests_total", method="GET", route=route, status="200") == 1
    assert value(client, "pushbox_requests_total", method="GET", route=route, status="404") == 1
    assert value(client, "pushbox_request_seconds_count", route=route) == 2
    families = [*client.app.state.metrics.registry.collect()]  # type: ignore[attr-defined]
    labels = {text for family in families for sample in family.samples for text in sample.labels.values()}
    assert not {text for text in labels if "secret" in text or "chess" in text or "wp-admin" in text or "BREW" in text}


def test_sockets_are_counted_when_they_end(client: TestClient) -> None:
    play = client.post("/api/plays", json={"level": room()}).json()["play"]
    with client.websocket_connect(f"/ws/play?play={play}") as window:
        window.receive_json()
        assert value(client, "pushbox_plays") == 1
    assert value(client, "pushbox_requests_total", method="WEBSOCKET", route="/ws/play", status="101") == 1


def test_metrics_are_answered_at_their_own_address_alone(client: TestClient) -> None:
    """What a proxy leads to has none."""
    assert client.get("/metrics").status_code == 404
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with open_metrics(f"127.0.0.1:{port}", client.app.state.metrics):  # type: ignore[attr-defined]
        text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=300).read().decode()
    assert 'pushbox_requests_total{method="GET",route="none",status="404"} 1.0' in text
    assert "process_resident_memory_bytes" in text
    for name in ("connections", "plays", "searches_working", "searches_waiting", "works_working", "works_waiting"):
        assert f"\npushbox_{name} 0.0\n" in text
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=300)


@pytest.mark.parametrize("place", ["9100", "localhost:", ":9100", "host:port", "host:65536", ""])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    with pytest.raises(PushboxError, match="expected HOST:PORT"):
        parse_place(place)


def test_a_place_that_is_taken_is_one_sentence(client: TestClient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        with (
            pytest.raises(PushboxError, match=f"metrics: {place}"),
            open_metrics(
                place,
                client.app.state.metrics,  # type: ignore[attr-defined]
            ),
        ):
            pass
