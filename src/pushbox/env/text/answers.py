"""The moves in what a language model has answered.

An answer is read as a person would read it who wants neither to help nor to harm: prose around it does not matter, nor
in which notation it is; but it must be one answer.  Letters in words are no moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from ...arguments import check_text
from ...errors import NotationError
from ...move_notations import recognise
from ...notation import expand_moves
from ...sentence import say

MOST_CHARACTERS = 200_000
MOST_MOVES = 100_000

T = TypeVar("T", bound=Hashable)


class Answer(NamedTuple):
    """The moves of an answer as letters ``lurd``, or why there are none."""

    moves: str
    fault: str = ""


def parse(text: str) -> Answer:
    r"""Return the moves that a text answers with.

    What stands in ``<answer>`` or ``\boxed{}`` counts; without it what stands behind a word such as "Solution:", else
    in a block of code, else the lines that are moves and nothing else.  What stands in ``<think>`` does not.  Several
    answers that differ are none.

    >>> parse("First I go right.  <answer>Right, Up</answer>")
    Answer(moves='ru', fault='')
    >>> parse("I cannot solve this.").fault
    'no moves'
    """
    moves, fault = find_answer(text, read_moves, say("answer-moves"), lambda text: blocks_of(text, read_moves))
    if moves is not None and len(moves) > MOST_MOVES:
        return Answer("", say("answer-too-many", most=MOST_MOVES))
    return Answer(moves or "", fault)


def find_answer(
    text: str, read: Callable[[str], T | None], what: str, blocks: Callable[[str], Iterable[str]] = lambda text: [text]
) -> tuple[T | None, str]:
    """Return the one answer in a text and no fault, or None and the fault.

    `read` returns the value of a part that is an answer and nothing else, None for any other.  `what` is the word for
    an answer in the fault.  `blocks` are the parts of a text without tags, labels and code.
    """
    check_text("text", text)
    if len(text) > MOST_CHARACTERS:
        return None, say("answer-long", most=MOST_CHARACTERS)
    text = _THOUGHT.sub("", text)
    tagged = [match[1] or match[2] or "" for match in _TAGGED.finditer(text)]
    if tagged:
        return _one([read(part) for part in tagged], what)
    labelled = [match[1] for match in _LABELLED.finditer(text)]
    fenced = [match[1] or match[2] for match in _FENCED.finditer(text)]
    for parts in (labelled, fenced, blocks(text)):
        found = [value for part in parts if (value := read(part)) is not None]
        if found:
            return _one(found, what)
    return None, say("answer-none", what=what)


_THOUGHT = re.compile(r"<(think|thinking)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL)
_TAGGED = re.compile(
    r"<answer>(.*?)(?:</answer>|\Z)|\\boxed\{(?:\\text\w{0,2}\{)?([^{}]*)\}", re.IGNORECASE | re.DOTALL
)
_LABELLED = re.compile(
    r"^.{0,80}?\b(?:answer|solution|moves|lurd)\b[^:\n]{0,40}:[ \t*`]*([^\n]+)$", re.IGNORECASE | re.MULTILINE
)
_FENCED = re.compile(r"```[a-z]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
_OPENING = ('"', "'", "[")
_QUOTES = re.compile(r"""["'\[\]}]""")
_LETTERS = re.compile(r"[lurdLURD]+")


def _one(found: Sequence[T | None], what: str) -> tuple[T | None, str]:
    """Return the one answer of several readings, or the fault that there is none or more than one."""
    different = {*found}
    if None in different:
        return None, say("answer-other", what=what)
    if len(different) > 1:
        return None, say("answer-several", count=len(different))
    return found[0], ""


def read_moves(part: str) -> str | None:
    """Return moves of a text that is nothing else, None for any other text; an empty text is no moves at all."""
    bare = part.strip().strip("*`.").strip()
    bare = _QUOTES.sub("", bare) if bare[:1] in _OPENING else bare  # of JSON
    if not bare:
        return ""
    letters = "".join(bare.split())
    if _LETTERS.fullmatch(letters):
        return letters.lower()
    try:
        return (recognise(bare) or expand_moves(bare)).lower()
    except NotationError:
        return None


def blocks_of(text: str, read: Callable[[str], object]) -> list[str]:
    """Return runs of lines that are an answer and nothing else, such as a numbered list of steps."""
    lines = [_ITEM.sub("", line) for line in text.splitlines() if line.strip()]
    runs = groupby(lines, lambda line: bool(read(line)))
    return [" ".join(run) for is_answer, run in runs if is_answer]


_ITEM = re.compile(r"^\s*(?:[-*•]|[0-9]{1,4}[.):])\s+")
