//! The output of a run against a third-party service contains nothing specific to our own.

use conformance_core::description::Description;
use conformance_core::service::Service;

use crate::command::{Desk, collect, running, shown};
use crate::fault::Fault;
use crate::trial::Trial;
use crate::{library, styled, tenants};

/// Returns the facts that are specific to our service, other than common words, and its title.
fn names() -> Vec<String> {
    let own = Service::embedded();
    let facts = [&own.organization, &own.signature];
    let facts = facts.into_iter().flatten().cloned();
    let prefix = own.environment.trim_end_matches('_').to_owned();
    facts.chain([own.title.clone(), prefix]).collect()
}

/// Returns the texts of the files that a run writes, by file.
async fn left(trial: &Trial, fault: Fault) -> Vec<(String, String)> {
    let desk = Desk::of(trial);
    let service = running(trial, Some(fault)).await;
    let more = ["--emit-tests", "tests/conformance", "--seed", "3"];
    let output = desk.check_with(trial, &service.base_url, &more).await;
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    let mut all = vec![("output".to_owned(), shown(&output))];
    collect(&desk.report(), &mut all);
    collect(&desk.0.path().join("tests"), &mut all);
    assert!(all.iter().any(|(name, _)| name.ends_with("support.rs")));
    all
}

#[tokio::test]
async fn nothing_that_is_left_names_our_service() {
    let orders = styled::trial("orders");
    let trials = [
        (&library::TRIAL, Fault::BrokenSchema),
        (&tenants::TRIAL, Fault::NoChallenge),
        (&orders, Fault::EchoDiffers),
    ];
    let mut found = Vec::new();
    for (trial, fault) in trials {
        for (file, text) in left(trial, fault).await {
            for name in names() {
                let line = text.lines().find(|line| line.contains(&name));
                let line: String = line.unwrap_or_default().chars().take(300).collect();
                if !line.is_empty() {
                    found.push(format!("{}: {file} has {name}: {line}", trial.name));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_facts_of_our_service_follow_from_its_description_too() {
    let own = Service::embedded();
    let description = Description::embedded().expect("a description");
    let derived = Service::described(&description.api);
    assert_eq!(derived.token_host, own.token_host);
    assert_eq!(derived.organization, own.organization);
}

#[test]
fn other_services_have_facts_of_their_own() {
    let facts = |trial: &Trial| {
        let description = Description::from_text("openapi.yaml", trial.description);
        description.expect("a description").service().clone()
    };
    let tenants = facts(&tenants::TRIAL);
    assert_eq!(tenants.organization.as_deref(), Some("tenantId"));
    assert_eq!(tenants.variable("BEARER"), "CONFORMANCE_BEARER");
    let library = facts(&library::TRIAL);
    assert_eq!(library.organization, None);
    assert_eq!((library.token_host, library.signature), (None, None));
}
