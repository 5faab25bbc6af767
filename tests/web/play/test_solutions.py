"""Solutions that are found while nothing can be written: each is kept once it can be, with no further move."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient
from tests.outages import busy, full_disk
from tests.sockets import receive, request
from tests.web.play.conftest import Visitor
from tests.web.play.test_socket import level

from pushbox import store
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

pytestmark = pytest.mark.usefixtures("unseeded")

OUTAGES = {"full": full_disk, "busy": busy}


@pytest.fixture
def player(make_url: Callable[[], str]) -> Iterator[Visitor]:
    """Yield somebody with a server that waits for nothing longer than a fifth of a second."""
    with TestClient(create_app(Settings(database=make_url(), busy_timeout=0.2))) as client:
        yield Visitor(client)


def fails_to_write(player: Visitor) -> bool:
    """Have the server try to write what it has; return whether it could not."""
    assert player.client.portal is not None, "the server runs"
    return not player.client.portal.call(player.plays.writer.flush)


@pytest.mark.parametrize("outage", OUTAGES)
def test_a_solution_is_kept_once_it_can_be(player: Visitor, outage: str) -> None:
    """The player goes on meanwhile; neither the moves nor the solution are confirmed before they are written."""
    play = player.begin(level())
    ident = store.plays.get(player.store, play).level
    with player.open(play) as socket:
        receive(socket, "opened")
        with OUTAGES[outage](player.store):
            answers = [request(socket, do="press", key="right") for _ in range(3)]
            assert answers[-1]["state"]["outcome"]["status"] == "solved"
            while not fails_to_write(player):  # the solution is still being replayed
                pass
            assert fails_to_write(player)
            assert request(socket, do="undo")["state"]["node"] == 2
            assert store.solutions.listing(player.store, ident) == []
            assert store.plays.steps(player.store, play) == []
        kept = receive(socket, "kept")
        assert (kept["node"], kept["pure"]) == (3, True)
        (solution,) = store.solutions.listing(player.store, ident)
        assert (solution.text, solution.visitor) == ("rRR", player.id)
        entry = store.plays.get(player.store, play)
        assert entry.finished is not None
        assert len(store.plays.steps(player.store, play)) == 3
        assert request(socket, do="redo")["state"]["node"] == 3
    player.flush()
    assert len(store.solutions.listing(player.store, ident)) == 1


def test_a_solution_is_written_before_the_server_ends(make_url: Callable[[], str]) -> None:
    """A solution that is being replayed when the server ends is in the library afterwards."""
    url = make_url()
    with TestClient(create_app(Settings(database=url))) as client:
        player = Visitor(client)
        play = player.begin(level())
        with player.open(play) as socket:
            receive(socket, "opened")
            request(socket, do="type", text="rRR")
    with store.open(url) as library:
        entry = store.plays.get(library, play)
        assert [one.text for one in store.solutions.listing(library, entry.level)] == ["rRR"]
        assert entry.finished is not None
