"""What each note on a puzzle of the other games claims, tested by the level, its saved solution and the rules.

"Not without the ice": the level with floor in place of the ice has no solution, by a search that ends, or is no level.
"Longer without the ice": it has one, and the shortest takes more moves than the shortest with the ice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from pushbox.board import FLOOR, WALL, Board, Piece
from pushbox.errors import LevelError
from pushbox.games.api import moved_pieces
from pushbox.games.position import Position, load
from pushbox.grid import Cell
from pushbox.level import Level
from pushbox.play.verify import verify
from pushbox.solver import Solved, Unsolvable

from .sokoban_notes import Claim, decided, saved


def without(level: Level, thing: str) -> Level:
    """Return a level without terrain of a kind, pieces of a kind, or pieces of a colour and a kind, "black stone"."""
    board = level.board
    terrain = tuple(FLOOR if sort.kind == thing else sort for sort in board.terrain)
    names = {piece: {piece.kind, " ".join([*piece.colours[:1], piece.kind])} for piece in board.pieces}
    pieces = tuple(piece for piece in board.pieces if thing not in names[piece])
    assert (terrain, pieces) != (board.terrain, board.pieces), f"{level.title}: no {thing} to leave out"
    return replace(level.with_board(replace(board, terrain=terrain, pieces=pieces)), saved_moves=(), source=None)


def not_without(thing: str) -> Claim:
    """Claim that a level has no solution without something, or is none."""

    def claim(level: Level) -> bool:
        try:
            return isinstance(decided(without(level, thing)), Unsolvable)
        except LevelError:
            return True

    return claim


def longer_without(thing: str) -> Claim:
    """Claim that the shortest solution without something has more moves, and that there is one."""

    def claim(level: Level) -> bool:
        try:
            left, best = decided(without(level, thing), "moves"), decided(level, "moves")
        except LevelError:
            return False
        return isinstance(left, Solved) and isinstance(best, Solved) and left.metrics.moves > best.metrics.moves

    return claim


def otherwise(level: Level, name: str, *value: int) -> Level:
    """Return a level with another value of an option, or without the option.  Fails where it has none."""
    assert name in dict(level.options), level.title
    rest = tuple(option for option in level.options if option[0] != name)
    return replace(level, options=(*rest, *((name, one) for one in value)), saved_moves=(), source=None)


def plain_numbers(level: Level) -> Level:
    """Return a level whose boxes and goals have no numbers."""
    board = level.board
    terrain = tuple(sort._replace(number=0) for sort in board.terrain)
    pieces = tuple(piece._replace(number=0) for piece in board.pieces)
    return replace(level.with_board(replace(board, terrain=terrain, pieces=pieces)), saved_moves=(), source=None)


def walled_up(level: Level) -> Level:
    """Return a level with walls in place of the hidden passages.  Fails where there are none."""
    terrain = tuple(WALL if sort.looks == "wall" else sort for sort in level.board.terrain)
    assert terrain != level.board.terrain, level.title
    return replace(level.with_board(replace(level.board, terrain=terrain)), saved_moves=(), source=None)


def has_options(name: str, *values: int | str) -> Claim:
    """Claim that an option has one of these values."""
    return lambda level: dict(level.options).get(name) in values


def shown(*claims: Claim) -> Claim:
    """Claim all of these, the first ones first."""
    return lambda level: all(claim(level) for claim in claims)


def never(change: Callable[[Level], Level]) -> Claim:
    """Claim that a level that is changed has no solution."""
    return lambda level: isinstance(decided(change(level)), Unsolvable)


def changes_moves(change: Callable[[Level], Level], *, longer: bool) -> Claim:
    """Claim that the shortest solution of a level that is changed has more moves, or fewer, and that there is one."""

    def claim(level: Level) -> bool:
        other, best = decided(change(level), "moves"), decided(level, "moves")
        if not isinstance(other, Solved) or not isinstance(best, Solved):
            return False
        return (other.metrics.moves > best.metrics.moves) is longer and other.metrics.moves != best.metrics.moves

    return claim


def alone(level: Level) -> Iterator[int | None]:
    """Yield for each player how many moves it takes them without the others, None where they cannot do it."""
    board = level.board
    for pusher in board.of_kind("pusher"):
        one = replace(level, game="sokoban", board=board.with_pieces((*board.of_kind("box"), pusher)))
        verdict = decided(replace(one, saved_moves=(), source=None), "moves")
        yield verdict.metrics.moves if isinstance(verdict, Solved) else None


def takes_longer_alone(level: Level) -> bool:
    """Whether nobody can do it alone in as few moves."""
    times, own = [*alone(level)], verify(level, saved(level)).metrics
    assert own is not None
    return len(times) > 1 and all(time is None or time > own.moves for time in times)


def is_hidden_until_touched(level: Level) -> bool:
    """Whether one box is hidden to begin with, and in no position in which it has been moved or run into."""
    (start,) = (piece.anchor for piece in level.board.pieces if piece.hidden)
    moved = [
        step
        for step in steps(level)
        if start in {box.anchor for box in step.before.board.pieces if box.hidden}
        and start not in {box.anchor for box in step.after.board.of_kind("box")}
    ]
    return bool(moved) and not any(piece.hidden for step in moved for piece in step.after.board.pieces)


def pulls(level: Level) -> bool:
    """Whether each box that moves in the saved solution comes to where the player was."""
    ended = 0
    for before, after in pairwise(boards(level)):
        come = {box.anchor for box in after.of_kind("box")} - {box.anchor for box in before.of_kind("box")}
        if come != {pusher.anchor for pusher in before.of_kind("pusher")} and come:
            return False
        ended += len(come)
    return ended > 0


def is_shortest(level: Level) -> bool:
    """Whether no solution has fewer moves than the saved one."""
    best, own = decided(level, "moves"), verify(level, saved(level)).metrics
    return own is not None and isinstance(best, Solved) and best.metrics.moves == own.moves


def has(pieces: dict[str, int], terrain: dict[str, int] | None = None, *more: Claim) -> Claim:
    """Claim that a level has these pieces, besides pushers that are not named, this terrain if any is named; and more.

    Pieces and terrain are named by colour and kind, "red stone"; walls and floor are not named.
    """

    def claim(level: Level) -> bool:
        own = Counter(" ".join([*piece.colours[:1], piece.kind]) for piece in level.board.pieces)
        ground = Counter(f"{sort.colour or ''} {sort.kind}".strip() for sort in level.board.terrain)
        named = {name: count for name, count in own.items() if name != "pusher" or "pusher" in pieces}
        special = {name: count for name, count in ground.items() if name not in {"wall", "floor"}}
        return (
            named == pieces and special == (special if terrain is None else terrain) and all(one(level) for one in more)
        )

    return claim


def numbers(*boxes: int) -> Claim:
    """Claim that the boxes have these numbers, and the goals the same ones."""

    def claim(level: Level) -> bool:
        own = sorted(box.number for box in level.board.of_kind("box"))
        return own == sorted(boxes) == sorted(sort.number for sort in level.board.terrain if sort.kind == "goal")

    return claim


def owners(boxes: int, *players: int) -> Claim:
    """Claim that there are so many boxes, and goals of these players, 0 for nobody's."""

    def claim(level: Level) -> bool:
        own = sorted(sort.player for sort in level.board.terrain if sort.kind == "goal")
        return own == sorted(players) and len(level.board.of_kind("box")) == boxes

    return claim


