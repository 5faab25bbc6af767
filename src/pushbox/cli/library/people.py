"""The commands about accounts: who moderates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ...sentence import say
from ..common import json_option
from ..output import print_result
from .shared import pass_library

if TYPE_CHECKING:
    from ...store import Store


@click.command("moderator", short_help="Name or list moderators of comments.")
@click.argument("name", required=False)
@click.option("--remove", is_flag=True, help="Revoke the right.")
@json_option
@pass_library
def moderator(library: Store, name: str | None, *, remove: bool, as_json: bool) -> None:
    """Make the account NAME a moderator, who sees reported comments and can hide them.

    Without NAME, list the moderators.

    Example: pushbox library moderator Ada
    """
    from ...store import accounts

    if name is not None:
        accounts.set_moderator(library, accounts.get(library, name).name, moderates=not remove)
    names = accounts.moderators(library)
    line = say("moderators-are", names=", ".join(names)) if names else say("moderators-none")
    print_result({"moderators": names}, line, as_json=as_json)
