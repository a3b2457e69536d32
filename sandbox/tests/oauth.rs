//! Third-party OAuth clients against the token host.

mod rust;
mod scripts;
