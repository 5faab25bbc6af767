"""No sentence without its check: what games say of moves and positions, and what is said of lines, levels and turns."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.analysis.claims.room import TooLarge
from tests.depth import scaled
from tests.play import claimed_on_screens
from tests.play.claimed_elsewhere import ELSEWHERE, NAMED
from tests.play.of_plays import CLAIMS, OUTCOMES, REFUSALS, STARTS, WHYS, Line, Reached, Tried, Turn

from pushbox import games, load, read, solve, verify
from pushbox.bench.rooms import rooms
from pushbox.client import read_json
from pushbox.conformance import random_level
from pushbox.env.text import actions, episodes, scores
from pushbox.errors import PushboxError
from pushbox.games.position import Position, game_for
from pushbox.sentence import Sentence, say
from pushbox.solver import Limit, Solved, Unsolvable

ROOT = Path(__file__).parents[2]
EACH = Limit(seconds=None, nodes=5_000)

OF_LEVELS = re.compile(
    r"\b(levels?|positions?|solutions?|solv\w+|box(es)?|goals?|players?|pushers?|push\w*|moves?|stones?|plays?|played|"
    r"lost|dead|won|win\w*|steps?|cells?|boards?|pieces?|flowers?|circle|square|wires?|walk\w*|draw|blocked|wall|bomb)\b",
    re.IGNORECASE,
)
OF_INPUT = re.compile(r"\bfound\b|expected|^--|\bplease\b|too many|at most|try again", re.IGNORECASE)


def english(file: str) -> dict[str, str]:
    """Return the texts of a file in English by their codes."""
    return {code: text for code, text in read_json(f"i18n/en/{file}.json").items() if not code.endswith(".one")}


def speaking(texts: dict[str, str]) -> set[str]:
    """Return the codes of texts that speak of levels, positions, plays and solutions."""
    return {code for code, text in texts.items() if OF_LEVELS.search(text) and not OF_INPUT.search(text)}


ENGLISH = english("messages")


class Told(NamedTuple):
    """A sentence, and what it is said of."""

    subject: Any
    sentence: Sentence


# ---------------------------------------------------------------------------------------------------------- every code


def test_every_code_that_speaks_of_levels_has_a_claim_or_is_named() -> None:
    """Of levels, positions, plays and solutions; what is found in a text that is read is a refusal of it."""
    named = {code for codes in NAMED.values() for code in codes}
    known = [CLAIMS.keys() | WHYS.keys(), {*ELSEWHERE}, named]
    assert sorted(speaking(ENGLISH) - set().union(*known)) == [], "without a claim"
    assert sorted(set().union(*known) - ENGLISH.keys()) == [], "claims that nobody says"
    assert sorted(code for code in ENGLISH if sum(code in some for some in known) > 1) == [], "twice"
    assert sum(map(len, NAMED.values())) == len(named), "named twice"


@pytest.mark.parametrize("file", [*claimed_on_screens.NAMED])
def test_every_code_of_a_screen_that_speaks_of_levels_has_a_test_or_is_named(file: str) -> None:
    """Of the terminal game and of commands, of classes and of studies; each once."""
    texts = english(file)
    known = [code for codes in claimed_on_screens.ELSEWHERE[file].values() for code in codes.split()]
    known += [code for codes in claimed_on_screens.NAMED[file].values() for code in codes.split()]
    assert sorted(speaking(texts) - {*known}) == [], "without a claim"
    assert sorted({*known} - speaking(texts)) == [], "claims of what nobody says of levels"
    assert len(known) == len({*known}), "twice"


def test_what_is_claimed_elsewhere_is_tested_there() -> None:
    """The test that is named has the text, or the code."""
    named = [(ENGLISH[code], code, path) for code, path in ELSEWHERE.items()]
    for file, paths in claimed_on_screens.ELSEWHERE.items():
        texts = english(file)
        named += [(texts[code], code, path) for path, codes in paths.items() for code in codes.split()]
    for said, code, path in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        longest = max(re.split(r"\{[^}]*\}", said), key=len).strip(" (")
        assert code in text or longest in text, (code, path)


# -------------------------------------------------------------------------------------------------------- what is said


def refusals_and_outcomes() -> Iterator[Told]:
    """Yield what all games say of moves that are refused, and of positions, on walks on random boards."""
    for key in games.keys():
        rng = random.Random(f"claims {key}")
        for number in range(scaled(200)):
            level = random_level(games.find(key), rng, largest=3 + number % 4)
            if number % 5 == 4:
                level = replace(
                    level, options=(*((name, value) for name, value in level.options if name != "steps"), ("steps", 2))
                )
            try:
                start = position = load(level)
            except PushboxError:
                continue
            for moves in range(8):
                told = position.outcome.reason
                if isinstance(told, Sentence) and told.code in OUTCOMES:
                    yield Told(Reached(start, position, moves), told)
                for move in tries(position):
                    if position.rules.apply(position.state, move) is None:
                        why = position.rules.explain_illegal(position.state, move)
                        assert isinstance(why, Sentence)
                        if why.code in REFUSALS:
                            yield Told(Tried(position, move), why)
                if not (legal := position.legal_moves):
                    break
                position = position.apply(rng.choice(legal))


def tries(position: Position) -> list[Any]:
    """Return moves to try: those that are listed, and in Hanano, which lists no illegal ones, all pairs of cells."""
    if position.game.info.key == "hanano":
        board = position.board
        return [cell for cell in range(len(board.terrain)) if board.rc(cell)[1] + 1 < board.width]
    return [*position.rules.pseudo_legal_moves(position.state)][:12]


def lines() -> Iterator[Told]:
    """Yield what is said of solutions, of what comes before and after them, and of random lines."""
    rng = random.Random(4)
    for level in rooms(scaled(250), seed=33, largest=4, boxes=2):
        verdict, position = solve(level, objective="pushes", limit=EACH), load(level)
        solution = verdict.text if isinstance(verdict, Solved) else ""
        wanted = [
            solution,
            solution[:-1],
            *(f"{solution}{letter}" for letter in "lurd"),
            "".join(rng.choices("lurd", k=9)),
        ]
        for text in dict.fromkeys(verify(level, one).text for one in wanted if one):  # as far as it can be played
            for message in (verify(level, text).message, scores.score_moves(position, text, limit=EACH).message):
                if isinstance(message, Sentence) and message.code in CLAIMS:
                    yield Told(Line(level, text), message)
        if solution:
            unknown = scores.score_moves(position, solution, limit=Limit(seconds=None, nodes=1))
            assert isinstance(unknown.message, Sentence)
            yield Told(Line(level, solution), unknown.message)


def verdicts() -> Iterator[Told]:
    """Yield proofs that a level has no solution, and bounds of searches that end too soon."""
    for level in rooms(scaled(400), seed=35, largest=5, boxes=3):
        for nodes in (5_000, 3):
            verdict = solve(level, objective="pushes", limit=Limit(seconds=None, nodes=nodes))
            if isinstance(verdict, Unsolvable):
                assert isinstance(verdict.proof, Sentence)
                yield Told(level, verdict.proof)
            elif getattr(verdict, "bound", None):
                yield Told(level, say("at-least-pushes", count=verdict.bound))


def turns() -> Iterator[Told]:
    """Yield what is said of turns of a language model, and how the play stands after them."""
    rng = random.Random(9)
    for level in rooms(scaled(150), seed=37, largest=4, boxes=2):
        start = position = load(level)
        if start.outcome.solved:
            continue
        episode, line = episodes.begin(level, limit=EACH), ""
        verdict = solve(level, objective="pushes", limit=EACH)
        solution = [f"moves: {verdict.text}"] if isinstance(verdict, Solved) else []
        answers = [
            "undo",
            *(f"moves: {''.join(rng.choices('lurd', k=5))}" for _ in range(3)),
            "undo",
            "I do not know",
            "undo 9",
            *solution,
        ]
        for answer in answers:
            if episode.ended:
                break
            played = actions.play(start, position, line, answer)
            episode = episodes.step(episode, answer).episode
            turn = Turn(Line(level, line), answer, Line(level, played.line), episode.turns_left)
            yield Told(turn, played.sentence)
            standing = episodes._standing(episode)  # the last paragraph of what is shown
            assert isinstance(standing, Sentence)
            yield Told(turn, standing)
            position, line = played.position, played.line


def starts() -> Iterator[Told]:
    """Yield what is said of a level before its first move."""
    more = [*read("#####\n#@$.#\n#####\n\n#####\n#@*.#\n#####\n\n#####\n#@* #\n#####\n\n######\n#@$$.#\n######")]
    for level in [*more, *rooms(scaled(400), seed=39, largest=4, boxes=2)]:
        for problem in game_for(level).rules.problems(level):
            found: Any = problem.found
            found = found.params["where"] if found.code == "located" else found
            if found.code in STARTS:
                yield Told(level, found)


@cache
def all_told() -> list[Told]:
    """Return what is said of some of each."""
    return [*refusals_and_outcomes(), *lines(), *verdicts(), *turns(), *starts()]


def is_true(told: Told) -> bool:
    """Whether a claim holds; what is said of a room with more positions than are looked at does."""
    try:
        return CLAIMS[told.sentence.code](told.subject, told.sentence.params)
    except TooLarge:
        return True


def test_what_is_said_of_moves_positions_lines_and_levels_is_true() -> None:
    """In all games, of random boards."""
    false = [(told.sentence.code, str(told.sentence), told.subject) for told in all_told() if not is_true(told)]
    assert false == []


# What comes up on few of the boards that are tried; more come up where more are.
SELDOM = {
    "both-empty", "cannot-join", "fewer-boxes", "lost-at-start", "solved-at-start", "wrong-numbers",
    "unsolvable.all-visited", "unsolvable.begins-lost", "unsolvable.corral", "unsolvable.deadlock",
    "unsolvable.fewer-goals", "unsolvable.no-assignment", "unsolvable.unreachable-box",
}  # fmt: skip


def spoiled(told: Told) -> Iterator[tuple[str, Told]]:
    """Yield a sentence with another parameter: a count that is one more, another direction, another reason."""
    sentence = told.sentence
    for name, value in sentence.params.items():
        others: list[Any] = []
        if isinstance(value, int):
            others = [value + 1, value + 10**6]
        elif isinstance(value, Sentence) and "count" in value.params:
            others = [Sentence(value.code, "{count}", {**value.params, "count": value.params["count"] + 1})]
        elif name == "direction":
            others = [say_word(f"direction.{other}") for other in ("left", "up", "right", "down")]
        elif name == "why":
            others = [
                Sentence(code, "", {"colour": say_word("colour.none"), "terrain": say_word("terrain.none")})
                for code in WHYS
            ]
        elif name == "colour":
            others = [say_word("colour.none")]
        elif name == "cell":
            others = ["Z99"]
        elif name == "rest":
            others = [say("comma", first="7 grey boxes", rest=value)]
        for other in others:
            if str(other) != str(value) or (isinstance(value, Sentence) and other.code != value.code):
                yield name, Told(told.subject, Sentence(sentence.code, "", {**sentence.params, name: other}))


def say_word(code: str) -> Sentence:
    """Return a word by its code."""
    return Sentence(code, code, {})


def is_refused(told: Told) -> bool:
    """Whether a claim does not hold, or makes no sense there."""
    try:
        return not CLAIMS[told.sentence.code](told.subject, told.sentence.params)
    except (AssertionError, AttributeError, KeyError, IndexError, TypeError, ValueError, TooLarge):
        return True


def test_each_claim_refuses_another_parameter_and_another_subject() -> None:
    """Each parameter of each code is refused in one sentence at least, and each code of another move, board or line."""
    kept, refused = set[tuple[str, str]](), set[tuple[str, str]]()
    subjects: dict[type, list[Any]] = {}
    for told in all_told():
        subjects.setdefault(type(told.subject), []).append(told.subject)
    for told in all_told():
        code = told.sentence.code
        for name, other in spoiled(told):
            if (code, name) not in refused:
                (refused if is_refused(other) else kept).add((code, name))
        if (code, "") not in refused:
            others = subjects[type(told.subject)][:: max(1, len(subjects[type(told.subject)]) // 60)]
            found = any(is_refused(Told(other, told.sentence)) for other in others)
            (refused if found else kept).add((code, ""))
    assert kept - refused == set()
    assert sorted(CLAIMS.keys() - {code for code, _ in refused} - SELDOM) == []
