//! A sandbox for a test, and those who use it.
#![allow(
    clippy::allow_attributes,
    dead_code,
    unused_imports,
    reason = "no test file uses all of it"
)]

mod bodies;
mod database;
mod organization;
mod reply;
mod world;

pub use self::bodies::{
    money, offer, offer_of, product, record, referral, usage, usage_with, with_dimensions,
};
pub use self::database::{Database, database, database_file};
pub use self::organization::Organization;
pub use self::reply::Reply;
pub use self::world::{World, with_world};
