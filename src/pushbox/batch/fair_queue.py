"""A queue that is fair between owners: nobody waits for all the jobs of somebody else."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator

from ..errors import counted
from .api import QueueFull


class FairQueue:
    """Tickets that wait, by owner.

    Next is the first ticket of the owner with the fewest at work, of these the one who has waited longest for a turn.
    """

    def __init__(self, max_waiting: int) -> None:
        self._max_waiting = max_waiting
        self._waiting: OrderedDict[str, deque[str]] = OrderedDict()  # the owner whose turn was longest ago first
        self._working: Counter[str] = Counter()

    def put(self, owner: str, ticket: str) -> None:
        """Add a ticket.  Raises QueueFull where its owner has `max_waiting` waiting already."""
        tickets = self._waiting.setdefault(owner, deque())
        if len(tickets) >= self._max_waiting:
            raise QueueFull(f"{counted(len(tickets), 'job')} wait already, expected no more until one of them is done")
        tickets.append(ticket)

    def take(self) -> str | None:
        """Take the next ticket, None where none waits; its owner has one more at work until `done`."""
        if not self._waiting:
            return None
        owner = min(self._waiting, key=self._working.__getitem__)
        tickets = self._waiting.pop(owner)
        ticket = tickets.popleft()
        if tickets:
            self._waiting[owner] = tickets
        self._working[owner] += 1
        return ticket

    def done(self, owner: str) -> None:
        """Mark a ticket of an owner as done."""
        self._working[owner] -= 1
        if not self._working[owner]:
            del self._working[owner]

    def drop(self, owner: str, ticket: str) -> bool:
        """Take a ticket out that waits; return whether it was there."""
        tickets = self._waiting.get(owner)
        if tickets is None or ticket not in tickets:
            return False
        tickets.remove(ticket)
        if not tickets:
            del self._waiting[owner]
        return True

    def __iter__(self) -> Iterator[str]:
        return (ticket for tickets in self._waiting.values() for ticket in tickets)
