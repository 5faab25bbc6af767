"""``pushbox study``."""

from __future__ import annotations

import click

from .. import formats
from ..errors import PushboxError, naming
from ..formats import lossy
from ..sentence import counted, listed, located, say, spoken
from ..studies import (
    ENDING,
    ReplayedStudy,
    Study,
    collection_of,
    is_study,
    read_study,
    replay_study,
    study_of_level,
    study_to_json,
    write_study,
)
from . import common
from .completing import complete_file
from .output import print_json, print_line, write_data


@click.command("study")
@common.file_argument
@common.level_option
@click.option("--out", metavar="FILE", shell_complete=complete_file,
              help=f"Write it: {ENDING} all of it, any other ending the main line as a solution.")  # fmt: skip
@click.option("--text", "as_text", is_flag=True, help="Print the study as text.")
@common.read_as_options
@common.json_option
def command(file: str, number: int, out: str | None, read_as: common.ReadAs, *, as_text: bool, as_json: bool) -> None:
    """Read and check a study: a level with a tree of lines, comments, marks, arrows and questions.

    Every line is replayed by the rules. For a FILE of levels, --level becomes a study whose lines are its solutions.

    Exit codes: 0; 1 if a line cannot be played.

    Examples: pushbox study pagoda.study;
    pushbox study levels.sok --level 3 --out pagoda.study;
    pushbox study pagoda.study --out pagoda.sok
    """
    study = read_any(file, number, read_as)
    with naming(file, PushboxError):
        replayed = replay_study(study)
    if as_text:
        write_data(write_study(study))
    elif as_json:
        print_json({"file": file, **_fields(replayed), "study": study_to_json(study)})
    else:
        _print_for_people(replayed)
    for problem in replayed.problems:
        moves = study.nodes[problem.node].moves
        node = say("node-of-moves", node=problem.node, moves=moves[:40])
        print_line(f"{file}: {spoken(located(node, problem.message))}", err=True)
    if out is not None:
        with naming(out, OSError, PushboxError):
            _write(study, out)
    common.exit_with(common.Exit.NO if replayed.problems else common.Exit.YES)


def read_any(file: str, number: int, read_as: common.ReadAs) -> Study:
    """Return the study in a file, or make one of one of its levels. Raises PushboxError."""
    data = common.read_bytes(file)
    with naming(file, PushboxError):
        text = formats.encodings.decode(data, read_as.encoding).text
        if read_as.format is None and is_study(text):
            return read_study(text)
        collection = read_as.read(data, file)
    common.print_problems(file, collection.problems)
    levels = collection.levels
    level = levels[common.level_number(file, levels, number) - 1]
    with naming(common.level_place(file, number), PushboxError):
        return study_of_level(level)


def _fields(replayed: ReplayedStudy) -> common.Fields:
    study = replayed.study
    parents = {node.parent for node in study.nodes}
    ends = [index for index in range(1, len(study.nodes)) if index not in parents]
    return {
        "title": study.title,
        "author": study.author,
        "game": study.level.game,
        "nodes": len(study.nodes) - 1,
        "lines": len(ends),
        "solved": sum(map(replayed.is_solved, ends)),
        "comments": sum(bool(node.comment) for node in study.nodes),
        "questions": sum(bool(node.question) for node in study.nodes),
        "problems": [problem._asdict() for problem in replayed.problems],
    }


def _print_for_people(replayed: ReplayedStudy) -> None:
    fields = _fields(replayed)
    print_line(fields["title"] or say("study-untitled"))
    parts = [
        counted(fields["nodes"], "node"),
        say("lines-of-play", count=fields["lines"]),
        counted(fields["comments"], "comment"),
        counted(fields["questions"], "question"),
    ]
    print_line(located(fields["game"], listed(parts)))
    print_line(say("lines-that-solve", solved=fields["solved"], lines=fields["lines"]))


def _write(study: Study, out: str) -> None:
    if out.endswith(ENDING):
        formats.write_text(out, write_study(study))
        return
    key = formats.format_of(out, "sok")
    reduced = lossy.reduce(collection_of(study), key)
    common.print_losses(out, key, reduced.lost)
    formats.write_text(out, reduced.text)
