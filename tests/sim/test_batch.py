"""Batches of boards: each step, push and view is that of the Python game, and nothing wrong goes into a buffer."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import cast

import pytest
from tests.depth import scaled

from pushbox import builtin, load, read, sim
from pushbox.conformance.boards import random_levels
from pushbox.errors import ArgumentError
from pushbox.games.position import Position
from pushbox.games.registry import find
from pushbox.level import Level
from pushbox.tiling import SQUARE

SOKOBAN = find("sokoban")
SMALL = read("#####\n#@$.#\n#####\n\n######\n#.$ @#\n#    #\n######\n").levels


def some_levels(count: int, seed: int) -> list[Level]:
    """Return random levels with one player."""
    levels = random_levels(SOKOBAN, 10 * count, seed=seed, plain=True)
    return [level for level in levels if len(level.board.of_kind("pusher")) == 1][:count]


def cells_of(batch: sim.Batch, board: int) -> bytes:
    area = batch.shape[1] * batch.shape[2]
    return bytes(batch.cells.cast("B")[board * area : (board + 1) * area])


def is_on(batch: sim.Batch, board: int, position: Position) -> bool:
    """Whether a board of a batch shows a position, within walls."""
    frame, width = batch.levels.native.frame, batch.levels.width
    expected = bytearray(b"\1" * (width * batch.levels.height))
    own, columns = position.board, position.board.width
    for cell, terrain in enumerate(own.terrain):
        row, column = divmod(cell, columns)
        expected[(row + frame) * width + column + frame] = {"wall": 1, "goal": 2, "floor": 0}[terrain.kind]
    for piece in own.pieces:
        row, column = divmod(piece.anchor, columns)
        expected[(row + frame) * width + column + frame] |= {"box": 4, "pusher": 8}[piece.kind]
    return cells_of(batch, board) == expected


def event_of(before: Position, after: Position, pushes: bool | None) -> sim.Event:
    """Return the event of a step from one position to another; `pushes` is None for one that is not legal."""
    home = [
        sum(box.anchor in set(one.board.cells_of("goal")) for box in one.board.of_kind("box"))
        for one in (before, after)
    ]
    event = sim.Event.SOLVED if after.outcome.solved else sim.Event(0)
    if pushes is not None:
        event |= sim.Event.MOVED | (sim.Event.PUSHED if pushes else sim.Event(0))
    if home[1] != home[0]:
        event |= sim.Event.ON_GOAL if home[1] > home[0] else sim.Event.LEFT_GOAL
    return event


@pytest.mark.parametrize("threads", [1, 2])
def test_steps_are_those_of_the_game(threads: int) -> None:
    """On random boards, all stepped at once: cells, events, legal steps, boxes left; and steps are taken back."""
    for seed in range(scaled(60, least=2)):
        rng = random.Random(seed)
        levels = some_levels(12, seed)
        batch = sim.Batch(levels, len(levels), threads=threads)
        positions = [load(level) for level in levels]
        for _ in range(40):
            actions = bytes(rng.randrange(5) for _ in levels)
            legal = batch.legal_moves().tobytes()
            events = batch.step(actions)
            for board, position in enumerate(positions):
                action = actions[board]
                transition = SOKOBAN.rules.apply(position.state, action) if action < sim.Action.STAY else None
                after = position if transition is None else Position(SOKOBAN, transition.state)
                pushes = None if transition is None else bool(transition.pushes)
                assert sim.Event(events[board]) == event_of(position, after, pushes)
                assert is_on(batch, board, after)
                if action < sim.Action.STAY:
                    assert legal[4 * board + action] == events[board] & (sim.Event.MOVED | sim.Event.PUSHED)
                positions[board] = after
            if rng.random() < 0.2:
                before = batch.cells.tobytes()
                events = batch.step(actions)
                batch.step_back(actions, events)
                assert batch.cells.tobytes() == before
        left = [sum(box.anchor not in {*p.board.cells_of("goal")} for box in p.board.of_kind("box")) for p in positions]
        assert list(batch.boxes_left()) == left


def test_pushes_are_those_of_the_pointer() -> None:
    """What `pushable` and `reach` of the game say: which boxes go where, and the moves to get there."""
    for seed in range(scaled(40, least=2)):
        rng = random.Random(seed)
        levels = some_levels(8, seed)
        batch = sim.Batch(levels, len(levels))
        positions = [load(level) for level in levels]
        for _ in range(8):
            mask, area = batch.legal_pushes().tobytes(), batch.shape[1] * batch.shape[2]
            chosen: list[tuple[int, int] | None] = []
            actions = array("I")
            for board, position in enumerate(positions):
                pushable = position.controls.pushable(position.state, 10_000) or {}
                pushes = {action_of(batch, position, box, way): (box, way) for box in pushable for way in pushable[box]}
                own = mask[4 * area * board : 4 * area * (board + 1)]
                assert {action for action, is_there in enumerate(own) if is_there} == pushes.keys()
                actions.append(rng.choice([*pushes, 0, 4 * area]))
                chosen.append(pushes.get(actions[-1]))
            events, moves = batch.push(actions)
            for board, (push, position) in enumerate(zip(chosen, positions, strict=True)):
                if push is None:
                    assert (moves[board], events[board] & ~sim.Event.SOLVED) == (0, 0)
                    continue
                box, way = push
                reach = position.controls.reach(position.state, position.state.player, 10_000)
                walk = reach.get(position.board.grid.step[SQUARE.opposites[way]][box], ())
                after = Position(SOKOBAN, position.play_line([*walk, way]).state)
                assert moves[board] == len(walk) + 1
                assert sim.Event(events[board]) == event_of(position, after, pushes=True)
                assert is_on(batch, board, after)
                positions[board] = after


def action_of(batch: sim.Batch, position: Position, box: int, way: int) -> int:
    """Return the action of a push on the boards of a batch, which may have a frame that the level has not."""
    row, column = divmod(box, position.board.width)
    frame = batch.levels.native.frame
    return 4 * ((row + frame) * batch.levels.width + column + frame) + way


def test_boards_begin_anew_and_are_set() -> None:
    """The levels in turn, a level of choice, any position, a copy of another board."""
    batch = sim.Batch(SMALL, 3)
    assert (batch.shape, len(batch), len(batch.levels)) == ((3, 4, 6), 3, 2)
    assert sim.Event(batch.step(bytes([sim.Action.RIGHT] * 3))[2]) == sim.Event(23)
    batch.copy([0], [1])
    assert cells_of(batch, 0) == cells_of(batch, 1)
    batch.reset([0, 1], [1, 0])
    assert is_on(batch, 0, load(SMALL[1]))
    assert is_on(batch, 1, load(SMALL[0]))
    batch.put(2, load(SMALL[0]).apply(2))
    assert list(batch.boxes_left()) == [1, 1, 0]
    batch.reset()
    assert list(batch.players()) == [7, 10, 7]
    assert all(is_on(batch, board, load(SMALL[board % 2])) for board in range(3))


def test_a_board_is_a_value_again() -> None:
    """For whoever plays on, or draws it."""
    batch = sim.Batch(SMALL[:1], 2)
    batch.step(bytes([sim.Action.RIGHT, sim.Action.STAY]))
    assert batch.board(0) == load(SMALL[0]).apply(2).board
    assert batch.board(1) == SMALL[0].board


def test_rows_of_actions_are_played_one_after_the_other() -> None:
    """In one call, with the events of each."""
    level = read("#######\n#@$  .#\n#######\n").levels
    batch, one_by_one = sim.Batch(level, 2), sim.Batch(level, 2)
    rows = [bytes([2, 0]), bytes([2, 2]), bytes([4, 2]), bytes([2, 2])]
    events = batch.step(b"".join(rows))
    assert events.tobytes() == b"".join(bytes(one_by_one.step(row)) for row in rows)
    assert batch.cells == one_by_one.cells


def test_views_show_every_cell() -> None:
    """In the signs of XSB, in planes, in colours and in tiles."""
    batch = sim.Batch(builtin("campaign-01"), 2)
    boards, height, width = batch.shape
    signs = batch.observe(sim.XSB)
    assert signs.shape == (boards, height, width, 1)
    rows = [signs.tobytes()[row * width : (row + 1) * width].decode() for row in range(height)]
    shown = read("\n".join(rows))[0]
    assert load(shown).board == batch.board(0)
    planes = batch.observe(sim.PLANES, planes=True)
    assert planes.shape == (boards, 4, height, width)
    area = height * width
    for plane, bit in enumerate((sim.WALL, sim.GOAL, sim.BOX, sim.PLAYER)):
        own = planes.tobytes()[plane * area : (plane + 1) * area]
        assert own == bytes(int(cell & bit > 0) for cell in cells_of(batch, 0))
    side = 3
    tiles = b"".join(bytes([kind] * (side * side * 3)) for kind in range(16))
    pictures = batch.tiles(tiles, side)
    assert pictures.shape == (boards, side * height, side * width, 3)
    first_row = b"".join(bytes([kind] * (3 * side)) for kind in cells_of(batch, 0)[:width])
    assert pictures.tobytes()[: len(first_row) * side] == first_row * side


def test_buffers_of_the_caller_are_written_to() -> None:
    """And are what is returned; the cells are theirs too."""
    levels = sim.Levels(SMALL)
    cells, events, legal = bytearray(2 * 24), bytearray(2), bytearray(8)
    batch = sim.Batch(levels, 2, cells=cells)
    assert batch.step(bytes([2, 4]), events) is events
    assert (events[0], cells[9]) == (23, sim.GOAL | sim.BOX)
    assert batch.legal_moves(legal) is legal
    assert legal[:4] == bytes([1, 0, 0, 0])
    with pytest.raises(BufferError):
        cells.append(0)


def test_numpy_arrays_are_buffers() -> None:
    """Of any shape with as many items."""
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    levels = sim.Levels(SMALL)
    cells = numpy.zeros((2, levels.height, levels.width), numpy.uint8)
    batch = sim.Batch(levels, 2, cells=cells)
    events = batch.step(numpy.array([[2, 4], [0, 0]], numpy.uint8), numpy.zeros((2, 2), numpy.uint8))
    assert events.tolist() == [[23, 0], [17, 1]]
    assert (cells == numpy.asarray(batch.cells)).all()


REFUSED: dict[str, tuple[Callable[[sim.Batch], object], str]] = {
    "too few actions": (lambda batch: batch.step(b"\0"), "actions: found 1 items, expected 2, or several rows"),
    "odd actions": (lambda batch: batch.step(bytes(5)), "actions: found 5 items, expected 2, or several rows"),
    "no buffer": (lambda batch: batch.step(3), "actions: memoryview: a bytes-like object is required"),
    "wide actions": (lambda batch: batch.step(array("q", [0, 0])), "actions: expected a buffer of bytes (uint8)"),
    "read only": (lambda batch: batch.step(bytes(2), bytes(2)), "events: found a buffer that is read only"),
    "with gaps": (lambda batch: batch.step(memoryview(bytes(4))[::2]), "actions: found a buffer with gaps"),
    "its own cells": (lambda batch: batch.legal_moves(shared(batch)), "found two buffers that share memory"),
    "a board too many": (lambda batch: batch.reset([2]), "boards: found 2, expected less than 2"),
    "a level too many": (lambda batch: batch.reset([0], [2]), "levels: found 2, expected less than 2"),
    "levels without boards": (lambda batch: batch.reset([0], [0, 1]), "found 2 levels for 1 boards"),
    "sources without targets": (lambda batch: batch.copy([0], []), "found 0 targets for 1 sources"),
    "a board below": (lambda batch: batch.board(-1), "board: found -1, expected 0 or more"),
    "no table": (lambda batch: batch.observe(b"abc"), "table: found b'abc', expected 16 rows of equal length"),
    "no tiles": (lambda batch: batch.tiles(b"abc", 2), "found 3 bytes of tiles, expected 16 squares"),
    "what was not played": (lambda batch: batch.step_back(bytes(2), bytes([1, 0])), "board 0: found an event"),
    "too large": (lambda batch: batch.put(0, builtin("campaign-10")[-1]), "found a board of"),
    "no position": (
        lambda batch: batch.put(0, cast(Level, "#@#")),
        "position: found '#@#', expected levels or positions",
    ),
}


def shared(batch: sim.Batch) -> memoryview:
    return memoryview(MEMORY[id(batch)])[:8]


MEMORY: dict[int, bytearray] = {}


@pytest.mark.parametrize("what", REFUSED)
def test_what_does_not_fit_is_refused(what: str) -> None:
    """In a sentence, and nothing has changed."""
    call, expected = REFUSED[what]
    memory = bytearray(2 * 24)
    batch = sim.Batch(SMALL, 2, cells=memory)
    MEMORY[id(batch)] = memory
    before = bytes(memory)
    with pytest.raises(ArgumentError) as error:
        call(batch)
    assert expected in str(error.value)
    assert memory == before


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ([], "levels: found [], expected one level or more"),
        (["#@#"], "levels: found '#@#', expected levels or positions"),
        (builtin("plus")[:1], "levels: "),
        (builtin("hanano")[:1], "expected levels of plain Sokoban"),
        (builtin("multiban")[:1], "second player"),
        ([replace(SMALL[0], options=(("max_push", 2),))], "expected levels of plain Sokoban"),
    ],
)
def test_other_levels_are_refused(levels: list[Level], expected: str) -> None:
    """Those of other games, with options, with several players."""
    with pytest.raises(ArgumentError) as error:
        sim.Batch(levels, 1)
    assert expected in str(error.value)


def test_who_writes_to_the_cells_harms_nobody() -> None:
    """What comes of it is no position, but no memory is touched that is not the batch's."""
    rng = random.Random(1)
    for _ in range(scaled(100, least=5)):
        memory = bytearray(3 * 24)
        batch = sim.Batch(SMALL, 3, cells=memory)
        for _ in range(30):
            memory[rng.randrange(len(memory))] = rng.randrange(256)
            events = batch.step(bytes(rng.randrange(6) for _ in range(3)))
            batch.legal_moves()
            batch.legal_pushes()
            batch.push(array("I", [rng.randrange(100) for _ in range(3)]))
            with suppress(ArgumentError):
                batch.step_back(bytes(rng.randrange(6) for _ in range(3)), events)


def test_a_table_has_equal_rows() -> None:
    """Of bytes."""
    kinds = {"wall": 0, "floor": 1, "goal": 2, "box": 3, "box_on_goal": 4, "player": 5}
    with pytest.raises(ArgumentError, match="as many bytes for each kind of cell"):
        sim.table(**kinds, player_on_goal=(1, 2))
    with pytest.raises(ArgumentError, match="bytes from 0 to 255"):
        sim.table(**kinds, player_on_goal=256)
    assert sim.table(**kinds, player_on_goal=6)[sim.PLAYER | sim.GOAL] == 6
