//! The cost of adding an operation to a description: one run of the generator. It adds the
//! operation to the types, the client and the trait, and the compiler reports what an
//! implementation lacks.

#[path = "support/cargo.rs"]
mod cargo;
#[path = "support/target.rs"]
mod target;

use std::fs;
use std::path::Path;

use generator::{Config, FileTree, Target, output};

const BEFORE: &str = "\
openapi: 3.0.3
info: { title: Ferry, version: '1.0' }
paths:
  /bookings:
    get:
      operationId: listBookings
      tags: [bookings]
      responses:
        '200':
          description: The bookings.
          content:
            application/json:
              schema: { type: array, items: { type: string } }
";

const ADDED: &str = "  /bookings/{id}:
    delete:
      operationId: cancelBooking
      tags: [bookings]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses:
        '204': { description: Cancelled. }
";

const IMPLEMENTATION: &str = "\
//! An implementation of the first version.

use api_server::bookings::{ListBookingsRequest, ListBookingsResponse};
use api_server::runtime::Context;
use api_server::{Api, Bookings};

/// An implementation without bookings.
pub struct Desk;

impl Bookings for Desk {
    async fn list_bookings(&self, _: Context, _: ListBookingsRequest) -> ListBookingsResponse {
        ListBookingsResponse::Ok(Vec::new())
    }
}

/// It implements the whole API.
pub fn desk() -> impl Api {
    Desk
}
";

const MANIFEST: &str = "\
[package]
name = \"implementation\"
edition = \"2024\"

[dependencies]
api-server = { path = \"../generated/rust/server\" }

[workspace]
";

#[test]
fn the_compiler_names_what_an_implementation_owes() {
    let folder = target::target_folder().join("growth");
    let generated = folder.join("generated");
    let implementation = folder.join("implementation");
    write(&implementation, "Cargo.toml", MANIFEST);
    write(&implementation, "src/lib.rs", IMPLEMENTATION);
    let check = || cargo::cargo(&implementation, &["check", "--offline", "--quiet"]);

    apply(&generate(BEFORE), &generated);
    assert_eq!(check(), Ok(String::new()));

    let after = generate(&format!("{BEFORE}{ADDED}"));
    assert!(has(
        &after,
        "types/src/operations/bookings.rs",
        "static CANCEL_BOOKING: Operation"
    ));
    assert!(has(
        &after,
        "client/src/bookings.rs",
        "pub fn cancel(self, id: &str)"
    ));
    assert!(has(&after, "server/src/bookings.rs", "fn cancel_booking("));
    apply(&after, &generated);
    let complaint = check().expect_err("a method is missing");
    let expected = "not all trait items implemented, missing: `cancel_booking`";
    assert!(complaint.contains(expected), "{complaint}");
}

fn generate(description: &str) -> FileTree {
    let mut loaded = spec::load_text("ferry.yaml", description);
    let api = loaded.api.expect("there is nothing wrong with it");
    let tree = generator::generate(
        &api,
        &Config::default(),
        Target::ALL,
        &mut loaded.diagnostics,
    );
    tree.expect("it can be generated from")
}

fn apply(tree: &FileTree, folder: &Path) {
    let changes = output::changes(tree, folder, &["rust"]).expect("the folder is ours");
    output::apply(&changes, folder).expect("the folder can be written");
}

fn has(tree: &FileTree, path: &str, text: &str) -> bool {
    tree.get(&format!("rust/{path}"))
        .is_some_and(|file| file.contains(text))
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap_or(folder)).expect("folders can be made");
    fs::write(path, text).expect("files can be written");
}
