"""Whose turn it is: the laws of the queue and of the shares, without threads, processes and waiting."""

from __future__ import annotations

from typing import Any

import pytest

from pushbox.batch import Job, QueueFull, Shares
from pushbox.batch.fair_queue import FairQueue, Place
from pushbox.batch.retention import Retention
from pushbox.batch.schedule import Schedule
from pushbox.batch.shares import WorkedTime

LONG = 600.0


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Machine:
    """A schedule and what becomes of its jobs, by ticket."""

    def __init__(self, workers: int, **shares: Any) -> None:
        self.clock = Clock()
        self.schedule = Schedule(workers, Shares(**shares), self.clock)
        self.working: set[str] = set()
        self.history: list[str] = []  # tickets in the order in which they got a turn

    def add(self, *tickets: str, seconds: float = LONG, memory: int = 100) -> None:
        """Add jobs: ``group.owner.number``."""
        for ticket in tickets:
            group, owner, _ = ticket.split(".")
            self.schedule.add(ticket, Job("test", owner=owner, group=group, seconds=seconds, memory=memory))
        self.turn(0)

    def turn(self, seconds: float) -> None:
        """Let time pass, and see whose turn it is then."""
        self.clock.now += seconds
        paused, resumed, begun = self.schedule.next_turns()
        self.working = self.working - {*paused} | {*resumed, *begun}
        self.history += resumed + begun

    def end(self, ticket: str) -> None:
        """Let a job be over."""
        self.schedule.end(ticket)
        self.working.remove(ticket)
        self.turn(0)


def test_owners_take_turns() -> None:
    """Nobody waits for all the jobs of somebody else, and who has less at work comes first."""
    queue = FairQueue(3, 100)
    ann, bob, cy = (Place("", owner) for owner in ("ann", "bob", "cy"))
    for number in range(3):
        queue.put(ann, f"a{number}")
    queue.put(bob, "b0")
    with pytest.raises(QueueFull):
        queue.put(ann, "a3")
    assert [queue.take() for _ in range(2)] == ["a0", "b0"]
    queue.put(bob, "b1")
    queue.put(cy, "c0")
    assert queue.take() == "c0"
    queue.done(bob)
    assert [queue.take() for _ in range(4)] == ["b1", "a1", "a2", None]
    assert not queue.drop(ann, "a1")


def test_groups_take_turns_before_owners() -> None:
    """A hundred owners of one group get together what a single one of another gets."""
    queue = FairQueue(10, 1000)
    for number in range(100):
        queue.put(Place("crowd", f"cookie {number}"), f"crowd {number}")
    for number in range(3):
        queue.put(Place("alone", "ann"), f"ann {number}")
    order = []
    for _ in range(6):
        ticket = queue.take()
        assert ticket is not None
        order.append(ticket)
        queue.done(Place("crowd", f"cookie {ticket[6:]}") if ticket.startswith("crowd") else Place("alone", "ann"))
    assert order == ["crowd 0", "ann 0", "crowd 1", "ann 1", "crowd 2", "ann 2"]


def test_a_group_has_a_bound_of_its_own() -> None:
    """However many owners a group makes up, so many jobs of it wait and no more."""
    queue = FairQueue(2, 4)
    for number in range(4):
        queue.put(Place("crowd", f"cookie {number}"), str(number))
    with pytest.raises(QueueFull, match="4 jobs wait already"):
        queue.put(Place("crowd", "one more"), "5")
    queue.put(Place("alone", "ann"), "6")


def test_a_short_job_begins_at_once() -> None:
    """Behind two long jobs that have had their turn, of anybody, a short one begins at once and is not paused."""
    for short in ("other.ann.0", "house.ann.0", "house.bob.2"):
        machine = Machine(8, at_once=2, turn=1.0, short=15.0)
        machine.add("house.bob.0", "house.bob.1")
        machine.turn(30)
        machine.add(short, seconds=6.0)
        assert short in machine.working
        assert len(machine.working) == 2
        for _ in range(5):
            machine.turn(1)
            assert short in machine.working
        machine.end(short)
        assert machine.working == {"house.bob.0", "house.bob.1"}


def test_a_short_job_waits_for_a_turn_at_most() -> None:
    """Long jobs that have just begun keep their processors for a turn, and no longer."""
    machine = Machine(8, at_once=2, turn=1.0, short=15.0)
    machine.add("a.a.0", "b.b.0")
    machine.turn(0.5)
    machine.add("c.c.0", seconds=6.0)
    assert machine.working == {"a.a.0", "b.b.0"}
    assert machine.schedule.wait() == pytest.approx(0.5)
    machine.turn(0.5)
    assert "c.c.0" in machine.working


def test_groups_get_equal_time() -> None:
    """Of long jobs each group gets the same time, however many jobs and owners it has."""
    machine = Machine(8, at_once=1, turn=1.0)
    machine.add("crowd.a.0", "crowd.b.0", "crowd.c.0", "crowd.d.0", "alone.ann.0")
    turns = {"crowd": 0, "alone": 0}
    for _ in range(40):
        (ticket,) = machine.working
        turns[ticket.split(".")[0]] += 1
        machine.turn(1)
    assert turns == {"crowd": 20, "alone": 20}
    assert {ticket for ticket in machine.history if ticket.startswith("crowd")} == {
        "crowd.a.0", "crowd.b.0", "crowd.c.0", "crowd.d.0",
    }  # fmt: skip