MOST = 400  # positions of a level in which is looked what the rules do

# What the rules do on the board --------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A position, a move and the position after it."""

    before: Position
    move: Any
    after: Position

    def went(self, kind: str) -> list[tuple[Piece, Cell]]:
        """Return the pieces of a kind that moved, with where to."""
        pairs = moved_pieces(self.before.transition(self.move).changes)
        return [(old, new.anchor) for old, new in pairs.items() if new is not None and old.kind == kind]


def steps(level: Level, most: int = MOST) -> Iterator[Step]:
    """Yield every move of a level's first positions, in the order of how many moves they take."""
    start = load(level)
    seen, waiting = {start.state}, [start]
    for before in waiting:
        for move, after in before.successors():
            yield Step(before, move, after)
            if after.state not in seen and len(seen) < most:
                seen.add(after.state)
                waiting.append(after)


def on(board: Board, terrain: str, piece: str) -> Iterator[Piece]:
    """Yield the pieces of a kind that stand on terrain of a kind."""
    return (one for one in board.of_kind(piece) if board.terrain[one.anchor].kind == terrain)


def always(is_case: Callable[[Step], object], holds: Callable[[Step], bool], most: int = MOST) -> Claim:
    """Claim that something holds in all cases, of which there are some."""

    def claim(level: Level) -> bool:
        cases = [step for step in steps(level, most) if is_case(step)]
        return bool(cases) and all(map(holds, cases))

    return claim


