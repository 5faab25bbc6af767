"""Servers on a library: their leases by the clock of the database, and the one server of a file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.programs import Forked

from pushbox import store
from pushbox.errors import StoreError
from pushbox.store import Store, servers, serving
from pushbox.store.tables import servers as server_table

pytestmark = pytest.mark.servers


def register(library: Store, address: str, seconds: float = 60.0) -> servers.ServerEntry:
    return servers.register(library, address=address, process=7, seconds=seconds)


def test_a_lease_holds_while_it_is_renewed(library: Store) -> None:
    """Who renews in time has held it; who has let it lapse learns so, and holds it again from then on."""
    entry = register(library, "http://one/")
    assert servers.listing(library) == [entry]
    assert servers.renew(library, entry, seconds=60.0)
    assert servers.renew(library, entry, seconds=-1.0)
    assert servers.listing(library) == []
    assert not servers.renew(library, entry, seconds=60.0)
    assert servers.renew(library, entry, seconds=60.0)
    (renewed,) = servers.listing(library)
    assert (renewed.id, renewed.address, renewed.process) == (entry.id, "http://one/", 7)
    servers.remove(library, entry.id)
    assert servers.listing(library) == []
    assert not servers.renew(library, entry, seconds=60.0), "somebody has removed it meanwhile"
    assert [one.id for one in servers.listing(library)] == [entry.id]


def test_servers_that_ended_long_ago_are_removed(library: Store) -> None:
    """What they owned is free then; those that have just lapsed may come back."""
    long_ago, lapsed = register(library, "a", seconds=-7200.0), None
    if library.engine.dialect.name == "postgresql":
        lapsed = register(library, "b", seconds=-5.0)
    new = register(library, "c")
    with library.read() as connection:
        idents = set(connection.execute(sa.select(server_table.c.id)).scalars())
    assert idents == {new.id} | ({lapsed.id} if lapsed else set())
    assert long_ago.id not in idents


def test_a_file_has_one_server(tmp_path: Path) -> None:
    """The second is refused with the first one's process and address, by whatever path it comes; others read on."""
    file = tmp_path / "library.sqlite"
    url = f"sqlite:///{file}"
    with store.open(url) as library, serving.exclusively(url):
        with pytest.raises(StoreError, match="served already: use that server, or stop it"):
            serving.exclusively(url).__enter__()
        register(library, "http://localhost:8100/")
        link = tmp_path / "link.sqlite"
        link.symlink_to(file)
        with pytest.raises(StoreError, match="served already by process 7 at http://localhost:8100/: open that addr"):
            serving.exclusively(f"sqlite:///{link}").__enter__()
        with store.open(url) as other:
            assert len(servers.listing(other)) == 1
    with serving.exclusively(url):
        pass


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    """After a kill the next server starts at once."""
    url = f"sqlite:///{tmp_path / 'library.sqlite'}"
    program = (
        "import sys, time\nfrom pushbox.store import serving\n"
        "with serving.exclusively(sys.argv[1]):\n    print('locked', flush=True)\n    time.sleep(60)\n"
    )
    with Forked([sys.executable, "-c", program, url], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(StoreError, match="served already"):
            serving.exclusively(url).__enter__()
        process.kill()
    with serving.exclusively(url):
        pass


def test_other_databases_are_not_locked(make_url: Callable[[], str]) -> None:
    """On PostgreSQL several serve; a URL that leads nowhere is refused when it is opened, not here."""
    url = make_url()
    if url.startswith("sqlite"):
        url = "nonsense"
    with serving.exclusively(url), serving.exclusively(url):
        pass
