"""One collection of the levels in the files of an archive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath

from ..errors import FormatError, UnsupportedError
from ..level import Collection, Level, Problem
from ..sentence import counted, located, say
from .archives import ArchivedFile
from .files import endings


def read(files: Sequence[ArchivedFile], read_file: Callable[[bytes, str], Collection], *, every: bool) -> Collection:
    """Return the levels of files that are called as files of levels are, of one file alone, or of `every` one.

    `read_file` reads one by its bytes and its name. What is wrong with a file is a problem that names it; of one
    without levels, a readme for instance, it is a warning. Raises FormatError where no file has a level.
    """
    collections: list[Collection] = []
    problems: list[Problem] = []
    for file in files:
        if not every and len(files) > 1 and PurePath(file.name).suffix.lower() not in endings():
            continue
        try:
            collection = read_file(file.data, file.name)
        except UnsupportedError:
            raise
        except FormatError as error:
            problems.append(Problem(error.line, error.column, "warning", located(file.name[-80:], error.message)))
            continue
        problems += (_in_file(file.name, problem) for problem in collection.problems)
        if collection.levels:
            collections.append(collection)
    if not collections:
        nothing = say("archive-empty", files=counted(len(files), "file"))
        raise FormatError(located(nothing, str(problems[0])) if problems else nothing)
    return _joined(collections, tuple(problems))


def _in_file(name: str, problem: Problem) -> Problem:
    return problem._replace(found=located(name[-80:], problem.found))


def _joined(collections: list[Collection], problems: tuple[Problem, ...]) -> Collection:
    """Return one collection of the levels of several, each with the author of its own where it names none."""
    evidence = say("is-archive", files=counted(len(collections), "file"))
    first, *others = collections
    if not others:
        return replace(first, problems=problems, evidence=evidence)
    keys = {collection.format for collection in collections}
    levels = tuple(_with_author(level, one.author) for one in collections for level in one.levels)
    return Collection(levels, problems, format=first.format if len(keys) == 1 else "", evidence=evidence)


def _with_author(level: Level, author: str) -> Level:
    return level if level.author or not author else replace(level, author=author)
