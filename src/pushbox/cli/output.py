"""Output of the commands: the only module that writes to standard output and standard error.

Lines and JSON are escaped for a terminal, see `pushbox.terminal`, wherever they go; data is exact for a file or a pipe,
and escaped on a terminal. Other output during a command, from Click or a warning, is escaped too.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TextIO

from ..render.ansi import Depth
from ..sentence import spoken, word
from ..terminal import escape_json, escape_line, escape_text, escaping, unescaped

if TYPE_CHECKING:
    import click
    from rich.console import Console


@contextmanager
def escaped_streams() -> Iterator[None]:
    """Escape everything written to standard output and standard error within the context."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (stream and escaping(stream) for stream in before)  # one that is closed is None
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


Color = Literal["auto", "always", "never"]

_color: Color = "auto"


def use_color(color: Color) -> None:
    """Colour output on a terminal, always, or never."""
    global _color  # noqa: PLW0603  # the terminal is one for the whole program
    _color = color


def drop_buffered() -> None:
    """Drop buffered output for a reader that has gone, which would be an error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# What the first of these words in a row looks like on a terminal.
_GREEN, _YELLOW, _RED, _BOLD = "32", "33", "31", "1"
_COLOURS = {
    "solved": _GREEN, "proven": _GREEN, "improved": _GREEN, "unsolved": _YELLOW, "unsolvable": _YELLOW,
    "gave-up": _YELLOW, "warning": _YELLOW, "illegal": _RED, "error": _RED,
}  # fmt: skip
FINDINGS = {"works": _GREEN, "missing": _YELLOW, "broken": _RED}  # instead, for those of doctor

_print_above: Callable[[str], None] | None = None  # prints lines above a progress bar, while there is one


def print_line(line: str = "", *, err: bool = False) -> None:
    """Print one line, on standard error if `err`; a sentence in the language of the user."""
    _print(escape_line(spoken(line)), sys.stderr if err else sys.stdout)


def print_heading(line: str) -> None:
    """Print the heads of a table's columns, bold on a terminal."""
    _print_styled(escape_line(line), sys.stdout, lambda text: _styled(text, _BOLD))


def print_row(line: str, *, err: bool = False, colours: Mapping[str, str] = _COLOURS) -> None:
    """Print a row of a table, or a sentence, whose first word of a status is coloured on a terminal."""
    stream = sys.stderr if err else sys.stdout
    _print_styled(escape_line(spoken(line)), stream, lambda text: _with_status(text, colours))


def _print_styled(text: str, stream: TextIO | None, style: Callable[[str], str]) -> None:
    if stream is None or not _takes_colours(stream):
        _print(text, stream)
        return
    encoding = stream.encoding or "ascii"
    _print(style(text.encode(encoding, "backslashreplace").decode(encoding)), unescaped(stream))


def _with_status(text: str, colours: Mapping[str, str]) -> str:
    severities = colours.keys() & {"warning", "error"}
    said = {spoken(word("severity", name)): colours[name] for name in severities}
    for kind in ("replay", "status"):
        said |= {spoken(word(kind, name)): colour for name, colour in colours.items()}
    colours = {**colours, **said}
    status = rf"(?<![^\s：])(?:{'|'.join(map(re.escape, colours))})(?![^\s:：,、])"  # not that of a file solved.xsb
    return re.sub(status, lambda found: _styled(found[0], colours[found[0]]), text, count=1)


def _styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def print_rows(lines: Iterable[str], *, err: bool = False) -> None:
    """Print rows like `print_row`, in batches."""
    stream = sys.stderr if err else sys.stdout
    if _takes_colours(stream):
        for line in lines:
            print_row(line, err=err)
        return
    rest = iter(lines)
    while some := [escape_line(spoken(line)) for line in islice(rest, _AT_ONCE)]:
        _print("\n".join(some), stream)


_AT_ONCE = 1000


