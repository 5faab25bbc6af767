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

    def __init__(self, message: dict[str, Any], focus: list[int] | None) -> None:
        self.focus: dict[int, list[int] | None] = {}
        self.edges: dict[tuple[int, str], tuple[int, list[Change]] | None] = {}
        self.nodes: dict[int, list[Change]] = {}
        self.repeated = 0  # edges that were sent although the client had them
        self.update(message, focus)

    def update(self, message: dict[str, Any], focus: list[int] | None) -> None:
        """Take in what is new, in a position in which something is steered."""
        self.at = message["at"]
        assert self.focus.setdefault(self.at, focus) == focus
        for start, key, *target in message["edges"]:
            assert start in self.focus
            edge = (target[0], [*map(_change, target[2:])]) if target else None
            self.repeated += self.edges.get((start, KEYS[key]), "none") == edge
            self.edges[start, KEYS[key]] = edge
            if target:
                assert self.focus.setdefault(target[0], target[1]) == target[1]
        for node, *changes in message["nodes"]:
            assert node not in self.nodes
            self.nodes[node] = [*map(_change, changes)]


def _change(row: Any) -> Change:
    """Return a change that is written in short."""
    if isinstance(row, dict):
        return change_from_json(row)
    tick, cause, kind, *places, rest = row if len(row) > 5 else [*row, {}]
    piece = [{"kind": kind, "cells": [cells] if isinstance(cells, int) else cells, **rest} for cells in places]
    return change_from_json({"tick": tick, "cause": cause, "piece": piece})


class Model:
    """The state of a client: the board, the status, the history, and what the next keys lead to."""

    def __init__(self, opened: dict[str, Any]) -> None:
        opened = json.loads(json.dumps(opened))
        self.width = opened["board"]["width"]
        self.cells = opened["board"]["width"] * opened["board"]["height"]
        self.board: Board = board_from_json(opened["board"])
        self.state = opened["state"]
        self.ahead = Ahead(opened["ahead"], self.state["focus"])
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
        self.ahead.update(answer["ahead"], self.state["focus"])

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
