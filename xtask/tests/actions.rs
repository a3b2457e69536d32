//! `action.yml` and the workflows: inputs are declared, used and never part of a script; actions
//! are pinned; permissions are named. `actionlint` checks the workflows in a step of `cargo xtask
//! test`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde::Deserialize;
use serde_yaml::Value;
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "what is not named here is refused")]
struct Action {
    name: String,
    description: String,
    inputs: BTreeMap<String, Input>,
    outputs: BTreeMap<String, ActionOutput>,
    runs: Runs,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    description: String,
    #[serde(default)]
    required: bool,
    default: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "what is not named here is refused")]
struct ActionOutput {
    description: String,
    value: String,
}

#[derive(Deserialize)]
struct Runs {
    using: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    run: Option<String>,
    uses: Option<String>,
    shell: Option<String>,
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).expect("it is committed")
}

fn action() -> Action {
    serde_yaml::from_str(&text("action.yml")).expect("it is the metadata of an action")
}

fn workflows() -> Vec<PathBuf> {
    let folder = Path::new(ROOT).join(".github/workflows");
    let entries = fs::read_dir(folder).expect("it is committed");
    entries
        .map(|entry| entry.expect("it can be read").path())
        .collect()
}

/// Returns the names after `inputs.` in expressions.
fn used_inputs(text: &str) -> BTreeSet<&str> {
    let ends = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
    let expressions = text
        .split("${{")
        .skip(1)
        .filter_map(|rest| rest.split("}}").next());
    let names = expressions.flat_map(|one| one.split("inputs.").skip(1));
    names.filter_map(|name| name.split(ends).next()).collect()
}

#[test]
fn inputs_are_declared_and_used() {
    let (text, action) = (text("action.yml"), action());
    assert_eq!(action.runs.using, "composite");
    let declared: BTreeSet<_> = action.inputs.keys().map(String::as_str).collect();
    assert_eq!(used_inputs(&text), declared);
    for (name, input) in &action.inputs {
        assert!(!input.description.is_empty(), "{name}");
        assert_ne!(input.required, input.default.is_some(), "{name}");
    }
}

#[test]
fn no_expression_is_part_of_a_script() {
    for step in action().runs.steps {
        let script = step.run.unwrap_or_default();
        assert!(!script.contains("${{"), "{script}");
        assert!(
            script.is_empty() || step.shell.as_deref() == Some("bash"),
            "{script}"
        );
    }
    for path in workflows() {
        let text = fs::read_to_string(&path).expect("it can be read");
        let workflow: Value = serde_yaml::from_str(&text).expect("YAML");
        walk(&workflow, &mut |key, value| {
            let is_script = key == "run" && value.contains("${{");
            assert!(!is_script, "{}: {value}", path.display());
        });
    }
}

#[test]
fn actions_of_others_are_pinned_and_permissions_are_named() {
    let pinned = |uses: &str| {
        let revision = uses.rsplit_once('@').map_or("", |(_, revision)| revision);
        let is_hash = revision.len() == 40 && revision.chars().all(|c| c.is_ascii_hexdigit());
        assert!(is_hash || uses == "./", "{uses} is not pinned");
    };
    action()
        .runs
        .steps
        .iter()
        .filter_map(|step| step.uses.as_deref())
        .for_each(pinned);
    for path in workflows() {
        let text = fs::read_to_string(&path).expect("it can be read");
        let workflow: Value = serde_yaml::from_str(&text).expect("YAML");
        walk(&workflow, &mut |key, value| {
            if key == "uses" {
                pinned(value);
            }
        });
        let permissions = workflow
            .get("permissions")
            .expect("permissions of the workflow");
        let permissions = permissions.as_mapping().expect("a mapping");
        let only_reads = permissions.values().all(|one| one.as_str() == Some("read"));
        assert!(
            only_reads,
            "{}: jobs that write say so themselves",
            path.display()
        );
    }
}

#[test]
fn issue_forms_are_forms() {
    let folder = Path::new(ROOT).join(".github/ISSUE_TEMPLATE");
    for entry in fs::read_dir(folder).expect("it is committed") {
        let path = entry.expect("it can be read").path();
        let form: Value = serde_yaml::from_str(&fs::read_to_string(&path).expect("it can be read"))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if path.ends_with("config.yml") {
            continue;
        }
        let name = path.display();
        for key in ["name", "description"] {
            assert!(form.get(key).is_some_and(Value::is_string), "{name}: {key}");
        }
        let body = form
            .get("body")
            .and_then(Value::as_sequence)
            .expect("a body");
        let ids: BTreeSet<_> = body
            .iter()
            .filter_map(|one| one.get("id")?.as_str())
            .collect();
        assert_eq!(
            ids.len(),
            body.len(),
            "{name}: each field has a different id"
        );
        for field in body {
            let kind = field
                .get("type")
                .and_then(Value::as_str)
                .unwrap_or_default();
            assert!(
                ["dropdown", "input", "textarea"].contains(&kind),
                "{name}: {kind}"
            );
            let label = field.get("attributes").and_then(|one| one.get("label"));
            assert!(label.is_some_and(Value::is_string), "{name}: a label");
        }
    }
}

