//! Writes a handler for each operation of the showcase: they differ only in names, which are read from
//! the description.

#[path = "../../support/build/named.rs"]
mod named;
#[path = "../../support/build/names.rs"]
mod names;
#[path = "../../support/build/server.rs"]
mod server;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use generator::{Config, Target};
use serde_json::Value;
use spec::Api;

use self::named::{Named, named};

fn main() {
    let description = Path::new("openapi.yaml");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=../support/build");
    println!("cargo::rerun-if-changed={}", description.display());
    println!("cargo::rerun-if-changed=codegen.yaml");
    let api = spec::load(description).api.expect("a sound description");
    let config = Config::beside(description).expect("a sound configuration");
    let view = Target::Rust.view(&api, &config, None);
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("a folder for the handlers"));
    std::fs::write(out.join("handlers.rs"), handlers(&api, &view))
        .expect("the handlers are written");
}

/// Returns the implementations of the traits, and a table of the names of responses.
fn handlers(api: &Api, view: &Value) -> String {
    let mut traits: BTreeMap<&str, Vec<Named<'_>>> = BTreeMap::new();
    let views = view["operations"].as_array().expect("a list");
    for (operation, view) in api.operations.iter().zip(views) {
        let tag = operation.tags.first().expect("a tag");
        traits.entry(tag).or_default().push(named(operation, view));
    }
    let mut text = String::new();
    for (tag, operations) in &traits {
        server::implementation(&mut text, tag, operations);
    }
    text.push_str(
        "/// The names of the responses of each operation, one for each media type of each response.\n\
         static ANSWERS: &[(&str, &[&str])] = &[\n",
    );
    for operation in traits.values().flatten() {
        let names: Vec<_> = operation.answers.iter().map(|answer| answer.name).collect();
        let _ = writeln!(text, "    ({:?}, &{names:?}),", operation.operation.id);
    }
    text.push_str("];\n");
    text
}
