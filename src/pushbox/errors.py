"""The exceptions of pushbox: everything that bad input can raise.

The message of each is one sentence: where, what was found, what was expected.  Anything else that escapes from the
library is a defect of pushbox.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Self, TypeVar

from .sentence import Sentence, located, place, say

_T = TypeVar("_T")


class PushboxError(Exception):
    """The root: catch this to catch everything that bad input can raise."""

    @classmethod
    def said(cls, code: str, /, **params: Any) -> Self:
        """Return an error whose message is the sentence that `say` gives; keywords of its place are no parameters.

        >>> raise FormatError.said("many-lines", count=3, most=2, line=4)
        Traceback (most recent call last):
        pushbox.errors.FormatError: line 4: found 3 lines, expected at most 2
        """
        known = getattr(cls.__init__, "__kwdefaults__", None) or ()
        where = {name: params.pop(name) for name in known if name in params}
        return cls(say(code, **params), **where)

    @classmethod
    def beyond(cls, most: int, count: int, code: str, /, **params: Any) -> None:
        """Raise the error for a count beyond the most there may be, with a sentence of both, `count` and `most`."""
        if count > most:
            raise cls.said(code, count=count, most=most, **params)


class ArgumentError(PushboxError, TypeError, ValueError):
    """An argument of a type or value that a function does not take; caught as TypeError or ValueError, too."""


class FormatError(PushboxError):
    """A text that cannot be read or written in a format.

    `line` and `column` count from 1 and are 0 where they are unknown; `message` is the sentence without them.
    """

    def __init__(self, message: str, *, line: int = 0, column: int = 0) -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(located(place(line, column), message) if line else message)


class TooLarge(FormatError):
    """A text that is longer, or has more in it, than a file of its format may have."""


class UnsupportedError(PushboxError):
    """A game, format, objective or size that is not available."""


class MissingCore(PushboxError, ImportError):
    """The native core, which searches need, is not there, or not yet."""


class LevelError(PushboxError):
    """A level that no state of its game can hold; `cell` is where, or -1."""

    def __init__(self, message: str, *, cell: int = -1) -> None:
        self.cell = cell
        super().__init__(message)


class OptionError(LevelError):
    """An option that the game does not have, or a value that the option does not take."""


class NotationError(PushboxError):
    """A text that names no move; `column` counts characters from 1, `message` is the sentence without it."""

    def __init__(self, message: str, *, column: int = 0) -> None:
        self.message = message
        self.column = column
        super().__init__(located(say("character", column=column), message) if column else message)


class IllegalMove(PushboxError):
    """A move that the rules refuse, for a `reason`; `step` counts the moves of the line from 1."""

    def __init__(self, reason: str, *, step: int = 0) -> None:
        self.reason = reason
        self.step = step
        super().__init__(located(say("step", step=step), reason) if step else reason)


class NotSolved(PushboxError):
    """A line of legal moves that does not solve its level."""


class EngineError(PushboxError):
    """Another program that did not answer by the protocol: silent, dead, too late, too much, or wrong."""


class StoreError(PushboxError):
    """A library that cannot be opened, or that cannot store something."""


class LibraryUnavailable(StoreError):
    """A library whose database is unavailable; its `__notes__` name it and the reason, for the operator."""


class LibraryFull(LibraryUnavailable):
    """A library whose disk has no room: nothing can be written until there is some."""


class LibraryBusy(LibraryUnavailable):
    """A library that others keep busy, or that cannot be reached: it may work a moment later."""


class NotFound(StoreError):
    """An id or a name that does not exist in the library."""


class Conflict(StoreError):
    """A contradiction to stored data, such as a second collection of the same name."""


def caught(function: Callable[..., _T], *args: Any, **options: Any) -> _T | PushboxError:
    """Return what a function returns, or the PushboxError that it raises: the answer on one level of many."""
    try:
        return function(*args, **options)
    except PushboxError as error:
        return error


@contextmanager
def naming(subject: object, *caught: type[Exception], kind: type[PushboxError] = PushboxError) -> Iterator[None]:
    """Raise the errors of some types that a block raises as a `kind` of error whose sentence begins with a subject.

    >>> with naming("level 3", LevelError):
    ...     raise LevelError("found no player")
    Traceback (most recent call last):
    pushbox.errors.PushboxError: level 3: found no player
    """
    try:
        yield
    except caught as error:
        raise kind(located(subject, why_of(error))) from None


def why_of(error: BaseException) -> str:
    """Return the message of an error: for common errors of the operating system a sentence in every language.

    >>> why_of(FileNotFoundError(errno.ENOENT, "", "x.xsb"))
    'No such file or directory'
    """
    text = getattr(error, "strerror", None)
    if isinstance(text, Sentence):
        return text
    if type(error).__module__ == "builtins" and isinstance(error, OSError):  # others have numbers of their own
        text = _causes().get(error.errno or 0, text)
    return text or str(error)


def with_notes(error: BaseException) -> str:
    """Return the message of an error with its notes, which have details for the operator only."""
    sentence = str(error)
    for note in getattr(error, "__notes__", ()):
        sentence = located(sentence, note)
    return sentence


@cache
def _causes() -> dict[int, Sentence]:
    """Return the sentences of common errors of the operating system, by their numbers."""
    return {
        errno.ENOENT: say("os-missing"),
        errno.EACCES: say("os-permission"),
        errno.EPERM: say("os-not-permitted"),
        errno.EISDIR: say("os-is-directory"),
        errno.ENOTDIR: say("os-not-directory"),
        errno.ENOSPC: say("os-disk-full"),
        errno.EDQUOT: say("os-quota"),
        errno.EEXIST: say("os-exists"),
        errno.EROFS: say("os-read-only"),
        errno.ENAMETOOLONG: say("os-name-long"),
        errno.ELOOP: say("os-links"),
        errno.EMFILE: say("os-many-files"),
        errno.ENOEXEC: say("os-no-program"),
        errno.ECONNREFUSED: say("os-refused"),
        errno.EADDRINUSE: say("os-address-in-use"),
    }
