"""Sessions of a shell, in which a row of walls is no prompt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pygments.lexers.shell import BashSessionLexer

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class SessionLexer(BashSessionLexer):
    """Commands after ``$``, and all else as printed: walls are no prompt of root."""

    name = "Session"
    aliases = ["console"]  # noqa: RUF012  # as Pygments declares it
    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Colour every session of the pages so."""
    app.add_lexer("console", SessionLexer)
    return {"parallel_read_safe": True}
