"""Server and network are killed in mid-play, again and again, with keys pressed all the time: nothing is lost."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled
from tests.e2e.conftest import free_port, server_at
from tests.e2e.test_alone import KEPT, kill, press, shown_place, wait_until_kept

from pushbox import formats
from pushbox.bench.delay import delayed
from pushbox.client import SEARCH_MODULE
from pushbox.formats.json import level_to_json

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)

HALL = """
###########
#@        #
#         #
#         #
#         #
#       $.#
###########
"""
STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}


class Walk:
    """Keys at random on the left of a hall, each of which is a step, and all that were pressed."""

    def __init__(self, page: Any, chance: random.Random) -> None:
        self.page, self.chance = page, chance
        self.at = (0, 0)
        self.moves = ""

    def press(self, count: int) -> None:
        """Press so many keys, without waiting for an answer."""
        for _ in range(count):
            ways = {way: (self.at[0] + down, self.at[1] + right) for way, (down, right) in STEPS.items()}
            way = self.chance.choice([way for way, (row, column) in ways.items() if 0 <= row < 5 and 0 <= column < 6])
            self.at = ways[way]
            self.moves += way
            press(self.page, way)

    def finish(self) -> str:
        """Push the box to its goal; return all moves."""
        row, column = self.at
        rest = "d" * (4 - row) + "r" * (6 - column)
        press(self.page, f"{rest}r")
        return f"{self.moves}{rest}R"


def test_kills_lose_nothing(page: Any, tmp_path: Path) -> None:
    """Each kill breaks what is unanswered; sometimes the page is loaded again before the server is back."""
    kills, chance = scaled(5, least=4), random.Random(36)
    port, database = free_port(), f"sqlite:///{tmp_path / 'library.db'}"
    banner = page.locator("#banner")
    with delayed(f"127.0.0.1:{port}", 0) as network, ExitStack() as servers:
        address = f"http://{network.address}"
        process = servers.enter_context(server_at(port, tmp_path, database))
        level = level_to_json(formats.read(HALL).levels[0])
        begun = page.request.post(f"{address}/api/plays", data={"level": level}, headers={"X-Pushbox": "1"}).json()
        page.goto(f"{address}/play?play={begun['play']}")
        page.locator("#board [data-kind=pusher]").wait_for(state="attached")
        walk = Walk(page, chance)
        walk.press(2)
        page.locator("body[data-plays-on]").wait_for(state="attached")
        wait_until_kept(page)
        for number in range(kills):
            walk.press(chance.randrange(4))
            is_server = number % 2 == 0  # and the network at the other times
            if is_server:
                kill(process)
            else:
                network.cut()
            walk.press(chance.randrange(1, 4))
            banner.get_by_text("you play on").wait_for()
            walk.press(chance.randrange(3))
            shown_place(page, f"{len(walk.moves)} / {len(walk.moves)}")
            if number % 4 > 1:
                page.reload()
                banner.get_by_text("you play on").wait_for()
                shown_place(page, f"{len(walk.moves)} / {len(walk.moves)}")
                walk.press(chance.randrange(3))
            if is_server:
                process = servers.enter_context(server_at(port, tmp_path, database))
            else:
                network.mend()
            while not banner.is_hidden():
                walk.press(1)  # at the moment in which the server takes over, too
                page.wait_for_timeout(100)
            shown_place(page, f"{len(walk.moves)} / {len(walk.moves)}")
        moves = walk.finish()
        page.locator("#card[data-kind=solved]").wait_for()
        page.locator("#card").get_by_text("replayed and kept").first.wait_for()
        found = page.request.get(f"{address}/api/levels/{begun['level_id']}/solutions").json()["solutions"]
        assert [solution["text"] for solution in found if solution["mine"]] == [moves]
        for _ in range(100):  # until the server has the last of it on its disk
            if not page.evaluate(KEPT):
                break
            page.wait_for_timeout(200)
        assert not page.evaluate(KEPT)
