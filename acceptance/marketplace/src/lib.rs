//! Shared parts of the tests of the marketplace's generated crates: values from the description,
//! and the framework for the code that `build/` writes.

pub mod broken;
pub mod canonical;
pub mod description;
pub mod forbidden;
pub mod glue;
pub mod outcome;
pub mod place;
pub mod sample;
pub mod service;
pub mod text;
pub mod unknown;
pub mod values;
pub mod wire;
