"""The commands about accounts: who moderates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..common import json_option
from ..output import print_result
from .shared import pass_library

if TYPE_CHECKING:
    from ...store import Store


@click.command("moderator", short_help="Let an account moderate comments, or no more.")
@click.argument("name", required=False)
@click.option("--remove", is_flag=True, help="The account moderates no more.")
@json_option
@pass_library
def moderator(library: Store, name: str | None, *, remove: bool, as_json: bool) -> None:
    """Let the account NAME moderate what others say of levels: see what is reported, and hide it.

    Without NAME the moderators are listed.

    Example: pushbox library moderator Ada
    """
    from ...store import accounts

    if name is not None:
        accounts.set_moderator(library, accounts.get(library, name).name, moderates=not remove)
    names = accounts.moderators(library)
    print_result({"moderators": names}, f"moderators: {', '.join(names) or 'none'}", as_json=as_json)
