//! The `diff` command: its inputs, its reports, and accepting changes.

mod accept;
mod consumers;
mod formats;
mod inputs;
mod uncompared;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// A folder with descriptions.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        let parent = path.parent().expect("a folder");
        fs::create_dir_all(parent).expect("there is room");
        fs::write(path, text).expect("there is room");
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.run_with(arguments, "")
    }

    /// Runs `diff` with text on standard input.
    fn run_with(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_specwright"))
            .args(["--color", "never", "diff"])
            .args(arguments)
            .current_dir(self.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A program that does not read closes the pipe.
        drop(stdin.write_all(input.as_bytes()));
        drop(stdin);
        child.wait_with_output().expect("it ends")
    }

    /// The JSON list of changes.
    #[track_caller]
    fn changes(&self, arguments: &[&str]) -> Vec<Value> {
        let mut all = arguments.to_vec();
        all.extend(["--format", "json"]);
        let output = self.run(&all);
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
        })
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Returns a description with an operation `get<name>` on `/<name>` for each name; all respond with
/// the schema `Thing`, in a list or not.
fn description(names: &[&str], thing: &Value) -> Value {
    let operations = names.iter().enumerate().map(|(at, name)| {
        let thing = json!({"$ref": "#/components/schemas/Thing"});
        let schema = match at % 3 {
            0 => thing,
            1 => json!({"type": "array", "items": thing}),
            _ => json!({"type": "object", "properties": {"thing": thing}}),
        };
        let responses = json!({"200": {
            "description": "OK",
            "content": {"application/json": {"schema": schema}},
        }});
        let operation = json!({"operationId": format!("get{name}"), "responses": responses});
        (format!("/{name}"), json!({"get": operation}))
    });
    let paths: serde_json::Map<_, _> = operations.collect();
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1.0"},
        "paths": paths,
        "components": {"schemas": {"Thing": thing}},
    })
}

/// Returns a schema with a property `status` that has these values.
fn thing(values: &[&str]) -> Value {
    json!({
        "type": "object",
        "required": ["status"],
        "properties": {"status": {"type": "string", "enum": values}},
    })
}
