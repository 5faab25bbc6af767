//! Hash keys of positions (Zobrist 1970): the exclusive or of a random number for each box and one for the player.

use crate::board::Board;

/// The bits in which the keys of positions with the same boxes differ. A table finds a position by the other bits, so
/// that positions with the same boxes are close together.
pub(crate) const REGION_BITS: u64 = !(0xff_ffff << 32);

/// The keys, which are the same in every run: the order of a search must not change from run to run.
pub(crate) struct Zobrist {
    boxes: Vec<u64>,
    players: Vec<u64>,
}

impl Zobrist {
    pub(crate) fn new(squares: usize) -> Self {
        let mut state = 0x50_75_73_68_62_6f_78;
        let mut keys = || (0..squares).map(|_| split_mix(&mut state)).collect();
        Self { boxes: keys(), players: keys() }
    }

    /// Returns the key of a box of a class on `square`.
    pub(crate) fn of_class(&self, square: u16, class: u16) -> u64 {
        // A rotation keeps the keys of up to 64 classes apart, and a collision only costs a look at the boxes.
        self.boxes[usize::from(square)].rotate_left(u32::from(class) % 64)
    }

    /// Returns the key of boxes with the key `boxes` after one of a class has moved.
    pub(crate) fn moved(&self, boxes: u64, class: u16, from: u16, to: u16) -> u64 {
        boxes ^ self.of_class(from, class) ^ self.of_class(to, class)
    }

    /// Returns the key of the boxes `pieces`.
    pub(crate) fn boxes(&self, board: &Board, pieces: &[u64]) -> u64 {
        let key_of = |square| self.of_class(square, board.class_at(pieces, square));
        board.squares_of(pieces).fold(0, |key, square| key ^ key_of(square))
    }

    /// Returns the key of the position with the boxes `pieces` and the normalised `player`.
    pub(crate) fn position(&self, board: &Board, pieces: &[u64], player: u16) -> u64 {
        self.boxes(board, pieces) ^ self.region(player)
    }

    /// Returns the key of the region whose least square, the normalised player, is `player`.
    pub(crate) fn region(&self, player: u16) -> u64 {
        self.player(player) & REGION_BITS
    }

    /// Returns the key of a player on `square`.
    pub(crate) fn player(&self, square: u16) -> u64 {
        self.players[usize::from(square)]
    }
}

/// Returns the next number of a SplitMix64 generator (Steele, Lea and Flood 2014).
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
