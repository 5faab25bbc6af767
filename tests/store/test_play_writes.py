"""Plays with owners: who may claim one, who may write it, and what becomes of what somebody else has overtaken."""

from __future__ import annotations

from typing import Any

import pytest
from tests.outages import full_disk

from pushbox import formats, store
from pushbox.errors import Conflict, LibraryUnavailable, NotFound
from pushbox.store import Store, claims, play_writes, plays, servers, solutions
from pushbox.store.claims import Request
from pushbox.store.play_writes import PlayWrite, WriteResult
from pushbox.store.plays import PlayStatus, Step

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"


@pytest.fixture
def play(library: Store) -> int:
    """Return a play of Ann's."""
    store.collections.add(library, formats.read(f"{ROOM}\n"), name="mine")
    return plays.create(library, "ann", store.levels.search(library).entries[0].id).id


def running(library: Store, *, seconds: float = 60.0) -> str:
    """Register a server and return its id; SQLite would forget the one before."""
    return servers.register(library, address="http://one/", process=1, seconds=seconds).id


def two_running(library: Store) -> tuple[str, str]:
    if library.engine.dialect.name == "sqlite":
        pytest.skip("a file has one server")
    return running(library), running(library)


def claimed(library: Store, play: int, server: str) -> int:
    epoch = claims.claim(library, play, visitor="ann", server=server)
    assert epoch is not None
    return epoch


def step(play: int, node: int, parent: int, text: str = "") -> Step:
    return Step(play, node, parent, text or f"{node}")


def write(library: Store, server: str, epoch: int, *steps: Step, here: int | None = None, **more: Any) -> WriteResult:
    status = PlayStatus(steps[0].play, steps[-1].node if here is None else here, 1.0)
    (result,) = play_writes.write(library, server, [PlayWrite("ann", epoch, status, steps, **more)])
    return result


def tree(library: Store, play: int) -> list[tuple[int, int, str]]:
    return [row[1:] for row in plays.steps(library, play)]


def test_a_claim_raises_the_epoch(library: Store, play: int) -> None:
    """Each time; another visitor's play, or none, is not found."""
    server = running(library)
    assert [claimed(library, play, server) for _ in range(3)] == [1, 2, 3]
    for visitor, number in (("bob", play), ("ann", play + 1)):
        with pytest.raises(NotFound):
            claims.claim(library, number, visitor=visitor, server=server)


def test_a_play_of_a_running_server_is_requested(library: Store, play: int) -> None:
    """It is not taken away; the owner sees the request, and once it has released the play, that is claimed."""
    one, two = two_running(library)
    epoch = claimed(library, play, one)
    assert claims.requests(library, one) == []
    assert claims.claim(library, play, visitor="ann", server=two) is None
    assert claims.requests(library, one) == [Request(play, two)]
    write(library, one, epoch, step(play, 1, 0), release=True)
    assert claimed(library, play, two) == epoch + 1
    assert claims.requests(library, one) == claims.requests(library, two) == []
    assert tree(library, play) == [(1, 0, "1")]


@pytest.mark.parametrize("ends", ["lapses", "is removed"])
def test_a_play_of_a_server_that_has_ended_is_free(library: Store, play: int, ends: str) -> None:
    """With its lease, however that ends; on SQLite whatever another server had is free at once."""
    one = running(library, seconds=-1.0 if ends == "lapses" else 60.0)
    epoch = claimed(library, play, one)
    if ends == "is removed":
        servers.remove(library, one)
    assert claimed(library, play, running(library)) == epoch + 1


def test_a_write_under_the_epoch_is_written(library: Store, play: int) -> None:
    """Writing it again, as one who does not know whether it arrived, changes nothing; a play may be gone."""
    server = running(library)
    epoch = claimed(library, play, server)
    first, second = step(play, 1, 0), step(play, 2, 1)
    assert write(library, server, epoch, first, snapshots={"1": 1}) == WriteResult(epoch=epoch)
    assert write(library, server, epoch, first, second) == WriteResult(epoch=epoch)
    assert plays.snapshots(library, play) == {"1": 1}
    write(library, server, epoch, second, snapshots={"1": None, "other": None})
    assert plays.snapshots(library, play) == {}
    write(library, server, epoch, second, comments={0: "Begin.", 2: "Stuck."})
    write(library, server, epoch, second, comments={2: "", 1: "On."})
    assert plays.comments(library, play) == {0: "Begin.", 1: "On."}
    assert tree(library, play) == [(1, 0, "1"), (2, 1, "2")]
    assert plays.get(library, play).here == 2
    plays.remove(library, play)
    assert write(library, server, epoch, second) == WriteResult(exists=False, epoch=epoch)


