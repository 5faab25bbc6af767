"""Shell completion of values: files, shipped levels, games, formats, and collections of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from .. import formats, levels
from ..errors import PushboxError
from ..level import GAME_ALIASES

if TYPE_CHECKING:
    from click.shell_completion import ShellComplete

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def complete_file(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a file, or levels that come with pushbox."""
    builtin = [f"builtin:{name}" for name in (*levels.names(), *levels.series())]
    items = _starting(builtin, incomplete)
    return items if incomplete.startswith("builtin:") else [*items, CompletionItem(incomplete, type="file")]


def complete_format(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the key of a format."""
    return [
        CompletionItem(key, help=formats.find(key).info.name) for key in formats.keys() if key.startswith(incomplete)
    ]


def complete_game(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the key of a game, or another name of it where none begins so."""
    from .. import games

    keys = [key for key in games.keys() if key.startswith(incomplete)]
    keys = keys or [name for name in GAME_ALIASES if name.startswith(incomplete)]
    return [CompletionItem(key, help=games.find(key).info.name) for key in keys]


def complete_generated_game(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the key of a game of which levels are made."""
    return _starting(("sokoban", "plus", "multiban"), incomplete)


def complete_skin(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a skin, or the file of an image of tiles."""
    from ..render.skins import SKINS

    return [*_starting(SKINS, incomplete), CompletionItem(incomplete, type="file")]


def complete_collection(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a collection in the library that the options name, nothing where there is no library."""
    group = context.parent
    try:
        return _starting(_collections(group.params.get("database") if group is not None else None), incomplete)
    except (ModuleNotFoundError, PushboxError):
        return []


def _collections(url: str | None) -> list[str]:
    from .. import store
    from ..store.database import sqlite_file

    file = sqlite_file(url)
    if file is not None and not file.exists():  # to look at a library would make it
        return []
    with store.open(url) as library:
        return [entry.name for entry in store.collections.listing(library)]


def _starting(values: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]


def script(command: click.Command, shell: str) -> str:
    """Return the text that makes a shell complete the words of the program ``pushbox``."""
    from click.shell_completion import BashComplete, get_completion_class

    found: type[ShellComplete] | None = get_completion_class(shell)
    assert found is not None  # the shells to choose from are those of Click
    source = found(command, {}, "pushbox", "_PUSHBOX_COMPLETE").source()
    # In Bash a colon parts words, and with it builtin:lessons.
    return f'COMP_WORDBREAKS="${{COMP_WORDBREAKS//:/}}"\n{source}' if issubclass(found, BashComplete) else source
