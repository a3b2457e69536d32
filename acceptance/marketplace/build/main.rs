//! Writes the code between the tests and the generated crates: operations and types differ only in
//! names, which are read from the description.

mod client;
#[path = "../../support/build/named.rs"]
mod named;
#[path = "../../support/build/names.rs"]
mod names;
mod operations;
#[path = "../../support/build/server.rs"]
mod server;
mod types;

use std::path::{Path, PathBuf};

use generator::{Config, Target};

fn main() {
    let description = Path::new("../../spec/openapi.yaml");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=../support/build");
    println!("cargo::rerun-if-changed={}", description.display());
    println!("cargo::rerun-if-changed=../../spec/codegen.yaml");
    let api = spec::load(description).api.expect("a sound description");
    let config = Config::beside(description).expect("a sound configuration");
    let view = Target::Rust.view(&api, &config, None);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("a folder for the glue"));
    write(&out, "operations.rs", &operations::glue(&api, &view));
    write(&out, "types.rs", &types::glue(&view));
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the glue is written");
}
