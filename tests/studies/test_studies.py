"""Studies: what is written is read back, what is read is bounded, and every line is played by the rules."""

from __future__ import annotations

import doctest
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.depth import scaled

from pushbox import formats, games, levels
from pushbox.errors import ArgumentError, FormatError, IllegalMove, PushboxError
from pushbox.games.position import Position, load
from pushbox.level import Level, SavedMoves
from pushbox.levels import builtin
from pushbox.play.session import Session
from pushbox.play.verify import verify
from pushbox.studies import (
    MARKS,
    Study,
    StudyNode,
    add_line,
    collection_of,
    edit,
    promote,
    read_study,
    remove,
    replay,
    replay_study,
    say,
    study_from_json,
    study_of_level,
    study_of_session,
    study_to_json,
    write_study,
)
from pushbox.studies.values import MAX_DEPTH, MAX_NODES

DOCS = Path(__file__).parents[2] / "docs" / "studies.md"
PAGODA = builtin("lessons")[9]
LETTERS = "aé中😀 \u2028|#@ " + "".join(map(chr, range(0xA0, 0xB0)))


def first_levels() -> list[Level]:
    """Return the first level that comes along of each game."""
    first: dict[str, Level] = {}
    for name in levels.names():
        for level in builtin(name):
            first.setdefault(level.game, level)
    return list(first.values())


def random_study(rng: random.Random, level: Level) -> Study:
    """Return a study of made-up lines, all that is said of them included; its moves are words, no moves."""

    def words(most: int) -> str:
        return "".join(rng.choices(LETTERS, k=rng.randrange(most)))

    cells = len(level.board.terrain)
    nodes = [StudyNode()]
    line = [0]
    for index in range(1, rng.randrange(1, 25)):
        while len(line) > 1 and rng.random() < 0.4:
            line.pop()
        nodes.append(StudyNode(line[-1], "".join(rng.choices("lurdLURD", k=rng.randrange(1, 6)))))
        line.append(index)
    for index, node in enumerate(nodes):
        marks = {rng.choice(MARKS): tuple(rng.choices(range(cells), k=3)) for _ in range(rng.randrange(3))}
        arrows = tuple((rng.randrange(cells), rng.randrange(cells)) for _ in range(rng.randrange(3)))
        comment = "\n".join(words(9) for _ in range(rng.randrange(4)))
        nodes[index] = replace(
            node, comment=comment, question=words(9).strip(" "), marks=tuple(marks.items()), arrows=arrows
        )
    return Study(level, words(20), words(20), tuple(nodes))


def test_what_is_written_is_read_back() -> None:
    """As an equal study, whose text is the same; so is what goes through JSON; on boards of every game."""
    rng = random.Random("studies")
    for _ in range(scaled(60)):
        for level in first_levels():
            study = random_study(rng, level)
            text = write_study(study)
            assert read_study(text) == study
            assert write_study(read_study(text)) == text
            assert read_study(text.replace("\n", "\r\n")) == study
            assert study_from_json(study_to_json(study)) == study


def test_one_more_comment_is_one_more_line() -> None:
    """Texts of studies can be compared line by line."""
    rng = random.Random("diff")
    for _ in range(100):
        study = random_study(rng, PAGODA)
        node = rng.randrange(len(study.nodes))
        comment = f"{study.nodes[node].comment}\nmore" if study.nodes[node].comment else "more"
        before, after = write_study(study).split("\n"), write_study(say(study, node, comment=comment)).split("\n")
        added = next(index for index, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
        assert after[:added] + after[added + 1 :] == before


def test_no_text_raises_anything_but_its_own_error() -> None:
    """Lines of a study in any order, cut, doubled and mixed with others."""
    rng = random.Random("hostile")
    odd = [
        *(
            "or",
            "  or",
            "    moves l",
            "note",
            "mark area",
            "mark area ZZ9 A1",
            "arrow A1",
            "arrow A1 A1",
            "level json",
        ),
        *(
            "| [[[[",
            "start",
            "pushbox-study 2",
            "  question " + "q" * 600,
            "moves " + "l" * 70_000,
            "\x00",
            "      or",
            "level json",
        ),
    ]
    for _ in range(scaled(1500)):
        lines = write_study(random_study(rng, PAGODA)).split("\n")
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(lines))
            lines[place : place + rng.randrange(3)] = rng.sample([*odd, *lines], k=rng.randrange(1, 3))
        text = "\n".join(lines)
        try:
            study = read_study(text)
        except FormatError:
            continue
        assert read_study(write_study(study)) == study


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: found '', expected 'pushbox-study 1'"),
        ("pushbox-study 2\n", "the only version"),
        ("pushbox-study 1\n", "expected level"),
        ("pushbox-study 1\nlevel png\n", "line 2: found 'png', expected one of xsb"),
        ("pushbox-study 1\nlevel xsb\n| #####\n| #@$.#\n| #####\nmoves R\n", "line 6: found 'moves R', expected start"),
        ("pushbox-study 1\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\n  or\nmoves R\n", "line 7: found or without"),
        ("pushbox-study 1\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\n    moves R\n", "line 7: found 'moves at an"),
        ("pushbox-study 1\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\n  mark area Z9\n", "a cell of the board"),
        ("pushbox-study 1\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\n  shout Hi\n", "line 7: found 'shout'"),
        ("pushbox-study 1\nlevel xsb\n| #####\n| #@$.#\n| #####\nstart\n  note a\x07b\n", "found the character"),
    ],
)
def test_a_text_that_is_no_study_is_refused(text: str, message: str) -> None:
    """With the line, what was found and what was expected."""
    with pytest.raises(FormatError) as caught:
        read_study(text)
    assert message in str(caught.value)


