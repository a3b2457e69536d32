//! Third-party generators: how they are installed and started.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::project;

/// Another generator, at a pinned version.
#[derive(Debug, Clone, Copy)]
pub struct Peer {
    /// Its name in the table.
    pub name: &'static str,
    /// What it generates.
    pub makes: &'static str,
    /// Whether it generates a crate that `cargo check` accepts.
    pub is_crate: bool,
    /// The required program that installs it.
    needs: &'static str,
    /// The command that installs it into `{here}`, as words separated by spaces.
    install: &'static str,
    /// A file that exists if it is installed.
    installed: &'static str,
    /// The command that starts it; `{spec}` and `{out}` are absolute paths.
    run: &'static str,
}

/// All generators. The others are compared with the first one.
pub const PEERS: &[Peer] = &[
    Peer {
        name: "ploidy",
        makes: "Rust client",
        is_crate: true,
        needs: "cargo",
        install: "cargo install --quiet --locked --root {here} ploidy@0.15.0",
        installed: "bin/ploidy",
        run: "{here}/bin/ploidy generate rust {spec} -o {out} --name made",
    },
    Peer {
        name: "progenitor",
        makes: "Rust client",
        is_crate: true,
        needs: "cargo",
        install: "cargo install --quiet --locked --root {here} cargo-progenitor@0.15.1",
        installed: "bin/cargo-progenitor",
        run: "{here}/bin/cargo-progenitor progenitor --input {spec} --output {out} \
              --name made --version 1.0.0",
    },
    Peer {
        name: "openapi-generator -g rust",
        makes: "Rust client",
        is_crate: true,
        needs: "java",
        install: GENERATOR,
        installed: JAR,
        run: "java -jar {here}/openapi_generator_cli/openapi-generator.jar generate -g rust \
              -i {spec} -o {out} --additional-properties packageName=made",
    },
    Peer {
        name: "openapi-generator -g rust-axum",
        makes: "Rust server",
        is_crate: true,
        needs: "java",
        install: GENERATOR,
        installed: JAR,
        run: "java -jar {here}/openapi_generator_cli/openapi-generator.jar generate -g rust-axum \
              -i {spec} -o {out} --additional-properties packageName=made",
    },
    Peer {
        name: "openapi-typescript",
        makes: "TypeScript types",
        is_crate: false,
        needs: "npm",
        install: "npm install --silent --no-save --prefix {here} openapi-typescript@7.13.0 \
                  typescript@5",
        installed: "node_modules/openapi-typescript/bin/cli.js",
        run: "node {here}/node_modules/openapi-typescript/bin/cli.js {spec} -o {out}/made.ts",
    },
];

const GENERATOR: &str =
    "python3 -m pip install --quiet --no-deps --target {here} openapi-generator-cli==7.26.0";
const JAR: &str = "openapi_generator_cli/openapi-generator.jar";

impl Peer {
    /// Returns the folder that it is installed in.
    fn here() -> PathBuf {
        project::root().join("target/peers/tools")
    }

    fn words(&self, text: &str, spec: &Path, out: &Path) -> Vec<String> {
        let words = text.split_whitespace().map(|word| {
            word.replace("{here}", &Self::here().display().to_string())
                .replace("{spec}", &spec.display().to_string())
                .replace("{out}", &out.display().to_string())
        });
        words.collect()
    }

    /// Installs the generator, if it is missing.
    ///
    /// # Errors
    /// Returns an error if it cannot be installed.
    pub fn bring(&self) -> Result<()> {
        if Self::here().join(self.installed).is_file() {
            return Ok(());
        }
        ensure!(
            project::is_installed(self.needs),
            "there is no {}",
            self.needs
        );
        anstream::eprintln!("bringing {}", self.name);
        project::scratch("peers/tools")?;
        let words = self.words(self.install, Path::new(""), Path::new(""));
        let status = Command::new(&words[0])
            .args(&words[1..])
            .status()
            .with_context(|| format!("cannot start {}", words[0]))?;
        ensure!(status.success(), "it cannot be installed");
        Ok(())
    }

    /// Returns the command that generates.
    #[must_use]
    pub fn command(&self, spec: &Path, out: &Path) -> Vec<String> {
        self.words(self.run, spec, out)
    }
}
