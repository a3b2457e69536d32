//! The core contains no facts about one service: they are in `spec/service.toml`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use conformance_core::description::Description;
use conformance_core::service::Service;

/// Returns the words that are specific to this service: the facts in `spec/service.toml`, the
/// operations of the description, and the distinctive word of its title.
fn names() -> BTreeSet<String> {
    let text = include_str!("../../../spec/service.toml");
    let facts: toml::Table = text.parse().expect("TOML");
    let facts = facts
        .into_iter()
        .filter_map(|(_, value)| Some(value.as_str()?.to_owned()));
    let description = Description::embedded().expect("a description");
    assert!(description.api.title.contains("Marketplace"));
    let operations = description.api.operations.iter().map(|one| one.id.clone());
    let title = ["Marketplace", "marketplace", "MARKETPLACE"].map(str::to_owned);
    facts.chain(operations).chain(title).collect()
}

/// Returns the sources below a folder, with their paths.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            let text = fs::read_to_string(&path).expect("a source");
            found.push((path.display().to_string(), text));
        }
    }
    found
}

#[test]
fn the_core_names_no_service() {
    let names = names();
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(sources.len() > 50, "the sources are there");
    let mut found = Vec::new();
    for (path, text) in &sources {
        for (number, line) in text.lines().enumerate() {
            for name in names.iter().filter(|name| line.contains(*name)) {
                found.push(format!("{path}:{}: {name}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_facts_are_those_of_the_description() {
    let service = Service::embedded();
    let description = Description::embedded().expect("a description");
    let operations = || description.api.operations.iter();
    let token_host = service.token_host.as_ref().expect("a token host");
    let has_variable = |url: &str| url.contains(&format!("{{{token_host}}}"));
    assert!(operations().any(|one| one.servers.iter().any(|server| has_variable(&server.url))));
    let organization = service.organization.as_ref().expect("an organization");
    let organization = format!("{{{organization}}}");
    assert!(operations().any(|one| one.path.contains(&organization)));
    assert!(operations().any(|one| one.path == service.mcp_path));
    assert_eq!(description.token_path(), service.token_path);
    assert_eq!(
        service.variable("BASE_URL"),
        format!("{}BASE_URL", service.environment)
    );
}
