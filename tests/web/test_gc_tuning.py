"""The collector of a server: what is new is collected, what is old is left alone until the end."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys

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


def test_old_things_are_left_alone_and_new_garbage_goes() -> None:
    """In a program of its own: to look at everything that the tests hold takes a second each time."""
    subprocess.run([sys.executable, __file__], check=True)


if __name__ == "__main__":
    old_things_are_left_alone_and_new_garbage_goes()
