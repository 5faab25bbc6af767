//! Sokoban and Sokoban Plus under their variants; `pushbox.games.variants` and `pushbox.games.plus` state the rules.

mod circuit;
mod frozen;
mod options;
mod physics;

use super::game_board::{GameBoard, Piece, Settings, Terrain};
use super::goal_bound::{GoalBound, Needs, NumberedCell};
use super::grid::Grid;
use super::play::{Action, Controls, Floor, Log, Move, Play, Ruling};
use super::sentence::Sentence;
use super::{Outcome, Reading, Rules, Transition, bits_of, numbers_of, pack_bits, pack_numbers, unsupported};
use crate::objective::Count;
use circuit::Terminals;
use options::Options;

/// The weight of a push in the heuristic, in moves.
const PUSH_WEIGHT: u32 = 3;

/// What may be uncovered on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CoverKind {
    /// A passage that looks like wall.
    Passage,
    /// A goal that looks like floor.
    Ghost,
    /// A battery, which a level may have as gone off.
    Source,
    /// A bomb, which goes off.
    Bomb,
}

/// A cell on which something may be uncovered.
struct Cover {
    cell: u16,
    kind: CoverKind,
    ports: u8,
}

impl Cover {
    /// Returns whether a press in a direction opens a passage: its ports are the sides, without any it is open to all.
    fn opens(&self, direction: usize) -> bool {
        self.kind == CoverKind::Passage && (self.ports == 0 || self.ports >> (direction ^ 2) & 1 == 1)
    }
}

/// The rules of Sokoban under its variants in one level.
pub struct Variants {
    grid: Grid,
    options: Options,
    /// The board without pieces and counters, with every disguise on.
    bare: GameBoard,
    ground: Ground,
    /// The number and the ports of each kind of box.
    kinds: Vec<(i64, u8)>,
    /// The kind of each box, in the order of a position.
    box_kinds: Vec<u8>,
    /// Whether boxes have anything that changes beside their cell.
    has_marks: bool,
    /// Whether a fuse fits in a byte.
    has_short_fuses: bool,
    goals: GoalBound,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxState {
    kind: u8,
    cell: u16,
    fuse: u16,
    is_hidden: bool,
    is_spent: bool,
    is_fixed: bool,
}

/// A position of Sokoban under its variants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cell of the player, the one off the board where there is none.
    player: u16,
    /// The boxes, by kind, then by cell.
    boxes: Vec<BoxState>,
    /// Whether each cover has been opened.
    is_open: Box<[bool]>,
    /// The steps made, where ghosts are seen by them.
    steps: u32,
}

