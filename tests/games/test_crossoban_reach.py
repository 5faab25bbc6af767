"""What a pointer reaches in Crossoban: what the rules reach, by paths that the rules play, and for little."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.depth import scaled

from pushbox import games
from pushbox.board import FLOOR, Piece
from pushbox.conformance import random_level
from pushbox.formats import read
from pushbox.games.crossoban import reach
from pushbox.games.crossoban.physics import Simulation
from pushbox.games.crossoban.state import State, group_leaders
from pushbox.level import Level

GAME = games.find("crossoban")
FAR = 100_000
CHANGING = {"weak", "hole", "conveyor"}  # ground by which a way leaves another board behind than its other ways


def by_the_rules(state: State, origin: int) -> set[int]:
    """Return where the piece on a cell can be taken while no other box moves and nothing falls, by a plain search."""
    pushers, boxes = dict(state.pushers), dict(state.boxes)
    reached: set[int] = set()
    for first in [origin] if origin in pushers else sorted(pushers):
        box = origin if origin in boxes else -1
        queue: list[tuple[int, int, State]] = [(first, box, state)]
        seen = {(first, box)}
        reached |= {first} if box < 0 else set()
        for pusher, at, now in queue:
            for direction in now.field.grid.directions:
                simulation = Simulation(now)
                if simulation.step(group_leaders(now)[pusher], direction):
                    continue
                simulation.settle()
                place, moved = followed(simulation.events, pusher), followed(simulation.events, at)
                others = dict(now.boxes).keys() - {at}
                if any(cause == "fall" or cell in others for _, cause, cell, *_ in simulation.events):
                    continue
                if (place, moved) not in seen:
                    seen.add((place, moved))
                    queue.append((place, moved, simulation.state()))
                if at >= 0 and (moved != at or box != moved):
                    reached.add(moved)
                if at < 0:
                    reached.add(place)
    return reached


def followed(events: Sequence[Any], cell: int) -> int:
    for _, cause, start, end, _ in events:
        if start == cell and cause not in {"wear", "fill"} and cell >= 0:
            cell = end
    return cell


def sample(count: int, *, calm: bool = False) -> list[Level]:
    """Return random levels without a variant around the game, if `calm` on ground that stays as it is."""
    rng = random.Random(35)
    made = (random_level(GAME, rng, largest=6) for _ in range(count))
    levels = [level for level in made if isinstance(GAME.rules.initial_state(level), State)]
    return [calmed(level) for level in levels] if calm else levels


def calmed(level: Level) -> Level:
    terrain = tuple(FLOOR if ground.kind in CHANGING else ground for ground in level.board.terrain)
    return replace(level, board=replace(level.board, terrain=terrain))


def test_it_reaches_what_the_rules_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pusher and every box, where no way changes the board; ice, locks, filters and links included."""
    monkeypatch.setattr(reach, "_BUDGET", 10_000_000)
    looked = 0
    for level in sample(scaled(1500), calm=True):
        state = GAME.rules.initial_state(level)
        for origin, _ in (*state.pushers, *state.boxes):
            own = {origin}  # to which a box may come back, or never have left
            reached = set(GAME.controls.reach(state, origin, FAR))
            assert reached - own == by_the_rules(state, origin) - own, (level.board, origin)
            looked += 1
    assert looked > scaled(1000)


def test_each_path_is_played_and_moves_no_other_box() -> None:
    """It brings the piece to the cell that it is said to lead to, on any ground."""
    played = 0
    for level in sample(scaled(1500)):
        state = GAME.rules.initial_state(level)
        for origin, _ in (*state.pushers, *state.boxes):
            for target, moves in GAME.controls.reach(state, origin, FAR).items():
                now, at = state, origin
                boxes = {cell for cell, _ in state.boxes} - {origin}
                for move in moves:
                    transition = GAME.rules.apply(now, move)
                    assert transition is not None, (level.board, origin, target)
                    for change in transition.changes:
                        before, after = change.before, change.after
                        if isinstance(before, Piece) and before.anchor == at:
                            assert isinstance(after, Piece)
                            at = after.anchor
                    now = transition.state
                assert at == target, (level.board, origin, target)
                assert boxes <= {cell for cell, _ in now.boxes}
                played += 1
    assert played > scaled(10_000)


def test_boxes_that_can_be_pushed() -> None:
    """From each cell that a pusher walks to over ground that stays as it is, a push of one box is told."""
    for level in sample(scaled(600), calm=True):
        state = GAME.rules.initial_state(level)
        expected: dict[int, set[int]] = {}
        for pusher, look in state.pushers:
            alone = not look[1] or [other for _, (_, other) in state.pushers].count(look[1]) == 1
            if not alone:
                break
            for cell in by_the_rules(state, pusher):
                moved = state._replace(pushers=state.pushers - {(pusher, look)} | {(cell, look)})
                for direction in state.field.grid.directions:
                    transition = GAME.rules.apply(moved, (cell, direction))
                    box = state.field.grid.step[direction][cell]
                    if transition is not None and [start for start, _ in transition.pushes] == [box]:
                        expected.setdefault(box, set()).add(direction)
        else:
            told = GAME.controls.pushable(state, FAR)
            assert told is not None
            assert {box: set(ways) for box, ways in told.items()} == expected, level.board


def hall(ground: str) -> Level:
    """Return a hall of 100 x 100 with 300 boxes, some of its floor special."""
    rng, side = random.Random(4), 100
    rows = [["#" if {row, column} & {0, side - 1} else " " for column in range(side)] for row in range(side)]
    cells = [(row, column) for row in range(1, side - 1) for column in range(1, side - 1)]
    rng.shuffle(cells)
    for number, (row, column) in enumerate(cells[:801]):
        rows[row][column] = "$" if number < 300 else "." if number < 600 else ground if number < 800 else "@"
    return read("\n".join(map("".join, rows)) + "\n", format="crossoban").levels[0]


@pytest.mark.parametrize("ground", [" ", "'", "w"])
def test_a_question_on_a_large_board_simulates_few_steps(ground: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 100 x 100 with 300 boxes plain floor costs none, ice and weak tiles a few hundred."""
    simulated = 0
    make = Simulation.__init__

    def counted(self: Simulation, state: State) -> None:
        nonlocal simulated
        simulated += 1
        make(self, state)

    monkeypatch.setattr(Simulation, "__init__", counted)
    state = GAME.rules.initial_state(hall(ground))
    (pusher,) = dict(state.pushers)
    for origin in (pusher, sorted(dict(state.boxes))[150]):
        assert len(GAME.controls.reach(state, origin, 250_000)) > 5000
    assert GAME.controls.pushable(state, 250_000)
    assert simulated == 0 if ground == " " else 0 < simulated < 2000
