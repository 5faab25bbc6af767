"""No sentence without its check: what `explain` and hints say of a position is tested anew, see `test_claims`."""

from __future__ import annotations

import random
import runpy
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
from tests.analysis.claims.of_position import JUDGED, PARTS, Line, claim_of
from tests.analysis.claims.room import TooLarge
from tests.analysis.claims.said import Said, codes, read_back
from tests.analysis.test_deadlocks import KINDS
from tests.depth import scaled

from pushbox import builtin, read
from pushbox.analysis.deadlocks import exhaust, find
from pushbox.analysis.explanation import explain_line, explanation_to_json
from pushbox.analysis.hint_ladder import RUNGS
from pushbox.analysis.hints import hint
from pushbox.analysis.winnable import Verdicts
from pushbox.bench.rooms import rooms
from pushbox.games.position import Position, load
from pushbox.level import Level
from pushbox.play.recorded_session import LinePosition
from pushbox.solver import Limit

FUZZ: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "fuzz" / "deadlocks.py"))
WHOLE = Limit(seconds=None, nodes=20_000)
SHORT = Limit(seconds=None, nodes=3)

SELDOM = {
    "deadlock.bipartite.none", "deadlock.bipartite.none.1",  # a dead square is said first
    "deadlock.bipartite.frozen", "deadlock.bipartite.frozen.none",  # one box, or one goal, is nearly always enough
    "win.silent.boxes", "win.silent.search",  # see the test of silence
}  # fmt: skip
WHOLE_GAME = ("no_push", "exhausted", "lost")  # claims that hold in every game

Statement = tuple[Line, Said]


def test_every_code_has_a_claim_or_is_a_judgement() -> None:
    """A sentence that is new is named here until it has one."""
    known = JUDGED.keys() | PARTS.keys()
    said = codes("deadlock", "held", "win", "hint")
    assert [code for code in said if (claim_of(code) is None) != (code in known)] == []
    assert known <= {*said}


def statements(lines: Iterable[list[Position]], limit: Limit = WHOLE) -> Iterator[Statement]:
    """Yield what is said of lines: whether the last position can be won, since when not, why not, and hints."""
    for positions in lines:
        explanation = explain_line(positions, limit=limit)
        fields = explanation_to_json(explanation)
        line = Line(positions, explanation.explained)
        yield line, read_back(fields["sentence"], "win")
        yield from ((line, read_back(one["sentence"], "deadlock")) for one in fields["deadlocks"] or ())
        if fields["message"]:
            yield line, read_back(fields["message"], "win")
        advice = hint([LinePosition(number, one, 0) for number, one in enumerate(positions)], None, Verdicts(limit))
        for rung in range(1, RUNGS + 1):
            sentence = advice.sentence(rung, line.board)
            yield line, read_back(sentence, "win" if rung == 1 or advice.ladder is None else "hint")


def walks(levels: Iterable[Level], moves: int, seed: int) -> Iterator[list[Position]]:
    """Yield lines of random moves."""
    rng = random.Random(seed)
    for level in levels:
        line = [load(level)]
        while len(line) <= moves and (legal := line[-1].legal_moves):
            line.append(line[-1].apply(rng.choice(legal)))
        yield line


def starts(levels: Iterable[Level]) -> Iterator[list[Position]]:
    """Yield the start of each level as a line of its own."""
    return ([load(level)] for level in levels)


FROZEN = (
    "#####\n##.##\n##.##\n##$##\n# $ #\n## ##\n##@##\n#####",  # by dead squares on both sides
    "######\n#*  @#\n#  $.#\n######",  # at home
    "#####\n#*  #\n# $@#\n#.# #\n#####",  # at home, and in the way
    "######\n#** @#\n#. $ #\n#. $ #\n######",
    "#####\n#.$ #\n#*$ #\n## +#\n#. ##\n#####",
    "##########\n#    .   #\n# ## ## ##\n#@$ $ $..#\n##########",  # three boxes for two goals
    "######\n## * #\n# $$.#\n#  $.#\n# . @#\n######",  # one box too early on a goal
)


def rare() -> Iterator[list[Position]]:
    """Yield positions of each kind of deadlock, and of games in which the whole position is searched."""
    yield from starts(read(board)[0] for board, _ in KINDS.values())
    yield from starts(read(board)[0] for board in FROZEN)
    steps = load(Level(read("######\n#@ $.#\n######")[0].board, options=(("steps", 1),)))
    yield [steps, steps.apply(2)]
    for key in ("crossoban", "sokolor", "blockoban", "hanano", "blockage"):
        small = (level for level in builtin(key) if level.board.grid.outside <= 40)
        yield from walks(islice(small, 2), 1, 1)
    yield from walks(islice(builtin("sokolor"), 4), 12, 1)


