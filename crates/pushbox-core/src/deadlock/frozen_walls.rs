//! Frozen walls: boxes that are frozen on goals are walls for good, and may cut the floor up so that other boxes cannot
//! be brought to goals any more.
//!
//! The detector makes a board with these walls. On it the player may be unable to walk round a box, and squares die.
//! More boxes freeze then; those become walls too, again and again. A box out of the player's reach stays where it is.
//! The other boxes must have an assignment to the goals that are left. The boards are cached, as the same boxes are
//! frozen in many positions.

use super::Detector;
use super::freeze::FreezeDetector;
use super::position_view::PositionView;
use crate::board::{Board, DEAD};
use crate::bound::goal_assignment::GoalAssignment;
use crate::bounded_cache::BoundedCache;
use crate::limit::{Limited, SearchControl};

/// The most bytes of boards in the cache when memory is not limited.
const MAX_BYTES: usize = 32 << 20;

/// The detector, and the boards that it has cached.
pub(crate) struct FrozenWalls {
    /// By walls, a board for each region of the player.
    cache: BoundedCache<Vec<WalledBoard>>,
}

/// A board with frozen walls, as far as the player can get, and its detectors.
struct WalledBoard {
    board: Board,
    freeze: FreezeDetector,
    assignment: GoalAssignment,
}

impl FrozenWalls {
    /// Creates a detector, and takes the memory of its cache from the budget.
    pub(crate) fn new(control: &mut SearchControl<'_>) -> Limited<Self> {
        let max_bytes = MAX_BYTES.min(control.budget.free() / 8);
        control.budget.take(max_bytes)?;
        Ok(Self { cache: BoundedCache::new(max_bytes) })
    }

    /// Returns the board around `player` with `walls`.
    fn walled_board(
        &mut self,
        board: &Board,
        boxes: usize,
        walls: &[u16],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Limited<&mut WalledBoard> {
        let cell = board.cells[usize::from(player)] as usize;
        let holds_player = |walled: &WalledBoard| walled.board.squares[cell] != walled.board.wall();
        if !self.cache.get_mut(walls).is_some_and(|boards| boards.iter().any(holds_player)) {
            control.check()?;
            let used = control.budget.used();
            let board = board.walled(walls, player);
            let moving = boxes - walls.len();
            let assignment = GoalAssignment::new(&board, moving.min(board.goals.len()), control)?;
            let freeze = FreezeDetector::new(&board);
            control.budget.reset(used);
            let bytes =
                2 * board.squares.len() + (64 + 2 * board.goals.len()) * (board.size() + board.box_states);
            self.cache.grow(walls, bytes).push(WalledBoard { board, freeze, assignment });
        }
        let boards = self.cache.get_mut(walls).expect("made above");
        Ok(boards.iter_mut().find(|walled| holds_player(walled)).expect("made above"))
    }
}

impl Detector for FrozenWalls {
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool> {
        let PositionView { board, boxes, player, .. } = *view;
        let mut walls = view.frozen().to_vec();
        if walls.is_empty() {
            return Ok(false);
        }
        if walls.iter().any(|&square| !view.is_home(square)) {
            return Ok(true);
        }
        loop {
            let walled = self.walled_board(board, boxes.len(), &walls, player, control)?;
            let renumbered = |square: u16| walled.board.squares[board.cells[usize::from(square)] as usize];
            let walled_player = renumbered(player);
            let mut moving = Vec::with_capacity(boxes.len());
            let mut box_states = Vec::with_capacity(boxes.len());
            let mut classes = Vec::with_capacity(boxes.len());
            let mut is_box = vec![false; walled.board.size()];
            let mut more = Vec::new();
            for (&square, &class) in boxes.iter().zip(view.classes) {
                if walls.binary_search(&square).is_ok() {
                    continue;
                }
                let walled_square = renumbered(square);
                if walled_square == walled.board.wall() {
                    if !view.is_home(square) {
                        return Ok(true);
                    }
                    more.push(square);
                    continue;
                }
                let box_state = walled.board.box_state(walled_square, walled_player);
                if box_state == DEAD {
                    return Ok(true);
                }
                is_box[usize::from(walled_square)] = true;
                moving.push(walled_square);
                classes.push(class);
                box_states.push(box_state);
            }
            let cells = &walled.board.cells;
            for &square in walled.freeze.all(&walled.board, &is_box, &moving) {
                let square = board.squares[cells[usize::from(square)] as usize];
                if !view.is_home(square) {
                    return Ok(true);
                }
                more.push(square);
            }
            if more.is_empty() {
                return Ok(moving.len() > walled.board.goals.len()
                    || walled.assignment.is_missing(&walled.board, &box_states, &classes, &[], control)?);
            }
            walls.append(&mut more);
            walls.sort_unstable();
        }
    }
}
