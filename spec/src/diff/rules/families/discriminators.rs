//! Rules on values: discriminators.

use super::names::names;
use crate::diff::Category;
use crate::diff::rules::family::{EVERYWHERE, Family};
use crate::diff::schema::Effect::{Narrower, Other, Wider};

pub(in crate::diff::rules) const FAMILIES: &[Family] = &[
    Family {
        names: names!("discriminator-mapping-deleted"),
        category: Category::Types,
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "has lost a value of its discriminator",
        meaning: "`mapping` says which alternative a value of the discriminator stands for. Without the entry, clients cannot decode the value, in whichever direction it travels.",
        source: "“mapping: An object to hold mappings between payload values and schema names or references.” (OpenAPI 3.1.0 §4.8.25.1)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator:\n  propertyName: kind\n  mapping:\n    card: \"#/components/schemas/Card\"\n    bank: \"#/components/schemas/Bank\"\n    debit: \"#/components/schemas/Card\"",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator:\n  propertyName: kind\n  mapping:\n    card: \"#/components/schemas/Card\"\n    bank: \"#/components/schemas/Bank\"",
        ),
        keep: "the entry under `mapping`",
    },
    Family {
        names: names!("discriminator-mapping-added"),
        category: Category::Types,
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "has a new value of its discriminator",
        meaning: "`mapping` says which alternative a value of the discriminator stands for. Clients of the old description do not know the new value.",
        source: "“mapping: An object to hold mappings between payload values and schema names or references.” (OpenAPI 3.1.0 §4.8.25.1)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator:\n  propertyName: kind\n  mapping:\n    card: \"#/components/schemas/Card\"\n    bank: \"#/components/schemas/Bank\"",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator:\n  propertyName: kind\n  mapping:\n    card: \"#/components/schemas/Card\"\n    bank: \"#/components/schemas/Bank\"\n    debit: \"#/components/schemas/Card\"",
        ),
        keep: "the entries under `mapping` as they are",
    },
    Family {
        names: names!("discriminator-property-name-changed"),
        category: Category::Types,
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "has another property as its discriminator",
        meaning: "The discriminator names the property by which clients choose the alternative to decode.",
        source: "“propertyName: REQUIRED. The name of the property in the payload that will hold the discriminator value.” (OpenAPI 3.1.0 §4.8.25.1)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator: {propertyName: kind}",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator: {propertyName: type}",
        ),
        keep: "the `propertyName`",
    },
    Family {
        names: names!("discriminator-default-mapping-changed"),
        category: Category::Types,
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "has another schema for values of its discriminator that select none",
        meaning: "`defaultMapping` names the schema of values whose discriminator is absent or unknown. Without it, all values must select a schema.",
        source: "“defaultMapping: The schema name or URI reference to a schema that is expected to validate the structure of the model when the discriminating property is not present in the payload or contains a value for which there is no explicit or implicit mapping.” (OpenAPI 3.2.0 §4.25.1)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator: {propertyName: kind, defaultMapping: Card}",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator: {propertyName: kind, defaultMapping: Bank}",
        ),
        keep: "the `defaultMapping`",
    },
    Family {
        names: names!("discriminator-removed"),
        category: Category::Types,
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "has no discriminator any more",
        meaning: "Clients chose the alternative to decode by the discriminator, and have to guess it now.",
        source: "“When request bodies or response payloads may be one of a number of different schemas, a Discriminator Object can be used to aid in serialization, deserialization, and validation.” (OpenAPI 3.1.0 §4.8.25)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator:\n  propertyName: kind\n  mapping:\n    card: \"#/components/schemas/Card\"\n    bank: \"#/components/schemas/Bank\"",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
        ),
        keep: "the discriminator",
    },
    Family {
        names: names!("discriminator-added"),
        category: Category::Types,
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "has a discriminator now",
        meaning: "Clients choose the alternative to decode by the discriminator. In requests the property is needed now; in responses the discriminator only helps.",
        source: "“When request bodies or response payloads may be one of a number of different schemas, a Discriminator Object can be used to aid in serialization, deserialization, and validation.” (OpenAPI 3.1.0 §4.8.25)",
        schemas: (
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}",
            "oneOf:\n  - {$ref: \"#/components/schemas/Card\"}\n  - {$ref: \"#/components/schemas/Bank\"}\ndiscriminator:\n  propertyName: kind\n  mapping:\n    card: \"#/components/schemas/Card\"\n    bank: \"#/components/schemas/Bank\"",
        ),
        keep: "it without a discriminator",
    },
];
