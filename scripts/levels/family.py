"""Puzzles for the other games: boards at random, worked on until their shortest solution is long for their size.

A theme says what stands on a board.  Walls and pieces are moved about, and a change stays where the level becomes
better.  What a theme is about is needed: a level is taken only where it has no solution without it, or a longer one.
Its note says which of the two it is.  Or it is in the way: then the level has a shorter solution without it.

Each theme has levels on every stair of its game, so that a pack begins with a few moves and ends with many.  What a
pack has already stays in it as it is; it gets what its stairs are short of.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from operator import ne
from random import Random
from typing import Literal, NamedTuple, get_args

from pushbox.analysis.difficulty import rate_difficulty
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.errors import PushboxError, UnsupportedError
from pushbox.games.position import load
from pushbox.grades import grade_of
from pushbox.grid import Cell
from pushbox.identity import canonical_id
from pushbox.level import Level, SavedMoves, Scalar
from pushbox.path.walk import reachable_from
from pushbox.play.verify import verify
from pushbox.solver import Limit, Solved, Unsolvable, solve

HOLE = Terrain("hole")
_TRIES = 1_500  # drafts until one has a solution
_UNLIKE = 0.25  # share of the cells within the frame in which two levels of a pack differ at least, however turned


Without = Literal["unsolvable", "longer", "as short"]
"""How a level is without something: the worse comes first."""
_WITHOUT: tuple[Without, ...] = get_args(Without)


@dataclass(frozen=True)
class Theme:
    """What stands on a board, and what is said of it.

    `terrain` and `pieces` each stand once, the cells of a piece counted from its anchor to the right.  `sizes` are rows
    and columns within the frame.  `needed` are the kinds of terrain or pieces, or the options, without which a level
    has no solution, or a longer one: then its note is `longer`, if the theme has such a note.  Without what `hinders`
    it has a shorter one.  No level of the highest stair has a solution of fewer than
    `moves`, which is None for a theme that is for beginners alone.  `names` are the first
    words of titles, if the theme has its own.
    """

    note: str
    sizes: tuple[tuple[int, int], ...]
    terrain: tuple[Terrain, ...]
    pieces: tuple[Piece, ...]
    moves: int | None
    needed: tuple[str, ...] = ()
    options: tuple[tuple[str, Scalar], ...] = ()
    walls: tuple[float, float] = (0.1, 0.3)
    frame: Terrain = WALL
    longer: str = ""
    hinders: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def notes(self) -> set[str]:
        """What may be said of its levels."""
        return {self.note, self.longer} - {""}

    def note_on(self, without: Without) -> str:
        """Return what is said of a level by how it is without what is needed."""
        return self.longer if self.longer and without == "longer" else self.note


class Stair(NamedTuple):
    """How many moves the shortest solutions have, and how many levels there are of each theme.

    `more` is by how many rows and columns boards are larger than the theme says, `pool` how many levels are made for
    each that is taken, and `share` how much of a game's changes are tried on each.
    """

    fewest: int
    most: float
    each: int = 1
    more: tuple[int, int] = (0, 0)
    pool: int = 1
    share: float = 0.2


GENTLE = Stair(5, 7), Stair(8, 11), Stair(12, 16), Stair(17, 24)


@dataclass(frozen=True)
class GameThemes:
    """A game with its themes, how many levels there are of each, and how long each search may take.

    `each` is how many have as many moves as a theme says, or more; the `stairs` lead up to them, or beyond.  `names`
    are the first words of titles, `pack` is what the collection is called without "-puzzles".
    """

    key: str
    title: str
    themes: tuple[Theme, ...]
    each: int
    nodes: int = 40_000
    changes: int = 400
    stairs: tuple[Stair, ...] = GENTLE
    names: tuple[str, ...] = ()
    pack: str = ""

    @property
    def collection(self) -> str:
        """The name of the collection."""
        return f"{self.pack or self.key}-puzzles"


@dataclass(frozen=True)
class Rated:
    """A level with its shortest solution; `without` is how it is without the thing that it needs least."""

    level: Level
    text: str
    moves: int
    effort: int
    score: float
    without: Without
    is_hindered: bool = True

    @property
    def needs_all(self) -> bool:
        """Whether its theme matters: without what it is about there is no solution, or a longer or shorter one."""
        return self.without != "as short" and self.is_hindered


def levels_of(game: GameThemes, known: Sequence[Level], report: Callable[[str], object]) -> list[Level]:
    """Return the levels of a game, the easiest first: those that are known as they are, and new ones without titles."""
    levels = [*known]
    for number, theme in enumerate(game.themes):
        highest = () if theme.moves is None else (Stair(theme.moves, math.inf, game.each, pool=3, share=1),)
        for stair in (*game.stairs, *highest):
            own = (level for level in levels if level.notes in theme.notes and level.options == theme.options)
            there = sum(stair.fewest <= moves(level) <= stair.most for level in own)
            if there < stair.each:
                seed = f"{game.collection} {number} {stair.fewest}"
                levels += _made(game, theme, stair._replace(each=stair.each - there), Random(seed), levels, report)
    return [_with_difficulty(level) for level in sorted(levels, key=_order)]


def _order(level: Level) -> tuple[float, int]:
    rating, count = hardness(level)
    return rating or 0, count


def _with_difficulty(level: Level) -> Level:
    """Return a level with the header that says how hard it is for people, if that is rated."""
    rating, _ = hardness(level)
    return (
        level
        if rating is None
        else replace(level, headers=(("Difficulty", f"{grade_of(rating)} ({rating:.0f} of 100)"),))
    )


def moves(level: Level) -> int:
    """Return the moves of a level's solution."""
    metrics = verify(level, level.saved_moves[0].text).metrics
    assert metrics is not None
    return metrics.moves


