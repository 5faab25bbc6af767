"""The law of reading for every other format: the levels as written, or a problem of the line that was spoiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from tests.depth import scaled
from tests.formats.plain_boards import is_whole, normal, rows_of
from tests.formats.spoiling import MARKS, WORDS

from pushbox import formats
from pushbox.errors import FormatError
from pushbox.level import Collection, Level, Problem

Spoil = Callable[[str, str, Random], list[str]]  # of a line and the one below, the lines in their place


def words(_line: str, below: str, rng: Random) -> list[str]:
    """Put a text in the place of a line."""
    return [rng.choice(WORDS), below]


def sign(line: str, below: str, rng: Random) -> list[str]:
    """Put a sign that no format has in the place of one."""
    at = rng.choice([place for place, sign in enumerate(line) if not sign.isspace()])
    return [line[:at] + rng.choice("?%") + line[at + 1 :], below]


def joined(line: str, below: str, rng: Random) -> list[str]:
    """Join a line with the one below."""
    return [line + rng.choice(("", " ", "   ")) + below]


def prefixed(line: str, below: str, rng: Random) -> list[str]:
    """Write a mark before a line."""
    return [rng.choice(MARKS) + line, below]


def numbered(line: str, below: str, rng: Random) -> list[str]:
    """Write a number before a line."""
    return [f"{rng.randrange(1, 20)}{rng.choice((' ', ': ', '. '))}{line}", below]


def blank(_line: str, below: str, _rng: Random) -> list[str]:
    """Lose the text of a line."""
    return ["", below]


def lengthened(line: str, below: str, rng: Random) -> list[str]:
    """Write something behind a line."""
    return [line + rng.choice(("|", " <-", " exit", ",", "  #")), below]


SPOILS: tuple[Spoil, ...] = (words, sign, joined, prefixed, numbered, blank, lengthened)
# Formats with a level a line: one that is replaced, or lost, leaves no trace.
REPLACED: dict[Spoil, set[str]] = {
    words: {"elm", "rle", "sokoplayer"}, blank: {"elm", "rle", "sokoplayer", "json", "letslogic"}
}  # fmt: skip
CASES = [
    (key, spoil)
    for key in formats.keys()
    for spoil in SPOILS
    if key not in {"xsb", "pddl"} and key not in REPLACED.get(spoil, ())
]
NAMES = [f"{key}-{spoil.__name__}" for key, spoil in CASES]
DOCUMENTS = {"json", "letslogic", "slc", "ssx"}  # without their beginning they are nothing
NAMELESS = {"json", "letslogic"}  # a fault of a field has its path in place of a line
BESIDE = 3  # lines from one that is lost to where a board is open, or touches another


def read(key: str, text: str) -> tuple[list[Level], list[Problem | FormatError]]:
    """Return the levels of a text that was written in a format, which is named where it is not detected."""
    try:
        collection = formats.read(text, format=None if formats.find(key).info.detected else key)
    except FormatError as error:
        return [], [error]
    return [*collection], [*collection.problems]


def is_drawn_now(rows: list[str], wanted: list[list[str]]) -> bool:
    """Return whether rows are a level that one of some others has become: without rows, or with more behind one."""
    return is_whole(rows) and any(
        rows == normal(now)
        for old in wanted
        for at, row in enumerate(old)
        for now in (
            *([*old[:at], *instead, *old[at + 1 :]] for instead in ([], [""], [f"{row}  #"])),
            *(part for part in (old[:at], old[at + 1 :]) if len(part) > 2),
        )
    )


def judged(key: str, text: str, written: list[Level], spoil: Spoil, rng: Random) -> str:
    """Spoil a line of a text of levels; return what was read, or fail where that breaks the law."""
    lines = text.split("\n")
    at = rng.choice([index for index, line in enumerate(lines) if line.strip()])
    below = "\n".join(lines[at + 1 : at + 2])
    spoiled = "\n".join([*lines[:at], *spoil(lines[at], below, rng), *lines[at + 2 :]])
    found, problems = read(key, spoiled)
    wanted = [rows_of(level.board) for level in written]
    boards = [rows_of(level.board) for level in found if not formats.losses(Level(level.board), "xsb")]
    are_known = all(rows in wanted for rows in boards)
    if boards == wanted:
        return "as written"
    if key == "json" and are_known and len(found) == len(wanted):
        return "of another kind"  # with a piece that no game here has
    if not found and (key in DOCUMENTS or any(problem.line > at for problem in problems)):
        return "refused"  # a document ends where its parser notices the fault
    if all(rows in wanted or is_drawn_now(rows, wanted) for rows in boards) and not are_known:
        return "another level now"
    near = BESIDE if spoil is blank or (spoil is joined and not below.strip()) else 0
    named = [problem for problem in problems if abs(problem.line - at - 1) <= near]
    if key in NAMELESS:
        named += [problem for problem in problems if not problem.line]
    assert named, f"line {at + 1} is spoiled, problems {[*map(str, problems)]}, boards {boards}:\n{spoiled}"
    return "left out" if are_known else "warned"


def levels_of(boards: list[list[str]]) -> list[Level]:
    """Return the levels of boards, without texts."""
    return [formats.read("\n".join(rows))[0].without_source() for rows in boards]


def shares(key: str, spoil: Spoil, boards: list[list[str]], count: int) -> Counter[str]:
    """Return how often a way to spoil a line of a file in a format led to what."""
    rng = Random(f"{key} {spoil.__name__}")
    counts: Counter[str] = Counter()
    for _ in range(count):
        written = levels_of([rng.choice(boards) for _ in range(3)])
        if formats.losses(Collection(written), key):
            counts["cannot be held"] += 1
        else:
            counts[judged(key, formats.write(Collection(written), key), written, spoil, rng)] += 1
    return counts


@pytest.mark.parametrize(("key", "spoil"), CASES, ids=NAMES)
def test_a_spoiled_line_is_named(own_boards: list[list[str]], key: str, spoil: Spoil) -> None:
    """Whatever happens to a line, no other board is read without a word."""
    shares(key, spoil, own_boards, scaled(40))


@pytest.mark.deep
@pytest.mark.parametrize(("key", "spoil"), CASES, ids=NAMES)
def test_files_of_the_field(real_boards: list[list[str]], key: str, spoil: Spoil) -> None:
    """Of 180 for each format and way to spoil one, which are 20,000 in all."""
    print(key, spoil.__name__, dict(shares(key, spoil, real_boards, scaled(90))))
