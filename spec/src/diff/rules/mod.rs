//! Lists every rule, with its meaning.
//!
//! A rule that is missing here cannot be reported: `rule!` and `id!` do not compile.

mod docs;
mod example;
mod families;
mod family;
mod operations;
mod requests;
mod responses;
mod security;
mod service;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use self::example::{Example, TODAY};
pub(super) use self::family::Family;
use super::Category;

/// A rule and its meaning. The texts are Markdown without headings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The rule, as [`Change::rule`](super::Change::rule) names it.
    pub id: &'static str,
    /// The part of the interface that changes.
    pub category: Category,
    /// What changed, as one sentence.
    pub title: String,
    /// What it means, and what follows from it.
    pub meaning: String,
    /// The sentence of a standard or the interface that it follows from, and its section.
    pub source: &'static str,
    /// Two descriptions that differ by such a change.
    pub example: Example,
    /// What to do.
    pub fix: String,
}

/// A rule for one kind of place.
#[derive(Debug)]
struct Single {
    id: &'static str,
    category: Category,
    title: &'static str,
    meaning: &'static str,
    source: &'static str,
    /// Members of the old and of the new description, as YAML.
    example: (&'static str, &'static str),
    fix: &'static str,
}

const SINGLES: &[&[Single]] = &[
    docs::RULES,
    requests::bodies::RULES,
    requests::direction::RULES,
    requests::media_types::RULES,
    requests::parameters::RULES,
    requests::properties::RULES,
    requests::written::RULES,
    responses::direction::RULES,
    responses::headers::RULES,
    responses::media_types::RULES,
    responses::properties::RULES,
    responses::statuses::RULES,
    responses::links::RULES,
    security::oauth::RULES,
    security::requirements::RULES,
    security::schemes::RULES,
    operations::deprecated::RULES,
    operations::globals::RULES,
    operations::names::RULES,
    operations::removed::RULES,
    operations::tools::RULES,
    service::lists::RULES,
    service::whole::RULES,
];

const FAMILIES: &[&[Family]] = &[
    families::bounds::FAMILIES,
    families::defaults::FAMILIES,
    families::discriminators::FAMILIES,
    families::enumerations::FAMILIES,
    families::objects::FAMILIES,
    families::residual::FAMILIES,
    families::texts::FAMILIES,
    families::types::FAMILIES,
    families::unions::FAMILIES,
];

/// Returns every rule, sorted by id.
#[must_use]
pub fn all() -> Vec<Explained> {
    let singles = SINGLES.iter().flat_map(|list| list.iter());
    let singles = singles.map(|one| Explained {
        id: one.id,
        category: one.category,
        title: one.title.to_owned(),
        meaning: one.meaning.to_owned(),
        source: one.source,
        example: Example::members(one.example),
        fix: one.fix.to_owned(),
    });
    let families = FAMILIES.iter().flat_map(|list| list.iter());
    let families = families.flat_map(Family::explained);
    let mut all: Vec<_> = singles.chain(families).collect();
    all.sort_by_key(|one| one.id);
    all
}

/// Returns the part of the interface that a rule concerns.
pub(super) fn category(rule: &str) -> Category {
    static CATEGORIES: LazyLock<HashMap<&'static str, Category>> = LazyLock::new(|| {
        let singles = SINGLES.iter().flat_map(|list| list.iter());
        let singles = singles.map(|one| (one.id, one.category));
        let families = FAMILIES.iter().flat_map(|list| list.iter());
        let families = families.flat_map(|family| {
            let sides = family.at.iter();
            sides.map(|side| (family.on(*side), family.category))
        });
        singles.chain(families).collect()
    });
    CATEGORIES.get(rule).copied().unwrap_or(Category::Wire)
}

/// Returns the name of a rule without its place: the same for all rules of a family.
pub(super) fn kind(rule: &'static str) -> &'static str {
    static KINDS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
        let families = FAMILIES.iter().flat_map(|list| list.iter());
        let named = families.flat_map(|family| {
            let ending = &family.names.parameter["request-parameter-".len()..];
            family.at.iter().map(move |side| (family.on(*side), ending))
        });
        named.collect()
    });
    KINDS.get(rule).copied().unwrap_or(rule)
}

/// Returns the family whose names have an ending. The compiler evaluates it.
pub(super) const fn family(ending: &str) -> &'static Family {
    const PREFIX: usize = "request-parameter-".len();
    let mut list = 0;
    while list < FAMILIES.len() {
        let mut at = 0;
        while at < FAMILIES[list].len() {
            if same(FAMILIES[list][at].names.parameter, PREFIX, ending) {
                return &FAMILIES[list][at];
            }
            at += 1;
        }
        list += 1;
    }
    panic!("spec/src/diff/rules/families/ does not explain this rule")
}

/// Returns the id of a rule for one kind of place. The compiler evaluates it.
pub(super) const fn single(id: &'static str) -> &'static str {
    let mut list = 0;
    while list < SINGLES.len() {
        let mut at = 0;
        while at < SINGLES[list].len() {
            if same(SINGLES[list][at].id, 0, id) {
                return id;
            }
            at += 1;
        }
        list += 1;
    }
    let mut list = 0;
    while list < FAMILIES.len() {
        let mut at = 0;
        while at < FAMILIES[list].len() {
            let names = &FAMILIES[list][at].names;
            if same(names.request_body, 0, id) || same(names.response_body, 0, id) {
                return id;
            }
            at += 1;
        }
        list += 1;
    }
    panic!("spec/src/diff/rules/ does not explain this rule")
}

/// Returns whether `text` from the byte `from` is `other`.
const fn same(text: &str, from: usize, other: &str) -> bool {
    let (text, other) = (text.as_bytes(), other.as_bytes());
    if text.len() != from + other.len() {
        return false;
    }
    let mut at = 0;
    while at < other.len() {
        if text[from + at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A rule on values, by the ending of its names. An unknown one does not compile.
macro_rules! rule {
    ($($name:literal),+) => {
        const { $crate::diff::rules::family(concat!($($name),+)) }
    };
}
pub(super) use rule;

/// The id of a rule. An unknown one does not compile.
macro_rules! id {
    ($id:literal) => {
        const { $crate::diff::rules::single($id) }
    };
}
pub(super) use id;
