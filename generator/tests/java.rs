//! The generated Java code of every case compiles without warnings of the compiler or of doclint,
//! and is formatted as by google-java-format.

#[path = "support/jars.rs"]
mod jars;
#[path = "support/target.rs"]
mod target;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use generator::{Config, FileTree, Target};
use serde_json::json;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Files that need the libraries of the tests.
const TESTS: &[&str] = &["/VectorCalls.java", "/TestingExampleTest.java"];

/// The folder of the example programs, which are compiled with the SDK of this project.
const EXAMPLES: &str = "java/examples/";

/// The program with the samples, whose statements are formatted for less indentation.
const SAMPLES: &str = "/Samples_.java";

/// The compiler modules that the formatter needs (JEP 396).
const OPENED: &[&str] = &["api", "code", "file", "parser", "tree", "util"];

#[test]
fn java_of_every_case_compiles_and_is_formatted() {
    let Some(tools) = tools() else {
        eprintln!("skipped: there is no javac or no mvn");
        return;
    };
    assert!(jars::are_in(&tools), "tools.sh installs the libraries");
    let folder = tools.with_file_name("cases");
    let files = write_cases(&folder);
    let list = |name: &str, files: &[String]| {
        let list = folder.join(name);
        fs::write(&list, files.join("\n")).expect("the folder can be written");
        format!("@{}", list.display())
    };
    let formatted: Vec<_> = files
        .iter()
        .filter(|file| !file.ends_with(SAMPLES))
        .cloned()
        .collect();
    let all = list("files.txt", &formatted);
    let carrier = files.iter().find(|file| {
        let read = || fs::read_to_string(file).expect("it was written");
        file.ends_with("/models/Carrier.java") && read().contains("BICYCLE")
    });
    let carrier = carrier.expect("the case enum-extensible").clone();
    // Methods that only the tests of an artifact call are compiled with them.
    let (_, compiled): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| {
        TESTS.iter().any(|name| file.ends_with(name)) || file.contains("/examples/case")
    });
    let compiled = list("compiled.txt", &compiled);
    let formatter = tools.join("google-java-format-1.28.0-all-deps.jar");
    let exports = OPENED.iter().map(|package| {
        format!("--add-exports=jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED")
    });
    let mut format = Command::new("java");
    format.args(exports).arg("-jar").arg(formatter).args([
        "--skip-reflowing-long-strings",
        "--dry-run",
        &all,
    ]);
    expect_silence(&mut format, "the formatter");
    let mut compile = Command::new("javac");
    compile
        .args(["-Xlint:all", "-Werror", "-proc:none", "--release", "17"])
        .args([
            "-Xdoclint:all,-missing",
            "-Xdoclint:missing/protected",
            "-encoding",
            "UTF-8",
        ])
        .args(["-cp", &jars::class_path(&tools)])
        .arg("-d")
        .arg(folder.join("classes"))
        .arg(compiled);
    expect_silence(&mut compile, "the compiler");
    enumerations_know_their_values(&folder, &tools, &carrier);
}

/// Runs a program that asks for the values of an enumeration.
fn enumerations_know_their_values(folder: &Path, tools: &Path, carrier: &str) {
    let (_, inside) = carrier.split_once("/cases/case").expect("a file of a case");
    let (number, _) = inside.split_once('/').expect("a folder");
    let program =
        include_str!("java/KnownValues.java").replace("cases.case", &format!("cases.case{number}"));
    let file = folder.join("KnownValues.java");
    fs::write(&file, program).expect("files can be written");
    let classes = folder.join("classes").display().to_string();
    let path = format!("{classes}:{}", jars::class_path(tools));
    let mut run = Command::new("java");
    run.args(["-cp", &path]).arg(file);
    expect_silence(&mut run, "the program");
}

