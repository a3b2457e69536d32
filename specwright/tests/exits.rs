//! Every exit of the program shows hidden characters: what each command prints in each format, and
//! the names of files. The descriptions, settings and arguments have such characters in every place.
//!
//! `EXITS_SEED=7 cargo test -p specwright --test exits` draws other texts; the seed is printed.

#[path = "../../contract-tests/tests/exits/texts.rs"]
mod texts;
#[path = "../../contract-tests/tests/exits/written.rs"]
mod written;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use texts::Texts;

const MESSAGES: [&str; 4] = ["human", "json", "github", "sarif"];
const FORMATS: [&str; 5] = ["text", "json", "markdown", "html", "junit"];
const STAGES: [&str; 4] = ["document", "model", "ir", "view"];

/// A folder with hostile inputs, and what was wrong with the output of each command.
struct Desk {
    folder: tempfile::TempDir,
    texts: Texts,
    leaks: Vec<String>,
}

impl Desk {
    fn new() -> Self {
        let seed = std::env::var("EXITS_SEED").ok();
        let seed = seed.map_or(0, |text| text.parse().expect("a number"));
        println!("EXITS_SEED={seed}");
        let texts = Texts::new(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("a file");
        };
        let (old, new) = (description(&texts, true), description(&texts, false));
        let mut wrong = old.clone();
        wrong["paths"]["/a"]["get"]["parameters"][0]["schema"]["type"] = json!(texts.next());
        wrong["components"]["schemas"][texts.next()] = json!({"$ref": texts.next()});
        wrong["components"]["schemas"]["B"] = json!({"$ref": format!("./{}", texts.next())});
        write("old.json", &old.to_string());
        write("new.json", &new.to_string());
        write("wrong.json", &wrong.to_string());
        let text = || Value::from(texts.next());
        write(
            "settings.yaml",
            &format!("package: {}\n? {}\n: 1\n", text(), text()),
        );
        write(
            "overlay.yaml",
            &json!({"overlay": "1.0.0",
            "info": {"title": text(), "version": text()},
            "actions": [{"target": format!("$.paths[{}]", text()), "update": text()}]})
            .to_string(),
        );
        write(
            "noise.txt",
            &(0..30).map(|_| texts.next()).collect::<String>(),
        );
        Self {
            folder,
            texts,
            leaks: Vec::new(),
        }
    }

    fn run(&mut self, arguments: &[&str]) -> Output {
        let output = Command::new(env!("CARGO_BIN_EXE_specwright"))
            .args(["--color", "never"])
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .expect("the program can be started");
        for (name, text) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            let text = std::str::from_utf8(text);
            let leak = text.map_or(Some("not UTF-8".to_owned()), written::raw);
            let leak = leak.map(|leak| format!("{name} of {:?}: {leak}", arguments.join(" ")));
            self.leaks.extend(leak);
        }
        // The exit code of a panic.
        if output.status.code() == Some(101) {
            self.leaks.push(format!("{:?} panics", arguments.join(" ")));
        }
        output
    }

    #[track_caller]
    fn check(&self) {
        let head: Vec<_> = self.leaks.iter().take(20).map(String::as_str).collect();
        assert!(
            head.is_empty(),
            "{} leaks\n{}",
            self.leaks.len(),
            head.join("\n")
        );
    }
}

/// Returns a description with hostile texts in every place that allows any text. The older and the
/// newer one differ in most places.
fn description(texts: &Texts, older: bool) -> Value {
    let text = || texts.next();
    // The same in both.
    let fixed = || Texts::new(42).next();
    let names = [text(), text()];
    let item = json!({
        "type": "object", "title": text(), "description": text(), "required": [fixed()],
        "properties": {
            fixed(): {"type": "string", "enum": [text(), text()], "default": text()},
            names[0].clone(): {"type": "string", "format": text(), "pattern": "^[a-z]+$"},
            names[1].clone(): {"type": if older { "string" } else { "integer" }, "example": text()},
            "kind": {"const": text()},
            "size": {"type": if older { "string" } else { "integer" }, "deprecated": true},
        },
        "example": {fixed(): text()},
    });
    let content = json!({
        "application/json": {"schema": {"$ref": "#/components/schemas/Item"},
            "examples": {text(): {"summary": text(), "value": {fixed(): text()}}}},
        format!("text/{}", if older { "plain" } else { "csv" }): {"schema": {"type": "string"}},
    });
    let operation = |id: String| {
        json!({
            "operationId": id, "tags": [text()], "summary": text(), "description": text(),
            "deprecated": older, "x-sunset": text(),
            "parameters": [
                {"name": text(), "in": "query", "description": text(), "required": !older,
                    "schema": {"type": "string", "enum": [text()]}},
                {"name": fixed(), "in": "query", "required": !older,
                    "schema": {"type": "string", "maxLength": if older { 9 } else { 3 }}},
            ],
            "requestBody": {"description": text(), "required": !older, "content": content},
            "responses": {"200": {"description": text(), "content": content,
                "headers": {"X-Rate": {"description": text(), "schema": {"type": "integer"}}}}},
        })
    };
    let mut paths =
        json!({"/a": {"get": operation(fixed()), "post": operation("post".to_owned())}});
    if older {
        paths[format!("/{}", text().replace(['[', ']', '/', '?', '#'], ""))] =
            json!({"put": operation(text())});
    }
    json!({
        "openapi": "3.1.0",
        "info": {"title": text(), "version": text(), "description": text()},
        "tags": [{"name": text(), "description": text()}],
        "servers": [{"url": "https://{v}.example", "description": text(),
            "variables": {"v": {"default": text(), "enum": [text()], "description": text()}}}],
        "paths": paths,
        "components": {
            "schemas": {"Item": item, text(): item},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key",
                "description": text()}},
        },
    })
}

