//! Runs vectors of golden cases and of the showcase with the generated clients of all languages:
//! lists of every kind, streams, and requests of OpenAPI 3.2.
//!
//! The tools are those of the SDK checks (`acceptance/sdk/`). If a tool is missing, the test
//! reports it and passes, unless `CI` is set.

#[path = "support/cargo.rs"]
mod cargo;
#[path = "support/target.rs"]
mod target;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, Target};
use serde_json::Value;

/// A description, and its vector file to run.
#[derive(Clone, Copy)]
struct Case {
    /// The folder of the description, relative to this crate.
    folder: &'static str,
    file: &'static str,
}

const LISTS: Case = Case {
    folder: "tests/cases/pagination-forms",
    file: "pages",
};
const STREAMS: [Case; 2] = [
    Case {
        folder: "tests/cases/streams",
        file: "streams",
    },
    Case {
        folder: "tests/cases/streams-before-3-2",
        file: "streams",
    },
];
const CASES: [Case; 7] = [
    LISTS,
    Case {
        folder: "tests/cases/streams",
        file: "requests",
    },
    Case {
        folder: "tests/cases/openapi-3-2",
        file: "requests",
    },
    Case {
        folder: "tests/cases/parameters-header-cookie",
        file: "requests",
    },
    Case {
        folder: "tests/cases/openapi-3-2",
        file: "streams",
    },
    Case {
        folder: "tests/cases/servers",
        file: "requests",
    },
    Case {
        folder: "tests/cases/body-multipart",
        file: "requests",
    },
];

const GLOBALS: [Case; 3] = [
    Case {
        folder: "tests/cases/globals",
        file: "globals",
    },
    Case {
        folder: "tests/cases/globals",
        file: "pages",
    },
    Case {
        folder: "tests/cases/globals",
        file: "requests",
    },
];

const SHOWCASE: [Case; 3] = [
    Case {
        folder: "../acceptance/showcase",
        file: "requests",
    },
    Case {
        folder: "../acceptance/showcase",
        file: "pages",
    },
    Case {
        folder: "../acceptance/showcase",
        file: "streams",
    },
];

/// A description without lists, tokens and much else, so that many files have no vectors.
const PLAIN: Case = Case {
    folder: "tests/cases/additional-properties",
    file: "requests",
};

/// The cases for languages whose vectors exist for every description.
fn all() -> impl Iterator<Item = Case> {
    let cases = CASES.into_iter().chain(GLOBALS);
    cases.chain(STREAMS).chain(SHOWCASE)
}

impl Case {
    fn description(self) -> PathBuf {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.folder);
        folder.join("openapi.yaml")
    }

    fn name(self) -> &'static str {
        self.folder.rsplit('/').next().unwrap_or(self.folder)
    }
}

const RUST: &str = include_str!("clients/lists.rs");

/// Writes the SDK of a language and the vectors to an empty folder.
fn write(case: Case, target: Target) -> PathBuf {
    let folder = target::target_folder().join("clients");
    let folder = folder.join(case.name()).join(target.name());
    let mut loaded = spec::load(&case.description());
    let api = loaded.api.expect("a sound description");
    let mut config = Config::beside(&case.description()).expect("a sound configuration");
    // The crates of all cases are built in one folder.
    config.rust.types = format!("{}-types", case.name());
    config.rust.client = format!("{}-client", case.name());
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

/// The names of the vectors.
fn vectors(case: Case, folder: &Path) -> Vec<String> {
    let file = format!("conformance-vectors/{}.json", case.file);
    let text = fs::read_to_string(folder.join(file));
    let file: Value = serde_json::from_str(&text.expect("vectors")).expect("JSON");
    let vectors = file["vectors"].as_array().expect("a list");
    let names = vectors.iter().map(|one| one["name"].as_str());
    names.map(|name| name.expect("a name").to_owned()).collect()
}

/// Returns the output of a program; `None`, after printing a message, if the program is missing.
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
    let folder = write(LISTS, Target::Mcp);
    let names = vectors(LISTS, &folder);
    let loaded = spec::load(&LISTS.description());
    let api = loaded.api.expect("a sound description");
    let mut forms = Vec::new();
    for operation in &api.operations {
        let has = |name: &str| names.contains(&format!("{}/{name}", operation.id));
        let Some(pagination) = &operation.pagination else {
            assert!(!has("three"), "{}", operation.id);
            continue;
        };
        assert!(has("three"), "{}", operation.id);
        // How a list ends and goes wrong is in the vectors of the first list of a kind.
        if ["none", "loop", "error"].into_iter().all(has) {
            forms.push(pagination.by);
        }
        let is_address = !pagination.by.has_parameter();
        assert_eq!(has("elsewhere"), is_address, "{}", operation.id);
    }
    for form in spec::model::PageBy::ALL {
        assert!(forms.contains(&form), "{form:?}");
    }
}

