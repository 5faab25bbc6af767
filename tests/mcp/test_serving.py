"""The server as a program: over standard input and output, and over HTTP, whose names it checks."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from tests.commands import run
from tests.programs import running

from pushbox.extras import install_command
from pushbox.mcp.http import security

LESSON = "level://builtin/lessons/2"
COMMAND = [sys.executable, "-m", "pushbox", "mcp"]


async def play(client: Client) -> None:
    opened = await client.call_tool("open_game", {"level": LESSON})
    assert opened.structured_content is not None
    moved = await client.call_tool("move", {"game": opened.structured_content["game"], "moves": "uurrDldRR"})
    assert moved.structured_content is not None
    assert moved.structured_content["status"] == "solved"


def test_standard_input_and_output() -> None:
    """A client starts the program, plays, and ends it."""

    async def work() -> None:
        given = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=dict(os.environ))
        async with Client(stdio_client(given)) as client:
            await play(client)

    asyncio.run(work())


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_ctrl_c_ends_it_while_it_waits_for_input() -> None:
    """At once, as a person expects who has started it in a terminal."""
    with running(COMMAND, stdin=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        server.stdin.flush()
        assert server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == -signal.SIGINT


def test_http() -> None:
    """A client plays at the address that is printed; another Host, or a page of another site, is refused."""
    with running([*COMMAND, "--http", "--port", "0"]) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        (address,) = re.findall(r"http://\S+", line)

        async def work() -> None:
            async with Client(address) as client:
                await play(client)

        asyncio.run(work())
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            request = urllib.request.Request(  # noqa: S310  # of this server
                address, b"{}", {"Content-Type": "application/json", "Accept": "application/json", **headers}
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=300)  # noqa: S310
            assert refused.value.code in {403, 421}
            refused.value.close()


def test_the_names_that_a_server_answers_to() -> None:
    """Its own and those that it is given, with any port; this machine's where it listens beyond it."""
    own = security(("127.0.0.1", "puzzles.example"))
    assert {"localhost:*", "127.0.0.1:*", "puzzles.example", "puzzles.example:*"} <= set(own.allowed_hosts)
    assert own.enable_dns_rebinding_protection
    assert not any("*" in host.removesuffix(":*") for host in own.allowed_hosts)
    assert len(security(("0.0.0.0",)).allowed_hosts) > len(security(("127.0.0.1",)).allowed_hosts)  # noqa: S104


def test_a_lack_of_the_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs it, and exit code 2."""
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    for name in [name for name in sys.modules if name.startswith("pushbox.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    answer = run("mcp")
    assert answer.code == 2
    assert install_command("mcp") in answer.err


def test_an_address_that_is_taken_is_a_sentence() -> None:
    """As is one that there is not."""
    answer = run("mcp", "--http", "--host", "no.such.host.invalid")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
