"""``pushbox verify``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ..errors import NotationError, PushboxError
from ..level import Level, SavedMoves
from ..move_notations import read_moves
from ..play.bulk import verify_many
from ..play.validate import require_playable
from ..play.verify import ReplayStatus, Verification
from ..sentence import counted, listed, located, say, word
from . import common
from .output import print_json, print_line, print_row

_CODES = {
    ReplayStatus.SOLVED: common.Exit.YES,
    ReplayStatus.UNSOLVED: common.Exit.NO,
    ReplayStatus.ILLEGAL: common.Exit.NO,
    ReplayStatus.ERROR: common.Exit.BAD,
}


@click.command("verify")
@common.file_argument
@common.levels_option
@click.option("--solution", metavar="TEXT", help="Replay this instead of the solutions in FILE.")
@common.notation_option
@common.read_as_options
@common.json_option
def command(
    file: str, selection: str, solution: str | None, notation: str | None, read_as: common.ReadAs, as_json: bool
) -> None:
    """Replay the solutions in FILE, or the given one, by the rules of each level's game.

    Letter case does not matter. A solution counts if the position after its last move is solved. Arrows, words
    (Right, up, ...), the keys wasd and hjkl and <^>v are read as well, digits with --notation.

    Example: pushbox verify solved.xsb --level 1-10
    """
    collection = common.load_and_print_problems(file, read_as)
    codes = common.problem_codes(collection)
    for number, level in common.select_levels(collection, selection):
        saved_moves = (SavedMoves("", solution),) if solution is not None else level.saved_moves
        for index, verification in enumerate(_verified(level, saved_moves, notation), start=1):
            codes.append(_CODES[verification.status])
            if as_json:
                head = {"file": file, "level": number, "solution": index}
                print_json(head | _fields(verification))
            elif verification.status is ReplayStatus.ERROR:
                common.print_error(file, number, verification.message)
            else:
                print_row(_line(number, index, len(saved_moves), verification))
    if not codes:
        print_line(located(file, say("nothing-to-verify")), err=True)
        common.exit_with(common.Exit.NO)
    common.exit_with(common.worst(codes))


def _verified(level: Level, saved_moves: tuple[SavedMoves, ...], notation: str | None) -> Iterator[Verification]:
    if not saved_moves:
        return
    try:
        position = require_playable(level)
    except PushboxError as error:
        yield from (Verification(ReplayStatus.ERROR, message=str(error)) for _ in saved_moves)
    else:
        for moves in saved_moves:
            try:
                yield from verify_many(
                    [(position, moves.text if notation is None else read_moves(moves.text, notation))]
                )
            except NotationError as error:
                yield Verification(ReplayStatus.ERROR, message=str(error))


def _fields(verification: Verification) -> common.Fields:
    fields: common.Fields = {"status": verification.status.value, "step": verification.step or None}
    fields |= {"message": verification.message or None, "moves_text": verification.text}
    return fields | common.metric_fields(verification.metrics)


def _line(number: int, index: int, of: int, verification: Verification) -> str:
    name: str = say("level-number", number=number)
    if of > 1:
        name = listed([name, say("solution-number", number=index)])
    parts: list[str] = [word("replay", verification.status.value)]
    if verification.solved and verification.metrics is not None:
        parts += [counted(verification.metrics.moves, "move"), counted(verification.metrics.pushes, "push")]
    line = located(name, listed(parts))
    return located(line, verification.message) if verification.message else line
