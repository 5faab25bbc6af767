"""What values show of themselves in a notebook."""

from __future__ import annotations

import base64
import re
from dataclasses import replace

import pytest
from IPython.core.formatters import DisplayFormatter

import pushbox
from pushbox import levels
from pushbox.analysis.certificates import certify
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.analysis.explanation import explain_line
from pushbox.analysis.review import review
from pushbox.analysis.similarity import compare
from pushbox.games.position import load
from pushbox.levels import builtin
from pushbox.notebook.display import MAX_ROWS
from pushbox.studies import say, study_of_level

LEVEL = pushbox.builtin("lessons")[1]
HOSTILE = '<script>alert("x")</script>&'
SVG, HTML = "image/svg+xml", "text/html"


def shown(value: object) -> dict[str, str]:
    """Return what IPython makes of a value, by kind; an error of a method is raised."""
    formatter = DisplayFormatter()
    formatter.formatters[SVG].enabled = formatter.formatters[HTML].enabled = True
    data, _ = formatter.format(value)
    return dict(data)


def test_what_has_a_board_shows_it() -> None:
    """Levels, boards, positions, sessions and pictures are pictures; the session's is that of where it stands."""
    session = pushbox.Session(LEVEL)
    session.play_text("uur")
    for value in (LEVEL, LEVEL.board, pushbox.load(LEVEL), session, pushbox.draw(LEVEL)):
        picture = shown(value)[SVG]
        assert picture.startswith("<svg ")
    assert shown(session)[SVG] == pushbox.draw(session.position, caption=LEVEL.title, title=LEVEL.title)


@pytest.mark.parametrize("name", levels.names())
def test_every_game_shows_itself(name: str) -> None:
    """Levels that hide things show what the player may see."""
    for level in pushbox.builtin(name)[:2]:
        assert shown(level)[SVG] == pushbox.draw(level)
    assert shown(pushbox.builtin(name))[HTML].count("<img ") == len(pushbox.builtin(name))


def test_a_large_board_shows_its_line_of_text() -> None:
    """A picture of a hundred thousand cells would stall the page; asking for it by draw still gives it."""
    wide = pushbox.read("\n".join(["#" * 200, *["#" + " " * 198 + "#"] * 98, "#@$." + " " * 195 + "#", "#" * 200]))
    assert shown(wide[0]).keys() == {"text/plain"}
    assert "200 × 101" in shown(wide)[HTML]


def test_a_collection_is_a_table_with_pictures() -> None:
    """A row a level: number, picture with what it shows in words, title, game, size; then the problems."""
    lessons = pushbox.builtin("lessons")
    table = shown(lessons)[HTML]
    assert table.count('<th scope="row">') == len(lessons)
    pictures = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)"', table)
    assert [alt for _, alt in pictures] == [level.board.summary for level in lessons]
    for data, _ in pictures:
        assert base64.b64decode(data).startswith(b"<svg ")
    faulty = pushbox.read("#####\n#@$.#\n#####\nTitle: Push\n\n####\n#@$#\n")
    assert str(faulty.problems[0]) in shown(faulty)[HTML].replace("&quot;", '"').replace("&#39;", "'")


def test_a_large_collection_says_how_many_more_there_are() -> None:
    """A table is bounded, and says so."""
    many = pushbox.Collection((LEVEL,) * (MAX_ROWS + 2))
    table = shown(many)[HTML]
    assert table.count("<img ") == MAX_ROWS
    assert "<p>2 levels more</p>" in table


