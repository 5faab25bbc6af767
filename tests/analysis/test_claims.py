"""No sentence without its check: what a review, a difficulty and a comparison say of a level is tested anew.

Printed sentences are read back to codes and parameters.  Each code has a claim, a small function that tests it by the
rules, or stands among those that are judgements, with the reason.  A claim refuses the sentence with another parameter.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, islice

import pytest
from tests.analysis.claims import of_difficulty, of_near, of_review
from tests.analysis.claims.of_difficulty import Rated
from tests.analysis.claims.of_review import Subject, said_of
from tests.analysis.claims.room import Room, TooLarge
from tests.analysis.claims.said import Said, codes
from tests.depth import scaled

from pushbox import builtin, generate, levels, read
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.analysis.difficulty.model import TERMS
from pushbox.analysis.difficulty.reasons import Reason
from pushbox.analysis.review import Finding, Tried, review
from pushbox.analysis.similarity import compare
from pushbox.bench.rooms import rooms
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.errors import UnsupportedError
from pushbox.generator import LevelSpec
from pushbox.identity import ALL, transform
from pushbox.level import Level
from pushbox.solver import Limit, Solved, solve

EACH = Limit(seconds=None, nodes=20_000)
HOUR = 3_600.0  # no review of these levels takes a second
PUZZLES = [name for name in levels.names() if name.endswith("-puzzles") and name != "versus-puzzles"]

# ---------------------------------------------------------------------------------------------------------- every code


def test_every_code_has_a_claim_or_is_a_judgement() -> None:
    """A sentence that is new is named here until it has one; no claim is on a code that nobody says."""
    parts = {code for code in codes("review") if code.startswith("review.symmetry.")}  # words, with a claim each
    claimed = {
        "review": of_review.CLAIMS.keys() | of_review.JUDGED.keys() | parts,
        "difficulty": {code for code in codes("difficulty") if of_difficulty.claim_of(code)}
        | of_difficulty.JUDGED.keys(),
        "near": {code for code in codes("near") if of_near.part_of(code)} | of_near.JUDGED.keys(),
    }
    assert [code for family, known in claimed.items() for code in {*codes(family)} ^ known] == []
    assert not of_review.CLAIMS.keys() & of_review.JUDGED.keys()


# -------------------------------------------------------------------------------------------------------------- reviews

Statement = tuple[Subject, Finding, Said]


def statements(made: Iterable[Level], each: Limit = EACH, seconds: float = HOUR) -> Iterator[Statement]:
    """Yield what the reviews of levels say."""
    for level in made:
        subject = Subject(level, review(level, seconds=seconds, each=each))
        yield from ((subject, finding, said) for finding, said in said_of(subject))


def made_levels(count: int, seed: int) -> Iterator[Level]:
    """Yield crowded rooms, and levels of the generator."""
    yield from rooms(count, seed=seed, largest=5, boxes=3)
    spec = LevelSpec(rows=6, columns=7, boxes=2)
    yield from (made.level for made in generate(spec, count=max(1, count // 10), seed=seed))


FEW_BOXES = 4  # whose positions can all be counted


def shipped_levels(each: int) -> Iterator[Level]:
    """Yield some of each pack and of the lessons that are small."""
    yield from islice(builtin("lessons"), 8)
    for number in (1, 2, 3):
        few = (level for level in builtin(f"campaign-{number:02}") if len(level.board.of_kind("box")) <= FEW_BOXES)
        yield from islice(few, each)
    yield from chain.from_iterable(islice(builtin(name), each) for name in PUZZLES)


def rare_levels() -> Iterator[Level]:
    """Yield levels of which is said what is seldom true: two goals stay empty; no box is to blame."""
    yield read("########\n#@$ ...#\n########")[0]
    corners = (Piece("box", (0,), ("red",)), Piece("box", (8,), ("red",)), Piece("pusher", (4,)))
    yield Level(Board(3, 3, (FLOOR,) * 9, corners), "sokolor")


def hurried() -> Iterator[Statement]:
    """Yield what is said where searches end too soon."""
    bottleneck, hardest = builtin("lessons")[7], builtin("lessons")[-1]
    yield from statements([bottleneck, Level(hardest.board), hardest], seconds=0)
    yield from statements([bottleneck, *builtin("campaign-02")[:4]], each=Limit(seconds=None, nodes=5))


@cache
def some_statements() -> list[Statement]:
    """Return what reviews say of some levels of each kind."""
    made = chain(made_levels(scaled(100), 3), shipped_levels(2), rare_levels())
    return [*statements(made), *hurried()]


def is_true(statement: Statement) -> bool:
    """Whether a claim holds; a judgement does."""
    subject, finding, said = statement
    return said.code in of_review.JUDGED or of_review.CLAIMS[said.code](subject, finding, said)


def test_what_a_review_says_is_true() -> None:
    """Of rooms, made levels and shipped ones, in all games; where there is no time too."""
    false = [
        (str(subject.board), said)
        for subject, finding, said in some_statements()
        if not is_true((subject, finding, said))
    ]
    assert false == []


@pytest.mark.deep
def test_what_many_reviews_say_is_true() -> None:
    """Every code comes up."""
    many = [*statements(made_levels(scaled(1_200), 4)), *statements(shipped_levels(6))]
    assert [(str(one[0].board), one[2]) for one in many if not is_true(one)] == []
    said = {said.code for _, _, said in chain(some_statements(), many)}
    assert of_review.CLAIMS.keys() - said == {"review.tried.bound"}  # where a search runs out of time


def test_a_bound_is_no_more_than_the_fewest_pushes() -> None:
    """Of a search that has no time left; the number of pushes that is known is greater."""
    level = read("#######\n#@ $ .#\n#######")[0]
    subject = Subject(level, review(level))
    for bound, holds in ((1, True), (2, True), (3, False)):
        finding = Finding("best_pushes", Tried("bound", bound), numbers={"best": 3})
        assert of_review.bound(subject, finding, of_review.say_back_tried(finding)) is holds


AT_LEAST = {"hidden", "undecided"}  # more by one may be true as well
LOOSE = {"review.tried.bound", "review.tried.searches", "review.tried.searches.undecided"}


def spoiled(subject: Subject, said: Said, name: str) -> Iterator[Said]:
    """Yield a sentence with another parameter: a count that is one more, another cell, another symmetry."""
    words = said.params[name]
    if words.replace(",", "").isdigit():
        more = 1_000_000 if name in AT_LEAST or (said.code in LOOSE and name == "count") else 1
        yield said.with_param(name, str(said.number(name) + more))
    elif name == "symmetry":
        yield from (said.with_param(name, other) for other in of_review.TURNS if other != words)
    else:
        first, *others = said.names(name)
        cells = map(subject.board.cell_name, range(len(subject.board.terrain)))
        yield from (said.with_param(name, ", ".join([cell, *others])) for cell in cells if cell not in {first, *others})


def refuses(statement: Statement) -> bool:
    """Whether a claim does not hold, or its sentence makes no sense there."""
    try:
        return not is_true(statement)
    except (AssertionError, KeyError, IndexError, ValueError, StopIteration, AttributeError, TooLarge):
        return True


def test_a_claim_on_a_level_refuses_another_parameter() -> None:
    """Each parameter of each code, in one sentence at least; a code without any is refused of another level."""
    spared: set[tuple[str, str]] = set()
    refused: set[tuple[str, str]] = set()
    subjects = {id(subject): (subject, finding) for subject, finding, _ in some_statements()}
    for subject, finding, said in some_statements():
        if said.code in of_review.JUDGED:
            continue
        for name in said.params or [""]:
            if (said.code, name) in refused:
                continue
            others = [(subject, finding, other) for other in spoiled(subject, said, name)] if name else []
            others += [] if name else [(other, same, said) for other, same in subjects.values()]
            (refused if any(map(refuses, others)) else spared).add((said.code, name))
    assert spared - refused == set()


# -------------------------------------------------------------------------------------------------------- difficulties


def rated(made: Iterable[Level]) -> Iterator[Rated]:
    """Yield levels with their difficulties, for which all terms are given as reasons."""
    for level in made:
        verdict = solve(level, objective="pushes", limit=EACH)
        if Room.of(level) is None or not isinstance(verdict, Solved) or not verdict.metrics.pushes:
            continue
        try:
            difficulty = rate_difficulty(level, verdict.text)
        except UnsupportedError:  # variants of Sokoban are not rated
            continue
        reasons = tuple(Reason(term, TERMS[term].shown(difficulty.features), 1.0) for term in TERMS)
        yield Rated(level, verdict.text, replace(difficulty, reasons=reasons))


@cache
def some_rated() -> list[Rated]:
    """Return some rated levels."""
    return [*rated(made_levels(scaled(150), 5)), *rated(shipped_levels(2))]


def reason_holds(one: Rated, said: Said) -> bool:
    """Whether the claim on a reason holds."""
    claim = of_difficulty.claim_of(said.code)
    assert claim is not None
    return claim(one, said)


def test_the_reasons_of_a_difficulty_are_true() -> None:
    """All that there are, of each level."""
    every = [(one, said) for one in some_rated() for said in of_difficulty.said_of(one)]
    assert [(str(one.level.board), said) for one, said in every if not reason_holds(one, said)] == []


@pytest.mark.deep
def test_the_reasons_of_many_difficulties_are_true() -> None:
    """Of many more levels."""
    every = [(one, said) for one in rated(made_levels(scaled(600), 6)) for said in of_difficulty.said_of(one)]
    assert [(str(one.level.board), said) for one, said in every if not reason_holds(one, said)] == []


def test_a_reason_with_another_count_is_refused() -> None:
    """One more of what is counted, ten more of a hundred of what is a share."""
    spared, refused = set[str](), set[str]()
    for one in some_rated():
        for said in of_difficulty.said_of(one):
            term = said.code.split(".")[1]
            count = of_difficulty.count_of(said) + (10 if term in {"losing", "hidden"} else 1)
            other = Said(f"difficulty.{term}", {"count": str(count)})
            (spared if reason_holds(one, other) else refused).add(term)
    assert spared - refused == set()
    assert refused == set(TERMS)


# --------------------------------------------------------------------------------------------------------- comparisons


def edited(board: Board, rng: random.Random) -> Board:
    """Change a few cells within the edge of a board."""
    terrain, pieces = list(board.terrain), list(board.pieces)
    inner = [cell for cell in range(len(terrain)) if board.rc(cell) == clamped(board, cell)]
    for _ in range(rng.choice((0, 3, 8, 13))):
        cell, taken = rng.choice(inner), {piece.anchor for piece in pieces}
        match rng.choice(("terrain", "terrain", "corridor", "piece")):
            case "terrain" if cell not in taken:
                terrain[cell] = rng.choice((FLOOR, WALL, GOAL))
            case "corridor":
                row = [cell + step for step in range(3) if cell + step in inner]
                terrain = [FLOOR if at in row and sort == WALL else sort for at, sort in enumerate(terrain)]
            case "piece" if cell not in taken and terrain[cell] != WALL:
                number = rng.randrange(len(pieces))
                pieces[number] = pieces[number]._replace(cells=(cell,))
    return replace(board, terrain=tuple(terrain), pieces=tuple(pieces))


def clamped(board: Board, cell: int) -> tuple[int, int]:
    """Return the nearest place that is not on the edge of a board."""
    row, column = board.rc(cell)
    return min(max(row, 1), board.height - 2), min(max(column, 1), board.width - 2)


def framed(board: Board) -> Board:
    """Return a board with two walls more on each side."""
    width, height = board.width + 4, board.height + 4
    terrain = [WALL] * (width * height)

    def place(cell: int) -> int:
        row, column = board.rc(cell)
        return (row + 2) * width + column + 2

    for cell, sort in enumerate(board.terrain):
        terrain[place(cell)] = sort
    pieces = tuple(piece._replace(cells=(place(piece.anchor),)) for piece in board.pieces)
    return Board(width, height, tuple(terrain), pieces)


TWO_GOALS = """
########
#@ #   #
# $$   #
#  .. ##
#      #
########

