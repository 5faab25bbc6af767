"""The queries of a pointer: what they make the server look up, which no busy machine changes, and who waits."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.sockets import request

from pushbox.batch.fair_queue import Place
from pushbox.bench.browser import room
from pushbox.formats import read
from pushbox.path import push
from pushbox.path.lazy_paths import LazyPaths
from pushbox.path.walk import walk
from pushbox.play import pointing
from pushbox.play.session import Session
from pushbox.web.play import messages, queries
from pushbox.web.play.window_queries import WindowQueries
from pushbox.web.sockets.turns import Turns

if TYPE_CHECKING:
    from tests.web.play.conftest import Visitor

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
    queries._paths.cache_clear()
    return cells


@pytest.mark.parametrize("number", [0, 15])
def test_a_reach_looks_up_no_way_and_its_ends_those_that_are_played(looked_up: Counter[int], number: int) -> None:
    """On an open board of 50 x 50 a box comes to thousands of cells; each way to one costs a walk."""
    position = Session(read(room()).levels[0]).visible
    box = position.board.of_kind("box")[number].anchor
    cells = queries.answer(position, messages.Reach(box))["cells"]
    assert len(cells) > 2000
    assert not looked_up
    rows = queries.answer(position, messages.Ends(box))["ends"]
    assert rows
    lengths = [cells[row[0]] for row in rows]
    assert lengths == sorted(cells.values())[: len(rows)], "the nearest come first"
    assert sum(lengths) <= _MOVES
    assert set(looked_up) <= {row[0] for row in rows}
    assert max(looked_up.values()) <= 1


def test_a_box_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its targets, what becomes of the board there and the ways of a drag: one flood, few walks, no move twice."""
    position = Session(read(room()).levels[0]).visible
    boxes = [piece.anchor for piece in position.board.of_kind("box")]
    calls: Counter[str] = Counter()
    walks: Counter[tuple[Any, ...]] = Counter()

    def walked(grid: Any, free: list[bool], *ends: int) -> Any:
        walks[(tuple(free), *ends)] += 1
        return walk(grid, free, *ends)

    def counted(name: str, original: Any) -> Any:
        def count(*args: Any, **options: Any) -> Any:
            calls[name] += 1
            return original(*args, **options)

        return count

    monkeypatch.setattr(queries, "reach", counted("floods", pointing.reach))
    monkeypatch.setattr(push, "walk", walked)
    monkeypatch.setattr(type(position), "transition", counted("moves", type(position).transition))
    queries._paths.cache_clear()
    near, other = boxes[0], boxes[15]
    cells = queries.answer(position, messages.Reach(near))["cells"]
    rows = queries.answer(position, messages.Ends(near))["ends"]
    lengths = [cells[row[0]] for row in rows]
    assert len(lengths) > 10
    assert calls["moves"] < sum(lengths) / 2
    for row in rows:
        assert queries.answer(position, messages.Path(near, row[0]))["moves"] == cells[row[0]]
    assert calls["floods"] == 1
    assert max(walks.values()) == 1
    queries.answer(position, messages.Reach(other))
    assert calls["floods"] == 2, "of another box"
    queries.answer(position, messages.Reach(near, through=True))
    assert calls["floods"] == 3, "boxes are pushed out of the way"
    queries.answer(position.apply(position.legal_moves[0]), messages.Reach(near))
    assert calls["floods"] == 4, "of another position"


def test_which_boxes_can_be_pushed_costs_one_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 50 x 50 cells with 100 boxes each box is looked at once from each side, and no way of it is."""
    position = Session(read(room()).levels[0]).visible
    boxes = position.board.of_kind("box")
    floods: list[int] = []
    controls = type(position.controls)

    def reach(self: Any, state: Any, origin: int, limit: int) -> Any:
        floods.append(origin)
        return original(self, state, origin, limit)

    original = controls.reach
    monkeypatch.setattr(controls, "reach", reach)
    tried = Counter[int]()
    apply = type(position.rules).apply

    def counted(self: Any, state: Any, move: Any) -> Any:
        tried[state.player] += 1
        return apply(self, state, move)

    monkeypatch.setattr(type(position.rules), "apply", counted)
    cells = queries.answer(position, messages.Pushable())["cells"]
    assert cells
    assert floods == [position.state.player]
    assert tried.total() <= 4 * len(boxes)


def test_a_key_waits_for_no_query(visitor: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is answered while queries are looked into, which it makes pointless: they are answered with an error."""
    release = threading.Event()

    def held(*arguments: Any) -> Any:
        assert release.wait(60)
        return answer(*arguments)

    answer = queries.answer
    monkeypatch.setattr(queries, "answer", held)
    player = visitor()
    play = player.begin(read("#######\n#@ $ .#\n#     #\n#######", format="xsb").levels[0])
    with player.open(play) as socket:
        for n in (1, 2, 3):
            socket.send_json({"do": "reach", "cell": 8, "n": n})
        assert request(socket, do="undo")["is"] == "turned", "nothing has changed, so that they are still wanted"
        socket.send_json({"do": "press", "key": "right", "n": 4})
        answers: dict[int, dict[str, Any]] = {}
        while answers.keys() != {1, 2, 3, 4}:
            message = socket.receive_json()
            answers[message.get("n", 0)] = message
        assert answers[4]["is"] == "turned"
        assert {answers[n]["phrase"]["code"] for n in (1, 2, 3)} == {"query-dropped"}
        release.set()
        assert request(socket, do="reach", cell=9)["cells"]


def test_a_later_query_of_its_kind_makes_one_pointless(
    visitor: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the paths under a moving pointer the last is answered."""
    release = threading.Event()
    answer = queries.answer
    monkeypatch.setattr(queries, "answer", lambda *arguments: release.wait(60) and answer(*arguments))
    player = visitor()
    play = player.begin(read("#######\n#@ $ .#\n#     #\n#######", format="xsb").levels[0])
    with player.open(play) as socket:
        for n, cell in enumerate((9, 15, 16), start=1):
            socket.send_json({"do": "path", "from": 8, "to": cell, "n": n})
        first = [socket.receive_json() for _ in range(3)][1:]
        assert [(it["n"], it["phrase"]["code"]) for it in first] == [(1, "query-dropped"), (2, "query-dropped")]
        release.set()
        last = socket.receive_json()
        assert (last["n"], last["cells"][-1]) == (3, 16)


def test_a_query_that_is_pointless_before_it_begins_is_answered() -> None:
    """Where two come in one packet the first is dropped before its task has run."""
    position = Session(read("#######\n#@ $ .#\n#     #\n#######", format="xsb").levels[0]).visible

    async def ask() -> list[str]:
        turns, sent = Turns("test", 1), asyncio.Queue[str]()
        window = WindowQueries(turns, Place("somewhere", "somebody"), sent.put_nowait)
        for n in (1, 2):
            await window.submit(position, messages.Pushable(), n)
        async with asyncio.timeout(30):
            answers = [await sent.get() for _ in range(2)]
        turns.close()
        return answers

    answers = map(json.loads, asyncio.run(ask()))
    assert {it["n"]: it["is"] for it in answers} == {1: "error", 2: "pushable"}
