//! Items of a stream, as they are sent.

/// An item as it is sent.
#[derive(Debug)]
pub(crate) struct Block {
    /// The ID of an event.
    pub(crate) id: Option<String>,
    pub(crate) text: String,
}
