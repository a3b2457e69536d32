//! Finds changes after which programs that use a generated SDK no longer compile, although requests
//! and responses are as valid as before: a wider value can have another type.

use std::collections::HashSet;

use super::change::Change;
use super::place::Place;
use super::rules::id;
use super::{Category, Level};
use crate::model::{Framing, Operation, Status};

/// The ends of the ids of rules that change types in SDKs.
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
    "api-error-type-changed",
    "api-shared-errors-changed",
    "api-security-component-removed",
    "api-security-component-renamed",
];

/// Rules that change no type, because a property that travels both ways is optional anyway.
const UNTYPED: &[&str] = &[
    "request-optional-property-became-not-read-only",
    "response-optional-property-became-not-write-only",
];

/// The start of rules on header fields. SDKs have no types for them, except for objects in them.
const HEADER: &str = "response-header-";

/// Returns whether a change of a header field is inside an object that the field carries.
fn is_object_of_header(rule: &str, at: &str) -> bool {
    let inside = at.split_once(" /").map(|(_, inside)| inside);
    let named = inside.is_some_and(|inside| !inside.split('/').all(|step| step == "*"));
    named || rule.contains("-additional-properties-")
}

/// Rules on `null` that change no type for a parameter itself, because text cannot express `null`.
const UNWRITTEN: &[&str] = &[
    "request-parameter-became-nullable",
    "request-parameter-became-not-nullable",
];

/// Rules that change nothing for a parameter that is the whole query, because SDKs do not send it.
const UNSENT: &[&str] = &[
    "request-parameter-became-optional",
    "request-parameter-became-required",
];

/// Returns whether a change by a rule can keep a program from compiling.
pub(super) fn retypes(rule: &str, category: Category, level: Level, at: &str) -> bool {
    let named = category == Category::Types && level > Level::Info;
    let unwritten = UNWRITTEN.contains(&rule) && !at.contains(" /");
    let unsent = UNSENT.contains(&rule) && at.ends_with(" query string");
    let field = rule.starts_with(HEADER) && !is_object_of_header(rule, at);
    let typed =
        !unwritten && !unsent && !field && !UNTYPED.iter().any(|start| rule.starts_with(start));
    named || typed && RETYPING.iter().any(|end| rule.ends_with(end))
}

/// Marks changes of an operation whose effect on programs depends on the whole operation. The first
/// tag decides the group of a method, and in some languages the first optional parameter adds an
/// argument to it.
pub(super) fn mark(changes: &mut [Change], old: &Operation, new: &Operation) {
    let moved = old.tag() != new.tag();
    let optional = |one: &Operation| one.parameters.iter().any(|one| !one.required);
    let longer = optional(new) && !optional(old);
    let (before, after) = (results(old), results(new));
    let named = is_plain(old) != is_plain(new);
    // The type of a stream includes the errors of its operation.
    let failing = old.responses.iter().all(|one| one.status.is_success()) && streams(old);
    let several = old.body.as_ref().is_some_and(|body| {
        let contents = body.content.iter();
        let kinds = contents.map(|content| (content.schema, content.item_schema));
        kinds.collect::<HashSet<_>>().len() > 1
    });
    let count = |one: &Operation| one.body.as_ref().map_or(0, |body| body.content.len());
    let replaced = count(new) == count(old);
    for change in changes {
        // If there are several results, each is named after its status.
        let renamed = before > 1 && change.rule == id!("response-success-status-removed");
        let added =
            (named || before != after) && change.rule.starts_with("response-success-status-");
        let status = renamed || added;
        // Another media type adds a member to a body that is a union already, and a range in place
        // of a media type keeps the type.
        let member = (several || replaced) && change.rule == id!("request-body-media-type-added");
        change.retypes &= !member;
        let error = failing && change.rule == id!("response-non-success-status-added");
        let tag = moved && change.rule == id!("api-tag-added");
        let parameter = longer && change.rule == id!("new-optional-request-parameter");
        change.retypes |= tag || parameter || status || error;
    }
}

/// Removes the marks of fields of an event, except `data`: SDKs give them fixed types. An event is
/// never `null`.
pub(super) fn unmark_fields_of_events(changes: &mut [Change], item: &Place) {
    for change in changes {
        let field = change.at.strip_prefix(&item.at);
        let field = field.and_then(|field| field.strip_prefix(" /"));
        let is_data = |field: &str| field == "data" || field.starts_with("data/");
        let may_be_null = change.rule.ends_with("-nullable");
        change.retypes &= field.map_or(!may_be_null, is_data);
    }
}

/// Moves a harmless change that has an effect on types to the category of types.
pub(super) fn categorize(change: &mut Change) {
    let harmless = change.level == Level::Info && change.category == Category::Wire;
    if harmless && change.retypes {
        change.category = Category::Types;
    }
}

/// Returns whether a single status has a single body, in which case some languages have no separate
/// type for the result.
fn is_plain(operation: &Operation) -> bool {
    let all = operation.responses.iter();
    let mut successes = all.filter(|one| one.status.is_success());
    let only = successes.next().filter(|_| successes.next().is_none());
    only.is_some_and(|one| matches!(one.status, Status::Code(_)) && one.content.len() < 2)
}

/// Returns whether an operation answers with a stream.
fn streams(operation: &Operation) -> bool {
    let all = operation.responses.iter().flat_map(|one| &one.content);
    let mut all = all.map(|one| one.item_schema.is_some() || Framing::of(&one.essence()).is_some());
    all.any(|is_stream| is_stream)
}

/// Returns the number of different results of an operation, including one without a body.
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
