//! Encodes values as the texts and bytes of a request.

mod body;
mod parameter;

pub use spec::encode::{Encoded, path_text, percent};

pub use self::body::{encode as encode_body, preferred as preferred_media};
pub use self::parameter::{is_anothers, is_framing, is_mistakable, is_written};
