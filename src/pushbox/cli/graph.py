"""``pushbox graph``."""

from __future__ import annotations

from pathlib import Path

import click

from ..analysis.state_graph import MOST, WRITERS, By, state_graph
from ..errors import PushboxError, naming
from ..formats import write_text
from ..sentence import counted, listed, located, say
from . import common
from .output import print_result, write_data


@click.command("graph")
@common.file_argument
@click.argument("target", metavar="[OUT]", type=click.Path(allow_dash=True), default="-")
@common.level_option
@common.choice_option("--by", ("pushes", "moves"), "An edge is a push or a move.")
@click.option(
    "--to", "key", type=click.Choice(tuple(WRITERS)), help="The format; by default the ending of OUT decides."
)
@click.option("--most", type=click.IntRange(1, 1_000_000), default=MOST, show_default=True, help="Positions at most.")
@common.read_as_options
@common.json_option
def command(
    file: str, target: str, number: int, by: By, key: str | None, most: int, read_as: common.ReadAs, *, as_json: bool
) -> None:
    """Write all positions of a small level as a graph, in the DOT language, GraphML or CSV.

    A node is a position. With --by pushes, positions that differ by a walk of the player are one node. A node says
    whether it is solved, how many edges lead to it from the start (depth), and how many lead on to a solution (left,
    -1 if none does).

    The exit code is 2 for a level with more positions than --most.

    Examples: pushbox graph levels.xsb --level 3 --to dot | dot -Tsvg > level.svg

    pushbox graph levels.xsb positions.graphml --by moves
    """
    key = key or _format_of(target)
    if as_json and target == "-":
        raise PushboxError.said("json-to-output")
    position = common.load_playable(file, number, read_as)
    with naming(common.level_place(file, number), PushboxError):
        graph = state_graph(position, by=by, most=most)
    text = WRITERS[key](graph)
    if target == "-":
        write_data(text)
        return
    with naming(target, OSError):
        write_text(target, text)
    dead, solved = sum(node.left < 0 for node in graph.nodes), sum(node.solved for node in graph.nodes)
    fields = {"file": file, "level": number, "out": target, "positions": len(graph.nodes), "edges": len(graph.edges)}
    sizes = listed([counted(len(graph.nodes), "position"), counted(len(graph.edges), "edge")])
    line = located(target, say("graph-sizes", sizes=sizes, solved=solved, dead=dead))
    print_result(fields | {"solved": solved, "dead": dead}, line, as_json=as_json)


def _format_of(target: str) -> str:
    """Return the format of an ending.  Raises PushboxError where it says none."""
    key = {".dot": "dot", ".gv": "dot", ".graphml": "graphml", ".csv": "csv"}.get(Path(target).suffix.lower())
    if key is None:
        raise PushboxError.said("graph-ending", name=target)
    return key
