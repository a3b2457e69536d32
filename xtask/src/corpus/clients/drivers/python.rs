//! The Python driver: it runs with the package and its tests on the path.

use std::process::Command;

use anyhow::Result;
use generator::Target;

use super::{Driver, Place};
use crate::project;

pub(super) const DRIVER: Driver = Driver {
    target: Target::Python,
    prepare: |_| Ok(()),
    commands,
};

fn commands(place: &Place<'_>) -> Result<Vec<Command>> {
    let package = place.package(Target::Python);
    let folders = ["src", "tests", "tests/runtime"].map(|folder| package.join(folder));
    let mut run = Command::new(place.tools.path("python/venv/bin/python"));
    run.arg(project::root().join("acceptance/clients/drivers/client.py"))
        .env("PYTHONPATH", std::env::join_paths(folders)?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONWARNINGS", "ignore::DeprecationWarning");
    Ok(vec![run])
}
