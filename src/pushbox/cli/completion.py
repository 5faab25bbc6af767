"""``pushbox completion``."""

from __future__ import annotations

import click

from .output import write_data

_SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print the script that makes a SHELL complete commands, options, files, games, formats and collections.

    Example: eval "$(pushbox completion bash)", in ~/.bashrc
    """
    from . import pushbox
    from .completing import script

    write_data(script(pushbox, shell))
