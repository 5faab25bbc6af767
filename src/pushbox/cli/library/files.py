"""The commands that move files into a library and out of it: add, export, backup, restore."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import counted
from ..common import Exit, exit_with, from_option, json_option, print_losses, read_bytes
from ..completing import complete_collection, complete_file, complete_format
from ..output import print_json, print_line, print_result
from ..progress import bar
from . import formatting
from .shared import find_collection, near_levels, pass_library

if TYPE_CHECKING:
    from ...store import Store
    from ...store.transfer import FileReport, ImportProgress


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
    Those that are nearly the same as an earlier one are named.

    Ends with 2 if a file could not be read; all others are added.

    Examples: pushbox library add levels.xsb more/

    cat levels.xsb | pushbox library add -
    """
    failed = False
    for path in paths:
        for report in _import(library, path, format_key):
            failed |= report.status == "failed"
            near = near_levels(library, report.collection) if report.status in {"added", "changed"} else []
            if as_json:
                print_json(formatting.report_fields(report) | ({"near": near} if near else {}))
            else:
                for line in formatting.report_lines(report, near):
                    print_line(line, err=report.status == "failed")
    exit_with(Exit.BAD if failed else Exit.YES)


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
