"""A server in memory, and its client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from pushbox.mcp.server import create_server

Work = Callable[["Caller"], Awaitable[Any]]


class Caller:
    """A client of a server, whose tools are called by their names."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        """Return the structured answer of a tool, which has to succeed."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return result.structured_content

    async def fails(self, tool: str, **arguments: Any) -> str:
        """Return the sentence of a tool that has to fail."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.structured_content
        (content,) = result.content
        text: str = content.text  # type: ignore[union-attr]
        assert "\n" not in text, text
        assert "Traceback" not in text
        assert len(text) < 400, text
        return text


@pytest.fixture
def run(tmp_path: Path) -> Callable[[Work], Any]:
    """Return a function that runs some work of a client of a new server, on a library of its own."""

    def run(work: Work) -> Any:
        failures: list[Exception] = []  # raised outside the groups of tasks, as what they are

        async def main() -> Any:
            server = create_server(f"sqlite:///{tmp_path / 'library.sqlite'}")
            async with Client(server) as client:
                try:
                    return await work(Caller(client))
                except Exception as error:  # noqa: BLE001
                    failures.append(error)

        answer = asyncio.run(main())
        for failure in failures:
            raise failure
        return answer

    return run
