"""Tasks for language models: what they ask is true, prompts hold no answer, and no trick is worth anything."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tests.depth import scaled

from pushbox import Solved, Unsolvable, builtin, load, read, solve, verify
from pushbox.analysis.deadlocks import check_witness, find_quick_deadlocks
from pushbox.env.text import STYLES, tasks
from pushbox.env.text.board_reading import read_rows
from pushbox.env.text.boards import rows_of
from pushbox.env.text.tasks.dead_box import dead_boxes
from pushbox.env.text.tasks.repair import edit_distance
from pushbox.errors import ArgumentError
from pushbox.level import Level

LEVELS = [*builtin("lessons")[1:6], *builtin("campaign-01")[8:14]]
SINGLE = [name for name, kind in tasks.KINDS.items() if kind.converse is None]


def made(kind: str, levels: list[Level] = LEVELS, *, seeds: int = 2, style: str = "spaced") -> list[tasks.Task]:
    return [
        task for seed in range(seeds) for level in levels for task in tasks.make(kind, level, seed=seed, style=style)
    ]


@pytest.mark.parametrize("kind", tasks.KINDS)
def test_a_level_and_a_seed_make_the_same_task(kind: str) -> None:
    """Another seed makes another one, where anything is drawn."""
    once = made(kind)
    assert len(once) >= 8
    assert once == made(kind)
    assert all(task.kind == kind for task in once)
    if kind not in {"solve", "play"}:
        assert len({(tasks.prompt(task)) for task in once}) > len(once) / 2


@pytest.mark.parametrize("kind", SINGLE)
def test_the_reference_is_right_and_withheld(kind: str) -> None:
    """It is worth 1 in any wrapping; the prompt, which has neither it nor the proof, is worth nothing."""
    for task in made(kind):
        prompt = tasks.prompt(task)
        answer = task.reference.split()[0] if kind == "dead-box" else task.reference
        for text in (answer, f"I think so.\n<answer>{answer}</answer>", f"<answer>\n{answer}\n</answer> Done."):
            found = tasks.score(task, text)
            assert (found.reward, found.right) == (1.0, True), (text, found)
        assert tasks.score(task, prompt).reward == 0.0
        assert STYLES["spaced"].show(task.board) in prompt
        if kind in {"solve", "predict"}:
            assert task.reference not in prompt
        assert len(task.proof) < 9 or task.proof not in prompt


@pytest.mark.parametrize("kind", SINGLE)
@pytest.mark.parametrize(
    "answer",
    ["", " ", "I do not know.", "<answer>", "<answer></answer>", "yes and no", "x" * 300_000, "\0", "{}", "1.0", "A"],
)
def test_what_is_no_answer_is_worth_nothing(kind: str, answer: str) -> None:
    """With a reason."""
    for task in made(kind, seeds=1)[:4]:
        found = tasks.score(task, answer)
        assert (found.reward, found.right) == (0.0, False)
        assert found.message


def test_winnable_is_decided_and_balanced() -> None:
    """As many positions can be won as not, which the solver finds too; the order says nothing."""
    found = made("winnable", seeds=scaled(4))
    assert Counter(task.reference for task in found) == {"yes": len(found) / 2, "no": len(found) / 2}
    assert len({task.reference for task in found[::2]}) == 2
    for task in found:
        answer = solve(load(task.level))
        assert isinstance(answer, Solved if task.reference == "yes" else Unsolvable)
        assert task.reference == "no" or verify(task.level, task.proof)
        wrong = {"yes": "no", "no": "yes"}[task.reference]
        assert tasks.score(task, f"<answer>{wrong}</answer>") == (0.0, False, tasks.score(task, task.reference).message)
        for both in ("<answer>yes</answer> or <answer>no</answer>", "yes no", "yes, no", "Answer: yes\nAnswer: no"):
            assert tasks.score(task, both).reward == 0.0


def test_a_dead_box_is_one_by_the_explanation() -> None:
    """Every box of the reference is one that a checked witness shows, or that hangs on one; no other box is right."""
    seen = 0
    for task in made("dead-box", seeds=scaled(3)):
        position = load(task.level)
        dead, board = dead_boxes(position), position.board
        assert task.reference.split() == [*map(board.cell_name, sorted(dead))]
        shown = find_quick_deadlocks(position)
        assert shown
        for witness in shown:
            check_witness(position, witness)
        assert dead & {box for witness in shown for box in witness.boxes}
        for box in board.of_kind("box"):
            row, column = board.rc(box.anchor)
            for name in (board.cell_name(box.anchor), f"({row + 1}, {column + 1})", f"{row + 1},{column + 1}"):
                assert tasks.score(task, f"<answer>{name}</answer>").right == (box.anchor in dead)
        assert len(dead) < sum(board.terrain[box.anchor].kind != "goal" for box in board.of_kind("box"))
        every = " ".join(board.cell_name(box.anchor) for box in board.of_kind("box"))
        assert tasks.score(task, f"<answer>{every}</answer>").reward == 0.0
        seen += 1
    assert seen >= 8


FROZEN = """
########
#@     #
# $$ . #
##$$ . #
#    ..#
########
"""


def test_boxes_that_hold_each_other_are_dead_with_what_leans_on_them() -> None:
    """On dead squares and in a block; a box that can go is none."""
    position = load(read(FROZEN)[0])
    assert {position.board.cell_name(box) for box in dead_boxes(position)} >= {"C4"}
    free = load(read("#######\n#@    #\n# $ . #\n#     #\n#$  . #\n#######")[0])
    assert {free.board.cell_name(box) for box in dead_boxes(free)} == {"B5"}


def test_a_repair_is_any_solution_and_worth_more_the_closer() -> None:
    """The line as it was shown is worth nothing."""
    for task in made("repair", seeds=scaled(3)):
        assert not verify(task.level, task.line).solved
        assert edit_distance(task.line, task.reference) == 1
        assert tasks.score(task, task.line).reward == 0.0
        detour = next(
            pair + task.reference
            for pair in ("lr", "rl", "ud", "du")
            if verify(task.level, pair + task.reference).solved
        )
        edits = edit_distance(task.line, detour)
        assert edits is not None
        assert tasks.score(task, detour) == pytest.approx((0.5 + 0.5 / edits, True, tasks.score(task, detour).message))


@pytest.mark.parametrize("most", [3, 8, 32])
def test_edit_distance_is_that_of_the_whole_table(most: int) -> None:
    """Random words, near and far."""
    random = Random(2)
    for _ in range(scaled(300)):
        one = "".join(random.choices("lurd", k=random.randint(0, 12)))
        other = "".join(random.choices("lurd", k=random.randint(0, 12)))
        whole = table(one, other)
        assert edit_distance(one, other, most) == (whole if whole <= most else None)


def table(one: str, other: str) -> int:
    row: list[int] = [*range(len(other) + 1)]
    for count, letter in enumerate(one, start=1):
        before, row = row, [count]
        for column, second in enumerate(other, start=1):
            row.append(min(row[-1] + 1, before[column] + 1, before[column - 1] + (letter != second)))
    return row[-1]


@pytest.mark.parametrize("style", STYLES)
def test_a_board_is_predicted_cell_by_cell(style: str) -> None:
    """In every style; the board as it was is worth nothing, half of the changes half, a wrong cell elsewhere costs."""
    for task in made("predict", style=style, seeds=1)[:6]:
        board = STYLES[STYLES[style].answered].show(task.board)
        assert tasks.score(task, f"<answer>\n{task.reference}\n</answer>").reward == 1.0
        assert tasks.score(task, f"Here it is:\n```\n{task.reference}\n```").reward == 1.0
        assert tasks.score(task, f"<answer>\n{board}\n</answer>").reward == 0.0
        assert tasks.score(task, f"<answer>\n{task.reference[:-9]}\n</answer>").reward == 0.0


def test_a_part_of_a_prediction_is_worth_its_part() -> None:
    """Two of five cells right are 0.4; one more cell spoilt makes them 2 of 6."""
    level = read("########\n#@ $  .#\n#      #\n########")[0]
    task = tasks.Task("predict", level, "rr", "xsb", reference="########\n#  @$ .#\n#      #\n########")
    assert tasks.score(task, task.reference).reward == 1.0
    assert tasks.score(task, "########\n#@ @$ .#\n#      #\n########").reward == pytest.approx(2 / 3)
    assert tasks.score(task, "########\n#@ @$ .#\n#$     #\n########").reward == pytest.approx(2 / 4)
    assert tasks.score(task, "########\n#  $  .#\n#      #\n########").reward == pytest.approx(1 / 3)
    walls = "\n".join(["#" * 8] * 4)
    assert tasks.score(task, walls).reward == 0.0


@pytest.mark.parametrize("style", sorted({style.answered for style in STYLES.values()}))
def test_every_board_is_read_in_the_style_it_is_shown_in(style: str) -> None:
    """And no other board for it."""
    for level in (level for name in ("campaign-01", "campaign-05") for level in builtin(name)):
        board = level.board
        shown = STYLES[style].show(board)
        assert read_rows(style, shown, board.width, board.height) == tuple(rows_of(board))
        assert read_rows(style, f"```\n{shown}\n```", board.width, board.height) == tuple(rows_of(board))
        assert read_rows(style, shown, board.width + 1, board.height + 1) is None
    for text in (
        "",
        "#" * 9,
        "| 1 | 1 | wall |",
        "wall: (1,1)",
        "| x | 1 | wall |",
        " " * 200_000,
        "wall: " + "(" * 9999,
    ):
        assert read_rows(style, text, 7, 5) is None


@pytest.mark.parametrize("kind", tasks.KINDS)
def test_tasks_go_through_json(kind: str) -> None:
    """With all that scores them."""
    for task in made(kind, seeds=1):
        again = tasks.task_from_json(tasks.task_to_json(task))
        assert again.board == task.board
        assert (again.kind, again.line, again.reference, again.style) == (
            task.kind,
            task.line,
            task.reference,
            task.style,
        )
        assert tasks.prompt(again) == tasks.prompt(task)


def test_a_stream_goes_through_levels_and_kinds_and_seeds() -> None:
    """And ends where nothing can be made."""
    found = [*islice(tasks.stream(LEVELS[:2], ["repair", "winnable"], seed=3), 12)]
    assert [(index, task.kind) for index, task in found[:6]] == [
        (0, "repair"),
        (0, "winnable"),
        (0, "winnable"),
        (1, "repair"),
        (1, "winnable"),
        (1, "winnable"),
    ]
    assert {task.seed for _, task in found} == {3, 4}
    solved = read("#####\n#@* #\n#####")[0]
    assert not [*tasks.stream([solved], ["solve", "play", "repair"])]
    assert [index for index, _ in tasks.stream(LEVELS, ["solve"])] == [*range(len(LEVELS))]
    for arguments, expected in (
        (([], ["solve"]), "levels"),
        ((LEVELS, []), "kinds"),
        ((LEVELS, ["chess"]), "kind: found 'chess'"),
        ((builtin("hanano"), ["solve"]), "plain Sokoban"),
    ):
        with pytest.raises(ArgumentError, match=expected):
            next(tasks.stream(*arguments))


def test_a_board_that_no_model_reads_makes_none() -> None:
    """One of more than 2,500 cells, whatever the kind."""
    rows = ["#" * 60, "#@$." + " " * 55 + "#", *["#" + " " * 58 + "#"] * 40, "#" * 60]
    level = read("\n".join(rows))[0]
    assert [tasks.make(kind, level) for kind in tasks.KINDS] == [()] * len(tasks.KINDS)
    assert tasks.make("solve", read("#####\n#@$.#\n#####")[0])


def test_the_baselines_are_scored() -> None:
    """The solver is right in all; who answers at random is not."""
    script = Path(__file__).parents[2] / "scripts" / "text_baselines.py"
    command = [sys.executable, str(script), "builtin:campaign-01", "--count", "4"]
    rows = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [row.split("|")[1].strip() for row in rows[2:]] == ["random", "greedy", "breadth-first", "solver"]
    assert rows[-1].count("100%, 1.00") == len(SINGLE)
    assert "0%, 0.00" in rows[2]


def test_a_conversation_has_as_many_messages_as_its_task() -> None:
    """One answer, or one each turn."""
    (solving,), (playing,) = tasks.make("solve", LEVELS[0]), tasks.make("play", LEVELS[0])
    assert tasks.converse(solving, lambda _: solving.reference) == (
        (1.0, True, tasks.score(solving, solving.reference).message),
        (solving.reference,),
    )
    letters = iter(playing.reference)
    found, answers = tasks.converse(playing, lambda _: f"<answer>{next(letters, 'u')}</answer>")
    assert (found.reward, found.right) == (1.0, True)
    assert len(answers) == len(playing.reference) or len(answers) == 20
