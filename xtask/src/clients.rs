//! Programs that use the clients of `acceptance/showcase`, one in each language: the folder of the same
//! name has their sources, and the Rust program is an example of its package.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use generator::{Config, Target};

use crate::corpus::languages::{LANGUAGES, Language, Tools, java};
use crate::project;

/// A program, in every language.
pub(crate) struct Program {
    /// The folder of its sources, and the example.
    pub(crate) name: &'static str,
    /// The class of the Java program.
    pub(crate) class: &'static str,
    /// The arguments of the Rust program.
    pub(crate) arguments: &'static [&'static str],
    /// The options of Node.js.
    pub(crate) node: &'static [&'static str],
    /// The options of the Java virtual machine.
    pub(crate) java: &'static [&'static str],
}

/// A client.
pub(crate) struct Client {
    pub(crate) target: Target,
    /// Adds the program to the package, and returns the commands that build and start it, in order.
    commands: fn(&Place<'_>) -> Result<Vec<Command>>,
}

/// The clients of all languages.
pub(crate) const CLIENTS: &[Client] = &[
    Client::new(Target::Rust, |place| {
        let mut call = Command::new(place.program.example());
        call.args(place.program.arguments);
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
    program: &'a Program,
}

/// Parses the name of a language.
pub(crate) fn parse(name: &str) -> Result<&'static str, String> {
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

    /// Returns the name of the language.
    pub(crate) fn title(&self) -> &'static str {
        self.language().title
    }

    /// Returns how to install the tools, if they are missing.
    pub(crate) fn missing(&self, tools: &Tools) -> Option<&'static str> {
        (self.language().missing)(tools)
    }

    /// Returns the commands that build and start a program, in order.
    pub(crate) fn commands(
        &self,
        program: &Program,
        folder: &Path,
        tools: &Tools,
    ) -> Result<Vec<Command>> {
        (self.commands)(&Place {
            folder,
            package: folder.join("generated").join(self.target.folder()),
            tools,
            program,
        })
    }
}

impl Program {
    /// Returns the clients whose tools are installed, of the languages with these names; without
    /// names, of all languages. Prints which ones are left out.
    pub(crate) fn clients(languages: &[&str], tools: &Tools) -> Vec<&'static Client> {
        let is_wanted =
            |client: &&Client| languages.is_empty() || languages.contains(&client.target.name());
        let mut clients: Vec<_> = CLIENTS.iter().filter(is_wanted).collect();
        clients.retain(|client| {
            let missing = client.missing(tools);
            if let Some(why) = missing {
                anstream::println!("{}: not called: {why}", client.title());
            }
            missing.is_none()
        });
        clients
    }

    /// Generates the clients below a folder.
    pub(crate) fn generate(folder: &Path, clients: &[&Client]) -> Result<()> {
        let description = project::root().join("acceptance/showcase/openapi.yaml");
        let mut loaded = spec::load(&description);
        let api = loaded.api.context("the description cannot be read")?;
        let targets: Vec<_> = clients.iter().map(|client| client.target).collect();
        let tree = generator::generate(&api, &Config::default(), &targets, &mut loaded.diagnostics);
        let generated = folder.join("generated");
        if generated.is_dir() {
            fs::remove_dir_all(&generated).context("cannot clear the last run")?;
        }
        for (path, text) in tree.context("the clients cannot be generated")?.iter() {
            write(&generated.join(path), text)?;
        }
        Ok(())
    }

    /// Builds the example.
    pub(crate) fn build(&self) -> Result<()> {
        build_example(self.name)
    }

    /// Returns the path of the example.
    pub(crate) fn example(&self) -> PathBuf {
        example(self.name)
    }

    fn path(&self, file: &str) -> PathBuf {
        let folder = project::root().join("acceptance/showcase");
        folder.join(self.name).join(file)
    }

    /// Returns the source of a program.
    fn source(&self, file: &str) -> Result<String> {
        let path = self.path(file);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    }
}

/// Builds an example of the showcase.
///
/// # Errors
/// Returns an error if it does not compile.
pub(crate) fn build_example(name: &str) -> Result<()> {
    let built = Command::new("cargo")
        .args(["build", "--quiet", "--package", "showcase-acceptance"])
        .args(["--example", name])
        .current_dir(project::root().join(crate::programs::WORKSPACE))
        .status()
        .context("cannot start cargo")?;
    ensure!(built.success(), "the example `{name}` does not compile");
    Ok(())
}

/// Returns the path of an example of the showcase.
pub(crate) fn example(name: &str) -> PathBuf {
    project::root().join("target/debug/examples").join(name)
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The program is compiled with the tests of the package.
fn typescript(place: &Place<'_>) -> Result<Vec<Command>> {
    let Program { name, node, .. } = place.program;
    let source = place.program.source("client.ts")?;
    write(&place.package.join(format!("test/{name}.ts")), &source)?;
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
    run.args(*node).arg(build.join(format!("test/{name}.js")));
    Ok(vec![compile, run])
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the commands of other languages can fail to be made"
)]
fn python(place: &Place<'_>) -> Result<Vec<Command>> {
    let mut run = Command::new(place.tools.path("python/venv/bin/python"));
    run.arg(place.program.path("client.py"))
        .env("PYTHONPATH", place.package.join("src"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(vec![run])
}

fn go(place: &Place<'_>) -> Result<Vec<Command>> {
    let name = place.program.name;
    let source = place.program.source("main.go")?;
    write(&place.package.join(name).join("main.go"), &source)?;
    let program = place.folder.join("go.program");
    let mut compile = Command::new("go");
    compile
        .args(["build", "-o"])
        .arg(&program)
        .arg(format!("./{name}"))
        // Nothing is downloaded: the module has no dependencies.
        .env("GOTOOLCHAIN", "local")
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-buildvcs=false")
        .current_dir(&place.package);
    Ok(vec![compile, Command::new(program)])
}

fn java(place: &Place<'_>) -> Result<Vec<Command>> {
    let main = place.package.join("src/main");
    let Program { class, java, .. } = place.program;
    let file = format!("{class}.java");
    let program = main.join("java/com/example/apiclient").join(&file);
    write(&program, &place.program.source(&file)?)?;
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
    run.args(*java)
        .arg("-cp")
        .arg(path)
        .arg(format!("com.example.apiclient.{class}"));
    Ok(vec![compile, run])
}