@cache
def hardness(level: Level) -> tuple[float | None, int]:
    """Return by what levels of a game are put in order: by difficulty for people where that is rated, then by moves."""
    try:
        return rate_difficulty(level, level.saved_moves[0].text).value, moves(level)
    except UnsupportedError:
        return None, moves(level)


def _made(
    game: GameThemes,
    theme: Theme,
    stair: Stair,
    random: Random,
    others: Iterable[Level],
    report: Callable[[str], object],
) -> list[Level]:
    """Return new levels of a theme, unlike each other and others; fewer than the stair has where they are not found."""
    pool: list[Rated] = []
    failures = 0
    while len(pool) < stair.pool * stair.each and failures < 3 * stair.each:
        worked = _worked(game, theme, stair, random)
        if worked is None:
            failures += 1
        else:
            pool.append(worked)
    report(f"{game.collection}: {theme.note} {stair.fewest} to {stair.most} moves: {len(pool)}, {failures} failed")
    unlike = _unlike(sorted(pool, key=lambda rated: -rated.score), others)
    return [_finished(rated, theme) for rated in unlike[: stair.each]]


def _finished(rated: Rated, theme: Theme) -> Level:
    return replace(
        rated.level, notes=theme.note_on(rated.without), saved_moves=(SavedMoves("Fewest moves", rated.text),)
    )


def _worked(game: GameThemes, theme: Theme, stair: Stair, random: Random) -> Rated | None:
    """Draw boards until one has a solution, and change it as long as it becomes better; None where it is not enough.

    What makes all that the theme is about needed is better than what is longer without.
    """
    larger = replace(
        theme, sizes=tuple((rows + stair.more[0], columns + stair.more[1]) for rows, columns in theme.sizes)
    )
    sound = (draft for _ in range(_TRIES) if (draft := _draft(game, larger, random)) is not None)
    drafts = (rate(game, theme, draft, most=stair.most) for draft in sound)
    best = next((rated for rated in drafts if rated is not None), None)
    if best is None:
        return None
    for _ in range(int(game.changes * stair.share)):
        changed = _changed(best.level, random)
        better = None if changed is None else rate(game, theme, changed, best, stair.most)
        best = best if better is None else better
    return best if best.moves >= stair.fewest and best.needs_all else None


