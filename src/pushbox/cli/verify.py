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
    complain,
    file_argument,
    from_option,
    json_option,
    leave,
    levels_option,
    load_and_tell,
    lost,
    metric_fields,
    pick,
    print_json,
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
def command(file: str, wanted: str, solution: str | None, format_key: str | None, as_json: bool) -> None:
    """Replay the solutions in FILE, or the given one, by the rules of each level's game.

    Letter case is not insisted on.  A solution counts if the position after its last move is solved.

    Example: pushbox verify solved.xsb --level 1-10
    """
    collection = load_and_tell(file, format_key)
    codes = lost(collection)
    for number, level in pick(collection, wanted):
        records = (SavedMoves("", solution),) if solution is not None else level.saved_moves
        for index, found in enumerate(_verified(level, records), start=1):
            codes.append(_CODES[found.status])
            fields: Fields = {"file": file, "level": number, "solution": index, "status": found.status.value}
            fields |= {"step": found.step or None, "message": found.message or None}
            if as_json:
                print_json(fields | {"moves_text": found.text} | metric_fields(found.metrics))
            elif found.status is ReplayStatus.ERROR:
                complain(file, number, found.message)
            else:
                click.echo(_line(number, index, len(records), found))
    if not codes:
        click.echo(f"{file}: no solution found; give one with --solution", err=True)
        leave(Exit.NO)
    leave(worst(codes))


def _verified(level: Level, records: tuple[SavedMoves, ...]) -> Iterator[Verification]:
    try:
        playable(level)
    except PushboxError as error:
        yield from (Verification(ReplayStatus.ERROR, message=str(error)) for _ in records)
    else:
        yield from (verify(level, record.text) for record in records)


def _line(number: int, index: int, of: int, found: Verification) -> str:
    name = f"level {number}" + (f", solution {index}" if of > 1 else "")
    told = f"{name}: {found.status.value}"
    if found.solved and found.metrics is not None:
        told += f", {counted(found.metrics.moves, 'move')}, {counted(found.metrics.pushes, 'push')}"
    return told + (f": {found.message}" if found.message else "")
