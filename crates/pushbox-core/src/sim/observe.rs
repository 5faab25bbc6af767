//! Boards in other forms: planes, symbols, colours, pictures of tiles.

/// The kinds of cells: bytes below this have a row in a table.
pub const KINDS: usize = 16;

/// Writes what a table says of each byte of some boards, each of `area` cells. A table has as many bytes for each of the
/// [`KINDS`] of cells; they stand beside each other for each cell, or, where it is by planes, in a plane of each board.
///
/// # Panics
/// Panics where a table has no whole rows, or `out` has another length.
pub fn observe(cells: &[u8], area: usize, table: &[u8], by_planes: bool, out: &mut [u8]) {
    let depth = table.len() / KINDS;
    assert!(
        table.len() == KINDS * depth && out.len() == cells.len() * depth,
        "{KINDS} rows, as many bytes a cell"
    );
    if by_planes {
        let planes: Vec<[u8; KINDS]> =
            (0..depth).map(|plane| std::array::from_fn(|kind| table[kind * depth + plane])).collect();
        for (cells, out) in cells.chunks_exact(area).zip(out.chunks_exact_mut(area * depth)) {
            for (plane, out) in planes.iter().zip(out.chunks_exact_mut(area)) {
                for (&cell, out) in cells.iter().zip(out) {
                    *out = plane[usize::from(cell) % KINDS];
                }
            }
        }
    } else {
        let rows: Vec<&[u8]> = table.chunks_exact(depth.max(1)).collect();
        for (&cell, out) in cells.iter().zip(out.chunks_exact_mut(depth.max(1))) {
            out.copy_from_slice(rows[usize::from(cell) % KINDS]);
        }
    }
}

/// Writes a picture of each board of so many columns: for each kind of cell `tiles` has a square of `side` by `side`
/// pixels of `depth` bytes, row by row.
///
/// # Panics
/// Panics where `tiles` or `out` have another length.
pub fn tiles(cells: &[u8], width: usize, tiles: &[u8], side: usize, depth: usize, out: &mut [u8]) {
    let line = side * depth;
    assert!(tiles.len() == KINDS * side * line && out.len() == cells.len() * side * line, "a square a cell");
    if out.is_empty() {
        return;
    }
    for (cells, out) in cells.chunks_exact(width).zip(out.chunks_exact_mut(width * side * line)) {
        for (y, out) in out.chunks_exact_mut(width * line).enumerate() {
            for (&cell, out) in cells.iter().zip(out.chunks_exact_mut(line)) {
                let tile = usize::from(cell) % KINDS;
                out.copy_from_slice(&tiles[(tile * side + y) * line..][..line]);
            }
        }
    }
}
