//! Tools that run examples in documentation never run text of a description, however it is written.
//! The tests run the tools themselves, and first check that they would run the unescaped text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, Target};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use serde_json::{Value, json};

use crate::spellings::{FOUND, drawn};
use crate::tools::has_extension;
use crate::trap;

/// The seed of the random texts.
const SEED: u64 = 23;

/// Returns the known texts and as many random ones; `CODE` is replaced.
fn texts(count: usize, code: &str) -> Vec<String> {
    let known = FOUND.iter().map(|text| (*text).to_owned());
    let texts = known.chain(drawn(count, SEED));
    texts.map(|text| text.replace("CODE", code)).collect()
}

/// Returns the files of a target for a description that has each text as the description of a
/// schema, a property, an operation and a response.
pub fn generated(texts: &[String], target: Target) -> BTreeMap<String, String> {
    let schema = |(index, text): (usize, &String)| {
        let property = json!({"type": "string", "description": text});
        let schema = json!({"type": "object", "description": text, "properties": {"a": property}});
        (format!("S{index}"), schema)
    };
    let path = |(index, text): (usize, &String)| {
        let responses = json!({"204": {"description": text}});
        let operation = json!({
            "operationId": format!("o{index}"), "description": text, "responses": responses,
            "deprecated": true, "x-sunset": text
        });
        (format!("/p{index}"), json!({ "get": operation }))
    };
    let schemas: serde_json::Map<_, _> = texts.iter().enumerate().map(schema).collect();
    let paths: serde_json::Map<_, _> = texts.iter().enumerate().map(path).collect();
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "Texts", "version": "1", "description": texts.join("\n\n")},
        "paths": Value::Object(paths),
        "components": {"schemas": Value::Object(schemas)},
    });
    let mut loaded = spec::load_text("texts.json", document.to_string());
    let api = loaded.api.take().expect("the description is not refused");
    let targets = &[target];
    let tree = generator::generate(&api, &Config::default(), targets, &mut loaded.diagnostics);
    let tree = tree.expect("it generates");
    tree.iter()
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .collect()
}

/// Returns the lines of each Rust documentation comment, without the comment mark.
fn rust_comments(files: &BTreeMap<String, String>) -> Vec<Vec<&str>> {
    let mut comments: Vec<Vec<&str>> = Vec::new();
    let sources = files
        .iter()
        .filter(|(path, _)| !path.contains("runtime") && has_extension(path, "rs"));
    for (_, text) in sources {
        let mut is_open = false;
        for line in text.lines() {
            let line = line.trim_start();
            let text = line
                .strip_prefix("///")
                .or_else(|| line.strip_prefix("//!"));
            match (text, comments.last_mut()) {
                (Some(text), Some(comment)) if is_open => comment.push(text),
                (Some(text), _) => comments.push(vec![text]),
                (None, _) => {}
            }
            is_open = text.is_some();
        }
    }
    comments
}

/// The Markdown parser of rustdoc, with its extensions, finds no code other than text, and no HTML.
#[test]
fn every_block_of_code_is_text() {
    const OPTIONS: Options = Options::ENABLE_TABLES
        .union(Options::ENABLE_FOOTNOTES)
        .union(Options::ENABLE_STRIKETHROUGH)
        .union(Options::ENABLE_TASKLISTS)
        .union(Options::ENABLE_SMART_PUNCTUATION);
    let texts = texts(2_000, "panic!(\"it was run\");");
    let files = generated(&texts, Target::Rust);
    let comments = rust_comments(&files);
    assert!(
        comments.len() > 4 * texts.len(),
        "{} comments",
        comments.len()
    );
    let (mut found, mut blocks) = (Vec::new(), 0);
    for comment in &comments {
        let text = comment.join("\n");
        for event in Parser::new_ext(&text, OPTIONS) {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if &*info == "text" => {
                    blocks += 1;
                }
                Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
                | Event::Html(_)
                | Event::InlineHtml(_) => found.push(format!("{event:?}\n{text}")),
                _ => {}
            }
        }
    }
    let head = found
        .iter()
        .take(3)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n\n");
    assert!(
        found.is_empty(),
        "{} of {}:\n{head}",
        found.len(),
        comments.len()
    );
    assert!(
        blocks > texts.len(),
        "only {blocks} blocks of code are left"
    );
}

/// rustdoc does not run texts that it would run if they were unescaped.
#[test]
fn rustdoc_runs_nothing() {
    let texts = texts(700, "panic!(\"it was run\");");
    let as_written = texts.iter().map(|text| text.lines().collect());
    let would = rustdoc("rustdoc-as-written", &as_written.collect::<Vec<_>>());
    let files = generated(&texts, Target::Rust);
    let does = rustdoc("rustdoc-generated", &rust_comments(&files));
    assert!(
        would > 100,
        "rustdoc would run only {would} of them as they are written"
    );
    assert_eq!(does, 0, "rustdoc runs {does}");
}

/// Returns how many examples rustdoc finds in the comments.
fn rustdoc(name: &str, comments: &[Vec<&str>]) -> usize {
    let mut source = String::from("#![allow(rustdoc::all)]\n");
    for (index, comment) in comments.iter().enumerate() {
        for line in comment {
            // Characters that end a line only in Rust.
            let line = line.replace('\r', "");
            let _ = writeln!(
                source,
                "///{}{line}",
                if line.starts_with(' ') { "" } else { " " }
            );
        }
        let _ = writeln!(source, "pub struct S{index};");
    }
    let folder = fresh(name);
    let file = folder.join("lib.rs");
    fs::write(&file, source).expect("a file");
    let mut command = Command::new("rustdoc");
    command.args(["--edition", "2024", "--test", "--test-args", "--list"]);
    let output = command.arg(&file).current_dir(&folder).output();
    let output = output.expect("it comes with the compiler");
    let said = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complaints:.4000}");
    trap::assert_untouched(&folder);
    said.lines().filter(|line| line.ends_with(": test")).count()
}

/// Returns an empty folder.
pub fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("hostile-documentation")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
