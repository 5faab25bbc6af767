"""Deadlocks that explain themselves: every explanation is true, every witness is checked by itself, and said in words.

What is true is found out by exhaustive search that prunes nothing: on up to 20,000 small boards here, and on as many
larger ones by `make fuzz`.
"""

from __future__ import annotations

import re
import runpy
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled
from tests.search import shortest

from pushbox import games
from pushbox.analysis.deadlocks import (
    InvalidWitness,
    check_witness,
    coverage_of,
    find_deadlocks,
    find_quick_deadlocks,
)
from pushbox.analysis.deadlocks.local_search import count_positions
from pushbox.analysis.deadlocks.puzzle import BoxPuzzle
from pushbox.analysis.deadlocks.sentences import explain
from pushbox.analysis.deadlocks.shapes import region_of
from pushbox.analysis.deadlocks.witnesses import AxisBlock, Exhausted, Freeze, FrozenBox, LostByRules, UnsolvableSet
from pushbox.analysis.texts import texts
from pushbox.bench.rooms import fewest_pushes
from pushbox.deadline import Deadline, OutOfTime
from pushbox.formats import read
from pushbox.games.position import Position, load
from pushbox.level import Level
from pushbox.levels import builtin
from pushbox.sentence import LANGUAGES
from pushbox.solver import Limit, Solved, Unsolvable, solve

FUZZ: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "fuzz" / "deadlocks.py"))

FILES = {"sokoban": "lessons"}  # where levels of a game come under another name

# A board for each kind, with what is said of it.
KINDS = {
    "dead_square": (
        "######\n#@ . #\n#$   #\n#    #\n######",
        "The box on B3 stands on a dead square: from there no pushes bring it to a goal of its own.",
    ),
    "freeze": (
        "########\n#      #\n# .#   #\n#@$$.  #\n# ##   #\n########",
        (
            "The box on C4 is on no goal of its own and can never be pushed again: the box on D4 on the "
            "right and a wall below; the box on D4 has the box on C4 on the left and a wall above."
        ),
    ),
    "bipartite": (
        "#######\n#  .  #\n## # ##\n#@$ $.#\n#######",
        "The boxes on C4 and E4 reach one goal of their own between them, F4: too few.",
    ),
    "closed_diagonal": (
        "######\n##.  #\n# $ @#\n##$  #\n#.   #\n######",
        (
            "The boxes on C3 and C4 close the diagonal A2, B3 and C4: not all of them come off it and home "
            "(positions searched: 1)."
        ),
    ),
    "single": (
        "#####\n#   #\n##$*#\n#  +#\n#####",
        (
            "The box on C3 cannot be brought to a goal of its own from where the player stands, even if it were alone "
            "(positions searched: 2)."
        ),
    ),
    "pair": (
        "########\n###  . #\n#@$ $. #\n###    #\n########",
        "The boxes on C3 and E3 cannot both come home, even if they were alone (positions searched: 2).",
    ),
    "corral": (
        "#####\n# $.#\n#@$ #\n#.$.#\n#####",
        (
            "The boxes on C2, C3 and C4 close off D2, D3 and D4, and cannot be opened so that all of them "
            "come home (positions searched: 10)."
        ),
    ),
    "goal_order": (
        "#####\n#  .#\n#** #\n# $@#\n##  #\n#####",
        (
            "The boxes on B3, C3 and C4 cannot all come home: too early on goals stand those on B3 and C3 "
            "(positions searched: 1)."
        ),
    ),
    "set": (
        "#####\n#   #\n#.$.#\n#.$$#\n#  @#\n#####",
        "The boxes on C3, C4 and D4 cannot all come home, even if they were alone (positions searched: 8).",
    ),
    "no_push": (
        "######\n#..###\n# $$@#\n#  ###\n######",
        "Nothing can be pushed any more.",
    ),
}


def position(board: str) -> Position:
    return load(read(board).levels[0])


def with_option(board: str, name: str, value: int) -> Position:
    return load(replace(read(board).levels[0], options=((name, value),)))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_shown_and_said(kind: str) -> None:
    """A small board for each kind has this one deadlock, whose witness is accepted and says so."""
    board, sentence = KINDS[kind]
    start = position(board)
    (deadlock,) = find_deadlocks(start).deadlocks
    assert deadlock.kind == kind
    check_witness(start, deadlock)
    assert explain(deadlock, start.board) == sentence
    assert fewest_pushes(start.level) is None


BLOCKS = 8  # of the small boards, so that several processes share them


