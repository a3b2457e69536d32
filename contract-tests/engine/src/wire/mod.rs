//! Sends requests over the network and receives responses.

mod client;
mod connector;
mod pace;
mod tls;
mod transport;

pub use self::client::HttpClient;
pub use self::pace::Waits;
pub use self::pace::{Pace, retry_after, says_quota};
pub use self::transport::prefix;
pub use self::transport::{Transport, TransportOptions};