def _draft(game: GameThemes, theme: Theme, random: Random) -> Level | None:
    """Return a board at random, None for one that is no level."""
    rows, columns = random.choice(theme.sizes)
    width, height = columns + 2, rows + 2
    terrain = [theme.frame] * (width * height)
    inner = [row * width + column for row in range(1, rows + 1) for column in range(1, columns + 1)]
    share = random.uniform(*theme.walls)
    for cell in inner:
        terrain[cell] = WALL if random.random() < share else FLOOR
    for special, cell in zip(theme.terrain, random.sample(inner, len(theme.terrain)), strict=True):
        terrain[cell] = special
    pieces = []
    for piece in theme.pieces:
        anchor = random.choice(inner)
        pieces.append(piece._replace(cells=tuple(anchor + offset for offset in piece.cells)))
    level = Level(Board(width, height, tuple(terrain), tuple(pieces)), game.key, theme.options, notes=theme.note)
    return level if _is_sound(level, theme.frame) else None


def _changed(level: Level, random: Random) -> Level | None:
    """Change a level at one place or two; None where nothing comes of it."""
    board = level.board
    frame = board.terrain[0]
    inner = [cell for cell in range(len(board.terrain)) if _is_inner(board, cell)]
    terrain, pieces = list(board.terrain), list(board.pieces)
    for _ in range(random.choice((1, 1, 2))):
        what = random.random()
        one, other = random.choice(inner), random.choice(inner)
        if what < 0.4 and terrain[one] in (FLOOR, WALL):
            terrain[one] = FLOOR if terrain[one] == WALL else WALL
        elif what < 0.65:
            specials = [cell for cell in inner if terrain[cell] not in (FLOOR, WALL)]
            if not specials or terrain[other] not in (FLOOR, WALL):
                return None
            special = random.choice(specials)
            terrain[special], terrain[other] = FLOOR, terrain[special]
        else:
            number = random.randrange(len(pieces))
            shift = other - pieces[number].anchor
            pieces[number] = pieces[number]._replace(cells=tuple(cell + shift for cell in pieces[number].cells))
    if any(not 0 <= cell < len(terrain) for piece in pieces for cell in piece.cells):
        return None
    changed = level.with_board(Board(board.width, board.height, tuple(terrain), tuple(pieces)))
    return changed if _is_sound(changed, frame) else None


def _is_inner(board: Board, cell: Cell) -> bool:
    row, column = divmod(cell, board.width)
    return 0 < row < board.height - 1 and 0 < column < board.width - 1


def _is_sound(level: Level, frame: Terrain) -> bool:
    """Return whether nothing stands in a wall or on another, all hangs together, and the game finds no fault."""
    board = level.board
    covered = [cell for piece in board.pieces for cell in piece.cells]
    if len(set(covered)) < len(covered) or any(board.terrain[cell] in (WALL, HOLE) for cell in covered):
        return False
    if any(not _is_inner(board, cell) for cell in covered):
        return False
    free = [*(terrain not in (WALL, frame) for terrain in board.terrain), False]
    inside = reachable_from(board.grid, free, covered[:1])
    if any(cell not in inside for cell, is_free in enumerate(free[:-1]) if is_free):
        return False
    try:
        return not load(level).rules.problems(level)
    except PushboxError:
        return False


def rate(
    game: GameThemes, theme: Theme, level: Level, best: Rated | None = None, most: float = math.inf
) -> Rated | None:
    """Rate a level; None for one that is worse than the best, or in which no solution of `most` moves is found."""
    verdict = _solved(game, level)
    if not isinstance(verdict, Solved) or verdict.optimal is None:
        return None
    if (moves := verdict.metrics.moves) > most:
        return None
    floor = sum(cell != WALL for cell in level.board.terrain)
    pushes = math.log2(verdict.metrics.pushes + 1)
    score = 2 * math.log2(moves + 1) + pushes + math.log2(verdict.nodes + 1) - 0.05 * floor
    if best is not None and best.needs_all and score < best.score:
        return None
    without = max(
        (_without(game, level, name, moves) for name in theme.needed), key=_WITHOUT.index, default="unsolvable"
    )
    is_hindered = all(_is_shorter(game, level, name, moves) for name in theme.hinders)
    rated = Rated(level, verdict.text, moves, verdict.nodes, score, without, is_hindered)
    return rated if best is None or (rated.needs_all, score) >= (best.needs_all, best.score) else None


