"""Reverse play: the player pulls boxes and never pushes, and may jump.

A move below `PULL` is a step in that direction, which leaves every box where it is; ``PULL + direction`` a step that
takes along the box behind the player; ``JUMP + cell`` a jump.  In notation a step is a small letter, a pull a capital,
and a jump ``[...]`` holds the steps that it would be without walls and boxes, first those to the side.

Source: the SOK format and YASC for jumps, their notation and when reverse play is solved; sokoenginepy for pulling as a
choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...board import Change, NamedCounter, Piece
from ...errors import IllegalMove, NotationError
from ...grid import DIRECTIONS, LETTERS, NAMES, Cell, Direction, Grid
from ...notation import tokens
from ...path.walk import reachable, walk
from ..api import Focus, Key, Transition
from .hero import moved
from .places import chosen
from .position import State, floor, passable
from .push import settle

Move = int
PULL = 4
JUMP = 8


def tries(state: State) -> Sequence[Move]:
    """Return steps, pulls and, where the player may jump, a jump to every cell that is free."""
    steps = range(JUMP)
    if state.extra.pulled and not state.field.twists.always:
        return steps
    return [*steps, *(JUMP + cell for cell in range(state.field.grid.outside) if _is_free(state, cell))]


def _is_free(state: State, cell: Cell) -> bool:
    return cell != state.player and cell not in state.boxes and passable(state, cell)


def turn(state: State, move: Move) -> Transition[State] | None:
    """Return what a move leads to, None where it is illegal."""
    player, boxes, extra, field = state
    towards = field.grid.step[move % PULL]
    target = move - JUMP if move >= JUMP else towards[player]
    if not 0 <= target < field.grid.outside or not _is_free(state, target):
        return None
    if move >= JUMP:
        if extra.pulled and not field.twists.always:
            return None
        return settle(state, _jumped(state, target))
    walked = moved(Piece("pusher", (player,)), Piece("pusher", (target,)), "walk")
    if move < PULL:
        return settle(state, Transition(State(target, boxes, extra, field), (walked,)))
    behind = field.grid.step[move % PULL ^ 2][player]
    box = extra.box(behind)
    if behind not in boxes or box.fixed:
        return None
    after = box._replace(cells=(player,), hidden=box.hidden and bool(field.twists.shown))
    pulled = moved(box, after, "pull")
    there = State(target, boxes - {behind} | {player}, extra.changed(box, after), field)
    counted, changes = _pulled(there, max(extra.pulled, 1))
    return settle(state, Transition(counted, (walked, pulled, *changes), ((behind, player),)))


def _jumped(state: State, target: Cell) -> Transition[State]:
    there = Piece("pusher", (target,))
    if state.player == state.field.grid.outside:
        change = Change(0, "jump", None, there)
    else:
        change = moved(Piece("pusher", (state.player,)), there, "jump")
    after, changes = _pulled(state._replace(player=target), 2 if state.extra.pulled else 0)
    return Transition(after, (change, *changes))


def _pulled(state: State, now: int) -> tuple[State, tuple[Change, ...]]:
    """Return a state that says what has been pulled so far, and the changes of its counter."""
    was = state.extra.pulled
    if was == now:
        return state, ()
    change = Change(0, "count", NamedCounter("pulled", was) if was else None, NamedCounter("pulled", now))
    return state._replace(extra=state.extra._replace(pulled=now)), (change,)


def refusal(state: State, move: Move) -> str:
    """Return why a move is illegal."""
    if move >= JUMP:
        late = state.extra.pulled and not state.field.twists.always
        return f"the player cannot jump there, {'as a box has been pulled' if late else 'the cell is not free'}"
    if state.player == state.field.grid.outside:
        return "the player is not on the board and has to jump first"
    target = state.field.grid.step[move % PULL][state.player]
    if not _is_free(state, target):
        blocked = "a box is in the way" if target in state.boxes else "a wall is in the way"
        return f"the player cannot go {NAMES[move % PULL]}, {blocked}"
    return f"the player cannot pull {NAMES[move % PULL]}, no box that can move is behind him"


def parse(state: State, text: str) -> list[Move]:
    """Read steps, pulls and jumps; an empty jump means nothing where the player is on the board.

    Raises NotationError for any other sign and for a jump off the board.
    """
    moves: list[Move] = []
    for token in tokens(text):
        if token.kind == "steps":
            found = [LETTERS.index(letter.lower()) + PULL * letter.isupper() for letter in token.text]
        elif token.kind == "jump":
            row, column = state.field.grid.rc(_from(state))
            row += token.text.count("d") - token.text.count("u")
            column += token.text.count("r") - token.text.count("l")
            target = state.field.grid.cell(row, column)
            if target == state.field.grid.outside:
                raise NotationError("found a jump off the board, expected one to a free cell", column=token.column)
            found = [JUMP + target] if target != state.player else []
        else:
            raise NotationError(f"found {token.text!r}, expected steps, pulls and jumps", column=token.column)
        for move in found:
            moves.append(move)
            state = after.state if (after := turn(state, move)) is not None else state
    return moves


def format(state: State, moves: Sequence[Move]) -> str:  # noqa: A001  # the pair of parse
    """Write moves; raises IllegalMove with the first illegal one."""
    text = []
    for number, move in enumerate(moves, start=1):
        after = turn(state, move)
        if after is None:
            raise IllegalMove(refusal(state, move), step=number)
        if move >= JUMP:
            (row, column), (to_row, to_column) = state.field.grid.rc(_from(state)), state.field.grid.rc(move - JUMP)
            aside = ("r" if to_column > column else "l") * abs(to_column - column)
            text.append(f"[{aside}{('d' if to_row > row else 'u') * abs(to_row - row)}]")
        else:
            text.append(LETTERS[move] if move < PULL else LETTERS[move % PULL].upper())
        state = after.state
    return "".join(text)


def _from(state: State) -> Cell:
    """Where a jump is counted from: the player, or the cell where he has to end, or else the top left one."""
    if state.player != state.field.grid.outside:
        return state.player
    return min(state.field.homes, default=0)


def focus(state: State) -> list[Piece]:
    """Return the player, then the boxes beside him that he sees: who steers one of these pulls it."""
    if state.player == state.field.grid.outside:
        return []
    beside = [state.field.grid.step[direction][state.player] for direction in DIRECTIONS]
    boxes = [state.extra.box(cell) for cell in beside if cell in state.boxes]
    return [Piece("pusher", (state.player,)), *(box for box in boxes if not box.hidden)]


def key(state: State, steered: Piece | None, key: Key) -> Move | Focus | None:
    """Return what a key means: an arrow steps, or pulls where a box is steered; ``act`` takes a box or lets it go."""
    offered = focus(state)
    if key == "act" and offered:
        at = 1 if (steered is None or steered.kind == "pusher") and len(offered) > 1 else 0
        return Focus(offered[at])
    if key not in NAMES:
        return chosen(offered, steered, key)
    return NAMES.index(key) + (PULL if steered is not None and steered.kind == "box" else 0)


def reach(state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
    """Return where a pointer can go: the player walks or else jumps, a box is pulled.

    A player who is not on the board yet comes from the cell that stands for everything off it.
    """
    grid, player = state.field.grid, state.player
    free = [open_ and cell not in state.boxes for cell, open_ in enumerate(floor(state))]
    if limit <= 0 or (player == grid.outside != origin):
        return {}
    if player == grid.outside:
        return {move - JUMP: [move] for move in tries(state) if move >= JUMP}
    if origin == player:
        walked = reachable(grid, free, player)
        ways: dict[Cell, Sequence[Move]] = {cell: walk(grid, free, player, cell) or () for cell in sorted(walked)}
        jumps = {move - JUMP: [move] for move in tries(state) if move >= JUMP and move - JUMP not in walked}
        return ways | jumps if len(walked) <= limit else {}
    if origin in state.boxes and not state.extra.box(origin).fixed:
        free[origin] = True
        return pulls(grid, free, player, origin, limit)
    return {}


def pulls(grid: Grid, free: list[bool], start: Cell, origin: Cell, limit: int) -> dict[Cell, Sequence[Move]]:
    """Return the ways of a box with the fewest pulls, a breadth-first search over it and the side of the player.

    The box is at `origin`, the player at `start`; `free` is so where the box stands too, and is the same
    afterwards.  Empty where more than `limit` cells would be visited.
    """
    ways: dict[Cell, Sequence[Move]] = {}
    front: list[tuple[Cell, Cell, list[Move]]] = [(origin, start, [])]
    seen = {(origin, start)}
    for box, player, way in front:
        free[box] = False
        for direction in DIRECTIONS:
            beside = grid.step[direction][box]
            beyond = grid.step[direction][beside]
            if not free[beside] or not free[beyond] or (beside, beyond) in seen:
                continue
            steps = walk(grid, free, player, beside)
            if steps is not None:
                seen.add((beside, beyond))
                there: list[Direction] = [*way, *steps, PULL + direction]
                ways.setdefault(beside, there)
                front.append((beside, beyond, there))
        free[box] = True
        if len(seen) > limit:
            return {}
    return ways
