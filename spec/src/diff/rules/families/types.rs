//! Rules on values: their types.

use super::names::names;
use crate::diff::Category;
use crate::diff::rules::family::{EVERYWHERE, Family};
use crate::diff::schema::Effect::{Narrower, Other, Wider};

pub(in crate::diff::rules) const FAMILIES: &[Family] = &[
    Family {
        names: names!("type-generalized"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "is of a wider type",
        meaning: "The new type includes every value of the old one, as `number` includes `integer`.",
        source: "“String values MUST be one of the six primitive types (\"null\", \"boolean\", \"object\", \"array\", \"number\", or \"string\"), or \"integer\" which matches any number with a zero fractional part.” (JSON Schema Validation 2020-12 §6.1.1)",
        schemas: ("type: integer", "type: number"),
        keep: "the narrower type",
    },
    Family {
        names: names!("type-specialized"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "is of a narrower type",
        meaning: "The new type includes only some values of the old one, as `integer` leaves out `1.5`.",
        source: "“String values MUST be one of the six primitive types (\"null\", \"boolean\", \"object\", \"array\", \"number\", or \"string\"), or \"integer\" which matches any number with a zero fractional part.” (JSON Schema Validation 2020-12 §6.1.1)",
        schemas: ("type: number", "type: integer"),
        keep: "the wider type",
    },
    Family {
        names: names!("type-changed"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "is of another type or format",
        meaning: "Types and formats decide how a value is written and which type it has in generated code. A change from one format to a wider one of the same type (`int32` to `int64`) is reported by this rule too, with the level of its direction.",
        source: "“String values MUST be one of the six primitive types (\"null\", \"boolean\", \"object\", \"array\", \"number\", or \"string\"), or \"integer\" which matches any number with a zero fractional part.” (JSON Schema Validation 2020-12 §6.1.1)",
        schemas: ("type: boolean", "type: integer"),
        keep: "the type and the format",
    },
];
