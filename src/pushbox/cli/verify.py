"""``pushbox verify``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ..errors import PushboxError, counted
from ..level import Level, SavedMoves
from ..play.check import playable
from ..play.verify import ReplayStatus, Verification, verify
from .common import (
    Exit,
    Fields,
    exit_with,
    file_argument,
    from_option,
    json_option,
    levels_option,
    load_and_print_problems,
    metric_fields,
    print_error,
    print_json,
    problem_codes,
    select_levels,
    worst,
)

_CODES = {
    ReplayStatus.SOLVED: Exit.YES,
    ReplayStatus.UNSOLVED: Exit.NO,
    ReplayStatus.ILLEGAL: Exit.NO,
    ReplayStatus.ERROR: Exit.BAD,
}


@click.command("verify")
@file_argument
@levels_option
@click.option("--solution", metavar="TEXT", help="Replay this instead of the solutions in FILE.")
@from_option
@json_option
def command(file: str, selection: str, solution: str | None, format_key: str | None, as_json: bool) -> None:
    """Replay the solutions in FILE, or the given one, by the rules of each level's game.

    Letter case is not insisted on.  A solution counts if the position after its last move is solved.

    Example: pushbox verify solved.xsb --level 1-10
    """
    collection = load_and_print_problems(file, format_key)
    codes = problem_codes(collection)
    for number, level in select_levels(collection, selection):
        records = (SavedMoves("", solution),) if solution is not None else level.saved_moves
        for index, verification in enumerate(_verified(level, records), start=1):
            codes.append(_CODES[verification.status])
            fields: Fields = {"file": file, "level": number, "solution": index, "status": verification.status.value}
            fields |= {"step": verification.step or None, "message": verification.message or None}
            if as_json:
                print_json(fields | {"moves_text": verification.text} | metric_fields(verification.metrics))
            elif verification.status is ReplayStatus.ERROR:
                print_error(file, number, verification.message)
            else:
                click.echo(_line(number, index, len(records), verification))
    if not codes:
        click.echo(f"{file}: no solution found; give one with --solution", err=True)
        exit_with(Exit.NO)
    exit_with(worst(codes))


def _verified(level: Level, records: tuple[SavedMoves, ...]) -> Iterator[Verification]:
    try:
        playable(level)
    except PushboxError as error:
        yield from (Verification(ReplayStatus.ERROR, message=str(error)) for _ in records)
    else:
        yield from (verify(level, record.text) for record in records)


def _line(number: int, index: int, of: int, verification: Verification) -> str:
    name = f"level {number}" + (f", solution {index}" if of > 1 else "")
    line = f"{name}: {verification.status.value}"
    if verification.solved and verification.metrics is not None:
        line += f", {counted(verification.metrics.moves, 'move')}, {counted(verification.metrics.pushes, 'push')}"
    return line + (f": {verification.message}" if verification.message else "")
