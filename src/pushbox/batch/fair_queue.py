"""A queue that is fair between groups, and within a group between owners.

A group contains owners that cannot be told apart reliably, such as all visitors of one address. Owners are cheap to
make up, so all owners of a group share its turns.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
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
        # How many are at work, and how many wait to begin, of groups and of places.
        self._working: Counter[tuple[str, ...]] = Counter()
        self._waiting: Counter[tuple[str, ...]] = Counter()

    def put(self, place: Place, ticket: str) -> None:
        """Add a ticket.  Raises QueueFull where as many of its owner, or of the group, wait to begin as may."""
        for counted_of, most in ((place, self._max_waiting), ((place.group,), self._max_waiting_group)):
            if (waiting := self._waiting[counted_of]) >= most:
                raise QueueFull(say("jobs-wait", jobs=counted(waiting, "job")))
        self._waiting.update([(place.group,), place])
        self._append(place, ticket)

    def put_back(self, place: Place, ticket: str) -> None:
        """Let a ticket that is at work wait for its next turn."""
        self.done(place)
        self._paused.add(ticket)
        self._append(place, ticket)

    def take(
        self, may_run: Callable[[str], bool] = lambda _: True, may_have_a_turn: Callable[[str], bool] = lambda _: True
    ) -> str | None:
        """Take the next ticket that may run, of an owner who may have a turn, or None; it is at work until `done`."""
        for group in sorted(self._groups, key=lambda group: self._working[(group,)]):
            owners = filter(may_have_a_turn, self._groups[group])
            for place in sorted((Place(group, owner) for owner in owners), key=self._working.__getitem__):
                for ticket in self._groups[group][place.owner]:
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
        _less(self._working, place)

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

    def _append(self, place: Place, ticket: str) -> None:
        self._groups.setdefault(place.group, OrderedDict()).setdefault(place.owner, deque()).append(ticket)

    def _remove(self, place: Place, ticket: str) -> None:
        if ticket in self._paused:
            self._paused.discard(ticket)
        else:
            _less(self._waiting, place)
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


def _less(counts: Counter[tuple[str, ...]], place: Place) -> None:
    """Count one less for a place and its group, and forget those with none."""
    for counted_of in ((place.group,), place):
        counts[counted_of] -= 1
        if counts[counted_of] <= 0:
            del counts[counted_of]
