//! Rules on values: properties that are not named.

use super::names::names;
use crate::diff::Category;
use crate::diff::rules::family::{EVERYWHERE, Family};
use crate::diff::schema::Effect::{Narrower, Wider};

pub(in crate::diff::rules) const FAMILIES: &[Family] = &[
    Family {
        names: names!("additional-properties-removed"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "forbids properties that it does not name",
        meaning: "`additionalProperties: false` forbids what `properties` does not list.",
        source: "“Validation with \"additionalProperties\" applies only to the child values of instance names that do not appear in the annotation results of either \"properties\" or \"patternProperties\".” (JSON Schema 2020-12 §10.3.2.3)",
        schemas: (
            "type: object\nproperties: {name: {type: string}}",
            "type: object\nproperties: {name: {type: string}}\nadditionalProperties: false",
        ),
        keep: "additional properties allowed",
    },
    Family {
        names: names!("additional-properties-added"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Wider, Narrower),
        predicate: "allows properties that it does not name",
        meaning: "`additionalProperties: false` forbade what `properties` does not list. Clients must tolerate new properties in any case, so in responses too the change is harmless.",
        source: "“Validation with \"additionalProperties\" applies only to the child values of instance names that do not appear in the annotation results of either \"properties\" or \"patternProperties\".” (JSON Schema 2020-12 §10.3.2.3)",
        schemas: (
            "type: object\nproperties: {name: {type: string}}\nadditionalProperties: false",
            "type: object\nproperties: {name: {type: string}}",
        ),
        keep: "`additionalProperties: false`",
    },
    Family {
        names: names!("additional-properties-restricted"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "has a schema for properties that it does not name",
        meaning: "Properties that `properties` does not list could have any value, and must match a schema now.",
        source: "“Validation with \"additionalProperties\" applies only to the child values of instance names that do not appear in the annotation results of either \"properties\" or \"patternProperties\".” (JSON Schema 2020-12 §10.3.2.3)",
        schemas: (
            "type: object\nproperties: {name: {type: string}}",
            "type: object\nproperties: {name: {type: string}}\nadditionalProperties: {type: integer}",
        ),
        keep: "any value allowed in additional properties",
    },
    Family {
        names: names!("additional-properties-unrestricted"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "no longer has a schema for properties that it does not name",
        meaning: "Properties that `properties` does not list had to match a schema, and may have any value now.",
        source: "“Validation with \"additionalProperties\" applies only to the child values of instance names that do not appear in the annotation results of either \"properties\" or \"patternProperties\".” (JSON Schema 2020-12 §10.3.2.3)",
        schemas: (
            "type: object\nproperties: {name: {type: string}}\nadditionalProperties: {type: integer}",
            "type: object\nproperties: {name: {type: string}}",
        ),
        keep: "the schema under `additionalProperties`",
    },
];
