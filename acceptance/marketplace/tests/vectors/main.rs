//! Vectors for clients of all languages, run with this one.
//! `generated/conformance-vectors/README.md` describes them.

mod added;
mod answers;
mod attempts;
mod between;
mod call;
#[path = "../../../support/clock.rs"]
mod clock;
mod data;
mod deprecations;
mod environment;
mod equal;
mod escapes;
mod globals;
#[path = "../../../support/listener.rs"]
#[expect(dead_code, reason = "requests are taken out here")]
mod listener;
mod messages;
mod notes;
mod options;
mod pages;
mod redirects;
mod requests;
mod retries;
mod seen;
mod signatures;
mod stage;
mod streams;
mod tokens;
mod untyped;
#[path = "../../../support/wire.rs"]
mod wire;

use std::collections::BTreeSet;

/// A file of vectors that no test reads would prove nothing.
#[test]
fn every_file_is_read() {
    let entries = std::fs::read_dir(data::FOLDER).expect("the folder of the vectors");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names: BTreeSet<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let read = [
        "README.md",
        "answers.json",
        "attempts.json",
        "deprecations.json",
        "environment.json",
        "escapes.json",
        "globals.json",
        "messages.json",
        "options.json",
        "pages.json",
        "redirects.json",
        "requests.json",
        "retries.json",
        "signatures.json",
        "streams.json",
        "tokens.json",
        "untyped.json",
    ];
    assert_eq!(names, read.map(str::to_owned).into());
}
