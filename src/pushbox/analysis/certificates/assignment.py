"""The prices of goals by which a position is bounded.  Any prices bound it, so that nothing here has to be trusted."""

from __future__ import annotations

from collections.abc import Callable

_FAR = 10**18  # more than any cost


def best_prices(costs: list[list[int]], columns: int, tick: Callable[[], object] = lambda: None) -> list[int]:
    """Return column prices that prove the minimum cost of assigning a column to each row.

    There are at least as many columns as rows; `tick` is called for each column of a path, which takes O(columns).
    Source: the Hungarian algorithm by shortest augmenting paths.
    """
    row_of = [-1] * columns
    row_price, price = [0] * len(costs), [0] * columns
    for row in range(len(costs)):
        slack, before = [_FAR] * columns, [-1] * columns
        open_columns, path, column, current = [*range(columns)], list[int](), -1, row
        while current >= 0:
            tick()
            for other in open_columns:
                reduced = costs[current][other] - row_price[current] - price[other]
                if reduced < slack[other]:
                    slack[other], before[other] = reduced, column
            least = min(slack[other] for other in open_columns)
            for scanned in path:
                row_price[row_of[scanned]] += least
                price[scanned] -= least
            row_price[row] += least
            for other in open_columns:
                slack[other] -= least
            column = next(other for other in open_columns if slack[other] == 0)
            open_columns.remove(column)
            path.append(column)
            current = row_of[column]
        while column >= 0:
            row_of[column] = row if before[column] < 0 else row_of[before[column]]
            column = before[column]
    return price
