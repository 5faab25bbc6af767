"""Names that pushbox does not have, answered with what to write: ``timeout=5`` is ``limit=Limit(seconds=5)``.

They are keywords of functions (`answering`) and attributes of values (`naming`) and of `pushbox` itself that other
libraries have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import CO_VARARGS, iscoroutinefunction
from typing import Any, NoReturn, TypeVar, cast

from .errors import ArgumentError
from .reprs import abridged
from .sentence import suggestion

_Taker = TypeVar("_Taker", bound=Callable[..., Any])
_Class = TypeVar("_Class", bound=type)


def answering(hints: Mapping[str, str]) -> Callable[[_Taker], _Taker]:
    """Make a function, or a class, answer a keyword that it does not have with what to write instead.

    `hints` maps names that other libraries use, several in one key with spaces between them, to what stands for them
    here. Any other name is answered with the parameters, the nearest one first, and a value without a name that needs
    one with those that it may be. The error is a TypeError, as Python's.
    """
    by_name = _by_name(hints)

    def decorate(taker: _Taker) -> _Taker:
        function: Any = vars(taker)["__init__"] if isinstance(taker, type) else taker
        code = function.__code__
        known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        in_place = len(known) if code.co_flags & CO_VARARGS else code.co_argcount

        def check(args: Sequence[object], keywords: Mapping[str, object]) -> None:
            if len(args) > in_place and (named := known[in_place:]):
                expected = ", ".join(f"{name}=..." for name in named)
                found = f"found {abridged(args[in_place])} without a name"
                message = f"{taker.__name__}: {found}, expected one of {expected}"
                raise ArgumentError(message)
            for name in keywords:
                if name not in known:
                    offered = [parameter for parameter in known if parameter != "self"]
                    hint = by_name.get(name) or f"one of {', '.join(offered)}{suggestion(name, offered)}"
                    message = f"{name}: found a parameter that {taker.__name__} does not have, expected {hint}"
                    raise ArgumentError(message)

        if iscoroutinefunction(function):

            @wraps(function)
            async def answer(*args: Any, **keywords: Any) -> Any:
                check(args, keywords)
                return await function(*args, **keywords)
        else:

            @wraps(function)
            def answer(*args: Any, **keywords: Any) -> Any:
                check(args, keywords)
                return function(*args, **keywords)

        if not isinstance(taker, type):
            return cast(_Taker, answer)
        taker.__init__ = answer  # type: ignore[misc]  # which takes the same
        return taker

    return decorate


def naming(hints: Mapping[str, str]) -> Callable[[_Class], _Class]:
    """Make the values of a class answer an attribute that they do not have with what to write instead.

    `hints` is that of `answering`. Type checkers do not see it: to them such an attribute is an error, as before.
    """
    by_name = _by_name(hints)

    def decorate(cls: _Class) -> _Class:
        def missing(self: object, name: str) -> NoReturn:
            if hasattr(cls, name):  # a property that failed by an AttributeError of its own, which is told again
                object.__getattribute__(self, name)
            hint = f", expected {by_name[name]}" if name in by_name else ""
            message = f"{cls.__name__!r} object has no attribute {name!r}{hint}"
            raise AttributeError(message, name=name, obj=self)

        cls.__getattr__ = missing  # type: ignore[attr-defined]  # for values that run, not for their types
        return cls

    return decorate


def public_hint(name: str) -> str:
    """Return what to write for a name that `pushbox` does not have, after a comma; nothing where that is not known."""
    hint = _by_name(PUBLIC_HINTS).get(name)
    return f", expected {hint}" if hint else ""


def _by_name(hints: Mapping[str, str]) -> dict[str, str]:
    """Return the hint of each name; several names stand in one key, with spaces between them."""
    return {name: hint for names, hint in hints.items() for name in names.split()}


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

_MOVE = "move make_move do_move push_move step act"
_SOLVED = "solved is_solved is_won won done is_terminal is_goal"
_TEXT = "text xsb to_xsb to_string to_text"
_SOLUTION = "solution path actions lurd plan"

# Functions and classes that other libraries have at their top.
PUBLIC_HINTS = {
    "open load_file parse_file load_levels read_levels load_collection": "pushbox.read_file(path)",
    "parse loads from_string load_string read_text read_level parse_level load_level": "pushbox.read(text)[0]",
    "save dump write_level save_levels": "pushbox.write_file(levels, path)",
    "dumps to_string": "pushbox.write(levels, 'xsb')",
    "Solver Search astar bfs": "pushbox.solve(level)",
    "State GameState Puzzle": "pushbox.load(level), a Position",
    "is_solution check validate replay": "pushbox.verify(level, text)",
    "show plot picture image": "pushbox.draw(level)",
    "make Env Environment": "pushbox.env, the environments of Gymnasium",
}
# Attributes that other libraries, and tutorials about them, give to such values.
POSITION_HINTS = {
    f"{_MOVE} push": "position.apply(move) with a move of position.legal_moves, or of position.parse('uR')",
    f"{_SOLVED} is_game_over": "position.outcome.solved",
    "moves actions valid_moves valid_actions possible_moves": "position.legal_moves",
    "undo pop unmake_move": "the position before, which is a value; pushbox.Session(level) takes moves back",
    "copy clone": "the position itself: apply returns another one",
    "solve": "pushbox.solve(position)",
    "boxes": "position.board.of_kind('box')",
    "player pusher": "position.board.of_kind('pusher')",
    "goals": "position.board.cells_of('goal')",
    "width height": "position.board.width, position.board.height",
    "grid": "position.level.grid()",
    _TEXT: "str(position), or pushbox.write(position, 'xsb')",
    "is_deadlock is_deadlocked is_dead is_lost": "find_deadlocks(position) of pushbox.analysis.deadlocks",
}
SESSION_HINTS = {
    f"{_MOVE} push": "session.play_text('uR'), or session.play(move)",
    f"moves history {_SOLUTION}": "session.text, what was played, or session.legal_moves",
    _SOLVED: "session.outcome().solved",
    "solve": "pushbox.solve(session.position)",
    "reset": "session.restart()",
}
LEVEL_HINTS = {
    "width height": "level.board.width, level.board.height",
    "rows columns size": "level.board.height, level.board.width",
    "boxes": "level.board.of_kind('box')",
    "player pusher": "level.board.of_kind('pusher')",
    "goals": "level.board.cells_of('goal')",
    "walls": "level.board.cells_of('wall')",
    "name": "level.title",
    "solution solutions": "level.saved_moves, or pushbox.solve(level).text",
    "solve": "pushbox.solve(level)",
    "play": "pushbox.Session(level), or pushbox.load(level)",
    "save write": "pushbox.write_file(level, 'level.xsb')",
    "from_string from_text from_file parse load": "pushbox.read(text)[0], or pushbox.read_file(path)[0]",
    _TEXT: "str(level), or pushbox.write(level, 'xsb')",
    "replace copy with_title": "dataclasses.replace(level, title=...)",
    "rotate rotated mirror mirrored flip transpose transform": (
        "dataclasses.replace(level, board=pushbox.identity.transform(level.board, pushbox.identity.MIRROR))"
    ),
    "id hash canonical": "pushbox.identity.canonical_id(level)",
    "draw show image": "pushbox.draw(level)",
}
COLLECTION_HINTS = {
    "append add extend insert": "collection + [level], which is another collection",
    "save write": "pushbox.write_file(collection, 'levels.xsb')",
    "map": "collection.with_levels(changed for each level in collection)",
    "name": "collection.title",
    "solve": "pushbox.solve(collection[0])",
    "sort sorted order_by": "collection.with_levels(sorted(collection, key=...))",
    "random choice sample shuffle": "random.choice(collection), as of any sequence",
    "titles names": "[level.title for level in collection]",
    "find get search select": "collection.filter(lambda level: level.title == 'Well')",
}
BOARD_HINTS = {
    "rows columns size shape": "board.height, board.width",
    "boxes": "board.of_kind('box')",
    "player pusher": "board.of_kind('pusher')",
    "goals": "board.cells_of('goal')",
    "walls": "board.cells_of('wall')",
    "cells": "board.terrain",
}
SOLVED_HINTS = {
    "moves": "solved.metrics.moves, their number, or solved.text, the moves",
    "pushes": "solved.metrics.pushes",
    _SOLUTION: "solved.text",
    "cost length": "solved.metrics.moves, or solved.metrics.pushes",
    "is_optimal proven": "solved.optimal",
    "expanded expanded_nodes states": "solved.nodes",
    f"{_SOLVED} status success": "isinstance(verdict, pushbox.Solved)",
    "time elapsed duration runtime": "solved.seconds",
    "statistics stats": "solved.metrics, solved.nodes, solved.seconds",
}
_NO_SOLUTION = f"text metrics moves pushes optimal {_SOLUTION} {_SOLVED}"
UNSOLVABLE_HINTS = {
    _NO_SOLUTION: "isinstance(verdict, pushbox.Solved) first: this level has no solution, as unsolvable.proof says",
    "time elapsed duration runtime": "unsolvable.seconds",
}
GAVE_UP_HINTS = {
    _NO_SOLUTION: "isinstance(verdict, pushbox.Solved) first: this search ended at a limit, gaveup.limit",
    "time elapsed duration runtime": "gaveup.seconds",
}
PICTURE_HINTS = {
    "show display": "picture.save('level.svg'), or the picture as the last line of a cell of a notebook",
    "write savefig to_file": "picture.save('level.svg')",
    "svg to_svg": "str(picture)",
    "width height": "picture.size",
}
ANIMATION_HINTS = {
    "show display": "animation.save('level.gif'), or the animation as the last line of a cell of a notebook",
    "write to_file": "animation.save('level.gif')",
    "gif webp to_gif": "bytes(animation), or animation.encode('webp')",
    "width height": "animation.size",
}
