"""The config file of a user: defaults of options, in TOML, in the folder that the platform has for it.

A setting is taken from an option, else from the environment, else from this file, else from pushbox itself.
``PUSHBOX_CONFIG`` names another file. The Python library never reads it: only programs at a terminal do.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .atomic_file import replacing
from .errors import PushboxError, naming, why_of
from .sentence import LANGUAGES, located, place, say, suggestion

FILE_VARIABLE = "PUSHBOX_CONFIG"
COLORS = ("auto", "always", "never")
MAX_THREADS = 256
_MAX_BYTES = 1 << 20

Scalar = str | int


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: what it is for, the variables that set it, the texts or the largest number that it takes."""

    key: str
    summary: str
    variables: tuple[str, ...]
    default: Scalar | None = None
    choices: tuple[str, ...] = ()
    maximum: int = 0
    otherwise: str = ""  # in words, where the default is no value

    @property
    def expected(self) -> str:
        """Return what a value must be, in words."""
        if self.choices:
            return say("one-of", names=", ".join(self.choices))
        return say("whole-from-to", minimum=1, maximum=self.maximum) if self.maximum else say("printable-text")

    def takes(self, value: object) -> bool:
        """Return whether a value may be that of this setting."""
        if self.maximum:
            return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= self.maximum
        if self.choices:
            return value in self.choices
        return isinstance(value, str) and value.isprintable() and bool(value.strip())

    def parse(self, text: str) -> Scalar:
        """Return the value that a text names. Raises PushboxError."""
        value = int(text) if self.maximum and re.fullmatch("[0-9]{1,9}", text) else text
        if not self.takes(value):
            raise PushboxError.said("setting-value", key=self.key, value=repr(text), expected=self.expected)
        return value


SETTINGS = {
    setting.key: setting
    for setting in (
        Setting(
            "theme",
            "theme of the terminal game, until another one is chosen in it",
            ("PUSHBOX_THEME",),
            otherwise="one that fits",
        ),
        Setting("skin", "skin of pictures", ("PUSHBOX_SKIN",), "plain"),
        Setting("language", "language of sentences", ("PUSHBOX_LANG",), "en", LANGUAGES),
        Setting("threads", "threads of a search", ("PUSHBOX_THREADS",), 1, maximum=MAX_THREADS),
        Setting(
            "engine",
            "solver program for solve, instead of its own search",
            ("PUSHBOX_ENGINE",),
            otherwise="pushbox itself",
        ),
        Setting(
            "database",
            "URL of your library, instead of a file in your data folder",
            ("PUSHBOX_DATABASE",),
            otherwise="in your data folder",
        ),
        Setting("color", "colours of output", ("NO_COLOR", "FORCE_COLOR"), "auto", COLORS),
    )
}


class Value(NamedTuple):
    """The value of a setting, and its origin in words: a variable, or a line of the config file."""

    value: Scalar
    origin: str


def find(key: str) -> Setting:
    """Return the setting with a key. Raises PushboxError."""
    if key not in SETTINGS:
        close = suggestion(key, SETTINGS)
        raise PushboxError.said("unknown-setting", key=key, close=close, known=", ".join(SETTINGS))
    return SETTINGS[key]


def file() -> Path:
    """Return the config file of this user, which need not exist."""
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named)
    import platformdirs  # not for `import pushbox`

    return platformdirs.user_config_path("pushbox") / "config.toml"


def from_environment(key: str) -> Value | None:
    """Return what the environment sets, not yet looked at.  ``NO_COLOR`` comes before ``FORCE_COLOR``, as in Python."""
    for variable in SETTINGS[key].variables:
        if text := os.environ.get(variable):
            return Value({"NO_COLOR": "never", "FORCE_COLOR": "always"}.get(variable, text), variable)
    return None


def from_file() -> dict[str, Value]:
    """Return what the config file sets. Raises PushboxError for the first fault, with its line."""
    path = file()
    text = _text(path)
    return _read(path, text) if text else {}


