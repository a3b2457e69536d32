//! Every rule of the comparison has an explanation, whose example it applies to.

use std::collections::{BTreeMap, BTreeSet};

use spec::diff::Level;
use spec::diff::rules::{self, Explained};

/// A shorter explanation is a stub.
const SHORTEST: usize = 40;

fn complaints(of: impl Fn(&Explained) -> Option<String>) -> Vec<String> {
    let all = rules::all();
    assert!(all.len() > 300, "{} rules", all.len());
    let complaints = all.iter().filter_map(|one| Some((one.id, of(one)?)));
    complaints.map(|(id, why)| format!("{id}: {why}")).collect()
}

fn level(one: &Explained) -> Result<Level, String> {
    let changes = one.example.changes()?;
    let own = changes.iter().find(|change| change.rule == one.id);
    let others: Vec<_> = changes.iter().map(|change| change.rule).collect();
    own.map(|change| change.level).ok_or_else(|| {
        format!(
            "reports {others:?}\n{}\n{}",
            one.example.old, one.example.new
        )
    })
}

#[test]
fn every_example_falls_under_its_rule() {
    let wrong = complaints(|one| level(one).err());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_advice_fits_the_level() {
    let wrong = complaints(|one| {
        let level = level(one).ok()?;
        let harmless = one.fix.starts_with("Nothing has to be done");
        // A warning may have either severity.
        let fits = match level {
            Level::Info => harmless,
            Level::Error => !harmless,
            Level::Warning => true,
        };
        (!fits).then(|| format!("{level:?}: {}", one.fix))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_part_is_there_and_is_no_stub() {
    let wrong = complaints(|one| {
        let texts = [one.meaning.as_str(), &one.fix, one.source];
        let short = texts.into_iter().find(|text| text.len() < SHORTEST);
        let nothing = "Nothing has to be done.";
        let short = short.filter(|text| *text != nothing);
        let unquoted = !one.source.contains('“') || !one.source.contains('§');
        let unfinished = !one.title.ends_with('.');
        match short {
            Some(text) => Some(format!("too short: {text}")),
            None if unquoted => Some(format!("quotes nothing: {}", one.source)),
            None if unfinished => Some(format!("no sentence: {}", one.title)),
            None => None,
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_rules_have_one_text() {
    let mut titles: BTreeMap<String, &str> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for one in rules::all() {
        assert!(ids.insert(one.id), "{} is explained twice", one.id);
        let text = format!("{} {}", one.title, one.meaning);
        if let Some(other) = titles.insert(text, one.id) {
            panic!("{} and {other} have the same text", one.id);
        }
    }
}