def _solved(game: GameThemes, level: Level) -> object:
    return solve(level, objective="moves", limit=Limit(seconds=None, nodes=game.nodes))


def _without(game: GameThemes, level: Level, name: str, moves: int) -> Without:
    """Return how a level is without something; "as short" also where the search does not tell."""
    if name == "others":
        alone = [_how(game, one, moves) for one in _each_alone(level)]
        return max(alone, key=_WITHOUT.index)
    return _how(game, _leave_out(level, name), moves)


def _how(game: GameThemes, left: Level, moves: int) -> Without:
    try:
        verdict = _solved(game, left)
    except PushboxError:
        return "unsolvable"  # no level at all without it
    if isinstance(verdict, Unsolvable):
        return "unsolvable"
    is_longer = isinstance(verdict, Solved) and verdict.optimal is not None and verdict.metrics.moves > moves
    return "longer" if is_longer else "as short"


def _is_shorter(game: GameThemes, level: Level, name: str, moves: int) -> bool:
    """Return whether a level has a shorter solution without something."""
    verdict = _solved(game, _leave_out(level, name))
    return isinstance(verdict, Solved) and verdict.metrics.moves < moves


def _each_alone(level: Level) -> Iterator[Level]:
    """Yield a level with each of its pushers alone, as one of Sokoban."""
    board = level.board
    boxes = board.of_kind("box")
    for pusher in board.of_kind("pusher"):
        yield replace(level.with_board(board.with_pieces((*boxes, pusher))), game="sokoban")


def _leave_out(level: Level, name: str) -> Level:
    """Return a level without an option, a kind of terrain or the pieces of a kind that are not coloured.

    What lets only some in gives way to a wall, all other terrain to floor.  Without three at once, two may be pushed.
    """
    board = level.board
    if name == "three at once":
        return replace(level, options=(("max_push", 2),))
    if name in dict(level.options):
        return replace(level, options=tuple(option for option in level.options if option[0] != name))
    if name == "group":
        return level.with_board(board.with_pieces(tuple(piece._replace(group=0) for piece in board.pieces)))
    if name == "number":
        plain = tuple(cell._replace(number=0) for cell in board.terrain)
        return level.with_board(
            replace(board, terrain=plain, pieces=tuple(piece._replace(number=0) for piece in board.pieces))
        )
    if name == "passage":
        return level.with_board(replace(board, terrain=tuple(WALL if cell.looks else cell for cell in board.terrain)))
    instead = WALL if name == "filter" else FLOOR
    terrain = tuple(instead if cell.kind == name else cell for cell in board.terrain)
    pieces = tuple(piece for piece in board.pieces if f"{piece.kind} {''.join(piece.colours[:1])}".strip() != name)
    return level.with_board(Board(board.width, board.height, terrain, pieces))


def _unlike(pool: Iterable[Rated], others: Iterable[Level]) -> list[Rated]:
    """Leave out what is equal to another, or nearly, however turned."""
    taken: list[Rated] = []
    seen = [_rows(other) for other in others]
    for rated in pool:
        rows = _rows(rated.level)
        if all(_difference(rows, other) >= _UNLIKE for other in seen):
            seen.append(rows)
            taken.append(rated)
    return taken


Rows = list[list[object]]


def _rows(level: Level) -> Rows:
    """Return what is on the cells, row by row, but for what turns with the board."""
    board = level.board
    cells: list[object] = [(cell.kind, cell.colour, cell.number, cell.looks) for cell in board.terrain]
    for piece in board.pieces:
        for cell in piece.cells:
            cells[cell] = cells[cell], piece.kind, piece.colours, piece.number
    return [cells[row * board.width : (row + 1) * board.width] for row in range(board.height)]


