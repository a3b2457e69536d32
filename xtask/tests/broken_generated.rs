//! `cargo xtask codegen` works whatever the state of `generated/`: the workspace of the tools
//! builds without it, and broken files are rewritten.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A copy of the project's committed and new files. Of `generated/`, it only contains the Rust
/// crates.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(ROOT)
            .output()
            .expect("git can be started");
        let listed = String::from_utf8(listed.stdout).expect("names are text");
        for file in listed.lines() {
            let is_needed = !file.starts_with("generated/") || file.starts_with("generated/rust/");
            let from = Path::new(ROOT).join(file);
            let to = folder.path().join(file);
            if is_needed && from.is_file() {
                fs::create_dir_all(to.parent().expect("a parent")).expect("a folder");
                fs::copy(from, to).expect("there is room");
            }
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Generates the Rust crates, and checks that they match the description.
    fn generate(&self, what: &str) {
        let loaded = Command::new(env!("CARGO"))
            .args([
                "metadata",
                "--no-deps",
                "--offline",
                "--format-version",
                "1",
            ])
            .current_dir(self.0.path())
            .output()
            .expect("cargo can be started");
        let said = String::from_utf8_lossy(&loaded.stderr);
        assert!(loaded.status.success(), "{what}: {said}");
        for flag in ["--overwrite-edited", "--check"] {
            let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
                .args(["codegen", "--quiet", "--target", "rust", flag, "--spec"])
                .args([self.path("spec/openapi.yaml"), "--out".into()])
                .arg(self.path("generated"))
                .output()
                .expect("xtask can be started");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{what}, {flag}: {said}");
        }
        for crate_name in ["types", "client", "server"] {
            let manifest = format!("generated/rust/{crate_name}/Cargo.toml");
            let own = fs::read(Path::new(ROOT).join(&manifest)).expect("it is committed");
            let new = fs::read(self.path(&manifest)).expect("it was generated");
            assert_eq!(new, own, "{what}");
        }
    }
}

#[test]
fn generated_code_may_be_absent_or_broken() {
    let copy = Copy::new();
    fs::remove_dir_all(copy.path("generated")).expect("it is there");
    copy.generate("absent");
    for file in [
        "rust/types/Cargo.toml",
        "rust/client/src/lib.rs",
        "rust/Cargo.toml",
    ] {
        fs::write(copy.path("generated").join(file), "nonsense [").expect("it is ours");
        copy.generate(file);
    }
    for file in ["rust/server/Cargo.toml", "MANIFEST"] {
        fs::remove_file(copy.path("generated").join(file)).expect("it is there");
        copy.generate(file);
    }
    fs::write(copy.path("generated/MANIFEST"), "\0nonsense\n../../x").expect("it is ours");
    copy.generate("a list of files that is not a list");
}
