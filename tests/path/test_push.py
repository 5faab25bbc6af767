"""Push paths of one box: golden numbers, and a search over every position of box and player as the judge."""

from __future__ import annotations

import json
import random
from heapq import heappop, heappush
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.strategies import Room, beside, room

from pushbox import formats
from pushbox.grid import Grid, grid
from pushbox.level import Level
from pushbox.path.push import Order, PushPaths, push_paths, searched
from pushbox.path.walk import distances
from pushbox.tiling import SQUARE, Direction

ROOMS = [room(seed, largest) for largest, count in ((5, 150), (7, 150), (9, 40)) for seed in range(count)]
ORDERS: tuple[Order, ...] = ("pushes", "moves")
Point = tuple[int, int]


def paths_of(room: Room, order: Order, limit: int | None = None) -> PushPaths:
    """Return every push path of the box of a room."""
    shape = grid(room.width, room.height)
    return push_paths(shape, room.mask(), shape.cell(*room.box), shape.cell(*room.player), order=order, limit=limit)


def judge(room: Room, order: Order) -> dict[Point, tuple[int, int]]:
    """Return (pushes, moves) of the best way to each cell, by Dijkstra over (box, player), one step of play an edge."""
    best: dict[Point, tuple[int, int]] = {}
    seen = set()
    heap = [((0, 0), False, room.box, room.player)]
    while heap:
        cost, pushed, box, player = heappop(heap)
        if (box, player, pushed) in seen:
            continue
        seen.add((box, player, pushed))
        if pushed and box not in best:
            best[box] = cost if order == "pushes" else (cost[1], cost[0])
        for direction in SQUARE.directions:
            target = beside(player, direction)
            if target not in room.free:
                continue
            push = target == box
            beyond = beside(box, direction) if push else box
            if beyond in room.free:
                more = (push, 1) if order == "pushes" else (1, push)
                heappush(heap, ((cost[0] + more[0], cost[1] + more[1]), pushed or push, beyond, target))
    return best


def plain(room: Room, order: Order) -> PushPaths:
    """Search as plainly as can be: a heap of all that waits, and a flood for the walks from every node."""
    shape, free = grid(room.width, room.height), room.mask()
    start, player = shape.cell(*room.box), shape.cell(*room.player)
    best: dict[int, tuple[int, int, int]] = {}
    previous: dict[int, int] = {}
    heap: list[tuple[tuple[int, int], int, int]] = []

    def push(counts: tuple[int, int], box: int, stand: int, node: int) -> None:
        free[box] = False
        walks = distances(shape, free, stand)
        free[box] = True
        for side in SQUARE.directions:
            near, beyond = shape.step[side][box], shape.step[side ^ 2][box]
            if near in walks and free[beyond]:
                more = (1, walks[near] + 1) if order == "pushes" else (walks[near] + 1, 1)
                heappush(heap, ((counts[0] + more[0], counts[1] + more[1]), beyond * 4 + side, node))

    push((0, 0), start, player, -1)
    while heap:
        counts, node, before = heappop(heap)
        if node in previous:
            continue
        previous[node] = before
        box, side = divmod(node, 4)
        best.setdefault(box, (node, *(counts if order == "pushes" else counts[::-1])))
        push(counts, box, shape.step[side][box], node)
    return PushPaths(shape, free, start, player, best, previous)


