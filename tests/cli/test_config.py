"""The config file: what it sets, what comes before it, what is wrong in it, and the command that changes it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from pushbox import cli, config
from pushbox.cli.setting_options import SettingOption
from pushbox.errors import PushboxError

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
BOTH = "# mine\nthreads = 3  # of two cores\n\nlanguage = 'de'\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the config file of a test, which does not exist yet."""
    path = tmp_path / "settings" / "config.toml"
    monkeypatch.setenv(config.FILE_VARIABLE, str(path))
    return path


@pytest.fixture
def written(file: Path) -> Path:
    """Return a config file with two settings and two comments."""
    file.parent.mkdir()
    file.write_text(BOTH, "utf-8")
    return file


def options(command: click.Command) -> Iterator[click.Option]:
    """Yield the options of a command and of those below it."""
    yield from (one for one in command.params if isinstance(one, click.Option))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from options(child)


def no_cluster(address: str) -> None:
    """Raise PushboxError, as for an address at which no scheduler answers."""
    raise PushboxError(f"{address}: no cluster")


def test_every_option_of_a_setting_has_its_default() -> None:
    """A command that comes later takes part by itself, or is named here."""
    names = {"--database": "database", "--engine": "engine", "--skin": "skin", "--threads": "threads"}
    found = [one for one in options(cli.pushbox) if one.opts[0] in names]
    assert {one.opts[0] for one in found} == names.keys()
    for option in found:
        assert isinstance(option, SettingOption), option
        assert option.setting.key == names[option.opts[0]]


def test_an_option_comes_before_the_environment_the_file_and_the_default(
    run: Runner, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All four are tried, in a run and in what --help shows as the default."""

    def applies(*before: str) -> tuple[str, str]:
        rows = [json.loads(line) for line in run(*before, "config", "--json").out.splitlines()]
        (row,) = (row for row in rows if row["setting"] == "language")
        return row["value"], row["origin"]

    def shown() -> str:
        return run("--help").out.partition("PUSHBOX_LANG")[2].partition("]")[0].split()[-1].removeprefix("默认：")

    assert (applies(), shown()) == (("en", "default"), "en")
    file.parent.mkdir()
    file.write_text("# mine\nlanguage = 'de'\n", "utf-8")
    assert (applies(), shown()) == (("de", f"line 2 of {file}"), "de")
    monkeypatch.setenv("PUSHBOX_LANG", "zh")
    assert (applies(), shown()) == (("zh", "PUSHBOX_LANG"), "zh")
    assert applies("--lang", "en") == ("en", "--lang")


def test_each_setting_applies(run: Runner, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads, language, database, skin and engine change what commands do without any option."""
    assert "Vorgabe: 3;" in " ".join(run("solve", "--help").out.split())
    assert run("verify", "builtin:lessons", "--solution", "q").err.startswith("pushbox: builtin:lessons: Level 1")
    library = tmp_path / "library.sqlite"
    written.write_text(f"database = 'sqlite:///{library}'\nskin = 'none'\nengine = 'no-such-engine'\n", "utf-8")
    level = tmp_path / "level.xsb"
    level.write_text(ROOM)
    assert run("play", level, stdin=b"quit\n").code == 0
    assert not library.exists()  # a pipe keeps nothing, unless the option itself is given
    assert run("library", "list").code == 0
    assert library.exists()
    refused = run("render", level, "--out", tmp_path / "x.svg")
    assert refused.err.startswith(f"pushbox: line 2 of {written}: found 'none', expected one of plain, dark")
    assert "no-such-engine" in run("solve", level).err
    assert run("solve", level, "--engine", "").code == 0
    assert "--engine '' gives" in run("solve", level, "--seed", "1").err
    monkeypatch.setattr("pushbox.batch.cluster", no_cluster)
    warned, refused_cluster = run("solve", level, "--cluster", "tcp://x:1").err.splitlines()
    assert warned.startswith("pushbox: the scheduler at tcp://x:1 is reached without TLS")
    assert refused_cluster == "pushbox: tcp://x:1: no cluster"
    assert run("solve", level, "--cluster", "tls://x:1").err == "pushbox: tls://x:1: no cluster\n"
    assert "expected one of them" in run("solve", level, "--cluster", "tcp://x:1", "--engine", "x").err
    monkeypatch.setenv("PUSHBOX_SKIN", "wod")
    assert run("render", level, "--out", tmp_path / "x.svg").err.startswith("pushbox: PUSHBOX_SKIN: found 'wod'")
    monkeypatch.setenv("PUSHBOX_SKIN", "wood")
    assert run("render", level, "--out", tmp_path / "x.svg").code == 0


def test_sentences_of_a_command_are_in_the_language_and_json_is_not(run: Runner, written: Path, tmp_path: Path) -> None:
    """Its own --lang comes first."""
    del written
    level = tmp_path / "level.xsb"
    level.write_text("#####\n#@$ #\n#  .#\n#####\n")
    german, english = run("explain", level, "--lang", "de").out, run("explain", level, "--lang", "en").out
    assert german != english
    assert run("explain", level).out == german
    assert json.loads(run("explain", level, "--json").out)["sentence"] in english


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"threads = 2\nthreads = 3\n", "line 2, column 12: cannot overwrite a value"),
        (b"\nlanguage = de\n", "line 2, column 12: invalid value; a text stands in quotes"),
        (b"skin = 'wood", 'line 1: expected "\'"'),
        (b"#\n'langauge' = 'de'\n", "line 2: found the setting 'langauge' (did you mean 'language'?), expected one of"),
        (b"\n[library]\ndatabase = 'x'\n", "line 2: found the setting 'library', expected one of theme, skin,"),
        (b"threads = '4'\n", "line 1: found threads = '4', expected a whole number from 1 to 256"),
        (b"threads = true\n", "line 1: found threads = true, expected a whole number from 1 to 256"),
        (b"threads = 0\n", "line 1: found threads = 0, expected"),
        (b"color = 'red'\n", "line 1: found color = 'red', expected one of auto, always, never"),
        (b"# \xff\n", "line 1: found bytes that are no UTF-8"),
        (b'engine = "a\\u0000b"\n', "line 1: found engine = 'a\\x00b', expected a text of printable characters"),
        (b"#" * (1 << 20) + b"\n", "found more than 1,048,576 bytes"),
    ],
)
def test_a_fault_in_the_file_is_one_sentence_with_its_line(run: Runner, written: Path, text: bytes, fault: str) -> None:
    """Every command ends with 2, and none changes the file; the list of commands is shown all the same."""
    written.write_bytes(text)
    for command in (["config"], ["config", "set", "threads", "2"], ["games"]):
        result = run(*command)
        assert result.code == 2
        assert result.out == ""
        assert result.err.startswith(f"pushbox: {written}: {fault}"), result.err
        assert result.err.count("\n") == 1
    assert written.read_bytes() == text
    assert "default: auto" in run("--help").out