#[test]
fn go() {
    for case in all() {
        let folder = write(case, Target::Go);
        let (test, times) = match case.file {
            "pages" => ("TestPages", 1),
            "globals" => ("TestGlobals", 1),
            // With chunks of two sizes.
            "streams" => ("TestStreams", 2),
            _ => ("TestRequests", 1),
        };
        let arguments = ["test", "-count=1", "-v", &format!("-run=^{test}$"), "."];
        if let Some(said) = run(&folder.join("go"), "go", &arguments) {
            let passed = said.matches(&format!("    --- PASS: {test}/")).count();
            assert_eq!(passed, vectors(case, &folder).len() * times, "{said}");
        }
    }
}

#[test]
fn python() {
    let Some(pytest) = tool("python/venv/bin/pytest") else {
        return;
    };
    let pytest = pytest.display().to_string();
    for case in all() {
        let folder = write(case, Target::Python);
        // With the blocking and the asynchronous client; streams with chunks of two sizes.
        let (test, times) = match case.file {
            "pages" => ("test_vectors.py::test_pages", 2),
            "globals" => ("test_globals.py", 2),
            "streams" => ("test_streams.py", 4),
            _ => ("test_vectors.py::test_request", 2),
        };
        let test = format!("tests/{test}");
        let arguments = ["-W", "ignore::DeprecationWarning", &test];
        let said = run(&folder.join("python"), &pytest, &arguments).unwrap_or_default();
        let passed = format!("{} passed", vectors(case, &folder).len() * times);
        assert!(said.contains(&passed), "{passed}: {said}");
    }
}

#[test]
fn typescript() {
    let Some(modules) = tool("typescript/node_modules") else {
        return;
    };
    let compiler = modules.join(".bin/tsc").display().to_string();
    for case in all() {
        let package = typescript_package(case, &modules);
        if run(&package, &compiler, &["-p", "tsconfig.test.json"]).is_none() {
            return;
        }
        let pattern = format!("--test-name-pattern=^{}$", case.file);
        let program = match case.file {
            "streams" => "build/test/runtime/streams.test.js",
            "globals" => "build/test/runtime/globals.test.js",
            _ => "build/test/runtime/vectors.test.js",
        };
        let arguments = ["--test", "--test-reporter=tap", &pattern, program];
        let said = run(&package, "node", &arguments).unwrap_or_default();
        assert!(said.contains("# pass 1\n"), "{said}");
        let ran = said.lines().any(|line| {
            line.ends_with(&format!(" - {}", case.file)) && line.trim().starts_with("ok ")
        });
        assert!(ran, "{said}");
    }
}

/// Writes a package with the modules that its tests need.
fn typescript_package(case: Case, modules: &Path) -> PathBuf {
    let package = write(case, Target::TypeScript).join("typescript");
    if !package.join("node_modules").exists() {
        #[cfg(unix)]
        std::os::unix::fs::symlink(modules, package.join("node_modules")).expect("ours");
    }
    package
}

