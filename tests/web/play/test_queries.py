"""The queries of a pointer, by what they make the server look up, which no busy machine changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pushbox.bench.browser import room
from pushbox.formats import read
from pushbox.path.lazy_paths import LazyPaths
from pushbox.play import pointing
from pushbox.play.session import Session
from pushbox.web.play import messages, queries

_MOVES = 600  # that are played to find what becomes of the board


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """The ways that queries look up, by their cells."""
    cells: Counter[int] = Counter()

    def counted(*args: Any, **options: Any) -> Any:
        paths = pointing.reach(*args, **options)
        assert isinstance(paths, LazyPaths)

        def path(cell: int) -> Any:
            cells[cell] += 1
            return paths.path(cell)

        return replace(paths, path=path)

    monkeypatch.setattr(queries, "reach", counted)
    return cells


@pytest.mark.parametrize("number", [0, 15])
def test_a_reach_looks_up_no_way_and_its_ends_those_that_are_played(looked_up: Counter[int], number: int) -> None:
    """On an open board of 50 x 50 a box comes to thousands of cells; each way to one costs a walk."""
    position = Session(read(room()).levels[0]).visible
    box = position.board.of_kind("box")[number].anchor
    cells = queries.answer(position, messages.Reach(box))["cells"]
    assert len(cells) > 2000
    assert not looked_up
    rows = queries.answer(position, messages.Ends(box))["ends"]["rows"]
    assert rows
    lengths = [cells[row[0]] for row in rows]
    assert lengths == sorted(cells.values())[: len(rows)], "the nearest come first"
    assert sum(lengths) <= _MOVES
    assert set(looked_up) <= {row[0] for row in rows}
    assert max(looked_up.values()) <= 1