def once(is_case: Callable[[Step], object]) -> Claim:
    """Claim that something comes up."""
    return lambda level: any(map(is_case, steps(level)))


def holds_once(step: Step) -> bool:
    """Whether the weak floor that something has left is a hole, and what has gone onto a hole is lost."""
    before, after = step.before.board, step.after.board
    left = {piece.anchor for piece in before.pieces} - {piece.anchor for piece in after.pieces}
    broken = all(after.terrain[cell].uses == 0 for cell in left if before.terrain[cell].kind == "weak")
    return broken and not any(
        after.terrain[piece.anchor].kind == "weak" and not after.terrain[piece.anchor].uses for piece in after.pieces
    )


def leaves_weak(step: Step) -> bool:
    """Whether something has left weak floor."""
    gone = {*step.before.board.pieces} - {*step.after.board.pieces}
    return any(step.before.board.terrain[piece.anchor].kind == "weak" for piece in gone)


def stays_locked(step: Step) -> bool:
    """Whether each box on a lock is there after the move."""
    return {*on(step.before.board, "lock", "box")} <= {*on(step.after.board, "lock", "box")}


def filters_boxes(step: Step) -> bool:
    """Whether each box on a filter has its colour."""
    board = step.after.board
    return all(box.colours == (board.terrain[box.anchor].colour,) for box in on(board, "filter", "box"))


def step_together(step: Step) -> bool:
    """Whether all pushers go one way, but for those that something holds."""
    board, grid = step.before.board, step.before.board.grid
    went = {old.anchor: end for old, end in step.went("pusher")}
    (way,) = {way for way, cells in enumerate(grid.step) if any(cells[start] == end for start, end in went.items())}
    taken = {piece.anchor for piece in board.pieces}
    held = [pusher.anchor for pusher in board.of_kind("pusher") if pusher.anchor not in went]
    ahead = [grid.step[way][cell] for cell in held]
    return all(cell in taken or cell >= len(board.terrain) or board.terrain[cell] == WALL for cell in ahead)


def swiped_alike(step: Step) -> bool:
    """Whether a square of a group, and another of it, swiped the same way, lead to one position."""
    cell, way = step.move
    group = {piece.group: piece for piece in step.before.board.pieces if piece.anchor == cell}
    others = [piece.anchor for piece in step.before.board.pieces if piece.group in group.keys() - {0}]
    return all(step.before.apply((other, way)).state == step.after.state for other in others)


def is_of_group(step: Step) -> bool:
    """Whether a square that is one of a group is swiped, and another of it moves."""
    return any(old.group and old.anchor != step.move[0] for old, _ in step.went("block"))


def takes_over(step: Step) -> bool:
    """Whether a square is swiped, and a circle moves the same way."""
    cell, way = step.move
    is_square = any(piece.anchor == cell and piece.kind == "block" for piece in step.before.board.pieces)
    return is_square and any(
        step.before.board.grid.direction(start.anchor, end) in {way, None} for start, end in step.went("circle")
    )


def is_held_by(colourless: bool, step: Step) -> bool:
    """Whether a swiped square stops beside one without a colour, where no wall would have held it."""
    grid = step.before.board.grid
    blocks = {piece.anchor for piece in step.before.board.of_kind("block") if bool(piece.colours) is not colourless}
    return any(grid.step[step.move[1]][end] in blocks for old, end in step.went("block") if old.colours)


def moves_plain(step: Step) -> bool:
    """Whether a square without a colour moves."""
    return any(not old.colours for old, _ in step.went("block"))


def share_a_cell(step: Step) -> bool:
    """Whether two stones are in one cell."""
    stones = step.after.board.of_kind("stone")
    return len({stone.anchor for stone in stones}) < len(stones)


# What a solution does ------------------------------------------------------------------------------------------------