impl Rules for Variants {
    type State = Position;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, Position)> {
        let grid = Grid::new(board)?;
        let options = Options::new(options)?;
        let steps = board.counter((options.shown != 0).then_some("steps"))?.max(0);
        let steps = u32::try_from(steps).or_else(|_| unsupported("found too many steps"))?;
        let mut ground = Ground::new(board)?;
        let mut player = grid.off();
        let (mut kinds, mut boxes) = (Vec::new(), Vec::new());
        grid.read_pieces(board, "Sokoban with variants", |cell, piece| {
            if player == grid.off() && piece.kind == "pusher" && piece.is_plain_but(|_| ()) {
                player = cell;
            } else {
                boxes.push(box_state(piece, cell, &mut kinds)?);
            }
            Some(())
        })?;
        boxes.sort_unstable();
        let goals = (0..grid.cells).filter(|&cell| ground.is_goal[cell]);
        let goals = goals.map(|cell| (cell as u16, board.terrain[cell].number)).collect();
        let is_marked = |one: &BoxState| one.fuse > 0 || one.is_hidden || one.is_spent || one.is_fixed;
        let rules = Self {
            goals: GoalBound::new(&grid, &ground.is_solid, goals, false),
            has_marks: boxes.iter().any(is_marked),
            has_short_fuses: boxes.iter().all(|one| one.fuse <= u16::from(u8::MAX)),
            box_kinds: boxes.iter().map(|one| one.kind).collect(),
            kinds,
            grid,
            options,
            bare: GameBoard { terrain: std::mem::take(&mut ground.terrain).into(), ..board.bare() },
            ground,
        };
        let is_open = rules
            .ground
            .covers
            .iter()
            .map(|cover| board.terrain[usize::from(cover.cell)].uses != 0)
            .collect();
        let mut state = Position { player, boxes, is_open, steps };
        rules.uncover(&mut state, &mut ());
        Ok((rules, state))
    }

    fn successors(&self, state: &Position, out: &mut Vec<Transition<Position>>) {
        out.extend((0..4).filter_map(|direction| self.step(state, direction, &mut ())));
    }

    fn outcome(&self, state: &Position) -> Outcome {
        self.ruling(state).0
    }

    fn to_board(&self, state: &Position) -> GameBoard {
        let mut board = self.bare.clone();
        for (cover, &is_open) in self.ground.covers.iter().zip(&state.is_open) {
            if is_open {
                board.terrain[usize::from(cover.cell)].uses = 1;
            }
        }
        let player = Some(usize::from(state.player)).filter(|&player| player < self.grid.cells);
        board.pieces.extend(player.map(|player| Piece::plain("pusher", vec![player])));
        board.pieces.extend(state.boxes.iter().map(|one| self.piece(one)));
        if self.options.shown > 0 {
            board.counters.push(("steps".to_owned(), i64::from(state.steps)));
        }
        board
    }

    fn encode(&self, state: &Position, out: &mut Vec<u8>) {
        let cells = std::iter::once(state.player).chain(state.boxes.iter().map(|one| one.cell));
        pack_numbers(cells, self.grid.is_narrow(), out);
        if self.has_marks {
            pack_numbers(state.boxes.iter().map(|one| one.fuse), self.has_short_fuses, out);
            let marks = |one: &BoxState| [one.is_hidden, one.is_spent, one.is_fixed];
            out.extend(pack_bits(&state.boxes.iter().flat_map(marks).collect::<Vec<_>>()));
        }
        out.extend(pack_bits(&state.is_open));
        if self.options.shown > 0 {
            out.extend(state.steps.to_le_bytes());
        }
    }

    fn decode(&self, bytes: &[u8]) -> Position {
        let count = self.box_kinds.len();
        let width = |narrow| if narrow { 1 } else { 2 };
        let (cells, mut rest) = bytes.split_at((count + 1) * width(self.grid.is_narrow()));
        let mut cells = numbers_of(cells, self.grid.is_narrow());
        let player = cells.next().unwrap_or_default();
        let (mut fuses, mut marks) = (vec![0; count], vec![false; 3 * count].into_boxed_slice());
        if self.has_marks {
            let (fuse_bytes, more) = rest.split_at(count * width(self.has_short_fuses));
            let (mark_bytes, more) = more.split_at((3 * count).div_ceil(8));
            fuses = numbers_of(fuse_bytes, self.has_short_fuses).collect();
            (marks, rest) = (bits_of(mark_bytes, 3 * count), more);
        }
        let (open_bytes, step_bytes) = rest.split_at(self.ground.covers.len().div_ceil(8));
        let boxes = cells.zip(&self.box_kinds).enumerate().map(|(index, (cell, &kind))| BoxState {
            kind,
            cell,
            fuse: fuses[index],
            is_hidden: marks[3 * index],
            is_spent: marks[3 * index + 1],
            is_fixed: marks[3 * index + 2],
        });
        Position {
            player,
            boxes: boxes.collect(),
            is_open: bits_of(open_bytes, self.ground.covers.len()),
            steps: step_bytes.iter().rev().fold(0, |steps, &byte| steps << 8 | u32::from(byte)),
        }
    }

    /// Forgets what has been seen, where that changes no later move.
    fn reduced(&self, state: &Position) -> Option<Position> {
        let is_seen = |cover: &Cover| match cover.kind {
            CoverKind::Passage => self.options.walkable,
            CoverKind::Ghost => true,
            CoverKind::Source | CoverKind::Bomb => false,
        };
        if self.options.shown == 0 && !self.ground.covers.iter().any(is_seen) {
            return None;
        }
        let mut reduced = state.clone();
        for (cover, is_open) in self.ground.covers.iter().zip(&mut reduced.is_open) {
            *is_open &= !is_seen(cover);
        }
        if self.options.shown > 0 {
            reduced.steps = 0;
            reduced.boxes.iter_mut().for_each(|one| one.is_hidden = false);
            reduced.boxes.sort_unstable();
        }
        Some(reduced)
    }

    fn lower_bound(&self, state: &Position) -> Option<Count> {
        let needs = self.needs(state)?;
        let pushes = if self.options.max_push > 1 { needs.farthest } else { needs.total };
        Some(Count { pushes, moves: pushes })
    }

    fn heuristic(&self, state: &Position) -> Option<u32> {
        Some(PUSH_WEIGHT * (self.needs(state)?.total + self.dark(&state.boxes) as u32))
    }

    fn features(&self, state: &Position) -> u64 {
        let placed = state.boxes.iter().filter(|one| self.goals.is_goal(one.cell, self.number(one))).count();
        let lit = self.ground.terminals.lamps.len() - self.dark(&state.boxes);
        (placed as u64) << 16
            | (lit as u64) << 8
            | state.is_open.iter().filter(|&&is_open| is_open).count() as u64
    }
}

impl Play for Variants {
    fn pseudo_legal_moves(&self, state: &Position, out: &mut Vec<Move>) {
        out.extend((0..4).map(|direction| Move::new(state.player, Action::Step(direction))));
    }

