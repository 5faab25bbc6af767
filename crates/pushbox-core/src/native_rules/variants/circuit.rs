//! Wires: boxes and terminals with ports. Neighbours with ports on their common side have contact.

use super::{BoxState, Variants};
use crate::flood::reached_from;

/// The terminals of a level.
#[derive(Default)]
pub(super) struct Terminals {
    /// The ports of every terminal, by cell; 0 elsewhere.
    pub(super) ports: Vec<u8>,
    /// Those of the circuit.
    pub(super) lamps: Vec<u16>,
    /// Batteries.
    pub(super) sources: Vec<u16>,
    /// Bombs.
    pub(super) bombs: Vec<u16>,
}

impl Variants {
    /// Returns the ports of every cell.
    fn ports(&self, boxes: &[BoxState]) -> Vec<u8> {
        let mut ports = self.ground.terminals.ports.clone();
        for one in boxes {
            ports[usize::from(one.cell)] |= self.kinds[usize::from(one.kind)].1;
        }
        ports
    }

    /// Returns the neighbours that a cell has contact with.
    fn contacts<'a>(&'a self, ports: &'a [u8], cell: u16) -> impl Iterator<Item = u16> + 'a {
        (0..4).filter_map(move |direction| {
            let near = self.grid.neighbour(cell, direction);
            let joined =
                ports[usize::from(cell)] >> direction & ports[usize::from(near)] >> (direction ^ 2) & 1;
            (joined == 1).then_some(near)
        })
    }

    /// Returns for every cell whether wires join it with `start`.
    fn component(&self, ports: &[u8], start: u16) -> Vec<bool> {
        reached_from(ports.len(), &[start.into()], |cell, visit| {
            self.contacts(ports, cell as u16).for_each(|near| visit(near.into()));
        })
    }

    /// Counts the terminals of the circuit that are not connected as the level's option demands.
    pub(super) fn dark(&self, boxes: &[BoxState]) -> usize {
        let lamps = &self.ground.terminals.lamps;
        let Some(&first) = lamps.first() else { return 0 };
        let ports = self.ports(boxes);
        if self.options.single_component {
            let is_joined = self.component(&ports, first);
            return lamps.iter().filter(|&&lamp| !is_joined[usize::from(lamp)]).count();
        }
        let is_box = |cell| boxes.iter().any(|one| one.cell == cell);
        lamps.iter().filter(|&&lamp| !self.contacts(&ports, lamp).any(is_box)).count()
    }

    /// Returns whether wires join battery and bomb: to win all of either, to lose one of each.
    pub(super) fn is_joined(&self, boxes: &[BoxState]) -> bool {
        let (sources, bombs) = (&self.ground.terminals.sources, &self.ground.terminals.bombs);
        let mut all = sources.iter().chain(bombs);
        let Some(&first) = all.clone().min() else { return false };
        let ports = self.ports(boxes);
        if self.options.bomb_loses {
            return sources.iter().any(|&source| {
                let is_joined = self.component(&ports, source);
                bombs.iter().any(|&bomb| is_joined[usize::from(bomb)])
            });
        }
        let is_joined = self.component(&ports, first);
        all.all(|&cell| is_joined[usize::from(cell)])
    }
}