def _difference(one: Rows, other: Rows) -> float:
    """Return the share of cells within the frame that differ, the other turned and mirrored as is best."""
    inner = (len(one) - 2) * (len(one[0]) - 2)
    least = 1.0
    for _ in range(4):
        other = [list(row) for row in zip(*other[::-1], strict=True)]
        for image in (other, [row[::-1] for row in other]):
            if (len(image), len(image[0])) == (len(one), len(one[0])):
                differing = sum(sum(map(ne, *rows)) for rows in zip(one, image, strict=True))
                least = min(least, differing / inner)
    return least


def titles_of(game: GameThemes, levels: Iterable[Level], taken: set[str]) -> list[str]:
    """Return the titles of levels; those of new ones are made of what they are about and how they are shaped."""
    known = set(taken)
    titles = []
    for level in levels:
        title = level.title
        if not title:
            theme = next(theme for theme in game.themes if level.notes in theme.notes)
            first, second = theme.names or game.names, _PLACES[_shape(level.board)]
            random = Random(canonical_id(level))
            free = [f"{one} {two}" for one, two in product(first, second) if f"{one} {two}" not in known]
            title = random.choice(free)
        known.add(title)
        titles.append(title)
    return titles


_PLACES = {
    "wide": ("Lane", "Bridge", "Ferry", "Terrace", "Hall", "Dock", "Harbour", "Pass"),
    "tall": ("Tower", "Well", "Stairs", "Mill", "Vault", "Kiln", "Granary", "Gate"),
    "walled": ("Cellar", "Mine", "Archive", "Stable", "Chamber", "Study", "Corner", "Cabin"),
    "open": ("Court", "Garden", "Market", "Workshop", "Square", "Meadow", "Pond", "Field"),
}
"""Second words of titles by the shape of a board."""


def _shape(board: Board) -> str:
    """Return whether a board is wide or tall, and else whether walls are a quarter of what is within its frame."""
    if board.width != board.height and max(board.width, board.height) * 4 >= min(board.width, board.height) * 5:
        return "wide" if board.width > board.height else "tall"
    inner = [cell for place, cell in enumerate(board.terrain) if _is_inner(board, place)]
    return "walled" if inner.count(WALL) * 4 >= len(inner) else "open"


def _box(colour: str = "", **more: int) -> Piece:
    return Piece("box", (0,), (colour,) if colour else (), **more)  # type: ignore[arg-type]


def _stone(colour: str, arrow: int = -1) -> Piece:
    return Piece("stone", (0,), (colour,), arrow=arrow)


def _tile(colour: str) -> Terrain:
    return Terrain("goal", colour=colour)


def _square(colour: str = "", group: int = 0) -> Piece:
    return Piece("block", (0,), (colour,) if colour else (), group=group)


YOU = Piece("pusher", (0,))
LINKED = Piece("pusher", (0,), group=1)
RED, BLUE, GREEN = _box("red"), _box("blue"), _box("green")
ICE, LOCK = Terrain("ice"), Terrain("lock")
TINY = ((3, 4), (3, 5), (4, 4), (4, 5))
SMALL, MIDDLE = ((5, 5), (4, 6), (5, 6)), ((5, 6), (6, 6), (5, 7))
FLAT = ((4, 6), (4, 7), (5, 6), (5, 7))


def _goal(number: int) -> Terrain:
    return GOAL._replace(number=number)


PLUS = GameThemes(
    "plus",
    "Boxes with numbers: puzzles",
    (
        Theme(
            "Two boxes, each with a goal of its own.",
            SMALL,
            (_goal(1), _goal(2)),
            (YOU, _box(number=1), _box(number=2)),
            25,
        ),
        Theme(
            "One box has a number, two have none.",
            SMALL,
            (_goal(1), GOAL, GOAL),
            (YOU, _box(number=1), _box(), _box()),
            30,
        ),
        Theme(
            "Three boxes, three numbers.",
            MIDDLE,
            (_goal(1), _goal(2), _goal(3)),
            (YOU, *(_box(number=n) for n in (1, 2, 3))),
            40,
        ),
        Theme(
            "Two boxes have the same number.",
            MIDDLE,
            (_goal(1), _goal(1), _goal(2)),
            (YOU, _box(number=1), _box(number=1), _box(number=2)),
            35,
        ),
        Theme(
            "Without numbers it would be shorter.",
            SMALL,
            (_goal(1), _goal(2)),
            (YOU, _box(number=1), _box(number=2)),
            None,
            hinders=("number",),
        ),
    ),
    6,
    names=("Number", "Coin", "Ledger"),
)

