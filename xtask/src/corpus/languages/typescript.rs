//! TypeScript: the package and its tests, with the configuration of the package (`strict`).

use std::process::Command;

use generator::Target;

use super::{Language, Place};

pub(super) const LANGUAGE: Language = Language {
    target: Target::TypeScript,
    title: "TypeScript",
    missing: |tools| {
        let there = tools.has("typescript/node_modules/.bin/tsc");
        (!there).then_some("`sh acceptance/sdk/typescript/tools.sh` installs its tools")
    },
    prepare: |_| Ok(()),
    commands,
    is_error: |line| line.contains("error TS"),
};

fn commands(place: &Place<'_>) -> Vec<Command> {
    let modules = place.tools.path("typescript/node_modules");
    let mut check = Command::new(modules.join(".bin/tsc"));
    check
        .args(["-p", "tsconfig.test.json", "--noEmit", "--pretty", "false"])
        .arg("--typeRoots")
        .arg(modules.join("@types"))
        .current_dir(place.package(Target::TypeScript));
    vec![check]
}
