//! The languages whose SDKs are run. Each has a driver in `acceptance/clients/drivers`, which makes the
//! calls of a file and reports the outcome of each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, Target};

use crate::surface::put;

/// A language, and how its driver is built and started.
pub struct Language {
    pub target: Target,
    /// Sets the names that the driver expects.
    pub configure: fn(&mut Config),
    /// Where its tools are, below the folder of all tools.
    tools: &'static str,
    build: fn(&Place) -> io::Result<()>,
    start: fn(&Place) -> io::Result<Command>,
}

/// Where a package and the tools of its language are.
pub struct Place {
    /// The package.
    pub package: PathBuf,
    /// The folder of the tools of all languages.
    pub tools: PathBuf,
}

pub const LANGUAGES: &[Language] = &[
    Language {
        target: Target::Python,
        configure: |config| "sdk".clone_into(&mut config.python.module),
        tools: "python/venv/bin/python",
        build: |place| put(&place.package.join("driver.py"), PYTHON),
        start: python,
    },
    Language {
        target: Target::TypeScript,
        configure: |_| (),
        tools: "typescript/node_modules/.bin/tsc",
        build: build_typescript,
        start: |place| {
            let mut command = Command::new("node");
            command.arg(place.package.join("build/test/runtime/client.js"));
            Ok(command)
        },
    },
    Language {
        target: Target::Go,
        configure: |config| "sdk".clone_into(&mut config.go.package),
        tools: "",
        build: build_go,
        start: |place| {
            let mut command = Command::new(place.package.join("driver"));
            command.args(["-test.run", "^TestClient$"]);
            Ok(command)
        },
    },
];

const PYTHON: &str = include_str!("../../../acceptance/clients/drivers/client.py");
const TYPESCRIPT: &str = include_str!("../../../acceptance/clients/drivers/client.ts");
const GO: &str = include_str!("../../../acceptance/clients/drivers/client_test.go");

impl Language {
    /// Whether its tools are installed.
    pub fn is_there(&self, tools: &Path) -> bool {
        if self.tools.is_empty() {
            let version = Command::new("go").arg("version").output();
            return version.is_ok_and(|output| output.status.success());
        }
        tools.join(self.tools).exists()
    }

    /// Builds the driver beside a package; false if it does not build.
    ///
    /// # Errors
    /// When files cannot be written, or a compiler cannot be started.
    pub fn build(&self, place: &Place) -> io::Result<()> {
        (self.build)(place)
    }

    /// The driver as a program.
    ///
    /// # Errors
    /// When its path cannot be written.
    pub fn command(&self, place: &Place) -> io::Result<Command> {
        (self.start)(place)
    }
}

fn python(place: &Place) -> io::Result<Command> {
    let folders = ["src", "tests", "tests/runtime"].map(|folder| place.package.join(folder));
    let path = std::env::join_paths(folders).map_err(io::Error::other)?;
    let mut command = Command::new(place.tools.join("python/venv/bin/python"));
    command
        .arg(place.package.join("driver.py"))
        .env("PYTHONPATH", path)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONWARNINGS", "ignore::DeprecationWarning");
    Ok(command)
}

fn build_typescript(place: &Place) -> io::Result<()> {
    let package = &place.package;
    put(&package.join("test/runtime/client.ts"), TYPESCRIPT)?;
    let modules = place.tools.join("typescript/node_modules");
    let mut compile = Command::new(modules.join(".bin/tsc"));
    compile
        .args(["-p", "tsconfig.test.json", "--pretty", "false"])
        // The compilers are asked elsewhere.
        .args(["--noCheck", "--outDir", "build", "--typeRoots"])
        .arg(modules.join("@types"))
        .current_dir(package);
    built(&mut compile)?;
    // Node.js takes the modules for what the package says they are.
    let from = package.join("package.json");
    fs::copy(from, package.join("build/package.json")).map(|_| ())
}

fn build_go(place: &Place) -> io::Result<()> {
    put(&place.package.join("client_test.go"), GO)?;
    let mut compile = Command::new("go");
    compile
        .args(["test", "-c", "-o", "driver", "."])
        // The module depends on no other.
        .env("GOTOOLCHAIN", "local")
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-buildvcs=false")
        .current_dir(&place.package);
    built(&mut compile)
}

fn built(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(io::Error::other(
        String::from_utf8_lossy(&said).into_owned(),
    ))
}