/// The text reports of a comparison, and whether the comparison found much.
#[test]
fn a_comparison_shows_every_character() {
    let mut desk = Desk::new();
    for pair in [["old.json", "new.json"], ["new.json", "old.json"]] {
        for format in FORMATS {
            let output = desk.run(&[&["diff", "--format", format], &pair[..]].concat());
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(text.len() > 2000, "{format} is short: {text}");
            if format == "junit" {
                let wrong = written::not_xml(&text);
                desk.leaks.extend(wrong);
            } else {
                desk.run(&[&["diff", "--explain", "--format", format], &pair[..]].concat());
            }
        }
        for format in MESSAGES {
            desk.run(&[&["diff", "--message-format", format], &pair[..]].concat());
            desk.run(&["diff", "--message-format", format, "wrong.json", pair[0]]);
        }
        for flag in ["--policy", "--accept", "--consumers"] {
            desk.run(&["diff", pair[0], pair[1], flag, "noise.txt"]);
            desk.run(&["diff", pair[0], pair[1], flag, "settings.yaml"]);
        }
    }
    desk.check();
}

#[test]
fn generation_shows_every_character() {
    let mut desk = Desk::new();
    for format in MESSAGES {
        let with = ["--message-format", format];
        for spec in ["old.json", "wrong.json", "noise.txt"] {
            let spec = ["--spec", spec, "--target", "typescript"];
            desk.run(&[&["generate"], &spec[..], &with, &["--out", "out"]].concat());
            desk.run(&[&["check"], &spec[..], &with, &["--out", "new"]].concat());
            for more in [
                &["--config", "settings.yaml"],
                &["--config", "noise.txt"],
                &["--overlay", "overlay.yaml"],
                &["--overlay", "noise.txt"],
                &["--since", "new.json"],
            ] {
                desk.run(&[&["generate", "--dry-run"], &spec[..], &with, &more[..]].concat());
            }
        }
        // An edited file, with what another one would be.
        let edited = desk.folder.path().join("out/MANIFEST");
        assert!(edited.exists(), "it was generated");
        let check = ["check", "--spec", "new.json", "--target", "typescript"];
        desk.run(&[&check[..], &["--out", "out"], &with].concat());
    }
    desk.check();
}

#[test]
fn inspection_and_scaffolds_show_every_character() {
    let mut desk = Desk::new();
    let text = desk.texts.argument();
    for spec in ["old.json", "wrong.json"] {
        for stage in STAGES {
            desk.run(&["inspect", "--spec", spec, "--stage", stage]);
            desk.run(&[
                "inspect",
                "--spec",
                spec,
                "--stage",
                stage,
                "--operation",
                &text,
            ]);
            desk.run(&[
                "inspect", "--spec", spec, "--stage", stage, "--schema", &text,
            ]);
        }
    }
    fs::write(desk.folder.path().join("stub.rs"), "fn main() {}\n").expect("a file");
    desk.run(&["scaffold", "--spec", "old.json", "--impl", "stub.rs"]);
    desk.run(&["scaffold", "--spec", "old.json", "--impl", "noise.txt"]);
    desk.run(&[
        "scaffold", "--spec", "old.json", "--all", "--out", "service",
    ]);
    desk.run(&["scaffold", "--spec", "old.json", "--all", "--out", &text]);
    desk.check();
}

/// Arguments are quoted in errors.
#[test]
fn arguments_are_shown_with_every_character() {
    let mut desk = Desk::new();
    for _ in 0..4 {
        let text = desk.texts.argument();
        let text = text.as_str();
        let inside = desk.folder.path().join(text.replace('/', ""));
        let inside = inside.display().to_string();
        for arguments in [
            &["explain", text][..],
            &[text],
            &["diff", text, text],
            &["diff", "old.json", "new.json", "--format", text],
            &["check", "--spec", text],
            &["check", "--spec", "old.json", "--target", text],
            &["check", "--spec", "old.json", "--config", text],
            &["check", "--spec", "old.json", "--overlay", text],
            &["check", "--spec", "old.json", "--include", text],
            &[
                "check", "--spec", "old.json", "--target", "mcp", "--out", text,
            ],
            &[
                "generate", "--spec", "old.json", "--target", "mcp", "--out", text,
            ],
            &[
                "generate", "--spec", "old.json", "--target", "mcp", "--out", &inside,
            ],
            &[
                "check", "--spec", "old.json", "--target", "mcp", "--out", &inside,
            ],
            &[
                "check", "--spec", "new.json", "--target", "mcp", "--out", &inside,
            ],
            &["scaffold", "--spec", "old.json", "--impl", text],
        ] {
            for format in MESSAGES {
                let takes = matches!(arguments[0], "diff" | "check" | "generate")
                    && !arguments.contains(&"--format");
                let with = ["--message-format", format];
                let with = if takes { &with[..] } else { &[] };
                desk.run(&[arguments, with].concat());
            }
        }
    }
    desk.check();
}

/// The names of files that are generated are shown to people too.
#[test]
fn names_of_files_are_visible() {
    let mut desk = Desk::new();
    desk.run(&["generate", "--spec", "old.json", "--out", "out"]);
    let root = desk.folder.path().join("out");
    let mut count = 0;
    written::files(&root, &mut |path: &Path, _| {
        let name = path.strip_prefix(&root).expect("it is below");
        count += 1;
        desk.leaks.extend(written::raw(&name.display().to_string()));
    });
    assert!(count > 100, "only {count} files");
    desk.check();
}
