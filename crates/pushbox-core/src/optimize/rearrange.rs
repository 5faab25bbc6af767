//! Rearrangement (from the optimizer YASO): the same pushes in another order. A run of pushes of one box is put before
//! or after other runs, over any distance, so that boxes are turned to less often and the player walks less.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::line::Point;
use super::order::{Cost, Metric, Prices};
use super::walks::Walks;
use super::window::Work;
use crate::board::{LETTERS, opposite};
use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;

/// A push on the line: where it stands, and which box it moves.
struct Shove {
    push: Push,
    number: usize,
    /// Steps of the line after it.
    after: usize,
}

/// A position that is played on.
#[derive(Clone)]
struct Play {
    is_box: Vec<bool>,
    player: u16,
    heading: Option<usize>,
    is_push: bool,
    last_box: Option<u16>,
}

/// How a new order is held against the old one.
struct Trial<'t> {
    field: &'t Field,
    prices: Prices,
    /// What a push costs at least, its step included.
    least: Cost,
    below: Cost,
    /// Where the player has to end after the last push, if that matters.
    end: Option<u16>,
}

/// Tries other orders in which a run goes past up to `horizon` others. True when the line is better now.
pub(crate) fn rearrange(
    work: &mut Work<'_>,
    horizon: usize,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let mut hasher = DefaultHasher::new();
    (horizon, &work.line.letters).hash(&mut hasher);
    if !work.failed.insert(hasher.finish()) {
        return Ok(false);
    }
    let level = work.level;
    let wall: Vec<bool> = (0..level.cells().len()).map(|cell| level.is_wall(cell)).collect();
    let used = control.budget.used();
    let field = Field::new(level, &wall, &[level.player()], control)?;
    control.budget.take(Walks::bytes(field.near.len(), work.order))?;
    let mut walks = Walks::new(&field, work.order);
    let mut is_better = false;
    for index in 0..work.stretches.len() {
        is_better |= stretch(work, index, horizon, &field, &mut walks, control)?;
    }
    control.budget.reset(used);
    Ok(is_better)
}

