//! JSON Web Signatures, as far as access tokens need them (RFC 7515, RFC 7517, RFC 7518).

mod der;
mod jws;
mod verify;

pub use self::der::public_key;
pub use self::jws::{Jws, decode, encode};
pub use self::verify::{Verified, verify};
