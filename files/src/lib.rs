//! Writes files only below the folder that the user named.
//!
//! A [`Folder`] is opened once. Everything below it is opened relative to its handle, name by name,
//! without following symbolic links, so that nothing is written elsewhere. [`Folder::commit`]
//! changes several files atomically; [`write_file`] replaces a single one.

mod commit;
mod error;
mod folder;
mod interrupt;
mod parents;
mod place;
mod single;
mod stage;
mod threads;

pub use self::commit::Change;
pub use self::error::{Error, Kind};
pub use self::folder::{Entry, Folder};
pub use self::parents::Parents;
pub use self::place::{Place, hash};
pub use self::single::{check_file, write_file};
pub use self::threads::hashes;