def test_set_and_unset_keep_all_other_lines(run: Runner, written: Path) -> None:
    """Comments, blank lines and the order stay; a new setting comes last."""
    assert run("config", "set", "threads", "8").out == f"{written}: threads ist 8\n"
    assert written.read_text("utf-8") == BOTH.replace("3  #", "8  #")
    assert run("config", "set", "engine", 'C:\\new "engine" x').code == 0
    assert run("config", "get", "engine").out == 'C:\\new "engine" x\n'
    assert run("config", "unset", "threads").code == 0
    assert run("config", "unset", "threads").code == 1
    assert written.read_text("utf-8") == "# mine\n\nlanguage = 'de'\n" + 'engine = "C:\\\\new \\"engine\\" x"\n'


def test_a_file_is_made_with_its_folder(run: Runner, file: Path) -> None:
    """Its path can be asked for before; a setting without a value is a no."""
    assert run("config", "path").out == f"{file}\n"
    assert run("config", "get", "theme").code == 1
    assert run("config", "set", "skin", "wood").code == 0
    assert file.read_text("utf-8") == 'skin = "wood"\n'
    assert run("config", "get", "skin", "--json").out == (
        f'{{"setting": "skin", "value": "wood", "origin": "line 1 of {file}"}}\n'
    )


def test_a_definition_over_several_lines_is_left_to_the_user(run: Runner, written: Path) -> None:
    """What could not be changed without doubt is refused."""
    text = 'engine = """\\\n  mine"""\n'
    written.write_text(text)
    assert run("config", "set", "engine", "other").err == (
        f"pushbox: {written}: line 1 is written in a way that only you can change: edit it\n"
    )
    assert written.read_text() == text


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("set", "thrads", "2"), "found the setting 'thrads' (did you mean 'threads'?)"),
        (("set", "threads", "many"), "found threads 'many', expected a whole number from 1 to 256"),
        (("set", "language", "fr"), "found language 'fr', expected one of en, de, zh"),
        (("set", "skin", "wod"), "skin: found 'wod' (did you mean 'wood'?)"),
        (("set", "theme", "nrod"), "found the theme 'nrod' (did you mean 'nord'?)"),
        (("set", "database", " "), "found database ' ', expected a text of printable characters"),
        (("get", "x"), "found the setting 'x'"),
        (("unset", "x"), "found the setting 'x'"),
    ],
)
def test_bad_values_are_refused(run: Runner, file: Path, arguments: tuple[str, ...], fault: str) -> None:
    """In one sentence, and nothing is written."""
    result = run("config", *arguments)
    assert result.code == 2
    assert fault in result.err
    assert result.err.count("\n") == 1
    assert not file.exists()


def test_the_terminal_game_takes_its_theme_from_it(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without options, from the file or the environment; a bad value of that is a sentence."""
    assert config.value_of("theme") is None
    written.write_text("theme = 'nord'")
    assert config.value_of("theme") == "nord"
    monkeypatch.setenv("PUSHBOX_THEME", "gruvbox")
    assert config.value_of("theme") == "gruvbox"
    monkeypatch.setenv("PUSHBOX_THREADS", "x")
    with pytest.raises(PushboxError, match="PUSHBOX_THREADS: found threads 'x', expected a whole number"):
        config.value_of("threads")


def test_a_folder_that_cannot_be_entered_has_no_settings(
    run: Runner, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As that of a service without a home; a file that cannot be read is a fault."""
    assert run("config", "path").code == 0
    file.parent.write_text("no folder")
    assert run("config", "get", "skin").out == "plain\n"
    file.parent.unlink()
    file.mkdir(parents=True)
    assert run("config").err.startswith(f"pushbox: {file}: ")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert run("config", "get", "skin").out == "plain\n"


def test_the_file_is_in_the_folder_of_the_platform(tmp_path: Path) -> None:
    """On Linux that of XDG."""
    environment = {key: value for key, value in os.environ.items() if key != config.FILE_VARIABLE}
    command = [sys.executable, "-m", "pushbox", "config", "path"]
    ended = subprocess.run(
        command, env=environment | {"XDG_CONFIG_HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    assert ended.stdout.endswith("config.toml\n")
    if sys.platform == "linux":
        assert ended.stdout == f"{tmp_path / 'pushbox' / 'config.toml'}\n"
