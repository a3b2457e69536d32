//! Go: `go vet`, which also compiles the module and its tests.

use std::process::Command;

use generator::Target;

use super::{Language, Place};
use crate::project;

pub(super) const LANGUAGE: Language = Language {
    target: Target::Go,
    title: "Go",
    missing: |_| (!project::is_installed("go")).then_some("there is no `go` on the search path"),
    prepare: |_| Ok(()),
    commands,
    is_error: |line| line.contains(".go:"),
};

fn commands(place: &Place<'_>) -> Vec<Command> {
    let mut check = Command::new("go");
    check
        .args(["vet", "./..."])
        // Nothing is downloaded: the module has no dependencies.
        .env("GOTOOLCHAIN", "local")
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-buildvcs=false")
        .current_dir(place.package(Target::Go));
    vec![check]
}