MULTIBAN = GameThemes(
    "multiban",
    "Multiban: puzzles for several",
    (
        Theme("Two players and two boxes.", SMALL, (GOAL, GOAL), (YOU, YOU, _box(), _box()), 14),
        Theme("Two players and three boxes.", MIDDLE, (GOAL, GOAL, GOAL), (YOU, YOU, _box(), _box(), _box()), 18),
        Theme("Three players and two boxes.", MIDDLE, (GOAL, GOAL), (YOU, YOU, YOU, _box(), _box()), 12),
        Theme(
            "Narrow passages, and two players in them.",
            SMALL,
            (GOAL, GOAL),
            (YOU, YOU, _box(), _box()),
            16,
            walls=(0.35, 0.5),
        ),
        Theme(
            "Alone it takes longer, if it can be done at all.",
            SMALL,
            (GOAL, GOAL),
            (YOU, YOU, _box(), _box()),
            None,
            ("others",),
        ),
    ),
    6,
    names=("Twin", "Guild", "Choir"),
)

SOKOLOR = GameThemes(
    "sokolor",
    "Sokolor: pairs and more",
    (
        Theme("Two pairs: which of them goes first?", SMALL, (), (YOU, RED, RED, BLUE, BLUE), 20),
        Theme("Three pairs: which of them goes first?", MIDDLE, (), (YOU, RED, RED, BLUE, BLUE, GREEN, GREEN), 22),
        Theme("Three of one colour: none may be left alone.", SMALL, (), (YOU, RED, RED, RED), 18),
        Theme(
            "Boxes vanish three at a time.",
            MIDDLE,
            (),
            (YOU, RED, RED, RED, BLUE, BLUE, BLUE),
            22,
            options=(("vanish_min", 3),),
        ),
        Theme("One pair: it vanishes when it meets.", SMALL, (), (YOU, RED, RED), None),
    ),
    6,
    names=("Rainbow", "Ribbon", "Paint"),
)

CROSSOBAN = GameThemes(
    "crossoban",
    "Crossoban: puzzles",
    (
        Theme(
            "Not without the ice.",
            SMALL,
            (ICE,) * 5,
            (YOU, RED, RED),
            12,
            ("ice",),
            longer="Longer without the ice.",
            names=("Ice",),
        ),
        Theme(
            "A filter lets in boxes of its colour only.",
            SMALL,
            (Terrain("filter", colour="red"),) * 2,
            (LINKED, LINKED, RED, RED, BLUE),
            9,
            ("filter",),
            walls=(0.2, 0.4),
            names=("Sieve",),
        ),
        Theme(
            "A box on a lock stays there for good.",
            SMALL,
            (LOCK, LOCK),
            (YOU, RED, RED, BLUE, BLUE),
            12,
            names=("Lock",),
        ),
        Theme(
            "Not without the conveyors.",
            SMALL,
            tuple(Terrain("conveyor", direction=d) for d in (0, 1, 2, 3)),
            (YOU, RED, RED, RED),
            12,
            ("conveyor",),
            longer="Longer without the conveyors.",
            names=("Current",),
        ),
        Theme("Linked players step together.", SMALL, (), (LINKED, LINKED, RED, RED), 12, ("group",)),
        Theme(
            "Colours that must meet, and a goal for the box without one.",
            SMALL,
            (GOAL,),
            (YOU, RED, RED, BLUE, BLUE, _box()),
            18,
            names=("Ribbon",),
        ),
        Theme(
            "Weak floor holds only once.",
            SMALL,
            (Terrain("weak", uses=1),) * 3 + (GOAL, GOAL),
            (YOU, _box(), _box()),
            16,
            names=("Eggshell",),
        ),
    ),
    4,
    names=("Rope",),
)

