//! Over the line, and back.

mod transport;

pub use self::transport::{Transport, TransportOptions};
pub(crate) use self::transport::{client, prefix};
