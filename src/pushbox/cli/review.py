"""``pushbox review``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import PushboxError, naming
from ..sentence import located, say, word
from . import common
from .output import print_json, print_line
from .progress import bar
from .render_files import draw_marked, picture_ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..analysis.review import Review, ReviewProgress
    from ..sentence import Language

_CODES = {"unsolvable": common.Exit.NO, "unsolved": common.Exit.LIMIT}
_SHOWN = 3  # statements that are printed without --all
_WITH_LINE = ("shorter_pushes", "shorter_moves")  # statements whose line of play is printed


@click.command("review")
@common.file_argument
@common.level_option
@click.option("--seconds", metavar="S", type=click.FloatRange(0, min_open=True), default=30.0, show_default=True,
              help="Time for the whole review.")  # fmt: skip
@common.lang_option("The language of the sentences.")
@click.option("--all", "every", is_flag=True, help=f"Print all statements, not only the {_SHOWN} that matter first.")
@click.option("--out", metavar="FILE", help="Draw the board with superfluous parts marked: .svg or .png.")
@common.read_as_options
@common.json_option
def command(
    file: str,
    number: int,
    seconds: float,
    lang: Language,
    out: str | None,
    read_as: common.ReadAs,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """Review the design of a level: shorter solutions, superfluous parts, and pushes that lose unseen.

    Each statement names its evidence: a proof, all positions, the known solutions, or a number of limited searches. The
    solutions in FILE count as the designer's own. Without --all only the three statements that matter first are
    printed; --json prints all.

    Exit codes: 0; 1 if the level cannot be solved; 3 if no solution was found.

    Examples: pushbox review levels.xsb --level 3;
    pushbox review levels.xsb --seconds 120 --out review.svg --lang de
    """
    ending = picture_ending(out)
    position = common.load_playable(file, number, read_as)
    from ..analysis.review import overview, review, review_to_json, say_complete, say_folded

    with naming(common.level_place(file, number), PushboxError), bar(1) as progress:
        result = review(position, seconds=seconds, progress=progress.level(number, _describe))
    board = position.board
    fields = review_to_json(result, board, lang)
    if as_json:
        level = position.level
        print_json({"file": file, "level": number, "title": level.title, "game": level.game, **fields})
    else:
        findings = fields["findings"]
        shown = findings if every else [findings[place] for place in fields["foremost"][:_SHOWN]]
        _print_for_people(shown)
        if folded := len(findings) - len(shown):
            print_line(say_folded(folded, lang))
        print_line(fields["message"])
    if out is not None:
        size = draw_marked(Path(out), ending, board, overview(result), say_complete(result, lang))
        print_line(located(out, say("number-of-bytes", number=size)), err=as_json)
    common.exit_with(_code(result))


def _describe(progress: ReviewProgress) -> str:
    stage = word("stage", progress.stage)
    if progress.total:
        return say("stage-of", stage=stage, done=progress.done, total=progress.total)
    return say("stage-done", stage=stage, done=progress.done)


def _print_for_people(findings: Sequence[common.Fields]) -> None:
    for finding in findings:
        print_line(finding["sentence"])
        print_line(f"  {finding['tried']['sentence']}")
        if finding["kind"] in _WITH_LINE:
            print_line(f"  {finding['moves']}")


def _code(review: Review) -> common.Exit:
    return next((_CODES[finding.kind] for finding in review.findings if finding.kind in _CODES), common.Exit.YES)
