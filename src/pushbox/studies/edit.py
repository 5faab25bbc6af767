"""Changes to a study, each a new study: lines that are added, split, removed or made the main one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..errors import PushboxError
from ..games.position import Position
from ..level import Collection, Level, SavedMoves
from ..play.session import Node, Session
from .replay import ReplayedStudy, check_size, most_played, replay_study
from .tree import Draft, drafts_of, study_of
from .values import MAX_NODES, Study, StudyNode


class Edited(NamedTuple):
    """A study after a change, and the node that the change was about."""

    study: Study
    node: int


def say(study: Study, node: int, **said: Any) -> Study:
    """Return a study with another `comment`, `question`, `marks` or `arrows` of a node.

    Raises ArgumentError for what a node may not have.
    """
    changed = replace(study.nodes[node], **said)
    return replace(study, nodes=(*study.nodes[:node], changed, *study.nodes[node + 1 :]))


def add_line(study: Study, node: int, moves: Sequence[Any]) -> Edited:
    """Return a study with moves played from a node, and the node at their end.

    As far as they have been played from there before they go along those nodes, one of which may be split.  Raises
    IllegalMove for moves that cannot be played, PushboxError for a node that cannot be reached.
    """
    replayed = replay_study(study)
    drafts = drafts_of(study)
    position = replayed.positions[node]
    if position is None:
        raise PushboxError.said("line-unplayable")
    end = _grow(drafts[node], position, moves, dict(zip(drafts, replayed.moves, strict=True)))
    return _edited(study, drafts[0], end)


def _grow(at: Draft, position: Position, moves: Sequence[Any], played: dict[Draft, tuple[Any, ...]]) -> Draft:
    """Add a line to the tree below a node, and return the node at its end; `played` has the moves of every node."""
    left = [*moves]
    while left:
        branch, common = _longest(at, played, left)
        if branch is None:
            at.branches.append(branch := Draft(StudyNode(moves=position.format(left))))
            played[branch], common = tuple(left), len(left)
        elif common < len(played[branch]):
            _split(at, branch, common, position, played)
            branch = next(one for one in at.branches if played[one] == tuple(left[:common]))
        position = Position(position.game, position.play_line(left[:common]).state)
        at, left = branch, left[common:]
    return at


def remove(study: Study, node: int) -> Edited:
    """Return a study without a node and all that is played from it, and its parent; the start stays."""
    if not node:
        return Edited(study, 0)
    drafts = drafts_of(study)
    parent = drafts[study.nodes[node].parent]
    parent.branches.remove(drafts[node])
    return _edited(study, drafts[0], parent)


def promote(study: Study, node: int) -> Edited:
    """Return a study in which a node is the main line from its parent."""
    if not node:
        return Edited(study, 0)
    drafts = drafts_of(study)
    branches = drafts[study.nodes[node].parent].branches
    branches.remove(drafts[node])
    branches.insert(0, drafts[node])
    return _edited(study, drafts[0], drafts[node])


def _edited(study: Study, start: Draft, shown: Draft) -> Edited:
    """Return a study with the nodes from another start, and the node that is shown."""
    changed, indices = study_of(study.level, start, study.title, study.author)
    return Edited(changed, indices[shown])


def _longest(at: Draft, played: dict[Draft, tuple[Any, ...]], moves: Sequence[Any]) -> tuple[Draft | None, int]:
    """Return the node played from another that begins as some moves do, and how far it does; None where none does."""
    best, most = None, 0
    for branch in at.branches:
        common = next(
            (place for place, (own, move) in enumerate(zip(played[branch], moves, strict=False)) if own != move),
            min(len(played[branch]), len(moves)),
        )
        if common > most:
            best, most = branch, common
    return best, most


def _split(at: Draft, branch: Draft, count: int, position: Position, played: dict[Draft, tuple[Any, ...]]) -> None:
    """Insert a node before another one for its first moves; annotations stay at the end."""
    first, rest = played[branch][:count], played[branch][count:]
    middle = position
    for move in first:
        middle = middle.apply(move)
    before = Draft(StudyNode(moves=position.format(first)), [branch])
    at.branches[at.branches.index(branch)] = before
    branch.node = replace(branch.node, moves=middle.format(rest))
    played[before], played[branch] = first, rest


# From and to other things ---------------------------------------------------------------------------------------------


_LINES_OF_A_STUDY = 5  # times as many moves as a study has, as lines of a level begin alike


def study_of_level(level: Level) -> Study:
    """Make a study of a level with its saved moves as lines, solutions first.

    Lines that cannot be played are left out. Raises LevelError, UnsupportedError and PushboxError as `replay_study`
    does, and PushboxError for more lines, or more moves in them, than a study has.
    """
    start = replay_study(Study(level, level.title, level.author)).start
    root = Draft(StudyNode())
    played: dict[Draft, tuple[Any, ...]] = {root: ()}
    comments: dict[Draft, str] = {}
    for moves, comment in _lines_of(level, start):
        end = _grow(root, start, moves, played)
        check_size(len(level.board.pieces), len(played), sum(map(len, played.values())))
        comments[end] = comments.get(end) or comment
    for draft, comment in comments.items():
        draft.node = replace(draft.node, comment=comment)
    return study_of(level, root, level.title, level.author)[0]


def _lines_of(level: Level, start: Position) -> Iterator[tuple[Sequence[Any], str]]:
    """Yield the moves of saved lines, solutions first, as far as they can be played, each with its comment."""
    texts = dict[str, str]()
    for saved in level.saved_moves:
        texts[saved.text] = texts.get(saved.text) or _clean("\n".join(filter(None, (saved.title, saved.notes))))
    if len(texts) >= MAX_NODES:
        raise PushboxError.said("study-lines", count=len(texts), most=MAX_NODES - 1)
    most = _LINES_OF_A_STUDY * most_played(len(level.board.pieces))
    lines, left = [], most
    for text, comment in texts.items():
        try:
            moves = start.parse(text)
            left -= len(moves)
            line = start.play_line(moves) if left >= 0 else None
        except PushboxError:
            continue
        if line is None:
            raise PushboxError.said("level-lines-moves", most=most)
        if line.played:
            lines.append((line.solved_at is None, moves[: line.played], comment))
    yield from ((moves, comment) for _, moves, comment in sorted(lines, key=lambda line: line[0]))


def study_of_session(session: Session) -> Study:
    """Return the study of all that has been played: a node for each run of moves without a branch."""
    root = Draft(StudyNode())
    waiting: list[tuple[Node, Draft]] = [(session.root, root)]
    while waiting:
        node, draft = waiting.pop()
        chosen = sorted(node.branches, key=lambda branch: branch is not node.latest)
        for branch in chosen:
            run = [branch]
            while len(run[-1].branches) == 1:
                run.append(run[-1].branches[0])
            text = Position(session.game, node.state).format([one.move for one in run])
            added = Draft(StudyNode(moves=text))
            draft.branches.append(added)
            waiting.append((run[-1], added))
    level = session.level
    return study_of(level, root, level.title, level.author)[0]


def collection_of(study: Study) -> Collection:
    """Return a level with the main line of a study as its saved moves, its comments as their notes, to be exported.

    Raises PushboxError for a main line that cannot be played.
    """
    replayed = replay_study(study)
    _require_playable(replayed)
    line = [*study.main_line()]
    moves = [move for node in line for move in replayed.moves[node]]
    notes = [f"{replayed.depth(node)}: {study.nodes[node].comment}" for node in line if study.nodes[node].comment]
    if not moves:
        return Collection((study.level,), title=study.title)
    saved = SavedMoves(study.title or "Main line", replayed.start.format(moves), "\n".join(notes))
    return Collection((study.level.with_saved_moves(saved),), title=study.title)


def _require_playable(replayed: ReplayedStudy) -> None:
    on_line = {*replayed.study.main_line()}
    for problem in replayed.problems:
        if problem.node in on_line:
            raise PushboxError.said("node-main-line", node=problem.node, message=problem.message)


def _clean(text: str) -> str:
    """Return a text without the control characters that a comment may not have."""
    return "".join(letter for letter in text if letter == "\n" or letter.isprintable()).strip()
