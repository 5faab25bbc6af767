"""Codes of sentences on levels that commands, the terminal game, classes and studies say: where tested, or why not.

The codes of one text file, by the test that has each one's text or the code, and by the reason why it has no claim.
"""

from __future__ import annotations

_PARTS = "name a piece, a place or a number within other sentences; those are told of a move or of a board"
_KEYS = "name what a key, a button or a command does"
_HEADS = "head a column, a list or a part of a page"
_ASKS = "ask for something, or say what to type"
_KEPT = "say what the library or a class keeps, or no longer does; tests of it read that back"
_RUNS = "say how far work has come"
_OFFERED = "refuse what a screen does not offer for a game of this kind, or say what it does from now on"

ELSEWHERE: dict[str, dict[str, str]] = {
    "terminal": {
        "tests/tui/test_narration_claims.py": """
            appears beside-cell board-has boxes-are-home is-now one-is-home pushes-what""",
        "tests/tui/test_screen_claims.py": """
            can-be-pushed dead-squares none-after-level none-after-unsolved none-before-level none-before-unsolved
            position-unsolvable solution-of""",
        "tests/play/test_star_claims.py": """
            advice-fewer advice-fewest advice-first advice-moves advice-shortest""",
        "tests/tui/test_plain.py": """
            by-line-next by-line-one-piece last-of-moves taken-back""",
        "tests/tui/test_loss_warnings.py": "warn-after warn-before",
        "tests/tui/test_fullscreen.py": "none-after-level-library solved-already two-places won won-last",
        "tests/tui/test_painting.py": "level-can-be-played",
        "tests/tui/test_study_screen.py": "study-solved",
        "tests/cli/test_study.py": "lines-that-solve",
        "tests/cli/test_duplicates.py": "level-equal level-symmetric",
        "tests/cli/test_dataset.py": "near-groups range-of",
        "tests/cli/test_library.py": "library-empty search-limited search-nothing without-solution",
        "tests/cli/test_info.py": "info-offer",
        "tests/test_large_files.py": "info-not-checked info-not-compared",
        "tests/analysis/test_state_graph.py": "graph-sizes",
    },
    "class": {
        "tests/e2e/test_class.py": """
            class.board.do class.followed class.followed.progress class.is-set class.levels.none
            class.results.no-pupils class.room.board""",
    },
    "study": {
        "tests/e2e/test_study.py": "study.comment study.moves study.solve",
    },
}

NAMED: dict[str, dict[str, str]] = {
    "terminal": {
        _PARTS: """
            by-line-such-as does-move does-push does-recoil does-walk label-bloomed-at label-ends-here
            label-fixed-stone label-flower label-flower-in-bloom label-never-moves label-of-player label-off-board
            label-on label-on-goal label-one-with label-player label-wires numbered-level off-its-goal picture-mark
            picture-mark-of proof-of-box proof-of-boxes pushes steering the-at way-of-cells way-to you-move
            you-push you-push-it you-recoil you-steer you-walk""",
        _KEYS: """
            act-dead act-dead-more act-describe-more act-edit-more act-help-more act-history-more act-larger-more
            act-library-more act-next-more act-next-piece act-next-unsolved-more act-play act-play-from-here
            act-previous-more act-previous-piece act-previous-unsolved-more act-push-on act-pushable
            act-pushable-more act-redo-more act-restart-more act-smaller-more act-solve act-solve-more act-step
            act-study-more act-undo-more act-warnings-more by-line-commands keys-brushes-do keys-click-do
            keys-edit-do keys-history-do keys-levels-do keys-marks-do keys-paint-do keys-pieces-do keys-quit-do
            keys-run-do keys-solve-do keys-steps-do keys-study-do keys-undo-do keys-warnings-do""",
        _HEADS: """
            all-played by-best-known by-line-no-moves count-boxes count-moves count-pushes dataset-sizes head-boxes
            head-level head-levels head-solved help-on-board help-this-level stage-boxes stage-positions stage-solve
            status-lost status-solved status-wins""",
        _ASKS: """
            about-licences game-options remove-question study-ask-arrows study-ask-marks study-ask-question
            study-question""",
        _KEPT: """
            by-line-elsewhere import-tagged import-unplaced info-in-first levels-removed levels-tagged levels-untagged
            solutions-for-levels""",
        _RUNS: "looking-at-level looking-at-stage proving-positions searching-for",
        _OFFERED: """
            no-dead-squares no-help-here no-study-here not-reviewed study-move-of study-solved-now
            study-unplayable warn-never""",
        "say how a format or a set of signs is read, or where more is said; tests/cli/test_lists.py has the pages": """
            format-keeps format-keeps-none game-in-english symbols-read""",
        "say what of an installation works; tests/cli/test_doctor.py breaks each part": """
            doctor-browser doctor-core doctor-core-wrong doctor-library-old doctor-no-browser
            doctor-other-or-variable""",
        "name a likeness that tests/test_identity.py and tests/analysis/claims compare": "level-near level-normal",
        "repeat why a push loses, which test_position_claims tests": "no-longer-won push-lost",
    },
    "class": {
        _KEYS: "class.room.enter.board",
        _HEADS: "class.csv.level class.csv.moves class.csv.plays class.csv.pushes class.sum.of",
        _KEPT: """
            class.end.sure class.leave.sure class.lost class.new-level class.results.no-levels class.room.open.board
            class.together.none class.unset.sure""",
    },
    "study": {
        _KEYS: "study.on-the-way study.play study.redo study.undo",
        "say that a study has no words on a position": "study.nothing-said",
    },
}
