//! The guided search finds what others find, whatever its guide says, and believes no wrong bound.

use std::ops::ControlFlow;

use super::depth::{fewest, scaled};
use super::oracle::{Random, fewest_pushes};
use super::{draw, within};
use crate::level::{BOX, PLAYER};
use crate::replay::is_solution;
use crate::{Answer, Guidance, Guide, GuideError, Level, Limit, LimitKind, Objective, Verdict, solve_guided};

/// A guide that answers by functions of the board.
struct Functions<'f> {
    cells: usize,
    size: (usize, usize),
    questions: usize,
    distance: &'f mut dyn FnMut(&Level) -> f32,
    preference: &'f mut dyn FnMut(usize) -> f32,
}

impl Guide for Functions<'_> {
    fn distances(&mut self, boards: &[u8]) -> ControlFlow<(), Vec<f32>> {
        self.questions += 1;
        let (width, height) = self.size;
        let level = |cells: &[u8]| Level::new(width, height, cells).expect("a board");
        ControlFlow::Continue(boards.chunks(self.cells).map(|cells| (self.distance)(&level(cells))).collect())
    }

    fn preferences(&mut self, boards: &[u8]) -> ControlFlow<(), Vec<f32>> {
        self.questions += 1;
        ControlFlow::Continue((0..4 * boards.len()).map(|index| (self.preference)(index)).collect())
    }
}

fn guided(
    level: &Level,
    objective: Objective,
    guidance: Guidance,
    distance: &mut dyn FnMut(&Level) -> f32,
    preference: &mut dyn FnMut(usize) -> f32,
    limit: &Limit,
) -> Result<Answer, GuideError> {
    let size = (level.width(), level.height());
    let mut guide = Functions { cells: level.cells().len(), size, questions: 0, distance, preference };
    let answer = within(limit, |control| solve_guided(level, objective, &mut guide, guidance, control));
    let is_asked = guidance.has_heuristic || guidance.has_policy;
    let was_searched = answer.as_ref().is_ok_and(|answer| answer.nodes > 0);
    assert!(!is_asked || !was_searched || guide.questions > 0);
    answer
}

const PLAIN: Guidance =
    Guidance { has_heuristic: true, has_policy: false, admissible: false, weight: 1.0, batch: 1 };

fn pushes_of(answer: &Answer, level: &Level) -> Option<u32> {
    let Verdict::Solved { line, .. } = &answer.verdict else { return None };
    assert!(is_solution(level, &line.lurd));
    Some(line.lurd.bytes().filter(u8::is_ascii_uppercase).count() as u32)
}

#[test]
fn whatever_the_guide_says_the_fewest_pushes_are_found_and_proven() {
    let mut random = Random(11);
    let (mut solved, mut lost) = (0, 0);
    for number in 0..scaled(2_000) {
        let level = random.level(3);
        let fewest = fewest_pushes(&level);
        let mut noise = Random(number as u64 + 1);
        let mut others = Random(number as u64 + 2);
        let guidance = Guidance {
            has_heuristic: number % 3 != 2,
            has_policy: number % 3 != 1,
            admissible: number % 4 == 0,
            weight: [0.0, 1.0, 5.0][number % 3],
            batch: [1, 2, 64][number / 3 % 3],
        };
        let is_exact = number % 40 == 0;
        // What is admissible is exact or a number of boxes; what is not may be anything.
        let mut distance = |board: &Level| match guidance.admissible {
            true if is_exact => fewest_pushes(board).map_or(f32::INFINITY, |pushes| pushes as f32),
            true => (0..board.cells().len())
                .filter(|&cell| board.is_box(cell) && !board.is_goal(cell))
                .count() as f32,
            false => [0.0, 1e9, f32::INFINITY, 3.5][noise.below(4)],
        };
        let mut preference = |_| [0.0, -1e9, f32::NEG_INFINITY, 7.0][others.below(4)];
        for objective in [Objective::Any, Objective::Pushes] {
            let answer =
                guided(&level, objective, guidance, &mut distance, &mut preference, &Limit::default());
            let answer = answer.expect("an answer");
            let found = pushes_of(&answer, &level);
            assert_eq!(found.is_some(), fewest.is_some(), "{level:?}");
            let Some(fewest) = fewest else {
                assert!(matches!(answer.verdict, Verdict::Unsolvable(_)));
                lost += 1;
                continue;
            };
            solved += 1;
            assert!(answer.bound.is_none_or(|bound| bound <= u64::from(fewest)), "{level:?}");
            if objective == Objective::Pushes {
                assert_eq!(found, Some(fewest), "{guidance:?} {level:?}");
                let Verdict::Solved { optimal, limit, .. } = answer.verdict else { unreachable!() };
                assert_eq!((optimal, limit), (Some(Objective::Pushes), None));
            }
        }
    }
    assert!(solved > self::fewest(500) && lost > self::fewest(300), "{solved} {lost}");
}

#[test]
fn a_heuristic_that_says_too_much_is_no_bound() {
    let level = draw("#######\n#@$ . #\n#######");
    let guidance = Guidance { admissible: true, ..PLAIN };
    let mut none = |_| 0.0;
    for objective in [Objective::Any, Objective::Pushes] {
        let ended = guided(&level, objective, guidance, &mut |_| 9.5, &mut none, &Limit::default());
        assert_eq!(ended.unwrap_err(), GuideError::NotAdmissible { said: 10, pushes: 2 });
        let ended = guided(&level, objective, PLAIN, &mut |_| 9.5, &mut none, &Limit::default());
        assert_eq!(pushes_of(&ended.unwrap(), &level), Some(2));
    }
}

#[test]
fn a_good_guide_saves_positions() {
    let mut random = Random(5);
    let (mut blind, mut guided_nodes, mut levels) = (0, 0, 0);
    while levels < scaled(70) {
        let level = random.level(3);
        if fewest_pushes(&level).is_none_or(|pushes| pushes < 5) {
            continue;
        }
        levels += 1;
        let nodes = |distance: &mut dyn FnMut(&Level) -> f32| {
            let guidance = Guidance { weight: 5.0, ..PLAIN };
            let answer = guided(&level, Objective::Any, guidance, distance, &mut |_| 0.0, &Limit::default());
            answer.expect("an answer").nodes
        };
        blind += nodes(&mut |_| 0.0);
        let mut exact = |board: &Level| fewest_pushes(board).map_or(f32::INFINITY, |pushes| pushes as f32);
        guided_nodes += nodes(&mut exact);
    }
    assert!(guided_nodes * 2 < blind, "{guided_nodes} {blind}");
}

#[test]
fn boards_are_drawn_as_they_are() {
    let level = draw("########\n#  . * #\n#      #\n# @$   #\n#      #\n########");
    let mut boards = 0;
    let mut look = |board: &Level| {
        boards += 1;
        let walls_and_goals =
            |level: &Level| -> Vec<u8> { level.cells().iter().map(|cell| cell & !(BOX | PLAYER)).collect() };
        assert_eq!(walls_and_goals(board), walls_and_goals(&level));
        assert_eq!(board.count(BOX), 2);
        assert_eq!(board.player(), 9, "the first cell within reach");
        1.0
    };
    let limit = Limit { nodes: Some(1), ..Limit::default() };
    let answer = guided(&level, Objective::Any, PLAIN, &mut look, &mut |_| 0.0, &limit).unwrap();
    assert_eq!(answer.verdict, Verdict::GaveUp(LimitKind::Nodes));
    assert!(boards > 2, "{boards}");
}
