//! `cargo xtask explain`: explains the ids of all programs.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use messages::explain::unknown;

use crate::project;

/// Explain an id that a message or a report names: a diagnostic, a rule or a check.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The id, such as `unresolved-reference`, `request-parameter-removed` or `challenge-with-401`.
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
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let checks = Checks::read()?;
    if arguments.list {
        for (id, title) in specwright::explain::titles() {
            anstream::println!("{id:56} {title}");
        }
        for (id, title) in checks.titles() {
            anstream::println!("{id:56} {title}");
        }
    }
    let Some(id) = &arguments.id else {
        return Ok(ExitCode::SUCCESS);
    };
    if let Some(found) = specwright::explain::find(id) {
        anstream::print!("{}", found.to_terminal());
    } else if let Some(section) = checks.section(id) {
        anstream::print!("{section}");
    } else {
        let titles = specwright::explain::titles();
        let ids = titles.iter().map(|(id, _)| id.as_str());
        let ids = ids.chain(checks.titles().map(|(id, _)| id));
        bail!(unknown(
            id,
            "diagnostic, rule or check",
            "cargo xtask explain",
            ids
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// The page about checks. The harness writes it, and its tests keep it current, so nothing has to
/// be built here.
struct Checks(String);

impl Checks {
    fn read() -> Result<Self> {
        let path = project::root().join("docs/reference/checks.md");
        let text = std::fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self(text))
    }

    fn titles(&self) -> impl Iterator<Item = (&str, &str)> {
        let entries = self.0.lines().filter_map(|line| line.strip_prefix("- [`"));
        entries.filter_map(|entry| {
            let (id, rest) = entry.split_once("`](#")?;
            Some((id, rest.split_once("): ")?.1))
        })
    }

    /// Returns the section of a check, as Markdown.
    fn section(&self, id: &str) -> Option<&str> {
        let heading = format!("\n## {id}\n");
        let start = self.0.find(&heading)? + 1;
        let rest = &self.0[start..];
        let end = rest[1..].find("\n## ").map_or(rest.len(), |end| end + 2);
        Some(&rest[..end])
    }
}
