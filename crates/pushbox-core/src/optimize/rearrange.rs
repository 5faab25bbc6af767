//! Rearrangement (from the optimizer YASO): the same pushes in another order. A run of pushes of one box moves before
//! or after other runs, over any distance, so that the player turns to boxes less often and walks less.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::line::LinePosition;
use super::window_search::OptimizerState;
use crate::board::{Board, BoxTable};
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::search::astar::metric_order::{Cost, Metric, PriorStep};
use crate::search::astar::walks::Walks;

/// A push on the line: its offset, and the number of its box.
struct LinePush {
    push: Push,
    number: usize,
    /// The number of steps of the line up to it, itself included.
    after: usize,
}

/// The state of a replay.
#[derive(Clone)]
struct ReplayState {
    is_box: BoxTable,
    player: u16,
    before: PriorStep,
}

/// The comparison of a new order with the old one.
struct ReorderTrial<'t> {
    board: &'t Board,
    /// The least cost of a push, its step included.
    least: Cost,
    below: Cost,
    /// Where the player has to end after the last push, if that matters.
    end: Option<u16>,
}

/// Tries other orders in which a run goes past up to `horizon` others. True when the line is better now.
pub(crate) async fn rearrange(
    state: &mut OptimizerState<'_>,
    horizon: usize,
    control: &mut SearchControl<'_>,
) -> Limited<bool> {
    let mut hasher = DefaultHasher::new();
    (horizon, &state.line.letters).hash(&mut hasher);
    if !state.failed.insert(hasher.finish()) {
        return Ok(false);
    }
    let level = state.level;
    let wall: Vec<bool> = (0..level.cells().len()).map(|cell| level.is_wall(cell)).collect();
    let used = control.budget.used();
    let board = Board::new(level, &wall, &[level.player()], |_| true, control)?;
    control.budget.take(Walks::bytes(board.size(), state.order))?;
    let mut walks = Walks::new(&board, state.order);
    let mut is_better = false;
    for index in 0..state.segments.len() {
        is_better |= segment(state, index, horizon, &board, &mut walks, control).await?;
    }
    control.budget.reset(used);
    Ok(is_better)
}

async fn segment(
    state: &mut OptimizerState<'_>,
    index: usize,
    horizon: usize,
    board: &Board,
    walks: &mut Walks<Cost>,
    control: &mut SearchControl<'_>,
) -> Limited<bool> {
    let mut is_better = false;
    let mut first = 0;
    'line: loop {
        let (mut play, begin, pushes, end) = read(state, index, board);
        let runs = runs(&pushes);
        let mut at = 0;
        for (number, &run) in runs.iter().enumerate() {
            while at < run {
                let line_push = &pushes[at];
                play.after(board, line_push.push);
                at += 1;
            }
            if run < first {
                continue;
            }
            let offset = if run == 0 { begin } else { pushes[run - 1].after };
            for other in number + 1..runs.len().min(number + 1 + horizon) {
                let (from, to) = (runs[other], runs.get(other + 1).copied().unwrap_or(pushes.len()));
                let behind = runs[number + 1];
                let close = (to + 1).min(pushes.len());
                let last = if to < pushes.len() { pushes[to].after } else { end.0 };
                let trial = ReorderTrial {
                    board,
                    least: state.order.weight(Metric::Pushes) + state.order.weight(Metric::Moves),
                    below: state.line.cost_of(offset, last),
                    end: if to < pushes.len() { None } else { end.1 },
                };
                let mut orders = vec![[from..to, run..from, to..close]];
                if other > number + 1 {
                    orders.push([behind..to, run..behind, to..close]);
                }
                if run > 0 && pushes[run - 1].number == pushes[from].number {
                    let is_turn = |&cut: &usize| pushes[cut].push.direction != pushes[cut - 1].push.direction;
                    orders
                        .extend((from + 1..to).filter(is_turn).map(|cut| [from..cut, run..from, cut..close]));
                }
                for order in orders {
                    control.pause().await?;
                    let pushes = order.into_iter().flatten().map(|index| pushes[index].push);
                    let letters = trial.letters(pushes, close - run, &play, walks, control)?;
                    if letters.is_some_and(|letters| state.take(offset..last, &letters, control)) {
                        is_better = true;
                        first = run;
                        continue 'line;
                    }
                }
            }
        }
        return Ok(is_better);
    }
}

/// Returns the position at the begin of a segment, its offset, the pushes in it, and the offset of its end with the
/// square where the player has to end, if that matters.
fn read(
    state: &OptimizerState<'_>,
    index: usize,
    board: &Board,
) -> (ReplayState, usize, Vec<LinePush>, (usize, Option<u16>)) {
    let cuts = &state.segments[index];
    let (begin, end) = (cuts[0], cuts[cuts.len() - 1]);
    let mut point = LinePosition::new(state.level);
    point.play(&state.line.letters[..begin]);
    let square = |cell: usize| board.squares[cell];
    let boxes = point.boxes.iter().map(|&cell| square(cell as usize));
    let is_box = board.boxes_on(boxes.filter(|&square| square != board.wall()));
    let play = ReplayState { is_box, player: square(point.level.player()), before: point.before(square) };
    let mut pushes = Vec::new();
    for (offset, &letter) in state.line.letters[..end].iter().enumerate().skip(begin) {
        if let Some(number) = point.step(letter) {
            let direction = point.heading.unwrap_or(0) as u8;
            let push = Push { square: square(point.level.player()), direction };
            pushes.push(LinePush { push, number, after: offset + 1 });
        }
    }
    let is_free = end == state.line.letters.len() && !state.keeps_end;
    (play, begin, pushes, (end, (!is_free).then(|| square(point.level.player()))))
}

/// Returns where the runs of pushes of one box begin.
fn runs(pushes: &[LinePush]) -> Vec<usize> {
    (0..pushes.len()).filter(|&at| at == 0 || pushes[at].number != pushes[at - 1].number).collect()
}

impl ReplayState {
    fn after(&mut self, board: &Board, push: Push) {
        self.is_box.shift(push.square, board.target(push));
        self.player = push.square;
        self.before = PriorStep::of(board, push);
    }
}

impl ReorderTrial<'_> {
    /// Returns the letters of `pushes`, of which there are `left`, if they can be played in this order and cost less.
    fn letters(
        &self,
        pushes: impl Iterator<Item = Push>,
        mut left: usize,
        play: &ReplayState,
        walks: &mut Walks<Cost>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<Vec<u8>>> {
        let board = self.board;
        let mut play = play.clone();
        let (mut cost, mut letters) = (0, Vec::new());
        for push in pushes {
            let (pusher, target) = board.ends(push);
            let is_free = target != board.wall() && !play.is_box[usize::from(target)];
            if !is_free || !play.is_box[usize::from(push.square)] || pusher == board.wall() {
                return Ok(None);
            }
            control.count()?;
            walks.find(board, &play.is_box, play.player, play.before);
            if !walks.reaches(pusher) {
                return Ok(None);
            }
            cost += walks.cost_and_push(board, push);
            left -= 1;
            if cost + left as Cost * self.least >= self.below {
                return Ok(None);
            }
            walks.write_push(board, push, &mut letters);
            play.after(board, push);
        }
        if let Some(end) = self.end {
            walks.find(board, &play.is_box, play.player, play.before);
            if !walks.reaches(end) {
                return Ok(None);
            }
            walks.write(board, end, None, &mut letters);
        }
        Ok(Some(letters))
    }
}
