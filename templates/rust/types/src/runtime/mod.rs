//! Code that every generated type shares: decoding, encoding, formats, validation, and the
//! description of operations.

mod base64;
#[cfg(feature = "validate")]
mod bounds;
mod date_time;
mod decimal_number;
mod decode;
mod decode_primitives;
mod deep_object;
mod encode;
mod error;
mod fields;
mod file;
mod formats;
mod frames;
mod frames_write;
pub(crate) mod macros;
mod multipart;
mod multipart_parser;
mod multipart_read;
mod multipart_write;
mod named_events;
mod operation;
mod parameter;
mod part;
mod part_stream;
#[cfg(feature = "validate")]
mod pattern;
mod percent;
mod presence;
mod shape;
mod style;
mod style_read;
mod style_write;
#[cfg(feature = "validate")]
mod text_format;
mod uri;
#[cfg(feature = "validate")]
mod validate;

pub use self::base64::Base64;
#[cfg(feature = "validate")]
pub use self::bounds::{Bounds, Digits, Number};
pub use self::date_time::{DateTime, DateTimeError};
pub use self::decimal_number::DecimalNumber;
pub use self::decode::{Decode, Decoder, decode, from_slice, from_value};
pub use self::encode::Members;
pub use self::error::{DecodeError, EncodeError};
pub use self::fields::{Fields, Guard, Kind};
pub use self::file::File;
pub use self::frames::{EventState, Fault, Frame, Framing, Reader};
pub use self::frames_write::{write_event, write_line, write_record};
pub use self::multipart::{Multipart, Parts};
pub use self::named_events::{event_object, write_event_object};
pub use self::operation::{
    Body, Deprecation, Location, Operation, Parameter, Response, Security, Shape, Status, Style,
};
pub use self::parameter::{Source, decode_form, decode_parameter, encode_form, encode_parameter};
pub use self::part::Part;
pub use self::part_stream::{PartContent, PartForm, PartWriter};
#[cfg(feature = "validate")]
pub use self::pattern::Pattern;
pub use self::percent::percent_encode;
pub use self::presence::Presence;
#[cfg(feature = "validate")]
pub use self::text_format::Format;
pub use self::uri::Uri;
#[cfg(feature = "validate")]
pub use self::validate::{Validate, Validator, Violation, Violations};

#[allow(
    unused_imports,
    reason = "a description need not have every kind of type"
)]
pub(crate) use self::decode::deserialize;
#[allow(
    unused_imports,
    reason = "a description need not have every kind of type"
)]
pub(crate) use self::macros::{
    integer_enum, new, newtype, object, string_enum, string_newtype, union,
};
