"""One collection of the levels in the files of an archive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import compress
from operator import not_
from pathlib import PurePath

from ..errors import FormatError, UnsupportedError
from ..level import Collection, Level, Problem
from ..sentence import Sentence, counted, located, say
from . import archives
from .archives import ArchivedFile
from .files import endings


def read(files: Sequence[ArchivedFile], read_file: Callable[[bytes, str], Collection], *, every: bool) -> Collection:
    """Return the levels of files that are called as files of levels are, of one file alone, or of `every` one.

    `read_file` reads one by its bytes and its name. What is wrong with a file is a problem that names it; of one
    without levels, a readme for instance, it is a warning, and so are files that are not read. Raises FormatError where
    no file has a level.
    """
    collections: list[Collection] = []
    chosen, others = (files, []) if every else choose(files)
    problems = [Problem(0, 0, "warning", left_out([file.name for file in others]))] if others else []
    for file in chosen:
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


def members(data: str | bytes, name: str) -> list[tuple[str, str | bytes]]:
    """Return the names and contents of the files of levels in an archive, or of a file alone that is none.

    Raises FormatError as `archives.files` does, and for an archive without such a file.
    """
    if isinstance(data, str) or not archives.kind(data):
        return [(name, data)]
    files = archives.files(data, name)
    chosen, _ = choose(files)
    if not chosen:
        raise FormatError.said("archive-empty", files=counted(len(files), "file"))
    return [(file.name, file.data) for file in chosen]


def join(named: Sequence[tuple[str, Collection]]) -> Collection:
    """Return one collection of the levels of several files, given by their names.

    A level without a title that is alone in its file is called as the file is.
    """
    return _joined([_titled(collection, PurePath(name).stem) for name, collection in named], ())


def _titled(collection: Collection, stem: str) -> Collection:
    match collection.levels:
        case (level,) if not level.title:
            return replace(collection, levels=(replace(level, title=collection.title or stem),))
        case _:
            return collection


def choose(files: Sequence[ArchivedFile]) -> tuple[Sequence[ArchivedFile], Sequence[ArchivedFile]]:
    """Return the files of an archive that may be levels, by the endings of their names or as the only one; others."""
    if len(files) == 1:
        return files, []
    suffixes = endings()
    may_be = [PurePath(file.name).suffix.lower() in suffixes for file in files]
    return [*compress(files, may_be)], [*compress(files, map(not_, may_be))]


def left_out(names: Sequence[str]) -> Sentence:
    """Return the sentence that files are not read, with the first of their names."""
    more = ", ..." * (len(names) > _MOST_NAMES)
    shown = ", ".join(name[-80:] for name in names[:_MOST_NAMES]) + more
    return say("archive-left-out", files=counted(len(names), "file"), names=shown)


_MOST_NAMES = 3  # that a sentence has


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