#[test]
fn own_tests_pass_whatever_a_description_lacks() {
    let go = write(PLAIN, Target::Go).join("go");
    run(&go, "go", &["test", "-count=1", "./..."]);
    if let Some(pytest) = tool("python/venv/bin/pytest") {
        let python = write(PLAIN, Target::Python).join("python");
        let arguments = ["-q", "-W", "ignore::DeprecationWarning", "tests"];
        run(&python, &pytest.display().to_string(), &arguments);
    }
    if let Some(modules) = tool("typescript/node_modules") {
        let package = typescript_package(PLAIN, &modules);
        let compiler = modules.join(".bin/tsc").display().to_string();
        run(&package, &compiler, &["-p", "tsconfig.test.json"]);
        run(&package, "node", &["--test", "build/test/runtime/"]);
    }
    if tool("java/tools").is_some() {
        let java = write(PLAIN, Target::Java).join("java");
        run(&java, "mvn", &["-q", "-B", "test"]);
    }
}

#[test]
fn java() {
    if tool("java/tools").is_none() {
        return;
    }
    let mut by_folder: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for case in all() {
        by_folder.entry(case.folder).or_default().insert(case.file);
    }
    // An artifact is compiled once for all its vectors.
    for (folder, files) in by_folder {
        let case = |file| Case { folder, file };
        let written = write(case("requests"), Target::Java);
        let tests = files.iter().map(|file| {
            let (class, _) = java_test(file);
            format!("{class}#{file}")
        });
        let tests = format!("-Dtest={}", tests.collect::<Vec<_>>().join(","));
        if run(&written.join("java"), "mvn", &["-q", "-B", &tests, "test"]).is_none() {
            return;
        }
        let reports = written.join("java/target/surefire-reports");
        let reports = fs::read_dir(reports).expect("reports");
        let reports: Vec<_> = reports.map(|one| one.expect("one").path()).collect();
        for file in files {
            let (class, times) = java_test(file);
            let end = format!(".{class}.xml");
            let report = reports
                .iter()
                .find(|path| path.to_string_lossy().ends_with(&end));
            let report = report.and_then(|path| fs::read_to_string(path).ok());
            let report = report.unwrap_or_else(|| panic!("{folder}: no report of {class}"));
            let ran = report
                .matches(&format!("<testcase name=\"{file}()["))
                .count();
            let count = vectors(case(file), &written).len() * times;
            assert_eq!(ran, count, "{folder}: {file}");
            let is_clean = report.contains("errors=\"0\"") && report.contains("failures=\"0\"");
            assert!(is_clean, "{folder}: {report}");
        }
    }
}

/// Returns the class of a test of vectors, and how often each vector runs.
fn java_test(file: &str) -> (&'static str, usize) {
    match file {
        // With chunks of two sizes.
        "streams" => ("StreamVectorsTest", 2),
        "globals" => ("GlobalVectorsTest", 1),
        _ => ("VectorsTest", 1),
    }
}

#[test]
fn rust() {
    let names = vectors(LISTS, &write(LISTS, Target::Rust));
    let lists = names.iter().filter_map(|name| name.strip_suffix("/three"));
    let mut arms = String::new();
    for list in lists {
        let method = list.replacen("list", "list_", 1).to_lowercase();
        let _ = writeln!(
            arms,
            "        {list:?} => all(client.untagged().{method}().all()).await,"
        );
    }
    rust_all(LISTS, &RUST.replace("        // LISTS\n", &arms));
}

#[test]
fn rust_globals() {
    rust_all(GLOBALS[0], include_str!("clients/globals.rs"));
}

