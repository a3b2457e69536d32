//! Errors of decoding and encoding values.

use std::fmt;

/// An error returned for a value that does not have the shape that the description declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError {
    pointer: String,
    expected: String,
    found: String,
}

impl DecodeError {
    /// Returns an error at the JSON Pointer (RFC 6901) `pointer`.
    #[must_use]
    pub fn new(
        pointer: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self {
            pointer: pointer.into(),
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// Returns the JSON Pointer (RFC 6901) of the offending value; empty for the whole document.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Returns what the description declares at that location.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// Returns what was found instead.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)?;
        if !self.pointer.is_empty() {
            write!(f, " at {}", self.pointer)?;
        }
        Ok(())
    }
}

impl std::error::Error for DecodeError {}

/// An error returned for a value that cannot be encoded in the way that the description requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodeError(String);

impl EncodeError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EncodeError {}
