"""Levels of the ten bands: the same from the same seed, none like another, each with its fewest pushes proven."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import count, islice, pairwise
from pathlib import Path

import pytest
from tests.depth import scaled

from pushbox import Solved, builtin, read_file, solve, verify, write_file
from pushbox.env import text
from pushbox.errors import ArgumentError, PushboxError, UnsupportedError
from pushbox.games.position import load
from pushbox.generator import BANDS, OutOfReach, candidates, graded, layout_id
from pushbox.generator.layouts import KnownLayouts, shipped_layouts
from pushbox.identity import ALL, canonical_id, normal_text, transform
from pushbox.level import Level
from pushbox.solver import Limit
from pushbox.solver.native import best_counts, puzzle_of

NUMBERS = [band.number for band in BANDS]
OTHERS = ("plus", "multiban")


@cache
def made(band: int, number: int = 8, game: str = "sokoban", seed: int = 5) -> tuple[text.GradedLevel, ...]:
    """Return the first levels of a band."""
    return tuple(islice(text.levels(seed, band=band, game=game), number))


def test_bands_follow_one_another() -> None:
    """From one push without a gap, ever wider, on boards that do not shrink; the last has no end."""
    assert [band.number for band in BANDS] == [*range(1, 11)]
    assert (BANDS[0].fewest, BANDS[0].most) == (1, 1)
    assert (BANDS[-1].fewest, BANDS[-1].most) == (100, None)
    for band, harder in pairwise(BANDS):
        assert band.most is not None
        assert band.most + 1 == harder.fewest
        assert harder.most is None or harder.most - harder.fewest >= band.most - band.fewest
        assert band.columns * band.rows <= harder.columns * harder.rows
        assert max(size.boxes for size in band.sizes) <= max(size.boxes for size in harder.sizes)


def test_no_board_has_the_size_and_boxes_of_boxoban() -> None:
    """All its levels have four boxes on 10 x 10, so that none can be equal to one of a band."""
    assert not [size for band in BANDS for size in band.sizes if size.boxes == 4]


@pytest.mark.parametrize("band", NUMBERS)
def test_levels_keep_what_a_band_promises(band: int) -> None:
    """Their size and boxes, the fewest pushes within the bounds, a solution with as many that the rules replay."""
    for index, one in enumerate(made(band)):
        board = one.level.board
        assert (board.width, board.height, len(board.of_kind("box"))) in BANDS[band - 1].sizes
        assert BANDS[band - 1].holds(one.pushes)
        assert (one.band, one.seed, one.index, one.level.game) == (band, 5, index, "sokoban")
        replayed = verify(one.level, one.solution)
        assert replayed.solved
        assert replayed.metrics is not None
        assert (replayed.metrics.pushes, replayed.metrics.moves) == (one.pushes, one.moves)
        assert one.moves == len(one.solution)
        assert one.id == canonical_id(one.level)
        assert text.score(one.level, one.solution, fewest=one.pushes).reward == 1.0
    counts = {one.pushes for one in made(band)}
    assert len(counts) >= min(3, len(range(BANDS[band - 1].fewest, (BANDS[band - 1].most or 999) + 1)))


@pytest.mark.parametrize("band", NUMBERS)
def test_the_solver_proves_the_same_fewest_pushes(band: int) -> None:
    """From the level alone, without what its maker knew; for the easiest an exhaustive search does so too."""
    for one in made(band)[:4]:
        verdict = solve(Level(one.level.board), objective="pushes", limit=Limit(seconds=None, nodes=1_000_000))
        assert isinstance(verdict, Solved)
        assert (verdict.optimal, verdict.metrics.pushes) == ("pushes", one.pushes)
        if band <= 4:
            counts = best_counts(puzzle_of(load(one.level)), "pushes")
            assert counts is not None
            assert counts[1] == one.pushes


def same(levels: list[text.GradedLevel]) -> list[tuple[int, str, str, str]]:
    """Return what makes levels the same."""
    return [(one.index, str(one.level), one.solution, one.id) for one in levels]


def test_a_seed_gives_the_same_levels_however_they_are_asked_for() -> None:
    """By index, backwards, by iterating twice, with threads, after a copy by pickle, and from several threads."""
    wanted = same([*made(3)])
    indices = range(len(wanted))
    levels = text.levels(5, band=3)
    assert same([levels[index] for index in reversed(indices)][::-1]) == wanted
    assert same([*islice(levels, len(wanted))]) == same([*islice(levels, len(wanted))]) == wanted
    assert same([*islice(text.levels(5, band=3, threads=3), len(wanted))]) == wanted
    copied = pickle.loads(pickle.dumps(levels))  # noqa: S301  # of its own
    assert same([copied[indices[-1]]]) == wanted[-1:]
    asked = text.levels(5, band=3)
    with ThreadPoolExecutor(4) as pool:
        assert same([*pool.map(asked.__getitem__, indices)]) == wanted
    assert not {one for *_, one in wanted} & {one.id for one in made(3, seed=6)}


def test_a_seed_gives_the_same_levels_in_another_process() -> None:
    """Whatever hashes strings have there."""
    code = "from pushbox.env import text\nlevels = text.levels(5, band=6)\nprint(levels[3].id, levels[1].solution)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [made(6)[3].id, made(6)[1].solution]


def test_a_seed_gives_the_levels_that_it_gave_before() -> None:
    """A seed is part of a paper: where these ids change, a fragment of the changelog must say so."""
    found = [made(band)[0].id for band in NUMBERS]
    assert found == FIRST


FIRST = [
    "41bc4b1cf0030afa855a1b8a4e8ca5fc",
    "6de80f44e1fefc877e8288367e790176",
    "9201b93f4aed99fd72a3b2eb98563c9a",
    "cb0b089fdbeb18a6bf8b03374737f522",
    "61ff46f1092e43c0db7492b5b84797d5",
    "5fc10c82778410a551763008385cc023",
    "58c69ba4d052e0037b4ad1c1de25b69b",
    "7a1f301691646197888fd1e43120fba0",
    "b8f4b5eb6d83641133c3eec95364dd2e",
    "f7eaca0217c89da13de14c27a83203ed",
]


def doubles(levels: list[Level]) -> dict[str, int]:
    """Return how many levels are not the first of their kind, by each notion of being the same."""
    kinds: dict[str, list[str | None]] = {
        "canonical": [canonical_id(level) for level in levels],
        "layout": [layout_id(level) for level in levels],
        "normal": [normal_text(level.board) for level in levels],
    }
    return {kind: len(ids) - len({*ids}) for kind, ids in kinds.items()}


def test_no_level_comes_twice() -> None:
    """Neither in a band nor in another, turned, mirrored, or with the player elsewhere."""
    counts = dict.fromkeys(NUMBERS[:4], 100) | dict.fromkeys(NUMBERS[4:], 8)
    levels = [one.level for band, count in counts.items() for one in islice(text.levels(5, band=band), count)]
    assert doubles(levels) == {"canonical": 0, "layout": 0, "normal": 0}
    turned = [replace(level, board=transform(level.board, ALL[3])) for level in levels[:20]]
    assert doubles([*levels, *turned]) == {"canonical": 20, "layout": 20, "normal": 20}


def test_doubles_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They do come up: where every level counts as new, the smallest boards give one twice."""
    numbers = count()
    monkeypatch.setattr(candidates, "likeness_ids", lambda _: (str(next(numbers)),))
    levels = [one.level for one in islice(text.levels(5, band=1), 100)]
    assert doubles(levels)["layout"] > 0


