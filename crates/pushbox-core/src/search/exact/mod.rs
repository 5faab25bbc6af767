//! The exact search: the best solution by an objective, with the proof that it is; of Sokoban, Sokoban Plus and Multiban.
//!
//! A* (Hart, Nilsson and Raphael 1968): positions are expanded by the least sum of what they have cost and what they
//! will cost at least, and the first solution whose turn it is has a proof. After a head start weighted A* (Pohl 1970)
//! takes some turns on the same positions: it dives for solutions, each better than the one before, and what cannot
//! beat the best one known is left out.
//!
//! No proof rests on the bounds being consistent: a position is opened again when a better way to it turns up.

mod boxes;
mod line;
mod motion;
mod store;

use crate::objective::{Count, Objective, Rank};
pub use line::Line;

use super::arena::NO_PARENT;
use super::open_list::OpenList;
use super::position_table::PositionTable;
use crate::bound::Bound;
use crate::bound::moves::MoveBound;
use crate::deadlock::freeze::{Freeze, Frost};
use crate::deadlock::pairs::Pairs;
use crate::field::{DEAD, Start};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::zobrist::Zobrist;
use boxes::{Boxes, ends};
use motion::{Motion, Try};
use store::{Node, Store};

/// Of so many turns the dive has one.
const DIVE_TURN: u64 = 4;
/// How much the bound counts against what has been spent, when diving.
const GREED: u64 = 4;

/// How an exact search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Nothing is better than the best solution known.
    Proven,
    /// A solution, where any will do.
    Found,
    /// There is no solution.
    Exhausted,
    /// The positions asked for have been expanded.
    Paused,
}

/// An exact search; it can be paused, and told of solutions from elsewhere.
pub(crate) struct Exact<'s> {
    start: &'s Start,
    objective: Objective,
    store: Store,
    table: PositionTable,
    zobrist: Zobrist,
    boxes: Boxes,
    motion: Motion,
    freeze: Freeze,
    /// Dead pairs, made when the search has expanded that many positions; they know one player only.
    pairs: Option<Pairs>,
    pairs_due: Option<u64>,
    pushes: Bound,
    moves: Option<MoveBound>,
    open: OpenList<(u32, u32, u32)>,
    dive: Option<OpenList>,
    turn: u64,
    best: Option<(Rank, Line)>,
    /// The position that is loaded: the spot of every box, the key of the boxes, whether the bounds have been told.
    node: u32,
    spots: Vec<u32>,
    key: u64,
    is_bound_loaded: bool,
}

impl<'s> Exact<'s> {
    /// A search that knows nothing but the start; `None` when no assignment of boxes to goals exists.
    pub(crate) fn new(
        start: &'s Start,
        objective: Objective,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        let field = &start.field;
        // Keys, stamps, marks and labels by square, and the matchings by goal; estimated from above.
        control.budget.take((160 + start.kinds.len()) * field.near.len() + 256 * field.goals.len())?;
        let players = start.players.len();
        let mut exact = Self {
            start,
            objective,
            store: Store::new(players, start.boxes.len()),
            table: PositionTable::new(control)?,
            zobrist: Zobrist::new(field.near.len()),
            boxes: Boxes::new(start),
            motion: Motion::new(field, players, objective.counts_moves()),
            freeze: Freeze::new(field),
            pairs: None,
            pairs_due: if players == 1 { Pairs::due(field, start.boxes.len(), control) } else { None },
            pushes: Bound::priced(field, &start.kinds, Box::new(|_, _| 1), control)?,
            moves: None,
            open: OpenList::default(),
            dive: None,
            turn: 0,
            best: None,
            node: NO_PARENT,
            spots: start.boxes.iter().map(|&square| field.spot(square, start.player)).collect(),
            key: 0,
            is_bound_loaded: false,
        };
        if objective.counts_moves() {
            exact.moves = MoveBound::best(start, &exact.spots, control)?;
        }
        let Some((pushes, priced)) = exact.load_bounds(control)? else { return Ok(None) };
        let players = exact.motion.normal(field, &exact.boxes, &start.players);
        let bound = exact.bound(pushes, priced, &players);
        let push = Push { square: 0, direction: 0 };
        let root = Node { parent: NO_PARENT, push, spent: Count::default(), bound };
        let id = exact.store.push(&root, &players, &exact.boxes.sorted, control)?;
        let key = exact.boxes.key(&exact.zobrist) ^ exact.players_key(&players);
        exact.table.insert(key, id, control)?;
        if objective == Objective::Any {
            exact.dive = Some(OpenList::default());
        }
        exact.open(id, control)?;
        Ok(Some(exact))
    }

