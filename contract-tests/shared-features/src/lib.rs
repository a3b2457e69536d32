//! Holds no code: `Cargo.toml` says which features shared libraries have.
