//! The TypeScript SDK of every case passes the compiler and the formatter, with the sample of every
//! operation, and strings of a description remain strings.
//!
//! `sh acceptance/sdk/typescript/tools.sh` installs the required tools. If they are missing, the
//! tests report it and pass, unless `CI` is set.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, FileTree, Sample, Target};
use serde_json::Value;
use spec::Api;
use spec::model::Kind;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
const MARKETPLACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/openapi.yaml");

#[test]
fn every_case_is_typescript() {
    let Some(tools) = tools() else { return };
    let folder = tools.join("cases");
    let _ = fs::remove_dir_all(&folder);
    let cases = cases();
    let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
    for case in &cases {
        write(&case.tree, &folder, &case.name);
    }
    write_shared(&cases[0].tree, &folder);
    let all = names.iter().map(|name| format!("{name}/src"));
    let strings = run(
        &tools,
        "node",
        [inspector()]
            .into_iter()
            .chain(all.map(|path| format!("cases/{path}"))),
    );
    let strings: BTreeMap<String, Vec<String>> =
        serde_json::from_str(&strings).expect("the inspector prints JSON");
    for case in &cases {
        let found = &strings[&format!("cases/{}/src", case.name)];
        for wanted in &case.strings {
            assert!(found.contains(wanted), "{}: {wanted:?} is lost", case.name);
        }
    }
    for case in &cases {
        write_samples(case, &folder);
    }
    let form = [
        "--check",
        "--log-level",
        "warn",
        "cases/*/{src,test}/**/*.ts",
        "!cases/*/src/samples.ts",
        "cases/*/examples/*.ts",
        "cases/*/*.json",
    ];
    let form = form.map(str::to_owned).into_iter();
    run(&tools, "node_modules/.bin/prettier", form);
    run(
        &tools,
        "node_modules/.bin/tsc",
        ["-p".to_owned(), "cases".to_owned()].into_iter(),
    );
}

/// The result of a case.
struct Case {
    name: String,
    tree: FileTree,
    /// A program with the sample of every operation.
    samples: FileTree,
    /// The samples by themselves, whose form the formatter checks.
    calls: Vec<Sample>,
    /// The strings and names that the sources must contain.
    strings: Vec<String>,
}

fn cases() -> Vec<Case> {
    let entries = fs::read_dir(format!("{TESTS}/cases")).expect("there are cases");
    let folders = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut cases: Vec<_> = folders
        .filter(|path| path.is_dir())
        .map(|path| case(&path))
        .collect();
    cases.push(hostile());
    cases.push(make("marketplace".to_owned(), Path::new(MARKETPLACE)));
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

fn case(folder: &Path) -> Case {
    let files = ["openapi.yaml", "openapi.json"].map(|name| folder.join(name));
    let path = files
        .into_iter()
        .find(|path| path.is_file())
        .expect("there is a description");
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    make(name, &path)
}

fn hostile() -> Case {
    make(
        "hostile".to_owned(),
        Path::new(&format!("{TESTS}/hostile/typescript.yaml")),
    )
}

fn make(name: String, path: &Path) -> Case {
    let mut loaded = spec::load(path);
    let api = loaded.api.expect("the description can be used");
    let config = Config::beside(path).expect("the configuration can be read");
    let tree = generator::generate(
        &api,
        &config,
        &[Target::TypeScript],
        &mut loaded.diagnostics,
    );
    let samples = Target::TypeScript.sample_program(&api, &config);
    let calls = Target::TypeScript.samples(&api, &config);
    Case {
        strings: strings(&api),
        calls: calls.expect("a language has samples"),
        samples: samples.expect("a language has samples"),
        tree: tree.unwrap_or_else(|error| panic!("{name}: {error}")),
        name,
    }
}

/// Returns the exact strings that the sources must contain.
fn strings(api: &Api) -> Vec<String> {
    let mut strings = Vec::new();
    for operation in &api.operations {
        strings.extend([operation.id.clone(), operation.path.clone()]);
        strings.extend(
            operation
                .parameters
                .iter()
                .map(|parameter| parameter.name.clone()),
        );
        let bodies = operation.body.iter().flat_map(|body| &body.content);
        strings.extend(bodies.map(|media| media.name.clone()));
    }
    for schema in &api.schemas {
        match &schema.kind {
            Kind::Object(object) => {
                strings.extend(
                    object
                        .properties
                        .iter()
                        .map(|property| property.name.clone()),
                );
            }
            Kind::Enumeration(list) if schema.name.is_some() => {
                let texts = list
                    .values
                    .iter()
                    .filter(|_| list.values.iter().all(Value::is_string));
                strings.extend(texts.filter_map(Value::as_str).map(str::to_owned));
            }
            _ => {}
        }
    }
    strings
}

/// Writes the files of a case. The runtime is the same for all, and is checked once.
fn write(tree: &FileTree, folder: &Path, name: &str) {
    for (path, text) in tree.iter() {
        let path = path.strip_prefix("typescript/").unwrap_or_default();
        let is_shared = path.starts_with("src/runtime/") || path.starts_with("tsconfig");
        if !is_shared && path != "README.md" && path != ".gitignore" {
            put(&folder.join(name).join(path), text);
        }
    }
    let shared = folder.join("shared/src/runtime");
    let own = folder.join(name).join("src");
    fs::create_dir_all(&own).expect("a folder can be made");
    std::os::unix::fs::symlink(shared, own.join("runtime")).expect("a link can be made");
}

/// Writes the samples, which the compiler and the formatter check.
fn write_samples(case: &Case, folder: &Path) {
    for (path, text) in case.samples.iter() {
        put(&folder.join(&case.name).join(path), text);
    }
    for (index, sample) in case.calls.iter().enumerate() {
        let path = format!("{}/test/samples/{index}.ts", case.name);
        put(&folder.join(path), &format!("{}\n", sample.source));
    }
}

fn write_shared(tree: &FileTree, folder: &Path) {
    for (path, text) in tree.iter() {
        let path = path.strip_prefix("typescript/").unwrap_or_default();
        if path.starts_with("src/runtime/") {
            put(&folder.join("shared").join(path), text);
        } else if path == "tsconfig.json" {
            put(&folder.join("base.json"), text);
        }
    }
    put(&folder.join("package.json"), "{ \"type\": \"module\" }\n");
    let settings = "{
  \"extends\": \"./base.json\",
  \"compilerOptions\": { \"noEmit\": true, \"rootDir\": \".\" },
  \"include\": [\"*/src\", \"*/test/dispatch.ts\", \"*/test/runtime/support.ts\"]
}
";
    put(&folder.join("tsconfig.json"), settings);
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders can be made");
    fs::write(path, text).expect("files can be written");
}

fn inspector() -> String {
    format!(
        "{}/../acceptance/sdk/typescript/inspect.mjs",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Returns the folder of the tools.
fn tools() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let tools = target
        .expect("it is below the target folder")
        .join("sdk/typescript");
    if tools.join("node_modules/.bin/tsc").exists() {
        return Some(tools);
    }
    let missing = "skipped: `sh acceptance/sdk/typescript/tools.sh` installs what this needs";
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    eprintln!("{missing}");
    None
}

/// Runs a tool that must succeed, and returns its output.
fn run(folder: &Path, program: &str, arguments: impl Iterator<Item = String>) -> String {
    let program = if program.contains('/') {
        folder.join(program).into_os_string()
    } else {
        program.into()
    };
    let output = Command::new(&program)
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}\n{}", head(&printed));
    printed
}

fn head(text: &str) -> String {
    text.lines().take(60).collect::<Vec<_>>().join("\n")
}