def test_nobody_is_paused_for_nothing() -> None:
    """Alone, a job runs on."""
    machine = Machine(8, at_once=2, turn=1.0)
    machine.add("a.a.0", "a.a.1")
    machine.turn(100)
    assert machine.history == ["a.a.0", "a.a.1"]
    assert machine.schedule.wait() is None


def test_a_job_ends_while_it_is_paused() -> None:
    """What ends just before it is paused takes no turn any more."""
    machine = Machine(8, at_once=1, turn=1.0)
    machine.add("a.a.0", "b.b.0")
    machine.turn(1)
    assert machine.working == {"b.b.0"}
    machine.schedule.end("a.a.0")
    machine.turn(5)
    assert machine.working == {"b.b.0"}
    machine.end("b.b.0")
    assert machine.working == set()
    assert [*machine.schedule] == []


def test_short_jobs_keep_a_worker() -> None:
    """Where jobs cannot be paused, one of those at a time is for short ones."""
    machine = Machine(2, reserved=1, short=15.0)
    machine.add("a.a.0", "b.b.0")
    assert machine.working == {"a.a.0"}
    machine.add("b.b.1", seconds=5.0)
    assert machine.working == {"a.a.0", "b.b.1"}


def test_memory_of_a_group() -> None:
    """A group begins what fits into its memory, a smaller job before a larger; one too large for it begins alone."""
    machine = Machine(8, at_once=2, turn=1.0, group_memory=1000)
    machine.add("a.a.0", "a.a.1", memory=700)
    assert machine.working == {"a.a.0"}
    machine.add("a.b.0", memory=300)
    assert machine.working == {"a.a.0", "a.b.0"}
    machine.add("b.b.0", memory=5000)
    machine.turn(1)
    assert "b.b.0" in machine.working


def test_memory_of_all() -> None:
    """Long jobs leave a quarter of the memory, and of the workers, to short ones."""
    machine = Machine(8, at_once=2, turn=1.0, short=15.0, memory=1000)
    machine.add("a.a.0", "b.b.0", "c.c.0", "d.d.0", memory=250)
    for _ in range(8):
        machine.turn(1)
    assert {*machine.history} == {"a.a.0", "b.b.0", "c.c.0"}
    machine.add("e.e.0", seconds=5.0, memory=250)
    machine.turn(1)
    assert "e.e.0" in machine.working
    crowded = Machine(8, at_once=2, turn=1.0, short=15.0)
    crowded.add(*(f"{number}.a.0" for number in range(9)))
    for _ in range(20):
        crowded.turn(1)
    assert len({*crowded.history}) == 6
    crowded.add("z.z.0", seconds=5.0)
    for _ in range(4):  # behind the six, two at a time
        crowded.turn(1)
    assert "z.z.0" in crowded.working


def test_nobody_holds_all_workers() -> None:
    """Paused jobs hold their workers: an owner and a group have so many of them, and others begin all the same."""
    machine = Machine(8, at_once=2, turn=1.0, short=15.0, begun_owner=2, begun_group=3)
    machine.add(*(f"crowd.{owner}.{number}" for owner in "abc" for number in range(3)))
    for _ in range(20):
        machine.turn(1)
    begun = {*machine.history}
    assert len(begun) == 3
    assert max(sum(ticket.startswith(f"crowd.{owner}") for ticket in begun) for owner in "abc") <= 2
    machine.add("alone.ann.0")
    machine.add("crowd.a.9", seconds=5.0)
    for _ in range(4):  # behind the three that are begun, beside Ann's
        machine.turn(1)
    assert {"alone.ann.0", "crowd.a.9"} <= {*machine.history}


def test_seconds_in_an_hour() -> None:
    """A group that has worked enough is refused with a time, waits with what it has, and works again later."""
    machine = Machine(8, at_once=1, group_seconds=3600)
    machine.add("a.a.0", "a.a.1")
    machine.turn(3700)
    machine.end("a.a.0")
    assert not machine.working
    with pytest.raises(QueueFull, match=r"found 3,700 s of work .* expected at most 3,600 s") as refusal:
        machine.add("a.b.0")
    assert 100 <= refusal.value.retry <= 102
    machine.add("b.b.0")
    assert machine.working == {"b.b.0"}
    machine.end("b.b.0")
    assert machine.schedule.wait() is not None
    machine.turn(refusal.value.retry)
    assert machine.working == {"a.a.1"}


def test_worked_time_is_forgotten() -> None:
    """After an hour nothing is left of it, and no group is remembered."""
    clock = Clock()
    worked = WorkedTime(3600, clock)
    worked.add("a", 1000)
    clock.now = 500
    assert worked.of("a") == 500
    clock.now = 3600
    assert worked.of("a") == 0
    worked.add("b", 1)
    assert [*worked._worked] == ["b"]


def test_retention() -> None:
    """The oldest are dropped, by number and by size."""
    kept = Retention(2, 100)
    assert kept.add("a", 10) == []
    assert kept.add("b", 10) == []
    assert kept.add("c", 10) == ["a"]
    assert kept.add("d", 95) == ["b", "c"]
    assert kept.add("e", 101) == ["d", "e"]
    kept.add("f", 100)
    kept.remove("f")
    assert kept.add("g", 100) == []
    assert "f" not in kept
    assert "g" in kept