@pytest.mark.parametrize("block", range(BLOCKS))
def test_small_boards(block: int) -> None:
    """An explanation is given only where exhaustive search solves nothing, and nearly always there.

    Each board is explained, and each position that is one push off it.  Every witness is accepted, and each corrupted
    one is refused.
    """
    judge_boards(FUZZ["small_boards"](scaled(6_000 // BLOCKS), block), scaled(400 // BLOCKS), block)


def test_larger_boards() -> None:
    """The same on some of the boards of `make fuzz`."""
    judge_boards(FUZZ["random_boards"](scaled(60), 7), scaled(100), 7)


def judge_boards(levels: Iterator[Level], corrupted: int, seed: int) -> None:
    """Explain boards, and what is one push off them, and corrupt so many of the witnesses."""
    report = FUZZ["Report"]()
    for level in levels:
        FUZZ["judge_board"](report, load(level))
    assert FUZZ["corrupt"](report, corrupted, seed) == corrupted
    assert report.faults == []
    assert report.alive > scaled(100)
    assert sum(report.explained.values()) >= 0.9 * report.dead > scaled(10)
    assert sum(report.near_explained.values()) >= 0.9 * report.near_dead > scaled(10)


@pytest.mark.deep
def test_nothing_is_said_of_a_board_that_can_be_solved(shared: Path) -> None:
    """Boards that JSoko's detectors are tested with, as they tend to err there, are explained only if dead.

    Most of them are solved by a line that the rules replay; two are dead, by proof; of the other closed diagonals
    nobody knows, so that nothing may be claimed.
    """
    solvable = {"Freeze": {*range(1, 12)}, "bipartite": {*range(1, 12)}, "Closed diagonal deadlocks": {1}}
    dead = {"Freeze": {12, 13}}
    for name, numbers in solvable.items():
        levels = read((shared / "deadlocks" / f"{name}.sok").read_bytes()).levels
        for number, level in enumerate(levels, start=1):
            start = load(level)
            report = find_deadlocks(start, limit=Limit(seconds=1))
            assert report.is_dead == (number in dead.get(name, ())), (name, number)
            for deadlock in report.deadlocks:
                check_witness(start, deadlock)
            if number in numbers:
                assert isinstance(solve(start), Solved), (name, number)


def test_frozen_boxes_on_goals_are_no_deadlock() -> None:
    """A frozen box at home says nothing by itself; one that shuts others off from their goals does."""
    assert find_deadlocks(position("######\n#*  @#\n#  $.#\n######")).deadlocks == ()
    start = position("#####\n#*  #\n# $@#\n#.# #\n#####")
    (deadlock,) = find_quick_deadlocks(start)
    check_witness(start, deadlock)
    assert explain(deadlock, start.board) == "Frozen: B2. Past that the box on C3 reaches no goal of its own."


def test_dead_squares_on_both_sides_hold_a_box() -> None:
    """A box that could only be pushed where it is lost is as good as held."""
    start = position("#####\n##.##\n##.##\n##$##\n# $ #\n## ##\n##@##\n#####")
    (deadlock,) = find_quick_deadlocks(start)
    check_witness(start, deadlock)
    assert explain(deadlock, start.board) == (
        "The box on C4 is on no goal of its own and can only be pushed again once a box is lost on a dead square: "
        "a wall on the left and the box on C5 below; the box on C5 has dead squares left and right and the box on C4 "
        "above."
    )


def test_the_count_of_what_can_be_solved_is_none() -> None:
    """Boxes are no witness where one position is solved, nor where there are more positions than may be."""
    for kind, count in (("corral", 10), ("set", 8)):
        puzzle = BoxPuzzle.of(position(KINDS[kind][0]))
        assert puzzle is not None
        assert [count_positions(puzzle, most) for most in (count, count - 1)] == [count, None]
    puzzle = BoxPuzzle.of(position("######\n#@$ .#\n######"))
    assert puzzle is not None
    assert count_positions(puzzle) is None


def test_numbers_have_goals_of_their_own() -> None:
    """A box whose number is that of no goal it reaches is dead, though there are goals enough."""
    level = read("########\n#@$ $..#\n########\n").levels[0]
    boxes = [piece._replace(number=2 - (piece.anchor == 10)) for piece in level.board.of_kind("box")]
    terrain = [
        sort._replace(number=1 + (cell == 13)) if sort.kind == "goal" else sort
        for cell, sort in enumerate(level.board.terrain)
    ]
    board = replace(level.board, terrain=tuple(terrain), pieces=(*boxes, *level.board.of_kind("pusher")))
    start = load(replace(level, game="plus", board=board))
    assert isinstance(solve(start), Unsolvable)
    for deadlock in (found := find_deadlocks(start).deadlocks):
        check_witness(start, deadlock)
    assert found


def test_several_deadlocks_share_no_box() -> None:
    """Deadlocks that have nothing to do with each other are shown one by one."""
    start = position("##########\n#$  @  . #\n#     .  #\n#   .   $#\n#   $#   #\n##########")
    deadlocks = find_deadlocks(start).deadlocks
    assert Counter(deadlock.kind for deadlock in deadlocks) == {"dead_square": 3}
    assert len({box for deadlock in deadlocks for box in deadlock.boxes}) == 3


def test_a_game_of_its_own_kind_is_searched_as_a_whole() -> None:
    """Where a box may be support, key or stop, only the whole position is exhausted; of versus nothing is claimed."""
    assert {key: coverage_of(load(builtin(FILES.get(key, key))[0])) for key in games.keys()} == {
        "sokoban": "boxes", "plus": "boxes", "multiban": "boxes", "crossoban": "search", "sokolor": "search",
        "blockoban": "search", "hanano": "search", "blockage": "search", "versus": "none",
    }  # fmt: skip
    looked_at = Counter[str]()
    for key in ("crossoban", "sokolor", "blockoban", "hanano", "blockage"):
        for level in builtin(key):
            start = load(level)
            if start.board.grid.outside > 40:
                continue
            for move, after in [*start.successors()][:2]:
                report = find_deadlocks(after, limit=Limit(seconds=None, nodes=2000))
                for deadlock in report.deadlocks:
                    check_witness(after, deadlock)
                    assert shortest(after.rules, after.state) is None, (key, level.title, move)
                    looked_at[deadlock.kind] += 1
    assert looked_at["exhausted"] + looked_at["no_push"] > 0


def test_options_are_no_plain_game() -> None:
    """Where two boxes are pushed at once a frozen pair is none, and a witness of single boxes is refused."""
    start = with_option("#######\n#@$$ .#\n#   . #\n#######", "max_push", 2)
    assert coverage_of(start) == "search"
    walls = AxisBlock("wall", 1), AxisBlock("wall", 0)
    with pytest.raises(InvalidWitness, match="shows nothing"):
        check_witness(start, Freeze((FrozenBox(start.board.of_kind("box")[0].anchor, *walls),)))


def test_a_loss_by_the_rules_gives_their_reason() -> None:
    """What the rules call lost needs no search, and another reason is refused."""
    lost = with_option("######\n#@ $.#\n######", "steps", 1).apply(2)
    (deadlock,) = find_deadlocks(lost).deadlocks
    assert deadlock == LostByRules(lost.outcome.reason)
    check_witness(lost, deadlock)
    with pytest.raises(InvalidWitness):
        check_witness(lost, LostByRules("no reason"))


def test_a_callback_stops_the_search() -> None:
    """A true answer ends the search, and the report says that not all was looked for."""
    level = read("#########\n#@      #\n# $ $ $ #\n#  $ $  #\n# .. ...#\n#########").levels[0]
    assert find_deadlocks(load(level), limit=Limit(nodes=1)).complete is False


def test_the_languages_have_the_same_keys_and_names() -> None:
    """One template a key in each language, with the same names to fill in, and none is left unused.

    For a number of its own a language has a template only where the one for any number would not do.
    """
    english = texts("en")
    source = "".join(path.read_text() for path in Path(explain.__code__.co_filename).parents[1].rglob("*.py"))
    for language in LANGUAGES:
        known = texts(language)
        assert known.keys() <= english.keys()
        assert all(re.search(r"\.[0-9]+$", key) for key in english.keys() - known.keys())
        for key, template in known.items():
            assert {*re.findall(r"\{(\w+)\}", template)} == {*re.findall(r"\{(\w+)\}", english[key])}, key
            general, _, count = key.rpartition(".")
            assert general not in known or known[general].replace("{count}", count) != template, key
    assert all(key.split(".")[0] in source for key in english)
    start = position(KINDS["freeze"][0])
    (deadlock,) = find_quick_deadlocks(start)
    assert explain(deadlock, start.board, "de") == (
        "Die Kiste auf C4 steht auf keinem Ziel, das ihres ist, und lässt sich nie mehr schieben: rechts die Kiste auf "
        "D4 und unten eine Wand; die Kiste auf D4 hat links die Kiste auf C4 und oben eine Wand."
    )
    assert explain(deadlock, start.board, "zh") == (
        "C4 的箱子不在自己的目标上，而且再也推不动：右边是 D4 的箱子，下边是墙；D4 的箱子左边是 C4 的箱子，上边是墙。"
    )


def test_a_check_ends_with_its_seconds() -> None:
    """A witness of an exhaustive search that is not checked in time is neither accepted nor refused."""
    position = load(read("#####\n#   #\n#$$ #\n#@ .#\n#####")[0])
    puzzle = BoxPuzzle.of(position)
    assert puzzle is not None
    (whole,) = find_deadlocks(position).deadlocks
    check_witness(position, whole, seconds=60)
    for searched in (Exhausted(10, pushes=True), UnsolvableSet("set", puzzle.cells, region_of(puzzle), 10)):
        with pytest.raises(OutOfTime, match="within 0 seconds"):
            check_witness(position, searched, seconds=0)


def test_a_count_of_positions_ends_at_its_deadline() -> None:
    """Then nothing is claimed."""
    position = load(read("#####\n#   #\n#$$ #\n#@ .#\n#####")[0])
    puzzle = BoxPuzzle.of(position)
    assert puzzle is not None
    assert count_positions(puzzle) is not None
    assert count_positions(puzzle, deadline=Deadline(0)) is None
