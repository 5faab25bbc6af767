"""``pushbox games``."""

from __future__ import annotations

import click

from .. import games
from ..games.api import Game, GameInfo
from ..level import GAME_ALIASES
from ..sentence import say, spoken, spoken_language, word
from ..tui.shipped_words import option_effects, rules, shipped, summary
from .common import json_option
from .completing import complete_game
from .output import print_result


@click.command("games")
@click.argument("key", required=False, shell_complete=complete_game)
@json_option
def command(key: str | None, as_json: bool) -> None:
    """List the games, or describe the one called KEY: its rules, sources and options.

    Example: pushbox games sokoban
    """
    for game in map(games.find, (key,) if key else games.keys()):
        info = game.info
        lines = _page(game) if key else [f"{info.key:12}{summary(game)}"]
        print_result(_fields(info), *lines, as_json=as_json)


def _page(game: Game) -> list[str]:
    """Return the page of a game, as Markdown, line by line."""
    info = game.info
    own = spoken_language() == "en"  # the language in which games describe themselves; others have short rules
    text = game.rules.describe() if own else rules(game)
    lines = [f"# {shipped('game.name', info.name)} (`{info.key}`)", "", summary(game), "", *text.split("\n")]
    if names := _other_names(info.key):
        lines += ["", spoken(say("game-other-names", names=", ".join(f"`{name}`" for name in names)))]
    if info.facts and own:
        lines += ["", *(f"* {fact}" for fact in info.facts)]
    if info.options:
        lines += ["", f"## {spoken(say('help-options'))}", "", spoken(say("game-options")), ""]
        heads = (spoken(word("head", head)) for head in ("option", "default", "values", "what it does"))
        lines += [f"| {' | '.join(heads)} |", "|---|---|---|---|"]
    for option in info.options:
        lines.append(f"| `{option.name}` | {option.default} | {spoken(option.values)} | {option_effects(option)} |")
    return lines if own else [*lines, "", spoken(say("game-in-english", key=info.key))]


def _other_names(key: str) -> list[str]:
    """Return the names under which a game is found beside its key."""
    return [name for name, of in GAME_ALIASES.items() if of == key]


def _fields(info: GameInfo) -> dict[str, object]:
    options = [
        {
            "name": option.name,
            "default": option.default,
            "choices": list(option.choices),
            "least": option.minimum,
            "summary": option.summary,
        }
        for option in info.options
    ]
    fields: dict[str, object] = {"game": info.key, "name": info.name, "summary": info.summary, "source": info.source}
    fields |= {"aliases": _other_names(info.key)}
    return fields | {"players": info.players, "options": options, "facts": list(info.facts)}
