"""The envelope of a message: a JSON object, whose number `n` the answer repeats.

An answer is encoded once, however many clients get it.
"""

from __future__ import annotations

import json
from typing import Any

from ...errors import PushboxError
from ...sentence import to_json

MAX_LENGTH = 16 << 10  # characters of a client's message

Object = dict[str, Any]


class Malformed(PushboxError):
    """A message that is no request."""


def decode(text: str) -> Object:
    """Return a message as an object.  Raises Malformed."""
    Malformed.beyond(MAX_LENGTH, len(text), "message-long")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed.said("message-no-json") from None
    if not isinstance(value, dict):
        raise Malformed.said("message-no-object")
    return value


def number_of(message: Object) -> int | None:
    """Return the number of a message, None where it has none that is whole and of a sensible size."""
    n = message.get("n")
    return n if type(n) is int and abs(n) < 2**53 else None


def encode(value: Object, n: int | None = None) -> str:
    """Encode an answer as text, with the number of its request."""
    return numbered(_dumps(value), n)


def numbered(text: str, n: int | None) -> str:
    """Add the number of the request to an encoded answer."""
    return text if n is None else f'{{"n":{n},{text[1:]}'


def error(message: str, n: int | None = None) -> str:
    """Return the message on a request that failed."""
    return encode({"is": "error", "message": message} | phrase_to_json(message), n)


def phrase_to_json(sentence: str) -> Object:
    """Return a sentence as a code with parameters, under the name `phrase`; nothing where it has none."""
    known = to_json(sentence)
    return {"phrase": known} if known else {}


_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
