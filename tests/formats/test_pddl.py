"""Problems of PDDL: a simulation of the domain, which knows nothing of Sokoban, plays the solutions of pushbox."""

from __future__ import annotations

import re
from collections import deque
from typing import Any, NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings
from tests.depth import scaled
from tests.formats.pictures import boards

import pushbox
from pushbox import formats, move_notations
from pushbox.errors import FormatError
from pushbox.formats.pddl import DOMAIN
from pushbox.level import Collection, Level
from pushbox.play.verify import ReplayStatus, verify

Expression: TypeAlias = Any  # a word, or a list of expressions
Fact = tuple[str, ...]

HALL = "#######\n#@ $ .#\n#  $* #\n#  .  #\n#######"


def parsed(text: str) -> list[Expression]:
    """Return the expressions of a text."""
    stack: list[list[Expression]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            ended = stack.pop()
            stack[-1].append(ended)
        else:
            stack[-1].append(word)
    return stack[0]


def part(definition: Expression, name: str) -> list[Expression]:
    """Return what follows a name in the part that begins with it."""
    return next(one[1:] for one in definition if isinstance(one, list) and one[0] == name)


class Action(NamedTuple):
    """An action of a domain: its variables, and facts of these that are needed, added and taken away."""

    variables: list[str]
    needed: list[Fact]
    added: list[Fact]
    removed: list[Fact]
    costs: bool


def actions() -> dict[str, Action]:
    """Return the actions of the domain."""
    (domain,) = parsed(DOMAIN)
    found = {}
    for one in domain:
        if isinstance(one, list) and one[0] == ":action":
            fields = dict(zip(one[2::2], one[3::2], strict=True))
            effects = fields[":effect"][1:]
            found[str(one[1])] = Action(
                [word for word in fields[":parameters"] if str(word).startswith("?")],
                [tuple(fact) for fact in fields[":precondition"][1:]],
                [tuple(fact) for fact in effects if fact[0] not in {"not", "increase"}],
                [tuple(fact[1]) for fact in effects if fact[0] == "not"],
                any(fact[0] == "increase" for fact in effects),
            )
    return found


class Plan:
    """A problem and the facts that hold in it."""

    def __init__(self, text: str) -> None:
        (self.problem,) = parsed(text)
        self.facts = {tuple(fact) for fact in part(self.problem, ":init") if fact[0] != "="}
        self.cost = 0

    def holds(self) -> bool:
        """Return whether the goal is reached."""
        (goal,) = part(self.problem, ":goal")
        return {tuple(fact) for fact in goal[1:]} <= self.facts

    def take(self, step: str) -> None:
        """Take a step of a plan; fail where its action may not be."""
        name, *objects = step.strip("()").split()
        action = actions()[name]
        of = dict(zip(action.variables, objects, strict=True))

        def named(facts: list[Fact]) -> set[Fact]:
            return {tuple(of.get(word, word) for word in fact) for fact in facts}

        assert named(action.needed) <= self.facts, step
        self.facts = (self.facts - named(action.removed)) | named(action.added)
        self.cost += action.costs

    def step(self, direction: str) -> str:
        """Return the one step in a direction that can be taken."""
        towards = {fact[1]: fact[2] for fact in self.facts if fact[0] == "move-dir" and fact[3] == f"dir-{direction}"}
        stands = {fact[2]: fact[1] for fact in self.facts if fact[0] == "at"}
        here = next(place for place, thing in stands.items() if thing.startswith("player"))
        there = towards[here]
        if there not in stands:
            return f"(move player-1 {here} {there} dir-{direction})"
        beyond = towards[there]
        kind = "goal" if ("is-goal", beyond) in self.facts else "nongoal"
        return f"(push-to-{kind} player-1 {stands[there]} {here} {there} {beyond} dir-{direction})"


WORDS = {"l": "left", "u": "up", "r": "right", "d": "down"}


@pytest.mark.parametrize("text", [HALL, "#####\n#@$.#\n#####", "########\n# .  . #\n#@$ #$ #\n#   #  #\n########"])
def test_a_solution_is_a_plan_and_a_plan_a_solution(text: str) -> None:
    """The goal is reached after the last step, not before; a push costs 1; the plan replays."""
    level = formats.read(text).levels[0]
    verdict = pushbox.solve(level, objective="pushes")
    assert isinstance(verdict, pushbox.Solved)
    plan = Plan(formats.write(Level(level.board), "pddl"))
    steps = []
    for letter in verdict.text:
        assert not plan.holds()
        steps.append(plan.step(WORDS[letter.lower()]))
        plan.take(steps[-1])
    assert plan.holds()
    assert plan.cost == verdict.metrics.pushes
    text = "\n".join([*steps, f"; cost = {plan.cost} (general cost)"])
    assert move_notations.read_moves(text) == verdict.text
    assert verify(level, text).status is ReplayStatus.SOLVED


def test_a_wall_stops_the_player_and_boxes() -> None:
    """No step leads into one, and no push."""
    plan = Plan(formats.write(Level(formats.read("####\n#@.#\n#$ #\n####").levels[0].board), "pddl"))
    with pytest.raises(KeyError):
        plan.step("up")
    with pytest.raises(KeyError):
        plan.step("down")
    with pytest.raises(AssertionError):
        plan.take("(move player-1 pos-2-2 pos-2-3 dir-down)")


@given(boards())
@settings(max_examples=scaled(200))
def test_a_problem_reads_as_the_board_it_was_written_from(board: pushbox.Board) -> None:
    """Where there is one player and a goal for each box; all else is named."""
    level = Level(board, "multiban" if len(board.of_kind("pusher")) > 1 else "sokoban")
    losses = formats.losses(level, "pddl")
    fits = len(board.of_kind("pusher")) == 1 and len(board.of_kind("box")) <= len(board.cells_of("goal"))
    assert bool(losses) != fits
    if fits:
        assert formats.read(formats.write(level, "pddl")).levels == (level,)


def test_a_file_of_several_problems() -> None:
    """Each is a level, with the domain among them or not."""
    level = Level(formats.read(HALL).levels[0].board)
    text = formats.write(Collection([level, level]), "pddl")
    for document in (text, DOMAIN + text):
        found = formats.read(document)
        assert (found.format, found.levels) == ("pddl", (level, level))


# A corridor in the words of others: locations without numbers, walls without a name.
CORRIDOR = """
(define (problem p012)
  (:domain Sokoban-Sequential)
  (:objects dir-left dir-right - direction  man - player  crate - stone  a b c - location)
  (:init (at man a) (at crate b) (clear c) (IS-GOAL c) (IS-NONGOAL a) (IS-NONGOAL b) (at-goal nothing)
    (MOVE-DIR a b dir-right) (MOVE-DIR b c dir-right) (MOVE-DIR c b dir-left) (MOVE-DIR b a dir-left))
  (:goal (and (at-goal crate))) (:metric minimize (total-cost)))
"""


def test_locations_lie_where_steps_lead() -> None:
    """Where their names do not say it; walls without a name are put around, without a warning."""
    found = formats.read(CORRIDOR)
    assert found.levels[0].board == formats.read("#####\n#@$.#\n#####").levels[0].board
    assert not found.problems
    numbered = re.sub(r"\b([abc])\b", lambda match: f"pos-{'abc'.index(match[1]) + 2}-2", CORRIDOR)
    assert len(formats.read(numbered).levels[0].board.of_kind("box")) == 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("(MOVE-DIR b a dir-left)", "", "found steps from 'b' by dir-left that are not those of squares"),
        ("(MOVE-DIR a b dir-right)", "(MOVE-DIR a c dir-right)", "found two locations of the same place"),
        ("b c dir-right", "b c dir-aslant", "found the direction 'dir-aslant', expected one of dir-left"),
        ("Sokoban-Sequential", "blocksworld", "found the domain 'blocksworld', expected one of Sokoban"),
        ("(at man a)", "", "found 0 players, expected one"),
        ("(clear c)", "(clear c) (clear x) (MOVE-DIR x y dir-left)", "found no place for the location"),
        ("(clear c)", "", "found the location 'c' neither clear nor taken"),
        ("a b c - location", "a b c - place", "expected one of Sokoban, such as sokoban-sequential"),
        ("(at crate b)", "", "found 0 locations of 'crate', expected one"),
        ("(at crate b)", "(at crate b) (at crate c)", "found 2 locations of 'crate', expected one"),
        ("(at crate b)", "(at crate a)", "found 'man' and 'crate' at the location 'a'"),
        (
            "(at-goal crate)))",
            "(at crate c)))",
            "found the goal '(and (at crate c))', expected (at-goal ...) for every",
        ),
        ("(at-goal crate)))", "))", "found the goal '(and)', expected (at-goal ...)"),
        ("(:goal (and (at-goal crate)))", "(:goal a b)", "found the goal 'a b', expected"),
        ("(:goal (and (at-goal crate)))", "", "found the goal '', expected"),
        ("crate - stone", "crate spare - stone", "found 0 locations of 'spare'"),
        ("(at crate b)", "(at crate b) (at cart c)", "found the goal '(and (at-goal crate))'"),
    ],
)
def test_what_is_no_board_is_one_sentence(old: str, new: str, sentence: str) -> None:
    """Steps that are not those of squares, other domains, no player, stones nowhere or that need no goal."""
    (problem,) = formats.read(CORRIDOR.replace(old, new)).problems
    assert sentence in str(problem)
    assert problem.line == 2


