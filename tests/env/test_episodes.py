"""Episodes in turns: answers of every kind, rewards that add up to those of one answer, and nothing to be gamed."""

from __future__ import annotations

from random import Random

import pytest
from tests.depth import scaled

from pushbox import builtin, load, read
from pushbox.env import text
from pushbox.env.text.actions import MOST_PUSHES, Moves, Pushes, Undo, parse_action
from pushbox.env.text.episodes import TURNS
from pushbox.env.text.pushes import legal_pushes, push, random_pushes
from pushbox.errors import ArgumentError, IllegalMove

# Three pushes to the right, then two down; B3 is the player, C3 the box, F5 the goal.
LEVEL = read("#######\n#     #\n#@$   #\n#     #\n#    .#\n#######\n")[0]
# Two boxes beside their goals, and room to push them off again.
TWO = read("########\n#      #\n# $. $.#\n#@     #\n########\n")[0]

ACTIONS = {
    "letters": ("rrU", Moves("rru")),
    "words": ("<answer>Right, Right, Up</answer>", Moves("rru")),
    "a push": ("C3 right", Pushes(((2, 2, "right", 1),))),
    "a push with prose": ("I push it.\n<answer>push c3 RIGHT</answer>", Pushes(((2, 2, "right", 1),))),
    "a push far": ("<answer>C3 right 3</answer>", Pushes(((2, 2, "right", 3),))),
    "a push x times": ("`C3 right x3`", Pushes(((2, 2, "right", 3),))),
    "several": ("Answer: C3 right 3, F3 down 2", Pushes(((2, 2, "right", 3), (2, 5, "down", 2)))),
    "a list": ("1. C3 right\n2. D3 right", Pushes(((2, 2, "right", 1), (2, 3, "right", 1)))),
    "row and column": ("(3, 3) right then (3,4) right", Pushes(((2, 2, "right", 1), (2, 3, "right", 1)))),
    "undo": ("Undo", Undo(1)),
    "undo of three": ("Wrong. <answer>undo 3</answer>", Undo(3)),
}

NONE = (
    "", "I do not know", "C3", "C3 sideways", "right C3", "C0 right", "(0,3) right", "undo 0", "undo -1", "undo undo",
    "<answer>C3 right</answer><answer>C3 left</answer>", "<answer>C3 right and hope</answer>", "r" * 1_000_000,
    "C3 right " * 1_000_000, "undo 99999999999", "<answer>", "\0", "1000000r",
)  # fmt: skip


def played(*answers: str, level: object = LEVEL, turns: int = TURNS) -> list[text.Turn]:
    """Return the turns of some answers."""
    episode, found = text.begin(level, turns=turns), []  # type: ignore[arg-type]  # a level
    for answer in answers:
        found.append(text.step(episode, answer))
        episode = found[-1].episode
    return found


@pytest.mark.parametrize("what", ACTIONS)
def test_an_action_is_read_however_it_is_written(what: str) -> None:
    answer, action = ACTIONS[what]
    assert parse_action(answer) == (action, "")


@pytest.mark.parametrize("answer", NONE, ids=range(len(NONE)))
def test_what_is_no_action_costs_its_turn(answer: str) -> None:
    """And nothing else; the observation says why."""
    (turn,) = played(answer)
    assert (turn.reward, turn.ended, turn.episode.line) == (0.0, False, "")
    assert turn.episode.turns_left == TURNS - 1
    assert turn.observation.startswith("Played nothing: found ")


def test_a_level_is_solved_by_moves_and_pushes_and_undo() -> None:
    """The observation has the board; the messages are the whole chat."""
    first, second, third, last = played("rr", "<answer>E3 up</answer>", "undo", "E3 right, F3 down 2")
    assert first.observation.startswith("Played 2 moves with 2 pushes.\n\n# # #")
    assert "Boxes on goals: 0 of 1. Left: 19 turns." in first.observation
    assert "# - - @ $ - #" in first.observation
    assert second.episode.line == "RRdrU"
    assert third.observation.startswith("Took back 1 push.")
    assert third.episode.line == "RR"
    assert last.observation.endswith("The level is solved with 5 pushes.")
    assert (last.ended, last.episode.line) == (True, "RRRurDD")
    assert [message["role"] for message in last.episode.messages] == ["user", "assistant"] * 4 + ["user"]
    assert last.episode.messages[0]["content"] == text.begin(LEVEL).prompt
    with pytest.raises(ArgumentError, match="the episode has ended"):
        text.step(last.episode, "u")


