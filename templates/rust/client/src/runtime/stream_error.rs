//! Errors of reading a stream.

use std::fmt;

/// The reason that a stream was cut off or could not be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamError {
    /// The stream ended in the middle of an item.
    CutOff,
    /// An item is larger than the limit of the client.
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// No response arrived in time.
    Late,
    /// The service does not resume the stream.
    NotResumed,
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff => f.write_str("the stream ended in the middle of an item"),
            Self::TooLarge { limit } => write!(
                f,
                "an item of the stream is larger than {limit} bytes; raise `response_limit` to \
                 allow more"
            ),
            Self::Late => f.write_str("no response arrived in time"),
            Self::NotResumed => f.write_str("the service does not resume the stream"),
        }
    }
}

impl std::error::Error for StreamError {}