    /// Tells of a solution; only better ones are looked for from now on.
    pub(crate) fn learn(&mut self, line: Line, control: &mut SearchControl<'_>) {
        let rank = self.objective.rank(line.count());
        if self.best.as_ref().is_none_or(|&(best, _)| rank < best) {
            control.best = Some(line.count());
            self.best = Some((rank, line));
        }
    }

    /// Lets the search dive for better solutions from now on.
    pub(crate) fn dive(&mut self, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        if self.dive.is_none() {
            self.dive = Some(OpenList::default());
            for id in (0..self.store.len()).filter(|&id| !self.store.is_closed(id)).collect::<Vec<_>>() {
                self.open_dive(id, control)?;
            }
        }
        Ok(())
    }

    /// The best solution known.
    pub(crate) fn into_best(self) -> Option<Line> {
        self.best.map(|(_, line)| line)
    }

    /// Whether a solution is known.
    pub(crate) fn has_solution(&self) -> bool {
        self.best.is_some()
    }

    /// Searches until there is an answer, or `nodes` positions in all have been expanded.
    pub(crate) fn run(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Result<Ended, LimitKind> {
        let mut tries = Vec::new();
        loop {
            let node = match self.next(control) {
                Ok(node) => node,
                Err(ended) => return Ok(ended),
            };
            if control.nodes >= nodes {
                self.open(node, control)?;
                return Ok(Ended::Paused);
            }
            control.open = self.open.len();
            control.count()?;
            self.store.close(node);
            self.load(node);
            let (store, motion) = (&self.store, &mut self.motion);
            motion.tries(&self.start.field, &self.boxes, store.players(node), &mut tries);
            for one in &tries {
                self.file(one, control)?;
            }
            if self.objective == Objective::Any && self.best.is_some() {
                return Ok(Ended::Found);
            }
        }
    }

    /// Takes the position whose turn it is, or tells how the search has ended.
    fn next(&mut self, control: &mut SearchControl<'_>) -> Result<u32, Ended> {
        self.turn += 1;
        let dives = self.objective == Objective::Any || self.turn.is_multiple_of(DIVE_TURN);
        while dives
            && let Some(dive) = &mut self.dive
            && let Some((_, node)) = dive.pop(control)
        {
            if !self.store.is_closed(node) && self.is_promising(node) {
                return Ok(node);
            }
        }
        while let Some(((first, second, _), node)) = self.open.pop(control) {
            if let Some(&(best, _)) = self.best.as_ref()
                && (first, second) >= best
            {
                control.raise_bound(u64::from(best.0));
                return Err(Ended::Proven);
            }
            if !self.store.is_closed(node) {
                control.raise_bound(u64::from(first));
                return Ok(node);
            }
        }
        match &self.best {
            Some((best, _)) => {
                control.raise_bound(u64::from(best.0));
                Err(Ended::Proven)
            }
            None => Err(Ended::Exhausted),
        }
    }

    fn is_promising(&self, node: u32) -> bool {
        let Node { spent, bound, .. } = self.store.node(node);
        self.can_beat(spent.plus(bound))
    }

    /// Whether something that costs at least `count` may be better than the best solution known.
    fn can_beat(&self, count: Count) -> bool {
        self.best.as_ref().is_none_or(|&(best, _)| self.objective.rank(count) < best)
    }

    fn open(&mut self, node: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        if self.objective != Objective::Any {
            let Node { spent, bound, .. } = self.store.node(node);
            let (first, second) = self.objective.rank(spent.plus(bound));
            // Among equals the one nearest to its end.
            self.open.push((first, second, self.objective.rank(bound).0), node, control)?;
        }
        self.open_dive(node, control)
    }

    fn open_dive(&mut self, node: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let Some(dive) = &mut self.dive else { return Ok(()) };
        let Node { spent, bound, .. } = self.store.node(node);
        let (spent, bound) = (self.objective.rank(spent), self.objective.rank(bound));
        dive.push(u64::from(spent.0) + GREED * u64::from(bound.0), node, control)
    }

    fn load(&mut self, node: u32) {
        self.boxes.load(&self.start.field, self.store.boxes(node));
        self.node = node;
        self.is_bound_loaded = false;
        self.key = self.boxes.key(&self.zobrist);
        let player = self.store.players(node)[0];
        for (spot, &square) in self.spots.iter_mut().zip(&self.boxes.squares) {
            *spot = self.start.field.spot(square, player);
        }
    }

    /// Files what a try leads to.
    fn file(&mut self, one: &Try, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let parent = self.store.node(self.node);
        let spent = parent.spent.plus(one.cost);
        // The bound before less the cost is a bound after.
        let least = parent.bound.less(one.cost);
        if !self.can_beat(spent.plus(least)) {
            return Ok(());
        }
        let Some(push) = one.push else { return self.file_outcomes(one, spent, least, None, control) };
        if self.pairs_due.is_some_and(|due| control.nodes >= due) {
            self.pairs_due = None;
            self.pairs = Some(Pairs::new(&self.start.field, control)?);
        }
        self.boxes.play(&self.start.field, push);
        let (_, target) = ends(&self.start.field, push);
        let frost = self.freeze.pushed(&self.start.field, &self.boxes.is_box, target);
        let direction = usize::from(push.direction);
        let is_pair = |pairs: &Pairs| pairs.pushed(&self.start.field, &self.boxes.set, target, direction);
        let filed = if frost == Frost::Dead || self.pairs.as_ref().is_some_and(is_pair) {
            Ok(())
        } else {
            self.file_outcomes(one, spent, least, Some((push, frost)), control)
        };
        self.boxes.undo(&self.start.field, push);
        filed
    }

    fn file_outcomes(
        &mut self,
        one: &Try,
        spent: Count,
        least: Count,
        push: Option<(Push, Frost)>,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let field = &self.start.field;
        let mut key = self.key;
        if let Some((push, _)) = push {
            let target = ends(field, push).1;
            key ^= self.boxes.change(&self.zobrist, push.square, target);
        }
        let players = self.store.players(self.node);
        let outcomes: Vec<u16> =
            self.motion.outcomes(field, &self.boxes, players, one).flatten().copied().collect();
        let mut judged = None;
        for players in outcomes.chunks_exact(self.start.players.len()) {
            let key = key ^ self.players_key(players);
            let (store, sorted) = (&self.store, &self.boxes.sorted);
            let known = self.table.find(key, |id| store.is_at(id, players, sorted));
            if let Some(id) = known {
                let node = self.store.node(id);
                if self.objective.rank(spent) < self.objective.rank(node.spent) {
                    self.store.shorten(id, self.node, one.done, spent);
                    self.opened(id, control)?;
                }
                continue;
            }
            let (pushes, priced) = match judged {
                Some(bounds) => bounds,
                None => {
                    let Some(bounds) = self.judge(push, control)? else { return Ok(()) };
                    *judged.insert(bounds)
                }
            };
            let bound = self.bound(pushes, priced, players);
            let bound = if pushes == 0 { bound } else { bound.max(least) };
            if !self.can_beat(spent.plus(bound)) {
                continue;
            }
            let node = Node { parent: self.node, push: one.done, spent, bound };
            let id = self.store.push(&node, players, &self.boxes.sorted, control)?;
            self.table.insert(key, id, control)?;
            self.opened(id, control)?;
        }
        Ok(())
    }

    /// Notes that a new or better way to `id` has been found: a solution, or a position to expand.
    fn opened(&mut self, id: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let Node { spent, bound, .. } = self.store.node(id);
        if bound.pushes > 0 {
            return self.open(id, control);
        }
        let rank = self.objective.rank(spent);
        if self.best.as_ref().is_none_or(|&(best, _)| rank < best) {
            let line = line::write(self.start, self.motion.view(), &self.store, id);
            control.best = Some(line.count());
            self.best = Some((rank, line));
        }
        Ok(())
    }

    /// What is to be spent at least, from the bound on the pushes, that on the priced ones, and where the players are.
    fn bound(&self, pushes: u32, priced: u32, players: &[u16]) -> Count {
        let moves = match &self.moves {
            Some(bound) if pushes > 0 => bound.total(priced, players),
            _ => 0,
        };
        Count { pushes, moves: if self.objective.counts_moves() { moves.max(pushes) } else { 0 } }
    }

    /// The bounds after a push that has been played, or of the loaded position; `None` for a deadlock.
    fn judge(
        &mut self,
        push: Option<(Push, Frost)>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<(u32, u32)>, LimitKind> {
        let field = &self.start.field;
        let Some((push, frost)) = push else { return self.load_bounds(control) };
        let (pusher, target) = ends(field, push);
        let number = self.boxes.number(target);
        let player = if self.start.players.len() == 1 { push.square } else { pusher };
        let spot = field.spot(target, player);
        debug_assert!(spot != DEAD, "the push was allowed");
        if field.goals.len() > 64 {
            control.check()?;
        }
        if frost == Frost::OnGoals {
            let frozen = self.freeze.all(field, &self.boxes.is_box, &self.boxes.squares);
            if frozen.iter().any(|&square| !self.boxes.is_home(square)) {
                return Ok(None);
            }
            if self.pushes.heeds_frozen() {
                let mut frozen = frozen.to_vec();
                frozen.sort_unstable();
                let before = std::mem::replace(&mut self.spots[number], spot);
                let bounds = self.after_freezing(&frozen, control);
                self.spots[number] = before;
                return bounds;
            }
        }
        if !self.is_bound_loaded {
            // The pushed box counts where it came from: the loaded node is the one before the push.
            self.boxes.undo(field, push);
            let loaded = self.load_bounds(control);
            self.boxes.play(field, push);
            debug_assert!(!matches!(loaded, Ok(None)), "the node was filed with a bound");
            loaded?;
        }
        let Some(pushes) = self.pushes.after(number, spot) else { return Ok(None) };
        let priced = self.moves.as_mut().map(|bound| bound.pushes.after(number, spot));
        Ok(Some((pushes, priced.flatten().unwrap_or(0))))
    }

    fn after_freezing(
        &mut self,
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Result<Option<(u32, u32)>, LimitKind> {
        let field = &self.start.field;
        let Some(pushes) = self.pushes.after_freezing(field, &self.spots, frozen, control)? else {
            return Ok(None);
        };
        let priced = match &mut self.moves {
            Some(bound) => bound.pushes.after_freezing(field, &self.spots, frozen, control)?,
            None => None,
        };
        Ok(Some((pushes, priced.unwrap_or(0))))
    }

    /// Tells the bounds of the loaded position, and makes it the one from which pushes are judged.
    fn load_bounds(&mut self, control: &mut SearchControl<'_>) -> Result<Option<(u32, u32)>, LimitKind> {
        self.is_bound_loaded = true;
        let field = &self.start.field;
        let mut frozen = Vec::new();
        if self.pushes.heeds_frozen() {
            frozen.extend_from_slice(self.freeze.all(field, &self.boxes.is_box, &self.boxes.squares));
            frozen.sort_unstable();
        }
        let Some(pushes) = self.pushes.load(field, &self.spots, &frozen, control)? else { return Ok(None) };
        let priced = match &mut self.moves {
            Some(bound) => bound.pushes.load(field, &self.spots, &frozen, control)?,
            None => None,
        };
        Ok(Some((pushes, priced.unwrap_or(0))))
    }

    /// The key of where the players are; the sum, as several may bear the name of one region.
    fn players_key(&self, players: &[u16]) -> u64 {
        players.iter().fold(0, |key: u64, &player| key.wrapping_add(self.zobrist.player(player)))
    }
}
