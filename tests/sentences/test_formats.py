"""What a format says of files is said in every language."""

from __future__ import annotations

import random
import runpy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.depth import scaled

from pushbox import formats, games
from pushbox.conformance import random_level
from pushbox.errors import PushboxError
from pushbox.formats import lossy
from pushbox.level import Collection, SavedMoves

from .texts import unsaid

TITLES = ("", "A title", " blank ", "two\nlines", "bell\a", "half \ud800", "title: more")


MOVES = ("", "rrU", "1-2u1", "RR dd\n", "3(", "0,1")


def collections(rng: random.Random, count: int) -> Iterator[Collection]:
    """Yield collections of random levels of any game, with odd words."""
    for number in range(count):
        game = games.find(rng.choice(games.keys()))
        board = random_level(game, rng, largest=3 + number % 4)
        moves = SavedMoves(rng.choice(TITLES), rng.choice(MOVES), rng.choice(TITLES))
        words = [rng.choice(TITLES) for _ in range(3)]
        headers = ((rng.choice(["", "Key", "Size X", "a--b", "é"]), rng.choice(TITLES)),)
        odd = replace(board, title=words[0], author=words[1], notes=words[2], saved_moves=(moves,), headers=headers)
        levels = (board, odd, replace(board, title="Plain")) if number % 3 else (rng.choice([board, odd]),)
        yield Collection(levels, title=rng.choice(TITLES), notes=rng.choice(TITLES), headers=headers)


def spoiled(text: str, rng: random.Random) -> Iterator[str]:
    """Yield a file with some of its characters gone, doubled or exchanged, cut off, or with lines in other places."""
    for _ in range(4):
        signs = list(text)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(signs) + 1)
            signs[at : at + rng.randint(0, 3)] = rng.choices(SIGNS, k=rng.randint(0, 3))
        yield "".join(signs)
    lines = text.split("\n")
    rng.shuffle(lines)
    yield "\n".join(lines)
    yield text[: rng.randrange(len(text) + 1)]


SIGNS = [
    *"#@$.*+ -_|xXbBpPQqW0129()[]{}<>&;:,'\"\\=/\t\n\x01é",
    "Title:",
    "boxorder 1 99 x\n",
    "Options: a, b",
    "null",
    "<!--",
]


def read(text: str | bytes, key: str | None) -> Iterator[str]:
    """Yield what is said of a file."""
    try:
        collection = formats.read(text, format=key)
    except PushboxError as error:
        yield str(error)
        return
    for problem in collection.problems:
        yield from (part for part in (problem.found, problem.expected, problem.repair, str(problem)) if part)


def of_a_format(key: str, count: int) -> Iterator[str]:
    """Yield what a format says of spoiled files, and of collections that it cannot hold."""
    rng = random.Random(f"sentences {key}")
    for collection in collections(rng, count):
        yield from formats.losses(collection, key)
        try:
            reduced = lossy.reduce(collection, key)
        except PushboxError as error:
            yield str(error)
            continue
        yield from lossy.grouped(reduced.lost)
        for text in spoiled(reduced.text, rng):
            yield from read(text, key)
            if key == "json":
                yield from read(text, None)
    for kind in rng.sample([*HOSTILE.values()], scaled(200)):
        yield from read(b"".join(kind.parts(1e-6)), key)


HOSTILE = runpy.run_path(str(Path(__file__).parents[2] / "fuzz/hostile_files.py"))["KINDS"]


@pytest.mark.parametrize("key", formats.keys())
def test_what_a_format_says_is_said_in_every_language(key: str) -> None:
    """Of faults and of losses."""
    said = [*of_a_format(key, scaled(90))]
    assert len(said) > 100
    assert sorted({text for sentence in said for text in unsaid(sentence)}) == []
