//! Statuses of a range, such as `4XX`; a status outside of the range cannot be constructed.

use std::fmt;

/// A final status (RFC 9110 §15) whose first digit is `CLASS`; `0` for any from 200 to 599.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Status<const CLASS: u16>(u16);

/// A status of `2XX`.
pub type Success = Status<2>;
/// A status of `3XX`.
pub type Redirection = Status<3>;
/// A status of `4XX`.
pub type ClientError = Status<4>;
/// A status of `5XX`.
pub type ServerError = Status<5>;
/// A status of `default`: any final one.
pub type AnyStatus = Status<0>;

impl<const CLASS: u16> Status<CLASS> {
    /// Returns the status `code` if it is in this range.
    #[must_use]
    pub const fn new(code: u16) -> Option<Self> {
        let right = match CLASS {
            0 => 200 <= code && code <= 599,
            class => code / 100 == class,
        };
        if right { Some(Self(code)) } else { None }
    }

    /// Returns the code.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl<const CLASS: u16> fmt::Debug for Status<CLASS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Status({})", self.0)
    }
}

impl<const CLASS: u16> fmt::Display for Status<CLASS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! known {
    ($class:literal: $($name:ident = $code:literal, $section:literal;)*) => {
        impl Status<$class> {$(
            #[doc = concat!("`", $code, "` (", $section, ").")]
            pub const $name: Self = Self($code);
        )*}

        impl From<Status<$class>> for AnyStatus {
            fn from(status: Status<$class>) -> Self {
                Self(status.0)
            }
        }
    };
}

known! { 2:
    OK = 200, "RFC 9110 §15.3.1";
    CREATED = 201, "RFC 9110 §15.3.2";
    ACCEPTED = 202, "RFC 9110 §15.3.3";
    NO_CONTENT = 204, "RFC 9110 §15.3.5";
}

known! { 3:
    FOUND = 302, "RFC 9110 §15.4.3";
    SEE_OTHER = 303, "RFC 9110 §15.4.4";
    NOT_MODIFIED = 304, "RFC 9110 §15.4.5";
    TEMPORARY_REDIRECT = 307, "RFC 9110 §15.4.8";
    PERMANENT_REDIRECT = 308, "RFC 9110 §15.4.9";
}

known! { 4:
    BAD_REQUEST = 400, "RFC 9110 §15.5.1";
    UNAUTHORIZED = 401, "RFC 9110 §15.5.2";
    FORBIDDEN = 403, "RFC 9110 §15.5.4";
    NOT_FOUND = 404, "RFC 9110 §15.5.5";
    CONFLICT = 409, "RFC 9110 §15.5.10";
    GONE = 410, "RFC 9110 §15.5.11";
    PRECONDITION_FAILED = 412, "RFC 9110 §15.5.13";
    UNPROCESSABLE_CONTENT = 422, "RFC 9110 §15.5.21";
    TOO_MANY_REQUESTS = 429, "RFC 6585 §4";
}

known! { 5:
    INTERNAL_SERVER_ERROR = 500, "RFC 9110 §15.6.1";
    NOT_IMPLEMENTED = 501, "RFC 9110 §15.6.2";
    BAD_GATEWAY = 502, "RFC 9110 §15.6.3";
    SERVICE_UNAVAILABLE = 503, "RFC 9110 §15.6.4";
    GATEWAY_TIMEOUT = 504, "RFC 9110 §15.6.5";
}
