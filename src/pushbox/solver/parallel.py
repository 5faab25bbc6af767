"""Many levels, one after the other or several at a time; the answers come in the order of the levels."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from ..errors import PushboxError, caught
from ..level import Level
from .api import ProgressCallback, Verdict

if TYPE_CHECKING:
    from concurrent.futures import Future

Stop = Callable[[], bool]
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_QUEUED_PER_THREAD = 32  # levels a thread that are taken before the first of them is answered


def solve_many(
    levels: Iterable[tuple[int, Level]],
    solve: Callable[..., Verdict],
    *,
    threads: int = 1,
    progress_for: Callable[[int], ProgressCallback] = lambda _: lambda _: None,
) -> Iterator[tuple[int, Level, Verdict | PushboxError]]:
    """Yield each numbered level with its answer or error, in the order of the levels.

    `solve` is called like `pushbox.solve`, with a level and a callback as `progress`. `progress_for` is called with the
    number of a level when its search begins, and returns that callback. Levels are taken, and searches end, as in
    `map_ahead`.
    """

    def answer(numbered: tuple[int, Level], stop: Stop) -> Verdict | PushboxError:
        number, level = numbered
        callback = progress_for(number)
        return caught(solve, level, progress=lambda progress: stop() or callback(progress))

    with closing(map_ahead(answer, levels, threads, threads * _QUEUED_PER_THREAD)) as answers:
        for (number, level), verdict in answers:
            yield number, level, verdict


def map_ahead(
    function: Callable[[_Item, Stop], _Result], items: Iterable[_Item], threads: int, ahead: int
) -> Generator[tuple[_Item, _Result], None, None]:
    """Yield each item with the result of a function, in the order of the items.

    Items are taken as they are needed, with several threads a few ahead. One thread is the caller's own; several share
    the GIL, which native code releases. If the caller leaves early or Ctrl-C ends it, the function's second argument
    becomes true in running calls, and no other call begins.
    """
    if threads == 1:
        for item in items:
            yield item, function(item, lambda: False)
        return
    from concurrent.futures import ThreadPoolExecutor  # which one thread does not need, and which takes long to import

    stop = Event()
    source = iter(items)
    waiting: deque[tuple[_Item, Future[_Result]]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="search")
    try:
        while True:
            for item in islice(source, ahead - len(waiting)):
                waiting.append((item, pool.submit(function, item, stop.is_set)))
            if not waiting:
                return
            item, future = waiting.popleft()
            yield item, future.result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
