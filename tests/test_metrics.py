"""The six counts of a solution."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from tests.strategies import beside, room

from pushbox.errors import NotationError
from pushbox.metrics import Metrics, MetricsCounter, MetricStep, measure, measure_steps
from pushbox.tiling import SQUARE

# moves, pushes, box lines, box changes, pushing sessions, player lines
GOLDEN = {
    "": (0, 0, 0, 0, 0, 0),
    "R": (1, 1, 1, 1, 1, 1),
    "RR": (2, 2, 1, 1, 1, 1),
    "RlrR": (4, 2, 2, 1, 2, 3),
    "RurD": (4, 2, 2, 1, 2, 4),
    "RD": (2, 2, 2, 2, 1, 2),
    "ruuLLLLrrrrddlUruLLLulDrddllluuRRDrdLuuurDD": (43, 15, 8, 5, 7, 25),
    "ullDullddrRuLurrrdLLrrddlUruL": (29, 7, 6, 4, 6, 20),
    "lddrdddrrruulLulDDurrrddllLulluUUrurDDDD": (40, 10, 5, 3, 5, 21),
    "ddrdLulDDDruuuuuurrdLulDDDrdLulDD": (33, 11, 6, 2, 6, 21),
    "drUluRRRRddlllddrUUUluRR": (24, 10, 4, 2, 4, 14),
    "DuLLrUUdrR": (10, 6, 4, 4, 4, 7),
}
MIRROR = str.maketrans("lrLR", "rlRL")
QUARTER_TURN = str.maketrans("lurdLURD", "urdlURDL")


def random_play(seed: int, length: int = 120) -> tuple[str, Metrics]:
    """Play at random on a crowded floor, telling boxes apart, and count straight from the definitions."""
    rng = random.Random(seed)
    start = room(seed, 8)
    others = [cell for cell in sorted(start.free) if cell not in (start.box, start.player)]
    boxes = [start.box, *rng.sample(others, len(others) // rng.choice((3, 4, 6)))]
    player = start.player
    played: list[tuple[int, int | None]] = []  # the direction of each step, and which box it pushed
    for _ in range(length):
        direction = played[-1][0] if played and rng.random() < 0.4 else rng.choice(SQUARE.directions)
        target = beside(player, direction)
        beyond = beside(target, direction)
        if target not in start.free or (target in boxes and (beyond not in start.free or beyond in boxes)):
            continue
        box = boxes.index(target) if target in boxes else None
        if box is not None:
            boxes[box] = beyond
        player = target
        played.append((direction, box))
    text = "".join(SQUARE.letters[step].upper() if box is not None else SQUARE.letters[step] for step, box in played)
    pushed = [box for _, box in played if box is not None]
    counted = Metrics(
        moves=len(played),
        pushes=len(pushed),
        box_lines=_runs([letter if letter.isupper() else "" for letter in text]),
        box_changes=_runs([str(box) for box in pushed]),
        pushing_sessions=_runs(["push" if letter.isupper() else "" for letter in text]),
        player_lines=_runs([*text.lower()]),
    )
    return text, counted


def _runs(marks: list[str]) -> int:
    """Count maximal runs of equal marks, those of "" apart."""
    return sum(mark != "" and (index == 0 or marks[index - 1] != mark) for index, mark in enumerate(marks))


PLAYS = [random_play(seed) for seed in range(120)]


@pytest.mark.parametrize("text", GOLDEN)
def test_golden_rows(text: str) -> None:
    """The counts are those that the programs of the field publish for the same lines."""
    assert measure(text) == GOLDEN[text]


def test_golden_rows_are_those_of_the_cases(shared: Path) -> None:
    """The rows above are all rows of the common cases, which are in the same order of columns."""
    cases = json.loads((shared / "parser_cases" / "metrics.json").read_text(encoding="utf-8"))
    assert tuple(cases["columns"]) == Metrics._fields
    assert {case["lurd"]: tuple(case["expect"]) for case in cases["cases"]} == GOLDEN


def test_lines_of_other_programs_are_not_ours() -> None:
    """A line ends with every move between, and a first push counts: here two well-known programs count otherwise."""
    assert measure("RlrR").box_lines == measure("RurR").box_lines == 2
    assert measure("R")[2:5] == (1, 1, 1)


def test_counts_on_random_play_are_those_of_the_definitions() -> None:
    """On crowded floors the counts from the letters alone equal those of a replay that distinguishes the boxes."""
    for text, counted in PLAYS:
        assert measure(text) == counted
    assert sum(counted.box_changes > counted.pushing_sessions for _, counted in PLAYS) > 0
    assert sum(counted.box_changes < counted.pushing_sessions for _, counted in PLAYS) > 0


@pytest.mark.parametrize("text", [*GOLDEN, *(text for text, _ in PLAYS[::4])])
def test_mirrored_and_turned_play_counts_the_same(text: str) -> None:
    """No count depends on how the board lies: none changes under mirroring and quarter turns."""
    turned = text
    for _ in range(4):
        turned = turned.translate(QUARTER_TURN)
        assert measure(turned) == measure(turned.translate(MIRROR)) == measure(text)
    assert turned == text


@pytest.mark.parametrize("text", [*GOLDEN, *(text for text, _ in PLAYS)])
def test_inequalities(text: str) -> None:
    """Moves >= pushes >= box lines >= box changes and pushing sessions, and moves >= player lines."""
    counts = measure(text)
    assert counts.moves == len(text)
    assert counts.moves >= counts.pushes >= counts.box_lines >= max(counts.box_changes, counts.pushing_sessions)
    assert counts.moves >= counts.player_lines
    assert (
        (counts.pushes == 0) == (counts.box_lines == 0) == (counts.box_changes == 0) == (counts.pushing_sessions == 0)
    )


def test_a_longer_line_never_counts_less() -> None:
    """Each further step adds at most one to each count and takes nothing away."""
    for text, _ in PLAYS[::10]:
        counts = [measure(text[:end]) for end in range(len(text) + 1)]
        for before, after in itertools.pairwise(counts):
            assert all(0 <= more - less <= 1 for less, more in zip(before, after, strict=True))


def test_several_boxes_in_one_push_are_one_change() -> None:
    """Where a push moves a row of boxes, it is a change when it moves other boxes than the push before."""
    both = ((1, 2), (2, 3))
    assert measure_steps([MetricStep("r", both), MetricStep("r", ((2, 3), (3, 4)))]).box_changes == 1
    assert measure_steps([MetricStep("r", ((1, 2),)), MetricStep("r", ((2, 3), (3, 4)))]).box_changes == 2
    assert measure_steps([]) == Metrics(0, 0, 0, 0, 0, 0)


def test_metrics_compare_moves_first() -> None:
    """Fewer moves is less, then fewer pushes."""
    assert measure("rr") < measure("rR") < measure("rrr")


@pytest.mark.parametrize(("text", "column"), [("x", 1), ("rR2", 3), ("r[l]", 2), ("lurdLURD*", 9), ("rİ", 2)])
def test_other_characters_are_refused(text: str, column: int) -> None:
    """Anything but the eight letters in run lengths raises NotationError with its place, counted from 1."""
    with pytest.raises(NotationError, match=f"character {column}: found .*, expected one of") as caught:
        measure(text)
    assert caught.value.column == column


def test_counts_grow_step_by_step() -> None:
    """After each step of a random line the tally has the counts of the line so far."""
    tally = MetricsCounter()
    text, _ = random_play(3)
    player, boxes = 0, 0
    for number, letter in enumerate(text, start=1):
        towards = SQUARE.directions[SQUARE.letters.index(letter.lower())]
        delta = (-1, -1000, 1, 1000)[towards]
        player += delta
        boxes = player
        pushed = ((boxes, boxes + delta),) if letter.isupper() else ()
        tally = tally.after(MetricStep(towards, pushed))
        assert tally.metrics == measure(text[:number])
