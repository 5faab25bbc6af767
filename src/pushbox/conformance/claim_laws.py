"""Laws of what a game claims of the rooms above it: levels that are solved, natively too, made shorter and compared."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property

from ..formats import read
from ..games.position import Position, load
from ..identity.normalize import normal_text
from ..level import Level
from ..optimizer import optimize
from ..optimizer.native import knows
from ..solver import Solved, limited, native, solve
from .exhaustive import NOTHING, GraphCase, explore
from .law import Case, law
from .level_laws import has_errors


@dataclass(frozen=True)
class ClaimCase(Case):
    """A tiny level, of which all positions are known."""

    graph: GraphCase
    rng: random.Random

    @cached_property
    def level(self) -> Level:
        """The level."""
        return self.rules.to_level(self.graph.start)

    @cached_property
    def position(self) -> Position | None:
        """The position that the level begins in, None where a fault keeps it from being played."""
        return None if has_errors(self.rules, self.level) else load(self.level, self.game)

    @cached_property
    def is_solvable(self) -> bool:
        """Whether the level can be solved."""
        return self.graph.start in self.graph.best

    def __str__(self) -> str:
        return str(self.graph)

    @law(claimed=bool)  # by every game
    def a_level_can_be_solved(self) -> bool | None:
        """Some level can be solved that has no errors and is not solved as it begins."""
        return True if self.position and self.graph.best.get(self.graph.start, NOTHING) > NOTHING else None

    @law(claimed=lambda info: info.native_solver != "none")
    def native_searches_play_by_the_rules(self) -> bool | None:
        """Where a game claims a `native_solver`, it finds the fewest pushes and moves, or that there are none."""
        if self.position is None:
            return None
        if native.search_for(limited.without_limits(self.position).unlimited, 0, 1) is None:
            return None
        verdict = solve(self.position, objective="pushes-moves")
        line = self.position.play(verdict.text)[1] if isinstance(verdict, Solved) else None
        cost = None if line is None else (sum(line.pushed), line.played)
        return cost == self.graph.best.get(self.graph.start)

    @law(claimed=lambda info: info.optimizable)
    def the_optimizer_takes_every_solution(self) -> bool | None:
        """Where a game claims to be `optimizable`, the optimizer takes a solution with detours."""
        if self.position is None or not self.is_solvable or not knows(self.position):
            return None
        state, line = self.graph.start, []
        for _ in range(self.rng.randrange(8)):
            edges = [edge for edge in self.graph.edges[state] if edge[1] in self.graph.best]
            if not edges:
                break
            move, state, _ = self.rng.choice(edges)
            line.append(move)
        optimize(self.position, [self.position.format([*line, *self.graph.best_line(state)])])  # replays what it gives
        return True

    @law(claimed=lambda info: info.has_normal_form)
    def the_normal_form_is_the_same_puzzle(self) -> bool | None:
        """Where a game claims a normal form, that of a level without options is solved with as many pushes."""
        if not self.info.has_normal_form or self.level.options or not self.is_solvable:
            return None
        text = normal_text(self.level.board)
        if text is None:
            return None
        graph = explore(self.game, replace(self.level, board=read(text)[0].board), 2 * len(self.graph.edges))
        best = None if graph is None else graph.best.get(graph.start)
        return (None if best is None else best[0]) == self.graph.best[self.graph.start][0]
