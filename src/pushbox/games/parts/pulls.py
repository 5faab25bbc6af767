"""Reverse play with several pushers: each pulls boxes and never pushes, and may jump; see `pull` for that of one.

A move is the cell of a pusher and what he does: a step, ``PULL + direction`` or ``JUMP + cell``.  A pusher who has no
cell yet, as a box lies on the one where he ends, has to jump before anybody else moves; his cell is the sentinel off
the board.  Nobody tells the pushers apart: it is solved where every cell of player 1 can be taken by some pusher, each
by one of its own.  As pushers make way for each other, that is so where each region of the floor has as many of them as
it has such cells.

In notation a selection ``{...}`` chooses the pusher, and a jump ``[...]`` is his.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...board import Change, NamedCounter, Piece, Terrain
from ...errors import IllegalMove, NotationError
from ...grid import DIRECTIONS, LETTERS, NAMES, Cell, Grid
from ...level import Level, Problem, Scalar
from ...notation import tokens
from ...path.walk import reachable, walk
from ..api import PLAYING, SOLVED, Focus, Key, Option, Outcome, Status, Transition
from . import goals
from .field import Field
from .hero import moved
from .places import chosen
from .pull import JUMP, PULL, pulls
from .pushers import Move, displaced, displacement

OPTIONS = (
    Option("reverse", "no", "pushers pull boxes and never push: the level is played backwards", ("no", "yes")),
    Option("jumps", "first", "in reverse play jumps are made before the first pull, or always", ("first", "always")),
)


class PullField(Field):
    """A field that knows whether it is played backwards; `homes` are the cells where pushers then end."""

    __slots__ = ("always", "homes", "reverse")

    def __init__(self, shape: Grid, terrain: tuple[Terrain, ...], options: tuple[tuple[str, Scalar], ...] = ()) -> None:
        super().__init__(shape, terrain, options)
        said = dict(options)
        self.reverse = said.get("reverse") == "yes"
        self.always = said.get("jumps") == "always"
        self.homes = frozenset(cell for cell, ground in enumerate(terrain) if ground.player) if self.reverse else ()


class State(NamedTuple):
    """Where the pushers and the boxes are, and the field they are on.

    `pulled` is for reverse play: 1 after the first pull and 2 once a jump has followed it.
    """

    pushers: frozenset[Cell]
    boxes: frozenset[Cell]
    field: PullField
    pulled: int = 0


def waiting(state: State) -> int:
    """Return how many pushers are not on the board yet."""
    return max(max(len(state.field.homes), 1) - len(state.pushers), 0)


def tries(state: State) -> Sequence[Move]:
    """Return for each pusher steps, pulls and, where he may jump, a jump to every cell that is free."""
    may_jump = not state.pulled or state.field.always
    jumps = [JUMP + cell for cell in range(state.field.grid.outside) if _is_free(state, cell)] if may_jump else []
    if waiting(state):
        return [(state.field.grid.outside, jump) for jump in jumps]
    return [(pusher, deed) for pusher in sorted(state.pushers) for deed in (*range(JUMP), *jumps)]


def _is_free(state: State, cell: Cell) -> bool:
    return state.field.free[cell] and cell not in state.boxes and cell not in state.pushers


def turn(state: State, move: Move) -> Transition[State] | None:
    """Return what a move leads to, None where it is illegal."""
    pusher, deed = move
    pushers, boxes, field, was = state
    target = deed - JUMP if deed >= JUMP else field.grid.step[deed % PULL][pusher]
    comes = pusher == field.grid.outside
    if comes != bool(waiting(state)) or not (comes or pusher in pushers):
        return None
    if not 0 <= target < field.grid.outside or not _is_free(state, target):
        return None
    there, others = Piece("pusher", (target,)), pushers - {pusher} | {target}
    if deed >= JUMP:
        if was and not field.always:
            return None
        change = Change(0, "jump", None, there) if comes else moved(Piece("pusher", (pusher,)), there, "jump")
        return _counted(State(others, boxes, field, 2 if was else 0), was, (change,))
    walked = moved(Piece("pusher", (pusher,)), there, "walk")
    if deed < PULL:
        return Transition(State(others, boxes, field, was), (walked,))
    behind = field.grid.step[deed % PULL ^ 2][pusher]
    if behind not in boxes:
        return None
    pulled = moved(Piece("box", (behind,)), Piece("box", (pusher,)), "pull")
    after = State(others, boxes - {behind} | {pusher}, field, max(was, 1))
    return _counted(after, was, (walked, pulled), ((behind, pusher),))


def _counted(
    state: State, was: int, changes: tuple[Change, ...], pushed: tuple[tuple[Cell, Cell], ...] = ()
) -> Transition[State]:
    if state.pulled == was:
        return Transition(state, changes, pushed)
    change = Change(0, "count", NamedCounter("pulled", was) if was else None, NamedCounter("pulled", state.pulled))
    return Transition(state, (*changes, change), pushed)


def refusal(state: State, move: Move) -> str:
    """Return why a move is illegal."""
    pusher, deed = move
    comes = pusher == state.field.grid.outside
    if waiting(state) and not (comes and deed >= JUMP):
        return "a pusher is not on the board and has to jump first"
    if not comes and pusher not in state.pushers:
        return "there is no pusher to move"
    if deed >= JUMP:
        late = state.pulled and not state.field.always
        return f"the pusher cannot jump there, {'as a box has been pulled' if late else 'the cell is not free'}"
    way = deed % PULL
    target = state.field.grid.step[way][pusher]
    if not _is_free(state, target):
        who = "a box" if target in state.boxes else "another pusher" if target in state.pushers else "a wall"
        return f"the pusher cannot go {NAMES[way]}, {who} is in the way"
    return f"the pusher cannot pull {NAMES[way]}, no box is behind him"


def outcome(state: State) -> Outcome:
    """Return how a position stands."""
    if not state.boxes <= state.field.goals:
        return PLAYING
    if state.pulled == 2:
        return Outcome(Status.PLAYING, "the boxes are placed but a pusher has jumped after a pull")
    if not all(len(homes) <= len(pushers) for homes, pushers in regions(state)):
        return Outcome(Status.PLAYING, "the boxes are placed but the pushers cannot walk to where they have to end")
    return SOLVED


def regions(state: State) -> Iterator[tuple[set[Cell], set[Cell]]]:
    """Yield for each region of the floor between the boxes the cells where pushers end, if any, and the pushers."""
    free = [open_ and cell not in state.boxes for cell, open_ in enumerate(state.field.free)]
    left = set(state.field.homes)
    while left:
        home = min(left)
        region = reachable(state.field.grid, free, home) if free[home] else {home}
        yield left & region, set(state.pushers & region)
        left -= region


def problems(level: Level) -> Iterator[Problem]:
    """Yield what is wrong with a position, be it played forwards or backwards."""
    board, reverse = level.board, dict(level.options).get("reverse") == "yes"
    if not reverse:
        yield from goals.position_problems(level)
        if any(terrain.player for terrain in board.terrain):
            yield Problem(0, 0, "warning", "found a cell of player 1, which means something in reverse play only")
    else:
        yield from goals.count_problems(board, player=False)  # they may jump anywhere
    for name, _ in board.counters:
        if name != "pulled" or not reverse:
            yield Problem(0, 0, "warning", f"found the counter {name!r}, which nothing here counts")


def typed(state: State, focus: Piece | None, text: str) -> list[Move]:
    """Read steps, pulls, jumps and selections; the first illegal move is the last that is returned.

    An empty jump means nothing where the pusher is on the board.  Raises NotationError for any other sign, for a
    selection that leads to no pusher and for a jump off the board.
    """
    grid = state.field.grid
    here = _first(state, None if focus is None else focus.anchor)
    moves: list[Move] = []
    for token in tokens(text):
        if token.kind == "select":
            here = displaced(grid, here, token.text)
            if token.text and here not in state.pushers:
                raise NotationError(f"found {{{token.text}}}, which leads to no pusher", column=token.column)
            continue
        if token.kind == "steps":
            deeds = [LETTERS.index(letter.lower()) + PULL * letter.isupper() for letter in token.text]
        elif token.kind == "jump":
            target = displaced(grid, _from(state, here), token.text)
            if target == grid.outside:
                raise NotationError("found a jump off the board, expected one to a free cell", column=token.column)
            deeds = [JUMP + target] if target != here else []
        else:
            raise NotationError("found the mark *, expected steps, pulls, jumps and selections", column=token.column)
        for deed in deeds:
            moves.append((here, deed))
            if (after := turn(state, moves[-1])) is None:
                return moves
            state, here = after.state, _next(after.state, here, deed)
    return moves


def spelled(state: State, focus: Piece | None, moves: Sequence[Move]) -> str:
    """Write moves; raises IllegalMove with the first illegal one."""
    grid = state.field.grid
    here = _first(state, None if focus is None else focus.anchor)
    text = []
    for number, (pusher, deed) in enumerate(moves, start=1):
        if (after := turn(state, (pusher, deed))) is None:
            raise IllegalMove(refusal(state, (pusher, deed)), step=number)
        if pusher != here:
            text.append(f"{{{displacement(grid, here, pusher)}}}")
        if deed >= JUMP:
            text.append(f"[{displacement(grid, _from(state, pusher), deed - JUMP)}]")
        else:
            text.append(LETTERS[deed] if deed < PULL else LETTERS[deed % PULL].upper())
        state, here = after.state, _next(after.state, pusher, deed)
    return "".join(text)


def _first(state: State, steered: Cell | None) -> Cell:
    """Return whose steps come first: who is not on the board, else who is steered, else the top-left pusher."""
    if waiting(state):
        return state.field.grid.outside
    return min(state.pushers) if steered is None or steered not in state.pushers else steered


def _next(state: State, pusher: Cell, deed: int) -> Cell:
    """Return whose steps come after a move: who is still not on the board, else the one that moved."""
    if waiting(state):
        return state.field.grid.outside
    return deed - JUMP if deed >= JUMP else state.field.grid.step[deed % PULL][pusher]


def _from(state: State, pusher: Cell) -> Cell:
    """Where a jump is counted from: the pusher, or else the top-left cell where one has to end."""
    return pusher if pusher != state.field.grid.outside else min(state.field.homes, default=0)


def focus(state: State) -> list[Piece]:
    """Return the pushers, then the boxes beside them: who steers one of these pulls it; none before all are there."""
    if waiting(state):
        return []
    boxes = {cell for pusher in state.pushers for cell in _beside(state, pusher)}
    return [*(Piece("pusher", (at,)) for at in sorted(state.pushers)), *(Piece("box", (box,)) for box in sorted(boxes))]


def _beside(state: State, cell: Cell) -> list[Cell]:
    """Return the boxes beside a pusher, or the pushers beside a box."""
    others = state.boxes if cell in state.pushers else state.pushers
    return [near for way in DIRECTIONS if (near := state.field.grid.step[way][cell]) in others]


def key(state: State, steered: Piece | None, key: Key) -> Move | Focus | None:
    """Return what a key means: an arrow steps, or a box that is steered is pulled by the pusher whom it points to.

    ``act`` takes a box beside the pusher, or lets it go.
    """
    offered = focus(state)
    if not offered:
        return None
    here = offered[0] if steered is None or steered not in offered else steered
    if key == "act":
        near = _beside(state, here.anchor)
        return next((Focus(piece) for piece in offered if near and piece.anchor == near[0]), None)
    if key not in NAMES:
        return chosen(offered, here, key)
    way = NAMES.index(key)
    if here.kind == "pusher":
        return here.anchor, way
    puller = state.field.grid.step[way][here.anchor]
    return (puller, PULL + way) if puller in state.pushers else None


def steers(state: State, steered: Piece | None, move: Move) -> Piece | None:
    """Return what is steered in a move: the box that it pulls, if that is steered, else the pusher that it moves."""
    pusher, deed = move
    pulled = state.field.grid.step[deed % PULL ^ 2][pusher] if PULL <= deed < JUMP else -1
    if steered is not None and steered.kind == "box" and steered.anchor == pulled:
        return steered
    return Piece("pusher", (pusher,)) if pusher in state.pushers else steered


def reach(state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
    """Return where a pointer can go: a pusher walks or else jumps, a box is pulled by whoever needs the fewest pulls.

    The others stay where they are.  One who is not on the board yet comes from the cell that stands for everything off
    it, before anybody else moves.
    """
    outside = state.field.grid.outside
    if limit <= 0 or bool(waiting(state)) != (origin == outside):
        return {}
    if origin == outside:
        return {deed - JUMP: [(outside, deed)] for _, deed in tries(state)}
    free = [_is_free(state, cell) for cell in range(outside + 1)]
    if origin in state.pushers:
        free[origin] = True
        return _walks(state, free, origin, limit)
    best: dict[Cell, list[Move]] = {}
    if origin in state.boxes:
        free[origin] = True
        for pusher in sorted(state.pushers):
            free[pusher] = True
            ways = pulls(state.field.grid, free, pusher, origin, limit // len(state.pushers))
            free[pusher] = False
            for cell, way in ways.items():
                moves = _named(state.field.grid, pusher, way)
                if cell not in best or _cost(moves) < _cost(best[cell]):
                    best[cell] = moves
    return best


def _walks(state: State, free: Sequence[bool], pusher: Cell, limit: int) -> dict[Cell, list[Move]]:
    grid = state.field.grid
    walked = reachable(grid, free, pusher)
    ways = {cell: _named(grid, pusher, walk(grid, free, pusher, cell) or ()) for cell in sorted(walked)}
    jumps = [(who, deed) for who, deed in tries(state) if who == pusher and deed >= JUMP]
    ways |= {deed - JUMP: [(pusher, deed)] for _, deed in jumps if deed - JUMP not in walked}
    return ways if len(walked) <= limit else {}


def _named(grid: Grid, pusher: Cell, deeds: Sequence[int]) -> list[Move]:
    """Return the steps and pulls of a pusher as moves."""
    moves = []
    for deed in deeds:
        moves.append((pusher, deed))
        pusher = grid.step[deed % PULL][pusher]
    return moves


def _cost(moves: Sequence[Move]) -> tuple[int, int]:
    return sum(deed >= PULL for _, deed in moves), len(moves)
