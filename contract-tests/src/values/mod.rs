//! Makes the values of requests from the schemas of the description.

mod dice;
pub mod pattern;
mod shrink;
