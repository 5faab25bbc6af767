"""What is wrong with a request that is not of its described form, as sentences: pydantic says it in English only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..sentence import Sentence, counted, located, say


def sentence_of(fault: Mapping[str, Any]) -> Sentence:
    """Return the sentence on a fault that pydantic has found: the place in the request, and what was expected there."""
    place, message = fault["loc"], str(fault["msg"])
    path = ".".join(map(str, place)) if isinstance(place, tuple) else str(place)
    text = message[:1].lower() + message[1:]
    said = _said(str(fault["type"]), fault.get("ctx") or {})
    if said is None or said != text:  # rare, or of another version of pydantic, which may mean something else
        return located(path, text)
    return located(path, said)


def _said(kind: str, context: Mapping[str, Any]) -> Sentence | None:  # noqa: C901, PLR0912  # one a kind
    """Return the sentence of a kind of fault, None for one that is rare."""
    match kind:
        case "missing":
            return say("input-missing")
        case "extra_forbidden":
            return say("input-extra")
        case "string_type":
            return say("input-text")
        case "int_type":
            return say("input-whole")
        case "int_parsing":
            return say("input-whole-text")
        case "float_type":
            return say("input-number")
        case "bool_type":
            return say("input-flag")
        case "list_type":
            return say("input-list")
        case "tuple_type":
            return say("input-tuple")
        case "dict_type":
            return say("input-dictionary")
        case "model_attributes_type":
            return say("input-object")
        case "greater_than_equal":
            return say("input-minimum", bound=context["ge"])
        case "less_than_equal":
            return say("input-maximum", bound=context["le"])
        case "string_too_long":
            return say("input-longest", characters=counted(context["max_length"], "character"))
        case "string_too_short":
            return say("input-shortest", characters=counted(context["min_length"], "character"))
        case "too_long":
            items = counted(context["max_length"], "item")
            return say("input-most", items=items, actual=context["actual_length"])
        case "literal_error":
            return say("input-one-of", expected=context["expected"])
        case _:
            return None
