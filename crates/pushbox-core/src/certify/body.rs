//! The body of a certificate: positions in ascending order, each as its difference from the one before.
//!
//! A position consists of:
//!
//! * one byte, the number of boxes from the first on that it shares with the position before;
//! * each other box, as its distance from the next place where it could stand;
//! * the player;
//! * the cost, as its difference from the cost of the position before.
//!
//! A number has seven bits a byte, the least first, and a bit that says whether another byte follows. A number that may
//! be negative is doubled, less one if it is negative.

use super::field::Item;

/// Writes positions, each the boxes and then the player, with their costs, in ascending order.
pub(super) fn write<'a>(positions: impl Iterator<Item = (&'a [Item], u32)>) -> Vec<u8> {
    let mut body = Vec::new();
    let mut last: &[Item] = &[];
    let mut last_cost = 0;
    for (key, cost) in positions {
        let boxes = key.len() - 1;
        let shared = key.iter().zip(last).take(boxes).take_while(|(one, other)| one == other).count();
        body.push(shared as u8);
        let mut least = if shared > 0 { key[shared - 1] + 1 } else { 0 };
        for &item in &key[shared..boxes] {
            put(&mut body, u32::from(item - least));
            least = item + 1;
        }
        put(&mut body, u32::from(key[boxes]));
        let rise = i64::from(cost) - i64::from(last_cost);
        put(&mut body, if rise < 0 { -rise * 2 - 1 } else { rise * 2 } as u32);
        (last, last_cost) = (key, cost);
    }
    body
}

fn put(body: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        body.push(number as u8 & 127 | 128);
        number >>= 7;
    }
    body.push(number as u8);
}
