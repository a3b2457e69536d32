//! A text in every place that becomes documentation. Two independent parsers of CommonMark find the
//! same in what is written for Rust: no code that is not `text`, and no HTML. The comments of every
//! language end where they should, and contain nothing that a tool obeys.

use generator::{Config, FileTree, Target};
use markdown::mdast;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use serde_json::json;

use crate::{Fault, Reached, files};

/// Pieces of texts that parsers disagree about, and that tools obey.
pub(super) const WORDS: &[&str] = &[
    "\n",
    "\n\n",
    "  \n",
    "\\\n",
    "\r\n",
    "\r",
    "\u{2028}",
    "\u{85}",
    "\t",
    " ",
    "    ",
    "     ",
    "\u{a0}",
    "\u{3000}",
    "> ",
    ">",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "10) ",
    "# ",
    "| ",
    "|---|",
    "[^1]: ",
    "[^1]",
    ": ",
    "```",
    "````",
    "~~~",
    "```rust\n",
    "```text\n",
    "~~~rust\n",
    "``` a`",
    "``",
    "`",
    "panic!();",
    "words ",
    "*a* **b** ",
    "_",
    "__",
    "<pre>",
    "</pre>",
    "<!--",
    "-->",
    "<?",
    "?>",
    "<![CDATA[",
    "]]>",
    "<script>",
    "</script>",
    "<style>",
    "<textarea>",
    "<div>",
    "<a b='",
    "<p>",
    "---\n",
    "===\n",
    "***\n",
    "_ _ _",
    "[a]: b\n",
    "[a]: <b",
    "[a](b)",
    "[a][b]",
    "![a](b)",
    "[x] ",
    "[ ] ",
    "\\",
    "&#96;",
    "&#10;",
    "&Tab;",
    "&lt;",
    "&#0;",
    "&#xD800;",
    "&nosuch;",
    "\u{fffc}",
    "http://a.example",
    "<http://a.example>",
    "www.a.example",
    "a@b.example",
    "~a~",
    "~~a~~",
    "{.a}",
    "$$",
    ">>> 1/0",
    "... 1/0",
    "# mypy: ignore-errors",
    "# type: ignore",
    "# -*- coding: rot13 -*-",
    "@jsx a",
    "@ts-nocheck",
    "@internal",
    "/// <reference path='a' />",
    "//# sourceMappingURL=a",
    "+build ignore",
    "//go:build ignore",
    "go:embed a",
    "#cgo a",
    "//export A",
    "{@link a}",
    "{@code",
    "@param a",
    "*/",
    "/*",
    "\"\"\"",
    "'''",
    "\\u002a/",
    "\\uuuu002a/",
    "\\N{DIGIT ONE}",
    "${a}",
    "words that fill the line until there is hardly any room left for more of them in here ",
    "\u{202e}",
    "\u{fdd0}",
    "\u{200d}",
    "é",
    "עברית",
    "👩\u{200d}👩",
    "e\u{301}",
];

/// The extensions of the parser that rustdoc uses.
const RUSTDOC: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_SMART_PUNCTUATION);

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let own = include_str!("../../../spec/openapi.yaml");
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
        both(&comment)?;
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

/// Checks a comment with both parsers.
fn both(comment: &str) -> Result<(), Fault> {
    let rustdoc = with_pulldown(comment)?;
    let other = with_markdown(comment)?;
    if rustdoc == other {
        return Ok(());
    }
    let message = format!("{rustdoc:?} and {other:?} in\n{comment}");
    Err(Fault::new(
        "prose that two parsers read differently",
        message,
    ))
}

/// Returns the blocks of code that the parser of rustdoc finds.
fn with_pulldown(comment: &str) -> Result<Vec<String>, Fault> {
    let mut blocks: Vec<String> = Vec::new();
    let mut is_open = false;
    for event in Parser::new_ext(comment, RUSTDOC) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if &*info == "text" => {
                is_open = true;
                blocks.push(String::new());
            }
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
            | Event::Html(_)
            | Event::InlineHtml(_) => {
                let message = format!("{event:?} in\n{comment}");
                return Err(Fault::new("prose as code or HTML", message));
            }
            Event::Text(text) if is_open => {
                let block = blocks.last_mut().expect("one is open");
                block.push_str(&text);
            }
            Event::End(TagEnd::CodeBlock) => is_open = false,
            _ => {}
        }
    }
    Ok(blocks
        .iter()
        .map(|text| text.trim_end().to_owned())
        .collect())
}

/// Returns the blocks of code that the other parser finds.
fn with_markdown(comment: &str) -> Result<Vec<String>, Fault> {
    let mut options = markdown::ParseOptions::gfm();
    // rustdoc makes no links of bare addresses.
    options.constructs.gfm_autolink_literal = false;
    let tree = markdown::to_mdast(comment, &options);
    let tree = tree.map_err(|error| Fault::new("prose unread", error.to_string()))?;
    let (mut blocks, mut rest) = (Vec::new(), vec![&tree]);
    while let Some(node) = rest.pop() {
        match node {
            mdast::Node::Code(code) if code.lang.as_deref() == Some("text") => {
                blocks.push(code.value.trim_end().to_owned());
            }
            mdast::Node::Code(_) | mdast::Node::Html(_) => {
                let message = format!("{node:?} in\n{comment}");
                return Err(Fault::new(
                    "prose as code or HTML, by the other parser",
                    message,
                ));
            }
            _ => {}
        }
        rest.extend(node.children().into_iter().flatten().rev());
    }
    Ok(blocks)
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