def value_of(key: str) -> Scalar | None:
    """Return the value of a setting without options: that of the environment, the file or pushbox itself.

    Raises PushboxError.
    """
    setting = SETTINGS[key]
    if found := from_environment(key):
        with naming(found.origin, PushboxError):
            return setting.parse(str(found.value))
    in_file = from_file().get(key)
    return in_file.value if in_file else setting.default


def set_value(key: str, text: str) -> Path:
    """Set a setting in the config file, whose other lines and comments stay. Return the file. Raises PushboxError."""
    return _change(key, find(key).parse(text))


def unset(key: str) -> bool:
    """Remove a setting from the config file. Return whether it was there. Raises PushboxError."""
    if find(key).key not in from_file():
        return False
    _change(key, None)
    return True


def _text(path: Path) -> str:
    try:
        with path.open("rb") as opened:
            data = opened.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        if not os.access(path.parent, os.X_OK):  # a service may run without a home of its own, and has no settings
            return ""
        raise PushboxError(located(path, why_of(error))) from None
    if len(data) > _MAX_BYTES:
        raise PushboxError(located(path, say("settings-large", most=_MAX_BYTES)))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PushboxError(located(path, located(place(line), say("not-utf-8-bytes")))) from None


def _read(path: Path, text: str) -> dict[str, Value]:
    import tomllib  # most have no config file

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PushboxError(located(path, _fault(str(error), text))) from None
    values: dict[str, Value] = {}
    for key, value in table.items():
        line = _line_of(key, text)
        with naming(path, PushboxError), naming(place(line), PushboxError):
            setting = find(key)
            if not setting.takes(value):
                raise PushboxError.said("setting-in-file", key=key, value=_shown(value), expected=setting.expected)
        values[key] = Value(value, say("line-of-file", line=line, path=path))
    return values


def _fault(message: str, text: str) -> str:
    """Return the sentence of the TOML reader with the place first."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.DOTALL)
    if found is None:
        return message
    last = text.rstrip("\n").count("\n") + 1
    where = place(int(found[2]), int(found[3])) if found[2] else place(last)
    if found[1] == "Invalid value":
        return located(where, say("toml-value"))
    return located(where, found[1][:1].lower() + found[1][1:])


def _shown(value: object) -> str:
    shown = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else repr(value)
    return str(shown)[:60]


_KEY = r"[ \t]*(?:{0}|\"{0}\"|'{0}')[ \t]*"
_VALUE = r"""(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^#\s]+)"""


def _line_of(key: str, text: str) -> int:
    """Return the line, from 1, on which a key or a table is defined; the first for one that is written otherwise."""
    named = _KEY.format(re.escape(key))
    found = re.search(rf"^(?:{named}[=.]|[ \t]*\[\[?{named}[\].])", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _change(key: str, value: Scalar | None) -> Path:
    """Write the config file with another value of a setting, None for none."""
    import tomllib

    path = file()
    text = _text(path)
    expected: dict[str, Any] = {name: one.value for name, one in _read(path, text).items()}
    expected.pop(key, None)
    definition = re.compile(rf"^({_KEY.format(re.escape(key))}=[ \t]*){_VALUE}([ \t]*(?:#.*)?)$\n?", re.MULTILINE)
    if value is None:
        changed = definition.sub("", text, count=1)
    else:
        expected[key] = value
        changed = _with(definition, text, key, _toml(value))
    try:
        same = tomllib.loads(changed) == expected
    except tomllib.TOMLDecodeError:
        same = False
    if not same:
        raise PushboxError(located(path, say("line-by-hand", line=_line_of(key, text))))
    with naming(path, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as out:
            out.write(changed.encode())
    return path


def _with(definition: re.Pattern[str], text: str, key: str, value: str) -> str:
    """Return a text with another definition of a key, behind the others if it has none."""
    found = definition.search(text)
    if found is None:
        return f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{key} = {value}\n"
    return f"{text[: found.start()]}{found[1]}{value}{found[2]}\n{text[found.end() :]}"


def _toml(value: Scalar) -> str:
    """Return a value in TOML: what may be in a setting needs no other escapes than these."""
    if isinstance(value, int):
        return str(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
