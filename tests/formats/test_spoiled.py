"""The law of reading: the levels as they are drawn, or a problem whose line is the one that was spoiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import groupby
from random import Random

import pytest
from tests.depth import scaled
from tests.formats.plain_boards import ROW, is_whole, normal, rows_of
from tests.formats.spoiling import SPOILS, Spoil, text_around

from pushbox import formats
from pushbox.errors import FormatError
from pushbox.level import Problem


def drawn_after(lines: list[str]) -> list[str]:
    """Return the longest run of rows among lines where it is a level by itself: then that is what is drawn now."""
    runs = (list(run) for is_row, run in groupby(lines, lambda line: bool(ROW.fullmatch(line))) if is_row)
    longest = max(runs, key=len, default=[])
    return normal(longest) if len(longest) > 2 and is_whole(longest) else []


def judged(spoil: Spoil, boards: list[list[str]], rng: Random) -> str:
    """Spoil the second of three boards; return what was read, or fail with the text where that breaks the law."""
    lines, places = spoil(boards[1], rng)
    text, first = text_around(boards, lines, rng)
    spoiled = {first + place for place in places}
    problems: tuple[Problem | FormatError, ...]
    try:
        collection = formats.read(text)
        found, problems = [rows_of(level.board) for level in collection], collection.problems
    except FormatError as error:
        found, problems = [], (error,)
    before, there, behind = map(normal, boards)
    if found == [before, there, behind]:
        return "recovered"
    if (now := drawn_after(lines)) and found == [before, now, behind]:
        return "another level now"
    named = any(problem.line in spoiled for problem in problems)
    assert named, f"lines {sorted(spoiled)} of a text are spoiled, problems {[*map(str, problems)]}:\n{text}"
    assert all(rows in (before, there, behind) for rows in found), f"another board, {found}, was read from:\n{text}"
    return "refused"


def shares(spoil: Spoil, boards: list[list[str]], count: int) -> Counter[str]:
    """Return how often a way to spoil a board led to what."""
    rng = Random(spoil.__name__)
    return Counter(judged(spoil, [rng.choice(boards) for _ in range(3)], rng) for _ in range(count))


@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
def test_a_spoiled_board_is_the_level_as_drawn_or_a_problem_of_its_line(
    own_boards: list[list[str]], spoil: Spoil
) -> None:
    """Whatever happens to a board on its way, no other board is read in its place without a word."""
    shares(spoil, own_boards, scaled(500))


@pytest.mark.deep
@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
def test_boards_of_the_field(
    real_boards: list[list[str]], spoil: Spoil, record_property: Callable[[str, object], None]
) -> None:
    """Of 850 boards for each way to spoil one; what all lines have before them, and markup, is taken away again."""
    counted = shares(spoil, real_boards, scaled(850))
    record_property("spoiled", dict(counted))
    print(spoil.__name__, dict(counted))
    if spoil.__name__ in {"marks", "numbers", "markup"}:
        assert counted["recovered"] > 0.99 * counted.total()


LETTERS = {
    "utf-8-sig": "Märchen, сказка", "utf-16": "Märchen, сказка, 故事", "utf-16-le": "Märchen", "utf-16-be": "Märchen",
    "cp1252": "Märchen – “viel” Glück, señor", "gb18030": "推箱子的第一关很容易", "big5": "倉庫番的第一關很容易",
    "shift_jis": "倉庫番のはじめての面です", "koi8-r": "Первый уровень совсем простой",
}  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("encoding", LETTERS)
def test_boards_of_the_field_in_other_encodings(real_boards: list[list[str]], encoding: str) -> None:
    """Boards come out as they are, whatever the encoding of the words around them is found to be."""
    rng = Random(encoding)
    for _ in range(scaled(190)):
        boards = [rng.choice(real_boards) for _ in range(3)]
        text, _ = text_around(boards, boards[1], rng)
        data = f"; {LETTERS[encoding]}\n\n{text}".encode(encoding)
        assert [rows_of(level.board) for level in formats.read(data)] == [*map(normal, boards)]


@pytest.mark.deep
def test_files_of_the_field_that_are_joined(real_boards: list[list[str]]) -> None:
    """Levels of both come out, or a problem names the seam; where they touch, both levels or neither."""
    rng = Random("joined")
    counts: Counter[str] = Counter()
    for _ in range(scaled(850)):
        boards = [rng.choice(real_boards) for _ in range(6)]
        first, second = (text_around(three, three[1], rng)[0] for three in (boards[:3], boards[3:]))
        if rng.random() < 0.5:
            first = first.rstrip("\n") + "\n"
        seam = first.count("\n")
        text = first + rng.choice(("", "\n", "\f", "\f\n", "\ufeff", "\n\ufeff", "\r\n")) + second
        collection = formats.read(text)
        found, wanted = [rows_of(level.board) for level in collection], [*map(normal, boards)]
        if found == wanted:
            counts["recovered"] += 1
            continue
        near = len(boards[2]) + 2, len(boards[3]) + 2
        said = [str(one) for one in collection.problems if seam - near[0] <= one.line <= seam + near[1]]
        assert said, text
        touch = any("touch" in problem for problem in said)
        assert touch or all(rows in wanted for rows in found), (found, text)
        counts["one, with a warning" if touch else "refused"] += 1
    print(dict(counts))
