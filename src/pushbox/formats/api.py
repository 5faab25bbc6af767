"""What a file format is: a module with static facts and a pair of pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..level import Collection


@dataclass(frozen=True, slots=True)
class FormatInfo:
    """The static facts of a format.

    `endings` are those of its files, with their dot.  `solutions` says whether it can keep solutions.  A format that is
    not `detected` is read only where it is asked for by name, as its texts are also texts of another format.  One that
    `streams` has its levels one after the other in lines of their own, each with its `Source`, so that a file can be
    read in parts.
    """

    key: str
    name: str
    endings: tuple[str, ...]
    summary: str
    source: str
    solutions: bool
    detected: bool = True
    streams: bool = False


class Format(Protocol):
    """The module of a format.

    Its law: ``read(write(collection)) == collection`` for every collection without `losses`.
    """

    @property
    def info(self) -> FormatInfo:
        """The static facts."""

    def recognise(self, text: str, name: str) -> str:
        """Return why a text, from a file of this name, may well be of this format; empty where it is not."""

    def read(self, text: str) -> Collection:
        """Return every level that can be read, and a problem for everything that cannot.

        Raises FormatError for a text in which there is no level at all to speak of.
        """

    def losses(self, collection: Collection) -> list[str]:
        """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""

    def write(self, collection: Collection) -> str:
        """Return the text of a collection, which `read` takes back.

        Raises FormatError with the first of the `losses`.
        """