def _takes_colours(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal with colours, or gets them always."""
    if stream is None or _color != "auto":
        return stream is not None and _color == "always"
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _print(text: str, stream: TextIO | None) -> None:
    if _print_above is not None and stream is not None and stream.isatty():
        _print_above(text)
    elif stream is not None:
        stream.write(f"{text}\n")  # at once, where print would write the line end by itself
        stream.flush()


@contextmanager
def printing_above(print_above: Callable[[str], None]) -> Iterator[None]:
    """Give lines for a terminal to a function, which prints them above a progress bar, while the context lasts."""
    global _print_above  # noqa: PLW0603  # the terminal is one for the whole program
    _print_above = print_above
    try:
        yield
    finally:
        _print_above = None


def print_json(fields: dict[str, Any]) -> None:
    """Print one JSON object on a line, without the fields that do not apply."""
    text = json.dumps({key: value for key, value in fields.items() if value is not None}, ensure_ascii=False)
    _print(escape_json(text), sys.stdout)


def print_result(fields: dict[str, Any], *lines: str, as_json: bool) -> None:
    """Print a result: its fields as one JSON object on a line, or lines for people."""
    if as_json:
        print_json(fields)
        return
    for line in lines:
        print_line(line)


def print_click_error(error: click.ClickException) -> None:
    """Print an error of Click on standard error, with its usage line."""
    from .usage_errors import lines_of  # only an error has use for it

    for line in lines_of(error):
        print(escape_text(spoken(line)), file=sys.stderr, flush=True)


def write_data(text: str) -> None:
    """Write a text to standard output: as UTF-8 to the byte, or escaped where that is a terminal."""
    if sys.stdout is None:
        return
    if sys.stdout.isatty():
        escaped = escape_text(text.replace("\r\n", "\n"))
        if _print_above is not None:
            _print_above(escaped.removesuffix("\n"))
        else:
            print(escaped, end="", flush=True)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def write_coloured(text: str) -> None:
    """Write a text with escapes that colour it to standard output; its writer has escaped all that is in it."""
    print(text, file=unescaped(sys.stdout), flush=True)


def colour_depth() -> Depth:
    """Return how many colours standard output shows: none where it is no terminal, unless it gets them always."""
    if sys.stdout is None or _color == "never" or (_color == "auto" and not sys.stdout.isatty()):
        return "none"
    kind = os.environ.get("TERM", "")
    if kind in {"", "dumb"}:
        return "none" if _color == "auto" else "16"
    if os.environ.get("COLORTERM", "") in {"truecolor", "24bit"}:
        return "true"
    return "256" if "256color" in kind else "16"


def holds_unicode() -> bool:
    """Return whether standard output can encode the characters of text pictures."""
    encoding = sys.stdout.encoding if sys.stdout is not None else ""
    try:
        "█○□■⊡◊".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def game_streams() -> tuple[TextIO, TextIO]:
    """Return the input of a terminal game, which accepts any bytes, and its output."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a command that is no text is refused like any other
    return sys.stdin, sys.stdout


def reads_terminal() -> bool:
    """Return whether somebody types what is read from standard input."""
    return sys.stdin is not None and sys.stdin.isatty()


_SCREEN_READER = ("ACCESSIBLE", "SCREEN_READER", "ACCESSIBILITY_ENABLED")  # variables that announce one, but for 0


def has_screen() -> bool:
    """Return whether the whole screen can be used, and the user has not asked for lines (a screen reader)."""
    is_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return is_terminal and os.environ.get("TERM", "dumb") != "dumb" and not has_screen_reader()


def has_screen_reader() -> bool:
    """Return whether an environment variable announces a screen reader."""
    return any(os.environ.get(name, "0") not in {"", "0"} for name in _SCREEN_READER)


def on_terminal() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def rich_console() -> Console:
    """Return a console of Rich on standard error, whose texts must be escaped by their writer."""
    from rich.console import Console

    return Console(file=unescaped(sys.stderr), markup=False, highlight=False, no_color=_color == "never")
