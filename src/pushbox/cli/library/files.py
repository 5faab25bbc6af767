"""The commands that move files into a library and out of it: add, import, export, backup, restore."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import PushboxError
from ...sentence import counted
from ..common import Exit, Fields, exit_with, from_option, json_option, print_losses, read_bytes, worst
from ..completing import complete_collection, complete_file, complete_format
from ..output import print_json, print_line, print_result
from ..progress import bar
from . import formatting
from .shared import find_collection, near_levels, pass_library

if TYPE_CHECKING:
    from ...store import Store
    from ...store.transfer import FileReport, ImportProgress

MOST_LOOKED_FOR = 2_000  # levels of a file of which each takes some milliseconds to be compared with the library
_PROGRAMS = ("levels", "letslogic", "ssc", "ksokoban", "moves")  # `pushbox.imports.PROGRAMS`, which help need not load


@click.command("add", short_help="Add files of levels, or folders of them.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, shell_complete=complete_file)
@from_option
@json_option
@pass_library
def add(library: Store, paths: tuple[str, ...], format_key: str | None, *, as_json: bool) -> None:
    """Add files of levels, or all those in folders, with their solutions, which are replayed first.

    A file becomes a collection of its name, in a folder of its path there.  One that is there already is left alone if
    it has not changed, so that an interrupted import goes on where it was; of one that has changed, levels that are the
    same keep their plays and solutions.  Levels that are not new are added and counted; duplicates lists them.
    Those that are nearly the same as an earlier one are named, in files of up to 2,000 levels.

    Ends with 2 if a file could not be read; all others are added.

    Examples: pushbox library add levels.xsb more/

    cat levels.xsb | pushbox library add -
    """
    failed = False
    for path in paths:
        for report in _import(library, path, format_key):
            failed |= report.status == "failed"
            near = _near(library, report)
            if as_json:
                print_json(formatting.report_fields(report, near))
            else:
                for line in formatting.report_lines(report, near):
                    print_line(line, err=report.status == "failed")
    exit_with(Exit.BAD if failed else Exit.YES)


def _near(library: Store, report: FileReport) -> list[Fields] | None:
    """Return the levels of a file that are nearly the same as earlier ones, None where it has too many to look."""
    if report.status not in {"added", "changed"}:
        return []
    return near_levels(library, report.collection) if report.levels <= MOST_LOOKED_FOR else None


def _import(library: Store, path: str, format_key: str | None) -> Iterable[FileReport]:
    from ...store import transfer

    if path == "-" or path.startswith("builtin:"):
        name = "standard input" if path == "-" else path.removeprefix("builtin:")
        return [transfer.import_data(library, read_bytes(path), name, format=format_key)]
    if not Path(path).is_dir():
        return [transfer.import_file(library, path, format=format_key)]
    with bar(None, "file") as progress:

        def on_progress(step: ImportProgress) -> None:
            report = progress.level(step.done, lambda file: f"of {step.total}: {file}")
            report(step.last.file)
            progress.done()

        return transfer.import_folder(library, path, format=format_key, on_progress=on_progress).files


@click.command("import", short_help="Import what was solved in other programs.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_file)
@click.option(
    "--collection",
    "name",
    metavar="COLLECTION",
    shell_complete=complete_collection,
    help="Only onto the levels of this one; needed for moves that name no level.",
)
@click.option(
    "--program", metavar="KEY", help=f"Read FILE as one of: {', '.join(_PROGRAMS)}; else its content says it."
)
@click.option("--account", metavar="NAME", help="Keep them as those of this account of the server, else as yours.")
@json_option
@pass_library
def bring(
    library: Store,
    paths: tuple[str, ...],
    name: str | None,
    program: str | None,
    account: str | None,
    *,
    as_json: bool,
) -> None:
    """Import solutions and saved games of other programs onto the levels that are there.

    FILE holds levels with solutions, as Sokoban YASC, JSoko, YSokoban, SokoSolve and ksokoban.online write them
    (levels), records of letslogic (letslogic), scores of the Sokoban of sourcecode.se (ssc), a bookmark of KDE's
    KSokoban (ksokoban), or moves alone (moves).

    A level is found by its board, also turned, mirrored or with other walls around it; the moves are turned with it,
    and replayed before they are kept.  Moves without a board are tried on the levels of the collection.  Levels of
    which only a record is known are tagged "solved elsewhere".  What is solved is yours in `pushbox play`, or on the
    leader boards and the profile of --account.

    Ends with 1 if something fits no level, 2 if a file could not be read.

    Examples: pushbox library import jsoko/*.sok

    pushbox library import records.json

    pushbox library import moves.txt --collection levels.xsb
    """
    from ... import imports
    from ...store import accounts
    from ...store.imports import add_imported

    collection = None if name is None else find_collection(library, name).id
    owner = {"account": accounts.get(library, account).name} if account else {"visitor": accounts.local_visitor()}
    codes = {Exit.YES}
    for path in paths:
        try:
            imported = imports.read(read_bytes(path), name=Path(path).name, program=program)
        except PushboxError as error:
            print_line(f"pushbox: {path}: {error}", err=True)
            codes.add(Exit.BAD)
            continue
        with bar(len(imported.played), "solution") as progress:
            summary = add_imported(
                library, imported, collection=collection, **owner, on_progress=lambda _: progress.done()
            )
        if summary.unplaced or summary.problems:
            codes.add(Exit.NO)
        if as_json:
            print_json(formatting.import_fields(path, imported.program, summary))
        else:
            for line in formatting.import_lines(path, summary):
                print_line(line)
    exit_with(worst(codes))


@click.command("export", short_help="Write every collection as a file.")
@click.argument("folder", metavar="FOLDER")
@click.option(
    "--collection",
    "names",
    metavar="COLLECTION",
    shell_complete=complete_collection,
    multiple=True,
    help="Only this one; may be repeated.",
)
@click.option(
    "--to",
    "to_key",
    metavar="FORMAT",
    shell_complete=complete_format,
    help="Write this format, whatever it loses; see formats.",
)
@json_option
@pass_library
def export(library: Store, folder: str, names: tuple[str, ...], to_key: str | None, *, as_json: bool) -> None:
    """Write every collection with its solutions as a file into FOLDER.

    Each is written in the format that it came in if that holds everything, else in JSON.  What the format of --to
    cannot hold is printed on standard error.

    Ends with 1 if a collection could not be written at all.

    Examples: pushbox library export out/

    pushbox library export out/ --collection levels.xsb --to sok
    """
    from ...store import transfer

    only = [find_collection(library, name).id for name in names] if names else None
    written = transfer.export_all(library, folder, to_key, only=only)
    for exported in written:
        print_losses(exported.name, exported.format, exported.lost)
        if as_json:
            print_json(formatting.exported_fields(exported))
        elif exported.file is not None:
            print_line(f"{exported.file}: {exported.format}, {counted(exported.levels, 'level')}")
    exit_with(Exit.NO if any(exported.file is None for exported in written) else Exit.YES)


@click.command("backup", short_help="Write everything into one file.")
@click.argument("file", metavar="FILE")
@json_option
@pass_library
def backup(library: Store, file: str, *, as_json: bool) -> None:
    """Write everything that the library holds, people and plays too, into one FILE, from which restore makes it anew.

    Example: pushbox library backup pushbox.backup
    """
    from ...store.backup import backup as write

    rows = write(library, file)
    print_result({"file": file, "rows": rows}, f"{file}: {counted(rows, 'row')}", as_json=as_json)


@click.command("restore", short_help="Fill an empty library from a backup.")
@click.argument("file", metavar="FILE")
@json_option
@pass_library
def restore(library: Store, file: str, *, as_json: bool) -> None:
    """Fill a library that has nothing in it from the FILE of a backup, be it of this database or of another sort.

    Example: pushbox library --database postgresql://me@localhost/levels restore pushbox.backup
    """
    from ...store.backup import restore as read

    rows = read(library, file)
    print_result({"file": file, "rows": rows}, f"{file}: {counted(rows, 'row')} restored", as_json=as_json)
