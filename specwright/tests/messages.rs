//! `--message-format` and `explain`: the output matches the committed schemas and that of the SARIF
//! standard, and standard output contains nothing else.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const FORMATS: [&str; 3] = ["json", "github", "sarif"];

/// A name that controls a terminal, ends a line and forges an annotation, if it is not escaped.
const HOSTILE: &str = r"x\e[2J\u202E\n::error::forged";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_specwright"))
        .args(["--color", "never"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program can be started")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn validator(schema: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Returns the output lines of a program, after checking them against the schema.
#[track_caller]
fn lines(output: &Output) -> Vec<Value> {
    let schema = include_str!("../../docs/schemas/specwright-messages.schema.json");
    let schema = validator(schema);
    let lines = stdout(output);
    let lines = lines.lines().map(|line| {
        let value: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(schema.is_valid(&value), "{line}");
        let mut more = value.clone();
        more["another"] = true.into();
        assert!(!schema.is_valid(&more), "the schema allows anything");
        value
    });
    let lines: Vec<_> = lines.collect();
    let summaries = lines.iter().filter(|line| line["type"] == "summary");
    assert_eq!(summaries.count(), 1);
    let last = lines.last().expect("a summary");
    assert_eq!(
        last["exitCode"],
        output.status.code().expect("a code"),
        "{last}"
    );
    lines
}

#[track_caller]
fn sarif(output: &Output) -> Value {
    let log: Value = serde_json::from_str(&stdout(output)).expect("one JSON document");
    let schema = validator(include_str!("../../messages/tests/sarif-schema-2.1.0.json"));
    let errors: Vec<_> = schema
        .iter_errors(&log)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    for result in log["runs"][0]["results"].as_array().expect("results") {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("a rule")).expect("small");
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["text"].is_string(), "{rule}");
        assert!(result["partialFingerprints"]["message/v1"].is_string());
    }
    log
}

fn description(operation: &str, schema: &str) -> String {
    format!(
        "openapi: 3.1.0\ninfo: {{title: Shop, version: '1.0'}}\npaths:\n  /cart:\n    get:\n      \
         operationId: {operation}\n      responses:\n        '200':\n          description: Cart\n          \
         content: {{application/json: {{schema: {schema}}}}}\n"
    )
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = description("getCart", "{$ref: '#/components/schemas/Cart'}");
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("there is room");
    };
    file("broken.yaml", &broken);
    file(
        "old.yaml",
        &description("getCart", "{type: object, properties: {a: {type: string}}}"),
    );
    file(
        "new.yaml",
        &description("getCart", "{type: object, properties: {b: {type: string}}}"),
    );
    let hostile = format!("{{type: object, properties: {{\"{HOSTILE}\": {{type: strin}}}}}}");
    file(
        "hostile.yaml",
        &description(&format!("\"{HOSTILE}\""), &hostile),
    );
    folder
}

#[test]
fn each_diagnostic_is_a_line() {
    let folder = folder();
    let arguments = [
        "generate",
        "--spec",
        "broken.yaml",
        "--target",
        "mcp",
        "--message-format",
        "json",
    ];
    let output = run(folder.path(), &arguments);
    let lines = lines(&output);
    let own = lines
        .iter()
        .find(|line| line["code"] == "unresolved-reference");
    let own = own.expect("the reference is reported");
    assert_eq!(own["version"], 1);
    assert_eq!(own["place"]["file"], "broken.yaml");
    assert_eq!(own["place"]["line"], 10);
    assert!(own["place"]["endColumn"].as_u64() > own["place"]["column"].as_u64());
}

#[test]
fn each_change_is_a_line() {
    let folder = folder();
    let output = run(
        folder.path(),
        &["diff", "old.yaml", "new.yaml", "--message-format", "json"],
    );
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    let rules: Vec<_> = lines
        .iter()
        .filter_map(|line| line["rule"].as_str())
        .collect();
    assert_eq!(
        rules,
        [
            "response-optional-property-removed",
            "response-optional-property-added"
        ]
    );
    assert_eq!(lines[0]["old"]["file"], "old.yaml");
    assert_eq!(lines[0]["level"], "error");
    let summary = lines.last().expect("a summary");
    assert_eq!(
        (&summary["errors"], &summary["infos"]),
        (&1.into(), &1.into())
    );
}

