"""The files of other programs in an archive, read as one."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import FormatError
from ..formats import collected
from ..formats.archives import ArchivedFile
from ..sentence import counted, located, say
from .api import ImportedFile, Program


def read(files: Sequence[ArchivedFile], programs: Sequence[Program], encoding: str | None) -> ImportedFile:
    """Read all files of an archive that a program recognises, or that have the ending of a format of levels.

    The last of the programs reads what no other recognises. A file that cannot be read is a problem that names it.
    Raises FormatError if none can be read.
    """
    *special, levels = programs
    named = {id(file) for file in collected.choose(files)[0]}
    found: list[ImportedFile] = []
    problems: list[str] = []
    left_out: list[str] = []
    for file in files:
        program = next((one for one in special if one.recognise(file.data, file.name)), levels)
        if program is levels and id(file) not in named:
            left_out.append(file.name)
            continue
        try:
            imported = program.read(file.data, file.name, encoding)
        except FormatError as error:
            problems.append(located(file.name[-80:], str(error)))
            continue
        found.append(imported)
        problems += (
            imported.problems if len(files) == 1 else (located(file.name[-80:], one) for one in imported.problems)
        )
    if not found:
        nothing = say("archive-empty", files=counted(len(files), "file"))
        raise FormatError(located(nothing, problems[0]) if problems else nothing)
    if left_out:
        problems.append(collected.left_out(left_out))
    keys = {one.program for one in found}
    return ImportedFile(
        keys.pop() if len(keys) == 1 else levels.key,
        tuple(played for one in found for played in one.played),
        tuple(solved for one in found for solved in one.solved),
        tuple(problems),
    )
