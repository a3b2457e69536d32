//! A run against one deployment: what checks ask and send through.

use crate::description::Description;

/// A run against one deployment.
#[derive(Debug)]
pub struct Session {
    /// The description that it is judged by.
    pub description: Description,
}
