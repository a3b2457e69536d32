//! The checks: one file each, one folder for each section of the catalogue.

pub mod bearer;
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
pub mod resource_indicator;
pub mod state;
pub mod token;
pub mod webhooks;

use crate::check::Check;
use crate::profile::Selection;
use conformance_core::catalogue::{Catalogue, Requirement};

/// All checks, section by section.
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

/// All checks, in their order.
pub fn all() -> impl Iterator<Item = &'static Check> {
    ALL.iter().flat_map(|section| section.iter().copied())
}

/// The checks of a selection.
#[must_use]
pub fn selected(selection: &Selection) -> Vec<&'static Check> {
    all()
        .filter(|check| is_selected(check, selection))
        .collect()
}

fn is_selected(check: &Check, selection: &Selection) -> bool {
    let names = |name: &String| name == check.id || name.eq_ignore_ascii_case(check.requirement);
    let section = || requirement(check).and_then(|row| Catalogue::embedded().section_of(row));
    let in_section = |name: &String| section().is_some_and(|one| one.id.eq_ignore_ascii_case(name));
    (selection.only.is_empty() || selection.only.iter().any(names))
        && (selection.sections.is_empty() || selection.sections.iter().any(in_section))
        && !selection.skip.iter().any(names)
}

/// The row of the catalogue that a check judges.
#[must_use]
pub fn requirement(check: &Check) -> Option<&'static Requirement> {
    Catalogue::embedded().requirement(check.requirement)
}
