//! Deadlocks: positions that no play can solve. Every detector here errs on one side only; what it calls dead is.
//!
//! * dead squares: [`crate::field`], pushes to them are never generated;
//! * freeze deadlocks: [`freeze`];
//! * bipartite deadlocks: [`crate::bound`], where no assignment of boxes to goals exists;
//! * dead pairs: [`pairs`];
//! * corrals that a few boxes cannot leave: [`corral`];
//! * closed diagonals: [`diagonal`];
//! * boxes close together that cannot get apart: [`cluster`];
//! * floor cut up by frozen boxes: [`sealed`];
//! * corrals without a push: [`pi_corral`].

pub(crate) mod cluster;
pub(crate) mod corral;
pub(crate) mod diagonal;
pub(crate) mod freeze;
pub(crate) mod pairs;
pub(crate) mod pi_corral;
pub(crate) mod scene;
pub(crate) mod sealed;
mod trial;