def boards(level: Level) -> list[Board]:
    """Return the boards of the saved solution, the start first."""
    position = load(level)
    line = position.transitions(position.parse(saved(level)))
    return [position.board, *(Position(position.game, transition.state).board for transition in line)]


def vanish(*counts: int) -> Claim:
    """Claim that so many boxes vanish at once, one time after the other."""

    def claim(level: Level) -> bool:
        left = [len(board.of_kind("box")) for board in boards(level)]
        return [one - next_one for one, next_one in pairwise(left) if one != next_one] == [*counts]

    return claim


def none_alone(level: Level) -> bool:
    """Whether one box alone can never vanish: such a level has no solution, or is none."""
    first, *others = level.board.of_kind("box")
    pieces = tuple(piece for piece in level.board.pieces if piece not in others)
    assert first in pieces
    try:
        return isinstance(decided(replace(level.with_board(level.board.with_pieces(pieces)), source=None)), Unsolvable)
    except LevelError:
        return True


def all_filled(level: Level) -> bool:
    """Whether a box stands on each goal in the end."""
    end = boards(level)[-1]
    return {*end.cells_of("goal")} == {box.anchor for box in end.of_kind("box")}


def each_passes_narrows(level: Level) -> bool:
    """Whether there are passages, which are cells between two walls, and each pusher stands in one at some time."""
    board = level.board
    walls = [sort.kind == "wall" for sort in board.terrain]
    narrow = {
        cell
        for cell, is_wall in enumerate(walls)
        if not is_wall and any(walls[cell - step] and walls[cell + step] for step in (1, board.width))
    }
    places = [piece.anchor for piece in board.of_kind("pusher")]
    passed: set[int] = set()
    for before, after in pairwise(boards(level)):
        gone, come = ({piece.anchor for piece in one.of_kind("pusher")} for one in (before, after))
        for old, new in zip(gone - come, come - gone, strict=True):
            places[places.index(old)] = new
        passed |= {number for number, place in enumerate(places) if place in narrow}
    return len(narrow) > 1 and len(passed) == len(places)


def colours_meet(level: Level) -> bool:
    """Whether in the end boxes of one colour are neighbours, and the one without a colour is on the goal."""
    end = boards(level)[-1]
    cells = {
        name: [box.anchor for box in end.of_kind("box") if box.colours == name] for name in (("red",), ("blue",), ())
    }
    (home,) = cells.pop(())
    return end.terrain[home].kind == "goal" and all(end.grid.direction(*pair) is not None for pair in cells.values())


