"""The positions of a proof as a certificate holds them: in ascending order, each as the change from the one before."""

from __future__ import annotations

from collections.abc import Iterator

from .claim import InvalidCertificate, require
from .field import Boxes, Cells, Field

_NEVER = 1 << 32  # a cost that nothing has


def read_positions(field: Field, body: bytes) -> Iterator[tuple[Boxes, Cells, int]]:
    """Yield the boxes, the player and the cost of each position; the module `body` of the core says how it is written.

    Raises InvalidCertificate for what is no such position, out of order or cut off.
    """
    squares, size, area = field.squares, len(field.squares), field.area
    count, classes = sum(field.counts), len(field.counts)
    numbers = _numbers(body)
    last: list[int] = [-1] * (count + 1)
    cost = 0
    for shared in numbers:
        require(shared <= count, "proof-shares")
        items = last[:shared]
        least = items[-1] + 1 if items else 0
        for _ in range(count - shared):
            items.append(least + _next(numbers))
            least = items[-1] + 1
        player, rise = _next(numbers), _next(numbers)
        cost += -(rise + 1 >> 1) if rise & 1 else rise >> 1
        require(least <= classes * size and player < size and 0 <= cost < _NEVER, "proof-outside")
        items.append(player)
        require(items > last and (shared == count or items[shared] > last[shared]), "proof-order")
        cells = [0] * classes
        for item in items[:-1]:
            cells[item // size] |= squares[item % size]
        require(tuple([own.bit_count() for own in cells]) == field.counts, "proof-boxes")
        require(len({item % size for item in items[:-1]}) == count, "proof-two-boxes")
        boxes = sum([own << index * area for index, own in enumerate(cells)])
        require(not field.taken(boxes) & squares[player], "proof-on-box")
        last = items
        yield boxes, squares[player], cost


def _numbers(body: bytes) -> Iterator[int]:
    """Yield the numbers of a body: seven bits a byte, the least first, and one that says whether more follow."""
    number, shift = 0, 0
    for byte in body:
        if byte < 128:
            yield number | byte << shift
            number, shift = 0, 0
        else:
            number |= (byte & 127) << shift
            shift += 7
            require(shift <= 28, "proof-number-long")
    require(shift == 0, "proof-number-cut")


def _next(numbers: Iterator[int]) -> int:
    for number in numbers:
        return number
    raise InvalidCertificate.said("proof-position-cut")
