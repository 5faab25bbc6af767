"""``pushbox rate``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from ..errors import PushboxError, caught
from ..sentence import counted, word
from ..solver.api import Limit
from ..solver.serialize import Fields, verdict_to_json
from . import common
from .progress import bar
from .results import STATUS_CODES, Results, describe_search, limit_options, unsolvable_note

if TYPE_CHECKING:
    from ..sentence import Language

_COLUMNS = "{:>5}  {:10}  {:>5}  {:>6}  {:>6}  {:>7}  {:>7}  {:>11}  {:>9}  {:>10}  {}"
_HEAD = ("status", "boxes", "moves", "pushes", "changes", "optimum", "positions", "seconds", "difficulty")


@click.command("rate")
@common.file_argument
@common.levels_option
@common.lang_option("The language of the reasons.")
@limit_options
@common.read_as_options
@common.json_option
def command(file: str, selection: str, lang: Language, read_as: common.ReadAs, *, as_json: bool, limit: Limit) -> None:
    """Rate how hard the levels of FILE are and why, with length, box changes, and the search for the fewest pushes.

    Each level is searched for the fewest pushes; solutions in FILE count too. A proven optimum is a number; a lower
    bound has >= before it. An unsolvable level is listed with the boxes that make it so.

    The difficulty, from 0 to 100, exists for levels with one pusher, boxes and goals only. Below 25 are the
    easiest eighth of the levels in well-known orders, 50 is their middle, and above 75 are the hardest eighth: easy,
    medium, hard and extreme. The three strongest reasons follow, and how sure the number is.

    Exit codes: 0 if all levels have a solution, 1 if one is proven to have none, 2 if a level is bad, 3 if a limit was
    reached before a solution was found.

    Examples: pushbox rate levels.xsb --seconds 5

    pushbox rate levels.xsb --level 12 --lang de
    """
    from ..analysis.rate import rate, rating_to_json  # imports the native search, which --help has no use for

    collection = common.load_and_print_problems(file, read_as)
    chosen = list(common.select_levels(collection, selection))
    results = Results(file, _COLUMNS, *_HEAD, as_json=as_json, alone=False)
    codes = common.problem_codes(collection)
    with bar(len(chosen)) as progress:
        for number, level in chosen:
            rating = caught(rate, level, limit=limit, progress=progress.level(number, describe_search))
            if isinstance(rating, PushboxError):
                fields = verdict_to_json("pushes", rating)
            else:
                fields = rating_to_json(level, rating, lang)
            codes.append(STATUS_CODES[fields["status"]])
            progress.done()
            results.add(number, level, fields, _values(fields), _note(fields), below=fields.get("why", ""))
    results.finish(counted(len(chosen), "level"))
    common.exit_with(common.worst(codes))


def _values(fields: Fields) -> Iterable[object]:
    """Return the values of a row of the table."""
    counts = (fields.get(name, "") for name in ("boxes", "moves", "pushes", "box_changes"))
    optimum = fields.get("optimum", f">={fields['bound']}" if "bound" in fields else "")
    effort = f"{fields.get('nodes', 0):,}", f"{fields.get('seconds', 0):.3f}"
    return (word("status", fields["status"]), *counts, optimum, *effort, fields.get("difficulty", ""))


def _note(fields: Fields) -> str:
    if fields["status"] == "unsolvable":
        return unsolvable_note(fields)
    return word("limit", fields["limit"]) if "limit" in fields else ""
