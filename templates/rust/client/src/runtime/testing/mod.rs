//! A test kit for code that uses this client: a service that answers as a test says, without a
//! network, and a clock that never waits.
//!
//! [`TestService`] is the transport of a client. A test says what it answers to which operation,
//! runs the code, and then looks at the requests that were received.

mod answer;
mod clock;
mod request;
mod service;

pub use self::answer::TestAnswer;
pub use self::clock::TestClock;
pub use self::request::TestRequest;
pub use self::service::TestService;
