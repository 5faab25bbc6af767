"""Which format a text is in, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ..errors import FormatError, UnsupportedError
from ..sentence import say
from .parts import tessellation
from .registry import find, keys


class Detection(NamedTuple):
    """The format of a text, the evidence in words, and the formats that it may also be read in, if named."""

    format: str
    evidence: str
    candidates: tuple[str, ...] = ()


def detect(text: str, name: str = "") -> Detection:
    """Return the format of a text, which may come from a file called `name`.

    It is the first format in the order of the registry that recognises it; the last, XSB, takes everything.  Raises
    UnsupportedError for the ending of a file whose boards are not made of squares.
    """
    if game := tessellation.of_file(name):
        reason = tessellation.refusal(game)
        raise UnsupportedError.said("by-ending", name=name[-40:], reason=reason, expected=tessellation.EXPECTED)
    reasons = [(key, find(key).recognise(text, name)) for key in keys()]
    named = tuple(key for key, reason in reasons if reason and not find(key).info.detected)
    key, evidence = next((key, reason) for key, reason in reasons if reason and find(key).info.detected)
    if named:
        evidence = say("is-also", evidence=evidence, formats=" or ".join(named))
    return Detection(key, evidence, named)


@contextmanager
def naming_candidates(detection: Detection) -> Iterator[None]:
    """Let the FormatError that a block raises name the formats that the text may be read in, if they are named."""
    try:
        yield
    except FormatError as error:
        if not detection.candidates:
            raise
        named = " or ".join(detection.candidates)
        said = say("otherwise-named", error=error.message, formats=named)
        raise FormatError(said, line=error.line, column=error.column) from None
