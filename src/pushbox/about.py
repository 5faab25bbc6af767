"""Credits: the program, the sources of its games and formats, and the libraries that it is made with."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from . import formats, games
from .version import version

_CRATES = Path(__file__).with_name("crates.json")
_LOCKED = Path(__file__).with_name("licences.json")
_LONGEST_LICENSE = 80  # some have the whole text of it where its name belongs
_UNKNOWN = "not stated"


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a game or a format, by its key."""

    key: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Library:
    """A library, with its version and the SPDX expression or the name of its licence."""

    name: str
    version: str
    license: str


@dataclass(frozen=True, slots=True)
class Credits:
    """The program's version, summary, licence and authors, and whom it builds on."""

    version: str
    summary: str
    license: str
    authors: str
    games: tuple[Source, ...]
    formats: tuple[Source, ...]
    libraries: tuple[Library, ...]
    crates: tuple[Library, ...]


def collect() -> Credits:
    """Return the credits; `libraries` are those of pushbox and its extras that are installed here."""
    about = _metadata("pushbox")
    return Credits(
        version=version(),
        summary=about.get("summary", ""),
        license=license_of(about),
        authors=about.get("author", ""),
        games=tuple(Source(key, info.name, info.source) for key in games.keys() for info in [games.find(key).info]),
        formats=tuple(
            Source(key, info.name, info.source) for key in formats.keys() for info in [formats.find(key).info]
        ),
        libraries=tuple(_libraries()),
        crates=tuple(Library(**crate) for crate in json.loads(_CRATES.read_text("utf-8"))),
    )


def third_party() -> tuple[Library, ...]:
    """Return the packages that a server is installed with, by the lock of this release, and the crates of the core."""
    return tuple(Library(**one) for file in (_LOCKED, _CRATES) for one in json.loads(file.read_text("utf-8")))


def _libraries() -> list[Library]:
    names = {found[0] for text in metadata.requires("pushbox") or () if (found := re.match(r"[\w.-]+", text))}
    libraries = []
    for name in sorted(names - {"pushbox"}, key=str.lower):
        about = _metadata(name)
        if version := about.get("version"):
            libraries.append(Library(name, version, license_of(about)))
    return libraries


def _metadata(name: str) -> dict[str, Any]:
    """Return the metadata of an installed package by the names of PEP 566, none where it is not installed."""
    try:
        return dict(metadata.metadata(name).json)
    except metadata.PackageNotFoundError:
        return {}


def license_of(about: dict[str, Any]) -> str:
    """Return the SPDX expression, else the name, else the last classifier of a licence."""
    named = about.get("license", "")
    short = named if "\n" not in named and len(named) <= _LONGEST_LICENSE else ""
    classifiers = [one.rpartition(" :: ")[2] for one in about.get("classifier", ()) if one.startswith("License ::")]
    return str(about.get("license_expression") or short or (classifiers or [_UNKNOWN])[-1])
