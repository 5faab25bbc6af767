"""Help, problems and wrong uses of a command are told in the language of its user."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from tests.commands import run

from pushbox.cli import usage_errors
from pushbox.cli.commands import COMMANDS, GROUPS
from pushbox.sentence import Sentence, say


def test_help_has_heads_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the option, or the environment, says which; the command below a command too."""
    page = run("--lang", "de", "solve", "--help").out
    assert page.startswith("Aufruf: pushbox solve [OPTIONS] FILE\n")
    assert "\nOptionen:\n" in page
    assert "[Vorgabe: " in page
    assert page.endswith("Diese Hilfe zeigen.\n")
    assert run("--lang=zh", "library", "add", "--help").out.startswith("用法： pushbox library add")
    monkeypatch.setenv("PUSHBOX_LANG", "de")
    everything = run("--help").out
    assert "\nSpielen:\n  play         Ein Level im Terminal spielen.\n" in everything
    for english in (
        "Usage:",
        "Options:",
        "Commands:",
        "Show this",
        *(f"{one}:\n" for one in GROUPS),
        *COMMANDS.values(),
    ):
        assert english not in everything + page
    assert run("--nothing").err.startswith("Aufruf: pushbox [OPTIONS] COMMAND [ARGS]...\nHilfe gibt es mit")
    monkeypatch.setenv("PUSHBOX_LANG", "xx")
    assert run("--help").out.startswith("Usage: ")


def test_the_terminal_says_sentences_in_the_language_of_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By --lang or by a variable of the environment; JSON and the next run are in English."""
    file = tmp_path / "level.xsb"
    file.write_text("####\n#@.#\n#  #?\n####\n")
    german = "gefunden: '?'; erwartet: eines von # @ + $ * . Leerzeichen - _; dieses Level wurde weggelassen"
    english = "line 3, column 5: found '?', expected one of # @ + $ * . space - _; this level was left out"
    assert f"  Fehler: Zeile 3, Spalte 5: {german}" in run("--lang", "de", "info", file).out
    assert f"  error: {english}" in run("info", file).out
    assert '"found": "found \'?\', expected one of' in run("--lang", "de", "info", file, "--json").out
    assert f"{file}: Fehler: Zeile 3, Spalte 5: {german}\n" in run("--lang", "de", "solve", file).err
    assert "pushbox: Zeichen 1: " in run("--lang", "de", "transcript", "builtin:lessons", "--solution", "q").err
    monkeypatch.setenv("PUSHBOX_LANG", "zh")
    assert "：第 3 行第 5 列：'?'" in run("info", file).out
    assert run("--lang", "fr", "info", file).code == 2


@pytest.mark.parametrize(
    ("arguments", "german", "chinese"),
    [
        ("solve FILE --level 9", "--level '9', aber die Datei hat 1 Level", "--level '9'，但文件只有 1 个关卡"),
        (
            "solve FILE --threads 0",
            ": 0 liegt nicht im Bereich 1<=x<=256.",
            "的值无效：0 不在范围 1<=x<=256 内。",
        ),
        (
            "solve FILE --engine nowhere.exe",
            "die Engine 'nowhere.exe'; erwartet: ein Pr",
            "引擎 'nowhere.exe'；应为可以",
        ),
        ("solve FILE --nope", "Fehler: Die Option '--nope' gibt es nicht.", "错误：没有选项 '--nope'。"),
        ("solve", "Fehler: Das Argument 'FILE' fehlt.", "错误：缺少参数 'FILE'。"),
        ("sovle", "Fehler: Es gibt keinen Befehl 'sovle' (", "错误：没有命令 'sovle'"),
        ("config set threads x", "threads 'x'; erwartet: eine ganze Zahl von 1 bis 256", "threads 'x'；应为1 到 256"),
        ("generate --difficulty x", "'x'; erwartet: ", "'x'；应为 "),
        ("generate --size 3", "--size '3'; erwartet: Spalten mal Zeilen", "--size '3'；应为列数x行数"),
        ("certify", "erwartet: entweder FILE", "应给出 FILE"),
    ],
)
def test_a_wrong_use_of_a_command_is_told_in_the_language_of_its_user(
    tmp_path: Path, arguments: str, german: str, chinese: str
) -> None:
    """By pushbox and by Click, with the same exit code."""
    file = tmp_path / "level.xsb"
    file.write_text("#####\n#@$.#\n#####\n")
    words = [str(file) if word == "FILE" else word for word in arguments.split()]
    for language, text in (("de", german), ("zh", chinese)):
        answer = run("--lang", language, *words)
        assert text in answer.err
        assert answer.code == 2


def test_what_click_says_is_known(tmp_path: Path) -> None:
    """Each text of Click that a command can lead to has a sentence, and each of these sentences is met."""

    @click.command()
    @click.argument("name")
    @click.option("--kind", type=click.Choice(["a", "b"]), required=True)
    @click.option("--whole", type=int)
    @click.option("--few", type=click.IntRange(1, 3))
    @click.option("--share", type=float)
    @click.option("--part", type=click.FloatRange(0, 1))
    @click.option("--pair", nargs=2)
    @click.option("--flag", is_flag=True)
    @click.option("--file", type=click.Path(exists=True, dir_okay=False))
    @click.option("--folder", type=click.Path(exists=True, file_okay=False))
    @click.option("--path", type=click.Path(exists=True))
    @click.option("--own", callback=_refuse)
    @click.option("--must", required=True)
    def command(**_: object) -> None:
        pass

    group = click.Group("group", dict.fromkeys(("x", "find", "fine", "xylophone"), command))
    (tmp_path / "file").touch()
    file = tmp_path / "file"
    met: set[str] = set()
    for words in (
        "y", "fin", "xylophon", "x", "x n", "x n --kind a", "x n --kind c", "x n --whole z", "x n --few z",
        "x n --few 9", "x n --share z", "x n --part z", "x n --pair 1", "x n --flag=1", "x n --kind",
        f"x n --file {file}-", f"x n --file {tmp_path}", f"x n --folder {file}-", f"x n --folder {file}",
        f"x n --path {file}-", "x n --qqq", "x n --shares", "x n --pa", "x n m --kind a --must b",
        "x n m o --kind a --must b", "x n --own z",
    ):  # fmt: skip
        with pytest.raises(click.ClickException) as raised:
            group.main(words.split(), "group", standalone_mode=False)
        text = raised.value.format_message()
        sentence = usage_errors.recognised(text, raised.value.message)
        assert isinstance(sentence, Sentence), text
        assert sentence == text
        met |= {sentence.code, getattr(sentence.params.get("message"), "code", "")}
    assert sorted({*usage_errors.CODES} - met) == []


def _refuse(_context: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value:
        raise click.BadParameter(say("none"))
