//! Rules on the API as a whole: its version, addresses, names, webhooks and callbacks.

pub(super) mod lists;
pub(super) mod whole;
