//! The commands of the generator, for the program `specwright` and for `cargo xtask`.

mod color;
pub mod diff;
pub mod explain;
pub mod generate;
mod home;
pub mod inspect;
pub mod message;
mod release;
pub mod report;
pub mod scaffold;

pub use color::Color;
pub use home::{Description, Home, Text};
pub use messages::select::Select;
