//! The clients: a program in each language that calls the server, in `acceptance/showcase/large`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use generator::Target;

use crate::corpus::languages::{LANGUAGES, Language, Tools, java};
use crate::project;

/// A client.
pub(super) struct Client {
    pub(super) target: Target,
    /// Adds the program to the package, and returns the commands that build and start it, in order.
    commands: fn(&Place<'_>) -> Result<Vec<Command>>,
}

/// The clients of all languages.
pub(super) const CLIENTS: &[Client] = &[
    Client::new(Target::Rust, |_| {
        let mut call = Command::new(super::program());
        call.arg("call");
        Ok(vec![call])
    }),
    Client::new(Target::TypeScript, typescript),
    Client::new(Target::Python, python),
    Client::new(Target::Go, go),
    Client::new(Target::Java, java),
];

/// The folders that a client works with.
struct Place<'a> {
    /// The folder of the command.
    folder: &'a Path,
    /// The generated package.
    package: PathBuf,
    tools: &'a Tools,
}

/// Parses the name of a language.
pub(super) fn parse(name: &str) -> Result<&'static str, String> {
    let mut names = CLIENTS.iter().map(|client| client.target.name());
    let known: Vec<_> = names.clone().collect();
    let found = names.find(|known| *known == name);
    found.ok_or_else(|| format!("not a language; there are: {}", known.join(", ")))
}

impl Client {
    const fn new(target: Target, commands: fn(&Place<'_>) -> Result<Vec<Command>>) -> Self {
        Self { target, commands }
    }

    fn language(&self) -> &'static Language {
        let mut languages = LANGUAGES.iter();
        let found = languages.find(|language| language.target == self.target);
        found.expect("every language has an entry")
    }

    pub(super) fn title(&self) -> &'static str {
        self.language().title
    }

    /// Returns how to install the tools, if they are missing.
    pub(super) fn missing(&self, tools: &Tools) -> Option<&'static str> {
        (self.language().missing)(tools)
    }

    pub(super) fn commands(&self, folder: &Path, tools: &Tools) -> Result<Vec<Command>> {
        (self.commands)(&Place {
            folder,
            package: folder.join("generated").join(self.target.folder()),
            tools,
        })
    }
}

/// Returns the source of a program.
fn source(name: &str) -> Result<String> {
    let path = project::root().join("acceptance/showcase/large").join(name);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The program is compiled with the tests of the package.
fn typescript(place: &Place<'_>) -> Result<Vec<Command>> {
    write(&place.package.join("test/large.ts"), &source("client.ts")?)?;
    let modules = place.tools.path("typescript/node_modules");
    let build = place.folder.join("typescript");
    // Node.js decides on the kind of modules by the package's manifest.
    let manifest = fs::read_to_string(place.package.join("package.json"))?;
    write(&build.join("package.json"), &manifest)?;
    let mut compile = Command::new(modules.join(".bin/tsc"));
    compile
        .args(["-p", "tsconfig.test.json", "--pretty", "false", "--outDir"])
        .arg(&build)
        .arg("--typeRoots")
        .arg(modules.join("@types"))
        .current_dir(&place.package);
    let mut run = Command::new("node");
    // The chunks are outside of the heap whose growth Node.js limits. A small young generation is
    // collected before tens of MiB of them are garbage.
    run.arg("--max-semi-space-size=1")
        .arg(build.join("test/large.js"));
    Ok(vec![compile, run])
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the commands of other languages can fail to be made"
)]
fn python(place: &Place<'_>) -> Result<Vec<Command>> {
    let mut run = Command::new(place.tools.path("python/venv/bin/python"));
    run.arg(project::root().join("acceptance/showcase/large/client.py"))
        .env("PYTHONPATH", place.package.join("src"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(vec![run])
}

fn go(place: &Place<'_>) -> Result<Vec<Command>> {
    write(&place.package.join("large/main.go"), &source("main.go")?)?;
    let program = place.folder.join("go.program");
    let mut compile = Command::new("go");
    compile
        .args(["build", "-o"])
        .arg(&program)
        .arg("./large")
        // Nothing is downloaded: the module has no dependencies.
        .env("GOTOOLCHAIN", "local")
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-buildvcs=false")
        .current_dir(&place.package);
    Ok(vec![compile, Command::new(program)])
}

fn java(place: &Place<'_>) -> Result<Vec<Command>> {
    let main = place.package.join("src/main");
    let program = main.join("java/com/example/apiclient/Large.java");
    write(&program, &source("Large.java")?)?;
    let mut files = Vec::new();
    java::collect(&main, &mut files)?;
    let mut list = String::new();
    for file in files {
        let _ = writeln!(list, "\"{}\"", file.display());
    }
    let list_file = place.folder.join("java.files");
    write(&list_file, &list)?;
    let classes = place.folder.join("java.classes");
    let libraries = java::libraries(place.tools);
    let mut compile = Command::new("javac");
    compile
        .args(["-nowarn", "-proc:none", "--release", "17"])
        .args(["-encoding", "UTF-8", "-cp"])
        .arg(&libraries)
        .arg("-d")
        .arg(&classes)
        .arg(format!("@{}", list_file.display()));
    let mut path = OsString::from(classes);
    path.push(":");
    path.push(libraries);
    let mut run = Command::new("java");
    // Without a limit the heap grows before it is collected: by default to a quarter of the memory
    // of the machine.
    run.arg("-Xmx32m")
        .arg("-cp")
        .arg(path)
        .arg("com.example.apiclient.Large");
    Ok(vec![compile, run])
}