def test_studies_are_bounded() -> None:
    """Nodes, variations within variations, characters and cells."""
    with pytest.raises(ArgumentError, match="found 3,001"):
        Study(PAGODA, nodes=(StudyNode(), *(StudyNode(0, "l") for _ in range(MAX_NODES))))
    deep = [StudyNode()]
    for _ in range(MAX_DEPTH + 1):
        parent = len(deep) - 1
        deep += [StudyNode(parent, "l"), StudyNode(parent, "r")]
    with pytest.raises(ArgumentError, match="variations 61 deep"):
        Study(PAGODA, nodes=tuple(deep))
    for wrong in (
        {"comment": "x" * 9_000}, {"question": "two\nlines"}, {"marks": (("blink", (1,)),)}, {"marks": (("area", ()),)},
        {"arrows": ((0, 999),)}, {"comment": "\ud800"}, {"moves": "l"},
    ):  # fmt: skip
        with pytest.raises(ArgumentError):
            Study(PAGODA, nodes=(StudyNode(**wrong),))
    with pytest.raises(ArgumentError, match="not left yet"):
        Study(PAGODA, nodes=(StudyNode(), StudyNode(0, "l"), StudyNode(0, "r"), StudyNode(1, "l")))
    with pytest.raises(FormatError, match="at most"):
        read_study("pushbox-study 1\n" + "\n" * 200_000)
    with pytest.raises(FormatError, match="expected an object"):
        study_from_json({"nodes": [], "level": None})


def test_lines_are_played_by_the_rules() -> None:
    """What cannot be played is named; what follows it is neither played nor blamed."""
    study = Study(PAGODA, nodes=(StudyNode(), StudyNode(0, "dD"), StudyNode(1, "uuuu"), StudyNode(2, "l")))
    replayed = replay_study(study)
    assert [problem.node for problem in replayed.problems] == [2]
    assert "step" in replayed.problems[0].message
    assert replayed.positions[3] is None
    assert not replay_study(study_of_level(PAGODA)).problems


@pytest.mark.parametrize("level", first_levels(), ids=lambda level: level.game)
def test_lines_are_added_where_they_leave_others(level: Level) -> None:
    """On random play: the tree has every line, no two branches begin alike, and what was said stays."""
    rng = random.Random(level.game)
    study = say(Study(level), 0, comment="the start")
    game = games.find(level.game)
    for _ in range(12):
        position, moves = load(level), []
        for _ in range(rng.randrange(1, 12)):
            legal = position.legal_moves
            if not legal or position.outcome.status.value != "playing":
                break
            moves.append(rng.choice(legal[:3]))
            position = position.apply(moves[-1])
        if not moves:
            continue
        study, node = add_line(study, 0, moves)
        replayed = replay_study(study)
        assert not replayed.problems
        assert [move for one in study.line_to(node) for move in replayed.moves[one]] == moves
        assert replayed.positions[node] == position
        for index in range(len(study.nodes)):
            begins = [str(replayed.moves[child][0]) for child in study.children(index)]
            assert len(set(begins)) == len(begins)
    assert study.nodes[0].comment == "the start"
    assert game.info.key == study.level.game


def test_a_line_that_cannot_be_played_is_not_added() -> None:
    """Nor is anything after one that cannot."""
    with pytest.raises(IllegalMove):
        add_line(Study(PAGODA), 0, load(PAGODA).parse("uuuu"))
    broken = Study(PAGODA, nodes=(StudyNode(), StudyNode(0, "uuuu")))
    with pytest.raises(PushboxError, match="cannot be played"):
        add_line(broken, 1, [0])


