"""Values of a payload, checked as they are taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from ..errors import PushboxError
from ..sentence import located, say

Payload = Mapping[str, Any]
_T = TypeVar("_T")

_MISSING: Any = object()
_KINDS: dict[type, str] = {
    str: say("a-text"), int: say("whole-number"), float: say("a-number"), dict: say("an-object"), list: say("a-list"),
}  # fmt: skip


def value_of(payload: Payload, name: str, kind: type[_T], default: Any = _MISSING) -> _T:
    """Return a value of a payload, or the default.  Raises PushboxError for a missing one, or one of another kind."""
    value = payload.get(name, default)
    if value is _MISSING or value is None:
        if default is _MISSING:
            raise PushboxError(located(name, say("nothing-expecting", expected=_KINDS[kind])))
        value = default
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise PushboxError(located(name, say("found-expected", found=str(value)[:40], expected=_KINDS[kind])))
    return value
