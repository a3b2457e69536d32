//! Rules on values: alternatives.

use super::names::names;
use crate::diff::Category;
use crate::diff::rules::family::{EVERYWHERE, Family, IN_REQUESTS};
use crate::diff::schema::Effect::{Narrower, Other, Wider};

pub(in crate::diff::rules) const FAMILIES: &[Family] = &[
    Family {
        names: names!("any-of-removed"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "has lost an alternative of `anyOf`",
        meaning: "Each schema under `anyOf` is a form that the value can have; one of them is gone.",
        source: "“An instance validates successfully against this keyword if it validates successfully against at least one schema defined by this keyword's value.” (JSON Schema 2020-12 §10.2.1.2)",
        schemas: (
            "anyOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\n  - {$ref: \"#/components/schemas/Cash\"}",
            "anyOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
        ),
        keep: "all alternatives of `anyOf`",
    },
    Family {
        names: names!("any-of-added"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "has a new alternative of `anyOf`",
        meaning: "Each schema under `anyOf` is a form that the value can have; there is a new one.",
        source: "“An instance validates successfully against this keyword if it validates successfully against at least one schema defined by this keyword's value.” (JSON Schema 2020-12 §10.2.1.2)",
        schemas: (
            "anyOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
            "anyOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\n  - {$ref: \"#/components/schemas/Cash\"}",
        ),
        keep: "the alternatives of `anyOf` as they are",
    },
    Family {
        names: names!("one-of-removed"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "has lost an alternative of `oneOf`",
        meaning: "Each schema under `oneOf` is a form that the value can have; one of them is gone.",
        source: "“An instance validates successfully against this keyword if it validates successfully against exactly one schema defined by this keyword's value.” (JSON Schema 2020-12 §10.2.1.3)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\n  - {$ref: \"#/components/schemas/Cash\"}",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
        ),
        keep: "all alternatives of `oneOf`",
    },
    Family {
        names: names!("one-of-added"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "has a new alternative of `oneOf`",
        meaning: "Each schema under `oneOf` is a form that the value can have; there is a new one.",
        source: "“An instance validates successfully against this keyword if it validates successfully against exactly one schema defined by this keyword's value.” (JSON Schema 2020-12 §10.2.1.3)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\n  - {$ref: \"#/components/schemas/Cash\"}",
        ),
        keep: "the alternatives of `oneOf` as they are",
    },
    Family {
        names: names!("union-mode-changed"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Other, Narrower),
        predicate: "was `oneOf` and is `anyOf`, or the other way round",
        meaning: "Under `anyOf` a value may match several schemas, and under `oneOf` exactly one. It matters only to values that match several, and clients do not count what matches, so that only requests may break, by a new `oneOf`.",
        source: "“An instance validates successfully against this keyword if it validates successfully against exactly one schema defined by this keyword's value.” (JSON Schema 2020-12 §10.2.1.3)",
        schemas: (
            "anyOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
        ),
        keep: "`anyOf`, or alternatives that exclude each other,",
    },
    Family {
        names: names!("one-of-became-ambiguous"),
        category: Category::Wire,
        at: IN_REQUESTS,
        effects: (Narrower, Narrower),
        predicate: "has two alternatives of `oneOf` that a value may match both",
        meaning: "An alternative allows more than it did. What matched another one only may now match both, and `oneOf` refuses that. A discriminator rules it out.",
        source: "“An instance validates successfully against this keyword if it validates successfully against exactly one schema defined by this keyword's value.” (JSON Schema 2020-12 §10.2.1.3)",
        schemas: (
            "oneOf:\n  - {type: object, required: [card], properties: {card: {type: string}}}\n  - {type: object, required: [iban], properties: {iban: {type: string}}}",
            "oneOf:\n  - {type: object, required: [card], properties: {card: {type: string}}}\n  - {type: object, properties: {iban: {type: string}}}",
        ),
        keep: "alternatives that exclude each other",
    },
];
