"""No sentence without its check: what tasks for language models say, by a room that shares nothing with pushbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.analysis.claims.room import LETTERS, Place, Room, on
from tests.depth import scaled

from pushbox.bench.rooms import rooms
from pushbox.env.text import tasks
from pushbox.env.text.pushes import random_pushes
from pushbox.env.text.scores import score_moves
from pushbox.env.text.tasks.dead_box import dead_boxes
from pushbox.formats import read
from pushbox.games.position import load
from pushbox.sentence import Sentence

KINDS = ("solve", "winnable", "dead-box", "repair", "predict")


def room_of(task: tasks.Task) -> Room:
    """Return the room that a prompt shows."""
    room = Room.of(task.level)
    assert room is not None
    return room


@cache
def made(kind: str) -> tuple[tasks.Task, ...]:
    """Return tasks on crowded rooms."""
    levels = rooms(scaled(150, least=12), seed=21, largest=5, boxes=3)
    return tuple(task for seed, level in enumerate(levels) for task in tasks.make(kind, level, seed=seed))


def place(task: tasks.Task, name: str) -> Place:
    """Return the place of a cell that an answer names."""
    board = task.board
    return next(board.rc(cell) for cell in range(len(board.terrain)) if board.cell_name(cell) == name)


def played(room: Room, text: str) -> Room | None:
    """Return the room after moves in any letters, None where one is not possible."""
    for letter in text.lower():
        there, beyond = (on(room.player, LETTERS[letter], steps) for steps in (1, 2))
        numbers = dict(room.boxes)
        if there not in room.floor or (there in numbers and (beyond not in room.floor or beyond in numbers)):
            return None
        boxes = room.boxes - {(there, 0)} | {(beyond, 0)} if there in numbers else room.boxes
        room = replace(room, player=there, boxes=boxes)
    return room


def solves(room: Room, text: str) -> bool:
    """Whether moves solve a room."""
    after = played(room, text)
    return after is not None and after.is_solved(after.boxes)


def held(room: Room) -> set[Place]:
    """Return the boxes with a wall or another of them on both axes; no push of any position moves one."""
    boxes = {place for place, _ in room.boxes}
    while free := {
        box for box in boxes for axis in ((0, 1), (1, 0)) if {on(box, axis), on(box, axis, -1)} <= room.floor - boxes
    }:
        boxes -= free
    endless = replace(room, goals={})  # in which no position is the last
    assert not any(push.start in boxes for at in endless.positions for push in endless.pushes(at))
    return boxes


def signs(room: Room, size: tuple[int, int]) -> str:
    """Return a room as the prompt shows boards."""
    boxes = {place for place, _ in room.boxes}

    def sign(at: Place) -> str:
        if at not in room.floor:
            return "#"
        return "-$@.*+"[(at in boxes) + 2 * (at == room.player) + 3 * (at in room.goals)]

    return "\n".join(" ".join(sign((row, column)) for column in range(size[1])) for row in range(size[0]))


def is_right(task: tasks.Task, answer: str) -> bool:
    """Whether the whole answer to a task is right, by the rules alone."""
    room, board = room_of(task), task.board
    match task.kind:
        case "solve":
            return solves(room, answer) and sum(map(str.isupper, answer)) == room.fewest
        case "winnable":
            return answer == ("yes" if room.fewest is not None else "no")
        case "repair":
            return solves(room, answer) and not solves(room, task.line)
        case "predict":
            after = played(room, task.line)
            return after is not None and answer == signs(after, (board.height, board.width))
        case _:
            return {place(task, name) for name in answer.split()} == dead_away(room)


def dead_away(room: Room) -> set[Place]:
    """Return the boxes off the goals that stand on dead squares, or that walls and boxes hold."""
    away = {box for box, _ in room.boxes if box not in room.goals}
    dead = {box for box, number in room.boxes if (box, number) not in room.live} | held(room)
    return dead & away


@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_of_a_task_is_right(kind: str) -> None:
    """And another one is not."""
    found = made(kind)
    assert len(found) >= 3
    assert [str(task.board) for task in found if not is_right(task, task.reference)] == []
    for task in found:
        other = {"winnable": {"yes": "no", "no": "yes"}.get(task.reference, ""), "dead-box": "A1"}.get(kind)
        wrong = task.reference[:-1] if other is None else other if other != task.reference else "B1"
        assert not is_right(task, wrong)


def test_a_box_that_only_dead_squares_hold_is_not_called_dead() -> None:
    """It comes to its goal once the box below is lost."""
    position = load(read("#####\n##.##\n##.##\n##$##\n# $ #\n## ##\n##@##\n#####")[0])
    assert dead_boxes(position) == set()


# ------------------------------------------------------------------------------------------------ what scores say


UNTOLD = {("proof", "task-dead"), ("proof", "task-lost")}  # sentences on positions, which have claims of their own


def says_truly(task: tasks.Task, code: str, params: Mapping[str, Any]) -> bool:
    """Whether what is said of the right answer holds."""
    room, board = room_of(task), task.board
    match code:
        case "task-winnable":
            return solves(room, params["proof"])
        case "task-lost":
            return room.fewest is None
        case "task-dead":
            return is_right(task, params["cells"].replace(",", ""))
        case "task-repaired":
            return int(params["count"]) == 1  # as one move has been changed, left out or doubled
        case "task-cells":
            before = signs(room, (board.height, board.width)).split()
            changed = sum(one != other for one, other in zip(before, task.reference.split(), strict=True))
            return (params["right"], params["changed"], params["wrong"]) == (changed, changed, 0)
        case _:
            raise AssertionError(code)


def test_what_the_score_of_a_task_says_is_true() -> None:
    """Every parameter; with another one it is not."""
    told = set[str]()
    for task in (task for kind in KINDS[1:] for task in made(kind)):
        answer = task.reference.split()[0] if task.kind == "dead-box" else task.reference
        message = tasks.score(task, f"<answer>{answer}</answer>").message
        assert isinstance(message, Sentence)
        assert says_truly(task, message.code, message.params)
        told.add(message.code)
        for name, value in message.params.items():
            other = value + 1 if isinstance(value, int) else "A1" if name == "cells" else value[:-1]
            changed = {**message.params, name: other}
            assert (name, message.code) in UNTOLD or value == "A1" or not says_truly(task, message.code, changed)
    assert told == {"task-winnable", "task-lost", "task-dead", "task-repaired", "task-cells"}


def pushes(count: int) -> str:
    """Return how many pushes, in words of English."""
    return "1 push" if count == 1 else f"{count} pushes"


def test_what_the_score_of_moves_says_is_true() -> None:
    """Solved with so many pushes, which are the fewest; not solved, with so many left; or lost."""
    said = set[str]()
    for number, task in enumerate(made("solve")):
        start, room = load(task.level), room_of(task)
        for moves in (task.reference, task.reference[:-1], random_pushes(start, 8, Random(number))[1]):
            found, after = score_moves(start, moves), played(room, moves)
            assert after is not None
            said.add(found.status)
            assert found.message == {
                "solved": f"solved with {pushes(len(room.played(moves)))}, the fewest are {room.fewest}",
                "winnable": f"not solved, {pushes(after.fewest or 0)} {'is' if after.fewest == 1 else 'are'} left",
                "lost": "the position cannot be won any more",
            }.get(found.status)
            assert (after.fewest is None) == (found.status == "lost")
    assert said == {"solved", "winnable", "lost"}
