//! OAuth clients that others have written, against the token host.

mod rust;
mod scripts;
