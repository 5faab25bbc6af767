"""From the bytes or the text of a file to its levels: its encoding, its format, the files of an archive."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from ..arguments import check_optional, check_text, check_type
from ..errors import FormatError, UnsupportedError
from ..level import Collection, Level, Problem
from ..sentence import counted, located, say
from . import archives, codec, encodings
from . import text as texts
from .detection import detect, naming_candidates
from .encodings import Decoded
from .files import endings
from .registry import find


def read(
    data: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
    encoding: str | None = None,
) -> Collection:
    """Read the levels of a file, in the format with the key `format`, or in the detected one.

    `name`, that of the file, helps to detect. Bytes are decoded in the `encoding` that is named, else in the one that
    they are found to be in (see `pushbox.formats.encodings`); a guess is a warning among the problems. Of an archive
    the levels of all its files are read. Raises FormatError if nothing can be read at all, UnsupportedError for an
    unknown format or encoding.
    """
    check_type("data", data, str | bytes, "the text or the bytes of a file")
    check_text("name", name, "the name of the file")
    check_optional(check_text, "encoding", encoding, "the name of an encoding, such as 'gb18030'")
    if isinstance(data, bytes) and archives.kind(data):
        return _read_archive(data, format, name, encoding)
    decoded = encodings.decode(data, encoding) if isinstance(data, bytes) else Decoded(texts.check(data))
    collection = _read_text(decoded.text, format, name)
    if decoded.problems:
        return replace(collection, problems=(*decoded.problems, *collection.problems))
    return collection


def _read_text(text: str, key: str | None, name: str) -> Collection:
    if not text.strip():
        raise FormatError.said("nothing-in-it")
    if key:
        return codec.read(find(key), text)
    detection = detect(text, name)
    with naming_candidates(detection):
        return replace(codec.read(find(detection.format), text), evidence=detection.evidence)


def _read_archive(data: bytes, key: str | None, name: str, encoding: str | None) -> Collection:
    """Read the files of an archive that are called as files of levels are, or that `key` says the format of.

    What is wrong with one of them is a problem that names it; of one without levels, a readme for instance, it is a
    warning.
    """
    if key:
        find(key)
    files = archives.files(data, name)
    collections: list[Collection] = []
    problems: list[Problem] = []
    for file in files:
        if key is None and PurePath(file.name).suffix.lower() not in endings():
            continue
        try:
            collection = read(file.data, format=key, name=file.name, encoding=encoding)
        except UnsupportedError:
            raise
        except FormatError as error:
            problems.append(Problem(error.line, error.column, "warning", located(file.name[-80:], error.message)))
            continue
        problems += (_in_file(file.name, problem) for problem in collection.problems)
        if collection.levels:
            collections.append(collection)
    if not collections:
        first = f": {problems[0]}" if problems else ""
        raise FormatError(say("archive-empty", files=counted(len(files), "file")) + first)
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
