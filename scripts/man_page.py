"""Write the manual page pushbox.1 from what each command says of itself: ``python scripts/man_page.py``.

The wheel installs it below ``share/man/man1`` of the environment, where ``man pushbox`` finds it.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Iterator
from pathlib import Path

import click  # noqa: TID253  # the page is made of what Click knows of the commands

from pushbox import config
from pushbox.cli import pushbox
from pushbox.cli.commands import GROUPS
from pushbox.cli.spoken_help import WithTerms

FILE = Path(__file__).parents[1] / "pushbox.data" / "data" / "share" / "man" / "man1" / "pushbox.1"

_HEAD = """\
.\\" Written by scripts/man_page.py: make docs
.TH PUSHBOX 1 2026 pushbox "User Commands"
.nh
.ad l
.SH NAME
pushbox \\- play, read, solve, make and keep levels of Sokoban and its family
.SH SYNOPSIS
.B pushbox
[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGS\\fR]...
.SH DESCRIPTION
"""

_EXIT_CODES = {
    "0": "The answer is yes: solved, verified, converted without loss.",
    "1": "The answer is no: no solution, proven unsolvable, duplicates found.",
    "2": "Bad input or usage, with a sentence on standard error that says where.",
    "3": "A limit was reached before an answer.",
    "130": "Ctrl-C. What was written before stays.",
}


def page() -> str:
    """Return the page, as roff with the macros of man(7)."""
    return _HEAD + "\n".join(_body()) + "\n"


def _body() -> Iterator[str]:
    root = click.Context(pushbox, info_name="pushbox")
    yield from _paragraphs(pushbox.help or "")
    yield ".PP"
    yield _text(
        "Every command takes a file, - for standard input, or builtin:NAME for levels that come with pushbox. "
        "pushbox COMMAND --help shows its options and an example."
    )
    yield ".SH OPTIONS"
    yield from _options(pushbox, root)
    yield from _item("-h, --help", "List the commands; after a command, show what it does and its options.")
    yield ".SH COMMANDS"
    for purpose, commands in GROUPS.items():
        yield f".SS {_text(purpose)}"
        for name, summary in commands.items():
            yield from _item(f"pushbox {name}", summary)
    yield ".SH ALL COMMANDS AND OPTIONS"
    for name in (name for commands in GROUPS.values() for name in commands):
        command = pushbox.get_command(root, name)
        assert command is not None
        yield from _section(command, click.Context(command, parent=root, info_name=name))
    yield ".SH EXIT STATUS"
    for code, meaning in _EXIT_CODES.items():
        yield from _item(code, meaning)
    yield ".SH ENVIRONMENT"
    yield from _item(config.FILE_VARIABLE, "Another config file.")
    for setting in config.SETTINGS.values():
        yield from _item(", ".join(setting.variables), f"{setting.summary[0].upper()}{setting.summary[1:]}.")
    yield ".SH FILES"
    yield from _item("~/.config/pushbox/config.toml", "Your settings, on Linux; pushbox config path prints where.")


def _section(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield what a command and those below it say."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f'.SS "{_text(usage)}"'
    yield from _paragraphs(command.help or "")
    yield from _options(command, context)
    if command.epilog:
        yield ".PP"
        yield from _paragraphs(command.epilog)
    if isinstance(command, WithTerms):
        head, rows = command.terms
        yield ".PP"
        yield _text(f"{head}:")
        for term, text in rows.items():
            yield from _item(term, text)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _section(child, click.Context(child, parent=context, info_name=name))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.params:  # without --help
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record is not None:
            yield from _item(*record)


def _item(term: str, text: str) -> Iterator[str]:
    yield from (".TP", f".B {_text(term)}", _text(text))


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(re.split(r"\n\s*\n", inspect.cleandoc(text))):
        if number:
            yield ".PP"
        yield _text(paragraph)


def _text(text: str) -> str:
    """Return a text on one line that roff prints as it is."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("'", "\\(aq")
    return f"\\&{line}" if line.startswith(".") else line


if __name__ == "__main__":
    os.environ[config.FILE_VARIABLE] = os.devnull  # the defaults are pushbox's own
    for one in config.SETTINGS.values():
        for variable in one.variables:
            os.environ.pop(variable, None)
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(page(), "utf-8")