    fn act<L: Log>(&self, state: &Position, chosen: Move, log: &mut L) -> Option<Transition<Position>> {
        match chosen.action {
            Action::Step(direction @ 0..4) if chosen.piece == state.player => {
                self.step(state, direction, log)
            }
            _ => None,
        }
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Pusher)
    }

    fn floor(&self, state: &Position, origin: usize) -> Option<Floor> {
        let carried = state.boxes.iter().find(|one| usize::from(one.cell) == origin);
        Some(Floor {
            free: (0..=self.grid.off()).map(|cell| self.is_passable(state, cell)).collect(),
            ends: Vec::new(),
            is_held: carried.is_some_and(|one| one.is_fixed),
            has_fuse: self.options.fuses && carried.is_some_and(|one| one.fuse > 0 || one.is_spent),
            burns: self.options.burns_by_steps,
            is_plain: self.is_plain(),
        })
    }

    fn put(&self, state: &Position, _pusher: usize, cell: usize) -> Option<Position> {
        Some(Position { player: cell as u16, ..state.clone() })
    }

    fn dead_squares(&self, state: &Position) -> Vec<usize> {
        if self.has_bombs() && !self.ground.is_goal.contains(&true) {
            return Vec::new();
        }
        let numbers: Vec<i64> = state.boxes.iter().map(|one| self.number(one)).collect();
        self.goals.dead_squares(&self.ground.is_solid, &numbers)
    }

    fn ruling(&self, state: &Position) -> Ruling {
        if state.boxes.iter().any(|one| one.is_fixed && one.is_spent) {
            return (Outcome::Lost, Some(Sentence::new("exploded")));
        }
        let is_joined = self.is_joined(&state.boxes);
        let is_bomb = |cover: &Cover| matches!(cover.kind, CoverKind::Source | CoverKind::Bomb);
        let mut covers = self.ground.covers.iter().zip(&state.is_open);
        if self.options.bomb_loses && (is_joined || covers.any(|(cover, &is_open)| is_open && is_bomb(cover)))
        {
            return (Outcome::Lost, Some(Sentence::new("bomb-joined")));
        }
        let is_on_goal = |one: &BoxState| self.ground.is_goal[usize::from(one.cell)];
        if self.wins_by_boxes() && !state.boxes.iter().all(is_on_goal) {
            return (Outcome::Playing, None);
        }
        let dark = self.dark(&state.boxes);
        if dark > 0 {
            return (Outcome::Playing, Some(Sentence::new("wires-missing").with("count", dark)));
        }
        if self.has_bombs() && !self.options.bomb_loses && !is_joined {
            return (Outcome::Playing, Some(Sentence::new("wires-apart")));
        }
        let is_wrong = |one: &&BoxState| is_on_goal(one) && !self.goals.is_goal(one.cell, self.number(one));
        match state.boxes.iter().filter(is_wrong).count() {
            0 => (Outcome::Solved, None),
            wrong => (Outcome::Playing, Some(Sentence::new("wrong-numbers").with("count", wrong))),
        }
    }

    fn view(&self, state: &Position) -> GameBoard {
        let is_shown = self.options.shown > 0 && i64::from(state.steps) % self.options.shown == 0;
        let mut board = self.to_board(state);
        for (cover, _) in self.ground.covers.iter().zip(&state.is_open).filter(|&(_, &is_open)| !is_open) {
            let terrain = &mut board.terrain[usize::from(cover.cell)];
            match &terrain.looks {
                Some(_) if is_shown && cover.kind == CoverKind::Ghost => terrain.uses = 1,
                Some(looks) => *terrain = Terrain::plain(looks),
                None => {}
            }
        }
        board.pieces.retain(|piece| is_shown || !piece.hidden);
        board.pieces.iter_mut().for_each(|piece| piece.hidden = false);
        board
    }
}

impl Variants {
    /// Returns a box as a piece.
    fn piece(&self, one: &BoxState) -> Piece {
        let (number, ports) = self.kinds[usize::from(one.kind)];
        Piece {
            number,
            ports: i64::from(ports),
            fuse: i64::from(one.fuse),
            fixed: one.is_fixed,
            hidden: one.is_hidden,
            spent: one.is_spent,
            ..Piece::plain("box", vec![usize::from(one.cell)])
        }
    }

    /// Returns whether the level is without variants, but for numbers.
    fn is_plain(&self) -> bool {
        let Options { max_push, walkable, shown, fuses, burns_by_steps, single_component, bomb_loses } =
            self.options;
        let is_set = walkable || fuses || burns_by_steps || single_component || bomb_loses || shown != 0;
        let has_wires = self.has_bombs() || !self.ground.terminals.lamps.is_empty();
        let has_ports = self.kinds.iter().any(|&(_, ports)| ports != 0);
        max_push == 1
            && !is_set
            && !has_wires
            && !has_ports
            && !self.has_marks
            && self.ground.covers.is_empty()
    }