def test_lines_are_removed_and_made_the_main_one() -> None:
    """With all that is played from them; the start stays."""
    start = load(PAGODA)
    study, first = add_line(Study(PAGODA), 0, start.parse("dDulDl"))
    study, second = add_line(study, 0, start.parse("dDD"))
    assert [study.nodes[index].moves for index in study.main_line()][-1] == "ulDl"
    promoted, second = promote(study, second)
    assert [promoted.nodes[index].moves for index in promoted.main_line()] == ["", "dD", "D"]
    assert len(remove(promoted, second).study.nodes) == 3
    assert remove(promoted, 0).study == promote(promoted, 0).study == promoted
    del first


def test_a_level_with_solutions_becomes_a_study_and_comes_back() -> None:
    """Each solution is a line, and the main one a solution of the level that is written, as SOK too."""
    level = PAGODA.with_saved_moves(SavedMoves("wrong", "dDD"), SavedMoves("none", "no moves!?"))
    study = study_of_level(level)
    replayed = replay_study(study)
    assert [node.comment for node in study.nodes if node.comment] == ["wrong"]
    assert any(map(replayed.is_solved, range(len(study.nodes))))
    study = say(study, 1, comment="The first push.\nIt decides.")
    again = formats.read(formats.write(collection_of(study), "sok"), format="sok")[0]
    assert verify(again, again.saved_moves[0].text).solved
    assert "It decides." in again.saved_moves[0].notes
    assert again.board == PAGODA.board


def test_all_that_was_played_becomes_a_study() -> None:
    """Each branch of the history is a line; redo leads along the main one."""
    session = Session(PAGODA)
    session.play_text("dDulDl")
    for _ in range(4):
        session.undo()
    session.play_text("D")
    session.undo()
    session.redo(0)
    study = study_of_session(session)
    assert sorted(node.moves for node in study.nodes) == ["", "D", "dD", "ulDl"]
    assert [study.nodes[index].moves for index in study.main_line()] == ["", "dD", "ulDl"]
    assert not replay_study(study).problems


def test_the_page_shows_a_study_and_its_examples_run() -> None:
    """The study of docs/studies.md is one, as pushbox writes it, and its lines can be played."""
    (text,) = re.findall(r"```\n(pushbox-study 1\n.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    study = read_study(text)
    assert not replay_study(study).problems
    assert write_study(study) == text
    failures, examples = doctest.testfile(str(DOCS), module_relative=False)
    assert (failures, examples > 5) == (0, True)


def test_a_level_of_many_lines_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for each line; lines that are the same count once, and the comment of the first of them stays."""
    calls: list[str] = []

    def note(owner: object, name: str) -> None:
        function = getattr(owner, name)

        def called(*arguments: object) -> object:
            calls.append(name)
            return function(*arguments)

        monkeypatch.setattr(owner, name, called)

    note(edit, "replay_study")
    note(Position, "parse")
    texts = [f"{'du' * count}dD" for count in range(40)] * 3
    level = replace(PAGODA, saved_moves=tuple(SavedMoves(f"line {at}", text) for at, text in enumerate(texts)))
    study = study_of_level(level)
    assert (calls.count("replay_study"), calls.count("parse")) == (1, 40)
    assert {node.comment for node in study.nodes} == {"", *(f"line {at}" for at in range(40))}
    assert not replay_study(study).problems


def test_lines_and_nodes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By their moves and, as each position has its pieces, by the pieces of the board."""
    lines = replace(PAGODA, saved_moves=tuple(SavedMoves("", "d" + "ud" * count) for count in range(1, 6)))
    study = study_of_level(lines)
    pieces = len(PAGODA.board.pieces)
    monkeypatch.setattr(replay, "MAX_MOVED", 11 * (1 + pieces))
    assert len(replay_study(study).moves) == len(study.nodes)
    assert study_of_level(lines) == study
    monkeypatch.setattr(replay, "MAX_MOVED", 10 * (1 + pieces))
    for run in (lambda: replay_study(study), lambda: study_of_level(lines)):
        with pytest.raises(PushboxError, match="found more than 10 moves in a study, expected at most so many"):
            run()
    monkeypatch.setattr(replay, "MAX_MOVED", 3 * (1 + pieces))
    with pytest.raises(PushboxError, match="found more than 15 moves in the lines of a level"):
        study_of_level(lines)
    monkeypatch.setattr(replay, "MAX_PIECES", pieces * len(study.nodes) - 1)
    with pytest.raises(
        PushboxError, match=f"nodes on a board of {pieces} pieces, expected at most {len(study.nodes) - 1}"
    ):
        replay_study(study)
    monkeypatch.setattr(edit, "MAX_NODES", 5)
    with pytest.raises(PushboxError, match="found 5 lines, expected at most 4 in a study"):
        study_of_level(lines)
