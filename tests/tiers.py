"""How the tests are divided: each without a marker of `TIERS` is part of `make test`.

::

    from tests.tiers import SHARES, Share, shares_of
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

TIERS = ("e2e", "servers", "deep")
SHARES = pytest.StashKey[dict[str, "Share"]]()  # in the configuration, where all tests are collected

_TESTS = Path(__file__).parent


@dataclass(slots=True)
class Share:
    """How many tests there are, and how many of them are unmarked."""

    total: int = 0
    unmarked: int = 0

    def __str__(self) -> str:
        return f"{self.unmarked} of {self.total} ({self.unmarked / self.total:.1%})"


def is_unmarked(item: pytest.Item) -> bool:
    """Whether `make test` runs a test."""
    return not any(map(item.get_closest_marker, TIERS))


def shares_of(items: Iterable[pytest.Item]) -> dict[str, Share]:
    """Count the tests of each room, which is a folder of tests/; "" counts all."""
    shares: dict[str, Share] = {}
    for item in items:
        for room in ("", *item.path.relative_to(_TESTS).parts[:-1][:1]):
            share = shares.setdefault(room, Share())
            share.total += 1
            share.unmarked += is_unmarked(item)
    return shares
