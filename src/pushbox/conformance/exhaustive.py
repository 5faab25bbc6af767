"""Laws of what a search counts on, held against all positions of a board that is small enough to visit them all."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from typing import Any

from ..games.api import Game, Status
from ..level import Level
from .law import Case, drawn, law

State = Any
Edge = tuple[Any, State, bool]  # a legal move, the state that it leads to, and whether it pushes something
Cost = tuple[int, int]  # moves that push, and moves
NOTHING: Cost = (0, 0)


@dataclass(frozen=True)
class GraphCase(Case):
    """All positions that a level comes to, each with its legal moves; none from one that is lost."""

    start: State
    edges: Mapping[State, tuple[Edge, ...]]

    @cached_property
    def best(self) -> dict[State, Cost]:
        """The fewest moves that push, and with these the fewest moves, from each position that can be solved."""
        back: dict[State, list[tuple[State, bool]]] = {}
        for before, edges in self.edges.items():
            for _, after, pushes in edges:
                back.setdefault(after, []).append((before, pushes))
        best: dict[State, Cost] = {}
        number = count()  # states have no order
        queue = [(NOTHING, next(number), state) for state in self.edges if self.rules.outcome(state).solved]
        while queue:
            cost, _, state = heappop(queue)
            if state in best:
                continue
            best[state] = cost
            for before, pushes in back.get(state, ()):
                if before not in best:
                    heappush(queue, ((cost[0] + pushes, cost[1] + 1), next(number), before))
        return best

    def best_line(self, state: State) -> list[Any]:
        """Return the moves of a best solution from a position that can be solved."""
        line = []
        while self.best[state] > NOTHING:
            pushed, moved = self.best[state]
            move, state = next(
                (move, after)
                for move, after, pushes in self.edges[state]
                if self.best.get(after) == (pushed - pushes, moved - 1)
            )
            line.append(move)
        return line

    @cached_property
    def keys(self) -> dict[State, Hashable]:
        """The search key of each position."""
        return {state: self.rules.search_key(state) for state in self.edges}

    @cached_property
    def futures(self) -> dict[State, int]:
        """A number for each position, equal for those that are solved by the same moves and no others.

        They are the classes of the coarsest bisimulation, in which whatever cannot be solved any more is one.  Moves
        that leave the search key as it is do not count: a bump into a hidden box makes nothing better or worse.
        """
        classes = {
            state: 0 if state not in self.best else 1 if self.rules.outcome(state).solved else 2 for state in self.edges
        }
        count = 0
        while len({*classes.values()}) > count:
            count = len({*classes.values()})
            numbers: dict[Hashable, int] = {}
            classes = {
                state: numbers.setdefault((classes[state], self._ways_on(state, classes)), len(numbers))
                for state in self.edges
            }
        return classes

    def _ways_on(self, state: State, classes: Mapping[State, int]) -> Hashable:
        """Return the moves from a position by which it can be solved, with the classes that they lead to."""
        if state not in self.best or self.rules.outcome(state).solved:
            return None
        return frozenset(
            (move, pushes, classes[after])
            for move, after, pushes in self.edges[state]
            if after in self.best and self.keys[after] != self.keys[state]
        )

    def __str__(self) -> str:
        return f"{self.info.key} on the tiny board\n{drawn(self.rules.to_level(self.start))}"

    @law()
    def a_lower_bound_is_never_too_high(self) -> bool | None:
        """`lower_bound` is at least 0, and of what can be solved at most the number of moves that push until it is."""
        bounds = {state: self.rules.lower_bound(state) for state in self.edges}
        if not any(bounds.values()):
            return None
        return min(bounds.values()) >= 0 and all(bounds[state] <= pushes for state, (pushes, _) in self.best.items())

    @law()
    def a_deadlock_cannot_be_solved(self) -> bool | None:
        """`is_deadlock` is true of no position that can be solved."""
        deadlocks = {state for state in self.edges if self.rules.is_deadlock(state)}
        return deadlocks.isdisjoint(self.best) if deadlocks else None

    @law()
    def equal_search_keys_have_equal_futures(self) -> bool | None:
        """`search_key` is equal only for positions that are solved by the same moves, or not at all."""
        if len({*self.keys.values()}) == len(self.edges):
            return None
        futures: dict[Hashable, int] = {}
        return all(futures.setdefault(self.keys[state], future) == future for state, future in self.futures.items())

    @law()
    def dead_squares_are_no_walls(self) -> bool | None:
        """`dead_squares` are no walls."""
        dead = self.rules.dead_squares(self.start)
        return dead.isdisjoint(self.rules.board(self.start).cells_of("wall")) if dead else None

    @law()
    def a_box_on_a_dead_square_is_lost(self) -> bool | None:
        """No box stands on one of the `dead_squares` in a position that can be solved."""
        dead = {state: squares for state in self.best if (squares := self.rules.dead_squares(state))}
        if not dead:
            return None
        boxes = {state: {box.anchor for box in self.rules.board(state).of_kind("box")} for state in dead}
        return all(squares.isdisjoint(boxes[state]) for state, squares in dead.items())


def explore(game: Game, level: Level, most: int) -> GraphCase | None:
    """Return all positions that a level comes to, None where they are more than `most`."""
    rules = game.rules
    start = rules.initial_state(level)
    edges: dict[State, tuple[Edge, ...]] = {}
    front, seen = [start], {start}
    for state in front:
        lost = rules.outcome(state).status is Status.LOST
        moves = () if lost else rules.pseudo_legal_moves(state)
        tried = ((move, rules.apply(state, move)) for move in moves)
        edges[state] = tuple((move, after.state, bool(after.pushes)) for move, after in tried if after is not None)
        new = dict.fromkeys(after for _, after, _ in edges[state] if after not in seen)
        seen.update(new)
        front.extend(new)
        if len(seen) > most:
            return None
    return GraphCase(game, start, edges)
