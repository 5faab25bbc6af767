"""Both games of the terminal say sentences."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator

import pushbox
from pushbox.sentence import LANGUAGES, use_language
from pushbox.tui import plain

from .texts import OTHERS, trees


def words_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module that look like words for people with their lines: no documentation, styles, codes."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name("CSS" | "DEFAULT_CSS")], value):
                silent |= {id(part) for part in ast.walk(value)}
            case ast.Call(ast.Name("say" | "Literal" | "shipped"), [first, *_]):
                silent.add(id(first))
            case ast.Compare(_, _, others):
                silent |= {id(other) for other in others}
            case _:
                pass
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            words = node.value.removeprefix("bold ")  # of a style
            if re.search(r"[A-Za-z]{2,} [a-z]{2,}|^ ?[A-Z][a-z]+[ .:!]?$", words):
                yield node.lineno, node.value


def test_the_full_screen_game_says_sentences() -> None:
    """No word that it shows is English alone."""
    found = {path: [*words_of(tree)] for path, tree in trees().items() if path.startswith("tui/fullscreen/")}
    assert len(found) > 20
    texts = [f"{path}:{line}: {text}" for path, lines in found.items() for line, text in lines]
    assert texts == []
    raw = ast.parse('view.update(f"Written to {path}.")\nview.title = "Level"')
    assert sorted(text for _, text in words_of(raw)) == ["Level", "Written to "]


def test_the_game_by_lines_says_sentences_in_the_language_of_its_user() -> None:
    """What the rules refuse, and texts that are no moves."""
    out = io.StringIO()
    use_language("de")
    try:
        plain.play(pushbox.read("#####\n#@$.#\n#####\n")[0], io.StringIO("u\nq7\nundo x\nquit\n"), out)
    finally:
        use_language("en")
    assert "nach oben geht es nicht: eine Wand ist im Weg" in out.getvalue()
    assert "gefunden: 'x'; erwartet: eine Zahl" in out.getvalue()


def test_the_game_by_lines_has_no_line_of_english() -> None:
    """Words, moves, the board in sentences, undo, hints, solver, stars: no line of letters is as in English."""
    level = pushbox.read("########\n#@ $  .#\n#      #\n########\nTitle: 7\n")[0]
    typed = "help\ndescribe\ntext\nr\nR\nundo\nredo\nredo\nbranches\nundo 2\nundo\nhint\nsolve 5\nrRRR\nnext level\n"
    printed: dict[str, list[str]] = {}
    for language in LANGUAGES:
        out = io.StringIO()
        use_language(language)
        try:
            plain.play(level, io.StringIO(typed), out, pictures=False)
        finally:
            use_language("en")
        printed[language] = [line.removeprefix("> ") for line in out.getvalue().splitlines()]
    assert printed["en"][0] == "Sokoban: 7"
    assert "You push the box right onto a goal; 1 of 1 box is home." in printed["en"]
    assert "Du schiebst die Kiste nach rechts auf ein Ziel; 1 von 1 Kiste am Ziel." in printed["de"]
    assert "你向右推箱子，到目标上；1 个箱子，其中 1 个在目标上。" in printed["zh"]
    same = {"Sokoban: 7", "rRRR", "  help, quit", ""}
    for other in OTHERS:
        assert [line for line in printed[other] if line in {*printed["en"]} - same and "redo " not in line] == []
