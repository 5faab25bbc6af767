"""``pushbox games``."""

from __future__ import annotations

import click

from .. import games
from ..games.api import GameInfo
from .common import json_option, print_json


@click.command("games")
@click.argument("key", required=False)
@json_option
def command(key: str | None, as_json: bool) -> None:
    """List the games, or tell all about the one called KEY.

    Example: pushbox games sokoban
    """
    for name in (key,) if key else games.keys():
        info = games.find(name).info
        if as_json:
            print_json(_fields(info))
        elif key:
            click.echo(_page(info))
        else:
            click.echo(f"{info.key:12}{info.summary}")


def _page(info: GameInfo) -> str:
    lines = [f"{info.name} ({info.key})", info.summary, "", f"Source: {info.source}"]
    lines += [f"* {fact}" for fact in info.facts]
    if info.options:
        lines += ["", "Options, written into a level's header as Options: name=value, name=value"]
    for option in info.options:
        choices = f" ({', '.join(map(str, option.choices))})" if option.choices else ""
        lines.append(f"  {option.name}={option.default}{choices}: {option.summary}")
    return "\n".join(lines)


def _fields(info: GameInfo) -> dict[str, object]:
    options = [
        {"name": option.name, "default": option.default, "choices": list(option.choices), "summary": option.summary}
        for option in info.options
    ]
    told = {"game": info.key, "name": info.name, "summary": info.summary, "source": info.source}
    return told | {"players": info.players, "options": options, "facts": list(info.facts)}