/// How the Rust programs obtain the stream of each operation.
const RUST_STREAMS: [&[(&str, &str, &str)]; 2] = [
    &[
        ("readLog", "client.lines().read_log().await", "Plain"),
        (
            "listPositions",
            "client.lines().list_positions(\"vector\").await.map(|found| match found {
                client::ListPositionsSuccess::OkApplicationXNdjson(stream) => stream,
                other => panic!(\"{other:?}\"),
            })",
            "Plain",
        ),
        ("readRecords", "client.sequences().read_records().await", "Plain"),
        (
            "sendTracks",
            "client.sequences().send_tracks(Vec::new().into()).await",
            "Plain",
        ),
        ("listShapes", "client.sequences().list_shapes().await", "Plain"),
        ("listCharts", "client.parts().list_charts().await", "Plain"),
        ("sendCharts", "client.parts().send_charts(Vec::new().into()).await", "Plain"),
        ("listParcels", "client.parts().list_parcels().await", "Plain"),
        ("listPictures", "client.parts().list_pictures().await", "Plain"),
        ("followNews", "client.events().follow_news().await", "|event| event"),
        (
            "askForNews",
            "client.events().ask_for_news(&serde_json::from_str(\"{}\").expect(\"a body\")).await",
            "|event| event",
        ),
        ("followArrivals", "client.events().follow_arrivals().await", "|event| event"),
        ("followTides", "client.events().follow_tides().await", "Plain"),
        ("followSignals", "client.events().follow_signals().await", "|event| event"),
    ],
    &[
        ("listPositions", "client.untagged().list_positions().await", "Plain"),
        ("listLines", "client.untagged().list_lines().await", "Plain"),
        (
            "ask",
            "client.untagged().ask(&serde_json::from_str(r#\"{\"question\": \"?\"}\"#).expect(\"a body\")).await.map(|found| match found {
                client::AskSuccess::OkText(stream) => stream,
                other => panic!(\"{other:?}\"),
            })",
            "|event| event",
        ),
        ("followNews", "client.untagged().follow_news().await", "|event| event"),
    ],
];

#[test]
fn rust_streams() {
    for (case, operations) in STREAMS.into_iter().zip(RUST_STREAMS) {
        let mut arms = String::new();
        for (operation, call, shown) in operations {
            let _ = writeln!(
                arms,
                "        {operation:?} => all({call}, operation, take, {shown}).await,"
            );
        }
        let source = include_str!("clients/streams.rs");
        rust_all(case, &source.replace("        // STREAMS\n", &arms));
    }
    // One program at a time is in the folder of a case.
    sent_streams();
}

/// Runs the vectors of requests that are streams.
fn sent_streams() {
    let folder = write(CASES[1], Target::Rust);
    let streams = vectors(CASES[1], &folder).into_iter().filter(|name| {
        let operation = name.split('/').next().unwrap_or_default();
        let is_stream = [
            "sendSoundings",
            "sendTracks",
            "sendTides",
            "announce",
            "putManifest",
        ];
        // It has no body.
        is_stream.contains(&operation) && name != "putManifest/required"
    });
    let count = streams.count();
    let said = rust_program(CASES[1], include_str!("clients/requests.rs"));
    assert!(
        said.contains(&format!("{count} vectors")),
        "{count}: {said}"
    );
}

/// Runs a program with the client and the vectors of a case. Returns its output.
fn rust_program(case: Case, source: &str) -> String {
    let folder = write(case, Target::Rust);
    let crates = folder.join("rust");
    let program = crates.join("program");
    fs::create_dir_all(program.join("src")).expect("ours");
    let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"types\", \"client\", \"program\"]\n\n\
                    [profile.dev]\ndebug = false\nincremental = false\n";
    fs::write(crates.join("Cargo.toml"), manifest).expect("ours");
    let manifest = "[package]\nname = \"PROGRAM\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                    [dependencies]\nclient = { package = \"CLIENT\", path = \"../client\" }\n\
                    serde_json = \"1\"\nserde = \"1\"\n\
                    tokio = { version = \"1\", features = [\"io-util\", \"macros\", \"net\", \"rt\"] }\n";
    let manifest = manifest
        .replace("PROGRAM", case.name())
        .replace("CLIENT", &format!("{}-client", case.name()));
    fs::write(program.join("Cargo.toml"), manifest).expect("ours");
    fs::write(program.join("src/main.rs"), source).expect("ours");
    let file = folder.join(format!("conformance-vectors/{}.json", case.file));
    let file = file.display().to_string();
    let arguments = [
        "run",
        "--offline",
        "--quiet",
        "-p",
        case.name(),
        "--",
        &file,
    ];
    let said = cargo::cargo(&crates, &arguments);
    said.unwrap_or_else(|said| panic!("{said}"))
}

/// Runs a program with the client and all vectors of a case.
fn rust_all(case: Case, source: &str) {
    let said = rust_program(case, source);
    let count = vectors(case, &write(case, Target::Rust)).len();
    assert!(said.contains(&format!("{count} vectors")), "{said}");
}
