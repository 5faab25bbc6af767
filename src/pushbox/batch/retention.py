"""Retention of finished jobs: the newest that fit the limits."""

from __future__ import annotations

from collections import OrderedDict


class Retention:
    """Tickets by the size of their retained data, up to `max_count` tickets and `max_bytes` in all."""

    def __init__(self, max_count: int, max_bytes: int) -> None:
        self._max_count = max_count
        self._max_bytes = max_bytes
        self._sizes: OrderedDict[str, int] = OrderedDict()
        self._total = 0

    def add(self, ticket: str, size: int) -> list[str]:
        """Keep something for a ticket; return the tickets, the oldest first, for which nothing is kept any more."""
        self._sizes[ticket] = size
        self._total += size
        dropped = []
        while len(self._sizes) > self._max_count or self._total > self._max_bytes:
            oldest, size = self._sizes.popitem(last=False)
            self._total -= size
            dropped.append(oldest)
        return dropped

    def remove(self, ticket: str) -> None:
        """Keep nothing for a ticket any more."""
        self._total -= self._sizes.pop(ticket, 0)

    def __contains__(self, ticket: str) -> bool:
        return ticket in self._sizes
