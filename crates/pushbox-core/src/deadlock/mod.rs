//! Deadlocks: positions that cannot be solved. The detectors are listed in [`pipeline`], each in a file of its own;
//! [`pi_corral`] prunes pushes, and finds a deadlock where it leaves none.

pub(crate) mod bipartite;
pub(crate) mod corral;
pub(crate) mod dead_pairs;
pub(crate) mod diagonal;
pub(crate) mod freeze;
pub(crate) mod frozen_walls;
pub(crate) mod local_deadlock;
pub(crate) mod local_search;
pub(crate) mod pi_corral;
pub(crate) mod pipeline;
pub(crate) mod position_view;
mod searched_verdicts;