HANANO = GameThemes(
    "hanano",
    "Hanano: flower beds",
    (
        Theme(
            "Two stones of one colour, and one flower for both.",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), _stone("red", 0)),
            7,
        ),
        Theme(
            "Two stones, and each has a flower of its own.",
            FLAT,
            (Terrain("flower", colour="red"), Terrain("flower", colour="blue")),
            (_stone("red", 1), _stone("blue", 2)),
            8,
        ),
        Theme(
            "Three stones, and one flower to begin with.",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), _stone("red", 1), _stone("red", 2)),
            8,
        ),
        Theme(
            "The grey block is needed.",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), _stone("red", 0), Piece("block", (0,))),
            7,
            ("block",),
            longer="Longer without the grey block.",
        ),
        Theme(
            "One stone: how does it come to its flower?",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), Piece("block", (0,)), Piece("block", (0,))),
            None,
        ),
    ),
    6,
    nodes=30_000,
    changes=250,
    stairs=(Stair(4, 5), Stair(6, 7), Stair(17, 24, 1, (1, 1), share=4), Stair(25, math.inf, 2, (2, 2), share=8)),
    names=("Flower", "Petal", "Tulip"),
)

BLOCKAGE = GameThemes(
    "blockage",
    "Blockage: down the shafts",
    (
        Theme(
            "Two colours that pass through each other.",
            FLAT,
            (_tile("red"), _tile("green")),
            (_stone("red"), _stone("green")),
            8,
        ),
        Theme("Two stones of one colour.", FLAT, (_tile("red"), _tile("red")), (_stone("red"), _stone("red")), 8),
        Theme(
            "Not without the dye.",
            FLAT,
            (_tile("red"), Terrain("dye", colour="red", uses=1)),
            (_stone("green"), _stone("black")),
            8,
            ("dye",),
            longer="Longer without the dye.",
        ),
        Theme(
            "Not without the teleporter.",
            FLAT,
            (_tile("red"), _tile("green"), *(Terrain("teleporter", uses=1, pair=1),) * 2),
            (_stone("red"), _stone("green")),
            9,
            ("teleporter",),
            longer="Longer without the teleporter.",
        ),
        Theme(
            "Not without the black stone.",
            FLAT,
            (_tile("red"), _tile("green")),
            (_stone("red"), _stone("green"), _stone("black")),
            10,
            ("stone black",),
            longer="Longer without the black stone.",
        ),
    ),
    5,
    nodes=30_000,
    changes=250,
    stairs=(
        Stair(4, 6),
        Stair(7, 9),
        Stair(17, 24, 1, (1, 1), share=4),
        Stair(25, 29, 2, (2, 2), share=8),
        Stair(30, math.inf, 1, (3, 4), share=20),
    ),
    names=("Shaft", "Coal", "Marble"),
)

ROUND = ((5, 5), (5, 6), (6, 6))
BLOCKOBAN = GameThemes(
    "blockoban",
    "Blockoban: slides and ricochets",
    (
        Theme(
            "Two squares, and nothing to hold on to but walls.",
            ROUND,
            (_tile("red"), _tile("blue")),
            (_square("red"), _square("blue")),
            7,
            frame=HOLE,
        ),
        Theme(
            "A square without a colour is a wall that moves.",
            ROUND,
            (_tile("red"), _tile("blue")),
            (_square("red"), _square("blue"), _square()),
            9,
            ("block",),
            frame=HOLE,
        ),
        Theme(
            "Not without the sticky tile.",
            ROUND,
            (_tile("red"), _tile("blue"), Terrain("sticky")),
            (_square("red"), _square("blue")),
            7,
            ("sticky",),
            longer="Longer without the sticky tile.",
            frame=HOLE,
        ),
        Theme(
            "Notched squares go together.",
            ROUND,
            (_tile("red"), _tile("red"), _tile("blue")),
            (_square("red", 1), _square("red", 1), _square("blue")),
            6,
            frame=HOLE,
        ),
        Theme(
            "A circle takes over the motion of what hits it.",
            ROUND,
            (_tile("red"), _tile("blue")),
            (_square("red"), Piece("circle", (0,), ("blue",)), Piece("circle", (0,))),
            9,
            ("circle",),
            frame=HOLE,
        ),
    ),
    5,
    nodes=10_000,
    changes=150,
    names=("Billiard", "Slide", "Comet"),
)