def test_what_was_overtaken_becomes_a_branch(library: Store, play: int) -> None:
    """It gets the next numbers, below its parents; the status and the snapshots of the new owner stay as they are."""
    one, two = two_running(library)
    epoch = claimed(library, play, one)
    write(library, one, epoch, step(play, 1, 0))
    servers.remove(library, one)
    new = claimed(library, play, two)
    write(library, two, new, step(play, 2, 1, "right"), snapshots={"1": 2}, comments={1: "theirs", 2: "right"})
    said: Any = {"snapshots": {"1": 3, "2": 3}, "comments": {1: "ours", 3: "up"}}
    result = write(library, one, epoch, step(play, 2, 1, "left"), step(play, 3, 2, "up"), **said)
    assert result == WriteResult(outdated=True, epoch=None, numbers={2: 3, 3: 4})
    assert tree(library, play) == [(1, 0, "1"), (2, 1, "right"), (3, 1, "left"), (4, 3, "up")]
    assert plays.get(library, play).here == 2
    assert plays.snapshots(library, play) == {"1": 2, "2": 4}
    assert plays.comments(library, play) == {1: "theirs", 2: "right", 4: "up"}
    assert claims.requests(library, two) == [Request(play, two)], "the owner learns of it"
    again = write(library, one, epoch, step(play, 2, 1, "left"), step(play, 3, 2, "up"))
    assert (again.numbers, len(tree(library, play))) == ({2: 3, 3: 4}, 4), "the same positions are not added again"
    result = write(library, two, new, step(play, 3, 2, "down"))
    assert (result.outdated, result.numbers) == (True, {3: 5})
    assert result.epoch is not None
    assert tree(library, play)[-1] == (5, 2, "down")
    assert plays.get(library, play).here == 5
    assert claims.requests(library, two) == []
    assert not write(library, two, result.epoch, step(play, 6, 5)).outdated


def test_nothing_new_of_an_overtaken_server_changes_nothing(library: Store, play: int) -> None:
    """A server that wakes with nothing to write learns that it has lost the play; the owner does not notice."""
    one, two = two_running(library)
    epoch = claimed(library, play, one)
    write(library, one, epoch, step(play, 1, 0))
    servers.remove(library, one)
    new = claimed(library, play, two)
    write(library, two, new, step(play, 2, 1))
    result = write(library, one, epoch, step(play, 1, 0), here=0)
    assert result == WriteResult(outdated=True, epoch=None)
    assert plays.get(library, play).here == 2
    assert not write(library, two, new, step(play, 3, 2)).outdated


def test_a_server_takes_back_what_is_free(library: Store, play: int) -> None:
    """An overtaken server whose play nobody has now goes on with it, under a new epoch."""
    one, two = two_running(library)
    epoch = claimed(library, play, one)
    servers.remove(library, one)
    new = claimed(library, play, two)
    write(library, two, new, step(play, 1, 0, "right"), release=True)
    result = write(library, one, epoch, step(play, 1, 0, "left"))
    assert result == WriteResult(outdated=True, epoch=new + 1, numbers={1: 2})
    assert plays.get(library, play).here == 2
    assert not write(library, one, new + 1, step(play, 3, 2)).outdated


def test_another_writer_is_noticed(library: Store, play: int) -> None:
    """Positions that a program appends make what a server has in memory outdated, and none is overwritten."""
    server = running(library)
    epoch = claimed(library, play, server)
    plays.append(library, [step(play, 1, 0, "program")])
    result = write(library, server, epoch, step(play, 1, 0, "player"))
    assert (result.outdated, result.numbers) == (True, {1: 2})
    assert tree(library, play) == [(1, 0, "program"), (2, 0, "player")]
    with pytest.raises(Conflict):
        plays.append(library, [step(play, 2, 1, "program"), step(play, 3, 2)])


def test_a_solution_is_written_with_its_position(library: Store, play: int) -> None:
    """Both or none, also by a server that has been overtaken; the play is finished, and stays so."""
    server = running(library)
    epoch = claimed(library, play, server)
    level = store.levels.search(library).entries[0]
    solution = solutions.replay(level, "rRR", visitor="ann")
    with full_disk(library), pytest.raises(LibraryUnavailable):
        write(library, server, epoch, step(play, 1, 0), solutions={1: solution})
    assert tree(library, play) == []
    assert solutions.listing(library, level.id) == []
    assert write(library, server, epoch, step(play, 1, 0), solutions={1: solution}).solutions == {1: True}
    finished = plays.get(library, play).finished
    assert finished is not None
    claimed(library, play, server)
    other = solutions.replay(level, "druRR", visitor="ann", assists=["hint"])
    result = write(library, server, epoch, step(play, 2, 0), solutions={2: other})
    assert (result.outdated, result.solutions) == (True, {2: False})
    assert [entry.text for entry in solutions.listing(library, level.id)] == ["rRR", "druRR"]
    assert plays.get(library, play).finished == finished
    store.levels.replace(library, level.id, formats.read(ROOM.replace("@ ", " @")).levels[0])
    result = write(library, server, epoch, step(play, 3, 0), solutions={3: solution})
    assert not result.exists, "plays go with their level"
    assert isinstance(result.solutions[3], Conflict)
