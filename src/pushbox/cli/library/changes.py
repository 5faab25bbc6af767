"""The commands that edit a library: remove, rename, tag, merge."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ...errors import PushboxError
from ...sentence import counted, listed, located, say
from ..common import json_option, levels_option
from ..output import print_line, print_result
from ..progress import removal, repeatable, resumable
from .shared import collection_argument, find_collection, levels_of, optional_collection, pass_library, scope

if TYPE_CHECKING:
    from ...store import Store


@click.command("remove", short_help="Remove a collection, or some of its levels.")
@collection_argument
@click.option("--level", "selection", metavar="LEVELS", help="Only these levels: 3, 1-10 or 1,5,9-.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_library
def remove(library: Store, collection: str, selection: str | None, *, yes: bool, as_json: bool) -> None:
    """Remove a COLLECTION, or some of its levels, with their solutions and plays.

    On a terminal the command asks first; elsewhere it needs --yes.

    Examples: pushbox library remove levels.xsb --yes

    pushbox library remove levels.xsb --level 3-5
    """
    from ...store import collections, levels

    parent = find_collection(library, collection)
    chosen = [] if selection is None else list(levels_of(library, parent, selection))
    count = parent.levels if selection is None else len(chosen)
    _confirm(say("remove-question", levels=counted(count, "level"), collection=parent.name), yes=yes)
    with removal("removing") as on_progress:
        if selection is None:
            collections.remove(library, parent.id, on_progress)
        else:
            levels.remove_all(library, [entry.id for entry in chosen], on_progress)
    fields = {"collection": parent.name, "removed": count}
    print_result(fields, located(parent.name, say("levels-removed", levels=counted(count, "level"))), as_json=as_json)


def _confirm(question: str, *, yes: bool) -> None:
    """Ask whether something may go for good.  Raises PushboxError where nobody can be asked, Abort for a no."""
    if yes:
        return
    if not (sys.stdin is not None and sys.stdin.isatty()):
        raise PushboxError.said("removal-meant")
    print_line(say("yes-or-no", question=question), err=True)
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        raise click.Abort


@click.command("rename", short_help="Change the name, title or author of a collection.")
@collection_argument
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--title", metavar="TEXT", help="The new title.")
@click.option("--author", metavar="TEXT", help="The new author.")
@json_option
@pass_library
def rename(
    library: Store, collection: str, name: str | None, title: str | None, author: str | None, *, as_json: bool
) -> None:
    """Give a COLLECTION another NAME, title or author.

    Examples: pushbox library rename levels.xsb "Rooms of mine"

    pushbox library rename 3 --title Rooms --author Ann
    """
    from ...store import collections

    if name is None and title is None and author is None:
        raise click.UsageError(say("nothing-to-change"))
    parent = find_collection(library, collection)
    with repeatable("renaming") as on_progress:
        new = collections.rename(library, parent.id, name=name, title=title, author=author, on_progress=on_progress)
    fields = {"collection": new.name, "was": parent.name, "title": new.title, "author": new.author}
    facts = ", ".join(filter(None, (new.title, new.author)))
    name = f"{new.name} ({facts})" if facts else new.name
    print_result(fields, located(parent.name, say("is-named-now", name=name)), as_json=as_json)


@click.command("tag", short_help="Add a tag to levels, or remove it.")
@collection_argument
@click.argument("name", metavar="TAG")
@levels_option
@click.option("--remove", "untag", is_flag=True, help="Remove the tag.")
@json_option
@pass_library
def tag(library: Store, collection: str, name: str, selection: str, *, untag: bool, as_json: bool) -> None:
    """Add a TAG to levels of a COLLECTION, for search, or remove it.

    Examples: pushbox library tag levels.xsb hard --level 10-

    pushbox library search --tag hard
    """
    from ...store import levels

    parent = find_collection(library, collection)
    entries = list(levels_of(library, parent, selection))
    with repeatable("tagging") as on_progress:
        (levels.untag if untag else levels.tag)(library, [entry.id for entry in entries], name, on_progress)
    count = counted(len(entries), "level")
    done = say("levels-untagged", levels=count, tag=name) if untag else say("levels-tagged", levels=count, tag=name)
    fields = {"collection": parent.name, "tag": name, "levels": len(entries), "removed": untag or None}
    print_result(fields, located(parent.name, done), as_json=as_json)


@click.command("merge", short_help="Share solutions between equal levels.")
@optional_collection
@json_option
@pass_library
def merge(library: Store, collection: str | None, *, as_json: bool) -> None:
    """Copy solutions between equal levels of all collections, or to the levels of one COLLECTION.

    Levels are equal if board, game and options are, whatever their titles.

    Example: pushbox library merge
    """
    from ...store import solutions, summaries

    ident, collections = scope(library, collection)
    with resumable("merging", "solution") as on_progress:
        new = solutions.share_equal(library, collection=ident, on_progress=on_progress)
    names = summaries.level_names(library, {entry.level for entry in new})
    shown = dict(collections.values())
    for entry in new:
        level = names[entry.level]
        counts = listed([counted(entry.metrics.moves, "move"), counted(entry.metrics.pushes, "push")])
        fields = {"collection": level.collection, "level": level.number, "title": level.title}
        fields |= {"moves_text": entry.text, **entry.metrics._asdict()}
        print_result(fields, located(f"{shown[level.collection]} {level.number}", counts), as_json=as_json)
    if not as_json:
        levels = counted(len(names), "level")
        print_line(say("solutions-for-levels", solutions=counted(len(new), "solution"), levels=levels))
