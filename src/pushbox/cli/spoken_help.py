"""Help pages whose heads, and the list of commands, are in the language of the user; what a command says is English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import click

from ..sentence import say, spoken, spoken_language

_DEFAULT = re.compile(r"\[([^\[\]]*\bdefault: [^\[\]]*)\]$")  # behind the help of an option


class SpokenFormatter(click.HelpFormatter):
    """The formatter of Click, with the words that Click itself puts in."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line of usage."""
        super().write_usage(prog, args, f"{spoken(say('help-usage'))} " if prefix is None else prefix)

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Write a section below its head."""
        heads = {"Options": say("help-options"), "Commands": say("help-commands")}
        with super().section(spoken(heads.get(name, name))):
            yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of names with what they mean."""
        super().write_dl([(name, _translated(text)) for name, text in rows], col_max, col_spacing)


def _translated(text: str) -> str:
    """Return the help of an option with the words of Click in the language of the user."""
    if spoken_language() == "en":
        return text
    whole = {"Show this message and exit.": say("help-help"), "Show the version and exit.": say("help-version")}
    if text in whole:
        return spoken(whole[text])
    return _DEFAULT.sub(lambda found: f"[{found[1].replace('default: ', spoken(say('help-default')))}]", text)


class WithTerms(click.Command):
    """A command whose help ends with a list of terms below a head: `terms`."""

    terms: tuple[str, Mapping[str, str]]

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the terms."""
        head, rows = self.terms
        with formatter.section(head):
            formatter.write_dl([*rows.items()])


class SpokenContext(click.Context):
    """A run of a command whose help page is written by `SpokenFormatter`."""

    formatter_class: type[click.HelpFormatter] = SpokenFormatter


def spoken_help(command: click.Command) -> click.Command:
    """Let a command, with all those below it, write its help by `SpokenFormatter`; return it."""
    command.context_class = SpokenContext
    if isinstance(command, click.Group):
        for below in command.commands.values():
            spoken_help(below)
    return command
