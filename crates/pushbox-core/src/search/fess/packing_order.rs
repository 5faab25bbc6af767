//! The search for a packing order: a feature space search over macro pulls, in reverse from all goals filled.
//!
//! A box that is pulled far enough, to a start square (where a box stood at the root), is home. It leaves the board
//! together with that square, which only makes the search easier, so that it ends soon (the base trick of Festival;
//! Shoham 2020). A start square counts only if boxes can be exchanged between it and the others (but see
//! [`RemovalOrder::AnyStart`]), and only while the other start squares could supply the other boxes. Else the plan
//! would count on boxes that cannot come. If no box can leave the board, one is parked on a square from which it can be
//! pulled on. The line in reverse is the plan.

use super::super::root_position::RootPosition;
use super::cells::{FeatureCells, WeightedMove};
use super::macro_moves::{MacroMove, MacroMoveGenerator, MacroPosition, MoveKind};
use super::origin::{Origin, Positions};
use super::rooms::Links;
use super::start_squares::StartSquares;
use crate::board::{Board, BoxTable, single_box_distances};
use crate::flood::NEVER;
use crate::limit::{Limited, SearchControl};
use crate::region::Region;
use crate::search::perimeter::PositionRef;
use crate::search::position_store::NO_PARENT;
use crate::zobrist::Zobrist;

/// The most positions to expand, and the most work, in squares for every box.
const MOST_NODES: usize = 3000;
const MOST_WORK: usize = 30_000_000;
/// The weight of taking a box off the board that cannot be pulled home, where nothing else is possible.
const FORCED: u16 = 40;

/// The order in which boxes are taken off the board when there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RemovalOrder {
    /// One after which the boxes cut the floor into the fewest regions; of those the one that goes farthest. Every other
    /// turn belongs to the best cell.
    Farthest,
    /// The one after which the player can reach most. All cells have the same share.
    Opening,
    /// As `Farthest`, where every start counts as home, whether or not boxes can be exchanged between it and others.
    AnyStart,
}

pub(super) struct PackingOrderSearch<'f> {
    board: &'f Board,
    removal_order: RemovalOrder,
    starts: Vec<u16>,
    start_squares: StartSquares,
    links: Links,
    /// The pushes from every square to all goals together.
    distance: Vec<i64>,
    positions: Positions,
    zobrist: Zobrist,
    untried: FeatureCells,
    data: Vec<NodeData>,
    /// The node with the fewest boxes, and how many it has.
    best: Option<(usize, u32)>,
    generator: MacroMoveGenerator,
    region: Region,
    other: Region,
    is_box: BoxTable,
}

/// The data of a node beside its position.
struct NodeData {
    /// The starts that no box has been pulled to.
    starts: Vec<u16>,
    /// Boxes that can be taken off, and the starts that they take.
    homes: Vec<(u16, u16)>,
}

impl<'f> PackingOrderSearch<'f> {
    /// Creates a search for the boxes of `root`.
    pub(super) fn new(
        root: &'f RootPosition,
        removal_order: RemovalOrder,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let (board, starts) = (&root.board, &root.boxes);
        let n = board.size();
        control.budget.take(3 * starts.len() * n + 64 * n)?;
        let mut distance = vec![0; n];
        for &goal in &board.goals {
            control.check()?;
            for (sum, pushes) in distance.iter_mut().zip(single_box_distances::pushes_to(board, &[goal])) {
                *sum += if pushes == NEVER { 0 } else { i64::from(pushes) };
            }
        }
        Ok(Self {
            board,
            removal_order,
            starts: starts.to_vec(),
            start_squares: StartSquares::new(root, control)?,
            links: Links::new(board),
            distance,
            positions: Positions::new(board.piece_words(), control)?,
            zobrist: Zobrist::new(n),
            untried: FeatureCells::new(false),
            data: Vec::new(),
            best: None,
            generator: MacroMoveGenerator::new(board),
            region: Region::new(board),
            other: Region::new(board),
            is_box: board.no_boxes(),
        })
    }

