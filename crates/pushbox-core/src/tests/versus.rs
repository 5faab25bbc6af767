//! Versus on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::state_space::{check_boards, refusal};
use crate::native_rules::versus::{State, Versus};
use crate::native_rules::{GameBoard, Outcome, Piece, Rules, Scalar, Terrain, Transition, UnsupportedLevel};
use crate::objective::Count;

/// Versus in which nobody moves once player 1 has not won: by its rules play could go on to another end.
struct UntilOver(Versus);

impl Rules for UntilOver {
    type State = State;

    fn new(board: &GameBoard, options: &[(String, Scalar)]) -> Result<(Self, State), UnsupportedLevel> {
        Versus::new(board, options).map(|(rules, state)| (Self(rules), state))
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        if self.0.outcome(state) != Outcome::Lost {
            self.0.successors(state, out);
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.0.outcome(state)
    }

    fn to_board(&self, state: &State) -> GameBoard {
        self.0.to_board(state)
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        self.0.encode(state, out);
    }

    fn decode(&self, bytes: &[u8]) -> State {
        self.0.decode(bytes)
    }

    fn lower_bound(&self, state: &State) -> Option<Count> {
        self.0.lower_bound(state)
    }
}

fn board(random: &mut Random) -> GameBoard {
    loop {
        let (width, height) = (2 + random.below(4), 2 + random.below(3));
        let dense = 1 + random.below(4);
        let terrain = |random: &mut Random| match random.below(12) {
            0..3 => Terrain { player: random.below(5) as i64 % 3, ..Terrain::plain("goal") },
            sort if sort < 3 + dense => Terrain::plain("wall"),
            _ => Terrain::plain("floor"),
        };
        let terrain: Vec<Terrain> = (0..width * height).map(|_| terrain(random)).collect();
        let mut free: Vec<usize> = (0..terrain.len()).filter(|&cell| terrain[cell].kind != "wall").collect();
        let boxes = 1 + random.below(3);
        if free.len() < boxes + 3 {
            continue;
        }
        let players = if random.below(8) == 0 { 1 } else { 2 };
        let mut pieces = Vec::new();
        for index in 0..boxes + players {
            let cell = free.swap_remove(random.below(free.len()));
            let player = if index < players { index as i64 + 1 } else { 0 };
            let kind = if player > 0 { "pusher" } else { "box" };
            pieces.push(Piece { player, ..Piece::plain(kind, vec![cell]) });
        }
        return GameBoard { width, height, terrain, pieces, counters: Vec::new() };
    }
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    let counts = check_boards::<UntilOver>(15, 3000, 1500, &[], board);
    // They also find most deadlocks, and are not far below the true distance.
    assert!(counts.deadlocks > 20 * counts.missed && counts.bounded * 5 > counts.distance * 2, "{counts:?}");
}

#[test]
fn what_is_not_known_is_refused() {
    let floor = Terrain::plain("floor");
    let pusher = Piece { player: 1, ..Piece::plain("pusher", vec![0]) };
    let board = |terrain: Terrain, pieces: &[Piece]| GameBoard {
        width: 2,
        height: 1,
        terrain: vec![terrain, floor.clone()],
        pieces: pieces.to_vec(),
        counters: Vec::new(),
    };
    let plain = board(floor.clone(), std::slice::from_ref(&pusher));
    assert!(Versus::new(&plain, &[]).is_ok());
    assert!(refusal::<Versus>(&plain, &[("steps".to_owned(), Scalar::Whole(3))]).contains("steps"));
    let counted = GameBoard { counters: vec![("steps".to_owned(), 3)], ..plain };
    assert!(refusal::<Versus>(&counted, &[]).contains("counter"));
    for strange in [
        Terrain::plain("ice"),
        Terrain { player: 3, ..Terrain::plain("goal") },
        Terrain { player: 1, ..floor.clone() },
    ] {
        assert!(refusal::<Versus>(&board(strange, &[]), &[]).contains("versus"));
    }
    let third = Piece { player: 3, ..pusher.clone() };
    let owned = Piece { player: 1, ..Piece::plain("box", vec![0]) };
    let twice = [pusher.clone(), Piece { cells: vec![1], ..pusher.clone() }];
    let shared = [pusher.clone(), Piece::plain("box", vec![0])];
    for (pieces, expected) in
        [(&[third][..], "pusher"), (&[owned], "box"), (&twice, "pusher"), (&shared, "share")]
    {
        assert!(refusal::<Versus>(&board(floor.clone(), pieces), &[]).contains(expected), "{pieces:?}");
    }
}
