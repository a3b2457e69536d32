//! The rules on values.

pub(super) mod bounds;
pub(super) mod defaults;
pub(super) mod discriminators;
pub(super) mod enumerations;
mod names;
pub(super) mod objects;
pub(super) mod residual;
pub(super) mod texts;
pub(super) mod types;
pub(super) mod unions;