def replay(room: Room, steps: tuple[Direction, ...]) -> tuple[Point, Point, int]:
    """Play steps by the rules, and return where the box and the player end, and how many pushes it took."""
    box, player, pushes = room.box, room.player, 0
    for direction in steps:
        player = beside(player, direction)
        assert player in room.free
        if player == box:
            box = beside(box, direction)
            assert box in room.free
            pushes += 1
    return box, player, pushes


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("case", ROOMS, ids=lambda case: f"{case.width}x{case.height}")
def test_cells_costs_and_ways_are_those_of_play(case: Room, order: Order) -> None:
    """The cells and the best (pushes, moves) are those of a search over whole positions, and each way plays so."""
    shape = grid(case.width, case.height)
    paths = paths_of(case, order)
    expected = {shape.cell(*cell): cost for cell, cost in judge(case, order).items()}
    assert {cell: paths.cost(cell) for cell in paths.cells} == expected
    for cell, cost in expected.items():
        steps = paths.path(cell)
        box, player, pushes = replay(case, steps)
        assert shape.cell(*box) == cell
        assert (pushes, len(steps)) == cost
        assert player == beside(box, paths.side(cell))
        assert paths.path(cell) == steps


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("largest", "count"), [(5, 300), (8, 200), (12, 100), (16, 50)])
def test_of_ways_that_are_as_good_it_is_the_same_as_in_a_plain_search(largest: int, count: int, order: Order) -> None:
    """Cells in their order, costs, sides and every step are those of a search without any thought for its speed."""
    compared = 0
    for seed in range(count):
        case = room(7000 + seed, largest)
        paths, expected = paths_of(case, order), plain(case, order)
        assert list(paths.cells) == list(expected.cells), case
        for cell in expected.cells:
            assert paths.cost(cell) == expected.cost(cell), case
            assert paths.side(cell) == expected.side(cell), case
            assert paths.path(cell) == expected.path(cell), case
            compared += 1
    assert compared > 200


@pytest.mark.parametrize("case", ROOMS[::3], ids=lambda case: f"{case.width}x{case.height}")
def test_cells_come_cheapest_first_and_do_not_depend_on_the_order(case: Room) -> None:
    """Both orders reach the same cells, each lists the cheapest first, and neither beats the other at its own game."""
    by_pushes, by_moves = paths_of(case, "pushes"), paths_of(case, "moves")
    assert by_pushes.cells == by_moves.cells
    assert [by_pushes.cost(cell) for cell in by_pushes.cells] == sorted(map(by_pushes.cost, by_pushes.cells))
    assert [by_moves.cost(cell)[::-1] for cell in by_moves.cells] == sorted(
        by_moves.cost(cell)[::-1] for cell in by_moves.cells
    )
    for cell in by_pushes.cells:
        assert by_pushes.cost(cell)[0] <= by_moves.cost(cell)[0]
        assert by_pushes.cost(cell)[1] >= by_moves.cost(cell)[1]


@pytest.mark.parametrize("case", ROOMS[::5], ids=lambda case: f"{case.width}x{case.height}")
def test_a_limit_changes_nothing_or_leaves_nothing(case: Room) -> None:
    """Under any limit the answer is the whole one or empty, and a greater limit never loses it."""
    whole = paths_of(case, "pushes")
    reached = [paths_of(case, "pushes", limit).cells for limit in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 10**6)]
    assert all(cells in (set(), whole.cells) for cells in reached)
    assert [len(cells) for cells in reached] == sorted(len(cells) for cells in reached)
    assert reached[-1] == whole.cells


def test_what_is_free_at_the_box_itself_does_not_count() -> None:
    """The box may be marked as in the way or not: its own cell is free as soon as it has left."""
    shape = grid(5, 5)
    free = [True] * 25 + [False]
    blocked = [cell != 12 and open_ for cell, open_ in enumerate(free)]
    for mask in (free, blocked):
        before = list(mask)
        paths = push_paths(shape, mask, 12, 0)
        assert paths.cost(12) == (2, 9)
        assert mask == before
        assert len(paths.cells) == 25


@pytest.mark.parametrize("player", [12, 3, 25])
def test_a_player_who_stands_nowhere_pushes_nothing(player: int) -> None:
    """A player in the box, in a wall or off the board has no ways; nor does one raise anything."""
    free = [cell not in (3, 25) for cell in range(26)]
    assert not push_paths(grid(5, 5), free, 12, player).cells


def test_a_cell_out_of_reach_is_a_key_error() -> None:
    """The path to a cell that the box cannot reach raises KeyError."""
    paths = push_paths(grid(3, 1), [True] * 3 + [False], 1, 0)
    assert paths.cells == {2}
    for method in (paths.cost, paths.side, paths.path):
        with pytest.raises(KeyError):
            method(1)


def test_a_hostile_board_is_cheap_under_a_limit() -> None:
    """However large the board, a limit ends the search after that much work; here nothing is found in time."""
    shape = grid(500, 500)
    free = [True] * shape.outside + [False]
    assert not push_paths(shape, free, shape.cell(250, 250), shape.cell(252, 250), limit=2000).cells


