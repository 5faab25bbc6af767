"""A client as a model: it holds the board that it was sent, applies the changes that come, and knows no rule."""

from __future__ import annotations

import json
import random
from typing import Any

from pushbox.board import Board
from pushbox.formats.json import board_from_json, change_from_json
from pushbox.games.api import KEYS


class Model:
    """The state of a client: the board, the status, the history, and what each key would do."""

    def __init__(self, opened: dict[str, Any]) -> None:
        opened = json.loads(json.dumps(opened))
        self.width = opened["board"]["width"]
        self.cells = opened["board"]["width"] * opened["board"]["height"]
        self.board: Board = board_from_json(opened["board"])
        self.state = opened["state"]
        self.next = opened["next"]
        self.nodes = {0: None} | {row[0]: row[1] for row in opened["nodes"]}

    def update(self, answer: dict[str, Any]) -> None:
        """Take an answer in."""
        answer = json.loads(json.dumps(answer))
        for transition in answer["played"]:
            self.board = self.board.apply(map(change_from_json, transition["changes"]))
        for row in answer["nodes"]:
            assert row[0] == len(self.nodes)
            self.nodes[row[0]] = row[1]
        self.state, self.next = answer["state"], answer["next"]

    def foreseen(self, key: str) -> tuple[Board, Any]:
        """Return the board after a key, and what is steered then, as foretold."""
        preview = self.next[key]
        if preview is None:
            return self.board, self.state["focus"]
        return self.board.apply(map(change_from_json, preview["changes"])), preview["focus"]


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
