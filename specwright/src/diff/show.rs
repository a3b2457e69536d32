//! Changes for people, and as one list for machines.

use anyhow::Result;
use serde_json::json;
use spec::diff::{Category, Change, Level, Release};

use messages::text::line;

use super::Side;
use crate::{Home, report};

/// The level as messages name it.
pub(crate) const fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "info",
    }
}

pub(super) fn text(changes: &[Change], old: &Side, new: &Side, home: &Home) {
    for change in changes {
        let (at, text) = (line(&change.at), line(&change.text));
        anstream::println!("{}[{}]: {at}: {text}", level(change.level), change.rule);
        for (name, place) in [
            ("old", old.locate(change.old)),
            ("new", new.locate(change.new)),
        ] {
            if let Some(place) = place {
                anstream::println!("  {name} --> {}", line(&place));
            }
        }
    }
    let count = |wanted| {
        changes
            .iter()
            .filter(|change| change.level == wanted)
            .count()
    };
    anstream::println!(
        "{}, {}, {}",
        report::plural(count(Level::Error), "error"),
        report::plural(count(Level::Warning), "warning"),
        report::plural(count(Level::Info), "harmless change"),
    );
    if !changes.is_empty() {
        let counts = by_category(changes);
        let release = match Release::of(changes) {
            Release::Major => "major",
            Release::Minor => "minor",
            Release::Patch => "patch",
        };
        anstream::println!("{counts}; the next version of the SDKs is a {release} one");
    }
    if let Some(first) = changes.first() {
        let (command, rule) = (home.command, first.rule);
        anstream::println!("help: `{command} explain {rule}` tells what a rule means");
    }
}

fn by_category(changes: &[Change]) -> String {
    let categories = [
        Category::Wire,
        Category::Types,
        Category::Behavior,
        Category::Docs,
    ];
    let each = categories.iter().filter_map(|category| {
        let count = changes.iter().filter(|one| one.category == *category);
        let count = count.count();
        (count > 0).then(|| format!("{}: {count}", self::category(*category)))
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The category as messages name it.
const fn category(category: Category) -> &'static str {
    match category {
        Category::Wire => "wire",
        Category::Types => "types",
        Category::Behavior => "behavior",
        Category::Docs => "docs",
    }
}

pub(super) fn json_list(changes: &[Change], old: &Side, new: &Side) -> Result<()> {
    let list: Vec<_> = changes
        .iter()
        .map(|change| {
            let operation = change.operation.as_deref();
            let operation = operation.and_then(|id| {
                let found = old.api.operation(id);
                found.or_else(|| new.api.operation(id))
            });
            json!({
                "rule": change.rule,
                "level": change.level,
                "category": change.category,
                "way": change.way,
                "operation": change.operation,
                "method": operation.map(|one| one.method.as_str()),
                "path": operation.map(|one| &one.path),
                "at": change.at,
                "text": change.text,
                "old": old.locate(change.old),
                "new": new.locate(change.new),
                "fingerprint": change.fingerprint(),
            })
        })
        .collect();
    let list = serde_json::to_string_pretty(&list)?;
    anstream::println!("{}", messages::json::escaped(&list));
    Ok(())
}

pub(super) fn markdown(changes: &[Change], old: &Side, new: &Side) {
    anstream::println!("| level | rule | where | what | old | new |\n|---|---|---|---|---|---|");
    for change in changes {
        let cells = [
            level(change.level).to_owned(),
            change.rule.to_owned(),
            change.at.clone(),
            change.text.clone(),
            old.locate(change.old).unwrap_or_default(),
            new.locate(change.new).unwrap_or_default(),
        ];
        let cells: Vec<_> = cells.iter().map(|cell| cell_text(cell)).collect();
        anstream::println!("| {} |", cells.join(" | "));
    }
}

/// A description's own strings must not become markup.
fn cell_text(text: &str) -> String {
    let mut cell = String::new();
    for character in line(text).chars() {
        match character {
            '&' => cell.push_str("&amp;"),
            '<' => cell.push_str("&lt;"),
            '>' => cell.push_str("&gt;"),
            '|' | '*' | '_' | '[' | ']' | '\\' | '#' | '!' | '~' => {
                cell.push('\\');
                cell.push(character);
            }
            '`' => cell.push('\''),
            other => cell.push(other),
        }
    }
    cell
}
