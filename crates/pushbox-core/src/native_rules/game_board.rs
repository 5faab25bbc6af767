//! A board of any game as it comes from Python: kinds by name, as in Python's `Board`.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::{Reading, unsupported};

/// No colour, among the colours of a level.
pub(super) const PLAIN: usize = 0;

/// The terrain of a board, which all boards of a level share until one of them changes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedTerrain(Arc<Vec<Terrain>>);

impl Deref for SharedTerrain {
    type Target = [Terrain];

    fn deref(&self) -> &[Terrain] {
        &self.0
    }
}

impl DerefMut for SharedTerrain {
    fn deref_mut(&mut self) -> &mut [Terrain] {
        Arc::make_mut(&mut self.0).as_mut_slice()
    }
}

impl From<Vec<Terrain>> for SharedTerrain {
    fn from(terrain: Vec<Terrain>) -> Self {
        Self(Arc::new(terrain))
    }
}

impl From<SharedTerrain> for Vec<Terrain> {
    fn from(SharedTerrain(terrain): SharedTerrain) -> Self {
        Arc::unwrap_or_clone(terrain)
    }
}

/// A board: terrain, one a cell, row by row, with pieces on it and counters beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameBoard {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The terrain of each cell, `width * height` of them.
    pub terrain: SharedTerrain,
    /// The pieces, in any order.
    pub pieces: Vec<Piece>,
    /// Numbers by name that belong to the position, in any order.
    pub counters: Vec<(String, i64)>,
}

impl GameBoard {
    /// Returns the board without its pieces and counters.
    pub(super) fn bare(&self) -> Self {
        Self { width: self.width, height: self.height, terrain: self.terrain.clone(), ..Self::default() }
    }

    /// Returns the name of a cell on the rulers, such as C6: the letters of its column, the number of its row.
    pub(super) fn cell_name(&self, cell: usize) -> String {
        let mut name = (cell / self.width + 1).to_string();
        let mut column = cell % self.width + 1;
        while column > 0 {
            name.insert(0, char::from(b'A' + ((column - 1) % 26) as u8));
            column = (column - 1) / 26;
        }
        name
    }

    /// Returns the counter that a game knows, 0 if the board has none. Refuses a board with other counters.
    pub(super) fn counter(&self, known: Option<&str>) -> Reading<i64> {
        match self.counters.iter().find(|(name, _)| Some(name.as_str()) != known) {
            Some((name, _)) => unsupported(format!("found the counter {name}, which nothing counts")),
            None => Ok(self.counters.last().map_or(0, |&(_, count)| count)),
        }
    }

    /// Reads the terrain cell by cell. Refuses the board if `read` does not know a terrain, which the `game` does not
    /// have then.
    pub(super) fn read_terrain<'b>(
        &'b self,
        game: &str,
        mut read: impl FnMut(usize, &'b Terrain) -> Option<()>,
    ) -> Reading<()> {
        let mut cells = self.terrain.iter().enumerate();
        match cells.find(|&(cell, terrain)| read(cell, terrain).is_none()) {
            Some((cell, terrain)) => {
                unsupported(format!("cell {cell}: found {terrain:?}, which {game} does not have"))
            }
            None => Ok(()),
        }
    }

    /// Returns the colours of the pieces and the terrain, and some `more`.
    pub(super) fn palette<'b>(&'b self, more: impl IntoIterator<Item = &'b str>) -> Palette {
        let of_pieces = self.pieces.iter().flat_map(|piece| &piece.colours);
        let of_terrain = self.terrain.iter().filter_map(|terrain| terrain.colour.as_ref());
        let names: BTreeSet<&str> = of_pieces.chain(of_terrain).map(String::as_str).chain(more).collect();
        Palette { names: std::iter::once("").chain(names).map(str::to_owned).collect() }
    }
}

/// The colours of a level, by number.
pub(super) struct Palette {
    /// Their names, in order; the first stands for none.
    pub(super) names: Vec<String>,
}

impl Palette {
    /// Returns the number of a colour that the level has.
    pub(super) fn number(&self, colour: &str) -> usize {
        self.names.iter().position(|known| known == colour).expect("the palette has all colours")
    }

