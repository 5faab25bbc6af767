"""The interface of an import: a program that reads a file, and the values it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..level import Level, SavedMoves

MOST_PLAYED = 200_000  # solutions and saved games of a file


@dataclass(frozen=True, slots=True)
class PlayedLevel:
    """Played moves, and the level they belong to: the level itself, or its number or title.

    `number` counts from 1; 0 if the program does not give it.
    """

    moves: SavedMoves
    level: Level | None = None
    number: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class SolvedId:
    """A level that was solved, by the number that a server gave it: its moves are not known, only their count."""

    id: str
    moves: int
    pushes: int


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """The content of another program's file: played levels, ids of solved levels, and problems.

    `program` is the key of the program, `problems` are sentences.
    """

    program: str
    played: tuple[PlayedLevel, ...] = ()
    solved: tuple[SolvedId, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """A program whose files are read; `key` names it, and `summary` says which files in a line.

    `recognise` returns whether a file with these bytes and this name may be one of it.  `read` returns what it says,
    in an encoding that is named or found, and raises FormatError for one that is not of this program.
    """

    key: str
    summary: str
    recognise: Callable[[bytes, str], bool]
    read: Callable[[bytes, str, str | None], ImportedFile]
