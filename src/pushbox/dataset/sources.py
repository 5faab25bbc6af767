"""Where the levels of a data set come from: shipped collections, generated bands, files and folders of the user.

Only plain Sokoban is taken: the games beside it have no normal form, by which near-duplicates are found.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count as numbers
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from .. import formats, identity, levels
from ..errors import FormatError, PushboxError, naming, why_of
from ..games.registry import find
from ..generator import BANDS, GradedLevels, graded_levels
from ..level import Level
from ..play.validate import require_playable
from ..sentence import located, say
from . import native
from .rows import Split
from .texts import digest_of, is_plain_board

_LARGEST = 64 * 1024 * 1024  # bytes of a file that native code reads
_ENDINGS = (".txt", ".xsb", ".sok", ".slc")  # of the files of a folder
_BANDS = re.compile(r"band:(\d{1,2})(?:-(\d{1,2}))?")
# The files of Boxoban, in its own folders or with the folders in their names.
_OWN_SPLIT = re.compile(r"(?:^|[/_])(?:(unfiltered|medium)[/_](train|valid|test)|(hard))[/_]\d{3}\.txt$")
_SPLITS: dict[str, Split] = {"train": "train", "valid": "validation", "test": "test", "hard": "test"}


# A level of a source: its number from 1, the rows of its board, and the sum of its normal form.
Found = tuple[int, bytes, bytes]


class LeftOut(NamedTuple):
    """A level that is in no data set, or a file without any (number 0), and why."""

    source: str
    number: int
    reason: str


class Source(NamedTuple):
    """A file, a collection or a band; `own_split` is what Boxoban calls the split of the file, or empty."""

    name: str
    own_split: str
    read: Callable[[], Iterator[Found | LeftOut]]


def is_band(source: Source) -> bool:
    """Return whether the levels of a source are generated."""
    return source.name.startswith("band:")


def shown_name(word: str) -> str:
    """Return how a data set names a source: without the folders that it is in on one machine."""
    if word.startswith(("builtin:", "band:")):
        return word
    return _printable(Path(os.path.realpath(word)).name)


class OwnSplits:
    """The splits that Boxoban has given its levels, by the names of sources."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """Return what Boxoban calls the split of a file, such as ``medium/valid``; empty for any other source."""
        if name not in self._known:
            found = _OWN_SPLIT.search(name)
            self._known[name] = "" if found is None else found[3] or f"{found[1]}/{found[2]}"
        return self._known[name]


def split_of_own(own_split: str) -> Split | None:
    """Return the split that a level must be in because Boxoban has it in one; its hard levels are for tests."""
    return _SPLITS.get(own_split.rpartition("/")[2])


def sources_of(words: Iterable[str | os.PathLike[str]], *, count: int, seed: int, threads: int) -> list[Source]:
    """Return the sources that words name: ``builtin:NAME``, ``band:3``, ``band:1-10``, a file or a folder.

    Raises PushboxError for a word that names none, and where two sources have one name.
    """
    found: list[Source] = []
    for word in words:
        found += _sources_of(os.fspath(word), count, seed, threads)
    names = [source.name for source in found]
    if twice := next((name for name in names if names.count(name) > 1), None) if len(set(names)) < len(names) else None:
        raise PushboxError.said("dataset-source-twice", name=twice)
    return found


def _sources_of(word: str, count: int, seed: int, threads: int) -> list[Source]:
    if word.startswith("builtin:"):
        name = word.removeprefix("builtin:")
        return [Source(word, "", lambda: _of_levels(word, levels.builtin(name)))] if levels.builtin(name) else []
    if word.startswith("band:"):
        return [_band(number, count, seed, threads) for number in _band_numbers(word)]
    path, own, name = Path(word), OwnSplits(), shown_name(word)
    with naming(word, OSError):
        if not path.is_dir():
            return [Source(name, own[name], lambda: _of_file(name, path))]
        files = sorted(file for file in path.rglob("*") if file.suffix in _ENDINGS and file.is_file())
    if not files:
        raise PushboxError.said("dataset-folder-empty", path=word)
    names = [f"{name}/{_printable(file.relative_to(path).as_posix())}" for file in files]
    return [Source(name, own[name], _lenient(name, file)) for name, file in zip(names, files, strict=True)]


def _printable(name: str) -> str:
    """Return the name of a file as text that every reader of JSON and Parquet takes."""
    return name.encode("utf-8", "backslashreplace").decode()


def _lenient(name: str, path: Path) -> Callable[[], Iterator[Found | LeftOut]]:
    """Return the reader of a file of a folder, in which there may be files without levels."""

    def read() -> Iterator[Found | LeftOut]:
        try:
            yield from _of_file(name, path)
        except FormatError as error:
            yield LeftOut(name, 0, error.message)

    return read


def _of_file(name: str, path: Path) -> Iterator[Found | LeftOut]:
    """Yield the levels of a file.  Raises PushboxError, FormatError where it has none."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise PushboxError(located(str(path), why_of(error))) from None
    plain = native.plain_levels(data) if len(data) <= _LARGEST else None
    if plain is not None:
        yield from zip(numbers(1), *plain, strict=False)
        return
    try:
        collection = formats.read(data, name=path.name)
    except FormatError:
        raise
    except PushboxError as error:
        raise PushboxError(located(str(path), str(error))) from None
    yield from _of_levels(name, collection)


def _of_levels(name: str, given: Iterable[Level]) -> Iterator[Found | LeftOut]:
    for number, level in enumerate(given, start=1):
        reason = _why_not(level)
        if reason is not None:
            yield LeftOut(name, number, reason)
            continue
        rows = str(level.board)
        normal = identity.normal_text(level.board)
        assert normal is not None, "a plain board has a normal form"
        yield number, rows.encode("ascii"), digest_of(normal.encode("ascii"))


def _why_not(level: Level) -> str | None:
    """Return why a level is left out, None where it is taken."""
    try:
        if not find(level.game).info.has_normal_form or not is_plain_board(level):
            return say("dataset-not-plain")
        require_playable(level)
    except PushboxError as error:
        return str(error)
    return None


def _band_numbers(word: str) -> Sequence[int]:
    found = _BANDS.fullmatch(word)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not 1 <= first <= last <= len(BANDS):
        raise PushboxError.said("dataset-band", found=word, most=len(BANDS))
    return range(first, last + 1)


def _band(number: int, count: int, seed: int, threads: int) -> Source:
    name = f"band:{number} seed:{seed}"

    def read() -> Iterator[Found | LeftOut]:
        made: GradedLevels = graded_levels(seed, band=number, threads=threads)
        return _of_levels(name, (graded.level for graded in islice(made, count)))

    return Source(name, "", read)
