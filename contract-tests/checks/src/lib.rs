//! The checks: one file each, one folder for each section of the catalogue.

pub mod bearer;
pub mod check;
pub mod code;
pub mod contract;
pub mod discovery;
pub mod domain;
pub mod errors;
pub mod evolution;
pub mod http;
pub mod jwt;
pub mod key;
pub mod lists;
pub mod mcp;
mod published;
pub mod resource_indicator;
pub mod state;
mod subjects;
mod survey;
pub mod token;
pub mod webhooks;

use crate::check::Check;
use conformance_core::catalogue::{Catalogue, Requirement};
use conformance_core::description::Description;
use conformance_engine::profile::Selection;
use conformance_engine::session::Session;

/// All checks, by section.
pub static ALL: &[&[&Check]] = &[
    contract::ALL,
    http::ALL,
    bearer::ALL,
    key::ALL,
    token::ALL,
    resource_indicator::ALL,
    code::ALL,
    discovery::ALL,
    jwt::ALL,
    evolution::ALL,
    errors::ALL,
    domain::ALL,
    webhooks::ALL,
    mcp::ALL,
    state::ALL,
    lists::ALL,
];

/// Returns all checks, in their order.
pub fn all() -> impl Iterator<Item = &'static Check> {
    ALL.iter().flat_map(|section| section.iter().copied())
}

/// Returns the selected checks that apply to a description. Requirements of this project's service
/// do not apply to other services, unless the selection names them.
#[must_use]
pub fn selected(selection: &Selection, description: &Description) -> Vec<&'static Check> {
    let applies =
        |check: &Check| !is_of_another_service(check, description) || is_named(check, selection);
    all()
        .filter(|check| is_selected(check, selection) && applies(check))
        .collect()
}

/// Returns the checks of a run, in its order.
pub fn of(session: &Session) -> impl Iterator<Item = &'static Check> {
    let checks = session.checks().iter();
    checks.filter_map(|one| all().find(|check| check.id == one.check.id))
}

/// Returns whether a check belongs to this project's service, and the description is of another
/// one.
#[must_use]
pub fn is_of_another_service(check: &Check, description: &Description) -> bool {
    description.is_authoritative && requirement(check).is_some_and(|row| row.service)
}

/// Returns whether a selection names a check, or its requirement.
fn is_named(check: &Check, selection: &Selection) -> bool {
    let names = |name: &String| name == check.id || name.eq_ignore_ascii_case(check.requirement);
    selection.only.iter().any(names)
}

fn is_selected(check: &Check, selection: &Selection) -> bool {
    let names = |name: &String| name == check.id || name.eq_ignore_ascii_case(check.requirement);
    let section = || requirement(check).and_then(|row| Catalogue::embedded().section_of(row));
    let in_section = |name: &String| section().is_some_and(|one| one.id.eq_ignore_ascii_case(name));
    (selection.only.is_empty() || is_named(check, selection))
        && (selection.sections.is_empty() || selection.sections.iter().any(in_section))
        && !selection.skip.iter().any(names)
}

/// Returns the requirement of a check.
#[must_use]
pub fn requirement(check: &Check) -> Option<&'static Requirement> {
    Catalogue::embedded().requirement(check.requirement)
}