@pytest.mark.parametrize(("boxes", "walls"), [(1, 0), (30, 0), (300, 0), (30, 400), (300, 200)])
def test_a_crowded_board_asks_little_more_than_an_open_one(boxes: int, walls: int) -> None:
    """Three times the nodes that there are is limit enough, even where the ways round are blocked all over."""
    rng = random.Random(f"{boxes} {walls}")
    shape = grid(50, 50)
    box, player = shape.cell(25, 25), shape.cell(24, 24)
    near = {shape.cell(row, column) for row in (24, 25, 26) for column in (24, 25, 26)}
    blocked = {*rng.sample(range(shape.outside), boxes - 1 + walls)} - near
    free = [cell not in blocked for cell in range(shape.outside)] + [False]
    whole = push_paths(shape, free, box, player)
    assert len(whole.cells) > 1000
    assert push_paths(shape, free, box, player, limit=3 * 4 * shape.outside).cells == whole.cells


# ------------------------------------------------------------------------------------------------------ golden numbers

FILES = {
    "Microban": "skinner/Microban.txt",
    "Microban_155.xsb": "skinner/Microban.txt",
    "Microban II": "skinner/Microban II.txt",
    "Microban II_135.xsb": "skinner/Microban II.txt",
    "XSokoban_90.xsb": "xsokoban_90/XSokoban_90.xsb",
    "SokEvo_107.xsb": "large_test_suite/SokEvo_107.xsb",
}
FIGURE_1 = ("####", "#  #", "#  #", "#  #", "#  #", "##$#", " #@#", " #.#", " ###")


class Case(NamedTuple):
    """A real level as the search sees it, and where the rows of its file lie on its board."""

    shape: Grid
    walls: frozenset[int]
    boxes: frozenset[int]
    player: int
    top: int
    left: int

    @classmethod
    def of(cls, level: Level) -> Case:
        """Take a level apart; golden coordinates count from the first character of the file's own rows."""
        board, source = level.board, level.source
        assert source is not None
        return cls(
            board.grid,
            frozenset(board.cells_of("wall")),
            frozenset(box.anchor for box in board.of_kind("box")),
            board.of_kind("pusher")[0].anchor,
            source.row,
            source.left - (source.column - 1),
        )

    def cell(self, point: list[int]) -> int:
        """Turn (x, y) of the golden file into a cell."""
        x, y = point
        return self.shape.cell(y + self.top, x + self.left)

    def paths(self, box: int, order: Order) -> PushPaths:
        """Return every push path of one of the boxes."""
        assert box in self.boxes
        others = self.walls | self.boxes - {box}
        free = [cell not in others for cell in range(self.shape.outside)] + [False]
        return push_paths(self.shape, free, box, self.player, order=order)


def golden(shared: Path) -> dict[str, Any]:
    """Read the golden file."""
    loaded: dict[str, Any] = json.loads((shared / "parser_cases" / "boxpath.json").read_text(encoding="utf-8"))
    return loaded


def test_figure_1_of_the_source() -> None:
    """The little board of the article: seven cells, with fewest pushes and with fewest moves."""
    level = formats.read("\n".join(FIGURE_1), format="xsb").levels[0]
    case = Case.of(level)
    box = case.cell([2, 5])
    expected = {
        (2, 1): ((4, 4), (4, 4)),
        (2, 2): ((3, 3), (3, 3)),
        (2, 3): ((2, 2), (2, 2)),
        (2, 4): ((1, 1), (1, 1)),
        (2, 5): ((4, 8), (4, 8)),
        (2, 6): ((5, 9), (5, 9)),
        (2, 7): ((6, 10), (6, 10)),
    }
    by_pushes, by_moves = case.paths(box, "pushes"), case.paths(box, "moves")
    assert {case.cell(list(point)) for point in expected} == by_pushes.cells == by_moves.cells
    for point, (pushes_first, moves_first) in expected.items():
        assert by_pushes.cost(case.cell(list(point))) == pushes_first
        assert by_moves.cost(case.cell(list(point))) == moves_first