fn stretch(
    work: &mut Work<'_>,
    index: usize,
    horizon: usize,
    field: &Field,
    walks: &mut Walks,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let mut is_better = false;
    let mut first = 0;
    'line: loop {
        let (mut play, begin, shoves, end) = read(work, index, field);
        let runs = runs(&shoves);
        let mut at = 0;
        for (number, &run) in runs.iter().enumerate() {
            while at < run {
                let shove = &shoves[at];
                play.after(field, shove.push);
                at += 1;
            }
            if run < first {
                continue;
            }
            let offset = if run == 0 { begin } else { shoves[run - 1].after };
            for other in number + 1..runs.len().min(number + 1 + horizon) {
                let (from, to) = (runs[other], runs.get(other + 1).copied().unwrap_or(shoves.len()));
                let behind = runs[number + 1];
                let close = (to + 1).min(shoves.len());
                let last = if to < shoves.len() { shoves[to].after } else { end.0 };
                let trial = Trial {
                    field,
                    prices: Prices::new(work.order),
                    least: work.order.weight(Metric::Pushes) + work.order.weight(Metric::Moves),
                    below: work.line.cost_of(offset, last),
                    end: if to < shoves.len() { None } else { end.1 },
                };
                let mut orders = vec![[from..to, run..from, to..close]];
                if other > number + 1 {
                    orders.push([behind..to, run..behind, to..close]);
                }
                if run > 0 && shoves[run - 1].number == shoves[from].number {
                    let is_turn = |&cut: &usize| shoves[cut].push.direction != shoves[cut - 1].push.direction;
                    orders
                        .extend((from + 1..to).filter(is_turn).map(|cut| [from..cut, run..from, cut..close]));
                }
                for order in orders {
                    let pushes = order.into_iter().flatten().map(|index| shoves[index].push);
                    if let Some(letters) = trial.letters(pushes, close - run, &play, walks, control)?
                        && work.take(offset..last, &letters)
                    {
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

/// The position at the begin of a stretch, its offset, the pushes in it, and the offset of its end with the square
/// where the player has to be there, if that matters.
fn read(work: &Work<'_>, index: usize, field: &Field) -> (Play, usize, Vec<Shove>, (usize, Option<u16>)) {
    let cuts = &work.stretches[index].cuts;
    let (begin, end) = (cuts[0], cuts[cuts.len() - 1]);
    let mut point = Point::new(work.level);
    point.play(&work.line.letters[..begin]);
    let square = |cell: usize| field.squares[cell];
    let mut is_box = vec![false; field.near.len()];
    for &cell in &point.boxes {
        is_box[usize::from(square(cell as usize))] = true;
    }
    // Boxes that are out of reach stand where there are no squares.
    is_box[usize::from(field.wall())] = false;
    let play = Play {
        is_box,
        player: square(point.level.player()),
        heading: point.heading,
        is_push: point.is_push,
        last_box: point.last_box.map(square),
    };
    let mut shoves = Vec::new();
    for (offset, &letter) in work.line.letters[..end].iter().enumerate().skip(begin) {
        if let Some(number) = point.step(letter) {
            let direction = point.heading.unwrap_or(0) as u8;
            let push = Push { square: square(point.level.player()), direction };
            shoves.push(Shove { push, number, after: offset + 1 });
        }
    }
    let is_free = end == work.line.letters.len() && !work.keeps_end;
    (play, begin, shoves, (end, (!is_free).then(|| square(point.level.player()))))
}

/// Where the runs of pushes of one box begin.
fn runs(shoves: &[Shove]) -> Vec<usize> {
    (0..shoves.len()).filter(|&at| at == 0 || shoves[at].number != shoves[at - 1].number).collect()
}

impl Play {
    fn after(&mut self, field: &Field, push: Push) {
        let direction = usize::from(push.direction);
        let target = field.near[usize::from(push.square)][direction];
        self.is_box[usize::from(push.square)] = false;
        self.is_box[usize::from(target)] = true;
        self.player = push.square;
        self.heading = Some(direction);
        self.is_push = true;
        self.last_box = Some(target);
    }
}

impl Trial<'_> {
    /// The letters of `pushes`, of which there are `left`, if they can be played in this order and cost less.
    fn letters(
        &self,
        pushes: impl Iterator<Item = Push>,
        mut left: usize,
        play: &Play,
        walks: &mut Walks,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Vec<u8>>, LimitKind> {
        let field = self.field;
        let mut play = play.clone();
        let (mut cost, mut letters) = (0, Vec::new());
        for push in pushes {
            let towards = usize::from(push.direction);
            let near = field.near[usize::from(push.square)];
            let (target, pusher) = (near[towards], near[opposite(towards)]);
            let is_free = target != field.wall() && !play.is_box[usize::from(target)];
            if !is_free || !play.is_box[usize::from(push.square)] || pusher == field.wall() {
                return Ok(None);
            }
            control.count()?;
            walks.find(field, &play.is_box, play.player, play.heading);
            if !walks.reaches(pusher) {
                return Ok(None);
            }
            let goes_on = play.is_push && pusher == play.player;
            let is_straight = play.heading == Some(towards);
            cost += walks.cost_and_step(pusher, towards, play.heading)
                + self.prices.push(goes_on, is_straight, play.last_box == Some(push.square));
            left -= 1;
            if cost + left as Cost * self.least >= self.below {
                return Ok(None);
            }
            walks.write(field, pusher, Some(towards), &mut letters);
            letters.push(LETTERS[towards].to_ascii_uppercase());
            play.after(field, push);
        }
        if let Some(end) = self.end {
            walks.find(field, &play.is_box, play.player, play.heading);
            if !walks.reaches(end) {
                return Ok(None);
            }
            walks.write(field, end, None, &mut letters);
        }
        Ok(Some(letters))
    }
}
