//! The state that the operations share.

/// The state that the operations share, such as a database.
#[derive(Debug)]
pub struct Service;

impl Service {
    /// Creates the service.
    pub const fn from_env() -> Self {
        Self
    }
}