def test_answers_are_tables() -> None:
    """Verdicts, replays, optimized and generated levels, saved moves: what they are, their counts, their moves."""
    solved = pushbox.solve(LEVEL, objective="pushes")
    assert isinstance(solved, pushbox.Solved)
    text = shown(solved)[HTML]
    assert "<caption>Solved, optimal by pushes</caption>" in text
    assert f'<td style="text-align: left; overflow-wrap: anywhere; max-width: 48em">{solved.text}</td>' in text
    unsolvable = pushbox.solve(pushbox.read("######\n#@ $.#\n#   $#\n#.####\n######")[0])
    assert isinstance(unsolvable, pushbox.Unsolvable)
    assert unsolvable.proof in shown(unsolvable)[HTML]
    gave_up = pushbox.solve(pushbox.builtin("lessons")[12], objective="moves", limit=pushbox.Limit(nodes=1))
    assert isinstance(gave_up, pushbox.GaveUp)
    assert "nodes" in shown(gave_up)[HTML]
    assert "Not a solution: illegal" in shown(pushbox.verify(LEVEL, "dd"))[HTML]
    assert "<caption>A solution</caption>" in shown(pushbox.verify(LEVEL, solved.text))[HTML]
    longer = "rl" + solved.text
    optimized = pushbox.optimize(LEVEL, [longer], objective="moves")
    assert " → " in shown(optimized)[HTML]
    assert solved.text in shown(LEVEL.saved_moves[0])[HTML]
    spec = pushbox.LevelSpec(rows=7, columns=7, boxes=2)
    (generated,) = pushbox.generate(spec, count=1, seed=1)
    assert "<img " in shown(generated)[HTML]


def test_texts_of_others_are_text() -> None:
    """A title, a note or a proof is escaped wherever it is shown."""
    hostile = replace(LEVEL, title=HOSTILE)
    saved = pushbox.SavedMoves(HOSTILE, HOSTILE, HOSTILE)
    solved = pushbox.Solved(HOSTILE, pushbox.measure("r"), None, 1, 0.1, note=HOSTILE)
    for value in (
        hostile,
        pushbox.Collection((hostile,), title=HOSTILE),
        saved,
        solved,
        pushbox.Unsolvable(HOSTILE, 1, 0.1),
    ):
        assert "<script" not in "".join(text for kind, text in shown(value).items() if kind != "text/plain")


def test_reviews_and_studies_are_tables() -> None:
    """A review with what could go on its board, a study with what is said of its nodes."""
    level = builtin("lessons")[9]
    review_html = review(level)._repr_html_()
    assert review_html is not None
    assert "<svg" in review_html
    assert "Proven by a search of all." in review_html
    study_html = say(study_of_level(level), 0, comment="<b>first</b>")._repr_html_()
    assert study_html is not None
    assert "&lt;b&gt;first&lt;/b&gt;" in study_html


def test_what_is_lost_is_shown_with_the_reason() -> None:
    """An explanation has its board, with the boxes and cells of the deadlocks marked, and a sentence for each."""
    lost = load(pushbox.read("######\n#$   #\n# $@ #\n# .. #\n######")[0])
    html = shown(explain_line([lost]))[HTML]
    assert html.startswith("<svg ")
    assert "It could not be won from the start." in html
    assert '<th scope="row">dead square</th>' in html
    assert "B2" in html


def test_levels_that_are_nearly_the_same_are_shown_with_what_is_different() -> None:
    """Both boards, the second with marks, and a sentence; nothing is said of what cannot be compared."""
    first = pushbox.read("########\n#      #\n# @$ . #\n#      #\n########\nTitle: A <room>")[0]
    second = pushbox.read("########\n#     ##\n# @$ . #\n#      #\n########")[0]
    compared = compare(first, second)
    assert compared is not None
    html = shown(compared)[HTML]
    assert "<img " in html
    assert "<svg " in html
    assert "A &lt;room&gt;, one wall more" in html
    assert compare(first, builtin("hanano")[0]) is None
    assert compare(first, pushbox.read("#" * 40 + "\n#@$." + " " * 35 + "#\n" + "#" * 40)[0]) is None


def test_difficulties_and_certificates_are_tables() -> None:
    """How hard a level is comes with its reasons, a certificate with its level and what it claims."""
    level = builtin("lessons")[9]
    solved = pushbox.solve(level, objective="pushes")
    assert isinstance(solved, pushbox.Solved)
    difficulty = rate_difficulty(level, solved.text)
    table = shown(difficulty)[HTML]
    assert f"<caption>Difficulty: {difficulty.value:.0f} of 100</caption>" in table
    assert difficulty.explain() in table
    table = shown(certify(level, "fewest-pushes").certificate)[HTML]
    assert "<img " in table
    assert "<caption>Certificate: no solution has fewer pushes than the one of" in table
    unsolvable = pushbox.read("######\n#@ $.#\n#   $#\n#.####\n######")[0]
    assert "the level has no solution" in shown(certify(unsolvable).certificate)[HTML]
