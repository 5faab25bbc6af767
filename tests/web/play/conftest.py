"""A server with an empty library, and visitors who play there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from pushbox import store
from pushbox.level import Collection, Level
from pushbox.store import Store
from pushbox.web.app import create_app
from pushbox.web.identity_cookie import COOKIE, hashed
from pushbox.web.play.play_manager import PlayManager
from pushbox.web.settings import Settings


class Visitor:
    """Somebody with a cookie."""

    def __init__(self, client: TestClient) -> None:
        token = secrets.token_urlsafe(32)
        self.client = client
        self.id = hashed(token)
        self.headers = {"cookie": f"{COOKIE}={token}"}

    @property
    def store(self) -> Store:
        """Return the library of the server."""
        app: Any = self.client.app
        library: Store = app.state.store
        return library

    @property
    def plays(self) -> PlayManager:
        """Return the plays of the server."""
        app: Any = self.client.app
        plays: PlayManager = app.state.plays
        return plays

    def flush(self) -> None:
        """Have the server write what it owes to the library."""
        assert self.client.portal is not None, "the server runs"
        assert self.client.portal.call(self.plays.flush)

    def level(self, level: Level) -> int:
        """Put a level into the library and return its id."""
        name = secrets.token_hex(4)
        added = store.collections.add(self.store, Collection((level,)), name=name, owner=self.id)
        return store.levels.search(self.store, collection=added.id).entries[0].id

    def begin(self, level: Level) -> int:
        """Put a level into the library, begin to play it, and return the play."""
        return store.plays.create(self.store, self.id, self.level(level)).id

    def open(self, play: int) -> WebSocketTestSession:
        """Open the socket of a play."""
        return self.client.websocket_connect(f"/ws/play?play={play}", headers=self.headers)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = f"sqlite:///{tmp_path_factory.mktemp('play') / 'library.sqlite'}"
    with TestClient(create_app(Settings(database=database))) as client:
        yield client


@pytest.fixture
def visitor(client: TestClient) -> Callable[[], Visitor]:
    return lambda: Visitor(client)