########
#@ #  .#
# $$   #
#     ##
#.     #
########
"""


def compared(count: int, seed: int) -> Iterator[tuple[Level, Level, list[Said]]]:
    """Yield pairs of levels with what is said of the second; in some pairs a part lies off the board of the second."""
    rng = random.Random(seed)
    for level in rooms(count, seed=seed, largest=5, boxes=3):
        first = Level(level.board, title="Room")
        second = Level(transform(edited(framed(level.board), rng), rng.choice(ALL)), title="Room")
        for pair in ((first, second), (second, first)):
            comparison = compare(*pair)
            if comparison is not None:
                yield *pair, of_near.said_of(comparison.sentence())
    first, second = read(TWO_GOALS)
    comparison = compare(first, second)
    assert comparison is not None
    yield first, second, of_near.said_of(comparison.sentence())


def test_what_is_said_of_two_levels_is_true() -> None:
    """All parts of a sentence hold of one way to lay the first over the second, and nothing else is different."""
    pairs = [*compared(scaled(120), 1)]
    assert [
        (str(first.board), str(second.board), said)
        for first, second, said in pairs
        if not of_near.holds(first, second, said)
    ] == []


@pytest.mark.deep
def test_what_is_said_of_many_pairs_is_true() -> None:
    """Every code comes up."""
    pairs = [*compared(scaled(2_700), 2)]
    assert [
        (str(first.board), str(second.board), said)
        for first, second, said in pairs
        if not of_near.holds(first, second, said)
    ] == []
    unsaid = set(codes("near")) - {said.code for _, _, parts in pairs for said in parts}
    assert unsaid - of_near.JUDGED.keys() == {"near.corridor.1"}  # one cell of floor is a wall fewer


def test_a_part_with_another_count_or_turn_is_refused() -> None:
    """And a sentence that leaves out one of its parts."""
    spared, refused, left_out = set[str](), set[str](), 0
    for first, second, parts in compared(scaled(80), 1):
        for number, said in enumerate(parts):
            rest = parts[:number] + parts[number + 1 :]
            if "turned" in said.code:
                other = said._replace(
                    code="near.turned.1" if said.code != "near.turned.1" else "near.turned.2.mirrored"
                )
            elif said.code in {"near.same", "near.player"}:
                other = Said("near.player" if said.code == "near.same" else "near.same", {})
            else:
                other = Said(said.code.removesuffix(".1"), {"count": str(of_near.count_of(said) + 1)})
            (spared if of_near.holds(first, second, [*rest, other]) else refused).add(said.code)
            left_out += bool(rest) and not of_near.holds(first, second, rest)
    assert spared - refused == set()
    assert left_out > 10
