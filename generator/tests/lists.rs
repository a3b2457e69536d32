//! Lists of every form: the clients of all languages run the vectors of the golden case that has them.
//!
//! The tools are those that the SDKs are checked with (`acceptance/sdk/`). Where they are not there,
//! the tests say so and pass, except where `CI` is set.

#[path = "support/cargo.rs"]
mod cargo;
#[path = "support/target.rs"]
mod target;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, Target};
use serde_json::Value;

const CASE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/cases/pagination-forms/openapi.yaml"
);
const RUST: &str = include_str!("lists/program.rs");

/// Writes the SDK of a language and the vectors to a folder of its own.
fn write(target: Target) -> PathBuf {
    let folder = target::target_folder().join("lists").join(target.name());
    let mut loaded = spec::load(Path::new(CASE));
    let api = loaded.api.expect("a sound description");
    let config = Config::beside(Path::new(CASE)).expect("a sound configuration");
    let targets = [target, Target::Vectors];
    let tree = generator::generate(&api, &config, &targets, &mut loaded.diagnostics);
    for (path, text) in tree.expect("an SDK").iter() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("it is below a folder")).expect("ours");
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).expect("ours");
        }
    }
    folder
}

/// How many lists the vectors are of, and what the names of the vectors are.
fn vectors(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("conformance-vectors/pages.json"));
    let file: Value = serde_json::from_str(&text.expect("vectors")).expect("JSON");
    let vectors = file["vectors"].as_array().expect("a list");
    let names = vectors.iter().map(|one| one["name"].as_str());
    names.map(|name| name.expect("a name").to_owned()).collect()
}

/// What a program prints; none, with a word about it, where it is not there.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output();
    let Ok(output) = output else {
        missing(program);
        return None;
    };
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{program} {arguments:?}:\n{said}");
    Some(said)
}

fn missing(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "there is no {what}");
    eprintln!("not run: there is no {what}");
}

fn tool(path: &str) -> Option<PathBuf> {
    let path = target::target_folder().join("sdk").join(path);
    if path.exists() {
        return Some(path);
    }
    missing(&path.display().to_string());
    None
}

#[test]
fn every_form_has_vectors() {
    let folder = write(Target::Mcp);
    let names = vectors(&folder);
    let loaded = spec::load(Path::new(CASE));
    let api = loaded.api.expect("a sound description");
    let mut forms = Vec::new();
    for operation in &api.operations {
        let has = |name: &str| names.contains(&format!("{}/{name}", operation.id));
        let Some(pagination) = &operation.pagination else {
            assert!(!has("three"), "{}", operation.id);
            continue;
        };
        forms.push(pagination.by);
        let all = ["three", "none", "loop", "error"].map(has);
        assert_eq!(all, [true; 4], "{}", operation.id);
        let is_address = !pagination.by.has_parameter();
        assert_eq!(has("elsewhere"), is_address, "{}", operation.id);
    }
    for form in spec::model::PageBy::ALL {
        assert!(forms.contains(&form), "{form:?}");
    }
}

#[test]
fn go() {
    let folder = write(Target::Go);
    let said = run(
        &folder.join("go"),
        "go",
        &["test", "-count=1", "-v", "-run=^TestPages$", "."],
    );
    if let Some(said) = said {
        let passed = said.matches("    --- PASS: TestPages/").count();
        assert_eq!(passed, vectors(&folder).len(), "{said}");
    }
}

#[test]
fn python() {
    let folder = write(Target::Python);
    let Some(pytest) = tool("python/venv/bin/pytest") else {
        return;
    };
    let arguments = ["-W", "ignore::DeprecationWarning", "-k", "test_pages"];
    let said = run(
        &folder.join("python"),
        &pytest.display().to_string(),
        &arguments,
    );
    // By the client that blocks and by the one that does not.
    let passed = format!("{} passed", vectors(&folder).len() * 2);
    assert!(said.expect("it is there").contains(&passed), "{passed}");
}

#[test]
fn typescript() {
    let folder = write(Target::TypeScript);
    let Some(modules) = tool("typescript/node_modules") else {
        return;
    };
    let package = folder.join("typescript");
    let compiler = modules.join(".bin/tsc").display().to_string();
    if !package.join("node_modules").exists() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(&modules, package.join("node_modules")).expect("ours");
    }
    if run(&package, &compiler, &["-p", "tsconfig.test.json"]).is_none() {
        return;
    }
    let program = "build/test/runtime/vectors.test.js";
    let arguments = [
        "--test",
        "--test-reporter=tap",
        "--test-name-pattern=^pages$",
        program,
    ];
    let said = run(&package, "node", &arguments).unwrap_or_default();
    assert!(
        said.contains("ok 1 - pages") || said.contains("# pass 1"),
        "{said}"
    );
}

#[test]
fn java() {
    let folder = write(Target::Java);
    if tool("java/tools").is_none() {
        return;
    }
    let arguments = ["-q", "-B", "-o", "-Dtest=VectorsTest#pages", "test"];
    if run(&folder.join("java"), "mvn", &arguments).is_none() {
        return;
    }
    let reports = folder.join("java/target/surefire-reports");
    let reports = fs::read_dir(reports).expect("a report");
    let texts = reports.filter_map(|report| fs::read_to_string(report.ok()?.path()).ok());
    let all = format!(
        "Tests run: {}, Failures: 0, Errors: 0",
        vectors(&folder).len()
    );
    assert!(texts.into_iter().any(|text| text.contains(&all)), "{all}");
}

#[test]
fn rust() {
    let folder = write(Target::Rust);
    let crates = folder.join("rust");
    let program = crates.join("program");
    fs::create_dir_all(program.join("src")).expect("ours");
    let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"types\", \"client\", \"program\"]\n\n\
                    [profile.dev]\ndebug = false\nincremental = false\n";
    fs::write(crates.join("Cargo.toml"), manifest).expect("ours");
    let manifest = "[package]\nname = \"lists\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                    [dependencies]\nclient = { package = \"CLIENT\", path = \"../client\" }\n\
                    serde_json = \"1\"\nserde = \"1\"\n\
                    tokio = { version = \"1\", features = [\"io-util\", \"macros\", \"net\", \"rt\"] }\n";
    let client = fs::read_to_string(crates.join("client/Cargo.toml")).expect("it is written");
    let name = client
        .lines()
        .find_map(|line| line.strip_prefix("name = \""));
    let name = name.expect("a name").trim_end_matches('"');
    fs::write(program.join("Cargo.toml"), manifest.replace("CLIENT", name)).expect("ours");
    let mut source = RUST.to_owned();
    let names = vectors(&folder);
    let lists = names.iter().filter_map(|name| name.strip_suffix("/three"));
    let mut arms = String::new();
    for list in lists {
        let method = list.replacen("list", "list_", 1).to_lowercase();
        let _ = writeln!(
            arms,
            "        {list:?} => all(client.{method}().stream()).await,"
        );
    }
    source = source.replace("        // LISTS\n", &arms);
    fs::write(program.join("src/main.rs"), source).expect("ours");
    let file = folder.join("conformance-vectors/pages.json");
    let said = cargo::cargo(
        &crates,
        &[
            "run",
            "--offline",
            "--quiet",
            "-p",
            "lists",
            "--",
            &file.display().to_string(),
        ],
    );
    let said = said.unwrap_or_else(|said| panic!("{said}"));
    assert!(said.contains(&format!("{} vectors", names.len())), "{said}");
}
