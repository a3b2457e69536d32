//! Which changes make programs change that are built with a generated SDK, though requests and
//! responses are as valid as before: what a value is wider than, an SDK gives another type.

use std::collections::HashSet;

use super::change::Change;
use super::rules::id;
use super::{Category, Level};
use crate::model::{Operation, Status};

/// What the rules on types of values end with.
const RETYPING: &[&str] = &[
    "-type-generalized",
    "-type-specialized",
    "-type-changed",
    "-became-required",
    "-became-optional",
    "-became-nullable",
    "-became-not-nullable",
    "-became-not-read-only",
    "-became-not-write-only",
    "-became-enum",
    "-became-not-enum",
    "-enum-value-removed",
    "-any-of-added",
    "-any-of-removed",
    "-one-of-added",
    "-one-of-removed",
    "-additional-properties-restricted",
    "-additional-properties-unrestricted",
    "-body-added-optional",
    "-body-media-type-added",
    "response-media-type-added",
    "response-non-success-status-removed",
    "api-schema-use-changed",
    "api-schema-type-changed",
];

/// Header fields of responses are no part of the types, and null has no text in parameters.
const UNTYPED: &[&str] = &[
    "response-header-",
    "request-parameter-became-nullable",
    "request-parameter-became-not-nullable",
];

/// Whether a change by this rule may keep a program from compiling.
pub(super) fn retypes(rule: &str, category: Category, level: Level) -> bool {
    let named = category == Category::Types && level > Level::Info;
    let typed = !UNTYPED.iter().any(|start| rule.starts_with(start));
    named || typed && RETYPING.iter().any(|end| rule.ends_with(end))
}

/// Marks the changes of an operation that say what they mean for programs only together: the first
/// tag decides which group a method is in, and in some languages a method has an argument more once
/// there is a parameter that may be left out.
pub(super) fn mark(changes: &mut [Change], old: &Operation, new: &Operation) {
    let moved = old.tags.first() != new.tags.first();
    let optional = |one: &Operation| one.parameters.iter().any(|one| !one.required);
    let longer = optional(new) && !optional(old);
    let results = results(old) != results(new);
    for change in changes {
        let status = results && change.rule.starts_with("response-success-status-");
        let tag = moved && change.rule == id!("api-tag-added");
        let parameter = longer && change.rule == id!("new-optional-request-parameter");
        change.retypes |= tag || parameter || status;
    }
}

/// How many kinds of result an operation has: schemas of bodies, and no body.
fn results(operation: &Operation) -> usize {
    let all = || operation.responses.iter();
    let declared = all().any(|one| one.status.is_success());
    let successes = all().filter(|one| match one.status {
        Status::Default => !declared,
        other => other.is_success(),
    });
    let kinds = successes.flat_map(|one| {
        let contents = one.content.iter();
        let bodies = contents.map(|content| Some((content.schema, content.item_schema)));
        bodies.chain(one.content.is_empty().then_some(None))
    });
    kinds.collect::<HashSet<_>>().len()
}