/// Calls `see` with each text of a document and its key.
fn walk(value: &Value, see: &mut impl FnMut(&str, &str)) {
    if let Some(mapping) = value.as_mapping() {
        for (key, value) in mapping {
            if let (Some(key), Some(value)) = (key.as_str(), value.as_str()) {
                see(key, value);
            }
            walk(value, see);
        }
    }
    for one in value.as_sequence().into_iter().flatten() {
        walk(one, see);
    }
}

/// A folder with a fake `conformance` that writes its arguments to a file, one per line, and a
/// report.
struct Runner(TempDir);

impl Runner {
    fn new(code: u8) -> Self {
        let folder = TempDir::new().expect("a folder");
        let runner = Self(folder);
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" >arguments\nmkdir -p out\ncp sarif out/report.sarif\n\
             echo '# Summary' >out/summary.md\necho '::set-output name=x::y'\nexit {code}\n"
        );
        fs::write(runner.path("conformance"), script).expect("room");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(runner.path("conformance"), mode).expect("it is ours");
        let sarif = serde_json::json!({"runs": [{"results": [{
            "ruleId": "body,valid",
            "level": "error",
            "message": {"text": "100 % wrong\n::error::forged"},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": "spec/openapi.yaml"},
                "region": {"startLine": 7},
            }}],
        }]}]});
        fs::write(runner.path("sarif"), sarif.to_string()).expect("room");
        runner
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it was written")
    }

    fn check(&self, inputs: &[(&str, &str)]) -> Output {
        let path = std::env::var("PATH").expect("a search path");
        Command::new("bash")
            .arg(Path::new(ROOT).join(".github/action/check.sh"))
            .current_dir(self.0.path())
            .env("PATH", format!("{}:{path}", self.0.path().display()))
            .env("GITHUB_OUTPUT", self.path("output"))
            .env("GITHUB_STEP_SUMMARY", self.path("summary"))
            .env("INPUT_BASE_URL", "https://api.example")
            .env("INPUT_REPORT", "out")
            .envs(inputs.iter().copied())
            .output()
            .expect("bash can be started")
    }
}

#[test]
fn inputs_are_data() {
    let runner = Runner::new(0);
    let hostile = "$(touch pwned) `touch pwned`; touch pwned";
    let output = runner.check(&[
        ("INPUT_ORG", hostile),
        (
            "INPUT_ARGUMENTS",
            "--only\nbody-valid status-declared\n\n--seed=7",
        ),
    ]);
    assert!(output.status.success(), "{output:?}");
    assert!(!runner.path("pwned").exists());
    let arguments = runner.read("arguments");
    let arguments: Vec<_> = arguments.lines().collect();
    assert_eq!(
        arguments,
        [
            "--base-url",
            "https://api.example",
            "--report",
            "out",
            "--org",
            hostile,
            "--read-only",
            "--only",
            "body-valid status-declared",
            "--seed=7",
        ]
    );
}

#[test]
fn writes_are_allowed_by_one_word_only() {
    for (word, code, flag) in [
        ("true", Some(0), Some("--allow-writes")),
        ("false", Some(0), Some("--read-only")),
        ("yes", Some(2), None),
    ] {
        let runner = Runner::new(0);
        let output = runner.check(&[("INPUT_ALLOW_WRITES", word)]);
        assert_eq!(output.status.code(), code, "{word}: {output:?}");
        match flag {
            Some(flag) => assert!(runner.read("arguments").lines().any(|one| one == flag)),
            None => assert!(!runner.path("arguments").exists(), "it ran"),
        }
    }
}

#[test]
fn results_become_annotations_a_summary_and_outputs() {
    if Command::new("jq").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "jq is not installed");
        eprintln!("SKIPPED: jq is not installed");
        return;
    }
    let runner = Runner::new(1);
    let output = runner.check(&[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(runner.read("output"), "exit-code=1\nreport=out\n");
    assert_eq!(runner.read("summary"), "# Summary\n");
    let said = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<_> = said.lines().collect();
    let [stop, command, go_on, annotation] = lines.as_slice() else {
        panic!("{said}");
    };
    let token = stop
        .strip_prefix("::stop-commands::")
        .expect("commands are stopped");
    assert_eq!(*command, "::set-output name=x::y");
    assert_eq!(*go_on, format!("::{token}::"));
    assert_eq!(
        *annotation,
        "::error file=spec/openapi.yaml,line=7,title=body%2Cvalid::100 %25 wrong%0A::error::forged"
    );
}
