"""Groups by ``notched=rigid`` of Blockoban, held against a second simulation, which is naive.

It is made from the words of docs/games/blockoban.md.  The simulation knows places by row and column, moves
a group a cell at a time, and lets each circle run to its end by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tests.depth import scaled

from pushbox import games
from pushbox.board import Piece
from pushbox.conformance import random_levels
from pushbox.games import blockoban
from pushbox.games.blockoban import Blockoban, State
from pushbox.level import Level, Scalar
from pushbox.tiling import DOWN, LEFT, RIGHT, UP

if TYPE_CHECKING:
    import pytest

GAME = games.find("blockoban")
WAYS = {LEFT: (0, -1), UP: (-1, 0), RIGHT: (0, 1), DOWN: (1, 0)}
Place = tuple[int, int]


class Compared(NamedTuple):
    """A swipe of a square in a group of two or more, and where the simulation and the rules differ, if they do."""

    moves: bool
    difference: str


class Simulation:
    """The pieces of a board by their places, while one swipe is played."""

    def __init__(self, level: Level, way: int) -> None:
        board = level.board
        self.options: dict[str, Scalar] = {"chain": "no", "nudge": "yes", **dict(level.options)}
        self.ground = {board.rc(cell): terrain.kind for cell, terrain in enumerate(board.terrain)}
        self.pieces = {board.rc(piece.anchor): piece for piece in board.pieces}
        self.way = WAYS[way]
        self.fallen = dict(board.counters).get("fallen", 0)
        self.moved = False

    def ahead(self, place: Place) -> Place:
        """Return the next place in the direction of the swipe."""
        return place[0] + self.way[0], place[1] + self.way[1]

    def is_wall(self, place: Place) -> bool:
        """Return whether a place is a wall, as everything beyond the cells of a level is."""
        return self.ground.get(place, "wall") == "wall"

    def swipe(self, origin: Place) -> None:
        """Swipe a square, with all of its group."""
        group = self.pieces[origin].group
        body = {place for place, piece in self.pieces.items() if place == origin or (group and piece.group == group)}
        touching = True  # nothing has moved yet
        while True:
            targets = {self.ahead(place) for place in body}
            met = {place for place in targets - body if place in self.pieces}
            if met or any(map(self.is_wall, targets)):
                if not touching or self.options["nudge"] == "yes":
                    for place in met:
                        self.run(place)
                return
            pieces = {self.ahead(place): self.pieces.pop(place) for place in body}
            self.pieces |= pieces
            self.moved, touching, body = True, False, targets
            if self.swallow(targets) or any(self.ground[place] == "sticky" for place in targets):
                return

    def run(self, place: Place) -> None:
        """Let the circle on a place, which was hit, run until something stops it; what is no circle stays."""
        while self.pieces[place].kind == "circle":
            target = self.ahead(place)
            if target in self.pieces and self.options["chain"] == "yes":
                place = target
                continue
            if target in self.pieces or self.is_wall(target):
                return
            self.pieces[target] = self.pieces.pop(place)
            self.moved, place = True, target
            if self.swallow({place}) or self.ground[place] == "sticky":
                return

    def swallow(self, places: set[Place]) -> bool:
        """Take away the pieces that are over holes; return whether there were any."""
        gone = {place for place in places if self.ground[place] == "hole"}
        for place in gone:
            del self.pieces[place]
        self.fallen += len(gone)
        return bool(gone)


def compared(rules: Blockoban, count: int) -> Iterator[Compared]:
    """Compare all swipes of squares in groups along random walks on small boards; the walks are those of the rules."""
    rng = random.Random(1)
    for drawn in random_levels(GAME, count, seed=5, largest=6):
        options = {name: value for name, value in drawn.options if name not in {"steps", "seconds"}}
        level = replace(drawn, options=tuple({**options, "notched": "rigid"}.items()))
        state = rules.initial_state(level)
        for _ in range(8):
            level = replace(level, board=rules.to_level(state).board)
            yield from compared_swipes(rules, state, level)
            if not (after := [state for _, state in rules.successors(state)]):
                break
            state = rng.choice(after)


def compared_swipes(rules: Blockoban, state: State, level: Level) -> Iterator[Compared]:
    """Compare the swipes of every square of a group of two or more in one position."""
    board = level.board
    groups = [piece.group for piece in board.pieces if piece.group]
    for piece in board.pieces:
        if groups.count(piece.group) < 2:
            continue
        for way in WAYS:
            simulation = Simulation(level, way)
            simulation.swipe(board.rc(piece.anchor))
            transition = rules.apply(state, (piece.anchor, way))
            expected = (by_place(simulation.pieces), simulation.fallen) if simulation.moved else None
            found = None
            if transition is not None:
                after = rules.to_level(transition.state).board
                pieces = {board.rc(one.anchor): one for one in after.pieces}
                found = by_place(pieces), dict(after.counters).get("fallen", 0)
            difference = "" if found == expected else f"{board}\n{level.options}\n{piece} {way}: {found} for {expected}"
            yield Compared(simulation.moved, difference)


def by_place(pieces: dict[Place, Piece]) -> set[tuple[Place, Piece]]:
    """Return pieces without their cells, with their places."""
    return {(place, piece._replace(cells=())) for place, piece in pieces.items()}


def test_a_rigid_group_moves_as_the_words_say() -> None:
    """On the boards of random walks each swipe of a group ends as in the simulation, or moves nothing in either."""
    swipes = list(compared(Blockoban(), scaled(1_500)))
    assert [swipe.difference for swipe in swipes if swipe.difference] == []
    assert sum(swipe.moves for swipe in swipes) >= scaled(5_000)
    assert sum(not swipe.moves for swipe in swipes) >= scaled(5_000)


class EachForItself(Blockoban):
    """Rules by which the squares of a rigid group slide each for itself."""

    def initial_state(self, level: Level) -> State:
        """Return the position of a level without the option."""
        return super().initial_state(
            replace(level, options=tuple(pair for pair in level.options if pair[0] != "notched"))
        )


def test_a_group_that_slides_each_for_itself_is_caught() -> None:
    """It does not move as in the simulation."""
    assert any(swipe.difference for swipe in compared(EachForItself(), scaled(200)))


def test_a_group_that_hits_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does one that stops as it should, but passes no motion on to the circles that it meets."""
    struck = blockoban._struck
    monkeypatch.setattr(blockoban, "_struck", lambda *given: None if struck(*given) is None else [])
    assert any(swipe.difference for swipe in compared(Blockoban(), scaled(200)))