def test_golden_cases(shared: Path) -> None:
    """Counts, the return to the start, single targets and both whole tables are those that peers agree on."""
    cases = golden(shared)["cases"]
    assert len(cases) == 7
    for row in cases[:-1]:
        case = Case.of(formats.read_file(shared / FILES[row["collection"]]).levels[row["level"] - 1])
        assert case.player == case.cell(row["player"])
        box = case.cell(row["box"])
        by_pushes, by_moves = case.paths(box, "pushes"), case.paths(box, "moves")
        assert len(by_pushes.cells) == row["reachable_squares_excluding_start_unless_pushed_back"]
        assert (box in by_pushes.cells) == row["start_in_set"]
        if row["dest"] is not None:
            assert list(by_pushes.cost(case.cell(row["dest"]))) == row["push_then_move"]
            assert list(by_moves.cost(case.cell(row["dest"])))[::-1] == row["move_then_push"]
        _same_table(case, by_pushes, by_moves, row.get("all_push_then_move"), row.get("all_move_then_push"))
    figure = cases[-1]
    case = Case.of(formats.read("\n".join(figure["board"]), format="xsb").levels[0])
    box = case.cell(figure["box"])
    assert tuple(figure["board"]) == FIGURE_1
    _same_table(
        case, case.paths(box, "pushes"), case.paths(box, "moves"), figure["push_then_move"], figure["move_then_push"]
    )


def _same_table(
    case: Case, by_pushes: PushPaths, by_moves: PushPaths, pushes_first: list[Any] | None, moves_first: list[Any] | None
) -> None:
    if pushes_first is not None:
        assert {c: [*by_pushes.cost(c)] for c in by_pushes.cells} == {case.cell(p): cost for p, cost in pushes_first}
    if moves_first is not None:
        assert {c: [*by_moves.cost(c)][::-1] for c in by_moves.cells} == {case.cell(p): cost for p, cost in moves_first}


def test_golden_pairs_where_the_orders_differ(shared: Path) -> None:
    """In 130 real places fewest pushes and fewest moves are two different ways; both numbers of both are met."""
    rows = golden(shared)["orders_differ"]
    assert len(rows) == 130
    levels = {name: formats.read_file(shared / FILES[name]).levels for name in {row["file"] for row in rows}}
    for row in rows:
        case = Case.of(levels[row["file"]][row["level"] - 1])
        box, target = case.cell(row["box"]), case.cell(row["dest"])
        assert [*case.paths(box, "pushes").cost(target)] == row["push_then_move"], row
        assert [*case.paths(box, "moves").cost(target)][::-1] == row["move_then_push"], row
        assert row["push_then_move"] != row["move_then_push"][::-1]


def test_a_box_is_pushed_no_further_than_an_end() -> None:
    """A cell of `ends` is come to, but never on the way to another cell."""
    shape = grid(6, 1)
    free = [True] * 6 + [False]
    assert list(push_paths(shape, free, 1, 0).cells) == [2, 3, 4, 5]
    assert list(push_paths(shape, free, 1, 0, ends={3}).cells) == [2, 3]


@pytest.mark.parametrize("order", ORDERS)
def test_native_code_finds_the_same_nodes_by_the_same_looks(order: Order) -> None:
    """In the same order, under any limit, and with cells on which the box stays, on 1,500 random boards each."""
    pytest.importorskip("pushbox._core", reason="the core is not built")
    rng = random.Random(order)
    ways = 0
    for _ in range(1_500):
        shape = grid(rng.randint(2, 14), rng.randint(2, 14))
        share = rng.choice((0.0, 0.05, 0.2, 0.35, 0.5))
        free = [rng.random() >= share for _ in range(shape.outside)] + [False]
        box, player = rng.sample(range(shape.outside), 2)
        free[box] = True
        limit = rng.choice((None, None, 5, 20, 100, 1000))
        ends = frozenset(rng.sample(range(shape.outside), rng.choice((0, 0, 2))))
        found = push_paths(shape, free, box, player, order=order, limit=limit, ends=ends)
        if not free[player]:
            continue
        reference = searched(PushPaths(shape, free, box, player, {}, {}), order, limit, ends)
        assert [*found.best.items()] == [*reference.best.items()]
        assert [*found.previous.items()] == [*reference.previous.items()]
        ways += len(found.best)
    assert ways > 10_000
