"""The server: its tools, its levels as resources, and the board as an app."""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from typing import Any, get_type_hints

from mcp.server import MCPServer
from mcp.server.apps import Apps, Visibility
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp_types import Tool, ToolAnnotations
from pydantic import ValidationError

from ..errors import PushboxError
from ..level import Level
from ..version import version
from . import page
from .bounds import Searches
from .games import Games
from .level_tools import LevelTools
from .levels import BUILTIN, LIBRARY, Levels, level_text
from .play_tools import PlayTools
from .search_tools import SearchTools
from .subjects import Subjects

INSTRUCTIONS = """\
Sokoban and its family of box-pushing puzzles, by the rules. open_game begins a game on a level, such as
level://builtin/lessons/3 or the text of one, and move plays it; solve, hint and explain take the id of a game, or a
level. Cells are named by the letter of the column and the number of the row, from the top: D4. The rules have replayed
every solution."""

_Function = Callable[..., Any]

_logger = logging.getLogger(__name__)
_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)


class Server(MCPServer[Any]):
    """A server whose tools say what their answers are, and fail with one sentence."""

    answers: dict[str, str]  # what the answer of each tool is

    async def list_tools(self) -> list[Tool]:
        """Return the tools, the schema of each answer with the words of its class."""
        tools = await super().list_tools()
        for tool in tools:
            if tool.output_schema is not None and (words := self.answers.get(tool.name)):
                tool.output_schema["description"] = words
        return tools

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool.  Raises ToolError with a sentence for whatever it fails by."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            raise ToolError(_sentence(error)) from None


def create_server(database: str | None = None) -> MCPServer[Any]:
    """Return a server on the library at a URL, by default that of this user, which is opened when it is asked for."""
    levels = Levels(database)
    subjects = Subjects(Games(), levels)
    play, look, search = PlayTools(subjects), LevelTools(subjects), SearchTools(subjects, Searches())
    apps = Apps()
    apps.add_html_resource(page.URI, page.page(), name="board", title="The board of a game", prefers_border=False)
    of_board: list[tuple[_Function, Sequence[Visibility]]] = [
        (play.open_game, ("model", "app")),
        (play.board, ("app",)),
    ]
    for tool, visibility in of_board:
        words = inspect.getdoc(tool)
        apps.tool(resource_uri=page.URI, visibility=visibility, description=words, annotations=_PLAYS)(tool)
    server = Server(
        "pushbox", title="pushbox", instructions=INSTRUCTIONS, version=version(), extensions=[apps], log_level="WARNING"
    )
    playing: list[_Function] = [play.move, play.undo]
    looking: list[_Function] = [play.state, play.legal_pushes, look.read_levels, look.list_collections]
    looking += [look.list_levels, look.convert, look.render, look.search_library]
    looking += [search.solve, search.verify, search.hint, search.explain, search.rate, search.generate]
    for tools, hints in ((playing, _PLAYS), (looking, _LOOKS)):
        for tool in tools:
            server.add_tool(tool, description=inspect.getdoc(tool), annotations=hints)
    everything = [*(tool for tool, _ in of_board), *playing, *looking]
    server.answers = {tool.__name__: _answer_of(tool) for tool in everything}
    _add_resources(server, look, levels)
    return server


def _answer_of(tool: _Function) -> str:
    """Return what the class of a tool's answer says of itself, nothing where it is no class of `values`."""
    answer = get_type_hints(tool)["return"]
    return inspect.getdoc(answer) or "" if is_dataclass(answer) else ""


def _add_resources(server: MCPServer[Any], look: LevelTools, levels: Levels) -> None:
    @server.resource("level://builtin", name="collections", mime_type="application/json")
    def collections() -> str:
        """The collections that come along, with how many levels they have."""
        return json.dumps([vars(one) for one in look.list_collections()], ensure_ascii=False)

    @server.resource(BUILTIN, name="level", mime_type="text/plain")
    def builtin_level(collection: str, number: int) -> str:
        """A level that comes along, with its solutions."""
        return level_text(_found(levels, BUILTIN.format(collection=collection, number=number)))

    @server.resource(LIBRARY, name="library level", mime_type="text/plain")
    def library_level(level: int) -> str:
        """A level of the library of this user."""
        return level_text(_found(levels, LIBRARY.format(level=level)))


def _found(levels: Levels, address: str) -> Level:
    try:
        return levels.find(address)
    except PushboxError as error:
        raise ResourceNotFoundError(str(error)) from None


def _sentence(error: ToolError) -> str:
    """Return why a tool has failed, in one sentence; a defect of pushbox is logged with its traceback."""
    match error.__cause__:
        case PushboxError() as cause:
            return str(cause)
        case ValidationError() as cause:
            return "; ".join(_fault(one) for one in cause.errors(include_url=False, include_input=False))
        case None:
            return str(error)
        case cause:
            _logger.error("a tool has failed", exc_info=cause)
            return f"pushbox has failed: {type(cause).__name__}; this is a defect"


def _fault(fault: Any) -> str:
    place = ".".join(map(str, fault["loc"]))
    return f"{place}: {fault['msg']}" if place else str(fault["msg"])
