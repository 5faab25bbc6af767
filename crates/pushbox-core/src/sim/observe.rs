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
        let planes: Vec<Vec<Shown>> = (0..depth).map(|plane| shown(table, depth, plane)).collect();
        for (cells, out) in cells.chunks_exact(area).zip(out.chunks_exact_mut(area * depth)) {
            for (plane, out) in planes.iter().zip(out.chunks_exact_mut(area)) {
                write_plane(cells, plane, out);
            }
        }
        return;
    }
    match depth {
        1 => write_rows::<1>(cells, table, out),
        2 => write_rows::<2>(cells, table, out),
        3 => write_rows::<3>(cells, table, out),
        4 => write_rows::<4>(cells, table, out),
        _ => {
            for (&cell, out) in cells.iter().zip(out.chunks_exact_mut(depth.max(1))) {
                out.copy_from_slice(&table[usize::from(cell) % KINDS * depth..][..depth]);
            }
        }
    }
}

/// Kinds of cells that have the same byte in a plane: those whose bits below the mask are the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shown {
    mask: u8,
    value: u8,
    byte: u8,
}

/// Returns the kinds of cells that are shown in a plane, as few groups of them as pairs make; all others are 0.
fn shown(table: &[u8], depth: usize, plane: usize) -> Vec<Shown> {
    let bytes = table.iter().skip(plane).step_by(depth.max(1));
    let mask = KINDS as u8 - 1;
    let mut groups: Vec<Shown> = (0..)
        .zip(bytes)
        .filter(|(_, byte)| **byte != 0)
        .map(|(value, &byte)| Shown { mask, value, byte })
        .collect();
    for bit in (0..KINDS.trailing_zeros()).map(|bit| 1 << bit) {
        let mut merged = Vec::with_capacity(groups.len());
        for group in &groups {
            let other = Shown { value: group.value ^ bit, ..*group };
            if !groups.contains(&other) {
                merged.push(*group);
            } else if group.value & bit == 0 {
                merged.push(Shown { mask: group.mask & !bit, ..*group });
            }
        }
        groups = merged;
    }
    groups
}

/// Writes a plane, one group of kinds after the other: many cells are compared at once, where a table is read for one.
fn write_plane(cells: &[u8], shown: &[Shown], out: &mut [u8]) {
    let Some((&first, others)) = shown.split_first() else { return out.fill(0) };
    let byte_of = |group: Shown, cell: u8| if cell & group.mask == group.value { group.byte } else { 0 };
    for (out, &cell) in out.iter_mut().zip(cells) {
        *out = byte_of(first, cell);
    }
    for &group in others {
        for (out, &cell) in out.iter_mut().zip(cells) {
            *out |= byte_of(group, cell);
        }
    }
}

/// Writes the bytes of each cell beside each other.
fn write_rows<const DEPTH: usize>(cells: &[u8], table: &[u8], out: &mut [u8]) {
    let rows: [[u8; DEPTH]; KINDS] =
        std::array::from_fn(|kind| std::array::from_fn(|at| table[kind * DEPTH + at]));
    for (&cell, out) in cells.iter().zip(out.chunks_exact_mut(DEPTH)) {
        out.copy_from_slice(&rows[usize::from(cell) % KINDS]);
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