def test_steps_are_pure() -> None:
    """The same answer in the same episode is the same turn, and the episode before stays as it was."""
    episode = text.begin(LEVEL)
    assert text.step(episode, "rr") == text.step(episode, "rr")
    assert (episode.line, episode.turns_left, episode.exchanges) == ("", TURNS, ())


@pytest.mark.parametrize(
    ("answer", "line", "said"),
    [
        ("rrrrr", "RRR", "Played 3 moves with 3 pushes, then stopped: step 4: "),
        ("l", "", "Played 0 moves with 0 pushes, then stopped: step 1: the player cannot go left, a wall is"),
        ("C3 right 4", "RRR", "then stopped: push 1: "),
        ("C3 right, C3 right", "R", "Played 1 move with 1 push, then stopped: push 2: no box stands on C3."),
        ("Z9 right", "", "push 1: no box stands on Z9."),
        ("C3 up 2", "drU", "Played 3 moves with 1 push, then stopped: push 1: "),
    ],
)  # fmt: skip
def test_an_illegal_step_ends_the_turn_with_its_place(answer: str, line: str, said: str) -> None:
    """What was played before it stays, and what stands behind it is left out."""
    (turn,) = played(answer)
    assert turn.episode.line == line
    assert said in turn.observation
    assert not turn.ended


def test_a_push_that_no_walk_leads_to_is_named() -> None:
    """As is one from beyond the board."""
    (turn,) = played("C3 down", level=read("#####\n#@# #\n###$#\n#   #\n# . #\n#####")[0])
    assert "no box stands on C3" in turn.observation
    (turn,) = played("D3 down", level=read("#####\n#@# #\n###$#\n#   #\n# . #\n#####")[0])
    assert "the player cannot walk to D2, from where this box is pushed" in turn.observation


def summed(turns: list[text.Turn]) -> float:
    return sum(turn.reward for turn in turns)


@pytest.mark.parametrize(
    "answers",
    [
        ["C3 right 3", "F3 down 2"],
        ["rrr", "urdd"],
        ["C3 right", "D3 left", "C3 right 3", "F3 down 2"],
        ["C3 right 2", "undo 2", "C3 right 3", "what?", "F3 down 2"],
        ["rrrurd"],
        ["rrrr", "ll"],
        ["rrrdru"],
        ["ud" * 5000],
    ],
)
def test_rewards_add_up_to_the_score_of_the_line(answers: list[str]) -> None:
    """As if all of it had been one answer."""
    turns = played(*answers)
    assert summed(turns) == pytest.approx(text.score(LEVEL, f"<answer>{turns[-1].episode.line}</answer>").reward)


def test_rewards_add_up_whatever_is_answered() -> None:
    """Random pushes, walks and undo on levels with several boxes."""
    random, fell = Random(5), 0
    for round_ in range(scaled(12)):
        level = random.choice(builtin("campaign-01")[:8])
        episode, rewards = text.begin(level, turns=12), []
        while not episode.ended:
            board, choices = episode.position.board, legal_pushes(episode.position)
            box, direction = random.choice(choices) if choices else (0, 0)
            name = f"{board.cell_name(box)} {board.tiling.names[direction]}"
            answer = random.choice([name, name, name, "undo", "undo 2", "lrud", "nothing"])
            episode, _, reward, _ = text.step(episode, answer)
            rewards.append(reward)
        line = f"<answer>{episode.line}</answer>"
        assert sum(rewards) == pytest.approx(text.score(level, line).reward), round_
        fell += min(rewards) < 0
    assert fell


