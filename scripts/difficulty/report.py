"""The tables of the fit as Markdown, as docs/insight.md has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .comparison import COUNTS, Fair, Row, above, mean_of


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


def won_as_text(rows: Sequence[Row], families: Sequence[Row], fresh: Sequence[Row]) -> str:
    """Return in how many orders, families and fresh orders the rating is above each count, and above all at once."""
    lines = zip([*COUNTS, "every count at once"], above(rows), above(families), above(fresh), strict=True)
    sizes = f"of {len(rows)} orders", f"of {len(families)} families", f"of {len(fresh)} fresh orders"
    return _table(["above", *sizes], lines)


def fair_as_text(every: Sequence[Fair]) -> str:
    """Return how well each order is followed by counts that are chosen in it, in half of it, and elsewhere."""
    head = ["Spearman", "best count", "it has", "95 %", "difficulty", "chosen elsewhere", "it has"]
    lines = [
        [
            one.name, one.best, f"{one.value:.2f}", f"{one.low:.2f} to {one.high:.2f}", f"{one.rating:.2f}",
            one.elsewhere, f"{one.value_elsewhere:.2f}", f"{one.half:.2f}", f"{one.rating_of_half:.2f}",
        ]
        for one in every
    ]  # fmt: skip
    numbers = ("value", "rating", "value_elsewhere", "half", "rating_of_half")
    value, rating, elsewhere, half, of_half = (sum(getattr(one, key) for one in every) / len(every) for key in numbers)
    mean = ["mean", "", f"{value:.2f}", "", f"{rating:.2f}", "", f"{elsewhere:.2f}", f"{half:.2f}", f"{of_half:.2f}"]
    return _table([*head, "other half: best count", "other half: difficulty"], [*lines, mean])


def _counts(row: Row) -> list[str]:
    return [f"{one:.2f}" for one in row.counts]


def _table(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Return a table with its first column to the left, and all others to the right."""
    rows = [f"| {' | '.join(map(str, line))} |".replace("|  |", "| |") for line in (head, *lines)]
    return "\n".join([rows[0], "|---|" + "---:|" * (len(head) - 1), *rows[1:]])
