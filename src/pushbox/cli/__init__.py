"""The command line: each command is a module here that parses options, makes one library call and prints.

Commands are imported when they are run, so that ``pushbox --help`` stays quick; `commands` has their one-line help.
"""

from __future__ import annotations

import _thread
import atexit
import gc
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from threading import main_thread
from typing import Any

import click

from ..config import COLORS, value_of
from ..entry_points import entry_points, package_of
from ..errors import PushboxError, with_notes
from ..registry import Registry
from ..sentence import LANGUAGES, Language, Sentence, say, spoken, suggestion, use_language, word
from . import output
from .commands import COMMANDS, GROUPS
from .setting_options import SettingOption
from .spoken_help import SpokenContext, spoken_help

BAD_INPUT = 2
INTERRUPTED = 130

ENTRY_POINTS = "pushbox.commands"
REGISTRY: Registry[click.Command] = Registry(
    "command",
    "solve",
    click.Command,
    {name: f"{__name__}.{name}:command" for name in COMMANDS},
    ENTRY_POINTS,
    lambda command: command.name or "",
)


class _Commands(click.Group):
    """The commands by name, each imported when it is needed."""

    context_class: type[click.Context] = SpokenContext

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = COMMANDS if not args or args[0] in COMMANDS else REGISTRY.keys()
        if args and args[0] not in known and (close := suggestion(args[0], known)):
            ctx.fail(say("no-command", name=args[0], close=close))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        use_language(ctx.params["lang"])  # before a command that does not exist is an error
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader of what is printed has enough, as head has; Click would end with 1, a no
            output.drop_buffered()
            return 0

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(REGISTRY.keys())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        known = cmd_name in COMMANDS or cmd_name in REGISTRY.brought
        return spoken_help(REGISTRY.find(cmd_name)) if known else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups = {
            spoken(word("purpose", purpose)): {
                name: spoken(Sentence(f"command.{name}", summary, {})) for name, summary in commands.items()
            }
            for purpose, commands in GROUPS.items()
        }
        if brought := REGISTRY.brought:
            points = entry_points(ENTRY_POINTS)
            groups[spoken(say("help-of-packages"))] = {
                name: spoken(say("help-of-package", package=package_of(points[name]))) for name in brought
            }
        width = max(map(len, COMMANDS))  # so that the lines of all groups begin in one column
        for purpose, commands in groups.items():
            with formatter.section(purpose):
                formatter.write_dl([(name.ljust(width), summary) for name, summary in commands.items()])


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Try: pushbox solve builtin:lessons, or pushbox COMMAND --help.",
)
@click.version_option(package_name="pushbox", prog_name="pushbox")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    cls=SettingOption,
    setting="language",
    help="The language of the terminal game, reports, errors and the headings of help.",
)
@click.option(
    "--color",
    type=click.Choice(COLORS),
    cls=SettingOption,
    setting="color",
    help="Colour the output on a terminal only (auto), always or never.",
)
def pushbox(lang: Language, color: output.Color) -> None:
    """A workbench for Sokoban and its family of box-pushing puzzles."""
    use_language(lang)
    output.use_color(color)


# So many objects are made before Python looks for garbage in circles among them, and so often does it do that before it
# looks among the older ones: there is hardly any, and with its own numbers it looks for a quarter of the time in which
# a collection is read.
_GARBAGE = 50_000, 100, 2


def main(arguments: list[str] | None = None) -> None:
    """Run the program and leave with its exit code: 0 yes, 1 no, 2 bad input or usage, 3 a limit was reached."""
    use_language(_first_language(sys.argv[1:] if arguments is None else arguments))
    output.use_color("auto")
    before = gc.get_threshold()
    gc.set_threshold(*_GARBAGE)
    atexit.register(gc.freeze)  # the system frees a process that ends: no last collection
    hook = sys.unraisablehook
    sys.unraisablehook = partial(_report_unraisable, hook)
    try:
        with output.escaped_streams():
            sys.exit(_run(arguments))
    finally:
        sys.unraisablehook = hook
        gc.set_threshold(*before)  # of a program that has called this as a function


def _first_language(arguments: Sequence[str]) -> Language:
    """Return the language of what is said before the options are parsed: help pages, and errors of the options.

    A fault in it is reported once they are.
    """
    asked = ""
    for index, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            asked = value or "".join(arguments[index + 1 : index + 2])
            break
    try:
        found = asked or value_of("language")
    except PushboxError:
        found = "en"
    return next((language for language in LANGUAGES if language == found), "en")


def _report_unraisable(hook: Callable[[sys.UnraisableHookArgs], object], ignored: sys.UnraisableHookArgs) -> None:
    """Send a Ctrl-C again that came where Python ignores exceptions, as in a finalizer; report all else."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        hook(ignored)
        return
    moment = _MOMENT
    while moment:
        try:
            _thread.start_new_thread(_interrupt_main, (moment,))  # which waits for nothing, as Thread.start does
            moment = 0.0
        except KeyboardInterrupt:  # the one that was sent, on a machine so busy that this is not over
            moment *= 2


def _interrupt_main(moment: float) -> None:
    time.sleep(moment)
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)  # which ends what it waits for


_MOMENT = 0.01  # seconds until the finalizer is over


def _run(arguments: list[str] | None) -> int:
    try:
        return pushbox.main(arguments, prog_name="pushbox", standalone_mode=False) or 0
    except (click.exceptions.Abort, KeyboardInterrupt):
        # After Ctrl-C within an `exec`, as in making a dataclass, Python would end `python -m pushbox` by a signal,
        # unless another `exec` follows.
        exec("")  # noqa: S102
        return INTERRUPTED
    except click.ClickException as error:
        output.print_click_error(error)
        return error.exit_code
    except PushboxError as error:
        output.print_line(f"pushbox: {spoken(with_notes(error))}", err=True)
        return BAD_INPUT
    except Exception:  # noqa: BLE001  # a defect; Python's own message would not be escaped, and its code 1 means "no"
        traceback.print_exc()
        return BAD_INPUT
