//! A text in every place that becomes documentation. Two independent parsers of CommonMark find the
//! same in what is written for Rust: no code that is not `text`, and no HTML. The comments of every
//! language end where they should, and contain nothing that a tool obeys.

mod parsers;
mod words;

use generator::{Config, FileTree, Target};
use serde_json::json;

pub(super) use self::words::WORDS;

use crate::{Fault, Reached, files};

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let own = include_str!("../../../../spec/openapi.yaml");
    let texts = own.split("description: ").skip(1).step_by(9);
    let texts = texts.filter_map(|rest| rest.get(..200));
    let drawn = WORDS.chunks(5).map(<[&str]>::concat);
    let all = texts.map(str::to_owned).chain(drawn);
    all.map(String::into_bytes).collect()
}

pub(super) fn check(bytes: &[u8]) -> Result<Reached, Fault> {
    let text = String::from_utf8_lossy(bytes);
    let property = json!({"type": "string", "description": text});
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1", "description": text},
        "tags": [{"name": "a", "description": text}],
        "paths": {"/a": {"get": {
            "operationId": "a", "tags": ["a"], "summary": text, "description": text,
            "deprecated": true, "x-sunset": text,
            "parameters": [{"name": "q", "in": "query", "description": text,
                "schema": {"type": "string"}}],
            "responses": {"200": {"description": text, "content": {"application/json":
                {"schema": {"$ref": "#/components/schemas/A"}}}}},
        }}},
        "components": {"schemas": {"A": {"type": "object", "description": text,
            "properties": {"a": property, "b": {"type": "string", "enum": ["x"],
                "description": text}}}}},
    });
    let mut loaded = spec::load_text("input.json", document.to_string());
    crate::check_diagnostics(&loaded)?;
    let Some(api) = loaded.api.take() else {
        return Err(Fault::new("prose refused", format!("{text:?}")));
    };
    let config = Config::default();
    let made = generator::generate(&api, &config, Target::ALL, &mut loaded.diagnostics);
    let made = made.map_err(|error| Fault::new("generate prose", error.to_string()))?;
    files::check(&made, document.to_string().len())?;
    for comment in rust_comments(&made) {
        parsers::both(&comment)?;
    }
    obeyed(&made)?;
    Ok(Reached::Files)
}

/// Returns the texts of the documentation comments of the Rust files.
fn rust_comments(made: &FileTree) -> Vec<String> {
    let mut comments = Vec::new();
    for (path, text) in made.iter() {
        if !path.starts_with("rust/") || path.contains("/runtime") || !is(path, "rs") {
            continue;
        }
        let mut lines: Vec<&str> = Vec::new();
        for line in text.lines().chain([""]) {
            let line = line.trim_start();
            match line
                .strip_prefix("///")
                .or_else(|| line.strip_prefix("//!"))
            {
                // rustdoc removes the space that every line has.
                Some(text) => lines.push(text.strip_prefix(' ').unwrap_or(text)),
                None if lines.is_empty() => {}
                None => {
                    comments.push(lines.join("\n"));
                    lines.clear();
                }
            }
        }
    }
    comments
}

fn is(path: &str, extension: &str) -> bool {
    let end = std::path::Path::new(path).extension();
    end.is_some_and(|end| end == extension)
}

/// Checks that no comment has what a tool of its language obeys.
fn obeyed(made: &FileTree) -> Result<(), Fault> {
    for (path, text) in made.iter() {
        if path.contains("/runtime") {
            continue;
        }
        for line in text.lines() {
            let line = line.trim_start();
            let order = match path.rsplit('.').next() {
                Some("py") => line.starts_with(">>>") || line.starts_with("# mypy:"),
                Some("go") => {
                    let comment = line.strip_prefix("//").unwrap_or_default();
                    comment.trim_start().starts_with("+build")
                        || comment.starts_with("go:embed")
                        || comment.starts_with("go:build")
                        || comment.starts_with("export ")
                }
                Some("ts") => {
                    let comment = line.trim_start_matches(['/', '*', ' ']);
                    comment.starts_with("@jsx") || comment.starts_with("@ts-")
                }
                _ => false,
            };
            if order {
                let end = path.rsplit('.').next().unwrap_or_default();
                return Err(Fault::new(
                    format!("order in {end}"),
                    format!("{path}: {line}"),
                ));
            }
        }
    }
    Ok(())
}
