"""The table of a class as CSV for spreadsheets, in which no text is a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping

from ... import client
from ...store.class_results import Cell, ClassState
from ...store.levels import LevelEntry

COLUMNS = ("pupil", "level", "opens", "stars", "pushes", "moves", "helps", "seconds", "plays")
_BYTE_ORDER = "\ufeff"  # by which spreadsheets know that the text is UTF-8
# What begins a formula, also after spaces and in its wide form; OWASP, CSV Injection.
_FORMULA = re.compile(r"\s*[=+\-@|%＝＋－＠]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def results_csv(state: ClassState, entries: Mapping[int, LevelEntry], language: str) -> str:
    """Return the results of a class: a line for each pupil and level, also where nothing was played."""
    texts: dict[str, str] = client.read_json(f"i18n/{language}/class.json")
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([texts[f"class.csv.{name}"] for name in COLUMNS])
    for pupil in state.pupils:
        for it in state.levels:
            entry = entries.get(it.level)
            title = (entry.title or str(entry.number)) if entry is not None else str(it.level)
            cell = state.cells.get((pupil.id, it.level), Cell(pupil.id, it.level))
            solved = (cell.stars, cell.pushes, cell.moves) if cell.stars else ("", "", "")
            played = ("; ".join(cell.helps), cell.seconds, cell.plays) if cell.plays or cell.stars else ("", "", "")
            writer.writerow([safe(pupil.name), safe(title), it.opens.date().isoformat(), *solved, *played])
    return _BYTE_ORDER + file.getvalue()


def safe(text: str) -> str:
    """Return a text that a spreadsheet takes for one: no formula, no line break, nothing that cannot be seen."""
    plain = _CONTROL.sub(" ", text)
    return f"'{plain}" if _FORMULA.match(plain) else plain
