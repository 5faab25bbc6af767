"""The commands that move files into a library and out of it: add, import, export, backup, restore."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import PushboxError
from ...formats import collected
from ...sentence import counted, listed, located, say, spoken, spoken_language
from ..common import Exit, Fields, ReadAs, exit_with, json_option, print_losses, read_as_options, read_bytes, worst
from ..completing import complete_collection, complete_file, complete_format
from ..output import print_json, print_line, print_result
from ..progress import bar, repeatable, resumable
from . import formatting
from .shared import find_collection, near_fields, pass_library

if TYPE_CHECKING:
    from ...sentence import Language
    from ...store import Store
    from ...store.transfer import FileReport, FolderFiles
    from ..progress import Count

MOST_LOOKED_FOR = 500  # levels that are compared with the library when they are added, each in a millisecond
_PROGRAMS = ("levels", "letslogic", "ssc", "ksokoban", "moves")  # `pushbox.imports.PROGRAMS`, which help need not load


@click.command("add", short_help="Add files or folders of levels.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, shell_complete=complete_file)
@read_as_options
@json_option
@pass_library
def add(library: Store, paths: tuple[str, ...], read_as: ReadAs, *, as_json: bool) -> None:
    """Add files of levels, or all files in folders and archives, with their solutions, which are replayed first.

    A file becomes a collection with its name, a file in a folder or an archive (ZIP, gzip, tar) one with its path
    there. An unchanged file is skipped, so that an interrupted import continues where it stopped. In a changed file,
    levels that stayed the same keep their plays and solutions. Duplicates are added and counted; duplicates lists them.
    Near duplicates are named among the first 500 levels; duplicates --near lists all.

    The exit code is 2 if a file could not be read; all others are added.

    Examples: pushbox library add levels.xsb more/

    cat levels.xsb | pushbox library add -
    """
    from ...store import near, transfer

    found_files = [_files(path) for path in paths]
    work = [file for one in found_files for file in one.files.items()]
    if skipped := [name for one in found_files for name in one.skipped]:
        print_line(collected.left_out(skipped), err=True)
    left = MOST_LOOKED_FOR
    failed = missed = False
    with resumable("adding", "file") as count:
        for done, (name, source) in enumerate(work):
            on_progress = partial(_show, count, done, len(work), time.monotonic())
            report = _refused(name, source, read_as) or transfer.import_source(
                library, source, name=name, **read_as.named, on_progress=on_progress
            )
            count(done + 1, len(work))
            found: list[Fields] | None = []
            if report.status in {"added", "changed"}:
                new = near.waiting(library)
                lang = "en" if as_json else spoken_language()
                found = _near(library, report.collection, lang) if new <= left else None
                left -= new if found is not None else 0
            failed |= report.status == "failed"
            missed |= found is None
            if as_json:
                print_json(formatting.report_fields(report, found))
            else:
                for line in formatting.report_lines(report, found or ()):
                    print_line(line, err=report.status == "failed")
    if missed and not as_json:
        print_line(say("report-not-compared", levels=counted(near.waiting(library), "level")))
    exit_with(Exit.BAD if failed else Exit.YES)


def _refused(name: str, source: Path | bytes, read_as: ReadAs) -> FileReport | None:
    """Return the report on a file that a strict reading refuses, or None."""
    from ...store import transfer

    if not read_as.strict:
        return None
    try:
        read_as.read(source if isinstance(source, bytes) else read_bytes(str(source)), name)
    except PushboxError as error:
        return transfer.FileReport(name, "failed", problems=(str(error),))
    return None


def _files(path: str) -> FolderFiles:
    """Return the files that a path names, a folder or an archive for instance, by the names of their collections."""
    from ...store import transfer

    if path == "-" or path.startswith("builtin:"):
        name = "standard input" if path == "-" else path.removeprefix("builtin:")
        return transfer.FolderFiles({name: read_bytes(path)}, ())
    if Path(path).is_dir():
        return transfer.files_of(path)._replace(skipped=())  # a folder has files of all kinds
    return transfer.files_of_archive(Path(path), Path(path).name)


def _show(count: Count, files: int, of: int, began: float, levels: int, total: int) -> None:
    """Show how far a file is, of several, once in a hundred levels."""
    if levels % 100 == 0:
        rate = levels / max(time.monotonic() - began, 0.001)
        count(files + levels / total, of, spoken(say("levels-a-second", rate=f"{rate:,.0f}")))


def _near(library: Store, collection: int | None, lang: Language) -> list[Fields]:
    """Return the levels of a collection that are nearly the same as earlier ones."""
    from ...store import near

    near.update_index(library)
    return near_fields(library, near.of_collection(library, collection), lang)


@click.command("import", short_help="Import solutions from other programs.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_file)
@click.option(
    "--collection",
    "name",
    metavar="COLLECTION",
    shell_complete=complete_collection,
    help="Only for the levels of this collection; needed for moves without a board.",
)
@click.option(
    "--program", metavar="KEY", help=f"Read FILE as one of: {', '.join(_PROGRAMS)}; else its content says it."
)
@click.option("--encoding", metavar="NAME", help="Read FILE in this encoding, such as gb18030, if it is not UTF-8.")
@click.option("--account", metavar="NAME", help="Import them for this account of the server instead of for you.")
@json_option
@pass_library
def bring(
    library: Store,
    paths: tuple[str, ...],
    name: str | None,
    program: str | None,
    encoding: str | None,
    account: str | None,
    *,
    as_json: bool,
) -> None:
    """Import solutions and saved games of other programs for the levels in the library.

    FILE has levels with solutions, as written by Sokoban YASC, JSoko, YSokoban, SokoSolve and ksokoban.online (levels),
    records of letslogic (letslogic), scores of the Sokoban of sourcecode.se (ssc), a bookmark of KDE's KSokoban
    (ksokoban), or only moves (moves).

    A level is found by its board, also turned, mirrored or with other walls around it. The moves are turned with it and
    replayed before they are stored. Moves without a board are tried on the levels of the collection. A level with only
    a record gets the tag "solved elsewhere". The solved levels are yours in `pushbox play`, which also goes on with the
    saved games, or appear on the profile of --account, and on its leader boards as found with help.

    Exit codes: 1 if something matches no level; 2 if a file could not be read.

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
            imported = imports.read(read_bytes(path), name=Path(path).name, program=program, encoding=encoding)
        except PushboxError as error:
            print_line(f"pushbox: {path}: {spoken(str(error))}", err=True)
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


