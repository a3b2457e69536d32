//! `multipart/form-data` (RFC 7578).

use super::{DecodeError, EncodeError, Part};

/// A type that is sent as `multipart/form-data`.
pub trait Multipart: Sized {
    /// Writes one or more parts for every property.
    ///
    /// # Errors
    /// Returns an error if a property cannot be written as text.
    fn write(&self, parts: &mut Parts) -> Result<(), EncodeError>;

    /// Reads the properties from parts.
    ///
    /// # Errors
    /// Returns an error if one is missing or does not have the declared shape.
    fn read(parts: &mut Parts) -> Result<Self, DecodeError>;
}

/// The parts of a form, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts(pub(super) Vec<Part>);

impl Parts {
    /// Creates a form without parts.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a part.
    pub fn push(&mut self, part: Part) {
        self.0.push(part);
    }

    /// Returns the parts that were not read yet.
    #[must_use]
    pub fn as_slice(&self) -> &[Part] {
        &self.0
    }
}
