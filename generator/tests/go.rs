//! The Go package of every case compiles, is formatted by gofmt, and has exactly the expected
//! declarations, even if the description is hostile. If Go is not installed, the packages are only
//! generated.

#[path = "support/target.rs"]
mod target;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::output;
use generator::{Config, FileTree, Target};
use spec::Api;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
const HOSTILE: &str = include_str!("go/dump_test.go");

/// A description, and the Go package that is generated from it.
struct Case {
    name: String,
    description: PathBuf,
}

#[test]
fn go_outputs_compile_in_the_form_of_gofmt() {
    let mut module = FileTree::default();
    module.insert("cases/go.mod", "module cases\n\ngo 1.24\n");
    for case in cases() {
        let api = case.api();
        for (path, text) in case.samples(&api).iter() {
            module.insert(format!("cases/{}/{path}", case.name), text);
        }
        for (path, text) in case.make(&api).iter() {
            let path = path.strip_prefix("go/").unwrap_or_default();
            // The tests are the same for every description, so they are only checked once. The
            // examples are checked with the SDK of this project.
            let is_example = path.starts_with("examples/");
            if path != "go.mod" && !path.ends_with("_test.go") && !is_example {
                module.insert(format!("cases/{}/{path}", case.name), text);
            }
        }
    }
    let folder = write("cases", &module);
    let Some(unformatted) = run(&folder, "gofmt", &["-l", "."]) else {
        return;
    };
    assert_eq!(unformatted, "", "gofmt would change these files");
    let complaints = run(&folder, "go", &["vet", "./..."]).unwrap_or_default();
    assert_eq!(complaints, "", "go vet complains");
}

#[test]
fn go_keeps_hostile_strings_what_they_are() {
    let case = Case {
        name: "hostile".to_owned(),
        description: Path::new(TESTS).join("go/hostile.yaml"),
    };
    let api = case.api();
    let mut module = FileTree::default();
    for (path, text) in case.make(&api).iter() {
        let path = path.strip_prefix("go/").unwrap_or_default();
        module.insert(format!("hostile/{path}"), text);
    }
    module.insert("hostile/dump_test.go", HOSTILE);
    let folder = write("hostile", &module);
    let Some(unformatted) = run(&folder, "gofmt", &["-l", "."]) else {
        return;
    };
    assert_eq!(unformatted, "", "gofmt would change these files");
    let complaints = run(&folder, "go", &["vet", "./..."]).unwrap_or_default();
    assert_eq!(complaints, "", "go vet complains");
    let tests = ["test", "-count=1", "-run=TestDump", "-v", "."];
    let said = run(&folder, "go", &tests).unwrap_or_default();
    let dumped = said.lines().find_map(|line| line.strip_prefix("DUMP "));
    let dumped: BTreeSet<String> =
        serde_json::from_str(dumped.unwrap_or_else(|| panic!("{said}"))).expect("it is JSON");
    let missing: Vec<_> = strings(&api)
        .into_iter()
        .filter(|text| !dumped.contains(text))
        .collect();
    assert!(
        missing.is_empty(),
        "these are not in the output: {missing:#?}"
    );
}

/// Returns the strings of a description that requests and responses depend on.
fn strings(api: &Api) -> BTreeSet<String> {
    let mut strings = BTreeSet::new();
    for operation in &api.operations {
        strings.insert(operation.id.clone());
        strings.insert(operation.path.clone());
        let parameters = operation.parameters.iter();
        strings.extend(parameters.map(|parameter| parameter.name.clone()));
        let responses = operation.responses.iter().flat_map(|one| &one.content);
        strings.extend(responses.map(|media| media.name.clone()));
    }
    for server in &api.servers {
        strings.insert(server.url.clone());
        let variables = server.variables.iter();
        strings.extend(variables.flat_map(|one| [one.name.clone(), one.default.clone()]));
    }
    strings.extend(
        api.security_schemes
            .iter()
            .map(|scheme| scheme.name.clone()),
    );
    for schema in &api.schemas {
        match &schema.kind {
            spec::model::Kind::Object(object) => {
                strings.extend(object.properties.iter().map(|one| one.name.clone()));
            }
            spec::model::Kind::Enumeration(list) => {
                let texts = list.values.iter().filter_map(|value| value.as_str());
                strings.extend(texts.map(str::to_owned));
            }
            _ => {}
        }
    }
    strings
}

fn cases() -> Vec<Case> {
    let folders = std::fs::read_dir(Path::new(TESTS).join("cases")).expect("there are cases");
    let mut cases: Vec<_> = folders
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.is_dir())
        .map(|folder| {
            let files = ["openapi.yaml", "openapi.json"].map(|name| folder.join(name));
            Case {
                name: folder
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into(),
                description: files
                    .into_iter()
                    .find(|file| file.is_file())
                    .expect("a file"),
            }
        })
        .collect();
    cases.push(Case {
        name: "marketplace".to_owned(),
        description: Path::new(TESTS).join("../../spec/openapi.yaml"),
    });
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

impl Case {
    fn api(&self) -> Api {
        let loaded = spec::load(&self.description);
        loaded
            .api
            .unwrap_or_else(|| panic!("{}: it cannot be read", self.name))
    }

    fn config(&self) -> Config {
        let mut config = Config::beside(&self.description).expect("a configuration");
        config.go.module = format!("cases/{}", self.name);
        config
    }

    /// Returns a program with the sample of every operation.
    fn samples(&self, api: &Api) -> FileTree {
        let samples = Target::Go.sample_program(api, &self.config());
        samples.expect("a language has samples")
    }

    fn make(&self, api: &Api) -> FileTree {
        let config = self.config();
        let mut diagnostics = spec::Diagnostics::default();
        generator::generate(api, &config, &[Target::Go], &mut diagnostics)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// Writes files to a folder that is kept, so that Go reuses what it has compiled.
fn write(name: &str, tree: &FileTree) -> PathBuf {
    // Each case has its own folder because they are written in parallel.
    let folder = target::target_folder()
        .join("sdk/go")
        .join(format!("test-{name}"));
    let changes = output::changes(tree, &folder, &[name]).expect("the folder is ours");
    output::apply(&changes, &folder).expect("the folder can be written");
    folder.join(name)
}

/// Returns the output of a program; `None` if it is missing, which only fails in CI.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .env("GOTOOLCHAIN", "local")
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-buildvcs=false")
        .current_dir(folder)
        .output();
    let Ok(output) = output else {
        assert!(
            std::env::var_os("CI").is_none(),
            "{program} cannot be started"
        );
        eprintln!("skipped: {program} cannot be started");
        return None;
    };
    let text = [output.stdout, output.stderr].concat();
    Some(String::from_utf8_lossy(&text).into_owned())
}