def test_a_box_pushed_off_and_on_again_earns_nothing_twice() -> None:
    """It gives back what it earned, and costs the pushes of the detour."""
    on, off, again, _ = played("C3 right", "D3 left", "C3 right", "undo 2", level=TWO)
    assert on.reward > 0
    assert off.reward < 0
    assert on.reward + off.reward + again.reward == pytest.approx(on.reward)
    assert summed(played(*["C3 right", "D3 left"] * 9, level=TWO)) == pytest.approx(0.0)
    detour = played("C3 right", "D3 left", "C3 right", "F3 right", level=TWO)
    assert detour[-1].ended
    assert summed(detour) == pytest.approx(0.5 + 0.5 * 2 / 4)


def test_undo_gives_back_what_it_earned() -> None:
    """And takes back the walk, so that a line without detours is worth the whole reward after all."""
    good, undone, *_ = played("C3 right 2", "undo 2")
    assert good.reward == pytest.approx(0.4 * 2 / 5)
    assert undone.reward == pytest.approx(-good.reward)
    assert undone.episode.line == ""
    assert played("undo")[0].observation.startswith("There is nothing to take back.")
    assert summed(played("C3 up", "undo", "C3 right 3, F3 down 2")) == pytest.approx(1.0)


def test_a_lost_position_is_worth_nothing_until_it_is_taken_back() -> None:
    """Whether it is lost, the model is not told."""
    corner, back = played("C3 right 3, F3 up", "undo")
    assert (corner.episode.score.status, corner.episode.score.reward) == ("lost", 0.0)
    assert "lost" not in corner.observation
    assert back.reward > 0


def test_turns_run_out() -> None:
    """The episode ends; so it does with a solution, behind which nothing is played."""
    turns = played("u", "d", "u", turns=3)
    assert [turn.ended for turn in turns] == [False, False, True]
    assert "Left: 0 turns." in turns[-1].observation
    (turn,) = played("rrrurddulllll")
    assert (turn.ended, turn.episode.line, turn.reward) == (True, "RRRurDD", 1.0)


def test_much_is_bounded() -> None:
    """Of one answer, and of all together."""
    assert MOST_PUSHES == 1000
    (turn,) = played(", ".join(["C3 right", "D3 left"] * 501))
    assert "more than 1,000 pushes" in turn.observation
    turns = played("ud" * 40_000, "ud" * 40_000)
    assert "more than 100,000 moves" in turns[1].observation
    assert len(turns[1].episode.line) == 80_000


def test_bad_arguments_are_refused() -> None:
    """Each in one sentence."""
    solved = read("#####\n#@* #\n#####\n")[0]
    with pytest.raises(ArgumentError, match="expected a level that is not solved yet"):
        text.begin(solved)
    with pytest.raises(ArgumentError, match="turns: found 0"):
        text.begin(LEVEL, turns=0)
    with pytest.raises(ArgumentError, match="style: found 'emoji'"):
        text.begin(LEVEL, style="emoji")
    with pytest.raises(ArgumentError, match="expected levels of plain Sokoban"):
        text.begin(builtin("hanano")[0])
    with pytest.raises(ArgumentError, match="episode: found 3"):
        text.step(3, "u")  # type: ignore[arg-type]  # as it is
    with pytest.raises(ArgumentError, match="answer: found 3"):
        text.step(text.begin(LEVEL), 3)  # type: ignore[arg-type]  # as it is


def test_the_prompt_says_how_to_answer_and_is_no_answer() -> None:
    for style in text.STYLES:
        prompt = text.begin(LEVEL, style=style, turns=7).prompt
        assert text.STYLES[style].show(LEVEL.board) in prompt
        assert "You have 7 turns" in prompt
        assert parse_action(prompt)[0] is None


def test_pushes_are_those_of_the_rules() -> None:
    """All that are legal can be played, and no other."""
    position = load(builtin("lessons")[4])
    for _ in range(20):
        choices = legal_pushes(position)
        board = position.board
        for box in board.of_kind("box"):
            for direction in board.grid.directions:
                if (box.anchor, direction) in choices:
                    after, letters = push(position, box.anchor, direction)
                    assert letters[-1].isupper()
                    assert letters[:-1] == letters[:-1].lower()
                    assert position.play_line(position.parse(letters)).state == after.state
                else:
                    with pytest.raises(IllegalMove):
                        push(position, box.anchor, direction)
        position, _ = random_pushes(position, 1, Random(len(choices)))
