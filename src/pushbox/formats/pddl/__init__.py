"""PDDL: problems of the planning competitions' Sokoban, for programs that plan.

A problem is a board: each cell is a location ``pos-X-Y``, with X and Y from 1, and each that is no wall has a fact
``(MOVE-DIR here there dir-up)`` for every neighbour.  There is one player, and every stone has to be ``at-goal``.  The
competitions' own problems are read too, and others in which locations have names without numbers, as the facts say
where they lie.  A problem is refused whose facts contradict each other, or whose goal is another, such as one stone of
two or a location of its own for each.  The domain, whose pushes cost 1 and whose moves cost nothing, is a file of its
own: ``pushbox convert level.xsb level.pddl`` writes it as ``domain.pddl`` beside the problem.

The module `facts` says what a problem says.

A plan is a text of moves, which ``pushbox verify`` takes as a solution.

Source: the domain sokoban-sequential of the IPC 2008 and 2011, sequential tracks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from ...board import WALL
from ...errors import FormatError, TooLarge
from ...grid import cut, framed
from ...level import Collection, Level, Problem
from ...sentence import say
from ..api import MOST_CELLS, FormatInfo
from ..bounds import LevelReads
from ..parts import enclosure, picture, plain
from .facts import DIRECTIONS, Facts, expression, facts_of

DOMAIN = """\
; Sokoban as the International Planning Competition has it: a push costs 1, a move without one nothing.
(define (domain sokoban-sequential)
  (:requirements :typing :action-costs)
  (:types thing location direction - object
          player stone - thing)
  (:predicates (clear ?l - location)
               (at ?t - thing ?l - location)
               (at-goal ?s - stone)
               (IS-GOAL ?l - location)
               (IS-NONGOAL ?l - location)
               (MOVE-DIR ?from ?to - location ?dir - direction))
  (:functions (total-cost) - number)

  (:action move
    :parameters (?p - player ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?from) (clear ?to) (MOVE-DIR ?from ?to ?dir))
    :effect (and (not (at ?p ?from)) (not (clear ?to)) (at ?p ?to) (clear ?from)))

  (:action push-to-nongoal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?ppos) (at ?s ?from) (clear ?to)
                       (MOVE-DIR ?ppos ?from ?dir) (MOVE-DIR ?from ?to ?dir) (IS-NONGOAL ?to))
    :effect (and (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to))
                 (at ?p ?from) (at ?s ?to) (clear ?ppos) (not (at-goal ?s))
                 (increase (total-cost) 1)))

  (:action push-to-goal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?ppos) (at ?s ?from) (clear ?to)
                       (MOVE-DIR ?ppos ?from ?dir) (MOVE-DIR ?from ?to ?dir) (IS-GOAL ?to))
    :effect (and (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to))
                 (at ?p ?from) (at ?s ?to) (clear ?ppos) (at-goal ?s)
                 (increase (total-cost) 1))))
