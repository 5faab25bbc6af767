"""The lease of a server: renewed all the time, through failures of the library too, and given up at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from pushbox import store
from pushbox.errors import LibraryBusy
from pushbox.store import servers
from pushbox.web.server_lease import ServerLease, open_server_lease
from pushbox.web.settings import LeaseTimes, Settings

TIMES = LeaseTimes(seconds=30.0, renewal=0.01)


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    while not condition():  # noqa: ASYNC110  # what is waited for happens in another thread
        await asyncio.sleep(0.01)


def test_who_has_lost_the_lease_learns_so(make_url: Callable[[], str]) -> None:
    """Once for each time, and has it again; at the end there is no server."""
    with store.open(make_url()) as library:
        settings = Settings(address="http://here/", leases=TIMES)
        lapses: list[str] = []

        async def run() -> None:
            async with open_server_lease(library, settings) as lease:
                lease.on_lapse.append(lambda: lapses.append(lease.server))
                assert [one.address for one in servers.listing(library)] == ["http://here/"]
                assert lease.is_alone == (library.engine.dialect.name == "sqlite")
                if lease.is_alone:
                    return
                for number in (1, 2):
                    servers.remove(library, lease.server)
                    await until(lambda number=number: len(lapses) == number)  # type: ignore[misc]
                assert [one.id for one in servers.listing(library)] == [lease.server]

        asyncio.run(asyncio.wait_for(run(), 30))
        assert len(lapses) in {0, 2}
        assert servers.listing(library) == []


@pytest.mark.timeout(60)
def test_a_lease_outlives_an_outage(
    make_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Renewing goes on until it works again, and the log says so once."""
    attempts: list[int] = []

    def renew(*_: object, **__: object) -> bool:
        attempts.append(1)
        if len(attempts) < 5:
            raise LibraryBusy("the library is busy")
        return True

    async def run() -> None:
        with store.open(make_url()) as library:
            entry = servers.register(library, address="", process=1, seconds=30.0)
            lease = ServerLease(library, entry, TIMES)
            monkeypatch.setattr(servers, "renew", renew)
            renewing = asyncio.create_task(lease.run())
            await until(lambda: len(attempts) > 6)
            renewing.cancel()
            lease.close()

    with caplog.at_level(logging.WARNING, "pushbox.web"):
        asyncio.run(asyncio.wait_for(run(), 30))
    assert sum("cannot be renewed" in record.message for record in caplog.records) == 1