    /// Returns the number of the only colour of a piece, [`PLAIN`] for none; `None` where it has several.
    pub(super) fn number_of(&self, piece: &Piece) -> Option<usize> {
        match piece.colours.as_slice() {
            [] => Some(PLAIN),
            [colour] if !colour.is_empty() => Some(self.number(colour)),
            _ => None,
        }
    }
}

/// The terrain of a cell; the fields are those of Python's `Terrain`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// The name of the kind.
    pub kind: String,
    /// A colour, where the kind has one.
    pub colour: Option<String>,
    /// The number of a numbered goal.
    pub number: i64,
    /// A direction, 0 left, 1 up, 2 right, 3 down; -1 for none.
    pub direction: i64,
    /// The uses left of a tile that wears out.
    pub uses: i64,
    /// The number that joins the ends of a teleporter.
    pub pair: i64,
    /// A bit set of directions.
    pub ports: i64,
    /// The role of a terminal.
    pub role: Option<String>,
    /// The owner.
    pub player: i64,
    /// The kind it is drawn as until it is revealed.
    pub looks: Option<String>,
}

impl Terrain {
    /// Terrain of a kind without any property.
    pub fn plain(kind: &str) -> Self {
        Self { kind: kind.to_owned(), direction: -1, ..Self::default() }
    }

    /// Returns whether the terrain has no properties but those that `forget` resets.
    pub(super) fn is_plain_but(&self, forget: impl FnOnce(&mut Self)) -> bool {
        let mut bare = self.clone();
        forget(&mut bare);
        bare == Self::plain(&self.kind)
    }
}

/// A piece that stands on cells and moves as one; the fields are those of Python's `Piece`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The name of the kind.
    pub kind: String,
    /// The cells, the anchor first.
    pub cells: Vec<usize>,
    /// One colour a cell, or none.
    pub colours: Vec<String>,
    /// The number of a numbered box.
    pub number: i64,
    /// The number that links pushers.
    pub group: i64,
    /// The direction in which a stone blooms, -1 for none.
    pub arrow: i64,
    /// A bit set of directions.
    pub ports: i64,
    /// Pushes left before an explosion.
    pub fuse: i64,
    /// The owner.
    pub player: i64,
    /// Whether it never moves again.
    pub fixed: bool,
    /// Whether it is stone and flower.
    pub bloomed: bool,
    /// Whether it is not drawn.
    pub hidden: bool,
    /// Whether its fuse has burnt down.
    pub spent: bool,
}

impl Piece {
    /// Creates a piece of a kind on cells, without any property.
    pub fn plain(kind: &str, cells: Vec<usize>) -> Self {
        Self { kind: kind.to_owned(), cells, arrow: -1, ..Self::default() }
    }

    /// Returns whether the piece has no properties but those that `forget` resets.
    pub(super) fn is_plain_but(&self, forget: impl FnOnce(&mut Self)) -> bool {
        let mut bare = self.clone();
        forget(&mut bare);
        bare == Self::plain(&self.kind, self.cells.clone())
    }
}

/// The value of an option of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A number that is not whole.
    Real(f64),
    /// A word.
    Text(String),
}

impl Scalar {
    /// Returns whether the value is this word.
    pub(super) fn is_text(&self, word: &str) -> bool {
        matches!(self, Self::Text(text) if text == word)
    }
}

/// The options that a level sets, by name.
pub type Settings = [(String, Scalar)];

/// Returns the number of the word to which each option of a game is set; the first word if the level does not set it.
pub(super) fn choices<const N: usize>(
    game: &str,
    set: &Settings,
    known: [(&str, &[&str]); N],
) -> Reading<[usize; N]> {
    let mut chosen = [0; N];
    for (name, value) in set {
        let option = known.iter().position(|(known, _)| known == name);
        let word = option.and_then(|option| known[option].1.iter().position(|word| value.is_text(word)));
        let (Some(option), Some(word)) = (option, word) else { return unknown_option(game, name, value) };
        chosen[option] = word;
    }
    Ok(chosen)
}

/// Refuses an option that a game does not have.
pub(super) fn unknown_option<T>(game: &str, name: &str, value: &Scalar) -> Reading<T> {
    unsupported(format!("found the option {name}={value:?}, which {game} does not have"))
}
