"""A queue that is fair between groups, and within a group between owners.

A group contains owners that cannot be told apart reliably, such as all visitors of one address. Owners are cheap to
make up, so all owners of a group share its turns.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..sentence import counted, say
from .api import QueueFull


class Place(NamedTuple):
    """The group and the owner whose turn a ticket waits for."""

    group: str
    owner: str


_Owners = OrderedDict[str, deque[str]]


class FairQueue:
    """Tickets that wait.

    Next is a ticket of the group with the fewest at work, of these the group that has waited longest for a turn; within
    a group it is the same with its owners.
    """

    def __init__(self, max_waiting: int, max_waiting_group: int) -> None:
        self._max_waiting = max_waiting
        self._max_waiting_group = max_waiting_group
        # Of both, the one whose turn was longest ago comes first.
        self._groups: OrderedDict[str, _Owners] = OrderedDict()
        self._paused: set[str] = set()
        self._working: Counter[tuple[str, ...]] = Counter()  # of groups, and of places

    def put(self, place: Place, ticket: str) -> None:
        """Add a ticket.  Raises QueueFull where as many of its owner, or of the group, wait to begin as may."""
        owners = self._groups.get(place.group, OrderedDict())
        self._check(owners.get(place.owner, ()), self._max_waiting)
        self._check([one for tickets in owners.values() for one in tickets], self._max_waiting_group)
        self._append(place, ticket)

    def put_back(self, place: Place, ticket: str) -> None:
        """Let a ticket that is at work wait for its next turn."""
        self.done(place)
        self._paused.add(ticket)
        self._append(place, ticket)

    def take(self, may_run: Callable[[str], bool] = lambda _: True) -> str | None:
        """Take the next ticket that may run, or None; it counts as running until `done`."""
        for group in sorted(self._groups, key=lambda group: self._working[(group,)]):
            owners = self._groups[group]
            for place in sorted((Place(group, owner) for owner in owners), key=self._working.__getitem__):
                for ticket in owners[place.owner]:
                    if may_run(ticket):
                        self.take_this(place, ticket)
                        return ticket
        return None

    def take_this(self, place: Place, ticket: str) -> bool:
        """Take a ticket out of turn; return whether it was there."""
        if not self.drop(place, ticket):
            return False
        self._come_last(place)
        self._working.update([(place.group,), place])
        return True

    def done(self, place: Place) -> None:
        """Mark a ticket of an owner as done."""
        self._working.subtract([(place.group,), place])
        self._working += Counter()  # drops those with none at work

    def drop(self, place: Place, ticket: str) -> bool:
        """Take a ticket out that waits; return whether it was there."""
        owners = self._groups.get(place.group, OrderedDict())
        if ticket not in owners.get(place.owner, ()):
            return False
        self._remove(place, ticket)
        return True

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __iter__(self) -> Iterator[str]:
        return (ticket for owners in self._groups.values() for tickets in owners.values() for ticket in tickets)

    def _check(self, tickets: Iterable[str], maximum: int) -> None:
        waiting = sum(ticket not in self._paused for ticket in tickets)
        if waiting >= maximum:
            raise QueueFull(say("jobs-wait", jobs=counted(waiting, "job")))

    def _append(self, place: Place, ticket: str) -> None:
        self._groups.setdefault(place.group, OrderedDict()).setdefault(place.owner, deque()).append(ticket)

    def _remove(self, place: Place, ticket: str) -> None:
        self._paused.discard(ticket)
        owners = self._groups[place.group]
        owners[place.owner].remove(ticket)
        if not owners[place.owner]:
            del owners[place.owner]
        if not owners:
            del self._groups[place.group]

    def _come_last(self, place: Place) -> None:
        """Let the owner and the group whose turn it was wait for the next one behind all others."""
        if place.group in self._groups:
            self._groups.move_to_end(place.group)
            if place.owner in self._groups[place.group]:
                self._groups[place.group].move_to_end(place.owner)
