//! From values to bytes, over the line, and back.

mod body;
mod parameter;
mod transport;

pub use self::body::{encode as encode_body, preferred as preferred_media};
pub use self::parameter::{is_anothers, is_framing, is_mistakable, is_written};
pub use self::transport::{Transport, TransportOptions};
pub(crate) use self::transport::{client, prefix};
pub use spec::encode::{Encoded, path_text, percent};
