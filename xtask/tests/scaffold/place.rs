//! The folder in which a server is generated, scaffolded and built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::ROOT;

/// A folder below the target folder; build results are kept between runs.
pub(crate) struct Place(PathBuf);

impl Place {
    pub(crate) fn new() -> Self {
        let folder = target_folder().join("scaffold");
        // It does not exist the first time.
        let _ = fs::remove_dir_all(folder.join("scaffolded"));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.0.join(path), text).expect("it can be written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).expect("it is there")
    }

    pub(crate) fn codegen(&self) {
        let arguments = [
            "--spec",
            "openapi.yaml",
            "--out",
            "generated",
            "--target",
            "rust",
            "--quiet",
        ];
        let output = xtask(&self.0, "codegen", &arguments);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    pub(crate) fn scaffold(&self, arguments: &[&str], status: i32) -> String {
        let arguments = [&["--spec", "openapi.yaml"], arguments].concat();
        let output = xtask(&self.0, "scaffold", &arguments);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        said
    }

    /// Builds the server and runs its own test, with the dependency versions of this project.
    pub(crate) fn build(&self) {
        let folder = self.0.join("scaffolded");
        let versions = Path::new(ROOT).join("contract-tests/Cargo.lock");
        fs::copy(versions, folder.join("Cargo.lock")).expect("the versions can be copied");
        let cargo = |arguments: &[&str]| {
            let output = Command::new(env!("CARGO"))
                .args(arguments)
                .env("CARGO_TERM_COLOR", "never")
                .env("CARGO_TARGET_DIR", target_folder())
                .current_dir(&folder)
                .output()
                .expect("cargo can be started");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if output.status.success() {
                Ok(said)
            } else {
                Err(said)
            }
        };
        // If the dependencies are already downloaded, no network is needed.
        let fetched = cargo(&["fetch", "--offline"]).or_else(|_| cargo(&["fetch"]));
        let tested = fetched.and_then(|_| cargo(&["test", "--offline", "--quiet"]));
        let said = tested.unwrap_or_else(|said| panic!("{said}"));
        assert!(!said.contains("warning"), "{said}");
    }
}

pub(crate) fn xtask(folder: &Path, command: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["--color", "never", command])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("xtask can be started")
}

pub(crate) fn target_folder() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary
        .parent()
        .expect("it is below the target folder")
        .to_path_buf()
}
