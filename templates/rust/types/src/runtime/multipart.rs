//! `multipart/form-data` (RFC 7578).

use super::{DecodeError, EncodeError, Part};

/// A type that is sent as `multipart/form-data`.
pub trait Multipart: Sized {
    /// Writes a part, or several, for every property.
    ///
    /// # Errors
    /// When a property cannot be written as text.
    fn write(&self, parts: &mut Parts) -> Result<(), EncodeError>;

    /// Reads the properties.
    ///
    /// # Errors
    /// When one is missing or not of its shape.
    fn read(parts: &mut Parts) -> Result<Self, DecodeError>;
}

/// The parts of a form, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts(pub(super) Vec<Part>);

impl Parts {
    /// Returns a form without parts.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a part as it is.
    pub fn push(&mut self, part: Part) {
        self.0.push(part);
    }

    /// The parts that were not read yet.
    #[must_use]
    pub fn as_slice(&self) -> &[Part] {
        &self.0
    }
}
