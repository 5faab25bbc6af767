"""Whether walls enclose a player: as quick to know as it is right."""

from __future__ import annotations

import random

import pytest
from tests.depth import scaled

from pushbox.formats.parts import enclosure
from pushbox.grid import edge_cells

SIDE = 1_000


@pytest.mark.parametrize(("largest", "count"), [(8, 3_000), (90, 100)])
def test_open_is_what_has_an_opening(largest: int, count: int) -> None:
    """On boards of any shape, small ones and those that are too large to be looked at from outside."""
    rng = random.Random(largest)
    met = {False: 0, True: 0}
    for _ in range(scaled(count, least=20)):
        width, height = rng.randint(largest // 2, largest), rng.randint(largest // 2, largest)
        walls = rng.choice((0.3, 0.5, 0.7))
        cells = ["#" if rng.random() < walls else " " for _ in range(width * height)]
        if rng.random() < 0.5:
            for cell in range(width * height):
                if cell % width in (0, width - 1) or cell // width in (0, height - 1):
                    cells[cell] = "#"
            cells[rng.randrange(width * height)] = " "
        cells[rng.randrange(width * height)] = "P"
        signs = "".join(cells)
        is_open = enclosure.is_open(signs, width)
        assert is_open is (enclosure.opening(signs, width) >= 0), signs
        met[is_open] += 1
    assert min(met.values()) > 3


def test_nothing_is_not_open() -> None:
    """Nor is a board without a player."""
    assert not enclosure.is_open("", 0)
    assert not enclosure.is_open(" " * 9, 3)


def test_a_large_open_board_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way straight on leads out."""
    looked = 0

    class Counted(frozenset[int]):
        def __contains__(self, cell: object) -> bool:
            nonlocal looked
            looked += 1
            return super().__contains__(cell)

    monkeypatch.setattr(enclosure, "edge_cells", lambda width, area: Counted(edge_cells(width, area)))
    middle = SIDE // 2 * (SIDE + 1)
    assert enclosure.is_open(" " * middle + "P" + " " * (SIDE * SIDE - middle - 1), SIDE)
    assert looked < SIDE
