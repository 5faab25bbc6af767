"""A client as a model: it holds the board that it was sent, applies the changes that come, and knows no rule.

What the next keys lead to it takes from `ahead` as docs/sockets.md has it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

from tests.changes import change_from_json

from pushbox.board import Board, Change
from pushbox.formats.json import board_from_json
from pushbox.games.api import KEYS


class Ahead:
    """What a client knows of the positions that the next keys lead to; it fails where what is sent breaks a law."""

    def __init__(self, message: dict[str, Any]) -> None:
        self.count, self.change_count, self.shape_count = message["first"]
        self.shapes: dict[int, dict[str, Any]] = {}
        self.changes: dict[int, Change] = {}
        self.focus: dict[int, Any] = {}
        self.edges: dict[tuple[int, str], tuple[int, list[Change]] | None] = {}
        self.nodes: dict[int, list[Change]] = {}
        self.repeated = 0  # edges that were sent although the client had them
        self.update(message)

    def update(self, message: dict[str, Any]) -> None:
        """Take in what is new, whose numbers go on where the last ones ended."""
        assert message["first"] == [self.count, self.change_count, self.shape_count]
        self.at = message["at"]
        for shape in message.get("shapes", ()):
            self.shapes[self.shape_count] = shape
            self.shape_count += 1
        for change in message.get("changes", ()):
            self.changes[self.change_count] = self._change(change)
            self.change_count += 1
        for cells in message.get("focus", ()):
            self.focus[self.count] = [cells] if isinstance(cells, int) else cells
            self.count += 1
        for start, key, *rest in message.get("edges", ()):
            edge = (rest[0], [self.changes[number] for number in rest[1:]]) if rest else None
            self.repeated += self.edges.get((start, KEYS[key]), "none") == edge
            self.edges[start, KEYS[key]] = edge
        for node, *numbers in message.get("nodes", ()):
            assert node not in self.nodes
            self.nodes[node] = [self.changes[number] for number in numbers]

    def _change(self, change: Any) -> Change:
        if isinstance(change, dict):
            return change_from_json(change)
        shape = self.shapes[change[0]]
        before, after = ([cells] if isinstance(cells, int) else cells for cells in change[1:])
        piece = [shape["piece"] | {"cells": cells} for cells in (before, after)]
        return change_from_json({"tick": shape["tick"], "cause": shape["cause"], "piece": piece})


class Model:
    """The state of a client: the board, the status, the history, and what the next keys lead to."""

    def __init__(self, opened: dict[str, Any]) -> None:
        opened = json.loads(json.dumps(opened))
        self.width = opened["board"]["width"]
        self.cells = opened["board"]["width"] * opened["board"]["height"]
        self.board: Board = board_from_json(opened["board"])
        self.state = opened["state"]
        self.ahead = Ahead(opened["ahead"])
        self.nodes = {0: None} | {row[0]: row[1] for row in opened["nodes"]}

    def update(self, answer: dict[str, Any]) -> None:
        """Take an answer in."""
        answer = json.loads(json.dumps(answer))
        for transition in answer["played"]:
            self.board = self.board.apply(map(change_from_json, transition["changes"]))
        for row in answer["nodes"]:
            assert row[0] == len(self.nodes)
            self.nodes[row[0]] = row[1]
        self.state = answer["state"]
        self.ahead.update(answer["ahead"])

    def foreseen(self, keys: Sequence[str]) -> tuple[Board, Any] | None:
        """Return the board after some keys, and what is steered then, None where that is not known."""
        board, at = self.board, self.ahead.at
        for key in keys:
            if (at, key) not in self.ahead.edges:
                return None
            if (edge := self.ahead.edges[at, key]) is not None:
                at, changes = edge
                board = board.apply(changes)
        return board, self.ahead.focus[at]


def anything(model: Model, rng: random.Random, players: int = 1) -> dict[str, Any]:
    """Return something that a client may do."""
    cell = rng.randrange(model.cells)
    match rng.randrange(14):
        case 0:
            return {"do": "undo", "count": rng.choice((1, 1, 1, 2, 5))}
        case 1:
            return {"do": "redo", "count": rng.choice((1, 1, 3))}
        case 2:
            return {"do": "goto", "node": rng.randrange(len(model.nodes))}
        case 3 if model.state["branches"]:
            return {"do": "redo", "node": rng.choice(model.state["branches"])[0]}
        case 4:
            pieces = model.board.pieces
            start = rng.choice(pieces).anchor if pieces else cell
            return {"do": "drag", "from": start, "to": cell, "through": rng.random() < 0.5}
        case 5:
            return {"do": "run", "key": rng.choice(KEYS), "push": rng.random() < 0.5}
        case 6 if rng.random() < 0.2:
            return {"do": "restart"}
        case 7:
            return {"do": rng.choice(("snapshot", "recall")), "slot": rng.choice("12")}
        case _:
            return {"do": "press", "key": rng.choice(KEYS), "player": rng.randint(1, players) if players > 1 else 0}
