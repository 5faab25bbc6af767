"""The collector of a server: what is new is collected, what is old is left alone until the end."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys

import pytest

from pushbox.web import gc_tuning
from pushbox.web.gc_tuning import tuned_gc


class Ring:
    """Something that refers to itself."""

    def __init__(self, gone: list[str], name: str) -> None:
        self.gone, self.name, self.own = gone, name, self

    def __del__(self) -> None:
        self.gone.append(self.name)


def old_things_are_left_alone_and_new_garbage_goes() -> None:
    """Afterwards everything is looked at again, as before."""
    gone: list[str] = []

    async def live() -> None:
        old = Ring(gone, "old")
        async with tuned_gc():
            await asyncio.sleep(0)
            assert gc.get_freeze_count() > 0
            del old
            Ring(gone, "new")
            gc.collect()
            assert gone == ["new"]

    asyncio.run(live())
    assert gc.get_freeze_count() == 0
    gc.collect()
    assert gone == ["new", "old"]


def old_garbage_goes_once_much_has_come() -> None:
    """Nobody waits for a full collection while there is about as much as after the last one."""
    gone: list[str] = []
    gc_tuning._PAUSE, gc_tuning._COUNT = 0, 1

    async def live() -> None:
        old = Ring(gone, "old")
        async with tuned_gc():
            await asyncio.sleep(0)
            count = gc.get_freeze_count()
            del old
            more: list[list[int]] = []
            for portion in (count // 4, count):
                assert gone == []
                more += ([one] for one in range(portion))
                for _ in range(10):
                    await asyncio.sleep(0)
            assert gone == ["old"]

    asyncio.run(live())


LAWS = (old_things_are_left_alone_and_new_garbage_goes, old_garbage_goes_once_much_has_come)


@pytest.mark.parametrize("number", range(len(LAWS)), ids=[law.__name__ for law in LAWS])
def test_laws(number: int) -> None:
    """In a program of its own: to look at everything that the tests hold takes a second each time."""
    subprocess.run([sys.executable, __file__, str(number)], check=True)


if __name__ == "__main__":
    LAWS[int(sys.argv[1])]()
