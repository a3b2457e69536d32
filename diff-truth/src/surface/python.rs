//! Checks Python: a package for each pair, which share the runtime and one run of the type checker.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, FileTree, Target};

use super::compile::{Compiler, finished, put};

/// The type checker of Python.
pub struct Python {
    checker: PathBuf,
}

impl Python {
    /// Creates the type checker that `acceptance/sdk/python/venv.sh` installs.
    pub fn new(tools: &Path) -> Self {
        Self {
            checker: tools.join("python/venv/bin/mypy"),
        }
    }
}

impl Compiler for Python {
    fn target(&self) -> Target {
        Target::Python
    }

    fn is_there(&self) -> bool {
        self.checker.exists()
    }

    fn configure(&self, config: &mut Config, name: &str) {
        name.clone_into(&mut config.python.module);
    }

    fn prepare(&self, folder: &Path) -> io::Result<()> {
        put(&folder.join("shared/__init__.py"), "")
    }

    fn write(&self, folder: &Path, name: &str, tree: &FileTree) -> io::Result<()> {
        let own = format!("src/{name}/");
        for (path, text) in tree.iter() {
            let Some(path) = path.strip_prefix(&own) else {
                continue;
            };
            if path.starts_with("runtime/") {
                let shared = folder.join("shared").join(path);
                if !shared.exists() {
                    put(&shared, text)?;
                }
                continue;
            }
            // The runtime is checked once, and shared by all packages.
            let text = text
                .replace("from ..runtime", "from shared.runtime")
                .replace("from .runtime", "from shared.runtime");
            put(&folder.join(name).join(path), &text)?;
        }
        Ok(())
    }

    fn run(&self, folder: &Path, names: &[String]) -> io::Result<String> {
        let output = Command::new(&self.checker)
            .args(["--strict", "--python-version=3.10", "--cache-dir=cache"])
            .args(["--follow-imports=silent", "--no-error-summary"])
            .args(names.iter().map(|name| format!("{name}/{}", self.uses())))
            .current_dir(folder)
            .output()?;
        let printed = finished(&output, &output.stdout)?;
        let errors = printed.lines().filter(|line| line.contains(": error: "));
        Ok(errors.collect::<Vec<_>>().join("\n"))
    }

    fn uses(&self) -> &'static str {
        "uses.py"
    }
}
