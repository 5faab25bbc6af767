"""Check the installation: what works, what is missing, and the command that installs it.

Each finding is tried: packages are imported, the native core solves a level, a library is opened. Nothing is changed.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .errors import PushboxError
from .extras import EXTRAS, install_command
from .sentence import Sentence, listed, located, say

if TYPE_CHECKING:
    from .registry import Registry

Status = Literal["works", "missing", "broken"]

_GIBIBYTE = 1 << 30

_LEVEL = "#######\n#@ $ .#\n#######"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    `status` is ``works``, ``missing`` for something optional, or ``broken``; `detail` describes it, and `remedy` is the
    help, empty if none is needed.
    """

    name: str
    status: Status
    detail: str
    remedy: str = ""


def examine(database: str | None = None, *registries: Registry[Any]) -> Iterator[Finding]:
    """Yield the findings one by one: program, core, extras, library, browser.

    `database` is the URL of the library, by default that of this user.
    """
    yield _program()
    yield _core()
    yield _processors()
    extras = {name: _extra(name) for name in EXTRAS}
    yield from extras.values()
    if extras["library"].status == "works":
        yield _library(database)
    yield _browser()
    yield from _packages(registries)


def _packages(registries: Sequence[Registry[Any]]) -> Iterator[Finding]:
    """Judge what packages bring: what works by its keys, each thing that does not with the reason."""
    from .formats.registry import FORMATS
    from .games.registry import GAMES
    from .render.registry import RENDERERS

    everything: tuple[Registry[Any], ...] = (GAMES, FORMATS, RENDERERS, *registries)
    for registry in everything:
        faults = dict(registry.faults())
        for key, reason in faults.items():
            yield Finding(f"{registry.noun} {key}", "broken", reason, say("doctor-update"))
        if working := [key for key in registry.brought if key not in faults]:
            yield Finding(f"{registry.noun}s", "works", say("doctor-of-packages", keys=", ".join(working)))


def _program() -> Finding:
    python = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    folder = Path(__file__).parent
    try:
        version = metadata.version("pushbox")
    except metadata.PackageNotFoundError:
        return Finding("pushbox", "broken", say("doctor-not-installed", folder=folder, python=python), "pip install .")
    return Finding("pushbox", "works", say("doctor-installed", version=version, folder=folder, python=python))


def _core() -> Finding:
    """Solve a level natively, and replay it."""
    try:
        from .formats import read
        from .solver import Solved, solve

        verdict = solve(read(_LEVEL)[0], objective="pushes")
    except (ImportError, PushboxError) as error:
        return Finding("native core", "broken", str(error), "pip install --force-reinstall pushbox")
    if not isinstance(verdict, Solved):
        return Finding(
            "native core", "broken", say("doctor-core-wrong", level=_LEVEL), "pip install --force-reinstall pushbox"
        )
    return Finding("native core", "works", say("doctor-core"))


def _processors() -> Finding:
    from .batch.shares import machine_memory

    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Finding("machine", "works", say("doctor-machine", processors=usable, memory=machine_memory() / 1024))


def _extra(name: str) -> Finding:
    purpose, modules = Sentence(f"extra.{name}", EXTRAS[name].purpose, {}), EXTRAS[name].modules
    remedy = install_command(name)
    missing = []
    for module in modules:
        try:
            import_module(module)
        except ModuleNotFoundError as error:
            missing.append(error.name or module)
        except ImportError as error:  # there, but of a build that does not run here
            why = say("doctor-not-loaded", module=module, error=str(error))
            return Finding(name, "broken", located(purpose, why), remedy)
    if missing:
        return Finding(name, "missing", located(purpose, say("doctor-needs", modules=", ".join(missing))), remedy)
    return Finding(name, "works", located(purpose, listed([*_versions(name)])))


def _versions(extra: str) -> Iterator[str]:
    """Yield the packages that an extra names itself, each with the version that is there."""
    for requirement in metadata.requires("pushbox") or ():
        needed, _, marker = requirement.partition(";")
        name = re.match(r"[\w.-]+", needed)
        if name is None or name[0] == "pushbox" or not re.search(rf"extra == ['\"]{extra}['\"]", marker):
            continue
        try:
            yield f"{name[0]} {metadata.version(name[0])}"
        except metadata.PackageNotFoundError:
            yield f"{name[0]} (of unknown version)"


def _library(database: str | None) -> Finding:
    from .store.database import default_url, is_current, sqlite_file

    url = database or default_url()
    file = sqlite_file(url)
    if file is not None and not file.exists():
        return _place_for(file)
    try:
        current = is_current(url)
    except PushboxError as error:
        return Finding("your library", "broken", str(error), say("doctor-other-library"))
    place = str(file) if file is not None else say("doctor-database")
    if not current:
        return Finding("your library", "works", say("doctor-library-old", place=place))
    return Finding("your library", "works", _with_room(say("doctor-library", place=place), file))


def _place_for(file: Path) -> Finding:
    """Judge whether a missing library can be created."""
    folder = next(parent for parent in file.parents if parent.exists())
    if not os.access(folder, os.W_OK):
        detail = say("doctor-library-missing", file=file, folder=folder)
        return Finding("your library", "broken", detail, say("doctor-other-or-variable"))
    return Finding("your library", "works", _with_room(say("doctor-library-new", file=file), folder / file.name))


def _with_room(text: str, file: Path | None) -> str:
    """Return a text with the room that is left where a file is."""
    if file is None:
        return text
    return listed([text, say("doctor-room", free=shutil.disk_usage(file.parent).free / _GIBIBYTE)])


def _browser() -> Finding:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Finding("browser", "missing", say("doctor-no-browser"), say("doctor-open-address"))
    return Finding("browser", "works", say("doctor-browser"))