"""

_PROBLEM = re.compile(r"\(\s*define\s*\(\s*problem\b", re.IGNORECASE)
_DEFINITION = re.compile(r"\(\s*define\b", re.IGNORECASE)
_PLACE = re.compile(r"\D([0-9]{1,4})\D([0-9]{1,4})")
MOST_CHARACTERS = 8_000_000  # of a problem, which has some ten words for each cell


class Pddl(picture.PictureFormat):
    info = FormatInfo(
        key="pddl",
        name="PDDL",
        endings=(".pddl",),
        summary="problems of the planning competitions' Sokoban, a location a cell",
        recognised_by="`(define (problem` at its beginning",
        not_recognised="other domains, several players, one-way steps, goals for some of the stones only",
        source="International Planning Competition 2008 and 2011, sokoban-sequential",
        expected=say("expected-pddl"),
        games=("sokoban",),
    )
    charset = picture.charset({"#": "#", "@": "@", "+": "+", "$": "$", "*": "*", ".": ".", " ": " -_"})

    def recognise(self, text: str, name: str) -> str:
        return say("it-has", what="(define (problem") if "(" in text and _PROBLEM.search(text[:100_000]) else ""

    def scan(self, text: str) -> Collection:
        """Return the levels of all problems in a text.  O(len(text)).

        Raises TooLarge for a problem of more than `MOST_CHARACTERS`.
        """
        starts = [match.start() for match in _DEFINITION.finditer(text)]
        reads = LevelReads()
        line, counted = 1, 0  # the line of the place up to which line ends were counted
        for start, end in pairwise([*starts, len(text)]):
            line, counted = line + text.count("\n", counted, start), start
            if _PROBLEM.match(text, start):
                TooLarge.beyond(MOST_CHARACTERS, end - start, "many-characters")
                reads.add(*self._problem(text[start:end].strip(), line))
        return reads.collection()

    def _problem(self, text: str, line: int) -> tuple[Level | None, list[Problem]]:
        try:
            rows = _rows(facts_of(expression(text, line)))
        except FormatError as error:
            if isinstance(error, TooLarge):
                raise
            return None, [Problem(error.line or line, 0, "error", error.message, repair=plain.LEFT_OUT)]
        return self.read_board([picture.Row(row, line) for row in rows], text, line)

    def losses(self, level: Level) -> Iterator[str]:
        yield from super().losses(level)
        board = level.board
        if len(board.of_kind("pusher")) != 1:
            yield say("pddl-one-player", count=len(board.of_kind("pusher")))
        if len(board.of_kind("box")) > len(board.cells_of("goal")):
            yield say("pddl-goals", boxes=len(board.of_kind("box")), goals=len(board.cells_of("goal")))

    def write_levels(self, collection: Collection, kept: Sequence[str]) -> list[str]:
        """Return a problem for each level, with its number."""
        levels = enumerate(zip(kept, collection.levels, strict=True), start=1)
        return [text or _problem_of(level, number) for number, (text, level) in levels]

    def write_level(self, level: Level, collection: Collection) -> str:
        return _problem_of(level, 1)

    def companions(self) -> dict[str, str]:
        """Return the domain, which programs want in a file of its own."""
        return {"domain.pddl": DOMAIN}


def _rows(facts: Facts) -> list[str]:
    """Return the rows that facts draw.  Raises FormatError where the steps are not those between squares."""
    places = _places(facts)
    by_place = {place: location for location, place in places.items()}
    if len(by_place) < len(places):
        raise FormatError.said("pddl-same-place")
    free = dict.fromkeys([*facts.players, *facts.stones])
    free |= dict.fromkeys(location for (here, _), there in facts.steps.items() for location in (here, there))
    for location in free:
        if location not in facts.clear and location not in (*facts.players, *facts.stones) and location in places:
            raise FormatError.said("pddl-clear", location=location[:40])
    free |= dict.fromkeys([*sorted(facts.clear), *sorted(facts.goals)])
    for location in free:
        if location not in places:
            raise FormatError.said("pddl-no-place", found=location[:40])
        column, row = places[location]
        for direction, (right, down) in DIRECTIONS.items():
            beside = by_place.get((column + right, row + down))
            there = facts.steps.get((location, direction))
            if there != (beside if beside in free else None):
                raise FormatError.said("pddl-steps", location=location[:40], direction=direction)
    width = 1 + max(column for column, _ in places.values())
    height = 1 + max(row for _, row in places.values())
    TooLarge.beyond(MOST_CELLS, width * height, "many-cells-drawn")
    signs = [["#"] * width for _ in range(height)]
    stands = dict.fromkeys(facts.players, "@+") | dict.fromkeys(facts.stones, "$*")
    for location in free:
        column, row = places[location]
        signs[row][column] = stands.get(location, " .")[location in facts.goals]
    rows = ["".join(row) for row in signs]
    if enclosure.opening("".join(rows), width, "@+") >= 0:  # walls without names
        rows = cut("".join(framed("".join(rows), width, "#")), width + 2)
    return rows


def _places(facts: Facts) -> dict[str, tuple[int, int]]:
    """Return column and row from 0 of each location: by its name, or else by the steps from the player on."""
    named = {location: _PLACE.search(location) for location in facts.locations}
    if facts.locations and all(named.values()):
        found = {location: (int(place[1]) - 1, int(place[2]) - 1) for location, place in named.items() if place}
    else:
        first = facts.players[0]
        found = {first: (0, 0)}
        queue = [first]
        for here in queue:  # grows while it is walked
            column, row = found[here]
            for direction, (right, down) in DIRECTIONS.items():
                there = facts.steps.get((here, direction))
                if there is not None and there not in found:
                    found[there] = column + right, row + down
                    queue.append(there)
    # Names count from 1, and walls have names too; steps begin anywhere.
    left = min(column for column, _ in found.values())
    top = min(row for _, row in found.values())
    if all(named.values()):
        left, top = min(left, 0), min(top, 0)
    return {location: (column - left, row - top) for location, (column, row) in found.items()}


def _problem_of(level: Level, number: int) -> str:
    """Return the problem of a level."""
    board = level.board
    step = board.grid.step

    def name(cell: int) -> str:
        row, column = board.rc(cell)
        return f"pos-{column + 1}-{row + 1}"

    free = [terrain != WALL for terrain in board.terrain]
    goals = {*board.cells_of("goal")}
    (player,) = (piece.anchor for piece in board.of_kind("pusher"))
    boxes = [piece.anchor for piece in board.of_kind("box")]
    names = [name(cell) for cell in range(len(free))]
    rows = [[one for _, one in row] for _, row in groupby(enumerate(names), lambda named: board.rc(named[0])[0])]
    stones = [f"stone-{index}" for index in range(1, len(boxes) + 1)]
    lines = [
        f"(define (problem level-{number})",
        "  (:domain sokoban-sequential)",
        "  (:objects dir-up dir-down dir-left dir-right - direction",
        "            player-1 - player",
        f"            {' '.join(stones)} - stone",
        *(f"            {' '.join(row)}" for row in rows),
        "            - location)",
        "  (:init",
    ]
    for cell in filter(free.__getitem__, range(len(free))):
        lines.append(f"    ({'IS-GOAL' if cell in goals else 'IS-NONGOAL'} {names[cell]})")
        for direction, named in enumerate(("dir-left", "dir-up", "dir-right", "dir-down")):
            there = step[direction][cell]
            if there < len(free) and free[there]:
                lines.append(f"    (MOVE-DIR {names[cell]} {names[there]} {named})")
    lines.append(f"    (at player-1 {names[player]})")
    for stone, cell in zip(stones, boxes, strict=True):
        lines.append(f"    (at {stone} {names[cell]})")
        lines += [f"    (at-goal {stone})"] * (cell in goals)
    taken = {player, *boxes}
    lines += [f"    (clear {names[cell]})" for cell in range(len(free)) if free[cell] and cell not in taken]
    lines += ["    (= (total-cost) 0))", "  (:goal (and " + " ".join(f"(at-goal {stone})" for stone in stones) + "))"]
    return "\n".join([*lines, "  (:metric minimize (total-cost)))"])


FORMAT = Pddl()
