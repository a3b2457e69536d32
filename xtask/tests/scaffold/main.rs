//! Adds an operation to a description, runs `codegen` and `scaffold`, and builds and starts the
//! server. It responds with 501 to the new operation and as before to the others.

mod place;
mod server;

use std::fs;
use std::path::Path;

use crate::place::{Place, xtask};
use crate::server::{SECRET, Server};

/// The folder of the project.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The operation that is added.
const ARCHIVE: &str = "
  /org/{orgId}/offer/{offerId}/archive:
    post:
      operationId: archiveOffer
      summary: Archives an offer.
      tags: [Offers]
      security: [{ApiKey: []}]
      parameters:
        - {$ref: '#/components/parameters/OrgId'}
        - {name: offerId, in: path, required: true, schema: {$ref: '#/components/schemas/OfferId'}}
      responses:
        '204': {description: The offer is archived.}

  /label:
    get:
      operationId: listLabels
      summary: Lists all labels.
      tags: [Labels]
      responses:
        '204': {description: There are no labels.}
";

const OFFERS: &str = "scaffolded/src/offers.rs";

#[test]
fn a_new_operation_answers_501_and_the_others_as_before() {
    let place = Place::new();
    let description = fs::read_to_string(Path::new(ROOT).join("acceptance/mini/openapi.yaml"));
    let description = description.expect("the description of the mini API");
    let names = "{types: scaffolded-types, client: scaffolded-client, server: scaffolded-server}";
    place.write("codegen.yaml", &format!("rust: {names}\n"));
    place.write("openapi.yaml", &description);
    place.codegen();
    place.scaffold(&ALL, 0);
    implement_list(&place);
    let (start, end) = description.split_once("paths:\n").expect("it has paths");
    let more = format!("{start}paths:\n{}{end}", &ARCHIVE[1..]);
    place.write("openapi.yaml", &more);
    place.codegen();
    complete_offers(&place);
    complete_all(&place);
    place.build();
    check(&Server::start());
}

const ALL: [&str; 5] = [
    "--all",
    "--out",
    "scaffolded",
    "--server-crate",
    "generated/rust/server",
];

/// One file gets a new method, and everything else in it is kept.
fn complete_offers(place: &Place) {
    let offers = ["--trait", "Offers", "--impl", OFFERS];
    let check = [&offers[..], &["--check"]].concat();
    let before = place.read(OFFERS);
    let missing = place.scaffold(&check, 1);
    let expected = "missing: `Offers::archive_offer`";
    assert!(missing.contains(expected), "{missing}");
    assert_eq!(place.read(OFFERS), before);
    let added = place.scaffold(&offers, 0);
    assert!(added.contains("added: `Offers::archive_offer`"), "{added}");
    let after = place.read(OFFERS);
    assert!(after.starts_with(before.trim_end_matches("}\n")) && after.ends_with("}\n"));
    place.scaffold(&check, 0);
    place.scaffold(&offers, 0);
    assert_eq!(place.read(OFFERS), after);
}

/// The crate gets the file of the new tag.
fn complete_all(place: &Place) {
    let offers = place.read(OFFERS);
    place.scaffold(&ALL, 0);
    assert_eq!(place.read(OFFERS), offers);
    let main = place.read("scaffolded/src/main.rs");
    assert!(main.contains("mod labels;\n"), "{main}");
    place.scaffold(&[&ALL[..], &["--check"]].concat(), 0);
}

fn check(server: &Server) {
    let list = server.send("GET", "/org/acme/offer", SECRET);
    assert!(list.starts_with("HTTP/1.1 200 OK\r\n"), "{list}");
    assert!(list.ends_with("{\"items\":[],\"nextOffset\":7}"), "{list}");
    for (method, path) in [
        ("POST", "/org/acme/offer/1/archive"),
        ("POST", "/org/acme/offer/1/cancel"),
        ("GET", "/label"),
    ] {
        let answer = server.send(method, path, SECRET);
        for expected in [
            "HTTP/1.1 501 Not Implemented\r\n",
            "content-type: application/problem+json\r\n",
            "\"code\":\"not_implemented\"",
        ] {
            assert!(answer.contains(expected), "{answer}");
        }
    }
    let refused = server.send("POST", "/org/acme/offer/1/archive", "another");
    assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
}

#[test]
fn what_cannot_be_used_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path.display().to_string()
    };
    let broken = file("broken.rs", "fn a() {}\nimpl server::Offers for {}\n");
    let none = file("none.rs", "struct Api;\n");
    let other = folder.path().display().to_string();
    for (arguments, expected) in [
        (&["--impl", &broken][..], "broken.rs:2:25: "),
        (
            &["--trait", "Offers", "--impl", &none],
            "no file implements `Offers`",
        ),
        (
            &["--trait", "Ofers", "--impl", &none],
            "no trait `Ofers`; the description makes Agreements",
        ),
        (&["--impl", "/nowhere.rs"], "cannot read /nowhere.rs"),
        (&["--all", "--out", &other], "is not empty"),
        (&["--impl", &none, "--server", "a b"], "`a b`: "),
    ] {
        let output = xtask(folder.path(), "scaffold", arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    let names = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 2);
}

/// A symbolic link is not replaced by a file, and its target is not changed.
#[cfg(unix)]
#[test]
fn links_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("real.rs"), folder.path().join("link.rs"));
    let text = "impl server::Quotas for Api {}\n";
    fs::write(&file, text).expect("it can be written");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    let output = xtask(folder.path(), "scaffold", &["--impl", "link.rs"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

/// Writes the user's own code: one operation.
fn implement_list(place: &Place) {
    let text = place.read(OFFERS);
    let unimplemented = "server::offers::ListOffersResponse::Unimplemented";
    let work = "// Mine.\n        server::offers::ListOffersResponse::Ok(server::types::OfferList {
            items: Vec::new(),
            next_offset: Some(7),
        })";
    assert!(text.contains(unimplemented), "{text}");
    place.write(OFFERS, &text.replace(unimplemented, work));
}
