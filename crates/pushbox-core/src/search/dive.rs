//! A dive: goal after goal gets the nearest box that can be pushed to it while all others stand still.
//!
//! On open boards with many boxes a position has hundreds of pushes, and any order of the boxes will do. There a dive
//! is done before a search has expanded its first positions. On other boards it gives up as soon.

use super::fess::macro_moves::{MacroMoveGenerator, MacroPosition, MoveKind, unfold};
use super::root_position::RootPosition;
use crate::board::{Board, BoxTable, DEAD};
use crate::flood::steps_from;
use crate::held::remove_free;
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;

/// Boxes that are tried for a goal, the nearest first.
const MOST_TRIES: usize = 12;

/// Squares that a dive looks at before it gives up: some tenths of a second, and a hundred boxes in a room of 50 x 50 take a
/// quarter of them.
const MOST_WORK: usize = 4_000_000;

/// A dive, as far as it has come.
struct Dive<'s> {
    board: &'s Board,
    boxes: BoxTable,
    player: u16,
    pushes: Vec<Push>,
    generator: MacroMoveGenerator,
    region: Region,
    other: Region,
    /// Squares looked at.
    work: usize,
    /// Boxes that have been moved.
    moves: usize,
}

/// Returns the pushes of a solution, `None` where goals are left to which no box can be brought.
pub(crate) fn dive(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<Option<Vec<Push>>> {
    let board = &root.board;
    let mut dive = Dive {
        board,
        boxes: board.boxes_on(&root.boxes),
        player: root.player,
        pushes: Vec::new(),
        generator: MacroMoveGenerator::new(board),
        region: Region::new(board),
        other: Region::new(board),
        work: 0,
        moves: 0,
    };
    let mut left = filling_order(board);
    // At first no move may cut the floor up.
    for cuts in [false, true] {
        loop {
            let before = left.len();
            let mut later = Vec::new();
            for goal in left {
                if !dive.boxes[usize::from(goal)] && !dive.fill(goal, cuts, control)? {
                    later.push(goal);
                }
            }
            left = later;
            if left.len() + root.boxes.len() == board.goals.len() {
                // A dive that comes to nothing takes no positions from the searches.
                for _ in 0..dive.moves {
                    control.count()?;
                }
                return Ok(Some(dive.pushes));
            }
            if left.len() == before || dive.work > MOST_WORK {
                break;
            }
        }
    }
    Ok(None)
}

impl Dive<'_> {
    /// Brings one of the nearest boxes to `goal`, by a move that may cut the floor up only where `cuts`.
    fn fill(&mut self, goal: u16, cuts: bool, control: &mut SearchControl<'_>) -> Limited<bool> {
        let board = self.board;
        control.check()?;
        self.work += board.size();
        if self.work > MOST_WORK {
            return Ok(false);
        }
        let steps =
            steps_from(board.size(), &[goal], |square, direction| board.floor_beside(square, direction));
        let is_away = |&square: &u16| self.boxes[usize::from(square)] && !board.is_goal[usize::from(square)];
        let mut candidates: Vec<u16> = (0..board.wall()).filter(is_away).collect();
        candidates.sort_by_key(|&square| steps[usize::from(square)]);
        self.region.flood(&self.boxes, self.player);
        let regions = self.other.count_regions(&self.boxes);
        for &from in candidates.iter().take(MOST_TRIES) {
            control.check()?;
            self.work += board.size();
            let (is_box, region) = (&self.boxes, Some(&self.region));
            let position = MacroPosition { board, is_box, region, regions };
            let is_live = |to, direction| board.box_state_after(to, direction) != DEAD;
            let mut moves = self.generator.moves(position, MoveKind::Push, from, 15, is_live);
            let Some(step) = moves.find(|step| step.to == goal && (cuts || step.regions <= regions)) else {
                continue;
            };
            drop(moves);
            unfold(board, &mut self.boxes, self.player, from, goal, step.player, &mut self.pushes);
            self.player = step.player;
            self.moves += 1;
            return Ok(true);
        }
        Ok(false)
    }
}

/// Returns the goals in the order in which they can be filled: turned around, each box can be pulled off its goal once
/// those before it are gone. Goals to which that does not apply come first.
fn filling_order(board: &Board) -> Vec<u16> {
    let mut boxes = board.boxes_on(&board.goals);
    let mut left = board.goals.clone();
    let mut removed = Vec::new();
    remove_free(&mut left, |&goal| {
        let is_free = |square: u16| square != board.wall() && !boxes[usize::from(square)];
        let can_leave = (0..4).any(|direction| {
            let next = board.neighbour(goal, direction);
            is_free(next) && is_free(board.neighbour(next, direction))
        });
        if can_leave {
            boxes.take(goal);
            removed.push(goal);
        }
        can_leave
    });
    left.extend(removed.into_iter().rev());
    left
}
