"""Puzzles for the other games: boards at random, worked on until their shortest solution is long for their size.

A theme says what stands on a board.  Walls and pieces are moved about, and a change stays where the level becomes
better.  What a theme is about is needed: a level is taken only where it has no solution without it, or a longer one.
Its note says which of the two it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, get_args

from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.errors import PushboxError
from pushbox.games.position import load
from pushbox.grid import Cell
from pushbox.identity import canonical_id
from pushbox.level import Level, SavedMoves, Scalar
from pushbox.path.walk import reachable_from
from pushbox.solver import Limit, Solved, Unsolvable, solve

HOLE = Terrain("hole")
_TRIES = 4_000  # drafts until one has a solution
_POOL = 3  # levels made of a theme for each that is taken


Without = Literal["unsolvable", "longer", "as short"]
"""How a level is without something: the worse comes first."""
_WITHOUT: tuple[Without, ...] = get_args(Without)


@dataclass(frozen=True)
class Theme:
    """What stands on a board, and what is said of it.

    `terrain` and `pieces` each stand once, the cells of a piece counted from its anchor to the right.  `sizes` are rows
    and columns within the frame.  `needed` are the kinds of terrain or pieces, or the options, without which a level
    has no solution, or a longer one: then its note is `longer`, if the theme has such a note.  No level has a solution
    of fewer than `moves`.
    """

    note: str
    sizes: tuple[tuple[int, int], ...]
    terrain: tuple[Terrain, ...]
    pieces: tuple[Piece, ...]
    moves: int
    needed: tuple[str, ...] = ()
    options: tuple[tuple[str, Scalar], ...] = ()
    walls: tuple[float, float] = (0.1, 0.3)
    frame: Terrain = WALL
    longer: str = ""

    def note_on(self, without: Without) -> str:
        """Return what is said of a level by how it is without what is needed."""
        return self.longer if self.longer and without == "longer" else self.note


@dataclass(frozen=True)
class GameThemes:
    """A game with its themes, how many levels there are of each, and how long each search may take."""

    key: str
    title: str
    themes: tuple[Theme, ...]
    each: int
    nodes: int = 40_000
    changes: int = 400


@dataclass(frozen=True)
class Rated:
    """A level with its shortest solution; `without` is how it is without the thing that it needs least."""

    level: Level
    text: str
    moves: int
    effort: int
    score: float
    without: Without

    @property
    def needs_all(self) -> bool:
        """Whether it has no solution, or a longer one, without any of what its theme is about."""
        return self.without != "as short"


def levels_of(game: GameThemes, report: Callable[[str], object]) -> list[Level]:
    """Return the levels of a game, without titles, the easiest first."""
    taken: list[Rated] = []
    for number, theme in enumerate(game.themes):
        random = Random(f"{game.key} {number}")
        pool: list[Rated] = []
        failures = 0
        while len(pool) < _POOL * game.each and failures < 5 * game.each:
            worked = _worked(game, theme, random)
            if worked is None:
                failures += 1
            else:
                pool.append(worked)
            report(f"{game.key}: {theme.note} {len(pool)} of {_POOL * game.each}, {failures} failed")
        taken += _unlike(sorted(pool, key=lambda rated: -rated.score))[: game.each]
    taken.sort(key=lambda rated: (rated.effort, rated.moves))
    return [_finished(rated, theme_of(game, rated)) for rated in taken]


def theme_of(game: GameThemes, rated: Rated) -> Theme:
    """Return the theme that a level was made from."""
    return next(theme for theme in game.themes if theme.note == rated.level.notes)


def _finished(rated: Rated, theme: Theme) -> Level:
    return replace(
        rated.level, notes=theme.note_on(rated.without), saved_moves=(SavedMoves("Fewest moves", rated.text),)
    )


def _worked(game: GameThemes, theme: Theme, random: Random) -> Rated | None:
    """Draw boards until one has a solution, and change it as long as it becomes better; None where it is not enough.

    What makes all that the theme is about needed is better than what is longer without.
    """
    drafts = (rate(game, theme, draft) for _ in range(_TRIES) if (draft := _draft(game, theme, random)) is not None)
    best = next((rated for rated in drafts if rated is not None), None)
    if best is None:
        return None
    for _ in range(game.changes):
        changed = _changed(best.level, random)
        better = None if changed is None else rate(game, theme, changed, best)
        best = best if better is None else better
    return best if best.moves >= theme.moves and best.needs_all else None


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


def rate(game: GameThemes, theme: Theme, level: Level, best: Rated | None = None) -> Rated | None:
    """Rate a level; None for one without a solution, whose search is too long, or that is worse than the best."""
    verdict = _solved(game, level)
    if not isinstance(verdict, Solved) or verdict.optimal is None:
        return None
    moves = verdict.metrics.moves
    floor = sum(cell != WALL for cell in level.board.terrain)
    pushes = math.log2(verdict.metrics.pushes + 1)
    score = 2 * math.log2(moves + 1) + pushes + math.log2(verdict.nodes + 1) - 0.05 * floor
    if best is not None and best.needs_all and score < best.score:
        return None
    without = max(
        (_without(game, level, name, moves) for name in theme.needed), key=_WITHOUT.index, default="unsolvable"
    )
    rated = Rated(level, verdict.text, moves, verdict.nodes, score, without)
    return rated if best is None or (rated.needs_all, score) >= (best.needs_all, best.score) else None


def _solved(game: GameThemes, level: Level) -> object:
    return solve(level, objective="moves", limit=Limit(seconds=None, nodes=game.nodes))


def _without(game: GameThemes, level: Level, name: str, moves: int) -> Without:
    """Return how a level is without something; "as short" also where the search does not tell."""
    try:
        verdict = _solved(game, _leave_out(level, name))
    except PushboxError:
        return "unsolvable"  # no level at all without it
    if isinstance(verdict, Unsolvable):
        return "unsolvable"
    is_longer = isinstance(verdict, Solved) and verdict.optimal is not None and verdict.metrics.moves > moves
    return "longer" if is_longer else "as short"


def _leave_out(level: Level, name: str) -> Level:
    """Return a level without an option, a kind of terrain or the pieces of a kind that are not coloured.

    What lets only some in gives way to a wall, all other terrain to floor.
    """
    board = level.board
    if name in dict(level.options):
        return replace(level, options=tuple(option for option in level.options if option[0] != name))
    if name == "group":
        return level.with_board(board.with_pieces(tuple(piece._replace(group=0) for piece in board.pieces)))
    instead = WALL if name == "filter" else FLOOR
    terrain = tuple(instead if cell.kind == name else cell for cell in board.terrain)
    pieces = tuple(piece for piece in board.pieces if f"{piece.kind} {''.join(piece.colours[:1])}".strip() != name)
    return level.with_board(Board(board.width, board.height, terrain, pieces))


def _unlike(pool: list[Rated]) -> list[Rated]:
    """Leave out what is equal, however turned, and what is a neighbour: equal walls, or all pieces in equal places."""
    taken: list[Rated] = []
    seen: set[object] = set()
    for rated in pool:
        board = rated.level.board
        keys = {canonical_id(rated.level), (board.width, board.terrain), (board.width, board.pieces)}
        if not keys & seen:
            seen |= keys
            taken.append(rated)
    return taken


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
    ),
    6,
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
    ),
    6,
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
    ),
    6,
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
        ),
        Theme(
            "A filter lets in boxes of its colour only.",
            SMALL,
            (Terrain("filter", colour="red"),) * 2,
            (LINKED, LINKED, RED, RED, BLUE),
            9,
            ("filter",),
            walls=(0.2, 0.4),
        ),
        Theme("A box on a lock stays there for good.", SMALL, (LOCK, LOCK), (YOU, RED, RED, BLUE, BLUE), 12),
        Theme(
            "Not without the conveyors.",
            SMALL,
            tuple(Terrain("conveyor", direction=d) for d in (0, 1, 2, 3)),
            (YOU, RED, RED, RED),
            12,
            ("conveyor",),
            longer="Longer without the conveyors.",
        ),
        Theme("Linked players step together.", SMALL, (), (LINKED, LINKED, RED, RED), 12, ("group",)),
        Theme(
            "Colours that must meet, and a goal for the box without one.",
            SMALL,
            (GOAL,),
            (YOU, RED, RED, BLUE, BLUE, _box()),
            18,
        ),
        Theme(
            "Weak floor holds only once.",
            SMALL,
            (Terrain("weak", uses=1),) * 3 + (GOAL, GOAL),
            (YOU, _box(), _box()),
            16,
        ),
    ),
    4,
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
    ),
    6,
    nodes=10_000,
    changes=150,
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
    nodes=10_000,
    changes=150,
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
)

GAMES = (PLUS, MULTIBAN, SOKOLOR, CROSSOBAN, HANANO, BLOCKAGE, BLOCKOBAN, VERSUS)
