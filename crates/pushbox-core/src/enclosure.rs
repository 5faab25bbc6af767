//! Drawn boards: whether walls enclose what stands on them, and whether their rows fit together.

/// Returns the cells at the edge that are reached from the cells with a sign in `from`, past no `#`, in the order in which
/// a search finds them that looks left, up, right and down. From the edge it goes no further.
///
/// `signs` are whole rows of `width` signs, one byte a cell.
///
/// # Panics
///
/// Panics if `width` is 0.
#[must_use]
pub fn openings(signs: &[u8], width: usize, from: &[u8]) -> Vec<usize> {
    let last = signs.len() - signs.len().min(width);
    let is_edge =
        |cell: usize| cell < width || cell >= last || cell % width == 0 || cell % width == width - 1;
    let mut seen: Vec<bool> = signs.iter().map(|sign| *sign == b'#' || from.contains(sign)).collect();
    let mut queue: Vec<usize> = (0..signs.len()).filter(|&cell| from.contains(&signs[cell])).collect();
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        if is_edge(cell) {
            found.push(cell);
            continue;
        }
        for neighbour in [cell - 1, cell - width, cell + 1, cell + width] {
            if !std::mem::replace(&mut seen[neighbour], true) {
                queue.push(neighbour);
            }
        }
    }
    found
}

/// Returns the first row that does not fit the others, and how many players the rows have.
///
/// A row does not fit that reaches beyond both its neighbours by more than two signs, as two rows in one line do; that has
/// floor before its first wall drawn in two ways, as items of a list have; or the first, where all rows begin with the same
/// mark and a blank. Pushbox itself writes a dash before the blanks of a first row, if all rows begin with blanks.
#[must_use]
pub fn odd_row(rows: &[&[u8]]) -> (Option<usize>, usize) {
    let length = |index: Option<usize>| index.and_then(|index| rows.get(index)).map_or(0, |row| row.len());
    let reaches = |index: usize| {
        let near = length(index.checked_sub(1)).max(length(index.checked_add(1)));
        length(Some(index)) > near + 2
    };
    let is_item = |index: usize| {
        let margin = rows[index].iter().take_while(|sign| b"-_ ".contains(sign));
        let first = rows[index].first();
        matches!(first, Some(b'-' | b'_'))
            && margin.clone().any(|sign| Some(sign) != first)
            && !(index == 0 && rows[1..].iter().all(|row| row.first() == Some(&b' ')))
    };
    let is_marked = || {
        rows[0].first() != Some(&b' ')
            && rows[0].get(1) == Some(&b' ')
            && rows.iter().all(|row| row.get(..2) == rows[0].get(..2))
    };
    let odd = (0..rows.len()).find(|&index| reaches(index) || is_item(index));
    let odd = odd.or_else(|| (!rows.is_empty() && is_marked()).then_some(0));
    let players = rows.iter().flat_map(|row| row.iter()).filter(|sign| b"@+".contains(sign)).count();
    (odd, players)
}