/// Writes the code of every case, each in a separate package.
fn write_cases(folder: &Path) -> Vec<String> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).expect("the folder is ours");
    }
    let mut descriptions: Vec<_> = fs::read_dir(Path::new(HERE).join("tests/cases"))
        .expect("there are cases")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter_map(|case| {
            let files = ["openapi.yaml", "openapi.json"].map(|name| case.join(name));
            files.into_iter().find(|file| file.is_file())
        })
        .collect();
    descriptions.sort();
    descriptions.push(write_large(folder));
    descriptions.push(Path::new(HERE).join("../spec/openapi.yaml"));
    let mut files = Vec::new();
    for (index, description) in descriptions.iter().enumerate() {
        let package = format!("cases.case{index}");
        let (tree, samples) = generate(description, &package);
        for (path, text) in samples.iter() {
            let text = text.replace(&format!("{package}.runtime"), "cases.runtime");
            let file = folder.join(path);
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(&file, text).expect("files can be written");
            files.push(file.display().to_string());
        }
        for (path, text) in tree.iter().filter(|(path, _)| is_source(path)) {
            let is_runtime = path.contains("/runtime/");
            let is_made = path.ends_with("/VectorCalls.java");
            let is_shared = is_runtime && !is_made || path.contains("/opentelemetry/");
            let is_test = path.contains("/test/") && (is_shared || path.contains("/testing/"));
            if is_test || is_shared && index > 0 {
                continue;
            }
            // All cases share the runtime, which is compiled once.
            // The example is only formatted, and the order of its imports depends on their names.
            let text = if path.ends_with("/TestingExampleTest.java") {
                text.to_owned()
            } else {
                text.replace(&format!("{package}.runtime"), "cases.runtime")
            };
            let file = match path.rsplit_once('/') {
                // Each is in the unnamed package.
                Some((_, name)) if path.starts_with(EXAMPLES) => {
                    folder.join(format!("examples/case{index}")).join(name)
                }
                Some((_, name)) if is_runtime && !is_made => {
                    folder.join("cases/runtime").join(name)
                }
                _ => folder.join(path),
            };
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(&file, text).expect("files can be written");
            files.push(file.display().to_string());
        }
    }
    files
}

/// A description with more properties than a record supports, and more values than fit into one
/// class.
fn write_large(folder: &Path) -> PathBuf {
    let property = |number: u32| (format!("p{number}"), json!({ "type": "integer" }));
    let properties: serde_json::Map<_, _> = (0..300).map(property).collect();
    let values: Vec<_> = (0..4000).map(|number| format!("value {number}")).collect();
    let document = json!({
        "openapi": "3.0.3",
        "info": { "title": "Large", "version": "1" },
        "paths": {},
        "components": { "schemas": {
            "Wide": { "type": "object", "required": ["p1"], "properties": properties },
            "Many": { "type": "string", "enum": values },
        } },
    });
    fs::create_dir_all(folder).expect("the folder is ours");
    let file = folder.join("large.json");
    fs::write(&file, document.to_string()).expect("files can be written");
    file
}

/// Returns the artifact, and a program with the sample of every operation.
fn generate(description: &Path, package: &str) -> (FileTree, FileTree) {
    let mut config = Config::beside(description).expect("it can be read");
    package.clone_into(&mut config.java.package);
    let mut loaded = spec::load(description);
    let api = loaded.api.as_ref();
    let api = api.unwrap_or_else(|| panic!("{}: it cannot be read", description.display()));
    let tree = generator::generate(api, &config, &[Target::Java], &mut loaded.diagnostics);
    let samples = Target::Java.sample_program(api, &config);
    let tree = tree.unwrap_or_else(|error| panic!("{error}"));
    (tree, samples.expect("a language has samples"))
}

/// Returns the folder of the tools; `None` if they are not available.
fn tools() -> Option<PathBuf> {
    for program in ["javac", "mvn"] {
        Command::new(program).arg("--version").output().ok()?;
    }
    let script = Path::new(HERE).join("../acceptance/sdk/java/tools.sh");
    let mut get = Command::new("sh");
    expect_silence(get.arg(script), "tools.sh");
    Some(target::target_folder().join("sdk/java/tools"))
}

fn expect_silence(command: &mut Command, what: &str) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("it can be started");
    let said = [stdout, stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let head: Vec<_> = said.lines().take(60).collect();
    assert!(
        status.success() && head.is_empty(),
        "{what} says:\n{}",
        head.join("\n")
    );
}

fn is_source(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "java")
}
