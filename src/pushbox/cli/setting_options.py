"""Options whose defaults are settings of the user: those of the environment, else those of the config file."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from .. import config
from ..errors import PushboxError

_FILE_VALUES = "pushbox.config"  # in the `meta` of a run: the config file is read once, when an option needs it


class SettingOption(click.Option):
    """An option with the name of its setting; its help shows the default that applies."""

    def __init__(self, *names: Any, setting: str, **details: Any) -> None:
        self.setting = config.find(setting)
        details = {"default": self.setting.default, "show_default": True, "show_envvar": True} | details
        super().__init__(*names, envvar=self.setting.variables, **details)

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """Return the value that the environment sets."""
        found = config.from_environment(self.setting.key)
        return None if found is None else str(found.value)

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        """Return the value of the config file if it has one.

        A help page shows that of the environment instead, and what may be shown of a file with a fault.
        """
        if (of_environment := self.resolve_envvar_value(ctx)) is not None:
            return of_environment
        try:
            found = file_values(ctx).get(self.setting.key)
        except PushboxError:
            if not ctx.resilient_parsing:
                raise
            found = None
        return super().get_default(ctx, call) if found is None else found.value


def file_values(ctx: click.Context) -> dict[str, config.Value]:
    """Return what the config file sets, which is read once in a run. Raises PushboxError for a fault in it."""
    if _FILE_VALUES not in ctx.meta:
        ctx.meta[_FILE_VALUES] = config.from_file()
    values: dict[str, config.Value] = ctx.meta[_FILE_VALUES]
    return values


def was_given(name: str) -> bool:
    """Return whether the user has written an option of the current command, whose default may be a setting."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def origin_of(name: str) -> str:
    """Return where the value of an option of the current command comes from: the option, a variable, a line of a file.

    A sentence on the value begins with it.
    """
    context = click.get_current_context()
    (option,) = (one for one in context.command.params if one.name == name and isinstance(one, SettingOption))
    key = option.setting.key
    found = None if was_given(name) else config.from_environment(key) or file_values(context).get(key)
    return option.opts[0] if found is None else found.origin


database_option = partial(click.option, "--database", metavar="URL", cls=SettingOption, setting="database")
threads_option = partial(
    click.option, "--threads", type=click.IntRange(1, config.MAX_THREADS), cls=SettingOption, setting="threads"
)
