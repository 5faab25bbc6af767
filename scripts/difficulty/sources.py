"""The sources: levels that people put in an order, and where their files are."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pushbox import formats
from pushbox.level import Level

Rank = float


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a source: its name, how its levels are ranked, and how many of them count at most."""

    file: str
    rank: Callable[[int, Level], Rank | None]
    most: int | None = None
    solutions: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Levels that somebody put in an order; the levels of one `family` are held out together.

    Nothing was chosen with a `fresh` one in view, and no weights are fitted to it: it only judges them.
    """

    name: str
    family: str
    parts: tuple[Part, ...]
    fresh: bool = False


def by_number(among: Collection[int]) -> Callable[[int, Level], Rank | None]:
    """The later in the collection, the harder, among the levels with some numbers."""
    return lambda number, _: number if number in among else None


def all_as(rank: Rank) -> Callable[[int, Level], Rank | None]:
    """All levels of a file are as hard."""
    return lambda *_: rank


def by_notes(collection: str) -> Callable[[int, Level], Rank | None]:
    """The difficulty that the author wrote into the notes of each level of a collection in the file."""

    def rank(number: int, level: Level) -> Rank | None:
        del number
        found = re.search(r"^Difficulty: ([\d.]+)", level.notes, re.MULTILINE)
        return float(found[1]) if found and f"Collection: {collection}" in level.notes else None

    return rank


_HOLLAND = "Holland_81.xsb"
_PELOUX = "Aymeric_Du_Peloux_282.xsb"
_EVERY = range(1, 1_000)
_RATED = ("MicroCosmos", "MiniCosmos", "NaboKosmos", "PicoKosmos")

SOURCES = (
    *(Source(name, "du Peloux", (Part(_PELOUX, by_notes(name)),)) for name in _RATED),
    # Without the levels that the author names as exceptions
    Source("AC Selected", "Cerjak", (Part("AC_Selected.slc", by_number({*_EVERY} - {13, 14, 15, 46})),), fresh=True),
    Source("AC Smileys", "Cerjak", (Part("AC_Smileys.slc", by_number(_EVERY)),), fresh=True),
    Source(
        "AC Easy, Selected", "Cerjak", (Part("AC_Easy.slc", all_as(1)), Part("AC_Selected.slc", all_as(2))), fresh=True
    ),
    Source("Bagatelle", "Holland", (Part(_HOLLAND, by_number(range(21, 41))),)),
    Source("Cantrip", "Holland", (Part(_HOLLAND, by_number(range(41, 61))),)),
    Source("Anomaly 2", "Anomaly", (Part("Anomaly_2.slc", by_number(_EVERY)),)),
    Source("Anomaly 2, 3", "Anomaly", (Part("Anomaly_2.slc", all_as(2)), Part("Anomaly_3.slc", all_as(3)))),
    Source("Learning Sokoban", "Draku", (Part("Learning_Sokoban.slc", by_number(_EVERY)),)),
    Source(
        "Boxoban",
        "Boxoban",
        (
            Part("unfiltered_train_000.txt", all_as(1), 60),
            Part("medium_train_000.txt", all_as(2), 60),
            Part("hard_000.txt", all_as(3), 60),
        ),
    ),
    Source("Microban", "Skinner", (Part("Microban.txt", by_number(_EVERY), None, "skinner__Microban.tsv"),)),
    Source(
        "Microban, Sasquatch",
        "Skinner",
        (
            Part("Microban.txt", all_as(1), 60, "skinner__Microban.tsv"),
            Part("Microban II.txt", all_as(1), 35, "skinner__Microban II.tsv"),
            Part("Sasquatch.txt", all_as(2), None, "skinner__Sasquatch.tsv"),
        ),
        fresh=True,
    ),
    *(
        Source(f"Boxxle {number}", "Thinking Rabbit", (Part(f"Boxxle{number}.xsb", by_number(_EVERY), 60),), fresh=True)
        for number in (1, 2)
    ),
    Source(
        "XSokoban",
        "Thinking Rabbit",
        (Part("XSokoban_90.xsb", by_number(_EVERY), 45, "large_test_suite_3272__XSokoban_90.tsv"),),
        fresh=True,
    ),
    Source(
        "Nakamiya",
        "Nakamiya",
        (
            Part("Nakamiya_Practice.slc", all_as(1)),
            Part("Nakamiya.slc", all_as(2)),
            Part("Nakamiya_Limit.slc", all_as(2)),
        ),
        fresh=True,
    ),
    Source(
        "Quagmire", "Quagmire", (Part("Quagmire.slc", all_as(1), 25), Part("Quagmire_2.slc", all_as(2), 25)), fresh=True
    ),
    Source(
        "SokEvo, SokHard",
        "Haywood",
        (Part("SokEvo_107.xsb", all_as(1), 25), Part("SokHard_163.xsb", all_as(2), 25)),
        fresh=True,
    ),
    Source(
        "Brainsport",
        "Brainsport",
        (Part("Brainsport.xsb", all_as(1), 25), Part("BrainsportExtreme.xsb", all_as(2), 25)),
        fresh=True,
    ),
    Source(
        "Revenge 22 to 24",
        "Revenge",
        (
            Part("Revenge_24.slc", all_as(1), 24),
            Part("Revenge_22.slc", all_as(2), 12),
            Part("Revenge_23.slc", all_as(2), 12),
        ),
        fresh=True,
    ),
    Source(
        "Revenge 1 to 3",
        "Revenge",
        (
            Part("Revenge_Coll_01.slc", all_as(1), 30),
            Part("Revenge_Coll_02.slc", all_as(2), 30),
            Part("Revenge_Coll_03.slc", all_as(3), 30),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A level of a source."""

    key: str
    rank: Rank
    level: Level
    solutions: tuple[str, ...]


def find_file(folders: Sequence[Path], name: str) -> Path | None:
    """Return where a file is, in any of some folders."""
    return next((path for folder in folders for path in sorted(folder.rglob(name))), None)


def levels_of(part: Part, folders: Sequence[Path]) -> Iterator[Ranked]:
    """Yield the levels of a part that have a rank."""
    path = find_file(folders, part.file)
    if path is None:
        print(f"{part.file}: not there, left out")
        return
    known: dict[int, list[str]] = {}
    table = find_file(folders, part.solutions) if part.solutions else None
    for line in table.read_text(encoding="utf-8").splitlines() if table else ():
        columns = line.split("\t")
        if columns[0].isdecimal():
            known.setdefault(int(columns[0]), []).append(columns[-1])
    levels = formats.read_file(path).levels
    spread = range(len(levels)) if part.most is None else [i * len(levels) // part.most for i in range(part.most)]
    for index in spread:
        rank = part.rank(index + 1, levels[index])
        if rank is not None:
            yield Ranked(f"{part.file} {index + 1}", rank, levels[index], tuple(known.get(index + 1, ())))