@pytest.mark.parametrize("band", NUMBERS)
def test_no_level_is_near_a_shipped_one(band: int) -> None:
    """Nor equal to one."""
    assert not [one for one in made(band) if shipped_layouts().has_near(one.level)]
    campaign = builtin("campaign-01")[0]
    assert shipped_layouts().has_near(campaign)


def test_levels_to_avoid_are_avoided(tmp_path: Path) -> None:
    """Those given, as levels or as a file, and what is nearly the same; the others come all the same."""
    first, second, *others = made(5)
    turned = replace(second.level, board=transform(second.level.board, ALL[5]))
    path = tmp_path / "avoid.xsb"
    write_file([first.level, turned], path)
    ids = [one.id for one in others[:4]]
    every: list[object] = [[first.level, turned], path, str(path)]
    for avoid in every:
        levels = [*islice(text.levels(5, band=5, avoid=avoid), 4)]  # type: ignore[arg-type]  # one of each kind
        assert [one.id for one in levels] == ids
        assert [one.index for one in levels] == [0, 1, 2, 3]


COLLECTIONS = (
    "boxoban/unfiltered_train_000.txt", "boxoban/medium_train_000.txt", "boxoban/hard_000.txt",
    "xsokoban_90/XSokoban_90.xsb", "skinner/Microban.txt",
)  # fmt: skip
EVERY = max(1, 10 // scaled(10))


def test_no_level_is_near_the_known_collections(shared: Path) -> None:
    """Boxoban, XSokoban and Microban, of which none is shipped."""
    known = KnownLayouts(level for name in COLLECTIONS for level in read_file(shared / name)[::EVERY])
    near = [one for band in NUMBERS for one in made(band) if known.has_near(one.level)]
    assert not near


@pytest.mark.parametrize("game", OTHERS)
@pytest.mark.parametrize("band", [1, 3, 5])
def test_other_games_have_bands(game: str, band: int) -> None:
    """Each of them with a proof from the level alone."""
    for one in made(band, 4, game):
        assert (one.level.game, BANDS[band - 1].holds(one.pushes)) == (game, True)
        assert verify(one.level, one.solution).solved
        verdict = solve(one.level, objective="pushes", limit=Limit(seconds=None, nodes=1_000_000))
        assert isinstance(verdict, Solved)
        assert (verdict.optimal, verdict.metrics.pushes) == ("pushes", one.pushes)
    assert len({layout_id(one.level) for one in made(band, 4, game)}) == 4


def test_what_cannot_be_made_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bands and games that do not exist, seeds and indices that are none, a band that gives no other level."""
    with pytest.raises(ArgumentError, match=r"^band: found 11, expected at most 10$"):
        text.levels(1, band=11)
    with pytest.raises(ArgumentError, match=r"^band: found 0, expected 1 or more$"):
        text.levels(1, band=0)
    with pytest.raises(UnsupportedError, match=r"^found the game 'hanano', expected one of: sokoban, plus, multiban$"):
        text.levels(1, band=1, game="hanano")
    with pytest.raises(UnsupportedError, match=r"^found the game 'chess', expected one of: "):
        text.levels(1, band=1, game="chess")
    with pytest.raises(ArgumentError, match=r"^seed: found -1"):
        text.levels(-1, band=1)
    with pytest.raises(ArgumentError, match=r"^index: found -1"):
        text.levels(1, band=1)[-1]
    with pytest.raises(PushboxError, match="found 5, expected"):
        text.levels(1, band=1, avoid=5)  # type: ignore[arg-type]  # as it is
    monkeypatch.setattr(graded, "_MOST_FAILURES", 20)
    monkeypatch.setattr(graded, "make_candidate", lambda *_: None)
    levels = text.levels(1, band=2)
    for _ in range(2):
        with pytest.raises(
            OutOfReach, match=r"^found 0 levels of the game sokoban in band 2, expected another one: 20 "
        ):
            levels[0]
