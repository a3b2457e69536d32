//! Compiles Java: packages share the runtime and one run of the compiler.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, FileTree, Target};

use super::compile::{Compiler, finished, put};

/// The compiler of Java.
pub struct Java {
    tools: PathBuf,
}

impl Java {
    /// Creates the compiler on the search path, with the libraries that
    /// `acceptance/sdk/java/tools.sh` installs.
    pub fn new(tools: &Path) -> Self {
        Self {
            tools: tools.join("java/tools"),
        }
    }

    fn libraries(&self) -> io::Result<OsString> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.tools)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("jackson-") || name.starts_with("opentelemetry-") {
                paths.push(path);
            }
        }
        std::env::join_paths(paths).map_err(io::Error::other)
    }
}

impl Compiler for Java {
    fn target(&self) -> Target {
        Target::Java
    }

    fn is_there(&self) -> bool {
        let compiler = Command::new("javac").arg("--version").output();
        self.tools.is_dir() && compiler.is_ok_and(|output| output.status.success())
    }

    fn configure(&self, config: &mut Config, name: &str) {
        name.clone_into(&mut config.java.package);
    }

    fn prepare(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, folder: &Path, name: &str, tree: &FileTree) -> io::Result<()> {
        let runtime = format!("{name}/runtime/");
        for (path, text) in tree.iter() {
            let Some(path) = path.strip_prefix("src/main/java/") else {
                continue;
            };
            let text = text.replace(&format!("{name}.runtime"), "shared.runtime");
            let Some(file) = path.strip_prefix(&runtime) else {
                put(&folder.join(path), &text)?;
                continue;
            };
            let shared = folder.join("shared/runtime").join(file);
            if !shared.exists() {
                put(&shared, &text)?;
            }
        }
        Ok(())
    }

    fn run(&self, folder: &Path, names: &[String]) -> io::Result<String> {
        let output = Command::new("javac")
            .args(["-proc:none", "-nowarn", "--release", "17"])
            .args(["-encoding", "UTF-8", "-Xmaxerrs", "1000000"])
            // Classes are checked and not written.
            .args(["-XDshould-stop.ifNoError=FLOW", "-implicit:none"])
            .args(["-sourcepath", ".", "-d", "classes"])
            .arg("-cp")
            .arg(self.libraries()?)
            .args(names.iter().map(|name| format!("{name}/{}", self.uses())))
            .current_dir(folder)
            .output()?;
        finished(&output, &output.stderr)
    }

    fn uses(&self) -> &'static str {
        "uses/Uses_.java"
    }
}
