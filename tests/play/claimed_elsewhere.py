"""Codes of sentences on levels and plays whose claims are tested elsewhere, or that claim nothing of them."""

from __future__ import annotations

# The test of each code has its text, or the code.
ELSEWHERE: dict[str, str] = {
    code: path
    for path, codes in {
        "tests/analysis/test_certificate_claims.py": """
            can-be-solved certified-fewest-moves certified-fewest-pushes certified-solution
            certified-unsolvable has-no-solution""",
        "tests/analysis/test_reconstruct.py": """
            contradiction-empty contradiction-two contradiction-walk""",
        "tests/dataset/test_checking.py": """
            dataset-twice dataset-unsolved""",
        "tests/env/test_episodes.py": """
            push-no-box push-no-walk""",
        "tests/env/test_task_claims.py": """
            task-cells task-dead task-lost task-repaired task-winnable""",
        "tests/formats/test_xsb.py": """
            can-leave expected-xsb""",
        "tests/games/test_blockage.py": """
            beside-black no-stone-here not-at-rest stone-fixed-wrong stone-is-fixed two-stones begins-so""",
        "tests/games/test_blockoban.py": """
            circle-hit no-piece-on""",
        "tests/games/test_crossoban.py": """
            on-hole stands-where-none""",
        "tests/games/test_multiban.py": """
            must-jump no-pusher-here no-pusher-there no-walk-end not-backwards nothing-to-pull why-box
            why-not-free why-pulled""",
        "tests/games/test_sokoban.py": """
            box-off-goal empty-goal never-reach""",
        "tests/games/test_sokolor.py": "not-solved",
        "tests/games/test_versus.py": "over-at-start",
        "tests/games/variants/test_circuits.py": """
            bomb-joined wires-apart wires-missing""",
        "tests/games/variants/test_reverse.py": "jump-after-pull",
        "tests/generator/test_generator_claims.py": "range-positions",
        "tests/play/test_push_lists.py": """
            list-without-box no-walk-to""",
        "tests/test_board.py": """
            not-connected off-board""",
        "tests/web/play/test_socket.py": "no-position",
    }.items()
    for code in codes.split()
}

# Why the codes of each group claim nothing that could be tested of a level or a play.
NAMED: dict[str, list[str]] = {
    reason: codes.split()
    for reason, codes in {
        "say what was expected of a text, a board or an argument": """
            a-row-alone a-row-of-board answer-action answer-board answer-cell answer-moves as-in-blockage
            as-many-boxes as-many-goals b-in-crossoban big-b-in-crossoban black-solid block-of-moves
            block-or-flower blockage-lines board-of-sense board-of-tiling box-for-each cell-of-board
            cell-on-board digit-by-pusher each-player env-own-goals env-plain env-two-players
            expected-hanano expected-mf8 expected-push-list expected-slc for-one for-several goal-or-hole
            goals-or-two left-cell level-one-player level-unsolved levels-for-tasks many-stones
            more-moves moves-a-second moves-in-notation moves-of-board moves-of-variation on-squares
            one-box-or-pusher one-cell-type one-level-or-more one-limit one-link one-pusher
            only-solution-certified part-level player-one-two player-or-none push-off-board reverse-only
            rows-of-a-board same-numbers-both side-with-wire solvable-level stone-and-flower
            stone-or-block study-head study-indents study-keywords study-level-line study-node-moves
            study-spaces study-start study-version tiles-as-pieces token-mark token-select two-cells
            two-of-pair unbloomed-or-block w-in-crossoban which-colour""",
        "say what was found in a text or an argument, and are tested with its reader": """
            answer-pushes answer-too-many boxes-numbered form-arrays form-joined form-log form-markup
            form-one-line form-strings form-transcript goals-numbered import-missing import-no-level
            import-solves-none import-unnamed import-unnamed-here in-a-wall info-solutions is-archive is-crossoban
            level-left-out levels-left-out line-unplayable more-like-it more-problems moves-beyond
            moves-unknown named-moves no-level-in-it node-of-moves node-unplayable noun-of-moves
            numbers-for-boards off-the-board on-another piece-not-at-rest pieces-on-board pieces-on-one
            read-as-colourless read-as-one read-as-play saved-moves saved-no-solution signs-a-cell
            solution-not-replayed solution-number stands-in title-of-moves words-changed""",
        "say what a writer leaves out or cannot keep; tests of losses read it back": """
            levels-changed lost-in lost-more no-level-written not-in-one-file site-left-out
            site-more-left-out site-written""",
        "say why a certificate is refused: tests alter each part of some, and those that are forged are refused": """
            proof-boxes proof-cost proof-counts proof-fewer proof-lost proof-more proof-needs-more
            proof-no-solution proof-no-start proof-nodes proof-nothing proof-on-box proof-open
            proof-order proof-other-level proof-outside proof-parts proof-peak proof-peak-walk
            proof-players proof-position-cut proof-region proof-rules proof-shares proof-solved
            proof-spelled proof-state-solved proof-states proof-superfluous proof-two-boxes
            proof-unsolved positions-packed""",
        "refuse a request because of who asks, of what is kept, or of what else goes on": """
            class-windows dataset-changed draft-published guided-plain has-solution judge-none level-changed
            level-no-solution level-unplayable many-solutions many-windows no-board-yours no-branch no-hints
            no-screen no-solution-drawn no-solution-moves no-tasks not-simultaneous not-stepped notebook-away
            notebook-has-no notebook-play
            play-by-lines play-changed play-full play-no-library position-failed publish-empty
            publish-unsolved query-dropped record-none report-not-compared room-host-level room-keys
            room-no-collection room-seated room-solved room-unplayable room-windows site-empty
            solution-not-kept storm-empty storm-window version-draft version-many""",
        "say what another program answered": """
            engine-long-solution engine-solutions engine-without-solution engine-wrong-solution""",
        "name a place, a number or a thing, within other sentences": """
            box-gone boxes-gone cells-in-all level-called level-number level-numbers level-of-size
            level-titled of-level pieces-in-all push-number solutions-in-all solutions-or-saved step
            task-of-level""",
        "say what a search has reached, or that it knows nothing": """
            best-unknown levels-a-second levels-solved made-in-time optimize-sums score-unknown
            search-best search-positions without-demands""",
        "repeat what was asked of a generator, whose claims are tested on what it makes": """
            range-box-lines range-pushes spec-box-lines spec-pushes""",
        "cannot come up but by a fault of pushbox itself": """
            not-forwards reconstruct-replay no-such-stone""",
        "say that the rules refuse a move, and not why": """
            refused tick-refused""",
        "say that an answer is no solution, of which test_task_claims knows the reward": """
            task-not-repaired task-rewritten""",
        "say of a command that the search of a path found none": "box-not-pushed",
        "is of a search by moves, whose bound is that of pushes or more": "at-least-moves",
    }.items()
}
