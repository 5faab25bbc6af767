"""The board of a chat in a real browser: a sandboxed frame within a host that passes its calls on to the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client

from pushbox.mcp.page import URI
from pushbox.mcp.server import create_server

LESSON = "level://builtin/lessons/2"  # uurrDldRR

# What hosts allow a page that names no addresses.
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "media-src 'self' data:; connect-src 'none'"
)

HOST = """([html, policy, result, theme]) => {
  window.told = [];
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.width = 600;
  frame.height = 400;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  frame.srcdoc = html.replace('<meta charset="utf-8">', `<meta charset="utf-8">${meta}`);
  const post = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  window.tell = (method, params) => post({ method, params });
  addEventListener("message", async ({ source, data: { id, method, params } }) => {
    if (source !== frame.contentWindow) return;
    told.push([method, params]);
    if (method === "ui/initialize") {
      const hostContext = { theme, locale: "de-DE" };
      post({ id, result: { protocolVersion: params.protocolVersion, hostCapabilities: {}, hostContext } });
    } else if (method === "ui/notifications/initialized") {
      post({ method: "ui/notifications/tool-input", params: { arguments: {} } });
      post({ method: "ui/notifications/tool-result", params: result });
    } else if (method === "tools/call") {
      post({ id, result: await window.callTool(params.name, params.arguments) });
    } else if (id !== undefined) {
      post({ id, result: {} });
    }
  });
  document.body.append(frame);
}"""


class Chat:
    """A chat with a board, and the server that both it and a model call."""

    def __init__(self, page: Any, portal: Any, client: Client) -> None:
        self.page = page
        self._portal = portal
        self._client = client
        page.expose_function("callTool", self._call)
        opened = self._call("open_game", {"level": LESSON})
        self.game = opened["structuredContent"]["game"]
        (content,) = portal.call(client.read_resource, URI).contents
        page.evaluate(HOST, [content.text, POLICY, opened, "dark"])
        self.frame = page.frame_locator("iframe")

    def _call(self, name: str, arguments: dict[str, Any]) -> Any:
        return self._portal.call(self._client.call_tool, name, arguments).model_dump(mode="json", by_alias=True)

    def tool(self, name: str, **arguments: Any) -> Any:
        """Return the answer of a tool that the model calls."""
        return self._call(name, {"game": self.game, **arguments})["structuredContent"]

    def wait(self, part: str, text: str) -> None:
        """Wait for a text in a part of the board."""
        self.frame.locator(part, has_text=text).wait_for()


@pytest.fixture
def chat(chromium: Any) -> Iterator[Chat]:
    """Yield a chat; an error on its page, or something that its policy forbids, fails the test."""
    page = chromium.new_page(locale="en-GB")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.set_default_timeout(20_000)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(create_server())) as client:
        yield Chat(page, portal, client)
        page.close()
    assert not faults


def test_a_person_and_a_model_play_at_one_board(chat: Chat, axe: Path) -> None:
    """Keys and clicks are moves of the game; what the model plays shows, in the language and theme of the host."""
    chat.frame.locator('[role="gridcell"][aria-label^="B4"]').click()
    for key in ("ArrowUp", "w"):
        chat.page.keyboard.press(key)
    chat.wait(".counts", "Züge 2")
    assert chat.tool("state")["line"] == "uu"
    assert chat.tool("move", moves="rrD")["moves"] == 5
    chat.wait(".counts", "Züge 5")
    chat.frame.locator('.pushbox[data-theme="dark"]').wait_for()
    chat.frame.locator('[role="gridcell"][aria-label^="D4"]').click()
    chat.frame.locator('[role="gridcell"][aria-label^="F4"]').click()
    chat.frame.locator('.pushbox[data-status="solved"]').wait_for()
    assert chat.tool("state")["status"] == "solved"
    chat.page.wait_for_function(
        "told.some(([method, { content }]) => method === 'ui/update-model-context' && /solved/.test(content[0].text))"
    )
    sizes = [params for method, params in chat.page.evaluate("told") if method == "ui/notifications/size-changed"]
    assert 100 < sizes[-1]["height"] < 600
    frame = chat.page.frames[1]
    frame.evaluate(axe.read_text("utf-8"))
    found = frame.evaluate("axe.run(document.body, {rules: {region: {enabled: false}}})")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


def test_a_game_that_is_closed_is_said(chat: Chat) -> None:
    """A move to a game that the server does not have any more is answered with its sentence."""
    chat.frame.locator('[role="gridcell"][aria-label^="B4"]').click()
    chat.page.evaluate(
        "window.callTool = async () => ({ isError: true, content: [{ type: 'text', text: 'no such game' }] })"
    )
    chat.page.keyboard.press("ArrowUp")
    chat.wait(".status", "no such game")