    fn number(&self, one: &BoxState) -> i64 {
        self.kinds[usize::from(one.kind)].0
    }

    fn has_bombs(&self) -> bool {
        !self.ground.terminals.sources.is_empty() || !self.ground.terminals.bombs.is_empty()
    }

    /// Returns whether the boxes have to be on goals.
    fn wins_by_boxes(&self) -> bool {
        self.ground.is_goal.contains(&true) || !self.has_bombs() || self.options.bomb_loses
    }

    /// Returns what the boxes need at least to get to their goals, nothing where they have to go nowhere; `None` where they
    /// never get there.
    fn needs(&self, state: &Position) -> Option<Needs> {
        if !self.wins_by_boxes() {
            return Some(Needs::default());
        }
        let boxes: Vec<NumberedCell> = state.boxes.iter().map(|one| (one.cell, self.number(one))).collect();
        self.goals.needs(&boxes).filter(|_| !self.has_frozen_box(state))
    }
}

/// What never changes of the cells.
#[derive(Default)]
struct Ground {
    /// The terrain with every disguise on.
    terrain: Vec<Terrain>,
    /// Whether nothing can ever stand on each cell, the one off the board included.
    is_solid: Vec<bool>,
    is_goal: Vec<bool>,
    covers: Vec<Cover>,
    terminals: Terminals,
}

impl Ground {
    fn new(board: &GameBoard) -> Reading<Self> {
        let mut ground = Self::default();
        ground.terminals.ports = vec![0; board.terrain.len() + 1];
        board.read_terrain("Sokoban with variants", |cell, terrain| {
            let ports = u8::try_from(terrain.ports).ok().filter(|&ports| ports < 16)?;
            let kind = match (terrain.kind.as_str(), terrain.looks.as_deref(), terrain.role.as_deref()) {
                ("wall", None, None) => None,
                ("floor", looks @ (None | Some("wall")), None) => looks.map(|_| CoverKind::Passage),
                ("goal", looks @ (None | Some("floor")), None) => looks.map(|_| CoverKind::Ghost),
                ("terminal", None, role @ (None | Some("source" | "bomb"))) => {
                    ground.terminals.ports[cell] = ports;
                    let terminals = &mut ground.terminals;
                    let (list, kind) = match role {
                        None => (&mut terminals.lamps, None),
                        Some("source") => (&mut terminals.sources, Some(CoverKind::Source)),
                        Some(_) => (&mut terminals.bombs, Some(CoverKind::Bomb)),
                    };
                    list.push(cell as u16);
                    kind
                }
                _ => return None,
            };
            if let Some(kind) = kind {
                ground.covers.push(Cover { cell: cell as u16, kind, ports });
            }
            let uses = if kind.is_some() { 0 } else { terrain.uses };
            ground.terrain.push(Terrain { uses, ..terrain.clone() });
            ground.is_solid.push(matches!(terrain.kind.as_str(), "wall" | "terminal"));
            ground.is_goal.push(terrain.kind == "goal");
            let forget = |bare: &mut Terrain| match bare.kind.as_str() {
                "floor" => (bare.looks, bare.ports, bare.uses, bare.player) = (None, 0, 0, 0),
                "goal" => (bare.looks, bare.number, bare.uses, bare.player) = (None, 0, 0, 0),
                "terminal" => (bare.role, bare.ports, bare.uses, bare.player) = (None, 0, 0, 0),
                _ => {}
            };
            terrain.is_plain_but(forget).then_some(())
        })?;
        ground.is_solid.push(true);
        ground.is_goal.push(false);
        Ok(ground)
    }
}

/// Returns a box, with its kind among `kinds`, a new one where it is new; `None` where no variant has it.
fn box_state(piece: &Piece, cell: u16, kinds: &mut Vec<(i64, u8)>) -> Option<BoxState> {
    let Piece { number, ports, fuse, fixed, hidden, spent, .. } = *piece;
    let same =
        Piece { number, ports, fuse, fixed, hidden, spent, ..Piece::plain("box", piece.cells.clone()) };
    let ports = u8::try_from(ports).ok().filter(|&ports| ports < 16 && *piece == same)?;
    let kind = (number, ports);
    let index = kinds.iter().position(|&known| known == kind).unwrap_or_else(|| {
        kinds.push(kind);
        kinds.len() - 1
    });
    let (kind, fuse) = (u8::try_from(index).ok()?, u16::try_from(fuse).ok()?);
    Some(BoxState { kind, cell, fuse, is_hidden: hidden, is_spent: spent, is_fixed: fixed })
}
