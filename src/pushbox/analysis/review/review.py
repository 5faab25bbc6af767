"""Review the design of a level; each statement names its evidence.

Nothing here is an opinion: a statement is proven, or it names the solutions or the limited searches that it rests on.
If the time runs out, the remaining statements are left out, and the review says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Literal

from ...arguments import check_callback, check_seconds
from ...deadline import OutOfTime
from ...errors import PushboxError
from ...games.position import Position
from ...grid import Cell
from ...level import Level
from ...play.validate import require_playable
from ...solver import GaveUp, Limit, Objective, Solved, Unsolvable, Verdict, solve
from ..blocking import blocking_boxes
from ..push_space import PushPosition, PushSpace
from .branches import Branches, Trap, find_branches, find_traps
from .budget import Budget
from .push_graph import PushGraph, explore
from .solutions import KnownSolution, Solutions
from .symmetries import symmetries
from .trials import Trial, inner_floor, inner_walls, try_level, without_box, without_wall
from .values import Coverage, Finding, Kind, Review, ReviewCallback, Tried

SECONDS = 30.0
EACH = Limit(seconds=2.0, nodes=200_000, memory=512)  # of one search of many

MAX_SHOWN = 3  # traps, key walls and places where solutions part
_MAX_BOXES = 60  # that are left out one by one
_MAX_CELLS = 2_500  # of a board whose walls are left out one by one


def review(
    start: Level | Position,
    *,
    seconds: float = SECONDS,
    each: Limit = EACH,
    progress: ReviewCallback | None = None,
) -> Review:
    """Review a level within a time limit; its saved moves count as known solutions.

    `each` limits every search except the first ones, for the best solution. `progress` is called during the review; if
    it returns True the review ends with its statements so far. Raises LevelError for a level with faults that prevent
    play, UnsupportedError for a game that does not exist.
    """
    check_seconds("seconds", seconds)
    check_callback("progress", progress)
    return _Reviewer(require_playable(start), Budget(seconds, each, progress)).review()


class _Reviewer:
    def __init__(self, position: Position, budget: Budget) -> None:
        self._position = position
        self._board = position.board
        self._budget = budget
        self._solutions = Solutions(position)
        self._space = PushSpace.of(position)
        self._findings: list[Finding] = []

    def review(self) -> Review:
        self._add_symmetries()
        self._budget.begin("solve", 0.15)
        self._replay()
        self._budget.begin("solve", 0.3)
        verdict = self._solve()
        if isinstance(verdict, Unsolvable) and not len(self._solutions):
            blocking = blocking_boxes(self._position, self._budget.whole.left)
            self._findings.insert(0, Finding("unsolvable", Tried("proof"), blocking))
        elif not len(self._solutions):
            self._findings.insert(0, Finding("unsolved", Tried("limit")))
            self._budget.complete = False
        else:
            self._look_at_play()
            self._try_without()
            self._findings[:0] = [*self._lengths(verdict)]  # last, as looking at play finds better solutions
        budget = self._budget
        known = sorted(self._solutions, key=lambda one: (one.metrics.pushes, one.metrics.moves))
        shown = tuple(one.text for one in known)
        coverage: Coverage = "boxes" if self._space is not None else "solutions"
        return Review(self._board, tuple(self._findings), shown, coverage, budget.complete, budget.seconds, budget.each)

    def _add_symmetries(self) -> None:
        if self._space is not None:
            for name, with_pusher in symmetries(self._board):
                kind: Kind = "alike" if with_pusher else "alike_but_player"
                self._findings.append(Finding(kind, Tried("board"), symmetry=name))

    # Solutions --------------------------------------------------------------------------------------------------------

    def _replay(self) -> None:
        """Replay the saved moves, as far as there is time."""
        with suppress(OutOfTime):
            for moves in self._position.level.saved_moves:
                self._budget.check()
                self._solutions.add(moves.text, own=True, deadline=self._budget.stage)

    def _solve(self) -> Verdict:
        """Search for the fewest pushes, and for few moves; return the first verdict."""
        verdict = self._search("any", 0.4)
        if isinstance(verdict, Unsolvable):
            return verdict
        self._search("moves", 0.3)
        return self._search("pushes", 1.0)

    def _search(self, objective: Objective, share: float) -> Verdict:
        budget = self._budget
        try:
            verdict = solve(
                self._position, objective=objective, limit=budget.long_limit(share), progress=budget.on_progress
            )
        except PushboxError:  # a level with a fault is one that the solver does not take
            return GaveUp("stopped", 0, 0.0)
        if isinstance(verdict, Solved):
            self._solutions.add(verdict.text)
        return verdict

    def _lengths(self, verdict: Verdict) -> Iterator[Finding]:
        """Yield how long the solutions are that the level came with, and how long the best is that is known."""
        best, fewest, own = self._solutions.best(), self._solutions.fewest_moves(), self._solutions.own
        pushes, moves = best.metrics.pushes, fewest.metrics.moves
        if pushes:  # in some games nothing is pushed
            own_pushes = min((one.metrics.pushes for one in own), default=None)
            yield _length("pushes", _tried(verdict, best), best, pushes, own_pushes)
        own_moves = min((one.metrics.moves for one in own), default=None)
        if not pushes or (own_moves is not None and own_moves > moves):
            yield _length("moves", Tried("solutions", len(self._solutions)), fewest, moves, own_moves)

    # Play -------------------------------------------------------------------------------------------------------------

    def _look_at_play(self) -> None:
        if self._space is not None:
            try:
                self._look_at_pushes(self._space)
            except OutOfTime:
                self._budget.complete = False
        self._findings += self._unused()

    def _look_at_pushes(self, space: PushSpace) -> None:
        """Look at the positions of a game of boxes, and at other pushes than those of the best solution."""
        budget = self._budget
        budget.begin("positions", 0.3)
        graph = explore(space, budget)
        budget.begin("branches", 0.5, self._solutions.best().metrics.pushes)
        best, path, branches = self._branches(space, graph)
        self._add(self._common_positions(space, graph, path))
        self._add(self._orders(best))
        if branches is not None:
            self._add(self._losses(space, path, branches, graph))

    def _branches(
        self, space: PushSpace, graph: PushGraph | None
    ) -> tuple[KnownSolution, list[PushPosition], Branches | None]:
        """Return the best solution, its positions, and the other pushes along it.

        These may lead to a better solution: then the pushes along that are looked at.
        """
        while True:
            best = self._solutions.best()
            path = self._path(space, best)
            branches = find_branches(space, path, graph, self._budget)
            for alternative in branches.alternatives if branches is not None else ():
                if alternative.solution:
                    self._solutions.add(alternative.solution, deadline=self._budget.whole)
            if self._solutions.best() is best:
                return best, path, branches

    def _add(self, findings: Iterable[Finding]) -> None:
        """Add findings as they are found, so that those are kept which were found in time."""
        for finding in findings:
            self._findings.append(finding)
            self._budget.whole.check()

    def _path(self, space: PushSpace, solution: KnownSolution) -> list[PushPosition]:
        """Return the positions of a solution.  Raises OutOfTime, for one that does not fit into memory too."""
        if len(solution.pushes) >= space.most_positions(self._budget.each):
            raise OutOfTime
        return space.path(((start, end) for _, start, end in solution.pushes), self._budget.whole)

    def _common_positions(
        self, space: PushSpace, graph: PushGraph | None, path: Sequence[PushPosition]
    ) -> Iterator[Finding]:
        """Yield which positions of the best solution all solutions pass."""
        if graph is not None:
            places, tried = graph.passed_by_all(path), Tried("exhausted", len(graph.successors))
        else:
            if len(self._solutions) < 2:
                return
            places = [*range(1, len(path) - 1)]
            for one in self._solutions:
                other = {*self._path(space, one)}
                places = [place for place in places if path[place] in other]
            tried = Tried("solutions", len(self._solutions))
        if not places:
            return
        gaps = {place: place - before for before, place in zip([0, *places], places, strict=False)}
        place = max(gaps, key=lambda one: (gaps[one], -one))  # the one that most freedom leads to
        numbers = {"count": len(places), "pushes": len(path) - 1, "push": place}
        boxes = space.boxes(path[place])
        yield Finding(
            "bottlenecks", tried, boxes, moves=space.text(path[: place + 1], self._budget.whole), numbers=numbers
        )

    def _orders(self, best: KnownSolution) -> Iterator[Finding]:
        """Yield the number of solutions that differ in the order in which boxes reach which goals."""
        others = {one.homes: one for one in reversed([*self._solutions]) if one.homes != best.homes}
        tried = Tried("solutions", len(self._solutions))
        yield Finding("orders", tried, arrows=best.homes, numbers={"count": len(others) + 1})
        parted: dict[int, KnownSolution] = {}
        for other in others.values():
            pairs = zip(best.pushes, other.pushes, strict=False)
            place = next((place for place, (own, its) in enumerate(pairs) if own != its), None)
            if place is not None:
                parted.setdefault(place, other)
        for place, other in sorted(parted.items())[:MAX_SHOWN]:
            (_, own, own_end), (_, its, its_end) = best.pushes[place], other.pushes[place]
            arrows = ((own, own_end), (its, its_end))
            yield Finding("branch", tried, (own, its), arrows, other.text, {"push": place})

    def _losses(
        self, space: PushSpace, path: Sequence[PushPosition], branches: Branches, graph: PushGraph | None
    ) -> Iterator[Finding]:
        """Yield the number of alternative pushes that lose, and those whose loss stays unseen for long."""
        status = Counter(one.status for one in branches.alternatives)
        lost = branches.pushes - status["winnable"] - status["unknown"]
        undecided = status["unknown"]
        tried = (
            Tried("exhausted", len(graph.successors))
            if graph is not None
            else self._searches(branches.searches, undecided)
        )
        if not branches.pushes:
            return
        numbers = {"lost": lost, "pushes": branches.pushes, "percent": round(100 * lost / branches.pushes)}
        yield Finding("losing", tried, numbers=numbers)
        worst: dict[tuple[Cell, Cell], Trap] = {}  # of each push
        for trap in find_traps(space, branches, self._budget):
            worst.setdefault(space.push(path[trap.alternative.place], trap.alternative.position), trap)
        for push, trap in [*worst.items()][:MAX_SHOWN]:
            after = trap.alternative.position
            numbers = {"push": trap.alternative.place, "hidden": trap.hidden}
            line = space.text([*path[: trap.alternative.place + 1], after], self._budget.whole)
            yield Finding("trap", tried, push, (push,), line, numbers)

    def _unused(self) -> Iterator[Finding]:
        """Yield the parts of the level that no known solution uses."""
        tried = Tried("solutions", len(self._solutions))
        used = frozenset().union(*(one.used for one in self._solutions))
        if unused := sorted(inner_floor(self._board) - used):
            kind: Kind = "unused_floor" if self._space is not None else "unused_cells"
            yield Finding(kind, tried, tuple(unused), numbers={"count": len(unused)})
        moved = frozenset().union(*(one.moved for one in self._solutions))
        pieces = {piece.anchor for piece in self._board.pieces if piece.kind != "pusher"}
        if still := sorted(pieces - moved):
            yield Finding("still_boxes", tried, tuple(still), numbers={"count": len(still)})
        goals, boxes = set(self._board.cells_of("goal")), len(self._board.of_kind("box"))
        ends = ({end for _, end in one.homes} | (pieces - one.moved) for one in self._solutions)
        filled = frozenset().union(*ends)
        if len(goals) > boxes > 0 and (empty := sorted(goals - filled)):
            yield Finding("unused_goals", tried, tuple(empty), numbers={"count": len(empty)})

    # The level with something left out --------------------------------------------------------------------------------

    def _try_without(self) -> None:
        if self._space is None:
            return
        best = self._solutions.best()
        self._budget.begin("boxes", 0.4)
        self._findings += self._spare_boxes(best)
        self._budget.begin("walls", 1.0)
        self._findings += self._walls(best.metrics.pushes)

    def _spare_boxes(self, best: KnownSolution) -> Iterator[Finding]:
        """Yield the boxes, with the goals that they end on, without which the others take as many pushes."""
        boxes = self._board.of_kind("box")
        if not 1 < len(boxes) <= _MAX_BOXES:
            return
        ends, pushed = dict(best.homes), Counter(box for box, _, _ in best.pushes)
        spare, outcomes = [], []
        for box in (piece.anchor for piece in boxes):
            goal = ends.get(box, box)
            left = best.metrics.pushes - pushed[box]
            outcomes.append(try_level(self._position, without_box(self._board, box, goal), left, self._budget).outcome)
            if outcomes[-1] == "same":
                spare.append((box, goal))
            if not self._budget.step():
                break
        if spare:
            tried = self._searches(len(outcomes), outcomes.count("unknown"))
            yield Finding("spare_boxes", tried, tuple(box for box, _ in spare), tuple(spare), "", {"count": len(spare)})

    def _walls(self, pushes: int) -> Iterator[Finding]:
        """Yield the walls each of which could go, and those without which the level is shorter."""
        if len(self._board.terrain) > _MAX_CELLS:
            return
        trials: dict[Cell, Trial] = {}
        walls = [*takewhile(lambda _: self._budget.has_time(), inner_walls(self._board))]
        self._budget.begin("walls", 1.0, len(walls))
        for wall in walls:
            if not self._budget.has_time():
                break
            trials[wall] = try_level(self._position, without_wall(self._board, wall), pushes, self._budget)
            self._budget.step()
        tried = self._searches(len(trials), sum(one.outcome == "unknown" for one in trials.values()))
        if spare := sorted(wall for wall, one in trials.items() if one.outcome == "same"):
            yield Finding("spare_walls", tried, tuple(spare), numbers={"count": len(spare), "pushes": pushes})
        shorter = [(one.pushes, wall) for wall, one in trials.items() if one.outcome == "shorter"]
        for fewer, wall in sorted(shorter)[:MAX_SHOWN]:
            numbers = {"pushes": pushes, "fewer": fewer}
            yield Finding("key_walls", tried, (wall,), moves=trials[wall].moves, numbers=numbers)

    def _searches(self, count: int, undecided: int) -> Tried:
        return Tried("searches", count, undecided, self._budget.each.nodes or 0)


def _length(
    metric: Literal["pushes", "moves"], tried: Tried, best: KnownSolution, fewest: int, own: int | None
) -> Finding:
    """Compare a count of the best solution with that of the designer's own; None without one."""
    numbers = {"best": fewest, "pushes": best.metrics.pushes, "moves": best.metrics.moves}
    kinds: dict[str, tuple[Kind, Kind, Kind]] = {
        "pushes": ("best_pushes", "shorter_pushes", "own_pushes"), "moves": ("best_moves", "shorter_moves", "own_moves")
    }  # fmt: skip
    best_kind, shorter, own_kind = kinds[metric]
    if own is None:
        return Finding(best_kind, tried, moves=best.text, numbers=numbers)
    kind = shorter if own > fewest else own_kind
    return Finding(kind, tried, moves=best.text, numbers=numbers | {"own": own})


def _tried(verdict: Verdict, best: KnownSolution) -> Tried:
    """Return the evidence for the fewest number of pushes."""
    if isinstance(verdict, Solved) and verdict.optimal == "pushes":
        return Tried("proof")
    bound = None if isinstance(verdict, Unsolvable) else verdict.bound
    if bound is not None and bound >= best.metrics.pushes:
        return Tried("proof")
    return Tried("limit") if not bound else Tried("bound", bound)
