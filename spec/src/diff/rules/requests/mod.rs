//! Rules on parameters and request bodies.

pub(super) mod bodies;
pub(super) mod direction;
pub(super) mod media_types;
pub(super) mod parameters;
pub(super) mod properties;
pub(super) mod written;
