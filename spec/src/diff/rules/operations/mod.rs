//! Rules on operations: how they come, go, are deprecated and are named.

pub(super) mod deprecated;
pub(super) mod names;
pub(super) mod removed;
