//! Compiles TypeScript: one project with a folder for each pair, which share the runtime.

use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, FileTree, Target};
use serde_json::json;

use super::compile::{Compiler, put};

/// The compiler of TypeScript.
pub struct TypeScript {
    tools: PathBuf,
}

impl TypeScript {
    /// Creates the compiler that `acceptance/sdk/typescript/tools.sh` installs.
    pub fn new(tools: &Path) -> Self {
        Self {
            tools: tools.join("typescript/node_modules"),
        }
    }
}

impl Compiler for TypeScript {
    fn target(&self) -> Target {
        Target::TypeScript
    }

    fn is_there(&self) -> bool {
        self.tools.join(".bin/tsc").exists()
    }

    fn configure(&self, _: &mut Config, _: &str) {}

    fn prepare(&self, folder: &Path) -> io::Result<()> {
        put(&folder.join("package.json"), "{ \"type\": \"module\" }\n")?;
        symlink(&self.tools, folder.join("node_modules"))
    }

    fn write(&self, folder: &Path, name: &str, tree: &FileTree) -> io::Result<()> {
        for (path, text) in tree.iter() {
            if path.starts_with("src/runtime/") {
                let shared = folder.join("shared").join(path);
                if !shared.exists() {
                    put(&shared, text)?;
                }
            } else if path == "tsconfig.json" {
                put(&folder.join("base.json"), text)?;
            } else if path.starts_with("src/") {
                put(&folder.join(name).join(path), text)?;
            }
        }
        let runtime = folder.join(name).join("src/runtime");
        symlink(folder.join("shared/src/runtime"), runtime)
    }

    fn run(&self, folder: &Path, names: &[String]) -> io::Result<String> {
        let include: Vec<_> = names.iter().map(|name| format!("{name}/src")).collect();
        let settings = json!({
            "extends": "./base.json",
            "compilerOptions": {"noEmit": true, "rootDir": "."},
            "include": include,
        });
        put(&folder.join("tsconfig.json"), &settings.to_string())?;
        let output = Command::new(folder.join("node_modules/.bin/tsc"))
            .args(["-p", ".", "--pretty", "false"])
            .current_dir(folder)
            .output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn uses(&self) -> &'static str {
        "src/uses.ts"
    }
}
