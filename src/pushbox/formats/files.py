"""Files of levels: the format of a file name, and atomic writing."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from ..atomic_file import replacing
from ..errors import UnsupportedError
from ..sentence import say
from . import text as texts
from .registry import find, keys


def endings() -> frozenset[str]:
    """Return the endings that files of levels have, each with its dot."""
    return frozenset(ending for key in keys() for ending in find(key).info.endings)


def formats_of(name: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return the keys of the formats whose files may be called so."""
    ending = PurePath(name).suffix.lower()
    return tuple(key for key in keys() if ending in find(key).info.endings)


def format_of(name: str | os.PathLike[str], current: str = "") -> str:
    """Return the format in which a file called so is written.

    It is the `current` one where that may have this name too, else the only one, or XSB.  Raises UnsupportedError where
    the name leaves it open.
    """
    possible = formats_of(name)
    if current in possible:
        return current
    detected = [key for key in possible if find(key).info.detected]
    if "xsb" in detected:
        return "xsb"
    if len(detected) == 1 or (not detected and len(possible) == 1):
        return (detected or possible)[0]
    why = say("without-ending") if not possible else say("which-may-be", formats=" or ".join(possible))
    raise UnsupportedError.said("file-format", name=os.fspath(name), why=why, known=", ".join(keys()))


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text as UTF-8 into a file, which is at every moment either the old one or the new one.

    Raises OSError where the file cannot be written, FormatError for a text that UTF-8 cannot hold.
    """
    data = texts.check(text).encode("utf-8")
    target = Path(os.path.realpath(path))  # behind a link it is the file that changes, not the link
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a pipe or a terminal has no old content to protect
        return
    with replacing(target) as file:
        file.write(data)