@cache
def some_statements() -> list[Statement]:
    """Return what is said of some positions of each kind."""
    crowded = [*rooms(scaled(60), seed=11, largest=5, boxes=3)]
    return [
        *statements(chain(rare(), starts(FUZZ["small_boards"](scaled(300), 3)), walks(crowded, 30, 5))),
        *statements(walks(crowded, 12, 6), SHORT),
        *statements(islice(walks(rooms(70, seed=12, largest=5, boxes=4), 20, 16), 60, None), SHORT),
    ]


def is_true(statement: Statement) -> bool:
    """Whether a claim holds; a judgement does, and so does what is said of more positions than are looked at.

    Where several push boxes, a deadlock is true if the position is lost.
    """
    line, said = statement
    claim = claim_of(said.code)
    if claim is None:
        return said.code in JUDGED
    if line.last is None and said.code in {"hint.region", "hint.box", "hint.target"}:
        return True  # of pieces that fall, slide or vanish, `test_hints` tells
    try:
        if line.room is None and said.code.startswith("deadlock.") and not said.code.endswith(WHOLE_GAME):
            return not line.can_be_won(line.positions.index(line.explained))  # several push the boxes
        return claim(line, said)
    except TooLarge:
        return True


def test_what_is_said_of_a_position_is_true() -> None:
    """Of crowded rooms, of the kinds of deadlocks, of all games."""
    assert [(str(line.board), said) for line, said in some_statements() if not is_true((line, said))] == []


@pytest.mark.deep
def test_what_is_said_of_many_positions_is_true() -> None:
    """Of many more."""
    crowded = [*rooms(scaled(120), seed=12, largest=5, boxes=4)]
    boards = chain(FUZZ["small_boards"](scaled(600), 13), FUZZ["random_boards"](scaled(80), 14))
    many = [*statements(chain(starts(boards), walks(crowded, 40, 15)))]
    many += statements(walks(crowded, 20, 17), SHORT)
    small = (level for name in ("sokolor", "blockoban", "hanano", "blockage") for level in builtin(name))
    many += statements(walks((level for level in small if level.board.grid.outside <= 60), 12, 1))
    assert [(str(line.board), said) for line, said in many if not is_true((line, said))] == []


@pytest.mark.parametrize("code", ["win.silent.boxes", "win.silent.search"])
def test_silence_on_a_lost_position_is_true(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a search for the reason may look at too few positions; it is refused of a position that is won."""
    monkeypatch.setattr(find, "MAX_POSITIONS", 1)
    monkeypatch.setattr(exhaust, "MAX_POSITIONS", 1)
    lines = [[load(read(KINDS["pair"][0])[0])], [load(read(KINDS["set"][0])[0])]]
    if code == "win.silent.search":
        lines = [*walks(islice(builtin("sokolor"), 4), 12, 1)]
    said = [(line, said) for line, said in statements(lines) if said.code.startswith("win.silent.")]
    assert {one.code for _, one in said} == {code}
    assert all(map(is_true, said))
    won = Line([load(read("######\n#@$ .#\n######")[0])])
    assert refuses((won, Said(code, {})))


def spoiled(line: Line, said: Said, name: str) -> Iterator[Said]:
    """Yield a sentence with another parameter: another count, another cell, another chain."""
    words = said.params[name]
    cells = [*map(line.board.cell_name, range(len(line.board.terrain)))]
    if words.replace(",", "").isdigit():
        yield from (said.with_param(name, str(other)) for other in range(said.number(name) + 30) if str(other) != words)
    elif name in {"moves", "reason"}:
        yield said.with_param(name, words + "l")
    elif name == "chain":
        turned = {"left": "right", "right": "left", "above": "below", "below": "above"}
        yield from (said.with_param(name, words.replace(one, other)) for one, other in turned.items() if one in words)
    else:
        first, *others = said.names(name)
        yield from (said.with_param(name, ", ".join([cell, *others])) for cell in cells if cell not in {first, *others})


def refuses(statement: Statement) -> bool:
    """Whether a claim does not hold, or its sentence makes no sense there."""
    try:
        return not is_true(statement)
    except (AssertionError, KeyError, IndexError, ValueError, StopIteration):
        return True


def test_a_claim_on_a_position_refuses_another_parameter() -> None:
    """Each parameter of each code, in one sentence at least; a code without any is refused of another position."""
    spared: set[tuple[str, str]] = set()
    refused: set[tuple[str, str]] = set()
    others = [*{id(line): line for line, _ in some_statements()}.values()][:40]
    for line, said in some_statements():
        if said.code in JUDGED:
            continue
        for name in said.params or [""]:
            if (said.code, name) in refused:
                continue
            changed = [(line, other) for other in spoiled(line, said, name)] if name else []
            changed += [] if name else [(other, said) for other in others]
            (refused if any(map(refuses, changed)) else spared).add((said.code, name))
    assert spared - refused == set()
    unsaid = {*codes("deadlock", "win", "hint")} - {code for code, _ in refused} - PARTS.keys() - JUDGED.keys()
    assert unsaid <= SELDOM