#[test]
fn each_stale_file_is_a_line_and_an_annotation() {
    let folder = folder();
    let on = ["--spec", "old.yaml", "--target", "mcp", "--quiet"];
    let with = |command, format| {
        let mut arguments = vec![command];
        arguments.extend(on);
        arguments.extend(["--message-format", format]);
        run(folder.path(), &arguments)
    };
    let made = lines(&with("generate", "json"));
    assert!(
        made.iter()
            .any(|line| line["type"] == "file" && line["done"] == true)
    );
    let current = lines(&with("check", "json"));
    assert_eq!(current.len(), 1, "{current:?}");
    let tools = folder.path().join("generated/mcp/tools.json");
    let text = fs::read_to_string(&tools).expect("it was generated");
    fs::write(&tools, text + "\n").expect("there is room");
    let stale = lines(&with("check", "json"));
    assert_eq!(stale[0]["file"], "generated/mcp/tools.json");
    assert_eq!(
        (&stale[0]["change"], &stale[0]["edited"]),
        (&"update".into(), &true.into())
    );
    let annotations = stdout(&with("check", "github"));
    let page = run(folder.path(), &["explain", "stale-file"]);
    let lines: Vec<_> = annotations.lines().collect();
    assert_eq!(lines.len(), 1, "{annotations}");
    // The explanation shows the actual output.
    assert!(stdout(&page).contains(lines[0]), "{annotations}");
    let log = sarif(&with("check", "sarif"));
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "stale-file");
}

#[test]
fn every_command_writes_sarif_of_the_standard() {
    let folder = folder();
    let diff = run(
        folder.path(),
        &["diff", "old.yaml", "new.yaml", "--message-format", "sarif"],
    );
    let log = sarif(&diff);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["level"], "error");
    let uri = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "old.yaml");
    for spec in ["broken.yaml", "hostile.yaml", "missing.yaml"] {
        let arguments = [
            "check",
            "--spec",
            spec,
            "--target",
            "mcp",
            "--message-format",
            "sarif",
        ];
        sarif(&run(folder.path(), &arguments));
    }
}

#[test]
fn nothing_of_a_description_steers_a_terminal_or_forges_a_line() {
    let folder = folder();
    let steers = |c: &char| *c != '\n' && (c.is_control() || spec::hidden::is_hidden(*c));
    for format in FORMATS {
        for arguments in [
            vec![
                "generate",
                "--spec",
                "hostile.yaml",
                "--target",
                "mcp",
                "--dry-run",
            ],
            vec!["diff", "old.yaml", "hostile.yaml"],
            vec!["diff", "hostile.yaml", "old.yaml"],
        ] {
            let mut arguments = arguments;
            arguments.extend(["--message-format", format]);
            let output = run(folder.path(), &arguments);
            let text = stdout(&output);
            assert!(!text.is_empty(), "{arguments:?}");
            assert_eq!(text.chars().find(steers), None, "{arguments:?}");
            let forged = text
                .lines()
                .find(|line| line.starts_with("::error::forged"));
            assert_eq!(forged, None, "{arguments:?}");
            if format == "json" {
                lines(&output);
            }
        }
    }
}

#[test]
fn a_failure_is_reported_in_every_format() {
    let folder = folder();
    fs::write(folder.path().join("bad.yaml"), "rust: 5\n").expect("there is room");
    for format in FORMATS {
        let output = run(
            folder.path(),
            &[
                "generate",
                "--spec",
                "old.yaml",
                "--config",
                "bad.yaml",
                "--message-format",
                format,
            ],
        );
        assert_eq!(output.status.code(), Some(2));
        match format {
            "json" => assert_eq!(lines(&output)[0]["type"], "failure"),
            "github" => assert!(stdout(&output).starts_with("::error title=specwright::")),
            _ => assert_eq!(
                sarif(&output)["runs"][0]["invocations"][0]["executionSuccessful"],
                false
            ),
        }
    }
}

#[test]
fn people_are_pointed_to_explain_once() {
    let folder = folder();
    let output = run(
        folder.path(),
        &[
            "generate",
            "--spec",
            "broken.yaml",
            "--target",
            "mcp",
            "--dry-run",
        ],
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.matches("specwright explain").count(), 1, "{said}");
    let known = run(folder.path(), &["explain", "unresolved-reference"]);
    assert!(stdout(&known).contains("What to do"));
    let unknown = run(folder.path(), &["explain", "unresolved-refrence"]);
    assert_eq!(unknown.status.code(), Some(2));
    let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(
        said.contains("did you mean `unresolved-reference`"),
        "{said}"
    );
}

#[test]
fn the_schema_of_codegen_yaml_allows_what_is_read() {
    let schema = validator(include_str!("../../docs/schemas/codegen.schema.json"));
    let table = [
        (include_str!("../../spec/codegen.yaml"), true),
        ("package: {version: 1.2.0, authors: [Ann]}\n", true),
        ("keepUnknown: none\n", true),
        ("{}\n", true),
        ("rust: {type: my-types}\n", false),
        ("rust: 5\n", false),
        ("packages: {}\n", false),
        ("keepUnknown: some\n", false),
        ("package: {authors: Ann}\n", false),
    ];
    for (text, good) in table {
        let value: Value = serde_yaml::from_str(text).expect("YAML");
        let read = generator::Config::parse(text).is_ok();
        assert_eq!((schema.is_valid(&value), read), (good, good), "{text}");
    }
}