@click.command("export", short_help="Write every collection to a file.")
@click.argument("folder", metavar="FOLDER")
@click.option(
    "--collection",
    "names",
    metavar="COLLECTION",
    shell_complete=complete_collection,
    multiple=True,
    help="Export only this one; may be repeated.",
)
@click.option(
    "--to",
    "to_key",
    metavar="FORMAT",
    shell_complete=complete_format,
    help="Write this format, even if it loses something; see pushbox formats.",
)
@json_option
@pass_library
def export(library: Store, folder: str, names: tuple[str, ...], to_key: str | None, *, as_json: bool) -> None:
    """Write every collection with its solutions as a file into FOLDER.

    Each is written in its original format if that can hold everything, else in JSON. With --to, losses are printed on
    standard error.

    The exit code is 1 if a collection could not be written at all.

    Examples: pushbox library export out/

    pushbox library export out/ --collection levels.xsb --to sok
    """
    from ...store import transfer

    only = [find_collection(library, name).id for name in names] if names else None
    with repeatable("exporting", "collection") as on_progress:
        written = transfer.export_all(library, folder, to_key, only=only, on_progress=on_progress)
    for exported in written:
        print_losses(exported.name, exported.format, exported.lost)
        if as_json:
            print_json(formatting.exported_fields(exported))
        elif exported.file is not None:
            print_line(located(exported.file, listed([exported.format, counted(exported.levels, "level")])))
    exit_with(Exit.NO if any(exported.file is None for exported in written) else Exit.YES)


@click.command("backup", short_help="Write the whole library to one file.")
@click.argument("file", metavar="FILE")
@json_option
@pass_library
def backup(library: Store, file: str, *, as_json: bool) -> None:
    """Write the whole library, accounts and plays included, to one FILE for restore.

    Example: pushbox library backup pushbox.backup
    """
    from ...store.backup import backup as write

    with repeatable("writing", "row") as on_progress:
        rows = write(library, file, on_progress)
    print_result({"file": file, "rows": rows}, located(file, counted(rows, "row")), as_json=as_json)


@click.command("restore", short_help="Fill an empty library from a backup.")
@click.argument("file", metavar="FILE")
@json_option
@pass_library
def restore(library: Store, file: str, *, as_json: bool) -> None:
    """Fill an empty library from the FILE of a backup, made with either kind of database.

    Example: pushbox library --database postgresql://me@localhost/levels restore pushbox.backup
    """
    from ...store.backup import restore as read

    with repeatable("reading", "row") as on_progress:
        rows = read(library, file, on_progress)
    done = located(file, say("rows-restored", rows=counted(rows, "row")))
    print_result({"file": file, "rows": rows}, done, as_json=as_json)
