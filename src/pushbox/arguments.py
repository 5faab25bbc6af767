"""Checks of arguments, for the head of a public function.

Each raises ArgumentError with one sentence: which argument, what was found, what was expected.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import index
from types import UnionType
from typing import Any, Protocol

from .errors import ArgumentError
from .reprs import abridged
from .sentence import expecting, located, say

MAX_SEED = (1 << 64) - 1
MAX_COUNT = (1 << 63) - 1  # the greatest whole number that the core takes
MAX_THREADS = 256


def refused(name: str, value: object, expected: str) -> ArgumentError:
    """Return the error for an argument.

    >>> refused("limit", 10, "a Limit")
    ArgumentError('limit: found 10, expected a Limit')
    """
    found = say("found", what=abridged(value))
    return ArgumentError(located(name, expecting(found, expected)))


def check_type(name: str, value: object, kind: type | UnionType, expected: str) -> None:
    """Raise ArgumentError unless a value is an instance of `kind`."""
    if not isinstance(value, kind):
        raise refused(name, value, expected)


def check_text(name: str, value: object, expected: str = "a text") -> None:
    """Raise ArgumentError unless a value is a text."""
    check_type(name, value, str, expected)


class HasText(Protocol):
    """What has moves as a text: a solution of a search, saved moves, a replay, a session."""

    @property
    def text(self) -> str:
        """The moves."""


Line = str | HasText | Iterable[Any]  # moves, in the notation of a game or as its values


def line_of(
    name: str, line: Line, expected: str = "the moves as a text, a list, or what has a text"
) -> str | list[Any]:
    """Return what counts as moves: as a text, that of a text or of a value that has one, or as a list of moves.

    Raises ArgumentError for anything else. Whoever has the position reads the text or looks at the moves.
    """
    text = line if isinstance(line, str) else getattr(line, "text", None)
    if isinstance(text, str):
        return text
    if not isinstance(line, Iterable) or isinstance(line, bytes | Mapping | AbstractSet):
        raise refused(name, line, expected)
    return list(line)


def text_of(name: str, line: Line, expected: str = "the moves as a text, or what has a text") -> str:
    """Return moves as a text where there is no position to write a list of moves in.  Raises ArgumentError."""
    if not isinstance(text := line_of(name, line, expected), str):
        raise refused(name, line, expected)
    return text


def letters_of(name: str, line: Line, expected: str) -> str:
    """Return moves as a text, letters one by one as well, as `Session.legal_moves` has them.  Raises ArgumentError."""
    text = line_of(name, line, expected)
    if isinstance(text, list):
        if not all(isinstance(letter, str) and len(letter) == 1 and letter.isalpha() for letter in text):
            raise refused(name, text, expected)
        return "".join(text)
    return text


def check_path(path: object) -> None:
    """Raise ArgumentError unless a value may be the path of a file."""
    try:
        name = os.fspath(path)  # type: ignore[call-overload]  # tried
        fits = isinstance(name, str) and b"\0" not in os.fsencode(name)
    except (TypeError, UnicodeEncodeError):
        fits = False
    if not fits:
        raise refused("path", path, say("path-of-file"))


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise ArgumentError unless a value is one of some words."""
    if not isinstance(value, str) or value not in choices:
        raise refused(name, value, say("one-of", names=", ".join(choices)))


def check_flag(name: str, value: object) -> None:
    """Raise ArgumentError unless a value is True or False."""
    check_type(name, value, bool, say("true-or-false"))


def check_whole(name: str, value: object, minimum: int = 0, maximum: int = MAX_COUNT) -> None:
    """Raise ArgumentError unless a value is a whole number from `minimum` to `maximum`; True and False are none."""
    try:
        number = None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]  # tried
    except TypeError:
        number = None
    if number is None:
        raise refused(name, value, say("whole-number"))
    if number < minimum:
        raise refused(name, value, say("or-more", minimum=minimum))
    if number > maximum:
        raise refused(name, value, say("at-most", most=maximum))


def check_seconds(name: str, value: object) -> None:
    """Raise ArgumentError unless a value is a number of seconds, 0 or more; infinity is one."""
    try:
        seconds = math.nan if isinstance(value, bool | str) else float(value)  # type: ignore[arg-type]  # tried
    except (TypeError, ValueError, OverflowError):
        seconds = math.nan
    if not seconds >= 0:  # NaN is not, either
        raise refused(name, value, say("number-of-seconds"))


def check_callback(name: str, value: object) -> None:
    """Raise ArgumentError unless a value is None or can be called."""
    if value is not None and not callable(value):
        raise refused(name, value, say("a-function"))


def check_iterable(name: str, value: object, expected: str) -> None:
    """Raise ArgumentError unless a value can be iterated over; a text or bytes, which can by accident, are refused."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise refused(name, value, expected)


def check_optional(check: Callable[..., None], name: str, value: object, *expected: object) -> None:
    """Check a value by `check`, one of the others, unless it is None."""
    if value is not None:
        check(name, value, *expected)


def check_seed(seed: object) -> None:
    """Raise ArgumentError unless a value is a seed: a whole number that 64 bits hold."""
    check_whole("seed", seed, 0, MAX_SEED)


def check_threads(threads: object) -> None:
    """Raise ArgumentError unless a value is a number of threads, 1 to `MAX_THREADS`."""
    check_whole("threads", threads, 1, MAX_THREADS)
