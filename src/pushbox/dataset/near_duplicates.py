"""Levels that occur in several of Boxoban's own splits, so that what is tested on was trained on."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from .gather import Gathered, Progress
from .sources import LeftOut, sources_of


class NearDuplicateGroup(NamedTuple):
    """Near-duplicates in several of Boxoban's splits: the id of their normal form, and the places of each level.

    The places of one level are those where it occurs as it is, turned or mirrored.
    """

    group: str
    levels: tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the group as JSON fields."""
        relation = "symmetric" if len(self.levels) == 1 else "normal form"
        return {"group": self.group, "relation": relation, "levels": [[*places] for places in self.levels]}


class PairCount(NamedTuple):
    """How many levels of one split have a near-duplicate in another one.

    `symmetric` counts those that are equal up to symmetry, `normal` those of one normal form, the former among them.
    """

    split: str
    other: str
    symmetric: int
    normal: int


class NearDuplicates(NamedTuple):
    """The near-duplicates among Boxoban's splits, with how many levels of each were read."""

    levels: dict[str, int]
    pairs: tuple[PairCount, ...]
    groups: tuple[NearDuplicateGroup, ...]
    left_out: tuple[LeftOut, ...]


def find_near_duplicates(
    words: Iterable[str | os.PathLike[str]], *, progress: Progress = lambda *_: None
) -> NearDuplicates:
    """Return the near-duplicates that Boxoban's own splits have, among the files and folders given.

    Raises PushboxError for a file that cannot be read.  10 microseconds a level and 400 bytes of memory.
    """
    return near_duplicates_of(Gathered(sources_of(words, count=1, seed=0, threads=1), progress))


def near_duplicates_of(gathered: Gathered) -> NearDuplicates:
    """Return the near-duplicates among the levels of some sources."""
    levels = Counter[str]()
    for source, count in zip(gathered.sources, gathered.counts, strict=True):
        if source.own_split:
            levels[source.own_split] += count
    symmetric, normal = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    groups = []
    for members in gathered.groups():
        own = [[split for split in gathered.own_splits(member) if split] for member in members]
        together = [split for splits in own for split in splits]
        if len(set(together)) < 2:
            continue
        for splits in own:
            symmetric.update(_pairs(splits))
        normal.update(_pairs(together))
        places = tuple(tuple(gathered.places(member)) for member in members)
        groups.append(NearDuplicateGroup(gathered.normals[members[0]].hex(), places))
    pairs = [PairCount(*pair, symmetric[pair], count) for pair, count in sorted(normal.items())]
    return NearDuplicates(dict(sorted(levels.items())), tuple(pairs), tuple(groups), tuple(gathered.left_out))


def _pairs(splits: Iterable[str]) -> dict[tuple[str, str], int]:
    """Count, for each two splits, the levels of the first that have a near-duplicate in the second, in one group."""
    counts = Counter(splits)
    return {(split, other): count for split, count in counts.items() for other in counts if other != split}
