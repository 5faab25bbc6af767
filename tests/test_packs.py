"""The packs of puzzles: enough of them, no two alike, each solved."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from types import ModuleType

import pytest
from tests.depth import scaled

import pushbox
from pushbox import games, levels
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.analysis.similarity import NearIndex
from pushbox.errors import UnsupportedError
from pushbox.games.position import load
from pushbox.generator import THEMES, layout_id
from pushbox.identity import canonical_id
from pushbox.level import Level
from pushbox.metrics import measure
from pushbox.play.verify import verify
from pushbox.solver import GaveUp, Limit, Solved, native, solve

DOCS = Path(__file__).parents[1] / "docs"
PACKS = {name: pushbox.builtin(name) for name in levels.names() if levels.path(name).parent.name == "packs"}
PUZZLES = [name for name in PACKS if name.endswith("-puzzles")]
CAMPAIGN = [name for name in PACKS if name.startswith("campaign-")]
THEMED = [name for name in CAMPAIGN if all("Theme" in dict(level.headers) for level in PACKS[name])]
BOSSES = "campaign-18"
ROAD = [name for name in CAMPAIGN if name not in {*THEMED, BOSSES}]  # the packs that one opens after the other
NAIVE = 500_000  # positions of a naive search, at most
QUICK = 20_000  # positions of a naive search that a test can repeat


def every() -> list[Level]:
    """Return the levels of all packs."""
    return [level for pack in PACKS.values() for level in pack]


def difficulty(level: Level) -> int:
    """Return how hard a level is for people, as its header says."""
    return int(dict(level.headers)["Difficulty"].partition("(")[2].removesuffix(" of 100)"))


def positions(level: Level) -> int:
    """Return how many positions of a level a naive search looks at, as its header says."""
    return int(dict(level.headers)["Positions"].removeprefix("over ").split()[0])


def test_there_is_enough_to_play() -> None:
    """At least 400 levels of the campaign, of few boxes and of many."""
    campaign = [level for name in CAMPAIGN for level in PACKS[name]]
    assert len(campaign) >= 400
    boxes = Counter(len(level.board.of_kind("box")) for level in campaign)
    assert min(boxes[count] for count in range(2, 11)) > 0


@pytest.mark.parametrize("name", CAMPAIGN)
def test_levels_rise_in_each_pack(name: str) -> None:
    """By their difficulty for people; by naive search the harder half takes more, except bosses: all are beyond it."""
    pack = PACKS[name]
    assert [*map(difficulty, pack)] == sorted(map(difficulty, pack))
    searched = [*map(positions, pack)]
    middle = len(pack) // 2
    assert median(searched[:middle]) < median(searched[middle:]) or name == BOSSES


def test_packs_of_the_road_rise_from_one_to_the_next() -> None:
    """By the median of their difficulty for people, and of the positions of a naive search."""
    for number in (difficulty, positions):
        medians = [median(map(number, PACKS[name])) for name in ROAD]
        assert medians == sorted(medians), number
    rated = [median(map(difficulty, PACKS[name])) for name in ROAD]
    assert len({*rated}) == len(ROAD)


def test_bosses_are_large_and_long() -> None:
    """One for each pack of the road: 12 to 16 boxes, and at least the 97 pushes of the shortest level of XSokoban."""
    pack = PACKS[BOSSES]
    assert len(pack) == len(ROAD)
    boxes = [len(level.board.of_kind("box")) for level in pack]
    assert (min(boxes), max(boxes)) == (12, 16)
    assert min(measure(level.saved_moves[0].text).pushes for level in pack) >= 97
    assert {dict(level.headers)["Positions"] for level in pack} == {f"over {NAIVE}"}


def test_bosses_are_beyond_a_naive_search_and_not_beyond_the_solver() -> None:
    """One of them, in nightly runs all: rules alone find nothing in 500,000 positions, the solver needs 100,000."""
    pack = PACKS[BOSSES]
    for level in pack[: scaled(len(pack))]:
        naive = native.search_rules(load(level), "any", Limit(seconds=None, nodes=NAIVE), lambda _: None)
        assert isinstance(naive, GaveUp), level.title
        assert isinstance(solve(level, limit=Limit(seconds=None, nodes=100_000)), Solved), level.title


def test_the_table_of_the_docs_rises() -> None:
    """It has what the files say of each pack, and the packs of the road rise by their median."""
    spec = importlib.util.spec_from_file_location("campaign_table", DOCS / "extensions" / "campaign.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    table = [
        dict(zip(*(line.strip("| ").split(" | ") for line in pair), strict=True)) for pair in rows_with_head(module)
    ]
    assert [f"Campaign {row['pack']}" for row in table] == [PACKS[name].title for name in CAMPAIGN]
    for row, name in zip(table, CAMPAIGN, strict=True):
        assert int(row["levels"]) == len(PACKS[name])
        for column, numbers in (
            ("columns", [level.board.width for level in PACKS[name]]),
            ("rows", [level.board.height for level in PACKS[name]]),
            ("boxes", [len(level.board.of_kind("box")) for level in PACKS[name]]),
            ("fewest pushes", [sum(map(str.isupper, level.saved_moves[0].text)) for level in PACKS[name]]),
        ):
            assert row[column] == f"{min(numbers)} to {max(numbers)}"
        easier, harder = (float(half.replace(",", "")) for half in row["positions"].split(", "))
        assert easier < harder or name == BOSSES
    medians = [float(row["difficulty"].partition("median ")[2]) for row in table[: len(ROAD)]]
    assert medians == sorted({*medians})


def test_no_two_levels_of_the_campaign_are_nearly_the_same() -> None:
    """However turned and mirrored, as the page of the levels says."""
    index = NearIndex()
    for level in (level for name in CAMPAIGN for level in PACKS[name]):
        assert index.find(level) == [], level.title
        index.add(level)


def rows_with_head(module: ModuleType) -> list[tuple[str, str]]:
    """Return the rows of the table, each with its head."""
    head, _, *rows = module.campaign_table()
    return [(head, row) for row in rows]


def test_each_theme_of_the_generator_has_a_pack() -> None:
    """All of whose levels say so; the other packs of the campaign have none."""
    said = [{dict(level.headers).get("Theme") for level in PACKS[name]} for name in THEMED]
    assert sorted(theme for themes in said for theme in themes if theme) == sorted(THEMES)
    assert len(said) == len(THEMES)
    others = [level for name in (*ROAD, BOSSES) for level in PACKS[name]]
    assert [level.title for level in others if "Theme" in dict(level.headers)] == []


def test_headers_say_what_is_measured() -> None:
    """Of some levels, in nightly runs of all that are searched quickly: the rating, and the naive search."""
    campaign = [level for name in CAMPAIGN for level in PACKS[name] if positions(level) < QUICK]
    for level in campaign[:: max(1, len(campaign) // scaled(100))]:
        rating = rate_difficulty(level, level.saved_moves[0].text)
        said = f"{rating.grade} ({rating.value:.0f} of 100)"
        assert dict(level.headers)["Difficulty"] == said, level.title
        limit = Limit(seconds=None, nodes=QUICK)
        assert native.search_rules(load(level), "any", limit, lambda _: None).nodes == positions(level), level.title


def test_there_is_enough_of_every_game() -> None:
    """At least 30 puzzles of each, every one with a note, and of the variants of Sokoban."""
    counts = Counter(level.game for level in every() if level.notes)
    assert min(counts[key] for key in games.keys()) >= 30
    assert {name: len(PACKS[name]) for name in PUZZLES if len(PACKS[name]) < 30} == {}


@pytest.mark.parametrize("name", PUZZLES)
def test_puzzles_begin_gently_and_rise(name: str) -> None:
    """By their difficulty for people where it is rated, else by their moves: five levels of at most 15, and then 30."""
    pack = PACKS[name]
    moves = [fewest_moves(level) for level in pack]
    rated = [level for level in pack if "Difficulty" in dict(level.headers)]
    assert len(rated) in {0, len(pack)}
    rising = [*map(difficulty, pack)] if rated else moves
    assert rising == sorted(rising)
    for level in rated[:: len(rated) // scaled(4) or 1]:
        said = rate_difficulty(level, level.saved_moves[0].text)
        assert dict(level.headers)["Difficulty"] == f"{said.grade} ({said.value:.0f} of 100)", level.title
    if not rated:
        with pytest.raises(UnsupportedError):
            rate_difficulty(pack[0], pack[0].saved_moves[0].text)
    assert max(moves[:5]) <= 15
    assert max(moves) >= 30


def test_blockage_has_long_puzzles() -> None:
    """Three of 30 moves or more at least."""
    assert sum(fewest_moves(level) >= 30 for level in PACKS["blockage-puzzles"]) >= 3


def fewest_moves(level: Level) -> int:
    """Return the moves of a level's solution, which tests of notes prove to be the fewest."""
    metrics = verify(level, level.saved_moves[0].text).metrics
    assert metrics is not None
    return metrics.moves


