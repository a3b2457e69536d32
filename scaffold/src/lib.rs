//! Adds missing operations to an implementation of the generated server traits.
//!
//! [`Stubs`] are the traits as the generator writes them. [`update`] compares the text of a user's
//! file with them: it inserts a method for each missing operation, and reports methods that were
//! removed or have another signature. It only inserts: every byte of the file is kept, in order.
//! [`service::Plan`] creates a whole server crate, or completes one in the same way.

mod balance;
mod compare;
mod find;
mod insert;
mod method;
mod naming;
mod report;
mod scope;
pub mod service;
mod source;
mod stubs;
mod types;
mod update;

pub use self::naming::Naming;
pub use self::report::{Added, Finding, FindingKind, Place};
pub use self::source::ParseError;
pub use self::stubs::{Stub, Stubs};
pub use self::update::{Updated, update};
