//! On which side of a box is the player? With the box on a square as the only obstacle, two other squares are
//! connected exactly if they lie in the same part of the floor without that square. The parts follow from one
//! depth-first search (articulation points; Hopcroft and Tarjan 1973): a child of a square in the search tree whose
//! subtree has no edge to above the square is a part of its own, and the rest is one more part.

/// The parts of the floor around every square. Part 0 is the rest, parts 1 to 3 are subtrees.
pub(super) struct Sides {
    /// When the search entered a square.
    entered: Vec<u16>,
    /// The subtrees (first and last entry time) that removing a square cuts off.
    cut_off: Vec<[(u16, u16); 3]>,
}

/// An interval that holds no entry time.
const NOTHING: (u16, u16) = (u16::MAX, 0);

struct Frame {
    square: u16,
    parent: u16,
    direction: usize,
    lowest: u16,
}

impl Sides {
    /// One part around each of `n` squares.
    pub(super) fn one(n: usize) -> Self {
        Self { entered: vec![0; n], cut_off: vec![[NOTHING; 3]; n] }
    }

    /// The parts for the squares with the neighbours `near` (the last entry is the wall), all connected to `root`.
    pub(super) fn new(near: &[[u16; 4]], root: u16) -> Self {
        let n = near.len() - 1;
        let wall = n as u16;
        let mut entered = vec![u16::MAX; n];
        let mut cut_off = vec![[NOTHING; 3]; n];
        let mut clock = 0;
        let mut root_children = 0;
        let mut stack = Vec::new();
        let enter = |square: u16, parent: u16, clock: &mut u16, entered: &mut Vec<u16>| {
            let time = *clock;
            *clock += 1;
            entered[usize::from(square)] = time;
            Frame { square, parent, direction: 0, lowest: time }
        };
        stack.push(enter(root, wall, &mut clock, &mut entered));
        while let Some(frame) = stack.last_mut() {
            if frame.direction < 4 {
                let next = near[usize::from(frame.square)][frame.direction];
                frame.direction += 1;
                if next == wall || next == frame.parent {
                    continue;
                }
                let time = entered[usize::from(next)];
                if time == u16::MAX {
                    let parent = frame.square;
                    stack.push(enter(next, parent, &mut clock, &mut entered));
                } else {
                    frame.lowest = frame.lowest.min(time);
                }
                continue;
            }
            let (child, lowest) = (frame.square, frame.lowest);
            stack.pop();
            let Some(above) = stack.last_mut() else { break };
            above.lowest = above.lowest.min(lowest);
            let parent = above.square;
            if lowest >= entered[usize::from(parent)] {
                // The root has no "rest" above it, so its first subtree takes the place of the rest.
                if parent == root {
                    root_children += 1;
                    if root_children == 1 {
                        continue;
                    }
                }
                let cuts = &mut cut_off[usize::from(parent)];
                if let Some(free) = cuts.iter_mut().find(|cut| **cut == NOTHING) {
                    *free = (entered[usize::from(child)], clock - 1);
                }
            }
        }
        Self { entered, cut_off }
    }

    /// The part in which `player` is when a box stands on `square`, 0 to 3.
    pub(super) fn side(&self, square: u16, player: u16) -> usize {
        let cuts = &self.cut_off[usize::from(square)];
        if cuts[0] == NOTHING {
            return 0;
        }
        let time = self.entered[usize::from(player)];
        cuts.iter().position(|&(first, last)| first <= time && time <= last).map_or(0, |index| index + 1)
    }

    /// The number of parts around `square`, 1 to 4.
    pub(super) fn count(&self, square: u16) -> usize {
        1 + self.cut_off[usize::from(square)].iter().filter(|&&cut| cut != NOTHING).count()
    }
}
