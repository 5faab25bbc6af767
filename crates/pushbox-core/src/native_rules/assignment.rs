//! The minimum-cost assignment of rows to columns (Hungarian algorithm, Kuhn 1955, by shortest augmenting paths, Jonker
//! and Volgenant 1987), for tables that are made anew for each position.

/// The cost of a pair that cannot be assigned.
pub(crate) const FORBIDDEN: u32 = crate::flood::UNREACHABLE;

/// The most rows of a table for which an assignment is worth its time in each position.
const MOST_ROWS: usize = 60;

/// Returns a table of costs, row by row.
pub(super) fn costs_of(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> u32) -> Vec<u32> {
    (0..rows * columns).map(|index| cost(index / columns, index % columns)).collect()
}

/// Bounds the least total cost of an assignment: by the best one of few rows, else by the cheapest column of each row.
/// `None` if there is no assignment, as far as that is known.
pub(super) fn assignment_bound(rows: usize, columns: usize, costs: &[u32]) -> Option<u32> {
    if rows <= MOST_ROWS || columns < rows {
        return min_cost_assignment(rows, columns, costs).map(|(total, _)| total);
    }
    let cheapest = |row: &[u32]| row.iter().copied().min().filter(|&cost| cost != FORBIDDEN);
    costs.chunks(columns).map(cheapest).sum()
}

/// Assigns each of `rows` rows a column of its own out of `columns` at the least total cost; returns that cost and the
/// column of each row, `None` if there is no such assignment. `costs` has the rows one after another.
pub(crate) fn min_cost_assignment(rows: usize, columns: usize, costs: &[u32]) -> Option<(u32, Vec<usize>)> {
    if rows > columns {
        return None;
    }
    // Column 0 stands for the row to be assigned next.
    let mut row_potential = vec![0_i64; rows + 1];
    let mut column_potential = vec![0_i64; columns + 1];
    let mut row_of = vec![0_usize; columns + 1];
    let mut previous = vec![0_usize; columns + 1];
    let mut slack = vec![i64::MAX; columns + 1];
    let mut is_scanned = vec![false; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        slack.fill(i64::MAX);
        is_scanned.fill(false);
        let mut column = 0;
        while row_of[column] != 0 {
            is_scanned[column] = true;
            let scanned = row_of[column];
            let (mut least, mut next) = (i64::MAX, 0);
            for other in 1..=columns {
                if is_scanned[other] {
                    continue;
                }
                let cost = costs[(scanned - 1) * columns + other - 1];
                if cost != FORBIDDEN {
                    let reduced = i64::from(cost) - row_potential[scanned] - column_potential[other];
                    if reduced < slack[other] {
                        slack[other] = reduced;
                        previous[other] = column;
                    }
                }
                if slack[other] < least {
                    (least, next) = (slack[other], other);
                }
            }
            if least == i64::MAX {
                return None;
            }
            for other in 0..=columns {
                if is_scanned[other] {
                    row_potential[row_of[other]] += least;
                    column_potential[other] -= least;
                } else if slack[other] != i64::MAX {
                    slack[other] -= least;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[previous[column]];
            column = previous[column];
        }
    }
    let mut column_of = vec![0; rows];
    for column in (1..=columns).filter(|&column| row_of[column] != 0) {
        column_of[row_of[column] - 1] = column - 1;
    }
    let total = column_of.iter().enumerate().map(|(row, column)| costs[row * columns + column]).sum();
    Some((total, column_of))
}
