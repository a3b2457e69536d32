//! A folder with hostile inputs, in which the programs run.

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::texts::Texts;
use crate::written;

/// The inputs, which are the only files that may contain hidden characters.
const INPUTS: [&str; 5] = [
    "openapi.json",
    "older.json",
    "wrong.json",
    "noise.txt",
    "credentials.toml",
];

/// A folder, and what was wrong with the output of each call.
pub(crate) struct Desk {
    folder: tempfile::TempDir,
    pub(crate) texts: Texts,
    leaks: RefCell<Vec<String>>,
}

impl Desk {
    pub(crate) fn new(seed: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let texts = Texts::new(seed);
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("a file");
        };
        let description = description(&texts);
        write("openapi.json", &description.to_string());
        write("older.json", &self::description(&texts).to_string());
        let mut wrong = description;
        wrong["components"]["schemas"][texts.next()] = json!({"$ref": texts.next()});
        wrong["paths"]["/items"]["get"][texts.next()] = json!(texts.next());
        write("wrong.json", &wrong.to_string());
        let noise: Vec<_> = (0..30).map(|_| texts.next()).collect();
        write("noise.txt", &noise.join("\n"));
        let name = Value::from(texts.next().replace('\u{7f}', "")).to_string();
        write(
            "credentials.toml",
            &format!("[identities.{name}]\napi_key = \"secret-of-the-owner\"\n"),
        );
        Self {
            folder,
            texts,
            leaks: RefCell::default(),
        }
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .stdin(Stdio::null());
        command
    }

    /// Runs `conformance`.
    pub(crate) fn call(&self, arguments: &[&str]) {
        let program = env!("CARGO_BIN_EXE_conformance");
        let output = self.command(program, arguments).output();
        self.printed(arguments, &output.expect("the program starts"));
    }

    /// Runs `mock` until it has answered each operation, or until it ends.
    pub(crate) fn mock(&self, arguments: &[&str]) {
        let mut command = self.command(env!("CARGO_BIN_EXE_mock"), arguments);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut first = String::new();
        let out = child.stdout.take().expect("it is piped");
        let mut out = BufReader::new(out);
        out.read_line(&mut first).expect("text");
        for path in ["/items", "/items/1", "/fixed", "/none"] {
            let Some(address) = first.trim().strip_prefix("http://") else {
                break;
            };
            let host = address.split('/').next().unwrap_or_default();
            let mut stream = TcpStream::connect(host).expect("it listens");
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let prefix = &address[host.len()..];
            let asked = format!("GET {prefix}{path} HTTP/1.1\r\nhost: {host}\r\n\r\n");
            stream.write_all(asked.as_bytes()).expect("it reads");
            let _ = stream.read(&mut [0; 4096]);
        }
        let _ = child.kill();
        let mut output = child.wait_with_output().expect("it ends");
        output.stdout = first.into_bytes();
        self.printed(arguments, &output);
    }

    fn printed(&self, arguments: &[&str], output: &Output) {
        // The exit code of a panic.
        if output.status.code() == Some(101) {
            let message = String::from_utf8_lossy(&output.stderr);
            let panic = format!("{:?} panics: {message}", arguments.join(" "));
            self.leaks.borrow_mut().push(panic);
        }
        for (name, text) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            let text = String::from_utf8(text.clone());
            let leak = text.map_or(Some("not UTF-8".to_owned()), |text| written::raw(&text));
            let leak = leak.map(|leak| format!("{name} of {:?}: {leak}", &arguments.join(" ")));
            self.leaks.borrow_mut().extend(leak);
        }
    }

    /// Returns the paths of the files of findings.
    pub(crate) fn findings(&self) -> Vec<String> {
        let folder = self.folder.path().join("report/findings");
        let entries = std::fs::read_dir(folder).expect("a report").flatten();
        let mut paths: Vec<_> = entries
            .map(|entry| entry.path().display().to_string())
            .collect();
        paths.sort();
        paths
    }

    /// Asserts that the description can be read with the overlay of a run, whose texts are escaped.
    #[track_caller]
    pub(crate) fn applies_overlay(&self) {
        let path = |name: &str| self.folder.path().join(name);
        let overlay = path("report/overlay.yaml");
        let loaded = spec::load_with(&path("openapi.json"), std::slice::from_ref(&overlay));
        let text = std::fs::read_to_string(&overlay).expect("unknown properties were seen");
        assert!(loaded.api.is_some(), "{:?}\n{text}", loaded.diagnostics);
        assert!(text.contains("\\U000"), "{text}");
    }

    /// Asserts that nothing printed or written contains a hidden character.
    #[track_caller]
    pub(crate) fn check(&self) {
        let mut leaks = self.leaks.borrow_mut();
        let root = self.folder.path();
        written::files(root, &mut |path: &Path, text| {
            let name = path.strip_prefix(root).expect("it is below");
            let name = name.display().to_string();
            if INPUTS.contains(&name.as_str()) {
                return;
            }
            let mut wrong = written::raw(&text);
            if path.extension().is_some_and(|end| end == "xml") {
                wrong = wrong.or_else(|| written::not_xml(&text));
            }
            leaks.extend(wrong.map(|leak| format!("{name}: {leak}")));
            leaks.extend(written::raw(&name).map(|leak| format!("the name of a file: {leak}")));
        });
        let head: Vec<_> = leaks.iter().take(20).map(String::as_str).collect();
        assert!(
            leaks.is_empty(),
            "{} leaks\n{}",
            leaks.len(),
            head.join("\n")
        );
    }
}

