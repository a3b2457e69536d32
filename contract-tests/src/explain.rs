//! Explanations of checks and requirements.

use messages::Explanation;
use messages::explain::Block;

use conformance_checks::check::Check;
use conformance_core::catalogue::{Footing, Requirement, Strength};

/// Returns the explanation of a check, by its id.
#[must_use]
pub fn find(id: &str) -> Option<Explanation> {
    let mut all = conformance_checks::all();
    all.find(|check| check.id == id).and_then(explanation)
}

/// Returns the explanations of a requirement's checks, by its id in any case; empty if there is no
/// check.
#[must_use]
pub fn of_requirement(id: &str) -> Vec<Explanation> {
    let own = conformance_checks::all().filter(|check| check.requirement.eq_ignore_ascii_case(id));
    own.filter_map(explanation).collect()
}

/// Returns the explanations of all checks, by id.
#[must_use]
pub fn all() -> Vec<Explanation> {
    let mut all: Vec<_> = conformance_checks::all().filter_map(explanation).collect();
    all.sort_by(|one, other| one.id.cmp(&other.id));
    all
}

/// Returns the page about checks in `docs/reference/`.
#[must_use]
pub fn page() -> String {
    messages::explain::page(
        "Checks",
        "What `conformance` checks of a deployment. `conformance explain ID` prints one of these \
         texts, and takes the id of a requirement as well; `--only ID` and `--skip ID` select \
         checks. In the examples `>` marks what is sent to the deployment or by it as a webhook, \
         and `<` the answer.",
        &all(),
    )
}

/// Returns the explanation of a check; `None` if its requirement is missing, which a test rules
/// out.
fn explanation(check: &Check) -> Option<Explanation> {
    let requirement = conformance_checks::requirement(check)?;
    let strength = check.strength.unwrap_or(requirement.strength);
    Some(Explanation {
        id: check.id.to_owned(),
        kind: format!("check of {}, {}", requirement.id, weight(strength)),
        title: check.about.to_owned(),
        meaning: meaning(requirement),
        source: source(requirement),
        example: vec![Block {
            caption: "This does not pass:".to_owned(),
            language: "text",
            text: check.example.to_owned(),
        }],
        fix: check.fix.to_owned(),
    })
}

const fn weight(strength: Strength) -> &'static str {
    match strength {
        Strength::Must => "fails the run",
        Strength::Should => "warns",
        Strength::Conditional => "fails the run where the deployment offers the feature",
        Strength::Info => "informs",
        Strength::Never => "is not demanded",
    }
}

fn meaning(requirement: &Requirement) -> String {
    let mut text = format!("The requirement: {}", requirement.statement.trim());
    let parts = requirement.parts.iter();
    let parts: Vec<_> = parts
        .map(|part| format!("- {} ({})", part.statement.trim(), weight(part.strength)))
        .collect();
    if !parts.is_empty() {
        text.push_str("\n\n");
        text.push_str(&parts.join("\n"));
    }
    if let Some(applies) = &requirement.applies {
        text.push_str("\n\nIt applies under this condition: ");
        text.push_str(applies.trim());
    }
    if let Some(tolerates) = &requirement.tolerates {
        text.push_str("\n\nThis is tolerated: ");
        text.push_str(tolerates.trim());
    }
    text
}

fn source(requirement: &Requirement) -> String {
    let basis = match requirement.provenance {
        Footing::Stated => "the interface states it",
        Footing::Standard => "a standard that the interface invokes demands it",
        Footing::Assumed => "the description's author assumes it, so it fails only strict runs",
        Footing::Described => {
            "it is as strong as the mark at the place in the description: stated or assumed"
        }
    };
    let source = requirement.source.trim();
    format!(
        "{}, {}: {source} ({basis}).",
        requirement.id, requirement.section
    )
}
