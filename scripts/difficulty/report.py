"""The tables of the fit as Markdown, as docs/insight.md has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .comparison import COUNTS, Row, above, mean_of


def orders_as_text(rows: Sequence[Row], intervals: Sequence[tuple[float, float]]) -> str:
    """Return how well each order is followed, with its interval, and the means in the last row."""
    mean = mean_of("mean", sum(row.size for row in rows), rows)
    spreads = [*(f"{low:.2f} to {high:.2f}" for low, high in intervals), ""]
    lines = [
        [row.name, row.size, f"{row.rating:.2f}", spread, *_counts(row)]
        for row, spread in zip((*rows, mean), spreads, strict=True)
    ]
    return _table(["Spearman", "levels", "difficulty", "95 %", *COUNTS], lines)


def families_as_text(families: Sequence[Row]) -> str:
    """Return the means of the families."""
    lines = [[row.name, row.size, f"{row.rating:.2f}", *_counts(row)] for row in families]
    return _table(["Spearman, mean of the orders", "orders", "difficulty", *COUNTS], lines)


def won_as_text(rows: Sequence[Row], families: Sequence[Row]) -> str:
    """Return in how many orders and families the rating is above each count, and above all at once."""
    lines = zip([*COUNTS, "every count at once"], above(rows), above(families), strict=True)
    return _table(["above", f"of {len(rows)} orders", f"of {len(families)} families"], lines)


def _counts(row: Row) -> list[str]:
    return [f"{one:.2f}" for one in row.counts]


def _table(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Return a table with its first column to the left, and all others to the right."""
    rows = [f"| {' | '.join(map(str, line))} |".replace("|  |", "| |") for line in (head, *lines)]
    return "\n".join([rows[0], "|---|" + "---:|" * (len(head) - 1), *rows[1:]])
