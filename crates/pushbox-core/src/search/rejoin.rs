//! The way from a position to one that is known to be winnable, such as one of a solution that play has left.
//!
//! The search expands the position nearest to a known one first: with the fewest boxes elsewhere, and of those the one
//! with the least left to do. So boxes that go another way, or at another time, than in a solution are followed along
//! it until they fit in.

use std::collections::HashSet;

use super::arena::Arena;
use super::lurd;
use super::open_list::OpenList;
use super::push_graph::{PushGraph, ROOT};
use super::root_position::{Prepared, RootPosition, prepare_puzzle};
use crate::board::BoxClass;
use crate::limit::{Limited, SearchControl};
use crate::puzzle::Puzzle;
use crate::region::Region;

/// A position of a puzzle that is known to be winnable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The cells of the boxes, each with its number.
    pub boxes: Vec<(usize, u32)>,
    /// A cell that the player walks to.
    pub player: usize,
    /// The distance from there to a solution, of which at most [`MOST_LEFT`] counts.
    pub left: u32,
}

/// Penalty for each box off the known line, relative to the remaining distance. At most one box per square can be off
/// it.
const ELSEWHERE: i32 = 1 << 14;

/// Upper limit of [`KnownPosition::left`] that the search uses.
pub const MOST_LEFT: u32 = ELSEWHERE as u32 - 1;

/// Returns the moves from a puzzle with one pusher to one of the `known` positions, or to a solved one. Returns `None`
/// if the search finds none within the limit.
pub fn rejoin(puzzle: &Puzzle, known: &[KnownPosition], control: &mut SearchControl<'_>) -> Option<String> {
    debug_assert_eq!(puzzle.pushers().len(), 1);
    find_way(puzzle, known, control).ok().flatten()
}

fn find_way(
    puzzle: &Puzzle,
    known: &[KnownPosition],
    control: &mut SearchControl<'_>,
) -> Limited<Option<String>> {
    if puzzle.is_solved() {
        return Ok(Some(String::new()));
    }
    let Prepared::Ready(root) = prepare_puzzle(puzzle, control)? else { return Ok(None) };
    // By square and known position: a table and two lists, and the boxes as pieces.
    control.budget.take(known.len() * (4 * root.board.size() + 8 * root.board.piece_words() + 64))?;
    let targets = Targets::new(puzzle, &root, known, control)?;
    let Ok(mut graph) = PushGraph::new(&root, control)? else { return Ok(None) };
    if targets.contain(&graph.arena, ROOT) {
        return Ok(Some(String::new()));
    }
    let mut open = OpenList::default();
    open.push((0, 0), ROOT, control)?;
    let (mut pushes, mut base) = (Vec::new(), Vec::new());
    while let Some((_, node)) = open.pop(control) {
        control.open = open.len();
        control.count()?;
        graph.expand(node, &mut pushes);
        targets.load(&graph.expanded.position.boxes, &mut base);
        for &push in &pushes {
            let Some(child) = graph.child(push, control)? else { continue };
            if graph.arena[child].bound == 0 || targets.contain(&graph.arena, child) {
                return Ok(Some(lurd::to_lurd(&root, &graph.arena.pushes_to(child))));
            }
            let far = targets.far(&base, push.square, graph.target(child));
            open.push((far, graph.arena[child].pushes), child, control)?;
        }
    }
    Ok(None)
}

/// The known positions, and the distance of other positions to each of them.
struct Targets {
    /// The boxes, as pieces, and the normalised player.
    positions: HashSet<(Vec<u64>, u16)>,
    /// How far a position without boxes is from each.
    empty: Vec<i32>,
    /// What a box on a square adds to that, by square.
    boxes: Vec<Vec<i32>>,
}

impl Targets {
    /// Creates the targets of those known positions that may be reached.
    fn new(
        puzzle: &Puzzle,
        root: &RootPosition,
        known: &[KnownPosition],
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let board = &root.board;
        let number = |class: &BoxClass| {
            puzzle.box_number(board.cells[usize::from(root.boxes[class.boxes.start])] as usize)
        };
        let numbers: Vec<u32> = root.classes.iter().map(number).collect();
        let mut targets =
            Self { positions: HashSet::new(), empty: Vec::new(), boxes: vec![Vec::new(); board.size()] };
        let mut region = Region::new(board);
        // Boxes that can never be moved again are off the board, as is what they cut off. A known position may have
        // other boxes there, even as many.
        let is_off = |cell: usize| board.squares[cell] == board.wall();
        let fixed =
            (0..puzzle.level().cells().len()).filter(|&cell| puzzle.level().is_box(cell) && is_off(cell));
        let fixed: HashSet<(usize, u32)> = fixed.map(|cell| (cell, puzzle.box_number(cell))).collect();
        for position in known {
            control.check()?;
            let (off, movable): (Vec<_>, Vec<_>) =
                position.boxes.iter().partition(|&&(cell, _)| is_off(cell));
            if off.len() != fixed.len() || !off.iter().all(|&one| fixed.contains(one)) {
                continue;
            }
            let classed = movable.iter().map(|&&(cell, number)| {
                let class = numbers.iter().position(|&other| other == number)?;
                Some((board.squares[cell], class as u16))
            });
            let Some(boxes) = classed.collect::<Option<Vec<(u16, u16)>>>() else { continue };
            let player = board.squares[position.player];
            let can_stand = |&(square, _): &(u16, u16)| board.is_live[usize::from(square)];
            if boxes.len() != root.boxes.len() || !boxes.iter().all(can_stand) || player == board.wall() {
                continue;
            }
            let squares: Vec<u16> = boxes.iter().map(|&(square, _)| square).collect();
            let table = board.boxes_on(&squares);
            targets.positions.insert((board.pieces_of(boxes), region.flood(&table, player)));
            targets.empty.push(position.left.min(MOST_LEFT) as i32 + ELSEWHERE * squares.len() as i32);
            for (square, column) in targets.boxes.iter_mut().enumerate() {
                column.push(if table[square] { -ELSEWHERE } else { ELSEWHERE });
            }
        }
        Ok(targets)
    }

    fn contain(&self, arena: &Arena, node: u32) -> bool {
        self.positions.contains(&(arena.pieces(node).to_vec(), arena[node].player))
    }

    /// Computes how far the position with these boxes is from each.
    fn load(&self, boxes: &[u16], base: &mut Vec<i32>) {
        base.clone_from(&self.empty);
        for &square in boxes {
            let column = &self.boxes[usize::from(square)];
            base.iter_mut().zip(column).for_each(|(far, more)| *far += more);
        }
    }

    /// Returns how far it is to the nearest once the box on one square of that position is on another.
    fn far(&self, base: &[i32], from: u16, to: u16) -> i32 {
        let (from, to) = (&self.boxes[usize::from(from)], &self.boxes[usize::from(to)]);
        let far = base.iter().zip(from).zip(to).map(|((&far, less), more)| far - less + more);
        far.min().unwrap_or(0)
    }
}