/// Returns a description with hostile texts in every place that allows any text.
fn description(texts: &Texts) -> Value {
    let text = || texts.next();
    let item = || {
        let names = [text(), text()];
        json!({
            "type": "object", "title": text(), "description": text(),
            "required": ["id", names[0]],
            "properties": {
                "id": {"type": "string", "description": text()},
                names[0].clone(): {"type": "string", "enum": [text(), text()], "default": text()},
                names[1].clone(): {"type": "integer", "format": text(), "deprecated": true},
                "kind": {"const": text(), "type": "string"},
                "code": {"type": "string", "pattern": "^[a-z]+$", "example": text()},
            },
            "additionalProperties": false,
            "example": {"id": text(), names[0].clone(): text(), names[1].clone(): 1},
        })
    };
    let content = |schema: Value| json!({"application/json": {"schema": schema}});
    let answer = |schema: Value| {
        json!({
            "description": text(), "content": content(schema),
            "headers": {"X-Rate": {"description": text(), "required": true,
                "schema": {"type": "integer", "description": text()}}},
        })
    };
    let operation = |status: &str, schema: Value| {
        json!({
            "operationId": text(), "tags": [text()], "summary": text(), "description": text(),
            "x-sunset": text(), "deprecated": true,
            "externalDocs": {"url": "https://a.example/", "description": text()},
            "parameters": [
                {"name": text(), "in": "query", "description": text(),
                    "schema": {"type": "string", "enum": [text(), text()]}},
                {"name": "limit", "in": "query", "required": true, "example": 3,
                    "schema": {"type": "integer", "maximum": 9, "title": text()}},
            ],
            "responses": {status: answer(schema), "404": answer(json!({"type": "string"}))},
        })
    };
    let read = json!({"$ref": "#/components/schemas/Item"});
    let list = json!({"type": "object", "required": ["items"], "properties":
        {"items": {"type": "array", "items": read}}});
    let mut create = operation("201", read.clone());
    create["requestBody"] = json!({"description": text(), "required": true,
        "content": content(read.clone())});
    let id = json!([{"name": "itemId", "in": "path", "required": true, "description": text(),
        "schema": {"type": "string"}}]);
    json!({
        "openapi": "3.1.0",
        "info": {"title": text(), "version": text(), "description": text(),
            "license": {"name": text()}, "contact": {"name": text()}},
        "tags": [{"name": text(), "description": text()}],
        "servers": [{"url": "http://127.0.0.1", "description": text()}],
        "security": [{}, {"key": []}],
        "paths": {
            "/items": {"get": operation("200", list), "post": create},
            "/items/{itemId}": {"parameters": id, "get": operation("200", read),
                "put": operation("200", item()), "delete": operation("204", json!(true))},
            "/fixed": {"get": operation("200", item())},
            "/none": {"get": operation("200", json!({"allOf": [{"type": "string"}, {"type": "null"}]}))},
        },
        "components": {
            "schemas": {"Item": item(), text(): item()},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key",
                "description": text()}},
        },
    })
}
