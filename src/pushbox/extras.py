"""The extras of pushbox: what each is for, the modules it imports, and the command that installs it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from .errors import PushboxError


class Extra(NamedTuple):
    """An extra of the package: what it is for, and the modules whose presence shows that it is installed."""

    purpose: str
    modules: tuple[str, ...]


EXTRAS: dict[str, Extra] = {
    "library": Extra("collections, solutions and progress in a database", ("sqlalchemy", "alembic", "filelock")),
    "postgres": Extra("a library in PostgreSQL", ("psycopg",)),
    "tui": Extra("the terminal game over the whole screen", ("textual",)),
    "web": Extra(
        "pushbox serve",
        ("fastapi", "uvicorn", "websockets", "argon2", "limits", "prometheus_client", "zxcvbn"),
    ),
    "redis": Extra("rates of requests that several servers share", ("redis",)),
    "render": Extra("PNG, GIF, WebP, APNG", ("PIL", "resvg_py")),
    "pdf": Extra("PDF", ("typst",)),
    "plots": Extra("pushbox plot", ("matplotlib",)),
    "notebook": Extra("a board that is played in a notebook", ("anywidget",)),
    "rl": Extra("environments of Gymnasium and PettingZoo for learning", ("gymnasium", "numpy", "pettingzoo")),
    "dataset": Extra("data sets as Parquet", ("pyarrow",)),
    "mcp": Extra("pushbox mcp, tools for language models", ("mcp", "uvicorn")),
    "cluster": Extra("searches on a Dask cluster", ("distributed",)),
}

_SOURCE = Path(__file__).parents[2]


def install_command(extra: str) -> str:
    """Return the command that installs an extra: `make` in an environment set up from the sources, pip elsewhere."""
    if Path(sys.prefix) == _SOURCE / ".venv" and (_SOURCE / "scripts" / "setup.sh").exists():
        return f"make -C {_SOURCE} setup EXTRAS={extra}"
    return f"pip install 'pushbox[{extra}]'"


@contextmanager
def requiring(extra: str) -> Iterator[None]:
    """Turn the lack of a module into a PushboxError that says how to install the extra it belongs to."""
    try:
        yield
    except ImportError as error:
        raise PushboxError.said("no-module", module=error.name, command=install_command(extra)) from None
