"""``pushbox config``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click
from click.shell_completion import CompletionItem

from .. import config
from ..errors import PushboxError
from ..sentence import located, say, spoken, suggestion, word
from .common import Exit, exit_with, json_option
from .output import print_heading, print_line, print_result
from .setting_options import SettingOption, file_values
from .spoken_help import WithTerms
from .tables import Columns


def _complete_key(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the key of a setting."""
    settings = config.SETTINGS.values()
    return [CompletionItem(one.key, help=one.summary) for one in settings if one.key.startswith(incomplete)]


def _complete_value(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the value of the setting before it, where there is a choice."""
    from ..render.skins import SKINS

    key = context.params.get("key")
    choices = SKINS if key == "skin" else config.SETTINGS[key].choices if key in config.SETTINGS else ()
    return [CompletionItem(choice) for choice in choices if choice.startswith(incomplete)]


_key_argument = click.argument("key", shell_complete=_complete_key)


class _Config(WithTerms, click.Group):
    """The commands, and the settings with their variables."""

    terms: tuple[str, Mapping[str, str]] = (
        "Settings",
        {one.key: f"{one.summary}  [{', '.join(one.variables)}]" for one in config.SETTINGS.values()},
    )


@click.group("config", cls=_Config, invoke_without_command=True)
@json_option
@click.pass_context
def command(context: click.Context, *, as_json: bool) -> None:
    """List your settings, each with its value and where that comes from; get, set or unset one.

    An option overrides an environment variable, which overrides the config file, a TOML file with one setting a line.
    PUSHBOX_CONFIG names another file.

    Example: pushbox config set threads 4
    """
    if context.invoked_subcommand is not None:
        return
    columns = Columns("{:8}  {:24}  {}", "setting", "value", "from")
    if not as_json:
        print_heading(columns.head)
    for setting in config.SETTINGS.values():
        value, origin = _applying(context, setting)
        shown = f"({spoken(word('setting', setting.otherwise))})" if value is None else value
        fields = {"setting": setting.key, "value": value, "origin": origin}
        print_result(fields, columns.row(setting.key, shown, origin), as_json=as_json)


@command.command("get", short_help="Print the value of KEY that applies.")
@_key_argument
@json_option
@click.pass_context
def get(context: click.Context, key: str, *, as_json: bool) -> None:
    """Print the value of the setting KEY that applies.

    The exit code is 1 if it has none.

    Example: pushbox config get threads
    """
    value, origin = _applying(context, config.find(key))
    lines = [] if value is None else [str(value)]
    print_result({"setting": key, "value": value, "origin": origin}, *lines, as_json=as_json)
    exit_with(Exit.NO if value is None else Exit.YES)


@command.command("set", short_help="Set KEY to VALUE.")
@_key_argument
@click.argument("value", shell_complete=_complete_value)
def set_(key: str, value: str) -> None:
    """Set KEY to VALUE in the config file, whose comments and other lines stay.

    Example: pushbox config set skin wood
    """
    if key in _CHECKS:
        _CHECKS[key](value)
    print_line(located(config.set_value(key, value), say("setting-is", key=key, value=value)))


@command.command("unset", short_help="Remove KEY.")
@_key_argument
def unset(key: str) -> None:
    """Remove KEY from the config file.

    The exit code is 1 if it was not there.

    Example: pushbox config unset skin
    """
    exit_with(Exit.YES if config.unset(key) else Exit.NO)


@command.command("path", short_help="Print the path of the config file.")
def path() -> None:
    """Print the path of the config file, which need not exist.

    Example: pushbox config path
    """
    print_line(str(config.file()))


def _applying(context: click.Context, setting: config.Setting) -> tuple[config.Scalar | None, str]:
    """Return the value of a setting that applies in this run, and where it comes from."""
    root = context.find_root()
    for option in root.command.params:
        given = root.get_parameter_source(option.name or "") is click.core.ParameterSource.COMMANDLINE
        if given and isinstance(option, SettingOption) and option.setting is setting:
            return root.params[option.name or ""], option.opts[0]
    found = config.from_environment(setting.key) or file_values(context).get(setting.key)
    return (setting.default, word("origin", "default")) if found is None else (found.value, found.origin)


def _check_skin(name: str) -> None:
    from .render_files import read_skin

    read_skin(name, "skin")


def _check_theme(name: str) -> None:
    try:
        from textual.theme import BUILTIN_THEMES
    except ModuleNotFoundError:  # who installs pushbox[tui] later sees
        return
    if name not in BUILTIN_THEMES:
        close = suggestion(name, BUILTIN_THEMES)
        raise PushboxError.said("unknown-theme", name=name, close=close, known=", ".join(BUILTIN_THEMES))


_CHECKS: dict[str, Callable[[str], None]] = {"skin": _check_skin, "theme": _check_theme}
