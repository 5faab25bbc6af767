"""The distinct levels of some sources, with their near-duplicates and their splits.

Levels that a symmetry turns into each other are one level. Levels with one normal form are near-duplicates: the
same puzzle, with a dead end more or the player elsewhere in its area. They are found by the sums of their normal forms,
which native code makes in bulk; only where two are equal are their rows turned.

The split of near-duplicates is the strictest that Boxoban has one of them in, test before validation before train, so
that no model that is trained on the data set has seen a level of Boxoban's tests. Otherwise their id decides.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from .rows import SPLITS, Split
from .sources import LeftOut, OwnSplits, Source, split_of_own
from .texts import least_turn

_TRAIN, _VALIDATION = 90, 95  # of a hundred levels, those up to which are of a split
_REPORT_EVERY = 1000  # levels

Progress = Callable[[int, int, str], object]  # sources read, all of them, and a detail


def split_of(group: str, own_splits: Sequence[str]) -> Split:
    """Return the split of near-duplicates by the id of their group and by what Boxoban calls those that they are in."""
    strict = {split for own in own_splits if (split := split_of_own(own)) is not None}
    if strict:
        return next(split for split in reversed(SPLITS) if split in strict)
    percent = int(group[:8], 16) * 100 >> 32
    return "train" if percent < _TRAIN else "validation" if percent < _VALIDATION else "test"


class Gathered:
    """The distinct levels of some sources, by their index in the order of the sources."""

    def __init__(self, sources: Sequence[Source], progress: Progress = lambda *_: None) -> None:
        """Read all sources.  Raises PushboxError where one cannot be read."""
        self.sources = sources
        self.rows: list[bytes] = []  # of each level
        self.normals: list[bytes] = []
        self.left_out: list[LeftOut] = []
        self.counts = [0] * len(sources)  # levels of each source, those that others have too among them
        self._source, self._number = array("L"), array("L")  # of each level
        self._first: dict[bytes, int] = {}
        self._later: dict[int, list[int]] = {}  # levels of a group by the first; none where that only occurs again
        self._again: dict[int, list[tuple[int, int]]] = {}  # sources and numbers of the same level
        self._drawn: dict[bytes, int] = {}  # levels of groups by the least of their turned rows
        self._split: dict[int, Split] = {}  # by the first of a group, which may have very many levels
        self._sum = sha256()
        for index, source in enumerate(sources):
            begun = len(self.rows)
            self._read(index, source, progress)
            self._sum.update(b"%d\n" % self.counts[index] + b"\n\n".join(self.rows[begun:]))
            progress(index + 1, len(sources), source.name)

    def __len__(self) -> int:
        return len(self.rows)

    def _read(self, index: int, source: Source, progress: Progress) -> None:
        """Add the levels of a source; a million of them take a few seconds, so that all names are local."""
        first_of, known_rows, normals, sources, numbers = (
            self._first.setdefault, self.rows, self.normals, self._source.append, self._number.append
        )  # fmt: skip
        count, level = 0, len(known_rows)
        for found in source.read():
            if isinstance(found, LeftOut):
                self.left_out.append(found)
                continue
            number, rows, normal = found
            count += 1
            if count % _REPORT_EVERY == 0:
                progress(index, len(self.sources), source.name)
            first = first_of(normal, level)
            if first != level:
                if (same := self._same(first, rows, level)) != level:
                    self._again.setdefault(same, []).append((index, number))
                    continue
                self._later[first].append(level)
            known_rows.append(rows)
            normals.append(normal)
            sources(index)
            numbers(number)
            level += 1
        self.counts[index] = count

    def _same(self, first: int, rows: bytes, level: int) -> int:
        """Return the level of a group, given by its first, that the rows draw, turned or not; else the next `level`."""
        if first not in self._later:
            self._later[first] = []
            self._drawn[least_turn(self.rows[first])] = first
        return self._drawn.setdefault(least_turn(rows), level)

    def members(self, first: int) -> list[int]:
        """Return the levels of a group by the first of them."""
        return [first, *self._later.get(first, ())]

    def groups(self) -> Iterator[list[int]]:
        """Yield the levels of each group that has several, or one that occurs at several places."""
        firsts = {self._first[self.normals[level]] for level in (*self._later, *self._again)}
        for first in sorted(firsts):
            yield self.members(first)

    def places(self, level: int) -> list[str]:
        """Return where a level occurs, its origin first."""
        places = [(self._source[level], self._number[level]), *self._again.get(level, ())]
        return [f"{self.sources[source].name}:{number}" for source, number in places]

    def own_splits(self, level: int) -> list[str]:
        """Return what Boxoban calls the splits of the places of a level, empty for any other source."""
        sources = [self._source[level], *(source for source, _ in self._again.get(level, ()))]
        return [self.sources[source].own_split for source in sources]

    def split(self, level: int) -> Split:
        """Return the split of a level, which is that of all its near-duplicates."""
        normal = self.normals[level]
        first = self._first[normal]
        if first not in self._split:
            own = [own for member in self.members(first) for own in self.own_splits(member)]
            self._split[first] = split_of(normal.hex(), own)
        return self._split[first]

    @property
    def digest(self) -> str:
        """The sum of the levels in their order: a run goes on with those that it began with."""
        return self._sum.copy().hexdigest()


def own_splits_of(places: Sequence[str], own: OwnSplits) -> list[str]:
    """Return what Boxoban calls the splits of places as a row has them."""
    return [own[place.rpartition(":")[0]] for place in places]
