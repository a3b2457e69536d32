//! Converts error bodies to the declared responses of any operation.

use super::AnyStatus;

/// A response type that declares errors with the body `B`, such as problem details. Code shared by
/// many operations can create errors through it without knowing their response types.
///
/// It is implemented for every response type that declares an error with such a body and without
/// required header fields.
pub trait Refuse<B>: Sized {
    /// The statuses that are declared individually for errors, in the order of the description.
    const STATUSES: &'static [u16];

    /// Returns the declared response for a status: the status itself, its range, or `default`.
    ///
    /// # Errors
    /// Returns the body if no response is declared for the status.
    fn refuse(status: u16, body: B) -> Result<Self, B>;
}

/// A response type that declares `default`, so that every error status has a response.
pub trait RefuseAny<B>: Refuse<B> {
    /// Returns the declared response for a status, as in [`Refuse::refuse`].
    fn refuse_any(status: AnyStatus, body: B) -> Self;
}

/// Implements [`Refuse`] for a response type, given the variant of each status. The optional header
/// fields of a variant, which stay unset, follow in braces.
#[allow(unused_macros, reason = "a description need not declare failures")]
macro_rules! refuse {
    (
        $answer:ident, $body:ty,
        [$($status:literal => $exact:ident $({ $($header:ident),* $(,)? })?),* $(,)?]
        $(, ranges [$($range:ident $({ $($range_header:ident),* $(,)? })?),* $(,)?])?
        $(, default [$any:ident $({ $($any_header:ident),* $(,)? })? $(,)?])?
        $(,)?
    ) => {
        impl $crate::runtime::Refuse<$body> for $answer {
            const STATUSES: &'static [u16] = &[$($status),*];

            fn refuse(status: u16, body: $body) -> Result<Self, $body> {
                $(if status == $status {
                    return Ok($crate::runtime::refuse!(
                        @exact $exact $({ $($header),* })?, body
                    ));
                })*
                $($(if let Some(status) = $crate::runtime::Status::new(status) {
                    return Ok($crate::runtime::refuse!(
                        @range $range $({ $($range_header),* })?, status, body
                    ));
                })*)?
                $(if let Some(status) = $crate::runtime::Status::new(status) {
                    return Ok($crate::runtime::refuse!(
                        @range $any $({ $($any_header),* })?, status, body
                    ));
                })?
                Err(body)
            }
        }

        $(impl $crate::runtime::RefuseAny<$body> for $answer {
            fn refuse_any(status: $crate::runtime::AnyStatus, body: $body) -> Self {
                match $crate::runtime::Refuse::refuse(status.get(), body) {
                    Ok(answer) => answer,
                    Err(body) => $crate::runtime::refuse!(
                        @range $any $({ $($any_header),* })?, status, body
                    ),
                }
            }
        })?
    };
    (@exact $variant:ident, $body:ident) => {
        Self::$variant($body)
    };
    (@exact $variant:ident { $($header:ident),* }, $body:ident) => {
        Self::$variant { body: $body, $($header: None),* }
    };
    (@range $variant:ident, $status:ident, $body:ident) => {
        Self::$variant($status, $body)
    };
    (@range $variant:ident { $($header:ident),* }, $status:ident, $body:ident) => {
        Self::$variant { status: $status, body: $body, $($header: None),* }
    };
}

#[allow(unused_imports, reason = "a description need not declare failures")]
pub(crate) use refuse;