CLAIMS: dict[str, Claim] = {
    # plus
    "Two boxes, each with a goal of its own.": numbers(1, 2),
    "One box has a number, two have none.": numbers(0, 0, 1),
    "Three boxes, three numbers.": numbers(1, 2, 3),
    "Two boxes have the same number.": numbers(1, 1, 2),
    "Without numbers it would be shorter.": shown(
        lambda level: any(box.number for box in level.board.of_kind("box")), changes_moves(plain_numbers, longer=False)
    ),
    # multiban
    "Alone it takes longer, if it can be done at all.": takes_longer_alone,
    "Two players and two boxes.": has({"pusher": 2, "box": 2}),
    "Two players and three boxes.": has({"pusher": 2, "box": 3}),
    "Three players and two boxes.": has({"pusher": 3, "box": 2}),
    "Narrow passages, and two players in them.": has({"pusher": 2, "box": 2}, None, each_passes_narrows),
    # sokolor
    "Two pairs: which of them goes first?": has({"red box": 2, "blue box": 2}, {}, vanish(2, 2)),
    "Three pairs: which of them goes first?": has({"red box": 2, "blue box": 2, "green box": 2}, {}, vanish(2, 2, 2)),
    "Three of one colour: none may be left alone.": has({"red box": 3}, {}, vanish(3), none_alone),
    "Boxes vanish three at a time.": has({"red box": 3, "blue box": 3}, {}, vanish(3, 3)),
    "One pair: it vanishes when it meets.": has({"red box": 2}, {}, vanish(2)),
    # crossoban
    "Not without the ice.": not_without("ice"),
    "Longer without the ice.": longer_without("ice"),
    "Not without the conveyors.": not_without("conveyor"),
    "Longer without the conveyors.": longer_without("conveyor"),
    "A filter lets in boxes of its colour only.": always(
        lambda step: [*on(step.after.board, "filter", "box")], filters_boxes, 10 * MOST
    ),
    "A box on a lock stays there for good.": always(lambda step: [*on(step.before.board, "lock", "box")], stays_locked),
    "Linked players step together.": has(
        {"pusher": 2, "red box": 2},
        {},
        always(lambda step: len(step.went("pusher")) > 1, bool),
        always(bool, step_together),
    ),
    "Colours that must meet, and a goal for the box without one.": has(
        {"red box": 2, "blue box": 2, "box": 1}, {"goal": 1}, colours_meet
    ),
    "Weak floor holds only once.": always(leaves_weak, holds_once),
    # hanano
    "Two stones of one colour, and one flower for both.": has({"red stone": 2}, {"red flower": 1}),
    "Two stones, and each has a flower of its own.": has(
        {"red stone": 1, "blue stone": 1}, {"red flower": 1, "blue flower": 1}
    ),
    "Three stones, and one flower to begin with.": has({"red stone": 3}, {"red flower": 1}),
    "The grey block is needed.": not_without("block"),
    "Longer without the grey block.": longer_without("block"),
    "One stone: how does it come to its flower?": has({"red stone": 1, "block": 2}, {"red flower": 1}),
    # blockage
    "Two colours that pass through each other.": has({"red stone": 1, "green stone": 1}, None, once(share_a_cell)),
    "Two stones of one colour.": has({"red stone": 2}, {"red goal": 2}),
    "Not without the dye.": not_without("dye"),
    "Longer without the dye.": longer_without("dye"),
    "Not without the teleporter.": not_without("teleporter"),
    "Longer without the teleporter.": longer_without("teleporter"),
    "Not without the black stone.": not_without("black stone"),
    "Longer without the black stone.": longer_without("black stone"),
    # blockoban
    "Two squares, and nothing to hold on to but walls.": lambda level: (
        Counter(piece.kind for piece in level.board.pieces) == {"block": 2}
        and {sort.kind for sort in level.board.terrain} == {"wall", "floor", "goal", "hole"}
    ),
    "A square without a colour is a wall that moves.": has(
        {"red block": 1, "blue block": 1, "block": 1}, None, once(moves_plain), once(partial(is_held_by, True))
    ),
    "Not without the sticky tile.": not_without("sticky"),
    "Longer without the sticky tile.": longer_without("sticky"),
    "Notched squares go together.": has(
        {"red block": 2, "blue block": 1}, None, once(is_of_group), always(bool, swiped_alike)
    ),
    "A circle takes over the motion of what hits it.": once(takes_over),
    # versus
    "One goal each, and a box for both.": owners(1, 1, 2),
    "Two boxes, and a goal that is nobody's.": owners(2, 0, 1, 2),
    "Every goal is filled in the end: two are yours, one is not.": lambda level: (
        owners(3, 1, 1, 2)(level) and all_filled(level)
    ),
    "Two goals each, and three boxes.": owners(3, 1, 1, 2, 2),
    # the variants
    "Not without pushing two boxes at once.": shown(
        has_options("max_push", 2), never(partial(otherwise, name="max_push"))
    ),
    "Longer without pushing two boxes at once.": shown(
        has_options("max_push", 2), changes_moves(partial(otherwise, name="max_push"), longer=True)
    ),
    "Not without pushing three boxes at once.": shown(
        has_options("max_push", "inf"), never(lambda level: otherwise(level, "max_push", 2))
    ),
    "Longer without pushing three boxes at once.": shown(
        has_options("max_push", "inf"), changes_moves(lambda level: otherwise(level, "max_push", 2), longer=True)
    ),
    "Not without the hidden passage.": never(walled_up),
    "Longer without the hidden passage.": changes_moves(walled_up, longer=True),
    "One box is not to be seen until it is touched.": shown(
        lambda level: [box.hidden for box in level.board.of_kind("box")].count(True) == 1, is_hidden_until_touched
    ),
    "The fuse forbids the shortest way.": shown(
        has_options("fuses", "yes"), changes_moves(partial(otherwise, name="fuses"), longer=False)
    ),
    "Backwards: boxes are pulled.": shown(has_options("reverse", "yes"), pulls),
}
"""A claim for each note that `scripts/levels/family` can write."""