_ONE, _TWO = Piece("pusher", (0,), player=1), Piece("pusher", (0,), player=2)
VERSUS = GameThemes(
    "versus",
    "Versus: small rooms",
    (
        Theme(
            "One goal each, and a box for both.",
            SMALL,
            (GOAL._replace(player=1), GOAL._replace(player=2)),
            (_ONE, _TWO, _box()),
            6,
        ),
        Theme(
            "Two boxes, and a goal that is nobody's.",
            SMALL,
            (GOAL._replace(player=1), GOAL._replace(player=2), GOAL),
            (_ONE, _TWO, _box(), _box()),
            8,
        ),
        Theme(
            "Every goal is filled in the end: two are yours, one is not.",
            MIDDLE,
            (*(GOAL._replace(player=1),) * 2, GOAL._replace(player=2)),
            (_ONE, _TWO, _box(), _box(), _box()),
            8,
        ),
        Theme(
            "Two goals each, and three boxes.",
            MIDDLE,
            (*(GOAL._replace(player=1),) * 2, *(GOAL._replace(player=2),) * 2),
            (_ONE, _TWO, _box(), _box(), _box()),
            8,
        ),
    ),
    6,
    changes=150,
    names=("Duel", "Rival", "Joust"),
)

_PASSAGE = Terrain("floor", looks="wall")
RABBIT = GameThemes(
    "sokoban",
    "The rabbit's twists: puzzles",
    (
        Theme(
            "Not without pushing two boxes at once.",
            TINY,
            (GOAL, GOAL),
            (YOU, _box(), _box()),
            25,
            ("max_push",),
            (("max_push", 2),),
            longer="Longer without pushing two boxes at once.",
            names=("Domino",),
        ),
        Theme(
            "Not without pushing three boxes at once.",
            TINY,
            (GOAL, GOAL, GOAL),
            (YOU, _box(), _box(), _box()),
            25,
            ("three at once",),
            (("max_push", "inf"),),
            longer="Longer without pushing three boxes at once.",
            names=("Wagon",),
        ),
        Theme(
            "Not without the hidden passage.",
            SMALL,
            (GOAL, GOAL, _PASSAGE, _PASSAGE),
            (YOU, _box(), _box()),
            25,
            ("passage",),
            walls=(0.2, 0.4),
            longer="Longer without the hidden passage.",
            names=("Secret",),
        ),
        Theme(
            "Not without the hidden passage.",
            SMALL,
            (GOAL, GOAL, _PASSAGE, _PASSAGE),
            (YOU, _box(), _box()),
            25,
            ("passage",),
            (("passages", "walkable"),),
            walls=(0.2, 0.4),
            longer="Longer without the hidden passage.",
            names=("Secret",),
        ),
        Theme(
            "One box is not to be seen until it is touched.",
            SMALL,
            (GOAL, GOAL),
            (YOU, _box(), Piece("box", (0,), hidden=True)),
            25,
            names=("Ghost",),
        ),
        Theme(
            "The fuse forbids the shortest way.",
            SMALL,
            (GOAL, GOAL),
            (YOU, _box(), _box(fuse=3)),
            25,
            options=(("fuses", "yes"),),
            hinders=("fuses",),
            names=("Fuse",),
        ),
        Theme(
            "Backwards: boxes are pulled.",
            SMALL,
            (GOAL, GOAL),
            (YOU, _box(), _box()),
            25,
            options=(("reverse", "yes"),),
            names=("Echo",),
        ),
    ),
    3,
    nodes=8_000,
    changes=150,
    stairs=tuple(stair._replace(share=1) for stair in GENTLE),
    pack="rabbit",
)

GAMES = (PLUS, MULTIBAN, SOKOLOR, CROSSOBAN, HANANO, BLOCKAGE, BLOCKOBAN, VERSUS, RABBIT)
