"""Keywords that a function does not have, answered with what to write: ``timeout=5`` is ``limit=Limit(seconds=5)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar, cast

from .errors import ArgumentError
from .sentence import suggestion

_Taker = TypeVar("_Taker", bound=Callable[..., Any])


def answering(hints: Mapping[str, str]) -> Callable[[_Taker], _Taker]:
    """Make a function, or a class, answer a keyword that it does not have with what to write instead.

    `hints` maps names that other libraries use, several in one key with spaces between them, to what stands for them
    here. Any other name is answered with the parameters, the nearest one first. The error is a TypeError, as Python's.
    """
    by_name = {name: hint for names, hint in hints.items() for name in names.split()}

    def decorate(taker: _Taker) -> _Taker:
        function: Any = vars(taker)["__init__"] if isinstance(taker, type) else taker
        code = function.__code__
        known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

        def check(keywords: Mapping[str, object]) -> None:
            for name in keywords:
                if name not in known:
                    offered = [parameter for parameter in known if parameter != "self"]
                    hint = by_name.get(name) or f"one of {', '.join(offered)}{suggestion(name, offered)}"
                    message = f"{name}: found a parameter that {taker.__name__} does not have, expected {hint}"
                    raise ArgumentError(message)

        if iscoroutinefunction(function):

            @wraps(function)
            async def answer(*args: Any, **keywords: Any) -> Any:
                check(keywords)
                return await function(*args, **keywords)
        else:

            @wraps(function)
            def answer(*args: Any, **keywords: Any) -> Any:
                check(keywords)
                return function(*args, **keywords)

        if not isinstance(taker, type):
            return cast(_Taker, answer)
        taker.__init__ = answer  # type: ignore[misc]  # which takes the same
        return taker

    return decorate


_TIME = "timeout time time_limit max_time max_seconds deadline time_limit_seconds"
_NODES = "nodes max_nodes node_limit max_states max_expansions max_iterations"
_THREADS = "workers num_workers n_jobs jobs processes cores num_threads n_threads parallel"
_PROGRESS = "callback callbacks on_progress progress_callback"
_NO_ALGORITHM = "none: the search chooses its own; heuristic=... guides it"

# What other solvers call the parameters of a search.
SEARCH_HINTS = {
    f"{_TIME} seconds": "limit=Limit(seconds=...)",
    _NODES: "limit=Limit(nodes=...)",
    "memory max_memory memory_limit": "limit=Limit(memory=...), in MiB",
    "heuristics value_function": "heuristic=..., a function of positions",
    "algorithm method strategy solver": _NO_ALGORITHM,
    "optimal best goal metric minimize shortest cost": "objective='pushes', or another objective",
    _THREADS: "threads=...",
    _PROGRESS: "progress=...",
    "random_state random_seed rng": "seed=...",
}
LIMIT_HINTS = {
    _TIME: "seconds=...",
    _NODES.removeprefix("nodes "): "nodes=...",
    "max_memory memory_limit": "memory=...",
}
GENERATE_HINTS = {
    _TIME: "seconds=...",
    f"{_NODES} tries max_tries max_attempts": "attempts=...",
    "limit": "seconds=... or attempts=...",
    "rows columns boxes game pushers shape difficulty pushes box_lines rating": "it in the spec: LevelSpec(...)",
    "width height size num_boxes n_boxes": "a spec: LevelSpec(rows=..., columns=..., boxes=...)",
    "n number num amount levels": "count=...",
    _THREADS: "threads=...",
    _PROGRESS: "progress=...",
    "random_state random_seed rng": "seed=...",
}
# What `draw` and `animate` pass on to `pushbox.render.svg.Look`.
LOOK_HINTS = {
    "fps frames_per_second duration delay": "speed=... of animate, in moves a second",
    "size scale width height cell_size pixels": "cell=..., the pixels of a cell",
    "theme style colors colours": "skin=...",
    "coordinates axes": "rulers=True",
    "solution text line": "the moves as the second argument",
    "file filename path": "draw(...).save(file), or animate(...).save(file)",
}