    /// Returns the moves that take most boxes off the board; those taken off go to [`Board::wall`]. The number is that of
    /// the boxes that are left, or taken off though they cannot be pulled home.
    pub(super) fn line(mut self, control: &mut SearchControl<'_>) -> Limited<(Vec<Origin>, usize)> {
        let board = self.board;
        let mut set = board.filled_goals();
        let mut roots = Vec::new();
        self.other.each(&board.boxes_on(&board.goals), |least, _| roots.push(least));
        for root in roots {
            let origin = Origin { parent: NO_PARENT, from: 0, to: 0, stand: root, player: root };
            self.add(&set, self.starts.clone(), origin, 0, control)?;
        }
        let work = board.size() * (1 + self.starts.len());
        let most = MOST_NODES.min(MOST_WORK / work).max(2 * board.goals.len());
        for turn in 0..most {
            let is_turn_of_best = self.removal_order != RemovalOrder::Opening && turn % 2 == 1;
            let Some((node, weight, next)) = self.untried.take(is_turn_of_best, control) else { break };
            control.check()?;
            set.copy_from_slice(self.positions.pieces(node));
            let class = board.class_at(&set, next.from);
            board.flip_piece(&mut set, next.from, class);
            let mut starts = self.data[node as usize].starts.clone();
            if next.to == board.wall() {
                let homes = &self.data[node as usize].homes;
                let home = homes.iter().find(|&&(from, _)| from == next.from).map(|&(_, home)| home);
                let is_of_class = |&start: &u16| self.start_squares.class(start) == class;
                let home = home.or_else(|| starts.iter().copied().find(is_of_class));
                starts.retain(|&start| Some(start) != home);
            } else {
                board.flip_piece(&mut set, next.to, class);
            }
            let origin = Origin { parent: node, from: next.from, to: next.to, stand: next.player, player: 0 };
            self.add(&set, starts, origin, weight, control)?;
            if self.best.is_some_and(|(left, _)| left == 0) {
                break;
            }
        }
        let Some((left, node)) = self.best else { return Ok((Vec::new(), board.goals.len())) };
        let line = self.positions.line(node, |origin| origin.parent);
        let line: Vec<Origin> = line.into_iter().map(|node| self.positions[node]).collect();
        let forced = line.iter().filter(|origin| {
            let homes = &self.data[origin.parent as usize].homes;
            origin.to == board.wall() && homes.iter().all(|&(from, _)| from != origin.from)
        });
        let faults = left + forced.count();
        Ok((line, faults))
    }

    /// Adds a position and lists its moves.
    fn add(
        &mut self,
        set: &[u64],
        starts: Vec<u16>,
        mut origin: Origin,
        weight: u32,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let board = self.board;
        let boxes: Vec<u16> = board.squares_of(set).collect();
        self.is_box = board.boxes_on(&boxes);
        origin.player = self.region.flood(&self.is_box, origin.stand);
        let key = self.zobrist.position(board, set, origin.player);
        if self.positions.find_position(PositionRef { key, boxes: set, player: origin.player }).is_some() {
            return Ok(());
        }
        let id = self.positions.add(key, origin, &[set], control)?;
        control.budget.take(size_of::<NodeData>() + 2 * starts.len() + 4 * boxes.len())?;
        if self.best.is_none_or(|(left, _)| boxes.len() < left) {
            self.best = Some((boxes.len(), id));
        }
        let regions = self.other.count_regions(&self.is_box);
        let rooms = self.links.broken(board, set);
        let mut moves = Vec::new();
        let homes = self.list_removals(&boxes, set, &starts, regions, &mut moves, control)?;
        if moves.is_empty() {
            self.list_parkings(&boxes, set, regions, rooms, &mut moves, control)?;
        }
        let on_goals = boxes.iter().filter(|&&square| board.is_goal[usize::from(square)]).count() as u64;
        let own = (boxes.len() as u64) << 48 | u64::from(regions) << 32 | on_goals << 16 | u64::from(rooms);
        // A node belongs to the best cell on the line to it.
        let cell = match origin.parent {
            NO_PARENT => own,
            parent => own.min(self.untried.cell(parent)),
        };
        self.data.push(NodeData { starts, homes });
        self.untried.add(cell, weight, &mut moves, control)
    }