def test_a_goal_without_neighbours_is_kept() -> None:
    """A goal, or a clear location, that no step leads to is a cell too."""
    level = Level(formats.read("#######\n#@ $  #\n#######\n#.#.# #\n#######").levels[0].board)
    assert formats.read(formats.write(level, "pddl")).levels == (level,)


@pytest.mark.parametrize("text", [CORRIDOR.rstrip()[:-1], "(define (problem x)" + "(" * 1000])
def test_parentheses_that_do_not_fit(text: str) -> None:
    """Are named, however deep."""
    assert "found parentheses that do not fit" in str(formats.read(text).problems[0])


def test_fewest_pushes_are_the_cheapest_plan() -> None:
    """By a search through the facts that knows the domain alone."""
    level = formats.read(HALL).levels[0]
    start = Plan(formats.write(Level(level.board), "pddl"))
    queue, seen = deque([(0, frozenset(start.facts))]), {frozenset(start.facts)}
    best = None
    while queue and best is None:
        cost, facts = queue.popleft()
        for direction in WORDS.values():
            plan = Plan.__new__(Plan)
            plan.problem, plan.facts, plan.cost = start.problem, set(facts), cost
            try:
                plan.take(plan.step(direction))
            except (KeyError, AssertionError):
                continue
            if plan.holds():
                best = plan.cost
                break
            if (now := frozenset(plan.facts)) not in seen:
                seen.add(now)
                (queue.append if plan.cost > cost else queue.appendleft)((plan.cost, now))
    verdict = pushbox.solve(level, objective="pushes")
    assert isinstance(verdict, pushbox.Solved)
    assert best == verdict.metrics.pushes


def test_the_domain_that_is_none() -> None:
    """A domain alone has no level."""
    with pytest.raises(FormatError, match="found no level, expected"):
        formats.read(DOMAIN, format="pddl")
