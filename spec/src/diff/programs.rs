//! Which changes make programs change that are built with a generated SDK, though requests and
//! responses are as valid as before: what a value is wider than, an SDK gives another type.

use std::collections::HashSet;

use super::change::Change;
use super::place::Place;
use super::rules::id;
use super::{Category, Level};
use crate::model::{Framing, Operation, Status};

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
    "api-error-type-changed",
    "api-shared-errors-changed",
    "api-security-component-removed",
    "api-security-component-renamed",
];

/// What may be left out may be left out where it travels both ways.
const UNTYPED: &[&str] = &[
    "request-optional-property-became-not-read-only",
    "response-optional-property-became-not-write-only",
];

/// Header fields of responses are no part of the types, but an object that one carries is one.
const HEADER: &str = "response-header-";

/// Whether a change of a header field is one of an object that it carries.
fn is_object_of_header(rule: &str, at: &str) -> bool {
    let inside = at.split_once(" /").map(|(_, inside)| inside);
    let named = inside.is_some_and(|inside| !inside.split('/').all(|step| step == "*"));
    named || rule.contains("-additional-properties-")
}

/// Null has no text in parameters, but in what is inside of them.
const UNWRITTEN: &[&str] = &[
    "request-parameter-became-nullable",
    "request-parameter-became-not-nullable",
];

/// Whether the whole query may be left out is no matter to an SDK, which does not send it.
const UNSENT: &[&str] = &[
    "request-parameter-became-optional",
    "request-parameter-became-required",
];

/// Whether a change by this rule may keep a program from compiling.
pub(super) fn retypes(rule: &str, category: Category, level: Level, at: &str) -> bool {
    let named = category == Category::Types && level > Level::Info;
    let unwritten = UNWRITTEN.contains(&rule) && !at.contains(" /");
    let unsent = UNSENT.contains(&rule) && at.ends_with(" query string");
    let field = rule.starts_with(HEADER) && !is_object_of_header(rule, at);
    let typed =
        !unwritten && !unsent && !field && !UNTYPED.iter().any(|start| rule.starts_with(start));
    named || typed && RETYPING.iter().any(|end| rule.ends_with(end))
}

/// Marks the changes of an operation that say what they mean for programs only together: the first
/// tag decides which group a method is in, and in some languages a method has an argument more once
/// there is a parameter that may be left out.
pub(super) fn mark(changes: &mut [Change], old: &Operation, new: &Operation) {
    let moved = old.tags.first() != new.tags.first();
    let optional = |one: &Operation| one.parameters.iter().any(|one| !one.required);
    let longer = optional(new) && !optional(old);
    let (before, after) = (results(old), results(new));
    let named = is_plain(old) != is_plain(new);
    // The type of a stream says which errors its operation has.
    let failing = old.responses.iter().all(|one| one.status.is_success()) && streams(old);
    let several = old.body.as_ref().is_some_and(|body| {
        let contents = body.content.iter();
        let kinds = contents.map(|content| (content.schema, content.item_schema));
        kinds.collect::<HashSet<_>>().len() > 1
    });
    let count = |one: &Operation| one.body.as_ref().map_or(0, |body| body.content.len());
    let replaced = count(new) == count(old);
    for change in changes {
        // One of several results is named after its status.
        let renamed = before > 1 && change.rule == id!("response-success-status-removed");
        let added =
            (named || before != after) && change.rule.starts_with("response-success-status-");
        let status = renamed || added;
        // One more media type is one more member of what the body is already; a range in place of a
        // type is the same one.
        let member = (several || replaced) && change.rule == id!("request-body-media-type-added");
        change.retypes &= !member;
        let error = failing && change.rule == id!("response-non-success-status-added");
        let tag = moved && change.rule == id!("api-tag-added");
        let parameter = longer && change.rule == id!("new-optional-request-parameter");
        change.retypes |= tag || parameter || status || error;
    }
}

/// Fields of an event other than `data` have the same types in every SDK, whatever the schema of the
/// event says of them.
pub(super) fn unmark_fields_of_events(changes: &mut [Change], item: &Place) {
    for change in changes {
        let field = change.at.strip_prefix(&item.at);
        let field = field.and_then(|field| field.strip_prefix(" /"));
        let is_data = |field: &str| field == "data" || field.starts_with("data/");
        change.retypes &= field.is_none_or(is_data);
    }
}

/// What breaks no request and no response, and gives an SDK other types, is a change of types.
pub(super) fn categorize(change: &mut Change) {
    let harmless = change.level == Level::Info && change.category == Category::Wire;
    if harmless && change.retypes {
        change.category = Category::Types;
    }
}

/// Whether the result is the only body of one status, so that some languages give it no other name: a
/// range leaves the status open.
fn is_plain(operation: &Operation) -> bool {
    let all = operation.responses.iter();
    let mut successes = all.filter(|one| one.status.is_success());
    let only = successes.next().filter(|_| successes.next().is_none());
    only.is_some_and(|one| matches!(one.status, Status::Code(_)) && one.content.len() < 2)
}

/// Whether a response of an operation is a stream.
fn streams(operation: &Operation) -> bool {
    let all = operation.responses.iter().flat_map(|one| &one.content);
    let mut all = all.map(|one| one.item_schema.is_some() || Framing::of(&one.essence()).is_some());
    all.any(|is_stream| is_stream)
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
