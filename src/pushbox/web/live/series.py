"""Series of games in a room: the winner, and the places of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .members import Seat

BEST_OF = (1, 3, 5, 7)  # games of a series


def is_decided(best_of: int, games: int, wins: Sequence[int]) -> bool:
    """Return whether the rest of a series changes nothing: no game is left, or nobody can catch up."""
    remaining = best_of - games
    first, second = sorted([*wins, 0, 0], reverse=True)[:2]
    return remaining <= 0 or first - second > remaining


def leader(wins: Mapping[int, int]) -> int | None:
    """Return the winner of the most games, or None for a tie or without a win."""
    most = max(wins.values(), default=0)
    leaders = [seat for seat, count in wins.items() if count == most]
    return leaders[0] if most and len(leaders) == 1 else None


def race_places(seats: Iterable[Seat]) -> list[int]:
    """Return the places of racers by their times; those who have not finished share the last one."""
    times = [float("inf") if seat.finished is None else seat.finished for seat in seats]
    return [1 + sum(other < time for other in times) for time in times]


def match_places(seats: Iterable[int], winner: int | None) -> list[int]:
    """Return the places of the players of a match; all have the first one where nobody has won."""
    return [1 if winner in {None, seat} else 2 for seat in seats]
