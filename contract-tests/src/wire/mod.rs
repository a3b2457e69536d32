//! Over the line, and back.

mod client;
mod connector;
mod pace;
mod tls;
mod transport;

pub(crate) use self::client::HttpClient;
pub use self::pace::Waits;
pub(crate) use self::pace::{Pace, retry_after, says_quota};
pub(crate) use self::transport::prefix;
pub use self::transport::{Transport, TransportOptions};
