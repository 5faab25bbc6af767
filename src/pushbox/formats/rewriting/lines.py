"""Boards that stand in the lines of a text, in another form or in the signs of another program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from ...sentence import Sentence, say
from . import row_forms
from .layout import laid_out
from .markup import shown
from .row_forms import FEWEST
from .rows import WALLS, Measure, Rewritten, Tables, blocks, by_table, is_board


def as_lines(raw: list[str], tables: Tables, measure: Measure) -> Rewritten | None:
    """Return a text whose lines are freed of markup, with each of its boards rewritten."""
    lines, numbers = shown(raw)
    is_bare = lines == [line.rstrip() for line in raw]
    lines, numbers, laid = laid_out(lines, numbers)
    how = laid if is_bare else [say("form-markup"), *laid]
    guess = 0
    for start, end in blocks(lines):  # the last first
        block = lines[start:end]
        board = _best(block, tables, measure)
        if board is None and (spans := _joined(block)):
            lines[start:end] = [line for first, last in spans for line in (*block[first:last], "")]
            guess = numbers[start + spans[1][0]]
            numbers[start:end] = [numbers[start + at] for first, last in spans for at in (*range(first, last), first)]
            how.append(say("form-joined"))
        elif board is None and (sides := _beside(block)):
            guess = numbers[start]
            lines[start:end] = [line for side in sides for line in (*side, "")]
            numbers[start:end] = [numbers[at] for _ in sides for at in (*range(start, end), start)]
            how.append(say("form-joined"))
        if board is not None:
            rows, names, is_guess = board
            guess = numbers[start] if is_guess else guess
            more = len(rows) - (end - start)  # a blank line between words and rows
            numbers[start:start] = numbers[start : start + 1] * more
            lines[start:end] = rows
            how += names
    unique = tuple(dict.fromkeys(how))
    return Rewritten("\n".join(lines), numbers, unique, guess) if unique else None


_Board = tuple[list[str], list[Sentence], bool]


def _best(block: list[str], tables: Tables, measure: Measure) -> _Board | None:
    """Return the lines of a block with its board rewritten, the ways, and whether it is a guess; None for no way.

    A line or two above the rows may be words, such as a title, and some below.
    """
    most = len(block) - FEWEST if len(block) <= _MOST_ROWS else 0
    for words in range(min(_MOST_WORDS, most) + 1):
        for below in range(min(_MOST_WORDS_BELOW, most - words) + 1):
            rows_end = len(block) - below
            found = list(_boards(block[words:rows_end], tables, measure))
            best = [board for board in found if not board[2]] or found
            if len({tuple(rows) for rows, _, _ in best}) == 1:
                rows, how, is_guess = best[0]
                return [*block[:words], *([""] if words else []), *rows, *block[rows_end:]], how, is_guess
    return None


_MOST_WORDS = 3
_MOST_WORDS_BELOW = 3


def _boards(block: list[str], tables: Tables, measure: Measure) -> Iterator[_Board]:
    """Yield all boards that the lines of a block are in another form."""
    for rows, names in row_forms.forms(block):
        if measure.fits(rows):
            if names:
                yield rows, names, False
            if measure.unknown:
                continue  # nearly a board of XSB is none of a table
        alphabet = set().union(*rows)
        for table, named in tables:
            if len(alphabet - table.signs.keys()) <= measure.unknown:
                drawn = by_table(rows, table.signs, measure.unknown)
                if drawn is not None and measure.fits(drawn):
                    yield drawn, [*names, named], True


def _joined(block: list[str]) -> list[tuple[int, int]]:
    """Return the spans of two or more boards in a block, each whole by itself, with rows of ``-`` or ``#`` between.

    Rooms that share a wall are one board.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    signs = set().union(*block)
    if len(block) > _MOST_ROWS or "$" not in signs or not signs & {"@", "+"}:
        return spans
    while start < len(block):
        ends = range(start + FEWEST, len(block) + 1)
        end = next((end for end in ends if WALLS.fullmatch(block[end - 1]) and is_board(block[start:end])), 0)
        if not end:
            return []
        spans.append((start, end))
        start = end
        while start < len(block) and (_DASHES.fullmatch(block[start]) or _is_rule(block, start)):
            start += 1
    return spans if len(spans) > 1 else []


def _beside(block: list[str]) -> list[list[str]]:
    """Return two boards that stand beside each other, each whole by itself, with the same in all rows between them."""
    if len(block) > _MOST_ROWS or sum(line.count("@") + line.count("+") for line in block) < 2:
        return []
    width = max(map(len, block))
    rows = [line.expandtabs().ljust(width) for line in block]
    alike = [len({*column}) == 1 and column[0] not in "#@$" for column in zip(*rows, strict=False)]
    for is_between, group in groupby(range(len(alike)), alike.__getitem__):
        if is_between:
            columns = [*group]
            sides = [[row[: columns[0]].rstrip() for row in rows], [row[columns[-1] + 1 :].rstrip() for row in rows]]
            if all(map(is_board, sides)):
                return sides
    return []


def _is_rule(block: list[str], index: int) -> bool:
    """Return whether a row is one of walls between boards, and not the first of the next."""
    return bool(WALLS.fullmatch(block[index])) and index + 1 < len(block) and bool(WALLS.fullmatch(block[index + 1]))


_MOST_ROWS = 150  # of boards that touch, or that have words around them
_DASHES = re.compile(r"[-_= ]+")
