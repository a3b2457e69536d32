//! The formatter of the toolchain, with which the files are compared.

use std::fs::{self, File};
use std::process::Command;

use tempfile::TempDir;

/// A folder of files to format.
pub struct Rustfmt(TempDir);

impl Rustfmt {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    /// Checks that `rustfmt` changes none of some files.
    pub fn expect_no_change<'t>(&self, texts: impl Iterator<Item = &'t str>) {
        let mut all = rustfmt();
        for (index, text) in texts.enumerate() {
            let path = self.0.path().join(format!("{index}.rs"));
            fs::write(&path, text).expect("a file");
            if declares_modules(text) {
                // It does not look for the modules of its standard input.
                let input = File::open(path).expect("the file");
                check(rustfmt().stdin(input));
            } else {
                all.arg(path);
            }
        }
        check(&mut all);
    }
}

fn rustfmt() -> Command {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024", "--check", "--color", "never"]);
    command
}

fn check(command: &mut Command) {
    let output = command.output();
    let output = output.expect("rustfmt, a component of the toolchain");
    let said = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    let first: Vec<_> = said.lines().chain(failed.lines()).take(60).collect();
    assert!(output.status.success(), "{}", first.join("\n"));
}

fn declares_modules(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.any(|line| line.contains("mod ") && line.ends_with(';') && !line.starts_with("//"))
}
