"""Write the campaign: ten packs of 32 levels of Sokoban, each harder than the one before.

`make_levels.py` runs it.  What the generator makes is worked on: walls, boxes, goals and the player are moved, and a
change stays where the level becomes better, until it is a small room in which boxes bar each other's way.  Then each
pack takes the best that are unlike each other.  To which pack a level belongs is decided by its effort: the positions
that the solver expands until it has proven the fewest pushes.  In a pack levels come in the order of their difficulty
for people (see `pushbox rate`), which is in their headers together with what a naive search needs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from statistics import median

from pushbox.analysis.difficulty import Difficulty, rate_difficulty
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.errors import PushboxError
from pushbox.games.position import load
from pushbox.generator import LevelSpec, generate, layout_id
from pushbox.grades import grade_of
from pushbox.grid import Cell
from pushbox.level import Collection, Level, SavedMoves
from pushbox.metrics import Metrics
from pushbox.path.walk import reachable_from
from pushbox.play.verify import verify
from pushbox.solver import Limit, Solved, native, solve

from . import notes

LEVELS = 32  # of a pack
_DIFFICULTY = "Difficulty"  # the header
_HOPELESS = 15  # after how many changes a level that is too hard for its pack is given up
SAVED = "Fewest pushes"  # what the solution of a level is called
NAIVE = 500_000  # positions of a search that knows the rules alone, at most
_UNLIKE = 0.22  # distance of two levels in one pack at least


@dataclass(frozen=True)
class Pack:
    """What the levels of a pack are like; sizes are rows and columns with the frame."""

    title: str
    effort: tuple[int, int]
    boxes: tuple[int, ...]
    sizes: tuple[tuple[int, int], ...]
    pool: int = 128  # how many levels the pack is chosen from
    changes: int = 120  # tried on each of them


PACKS = (
    Pack("Campaign 1: Doorstep", (2, 14), (1, 2), ((6, 7), (7, 7), (6, 8), (7, 6))),
    Pack("Campaign 2: Cellar", (12, 40), (2, 3), ((6, 7), (7, 7), (7, 8), (6, 8))),
    Pack("Campaign 3: Courtyard", (35, 110), (2, 3), ((7, 8), (8, 8), (7, 9), (6, 9))),
    Pack("Campaign 4: Workshop", (100, 300), (3, 4), ((7, 8), (8, 8), (8, 9), (7, 9))),
    Pack("Campaign 5: Harbour", (280, 800), (3, 4), ((8, 8), (8, 9), (9, 9), (7, 10))),
    Pack("Campaign 6: Market", (750, 2_000), (3, 4, 5), ((8, 9), (9, 9), (8, 10), (9, 10))),
    Pack("Campaign 7: Mine", (1_900, 5_000), (4, 5), ((8, 10), (9, 10), (9, 9), (10, 10)), 96),
    Pack("Campaign 8: Palace", (4_800, 12_000), (4, 5, 6), ((9, 10), (10, 10), (9, 11), (10, 11)), 72),
    Pack("Campaign 9: Labyrinth", (11_500, 30_000), (5, 6), ((9, 11), (10, 11), (11, 11), (10, 12)), 56),
    Pack("Campaign 10: Summit", (28_000, 80_000), (5, 6, 7), ((9, 11), (10, 11), (11, 11), (10, 12)), 36),
)


@dataclass(frozen=True)
class Rated:
    """A level with what its best solution says of it."""

    level: Level
    text: str
    metrics: Metrics
    effort: int
    score: float


def levels_of(pack: Pack, seed: int, report: Callable[[str], object]) -> list[Level]:
    """Return the levels of a pack, without titles and notes."""
    random = Random(seed)
    pool: list[Rated] = []
    for level in _drafts(pack, random):
        if (worked := _worked(level, pack, random)) is not None:
            pool.append(worked)
            report(f"{pack.title}: {len(pool)} of {pack.pool}")
        if len(pool) == pack.pool:
            break
    taken = _unlike(sorted(pool, key=lambda rated: -rated.score))
    return [replace(trimmed(rated.level), saved_moves=(SavedMoves(SAVED, rated.text),)) for rated in taken]


def ordered(levels: Iterable[Level]) -> list[Level]:
    """Return levels with the headers that say how hard they are, and their notes, the easiest for people first."""
    rated = [(rate_difficulty(level, level.saved_moves[0].text), level) for level in levels]
    rated.sort(key=lambda pair: pair[0].value)
    used: Counter[str] = Counter()
    return [_finished(level, rating, used) for rating, level in rated]


def rated_anew(levels: Iterable[Level]) -> list[Level]:
    """Return levels with headers that say how hard they are by the present rating, the easiest for people first."""
    rated = [(rate_difficulty(level, level.saved_moves[0].text).value, level) for level in levels]
    rated.sort(key=lambda pair: pair[0])
    return [
        replace(level, headers=(difficulty_header(value), *(one for one in level.headers if one[0] != _DIFFICULTY)))
        for value, level in rated
    ]


def _drafts(pack: Pack, random: Random) -> Iterator[Level]:
    """Yield what the generator makes, of every size and number of boxes in turn, without end."""
    while True:
        rows, columns = random.choice(pack.sizes)
        spec = LevelSpec(rows=rows, columns=columns, boxes=random.choice(pack.boxes))
        yield from (made.level for made in generate(spec, count=3, seed=random.randrange(1 << 30)))


def _worked(level: Level, pack: Pack, random: Random) -> Rated | None:
    """Change a level as long as it becomes better; return None where it does not come into the range of the pack."""
    best = _rated(level, pack)
    for number in range(pack.changes):
        if best is None and number == min(_HOPELESS, pack.changes // 2):
            return None
        changed = _changed(level if best is None else best.level, random)
        if changed is None:
            continue
        rated = _rated(changed, pack)
        if rated is not None and (best is None or rated.score >= best.score):
            best = rated
    return best if best is not None and best.effort >= pack.effort[0] else None


def _rated(level: Level, pack: Pack) -> Rated | None:
    """Rate a level; None for one that has no solution or is too hard for the pack."""
    most = pack.effort[1]
    try:
        verdict = solve(level, objective="pushes", limit=Limit(seconds=None, nodes=most + 1))
    except PushboxError:
        return None
    if not isinstance(verdict, Solved) or verdict.optimal is None or verdict.nodes > most:
        return None
    metrics = verdict.metrics
    position = load(level)
    bound = position.rules.lower_bound(position.state)
    boxes = len(level.board.of_kind("box"))
    home = sum(level.board.terrain[box.anchor].kind == "goal" for box in level.board.of_kind("box"))
    floor = sum(cell.kind != "wall" for cell in level.board.terrain)
    score = (
        math.log2(verdict.nodes + 1)
        + 1.2 * metrics.box_changes / boxes
        + 0.6 * math.log2(1 + metrics.pushes - bound)
        + 1.5 * metrics.pushes / floor
        - 0.06 * floor
        - 0.5 * home
    )
    return Rated(level, verdict.text, metrics, verdict.nodes, score)


def _changed(level: Level, random: Random) -> Level | None:
    """Change a level at one place, or two; None where nothing comes of it."""
    board = level.board
    inner = [cell for cell in range(len(board.terrain)) if _is_inner(board, cell)]
    terrain = list(board.terrain)
    boxes = [box.anchor for box in board.of_kind("box")]
    player = board.of_kind("pusher")[0].anchor
    for _ in range(random.choice((1, 1, 2))):
        match random.choice(("wall", "wall", "wall", "box", "goal", "player")):
            case "wall":
                cell = random.choice(inner)
                if terrain[cell].kind == "goal" or cell in boxes or cell == player:
                    return None
                terrain[cell] = FLOOR if terrain[cell] == WALL else WALL
            case "box":
                boxes[random.randrange(len(boxes))] = random.choice(inner)
            case "goal":
                start = random.choice([cell for cell in inner if terrain[cell].kind == "goal"])
                end = random.choice(inner)
                if terrain[end].kind != "floor":
                    return None
                terrain[start], terrain[end] = FLOOR, GOAL
            case _:
                player = random.choice(inner)
    occupied = {player, *boxes}
    if len(occupied) != len(boxes) + 1 or any(terrain[cell] == WALL for cell in occupied):
        return None
    free = [*(cell != WALL for cell in terrain), False]
    inside = reachable_from(board.grid, free, [player])
    terrain = [cell if place in inside else WALL for place, cell in enumerate(terrain)]
    if not inside.issuperset(occupied) or sum(cell == GOAL for cell in terrain) != len(boxes):
        return None
    pieces = (Piece("pusher", (player,)), *(Piece("box", (box,)) for box in sorted(boxes)))
    return Level(Board(board.width, board.height, tuple(terrain), pieces))


def _is_inner(board: Board, cell: Cell) -> bool:
    row, column = divmod(cell, board.width)
    return 0 < row < board.height - 1 and 0 < column < board.width - 1


def _unlike(pool: list[Rated]) -> list[Rated]:
    """Take the best, each unlike all that were taken; the bar is lowered where there are not enough."""
    bar = _UNLIKE
    while True:
        taken: list[Rated] = []
        seen: set[str] = set()
        for rated in pool:
            key = layout_id(rated.level)
            if key not in seen and all(_distance(rated, other) >= bar for other in taken):
                seen.add(key)
                taken.append(rated)
        if len(taken) >= LEVELS or bar < 0.01:
            return taken[:LEVELS]
        bar *= 0.9


def _distance(one: Rated, other: Rated) -> float:
    """Return how unlike two levels are, from 0: by what their solutions and their boards look like."""
    return math.dist(_features(one), _features(other))


def _features(rated: Rated) -> tuple[float, ...]:
    board, metrics = rated.level.board, rated.metrics
    boxes = len(board.of_kind("box"))
    goals = [cell for cell, terrain in enumerate(board.terrain) if terrain.kind == "goal"]
    together = sum(board.grid.step[side][goal] in goals for goal in goals for side in (2, 3)) / boxes
    floor = sum(cell.kind != "wall" for cell in board.terrain)
    return (
        boxes / 3,
        math.log(metrics.pushes),
        metrics.box_changes / boxes / 2,
        math.log(metrics.moves / metrics.pushes),
        together,
        floor / 20,
        math.log(rated.effort + 1) / 3,
    )


def noted(levels: Iterable[Level], sentences: notes.Sentences = notes.SENTENCES) -> list[Level]:
    """Return levels in their order with notes; headers stay."""
    used: Counter[str] = Counter()
    return [_noted(level, used, sentences) for level in levels]


def _finished(level: Level, rating: Difficulty, used: Counter[str]) -> Level:
    """Return a level with what is said of it."""
    return replace(_noted(level, used, notes.SENTENCES), headers=headers(rating.value, positions(level)))


def _noted(level: Level, used: Counter[str], sentences: notes.Sentences) -> Level:
    text = level.saved_moves[0].text
    metrics = verify(level, text).metrics
    note = notes.least_used(level, text, metrics, used, sentences)
    return replace(level, notes=notes.with_turn(note, level, text, metrics))


def headers(rating: float, needed: int) -> tuple[tuple[str, str], ...]:
    """Return the headers that say how hard a level is for people, and how many positions a naive search looks at."""
    return difficulty_header(rating), (
        "Positions",
        f"{needed} of a naive search" if needed < NAIVE else f"over {NAIVE}",
    )


def difficulty_header(rating: float) -> tuple[str, str]:
    """Return the header that says how hard a level is for people."""
    return _DIFFICULTY, f"{grade_of(rating)} ({rating:.0f} of 100)"


def positions(level: Level) -> int:
    """Return how many positions a search looks at that knows the rules alone, `NAIVE` at most."""
    return min(NAIVE, native.search_rules(load(level), "any", Limit(seconds=None, nodes=NAIVE), lambda _: None).nodes)


def trimmed(level: Level) -> Level:
    """Return a level without empty rows and columns of wall."""
    board = level.board
    open_cells = [divmod(cell, board.width) for cell, terrain in enumerate(board.terrain) if terrain.kind != "wall"]
    top, bottom = min(row for row, _ in open_cells) - 1, max(row for row, _ in open_cells) + 1
    left, right = min(column for _, column in open_cells) - 1, max(column for _, column in open_cells) + 1
    width = right - left + 1

    def moved(cell: Cell) -> Cell:
        row, column = divmod(cell, board.width)
        return (row - top) * width + column - left

    terrain = tuple(
        board.terrain[row * board.width + column] for row in range(top, bottom + 1) for column in range(left, right + 1)
    )
    pieces = tuple(piece._replace(cells=tuple(map(moved, piece.cells))) for piece in board.pieces)
    return replace(level, board=Board(width, bottom - top + 1, terrain, pieces))


def spread(packs: Sequence[Collection]) -> list[list[Level]]:
    """Return the levels of packs in packs of the same sizes that rise from each to the next, and within.

    From each pack to the next the median difficulty rises by `_STEP` at least, and the median number of positions of a
    naive search by `_TIMES`; so do the positions of the harder half of a pack beside the easier one.  What else is
    wanted says `_strain`.  Headers say the two numbers.  Raises RuntimeError if the search finds no way.
    """
    random = Random(1)
    original = [[_Measured.of(level, number) for level in pack] for number, pack in enumerate(packs)]
    groups = [sorted(pack) for pack in _by_rating(original)]
    strain = _strain(groups)
    for step in range(_SWAPS):
        first, second = random.sample(range(len(groups)), 2)
        one, other = (random.randrange(len(groups[place])) for place in (first, second))
        changed = [*groups]
        changed[first] = sorted([*groups[first][:one], *groups[first][one + 1 :], groups[second][other]])
        changed[second] = sorted([*groups[second][:other], *groups[second][other + 1 :], groups[first][one]])
        after = _strain(changed)
        if after <= strain or random.random() < math.exp(
            (strain - after) / max(_COLD, _WARM * (1 - 2 * step / _SWAPS))
        ):
            groups, strain = changed, after
    if _faults(groups):
        raise RuntimeError(f"found no packs that rise: {_faults(groups):.2f}")
    return [[one.level for one in group] for group in groups]


_SWAPS = 40_000
_WARM, _COLD = 0.3, 0.005
_STEP = 1.5  # points of difficulty between the medians of two packs
_TIMES = 1.2
_FAULT, _FAR, _MOVED = 20.0, 0.02, 0.005  # what a fault, a point off the median and a level in another pack weigh


@dataclass(frozen=True, order=True)
class _Measured:
    rating: int
    positions: int
    pack: int  # in which it was
    title: str
    level: Level = field(compare=False)

    @classmethod
    def of(cls, level: Level, pack: int) -> _Measured:
        said = dict(level.headers)
        rating = int(said[_DIFFICULTY].partition("(")[2].split()[0])
        return cls(rating, int(said["Positions"].removeprefix("over ").split()[0]), pack, level.title, level)


def _by_rating(packs: Sequence[Sequence[_Measured]]) -> Iterator[list[_Measured]]:
    """Yield packs of the same sizes in the order of the ratings: where the search begins."""
    every = sorted(level for pack in packs for level in pack)
    for pack in packs:
        yield every[: len(pack)]
        every = every[len(pack) :]


def _strain(groups: Sequence[Sequence[_Measured]]) -> float:
    """Return how bad packs are: they should rise, have few levels far from their median, and keep their levels."""
    moved = sum(level.pack != number for number, group in enumerate(groups) for level in group)
    far = sum(abs(level.rating - group[len(group) // 2].rating) for group in groups for level in group)
    return _FAULT * _faults(groups) + _FAR * far + _MOVED * moved


def _faults(groups: Sequence[Sequence[_Measured]]) -> float:
    """Return by how much packs, given with their levels in order, fail to rise; 0 where they do."""
    faults = 0.0
    for group in groups:
        middle = len(group) // 2
        faults += _short(_searched(group[:middle]), _searched(group[middle:]), math.log(_TIMES))
    for one, other in pairwise(groups):
        faults += _short(_searched(one), _searched(other), math.log(_TIMES))
        faults += _short(median(level.rating for level in one), median(level.rating for level in other), _STEP)
    return faults


def _searched(group: Sequence[_Measured]) -> float:
    return math.log(median(level.positions for level in group))


def _short(before: float, after: float, least: float) -> float:
    """Return by how much a number falls short of being larger than another by so much."""
    return max(0.0, before + least - after)
