//! Every rule, for `diff --rules`.

use std::fmt::Write as _;

use spec::diff::rules;

use super::level;
use super::report::category;

/// Returns a block for each rule: its id, level, category and meaning.
pub(super) fn render() -> String {
    let mut text = String::new();
    for rule in rules::all() {
        let changes = rule.example.changes().unwrap_or_default();
        let own = changes.iter().find(|change| change.rule == rule.id);
        let level = own.map_or("info", |change| level(change.level));
        let (id, category) = (rule.id, category(rule.category));
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{id} ({level}, {category})\n    {}", rule.title);
        let _ = writeln!(text, "    {}\n", rule.meaning);
    }
    text
}
