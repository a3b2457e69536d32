//! Languages whose SDKs are run. Each has a driver in `acceptance/clients/drivers`, which makes the
//! calls of a file and reports their outcomes.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, Target};
use spec::Api;

use super::rust_glue::{DEPENDENCIES, glue};
use crate::surface::put;

/// A language, and how its driver is built and started.
pub struct Language {
    pub target: Target,
    /// Whether a build takes many seconds, so only a limited number of SDKs is built.
    pub is_slow: bool,
    /// Sets the names that the driver expects.
    pub configure: fn(&mut Config),
    /// A tool of the language: a program on the search path, or a file below the folder of all tools.
    tool: Tool,
    build: fn(&Place, &Api) -> io::Result<()>,
    start: fn(&Place) -> io::Result<Command>,
}

enum Tool {
    Program(&'static str),
    File(&'static str),
}

/// The folder of a package, and that of the tools.
pub struct Place {
    /// The package.
    pub package: PathBuf,
    /// The folder of the tools of all languages.
    pub tools: PathBuf,
}

pub const LANGUAGES: &[Language] = &[
    Language {
        target: Target::Python,
        is_slow: false,
        configure: |config| "sdk".clone_into(&mut config.python.module),
        tool: Tool::File("python/venv/bin/python"),
        build: |place, _| put(&place.package.join("driver.py"), PYTHON),
        start: python,
    },
    Language {
        target: Target::TypeScript,
        is_slow: false,
        configure: |_| (),
        tool: Tool::File("typescript/node_modules/.bin/tsc"),
        build: |place, _| build_typescript(place),
        start: |place| {
            let mut command = Command::new("node");
            command.arg(place.package.join("build/test/runtime/client.js"));
            Ok(command)
        },
    },
    Language {
        target: Target::Go,
        is_slow: false,
        configure: |config| "sdk".clone_into(&mut config.go.package),
        tool: Tool::Program("go"),
        build: |place, _| build_go(place),
        start: |place| {
            let mut command = Command::new(place.package.join("driver"));
            command.args(["-test.run", "^TestClient$"]);
            Ok(command)
        },
    },
    Language {
        target: Target::Java,
        is_slow: false,
        configure: |config| "sdk".clone_into(&mut config.java.package),
        tool: Tool::File(JAVA_LIBRARIES),
        build: |place, _| build_java(place),
        start: |place| {
            let mut command = Command::new("java");
            command.arg("-cp").arg(java_classes(place)?);
            command.arg("sdk.runtime.ClientDriver");
            Ok(command)
        },
    },
    Language {
        target: Target::Rust,
        is_slow: true,
        configure: |config| {
            "sdk-types".clone_into(&mut config.rust.types);
            "sdk-client".clone_into(&mut config.rust.client);
        },
        tool: Tool::Program("cargo"),
        build: build_rust,
        start: |place| Ok(Command::new(rust_target(place).join("debug/driver"))),
    },
];

const PYTHON: &str = include_str!("../../../acceptance/clients/drivers/client.py");
const TYPESCRIPT: &str = include_str!("../../../acceptance/clients/drivers/client.ts");
const GO: &str = include_str!("../../../acceptance/clients/drivers/client_test.go");
const JAVA: &str = include_str!("../../../acceptance/clients/drivers/ClientDriver.java");
const RUST: &str = include_str!("../../../acceptance/clients/drivers/client.rs");

/// The versions of libraries that the contract tests are built with.
const VERSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../contract-tests/Cargo.lock");

/// Where `acceptance/sdk/java/tools.sh` installs libraries, below the folder of all tools.
const JAVA_LIBRARIES: &str = "java/tools";

/// The sources of the Java package's tests that the driver needs.
const JAVA_HELPERS: [&str; 2] = ["VectorArguments.java", "VectorCalls.java"];

impl Language {
    /// Returns whether its tools are installed.
    pub fn is_there(&self, tools: &Path) -> bool {
        match self.tool {
            Tool::Program(name) => {
                let argument = if name == "go" { "version" } else { "--version" };
                let version = Command::new(name).arg(argument).output();
                version.is_ok_and(|output| output.status.success())
            }
            Tool::File(path) => tools.join(path).exists(),
        }
    }

    /// Builds the driver with a package.
    ///
    /// # Errors
    /// When files cannot be written, a compiler cannot be started, or the package does not compile.
    pub fn build(&self, place: &Place, api: &Api) -> io::Result<()> {
        (self.build)(place, api)
    }

    /// Returns the driver as a program.
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
        // `surface` checks the types.
        .args(["--noCheck", "--outDir", "build", "--typeRoots"])
        .arg(modules.join("@types"))
        .current_dir(package);
    built(&mut compile)?;
    // Node.js reads from it which kind of modules they are.
    let from = package.join("package.json");
    fs::copy(from, package.join("build/package.json")).map(|_| ())
}

fn build_go(place: &Place) -> io::Result<()> {
    put(&place.package.join("client_test.go"), GO)?;
    let mut compile = Command::new("go");
    compile
        .args(["test", "-c", "-o", "driver", "."])
        // The module has no dependencies.
        .env("GOTOOLCHAIN", "local")
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-buildvcs=false")
        .current_dir(&place.package);
    built(&mut compile)
}

fn build_java(place: &Place) -> io::Result<()> {
    let package = &place.package;
    let folder = package.join("src/test/java/sdk/runtime");
    let driver = folder.join("ClientDriver.java");
    put(&driver, &JAVA.replacen("com.example.template", "sdk", 1))?;
    let paths = [package.join("src/main/java"), package.join("src/test/java")];
    let sources = std::env::join_paths(paths).map_err(io::Error::other)?;
    let mut compile = Command::new("javac");
    compile
        .args(["-nowarn", "-proc:none", "--release", "17"])
        .args(["-encoding", "UTF-8", "-d", "classes", "-sourcepath"])
        .arg(sources)
        .arg("-cp")
        .arg(java_classes(place)?)
        .args(JAVA_HELPERS.map(|name| folder.join(name)))
        .arg(driver)
        .current_dir(package);
    built(&mut compile)
}

/// Returns the class path of the package and its libraries.
fn java_classes(place: &Place) -> io::Result<OsString> {
    let mut paths = vec![place.package.join("classes")];
    for entry in fs::read_dir(place.tools.join(JAVA_LIBRARIES))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("jackson-") || name.starts_with("opentelemetry-") {
            paths.push(path);
        }
    }
    std::env::join_paths(paths).map_err(io::Error::other)
}

fn build_rust(place: &Place, api: &Api) -> io::Result<()> {
    let driver = place.package.join("driver");
    let mut config = Config::default();
    let rust = LANGUAGES.iter().find(|one| one.target == Target::Rust);
    if let Some(rust) = rust {
        (rust.configure)(&mut config);
    }
    let view = Target::Rust.view(api, &config, None);
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"driver\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n\n[dependencies]\n\
         client = {{ package = \"sdk-client\", path = \"../client\", default-features = false, features = [\"full\"] }}\n\
         {DEPENDENCIES}"
    );
    put(&driver.join("Cargo.toml"), &manifest)?;
    put(&driver.join("src/main.rs"), RUST)?;
    put(&driver.join("src/glue.rs"), &glue(api, view)?)?;
    fs::copy(VERSIONS, driver.join("Cargo.lock"))?;
    let mut compile = Command::new("cargo");
    compile
        .args(["build", "--quiet", "--offline", "--color", "never"])
        .env("CARGO_TARGET_DIR", rust_target(place))
        .current_dir(driver);
    built(&mut compile)
}

/// Returns the folder that keeps the compiled libraries from one run to the next.
fn rust_target(place: &Place) -> PathBuf {
    place.tools.join("rust-driver")
}

fn built(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let printed = [output.stdout, output.stderr].concat();
    Err(io::Error::other(
        String::from_utf8_lossy(&printed).into_owned(),
    ))
}
