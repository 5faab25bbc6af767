//! The cheapest assignment of rows to columns (Hungarian algorithm, Kuhn 1955, by shortest augmenting paths, Jonker and
//! Volgenant 1987), for tables that are made anew for each position.

/// A cost that nobody can pay.
pub(super) const NEVER: u32 = u32::MAX;

/// The cheapest assignment that gives each of `rows` rows a column of its own out of `columns`: its cost, and the column
/// of each row. `costs` has the rows one after another, with `NEVER` for what does not fit. None if there is no such
/// assignment.
pub(super) fn cheapest(rows: usize, columns: usize, costs: &[u32]) -> Option<(u32, Vec<usize>)> {
    if rows > columns {
        return None;
    }
    // Column 0 stands for the row that looks for a column.
    let mut price_of_row = vec![0_i64; rows + 1];
    let mut price = vec![0_i64; columns + 1];
    let mut owner = vec![0_usize; columns + 1];
    let mut from = vec![0_usize; columns + 1];
    let mut reach = vec![i64::MAX; columns + 1];
    let mut done = vec![false; columns + 1];
    for row in 1..=rows {
        owner[0] = row;
        reach.fill(i64::MAX);
        done.fill(false);
        let mut column = 0;
        while owner[column] != 0 {
            done[column] = true;
            let giver = owner[column];
            let (mut least, mut next) = (i64::MAX, 0);
            for other in 1..=columns {
                if done[other] {
                    continue;
                }
                let cost = costs[(giver - 1) * columns + other - 1];
                if cost != NEVER {
                    let there = i64::from(cost) - price_of_row[giver] - price[other];
                    if there < reach[other] {
                        reach[other] = there;
                        from[other] = column;
                    }
                }
                if reach[other] < least {
                    (least, next) = (reach[other], other);
                }
            }
            if least == i64::MAX {
                return None;
            }
            for other in 0..=columns {
                if done[other] {
                    price_of_row[owner[other]] += least;
                    price[other] -= least;
                } else if reach[other] != i64::MAX {
                    reach[other] -= least;
                }
            }
            column = next;
        }
        while column != 0 {
            let before = from[column];
            owner[column] = owner[before];
            column = before;
        }
    }
    let mut column_of = vec![0; rows];
    for column in (1..=columns).filter(|&column| owner[column] != 0) {
        column_of[owner[column] - 1] = column - 1;
    }
    let paid = column_of.iter().enumerate().map(|(row, column)| costs[row * columns + column]).sum();
    Some((paid, column_of))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{NEVER, cheapest};
    use crate::zobrist::split_mix;

    /// The least sum by trying everything.
    fn tried(row: usize, rows: usize, columns: usize, costs: &[u32], taken: u32) -> Option<u32> {
        if row == rows {
            return Some(0);
        }
        (0..columns)
            .filter(|&column| taken >> column & 1 == 0 && costs[row * columns + column] != NEVER)
            .filter_map(|column| {
                let rest = tried(row + 1, rows, columns, costs, taken | 1 << column)?;
                Some(costs[row * columns + column] + rest)
            })
            .min()
    }

    #[test]
    fn no_assignment_is_cheaper() {
        let mut seed = 5;
        let mut possible = 0;
        for _ in 0..3000 {
            let mut below = |end: u64| split_mix(&mut seed) % end;
            let (rows, columns) = (below(5) as usize, below(6) as usize);
            let costs: Vec<u32> =
                (0..rows * columns).map(|_| if below(4) == 0 { NEVER } else { below(9) as u32 }).collect();
            let expected = tried(0, rows, columns, &costs, 0);
            possible += usize::from(expected.is_some());
            let found = cheapest(rows, columns, &costs);
            assert_eq!(found.as_ref().map(|found| found.0), expected, "{rows} x {columns}: {costs:?}");
            let distinct: HashSet<usize> = found.iter().flat_map(|found| &found.1).copied().collect();
            assert!(found.is_none() || distinct.len() == rows, "{found:?}");
        }
        assert!(possible > 1000);
    }
}