@pytest.mark.parametrize("name", PUZZLES)
def test_no_two_puzzles_are_nearly_the_same(name: str) -> None:
    """A quarter of all cells within the frame differ, however one of them is turned and mirrored."""
    signs: dict[object, str] = {}
    boards = [rows_of(level, signs) for level in PACKS[name]]
    near = [
        (PACKS[name][number].title, PACKS[name][other].title)
        for number, one in enumerate(boards)
        for other in range(number)
        if any(share_of_changes(one, image) < 0.25 for image in images(boards[other]))
    ]
    assert near == []


Rows = list[str]


def rows_of(level: Level, signs: dict[object, str]) -> Rows:
    """Return a sign for what is on each cell, row by row, but for what turns with the board; new ones are added."""
    board = level.board
    cells: list[tuple[object, ...]] = [(sort.kind, sort.colour, sort.number, sort.looks) for sort in board.terrain]
    for piece in board.pieces:
        for cell in piece.cells:
            cells[cell] += (piece.kind, piece.colours, piece.number)
    text = "".join(signs.setdefault(cell, chr(len(signs))) for cell in cells)
    return [text[start : start + board.width] for start in range(0, len(text), board.width)]


def images(rows: Rows) -> Iterator[Rows]:
    """Yield rows turned and mirrored, eight times."""
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        yield rows
        yield [row[::-1] for row in rows]


def share_of_changes(one: Rows, other: Rows) -> float:
    """Return the share of cells within the frame that differ, 1 for boards of other sizes."""
    if (len(one), len(one[0])) != (len(other), len(other[0])):
        return 1
    differing = sum(sign != image for sign, image in zip("".join(one), "".join(other), strict=True))
    return differing / ((len(one) - 2) * (len(one[0]) - 2))


def test_no_two_levels_are_alike() -> None:
    """Nor have any two a title in common."""
    layouts = Counter(layout_id(level) for name in CAMPAIGN for level in PACKS[name])
    boards = Counter(canonical_id(level) for level in every())
    titles = Counter(level.title for level in every())
    assert [key for tally in (layouts, boards, titles) for key, count in tally.items() if count > 1] == []


@pytest.mark.parametrize("name", PACKS)
def test_each_level_has_a_solution_and_no_fault(name: str) -> None:
    """The solution replays, and the game has nothing to say against the level."""
    for level in PACKS[name]:
        assert verify(level, level.saved_moves[0].text).solved, level.title
        assert not games.find(level.game).rules.problems(level), level.title
