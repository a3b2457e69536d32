//! Rules on credentials.

pub(super) mod oauth;
pub(super) mod requirements;
pub(super) mod schemes;
