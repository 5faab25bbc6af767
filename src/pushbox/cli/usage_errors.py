"""The sentences of Click on a wrong use of a command, in the language of the user.

Click has only English texts, without parameters that could be asked for: its texts are recognised by the English ones
of the codes ``click-...``, and stay as they are where none fits.
"""

from __future__ import annotations

import re
from functools import cache

import click

from ..sentence import Sentence, say, template_of

CODES = (
    "click-value-for", "click-no-option-but-one-of", "click-no-option-but", "click-no-option",
    "click-no-command-but-one-of", "click-no-command-but", "click-no-command", "click-missing-argument",
    "click-missing-choice", "click-missing-option", "click-extra", "click-extras", "click-no-value",
    "click-needs-value", "click-needs-values", "click-one-of", "click-integer", "click-integer-range", "click-float",
    "click-float-range", "click-range", "click-file-missing", "click-directory-missing", "click-path-missing",
    "click-file-is-directory", "click-directory-is-file",
)  # fmt: skip


def lines_of(error: click.ClickException) -> list[str]:
    """Return the lines that Click shows of an error: usage, where there is help, a blank line, and the sentence.

    A group without a command is no error for Click: it shows its help.
    """
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return [error.format_message()]
    context = error.ctx if isinstance(error, click.UsageError) else None
    lines: list[str] = []
    if context is not None:
        lines = [context.get_usage(), ""]
        if context.command.get_help_option(context) is not None:
            option = max(context.command.get_help_option_names(context), key=len)
            lines.insert(1, say("click-help", command=context.command_path, option=option))
    sentence = recognised(error.format_message(), error.message)
    return [*lines, say("click-error", message=sentence)]


def recognised(text: str, known: str = "") -> str:
    """Return a text of Click as a sentence, as far as it is one; `known` is the sentence that it may be about.

    >>> recognised("Invalid value for '--count': 0 is not in the range x>=1.").code
    'click-value-for'
    """
    if text == known and isinstance(known, Sentence):
        return known
    for code in CODES:
        if found := _pattern(code).fullmatch(text):
            parts = found.groupdict()
            if "message" in parts:
                parts["message"] = recognised(parts["message"], known)
            return say(code, **parts)
    return text


@cache
def _pattern(code: str) -> re.Pattern[str]:
    """Return what texts of a code look like: the last parameter is the rest of the text, lines too."""
    parts = re.split(r"\{(\w+)\}", template_of(code))
    texts = [
        re.escape(part) if index % 2 == 0 else f"(?P<{part}>{_HINT if part == 'hint' else '.+?'})"
        for index, part in enumerate(parts)
    ]
    return re.compile("".join(texts), re.DOTALL)


_HINT = r"(?:\([^)]*\)|[^(])+?"  # the name of an option, whose variable in brackets may stand behind a colon
