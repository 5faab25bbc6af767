"""Weaken every clause of every law, one at a time, and require that some sabotaged game is no longer caught.

::

    python fuzz/mutate_laws.py [--laws NAME,...] [--show]

A clause is a comparison, a part of an ``and``, a call of ``all``, a ``not``, an early ``return False`` or ``raise``, or
one of several values that a law goes through.  Weakened it always passes; such a value is left out.  Where all games
of ``tests/conformance/sabotage`` that break the law are caught as before, nothing shows that the clause is there: it is
printed, and the run ends with 1.
"""

from __future__ import annotations

import argparse
import ast
import copy
import inspect
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from tests.conformance.sabotage import SABOTAGES, broken_laws  # from the folder named above

from pushbox.conformance import LAWS, Law

# What some laws call of their own module or class is part of them.
_HELPERS = {
    "other_facts_keep_the_rules": ("_play_alike",),
    "the_game_for_a_level_plays_it_alike": ("_play_alike",),
    "nothing_moves_two_cells_in_a_tick": ("_is_step",),
    "a_key_means_something_known": ("_is_known",),
    "a_path_comes_to_its_target": ("_arrives",),
}
_TRUE = ast.Constant(value=True)


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--laws", default=",".join(LAWS), help="names, a comma between them (default: all)")
    parser.add_argument("--show", action="store_true", help="print every clause, with the games that show it")
    options = parser.parse_args()
    began = time.monotonic()
    clauses = unseen = 0
    for name in options.laws.split(","):
        for clause, law in mutants(LAWS[name]):
            clauses += 1
            freed = [
                make.__name__
                for make in SABOTAGES.get(name, ())
                if not broken_laws(make, LAWS[name]).items() <= broken_laws(make, law).items()
            ]
            unseen += not freed
            if options.show or not freed:
                print(f"{name}: {clause}: {', '.join(freed) or 'NO GAME SHOWS THIS CLAUSE'}", flush=True)
    print(f"{clauses} clauses of {len(LAWS)} laws, {unseen} unseen, {time.monotonic() - began:.0f} s", flush=True)
    sys.exit(int(unseen > 0))


def mutants(law: Law) -> Iterator[tuple[str, Law]]:
    """Yield each clause of a law with the law without it."""
    holds = inspect.unwrap(law.holds)
    module = holds.__globals__
    for name in ("", *_HELPERS.get(law.name, ())):
        function = (vars(law.case).get(name) or module[name]) if name else holds
        tree = _tree(function)
        for index, (clause, _) in enumerate(_weakenings(tree)):
            again = copy.deepcopy(tree)
            *_, (_, weaken) = (found for at, found in enumerate(_weakenings(again)) if at <= index)
            weaken()
            changed = _compiled(again, module)
            yield clause, replace(law, holds=_inside(law, name, changed) if name else changed)


def _tree(function: Callable[..., Any]) -> ast.FunctionDef:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    node.decorator_list.clear()
    return node


def _compiled(node: ast.FunctionDef, module: dict[str, Any]) -> Callable[..., Any]:
    names = dict(module)
    code = compile(ast.fix_missing_locations(ast.Module([node], [])), f"<weakened {node.name}>", "exec")
    exec(code, names)  # noqa: S102  # code of this project, with one clause less
    function: Callable[..., Any] = names[node.name]
    return function


def _inside(law: Law, helper: str, changed: Callable[..., Any]) -> Callable[[Any], bool | None]:
    """Return a law that calls a changed helper."""
    if hasattr(law.case, helper):
        kind = type(law.case.__name__, (law.case,), {helper: changed, "__hash__": law.case.__hash__})

        def holds(case: Any) -> bool | None:
            other = copy.copy(case)
            object.__setattr__(other, "__class__", kind)
            return law.holds(other)

        return holds
    return _compiled(_tree(law.holds), {**law.holds.__globals__, helper: changed})


def _weakenings(tree: ast.FunctionDef) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield every clause of a function with what weakens it in the tree; a docstring is none, nor what it is about."""
    for node in _walk(tree):
        for field, value in ast.iter_fields(node):
            if _is_condition(node, field):
                continue
            for place, child in _children(value):
                yield from _weakening(node, field, place, child)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and those in it, but for conditions, which say what a law is about, unless these are of parts."""
    yield node
    for field, value in ast.iter_fields(node):
        for _, child in _children(value):
            is_parts = isinstance(child, ast.BoolOp) and isinstance(child.op, ast.And) and _exempts(node)
            if not _is_condition(node, field) or is_parts:
                yield from _walk(child)


def _is_condition(node: ast.AST, field: str) -> bool:
    return field in {"ifs", "guard"} or (field == "test" and isinstance(node, ast.If | ast.IfExp))


def _exempts(node: ast.AST) -> bool:
    """Return whether a law holds where the condition of a node does."""
    match node:
        case ast.If(body=[ast.Return(value=ast.Constant(value=True))]) | ast.IfExp(body=ast.Constant(value=True)):
            return True
    return False


def _children(value: Any) -> Iterator[tuple[int | None, ast.AST]]:
    if isinstance(value, ast.AST):
        yield None, value
    elif isinstance(value, list):
        yield from ((index, child) for index, child in enumerate(value) if isinstance(child, ast.AST))


def _weakening(
    parent: ast.AST, field: str, place: int | None, child: ast.AST
) -> Iterator[tuple[str, Callable[[], None]]]:
    def put(new: ast.AST | None) -> Callable[[], None]:
        def change() -> None:
            if place is None:
                setattr(parent, field, new)
            elif new is None:
                del getattr(parent, field)[place]
            else:
                getattr(parent, field)[place] = new

        return change

    text = ast.unparse(child)
    if _is_claim(parent, field, child):
        yield text, put(_TRUE)
    elif isinstance(child, ast.Return) and isinstance(child.value, ast.Constant) and child.value.value is False:
        yield text, put(ast.Pass())
    elif isinstance(child, ast.Raise):
        yield text, put(ast.Return(_TRUE))
    elif isinstance(child, ast.Tuple) and _is_gone_through(parent, field):
        for index, value in enumerate(child.elts):
            fewer = ast.Tuple([*child.elts[:index], *child.elts[index + 1 :]], ast.Load())
            yield f"{ast.unparse(value)} in {text}", put(fewer)


def _is_claim(parent: ast.AST, field: str, child: ast.AST) -> bool:
    """Return whether an expression is one that must be true, not one that says what a law is about."""
    if isinstance(parent, ast.UnaryOp):
        return False  # what must not be
    if isinstance(child, ast.Compare):
        return not any(isinstance(side, ast.Constant) and side.value is None for side in child.comparators)
    if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in {"all", "any", "bool"}:
        return True
    if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And) and field == "values":
        return True
    return isinstance(child, ast.UnaryOp) and isinstance(child.op, ast.Not)


def _is_gone_through(parent: ast.AST, field: str) -> bool:
    if isinstance(parent, ast.Assign):
        return isinstance(parent.targets[0], ast.Name)
    return field == "iter"


if __name__ == "__main__":
    main()
