"""What a game says of boards and moves is said in every language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest
from tests.depth import scaled

import pushbox
from pushbox import games, verify
from pushbox.conformance import random_level
from pushbox.errors import IllegalMove, NotationError, PushboxError
from pushbox.games.position import game_for
from pushbox.sentence import say

from .texts import unsaid


def of_a_game(key: str, rounds: int) -> Iterator[str]:
    """Yield what a game says of random boards and walks: problems, illegal moves, outcomes, texts that are no moves."""
    game, rng = games.find(key), random.Random(f"sentences {key}")
    for number in range(rounds):
        level = random_level(game, rng, largest=3 + number % 5)
        for problem in game_for(level).rules.problems(level):
            yield from (text for text in (problem.found, problem.expected, str(problem)) if text)
        try:
            position = pushbox.load(level)
        except PushboxError as error:
            yield str(error)
            continue
        for _ in range(6):
            moves = [*position.rules.pseudo_legal_moves(position.state)]
            rng.shuffle(moves)
            for move in moves[:12]:
                if position.rules.apply(position.state, move) is None:
                    yield position.rules.explain_illegal(position.state, move)
            if position.outcome.reason:
                yield position.outcome.reason
            if not (legal := position.legal_moves):
                break
            position = position.apply(rng.choice(legal))
        for text in (
            "q7",
            "3(",
            "0u",
            "1,1",
            "99,99>",
            "{9l}u",
            "[9l]",
            "*",
            "uu*dd*",
            "dlur" * 3,
            "".join(rng.choices("lurdLURD-5,2>!", k=9)),
        ):
            with suppress(NotationError, IllegalMove):
                position.parse(text)
                yield verify(level, text).message or say("none")
                continue
            try:
                position.parse(text)
            except PushboxError as error:
                yield str(error)


@pytest.mark.parametrize("key", games.keys())
def test_what_a_game_says_is_said_in_every_language(key: str) -> None:
    """Of boards, of moves, and of how a position stands."""
    said = [*of_a_game(key, scaled(200))]
    assert len(said) > 100
    assert sorted({text for sentence in said for text in unsaid(sentence)}) == []
