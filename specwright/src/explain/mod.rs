//! Explains the ids in messages.

mod stale_file;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use messages::Explanation;
use messages::explain::{Block, page, unknown};
use spec::Code;
use spec::diff::Level;
use spec::diff::rules;

use crate::Home;

/// Explain a code or a rule that a message names.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The id, such as `unresolved-reference` or `response-required-property-removed`.
    #[arg(value_name = "ID", required_unless_present = "list")]
    id: Option<String>,
    /// List every id with what it means.
    #[arg(long)]
    list: bool,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if there is no such id.
pub fn run(arguments: &Arguments, home: &Home) -> Result<ExitCode> {
    if arguments.list {
        for (id, title) in titles() {
            anstream::println!("{id:56} {title}");
        }
    }
    if let Some(id) = &arguments.id {
        anstream::print!("{}", get(id, home)?.to_terminal());
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the explanation of an id.
///
/// # Errors
/// Returns an error if there is no such id, with suggestions.
pub fn get(id: &str, home: &Home) -> Result<Explanation> {
    if let Some(found) = find(id) {
        return Ok(found);
    }
    let titles = titles();
    let ids = titles.iter().map(|(id, _)| id.as_str());
    let command = format!("{} explain", home.command);
    bail!(unknown(id, "diagnostic or rule", &command, ids));
}

/// Returns the explanation of an id, if there is one.
#[must_use]
pub fn find(id: &str) -> Option<Explanation> {
    let code = Code::ALL.iter().find(|code| code.as_str() == id);
    if let Some(code) = code {
        return Some(diagnostic(*code));
    }
    if id == stale_file::ID {
        return Some(stale_file::explanation());
    }
    rules::all().iter().find(|rule| rule.id == id).map(change)
}

/// Returns every id with its title, in the order of the pages.
#[must_use]
pub fn titles() -> Vec<(String, String)> {
    let codes = Code::ALL.iter().map(|code| (code.as_str(), code.title()));
    let codes = codes.map(|(id, title)| (id.to_owned(), title.to_owned()));
    let files = stale_file::explanation();
    let rules = rules::all().into_iter();
    let rules = rules.map(|rule| (rule.id.to_owned(), rule.title));
    codes
        .chain([(files.id, files.title)])
        .chain(rules)
        .collect()
}

/// Returns the pages of `docs/reference/` about descriptions, by file name.
#[must_use]
pub fn pages() -> Vec<(&'static str, String)> {
    let mut diagnostics: Vec<_> = Code::ALL.iter().map(|code| diagnostic(*code)).collect();
    diagnostics.push(stale_file::explanation());
    diagnostics.sort_by(|one, other| one.id.cmp(&other.id));
    let diagnostics = page("Diagnostics", DIAGNOSTICS, &diagnostics);
    let mut pages = vec![("diagnostics.md", diagnostics)];
    let changes: Vec<_> = rules::all().iter().map(change).collect();
    // A single page with all rules would be too long for code hosts.
    for (file, title, holds) in CHANGES {
        let own = changes.iter().filter(|change| {
            let first = CHANGES.iter().find(|(.., holds)| holds(&change.id));
            holds(&change.id) && first.is_some_and(|(first, ..)| first == file)
        });
        let own: Vec<_> = own.cloned().collect();
        pages.push((file, page(title, RULES, &own)));
    }
    pages
}

const DIAGNOSTICS: &str = "What `generate`, `check` and every other command report about a \
    description. `specwright explain ID` prints one of these texts. Each example is a whole file, \
    and is reported as shown.";

const RULES: &str = "Rules that `diff` reports changes under. `specwright explain ID` prints one of \
    these texts. An example shows the part of a description that changes; the report below it is \
    that of `diff` on 2027-01-01.\n\nThe direction decides: what callers send may only widen, and \
    what they receive may only narrow, except for additions that the interface announces.";

/// A page of rules: its file, its title, and which ids it contains, unless an earlier page does.
type RulePage = (&'static str, &'static str, fn(&str) -> bool);

const CHANGES: &[RulePage] = &[
    ("changes-parameters.md", "Changes of parameters", |id| {
        id.contains("request-parameter")
    }),
    (
        "changes-request-bodies.md",
        "Changes of request bodies",
        |id| id.contains("request-body"),
    ),
    (
        "changes-request-properties.md",
        "Changes of properties in requests",
        |id| id.contains("request-"),
    ),
    (
        "changes-response-headers.md",
        "Changes of response headers",
        |id| id.contains("response-header"),
    ),
    (
        "changes-response-bodies.md",
        "Changes of response bodies",
        |id| id.contains("response-body"),
    ),
    (
        "changes-responses.md",
        "Changes of responses and their properties",
        |id| id.contains("response-"),
    ),
    (
        "changes-api.md",
        "Changes of operations, security and the whole API",
        |_| true,
    ),
];

fn diagnostic(code: Code) -> Explanation {
    let one = code.explained();
    let files = one.files.iter().map(|(name, text)| Block {
        caption: format!("`{name}`:"),
        language: "yaml",
        text: (*text).to_owned(),
    });
    let output = Block {
        caption: "is reported as".to_owned(),
        language: "text",
        text: one.output.to_owned(),
    };
    Explanation {
        id: code.as_str().to_owned(),
        kind: "diagnostic".to_owned(),
        title: one.title.to_owned(),
        meaning: one.meaning.to_owned(),
        source: one.source.to_owned(),
        example: files.chain([output]).collect(),
        fix: one.fix.to_owned(),
    }
}

fn change(rule: &rules::Explained) -> Explanation {
    let changes = rule.example.changes().unwrap_or_default();
    let own = changes.iter().find(|change| change.rule == rule.id);
    let kind = match own.map(|change| change.level) {
        Some(Level::Error) => "change: breaks",
        Some(Level::Warning) => "change: may break",
        Some(Level::Info) | None => "change: harmless",
    };
    let block = |caption: &str, language, text: &str| Block {
        caption: caption.to_owned(),
        language,
        text: text.to_owned(),
    };
    let reported = own.map(|change| {
        let level = crate::diff::level(change.level);
        format!("{level}[{}]: {}: {}\n", change.rule, change.at, change.text)
    });
    Explanation {
        id: rule.id.to_owned(),
        kind: kind.to_owned(),
        title: rule.title.clone(),
        meaning: rule.meaning.clone(),
        source: rule.source.to_owned(),
        example: vec![
            block("Before:", "yaml", &rule.example.before),
            block("After:", "yaml", &rule.example.after),
            block("is reported as", "text", &reported.unwrap_or_default()),
        ],
        fix: rule.fix.clone(),
    }
}
