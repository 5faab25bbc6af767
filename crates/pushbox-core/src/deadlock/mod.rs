//! Deadlocks: positions that cannot be solved. Every detector is sound: a position that it calls dead is, though it may
//! miss some.
//!
//! * dead squares: [`crate::board`], pushes to them are never generated;
//! * freeze deadlocks: [`freeze`];
//! * bipartite deadlocks: [`crate::bound`], where no assignment of boxes to goals exists;
//! * dead pairs: [`dead_pairs`];
//! * corral deadlocks: [`corral`];
//! * closed diagonals: [`diagonal`];
//! * boxes close together that cannot get apart: [`local_deadlock`];
//! * floor cut up by frozen boxes: [`frozen_walls`];
//! * corrals without a push: [`pi_corral`].

pub(crate) mod corral;
pub(crate) mod dead_pairs;
pub(crate) mod diagonal;
pub(crate) mod freeze;
pub(crate) mod frozen_walls;
pub(crate) mod local_deadlock;
pub(crate) mod local_search;
pub(crate) mod pi_corral;
pub(crate) mod position_view;
mod searched_verdicts;
