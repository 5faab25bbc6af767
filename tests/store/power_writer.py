"""A process that writes into a library and into files, and says on its standard output what is kept from then on.

``python power_writer.py LIBRARY FOLDER``: a line of JSON each, after the write has returned.
"""

from __future__ import annotations

import json
import sys

from pushbox import formats, store
from pushbox.store.plays import Step

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"


def confirm(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


def main(url: str, folder: str) -> None:
    with store.open(url) as library:
        store.collections.add(library, formats.read(ROOM), name="first")
        level = store.levels.search(library, limit=1).entries[0].id
        play = store.plays.create(library, "visitor", level).id
        for number in range(1, 31):
            store.plays.append(library, [Step(play, number, number - 1, '"r"')])
            confirm(step=number)
            if number % 10 == 0:  # the log goes into the file, and begins anew
                with library.read() as connection:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)").close()
            if number % 5 == 0:
                formats.write_text(f"{folder}/levels.xsb", f"; {number}\n" * 1500)
                confirm(file=number)


if __name__ == "__main__":
    main(*sys.argv[1:])
