//! Compiles Go: one module with a package for each pair.

use std::io;
use std::path::Path;
use std::process::Command;

use generator::{Config, FileTree, Target};

use super::compile::{Compiler, put};

/// The compiler of Go.
pub struct Go;

impl Compiler for Go {
    fn target(&self) -> Target {
        Target::Go
    }

    fn is_there(&self) -> bool {
        Command::new("go")
            .arg("version")
            .output()
            .is_ok_and(|output| output.status.success())
    }

    fn configure(&self, config: &mut Config, name: &str) {
        config.go.module = format!("surface/{name}");
        "sdk".clone_into(&mut config.go.package);
    }

    fn prepare(&self, folder: &Path) -> io::Result<()> {
        put(&folder.join("go.mod"), "module surface\n\ngo 1.24\n")
    }

    fn write(&self, folder: &Path, name: &str, tree: &FileTree) -> io::Result<()> {
        for (path, text) in tree.iter() {
            let is_test = path.ends_with("_test.go");
            if path.strip_suffix(".go").is_some() && !is_test {
                put(&folder.join(name).join(path), text)?;
            }
        }
        Ok(())
    }

    fn run(&self, folder: &Path, names: &[String]) -> io::Result<String> {
        let output = Command::new("go")
            .args(["build", "-gcflags=-e"])
            .args(names.iter().map(|name| format!("./{name}")))
            .current_dir(folder)
            .output()?;
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn uses(&self) -> &'static str {
        "uses.go"
    }
}
