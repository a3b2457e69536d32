//! Rules on operations: how they come, go, are deprecated and named, and what they are as
//! tools.

pub(super) mod deprecated;
pub(super) mod globals;
pub(super) mod names;
pub(super) mod removed;
pub(super) mod tools;
