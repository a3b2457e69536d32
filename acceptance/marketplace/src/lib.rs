//! What the tests of the marketplace's generated crates share: values made of the description,
//! and the glue to the generated code, which `build/` writes.

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
