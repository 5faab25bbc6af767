"""A process that writes into a library as fast as it can and says what was confirmed, until it is killed.

Each line it prints is JSON: what is in the library from then on, whatever happens.
"""

from __future__ import annotations

import json
import sys
from itertools import count

from pushbox import formats, store
from pushbox.store import hidden, turns
from pushbox.store.plays import PlayStatus, Step, write_status
from pushbox.store.reimport import reimport

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
MANY = "\n".join(f"{ROOM}Title: {number}\nSolution: rRR\n" for number in range(40))
OTHER = "#####\n#@$.#\n#####\nSolution: R\n\n" + MANY.replace("Title: ", "Title: new ").rpartition("\n\n")[0]  # as many


hidden.FEW = hidden.PORTION = 8  # of forty levels: a collection is several transactions
turns.TURN = 0.0


def confirm(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


def main(url: str, name: str) -> None:
    many, other = formats.read(MANY), formats.read(OTHER)
    with store.open(url) as library:
        level = store.levels.search(library, limit=1).entries[0].id
        play = store.plays.create(library, name, level).id
        for number in count(1):
            store.plays.append(library, [Step(play, number, number - 1, '"r"')])
            confirm(step=number, play=play)
            with library.write() as connection:
                write_status(connection, [PlayStatus(play, number, number / 10)])
            confirm(here=number, play=play)
            if number % 3 == 0:
                solution = store.solutions.add(library, level, f"{'du' * number}rRR", visitor=name)
                confirm(solution=solution.id, text=solution.text)
            if number % 5 == 0:
                added = store.collections.add(library, many, name=f"{name}x{number}")
                confirm(collection=added.id)
                reimport(library, added.id, other)
                confirm(collection=added.id)


if __name__ == "__main__":
    main(*sys.argv[1:])
