"""No sentence without its check: what the generator says of its levels, by a room that shares nothing with pushbox."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby, islice, pairwise, takewhile
from typing import Any

import pytest
from tests.analysis.claims.room import Place, Room
from tests.depth import scaled

from pushbox import Solved, read, solve
from pushbox.analysis.difficulty import GRADES, grade_of, rate_difficulty
from pushbox.generator import BANDS, LevelSpec, OutOfReach, generate, graded_levels
from pushbox.generator.serialize import generated_to_json, graded_to_json
from pushbox.level import Level
from pushbox.solver import Limit

Fields = Mapping[str, Any]
SPECS = (
    LevelSpec(rows=6, columns=7, boxes=2),
    LevelSpec(rows=7, columns=7, boxes=2, pushes=12, box_lines=5, shape="rooms"),
    LevelSpec(rows=7, columns=8, boxes=2, difficulty="easy"),
    LevelSpec(rows=7, columns=7, boxes=2, rating=(0, 15)),
)


def counts_of(room: Room, text: str) -> dict[str, int]:
    """Return the six counts of a solution, by its letters and the places of its boxes."""
    pushes = room.played(text)
    steps = [*zip(" " + text, text, strict=False)]
    return {
        "moves": len(text),
        "pushes": len(pushes),
        "box_lines": sum(letter.isupper() and letter != before for before, letter in steps),
        "box_changes": 1 + sum(before.end != push.start for before, push in pairwise(pushes)),
        "pushing_sessions": sum(letter.isupper() and not before.isupper() for before, letter in steps),
        "player_lines": len([*groupby(text.lower())]),
    }


def useless(room: Room) -> set[Place]:
    """Return the dead ends with nothing in them and from where no box comes to a goal."""
    taken = {place for place, _ in room.boxes} | {*room.goals} | {room.player} | {place for place, _ in room.live}
    return {place for place in room.floor - taken if len(room.beside[place]) < 2}


def is_true(fields: Fields, name: str) -> bool:
    """Whether a field of a level that was made says what is so."""
    level = Level(read("\n".join(fields["board"]))[0].board)
    room = Room.of(level)
    assert room is not None
    counts = counts_of(room, fields["moves_text"])
    if name in counts:
        fewest = name != "pushes" or fields["pushes"] == room.fewest
        return bool(fields[name] == counts[name] and fewest)
    match name:
        case "moves_text":
            return room.is_solved(room.played(fields["moves_text"])[-1].after.boxes)
        case "difficulty":
            return bool(grade_of(rate_difficulty(level, fields["moves_text"]).value) == fields["difficulty"])
        case "nodes":
            verdict = solve(level, objective="pushes", limit=Limit(seconds=None))
            return isinstance(verdict, Solved) and verdict.nodes == int(fields["nodes"])
        case "rating":
            return bool(round(rate_difficulty(level, fields["moves_text"]).value, 1) == fields["rating"])
        case "band":
            return BANDS[fields["band"] - 1].holds(room.fewest or 0)
        case "board":
            return not useless(room) and not {place for place, _ in room.boxes} & {*room.goals}
        case _:
            return name in {"level", "title", "game", "shape", "id"}  # names, and how it was made


def other(fields: Fields, name: str) -> Fields:
    """Return the fields with another value of one."""
    value = fields[name]
    match name:
        case "moves_text":
            changed = value[:-1] if len(value) > 1 else value
        case "difficulty":
            changed = next(key for key in GRADES if key != value)
        case "board":
            changed = [*value[:-1], "#" + " " * (len(value[-1]) - 2) + "#", value[-1]]
        case _:
            changed = value + 1
    return {**fields, name: changed}


def made() -> Iterator[tuple[LevelSpec | None, Fields]]:
    """Yield the fields of levels, with their specifications; those of bands have none."""
    for spec in SPECS:
        levels = generate(spec, count=scaled(30, least=3), seconds=None)
        yield from ((spec, generated_to_json(number, one)) for number, one in enumerate(levels, start=1))
    for band in (1, 2, 3, 4):
        yield from ((None, graded_to_json(1, one)) for one in islice(graded_levels(3, band=band), scaled(20, least=2)))


def test_what_is_said_of_a_made_level_is_true() -> None:
    """Each field; its specification is kept; another value is not true of at least one level."""
    spared, refused = set[str](), set[str]()
    for spec, fields in made():
        free = {"board"} if spec is None else set[str]()  # bands have boxes on goals and floor of no use
        assert [name for name in fields.keys() - free if not is_true(fields, name)] == []
        if spec is not None:
            assert (len(fields["board"]), len(fields["board"][0])) == (spec.rows, spec.columns)
            assert sum(row.count("$") for row in fields["board"]) == spec.boxes
            assert fields["pushes"] >= spec.pushes
            assert fields["box_lines"] >= spec.box_lines
            assert fields["shape"] == (spec.shape or fields["shape"])
            assert fields.get("difficulty") == (spec.difficulty or fields.get("difficulty"))
            assert spec.rating is None or spec.rating[0] <= fields["rating"] <= spec.rating[1]
            assert ("rating" in fields) == (spec.difficulties is not None)
        for name in fields.keys() - {"level", "title", "game", "shape", "id"} - refused:
            try:
                holds = is_true(other(fields, name), name)
            except (AssertionError, IndexError, KeyError):
                holds = False
            (spared if holds else refused).add(name)
    assert spared - refused == set()
    assert refused >= {"moves", "pushes", "moves_text", "difficulty", "nodes", "rating", "band", "board"}


RANGE = re.compile(r"(\d+) to (\d+) ([a-z ]+)")


def test_what_is_possible_is_what_the_same_attempts_made() -> None:
    """The sentence of a run that finds nothing names the least and the most of those levels."""
    with pytest.raises(OutOfReach) as caught:
        list(generate(LevelSpec(rows=5, columns=6, boxes=1, pushes=90), count=3, attempts=64))
    head, demands = str(caught.value).split("; ")
    assert head == "found 0 of 3 levels of 6x5, 1 box, at least 90 pushes: 64 attempts gave no other one"
    free = generate(LevelSpec(rows=5, columns=6, boxes=1), seconds=None, count=64)
    levels = [*takewhile(lambda one: one.attempt < 64, free)]
    rooms = [(Room.of(one.level), one.text) for one in levels]
    counts = [counts_of(room, text) for room, text in rooms if room is not None]
    ranges = {name: (int(least), int(most)) for least, most, name in RANGE.findall(demands)}
    for name in ("pushes", "box lines"):
        found = [one[name.replace(" ", "_")] for one in counts]
        assert ranges[name] == (min(found), max(found))
    efforts = [one.effort for one in levels if one.effort is not None]
    assert ranges["positions of the solver"] == (min(efforts), max(efforts))
