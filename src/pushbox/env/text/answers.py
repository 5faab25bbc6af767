"""The moves in what a language model has answered.

An answer is read as a person would read it who wants neither to help nor to harm: prose around it does not matter, nor
in which notation it is; but it must be one answer.  Letters in words are no moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ...arguments import check_text
from ...errors import NotationError
from ...move_notations import recognise
from ...notation import expand_moves

MOST_CHARACTERS = 200_000
MOST_MOVES = 100_000


class Answer(NamedTuple):
    """The moves of an answer as letters ``lurd``, or why there are none."""

    moves: str
    fault: str = ""


def parse(text: str) -> Answer:
    """Return the moves that a text answers with.

    What stands in ``<answer>`` counts; without it what stands behind a word such as "Solution:", else in a block of
    code, else the lines that are moves and nothing else.  Several answers that differ are none.

    >>> parse("First I go right.  <answer>Right, Up</answer>")
    Answer(moves='ru', fault='')
    >>> parse("I cannot solve this.").fault
    'no moves'
    """
    check_text("text", text)
    if len(text) > MOST_CHARACTERS:
        return Answer("", f"longer than {MOST_CHARACTERS:,} characters")
    tagged = [match[1] for match in _TAGGED.finditer(text)]
    if tagged:
        return _one([_moves(part) for part in tagged])
    labelled = [match[1] for match in _LABELLED.finditer(text)]
    fenced = [match[1] or match[2] for match in _FENCED.finditer(text)]
    for parts in (labelled, fenced, _blocks(text)):
        found = [moves for part in parts if (moves := _moves(part)) is not None]
        if found:
            return _one(found)
    return Answer("", "no moves")


_TAGGED = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.IGNORECASE | re.DOTALL)
_LABELLED = re.compile(
    r"^.{0,80}?\b(?:answer|solution|moves|lurd)\b[^:\n]{0,40}:[ \t*`]*([^\n]+)$", re.IGNORECASE | re.MULTILINE
)
_FENCED = re.compile(r"```[a-z]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
_LETTERS = re.compile(r"[lurdLURD]+")


def _one(found: Sequence[str | None]) -> Answer:
    """Return the one answer of several readings, or the fault that there is none or more than one."""
    if None in found:
        return Answer("", "what stands in the answer is no moves")
    different = {moves for moves in found if moves is not None}
    if len(different) > 1:
        return Answer("", f"{len(different)} different answers")
    (moves,) = different
    if len(moves) > MOST_MOVES:
        return Answer("", f"more than {MOST_MOVES:,} moves")
    return Answer(moves)


def _moves(part: str) -> str | None:
    """Return moves of a text that is nothing else, None for any other text; an empty text is no moves at all."""
    bare = part.strip().strip("*`.").strip()
    if not bare:
        return ""
    letters = "".join(bare.split())
    if _LETTERS.fullmatch(letters):
        return letters.lower()
    try:
        return (recognise(bare) or expand_moves(bare)).lower()
    except NotationError:
        return None


def _blocks(text: str) -> list[str]:
    """Return runs of lines that are moves and nothing else, such as a numbered list of steps."""
    lines = [_ITEM.sub("", line) for line in text.splitlines() if line.strip()]
    runs = groupby(lines, lambda line: bool(_moves(line)))
    return [" ".join(run) for is_moves, run in runs if is_moves]


_ITEM = re.compile(r"^\s*(?:[-*•]|[0-9]{1,4}[.):])\s+")
