//! A sandbox for a test, and its users.
#![allow(
    clippy::allow_attributes,
    dead_code,
    unused_imports,
    reason = "no test file uses all of it"
)]

mod bodies;
pub mod browser;
mod database;
pub mod foreign;
pub mod http;
mod organization;
mod receiver;
mod reply;
pub mod token_host;
mod tokens;
mod world;

pub use self::bodies::{
    money, offer, offer_of, product, record, referral, typed, usage, usage_with, with_dimensions,
};
pub use self::database::{Database, database, database_file, postgres};
pub use self::organization::{COLLECTIONS, Organization};
pub use self::receiver::{Answer, Received, Receiver};
pub use self::reply::Reply;
pub use self::tokens::{Tokens, access_token};
pub use self::world::{World, free_port, text, with_world};