    /// Lists the boxes that can be taken off the board, parked ones first, and returns the start squares that they take.
    ///
    /// A box may be pulled to a start of another class, if boxes can be exchanged between that and one of its own.
    fn list_removals(
        &mut self,
        boxes: &[u16],
        set: &[u64],
        starts: &[u16],
        regions: u16,
        moves: &mut Vec<WeightedMove>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Vec<(u16, u16)>> {
        let board = self.board;
        let mut homes: Vec<(u16, u16)> = Vec::new();
        let mut far = Vec::new();
        let is_any_home = self.removal_order == RemovalOrder::AnyStart;
        let is_home = match is_any_home {
            true => board.table_of(starts),
            false => self.start_squares.exchange(board, &self.is_box, starts, control)?,
        };
        let is_out_of_reach = |start: &u16| is_home[usize::from(*start)] && !self.region.contains(*start);
        if !is_any_home && starts.iter().any(is_out_of_reach) {
            return Ok(homes);
        }
        let (is_box, region) = (&self.is_box, Some(&self.region));
        let position = MacroPosition { board, is_box, region, regions };
        let with_class: Vec<(u16, u16)> =
            boxes.iter().map(|&square| (square, board.class_at(set, square))).collect();
        let supply = self.start_squares.supply(starts, &with_class);
        for (number, &(square, class)) in with_class.iter().enumerate() {
            control.check()?;
            let pulls = self.generator.moves(position, MoveKind::Pull, square, 15, |_, _| true);
            let mut homeward: Vec<MacroMove> = pulls.filter(|step| is_home[usize::from(step.to)]).collect();
            homeward.sort_by_key(|step| !self.start_squares.is_far(step.to, square));
            let is_of_class = |start: u16| self.start_squares.class(start) == class;
            let taken = |step: &MacroMove| match is_of_class(step.to) {
                true => Some(step.to),
                false => {
                    starts.iter().copied().find(|&start| is_home[usize::from(start)] && is_of_class(start))
                }
            };
            let mut refused = None;
            let step = homeward.into_iter().find_map(|step| {
                let taken = taken(&step).filter(|&start| refused != Some(start))?;
                if supply
                    .as_ref()
                    .is_some_and(|supply| !self.start_squares.can_supply_rest(supply, number, taken))
                {
                    refused = Some(taken);
                    return None;
                }
                Some((step, taken))
            });
            let Some((step, taken)) = step else { continue };
            let value = match self.removal_order {
                RemovalOrder::Farthest | RemovalOrder::AnyStart => {
                    let walk = self.start_squares.walk(step.to, square);
                    u64::from(step.regions) << 16 | u64::from(u16::MAX - walk)
                }
                RemovalOrder::Opening => u64::from(u16::MAX - step.reach) << 16 | u64::from(step.length),
            };
            let is_goal = u64::from(board.is_goal[usize::from(square)]);
            let rank = is_goal << 63 | u64::from(self.is_hole(square)) << 62 | value;
            moves.push(WeightedMove { from: square, to: board.wall(), player: step.player, weight: 1, rank });
            homes.push((square, taken));
            if self.start_squares.is_far(step.to, square) {
                far.push(square);
            }
        }
        if !far.is_empty() {
            moves.retain(|step| far.contains(&step.from));
        }
        if let Some(first) = moves.iter_mut().min_by_key(|step| step.rank) {
            first.weight = 0;
        }
        Ok(homes)
    }

    /// Returns whether `square` lies between three walls: a box that is pulled out of it is hard to get back in.
    fn is_hole(&self, square: u16) -> bool {
        let neighbours = self.board.neighbours(square);
        neighbours.iter().filter(|&&next| next == self.board.wall()).count() == 3
    }

    /// Lists everything that can be done with a box that stays on the board.
    fn list_parkings(
        &mut self,
        boxes: &[u16],
        set: &[u64],
        regions: u16,
        rooms: u16,
        moves: &mut Vec<WeightedMove>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let board = self.board;
        let (is_box, region) = (&self.is_box, Some(&self.region));
        let position = MacroPosition { board, is_box, region, regions };
        let mut steps: Vec<MacroMove> = Vec::new();
        for &square in boxes {
            control.check()?;
            let class = usize::from(board.class_at(set, square));
            let can_leave = |to: u16, _| self.start_squares.can_leave[class][usize::from(to)];
            steps.extend(self.generator.moves(position, MoveKind::Pull, square, 15, can_leave));
        }
        let is_goal = |square: u16| board.is_goal[usize::from(square)];
        let mut after = set.to_vec();
        let after_step = steps.iter().map(|step| {
            let gain = self.distance[usize::from(step.to)] - self.distance[usize::from(step.from)];
            board.shift_piece(&mut after, step.from, step.to);
            let rooms = self.links.broken(board, &after);
            board.shift_piece(&mut after, step.to, step.from);
            (rooms, gain)
        });
        let after_step: Vec<(u16, i64)> = after_step.collect();
        moves.extend(steps.iter().zip(&after_step).map(|(step, &(rooms, gain))| {
            let on_goals = 1 + u64::from(is_goal(step.to)) - u64::from(is_goal(step.from));
            let nearer = ((1i64 << 31) - gain) as u64;
            let rank = u64::from(step.regions.min(255)) << 56
                | on_goals << 48
                | u64::from(rooms.min(255)) << 40
                | nearer;
            WeightedMove::new(step, 1, rank)
        }));
        let mut advise = |is_gain: &dyn Fn(usize) -> bool, value: &dyn Fn(usize) -> u64| {
            let gains = (0..steps.len()).filter(|&index| is_gain(index));
            if let Some(best) = gains.min_by_key(|&index| (value(index), moves[index].rank)) {
                moves[best].weight = 0;
            }
        };
        // Out of a goal and far away, connectivity, rooms, explorer.
        let leaves_goal = |i: usize| {
            is_goal(steps[i].from)
                && steps[i].regions <= regions
                && after_step[i].0 <= rooms
                && after_step[i].1 > 0
        };
        advise(&leaves_goal, &|i| {
            u64::from(self.is_hole(steps[i].from)) << 62
                | u64::from(steps[i].regions) << 32
                | u64::from(after_step[i].0) << 16
                | u64::from(u16::MAX - steps[i].length)
        });
        advise(&|i| steps[i].regions < regions, &|_| 0);
        advise(&|i| after_step[i].0 < rooms, &|_| 0);
        let reach = self.region.count_latest() as u16;
        advise(&|i| steps[i].reach > reach, &|_| 0);
        let player = self.region.latest().next().unwrap_or(0);
        let to = board.wall();
        moves.extend(boxes.iter().map(|&from| WeightedMove { from, to, player, weight: FORCED, rank: 0 }));
        Ok(())
    }
}
