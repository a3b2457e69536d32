//! Rules on values: bounds.

use super::names::names;
use crate::diff::Category;
use crate::diff::rules::family::{EVERYWHERE, Family};
use crate::diff::schema::Effect::{Narrower, Wider};

/// A bound: what its names end with, its keyword, what it is about, the sentence of the standard,
/// the rest of the schema of its examples, and two values of it.
macro_rules! bound {
    ($name:ident: $ending:literal, $keyword:literal, $meaning:literal, $source:literal,
     $bare:literal, $lower:literal, $greater:literal) => {
        macro_rules! $name {
            (set) => {
                Family {
                    names: names!($ending, "-set"),
                    category: Category::Wire,
                    at: EVERYWHERE,
                    effects: (Narrower, Narrower),
                    predicate: concat!("has a `", $keyword, "` now"),
                    meaning: concat!(
                        $meaning,
                        " A new bound often writes down what the service did all along, so in \
                         requests it is reported as a warning."
                    ),
                    source: $source,
                    schemas: ($bare, concat!($bare, "\n", $keyword, ": ", $lower)),
                    keep: concat!("it free of a `", $keyword, "`"),
                }
            };
            (unset) => {
                Family {
                    names: names!($ending, "-unset"),
                    category: Category::Wire,
                    at: EVERYWHERE,
                    effects: (Wider, Wider),
                    predicate: concat!("has no `", $keyword, "` any more"),
                    meaning: concat!($meaning, " Now there is no such bound."),
                    source: $source,
                    schemas: (concat!($bare, "\n", $keyword, ": ", $lower), $bare),
                    keep: concat!("the `", $keyword, "`"),
                }
            };
            (increased $effect:ident) => {
                Family {
                    names: names!($ending, "-increased"),
                    category: Category::Wire,
                    at: EVERYWHERE,
                    effects: ($effect, $effect),
                    predicate: concat!("has a greater `", $keyword, "`"),
                    meaning: concat!($meaning, " The bound went up."),
                    source: $source,
                    schemas: (
                        concat!($bare, "\n", $keyword, ": ", $lower),
                        concat!($bare, "\n", $keyword, ": ", $greater),
                    ),
                    keep: concat!("the lower `", $keyword, "`"),
                }
            };
            (decreased $effect:ident) => {
                Family {
                    names: names!($ending, "-decreased"),
                    category: Category::Wire,
                    at: EVERYWHERE,
                    effects: ($effect, $effect),
                    predicate: concat!("has a lower `", $keyword, "`"),
                    meaning: concat!($meaning, " The bound went down."),
                    source: $source,
                    schemas: (
                        concat!($bare, "\n", $keyword, ": ", $greater),
                        concat!($bare, "\n", $keyword, ": ", $lower),
                    ),
                    keep: concat!("the greater `", $keyword, "`"),
                }
            };
        }
    };
}

bound!(
    max: "max", "maximum",
    "`maximum` (or `exclusiveMaximum`) is the greatest number allowed.",
    "“If the instance is a number, then this keyword validates only if the instance is less than or exactly equal to \"maximum\".” (JSON Schema Validation 2020-12 §6.2.2)",
    "type: integer", "50", "100"
);
bound!(
    min: "min", "minimum",
    "`minimum` (or `exclusiveMinimum`) is the least number allowed.",
    "“If the instance is a number, then this keyword validates only if the instance is greater than or exactly equal to \"minimum\".” (JSON Schema Validation 2020-12 §6.2.4)",
    "type: integer", "0", "1"
);
bound!(
    max_length: "max-length", "maxLength",
    "`maxLength` is the greatest number of characters that a string may have.",
    "“A string instance is valid against this keyword if its length is less than, or equal to, the value of this keyword.” (JSON Schema Validation 2020-12 §6.3.1)",
    "type: string", "20", "40"
);
bound!(
    min_length: "min-length", "minLength",
    "`minLength` is the least number of characters that a string may have.",
    "“A string instance is valid against this keyword if its length is greater than, or equal to, the value of this keyword.” (JSON Schema Validation 2020-12 §6.3.2)",
    "type: string", "1", "3"
);
bound!(
    max_items: "max-items", "maxItems",
    "`maxItems` is the greatest number of items that an array may have.",
    "“An array instance is valid against \"maxItems\" if its size is less than, or equal to, the value of this keyword.” (JSON Schema Validation 2020-12 §6.4.1)",
    "type: array\nitems: {type: string}", "5", "10"
);
bound!(
    min_items: "min-items", "minItems",
    "`minItems` is the least number of items that an array may have.",
    "“An array instance is valid against \"minItems\" if its size is greater than, or equal to, the value of this keyword.” (JSON Schema Validation 2020-12 §6.4.2)",
    "type: array\nitems: {type: string}", "1", "2"
);
bound!(
    max_properties: "max-properties", "maxProperties",
    "`maxProperties` is the greatest number of properties that an object may have.",
    "“An object instance is valid against \"maxProperties\" if its number of properties is less than, or equal to, the value of this keyword.” (JSON Schema Validation 2020-12 §6.5.1)",
    "type: object\nadditionalProperties: {type: string}", "5", "10"
);
bound!(
    min_properties: "min-properties", "minProperties",
    "`minProperties` is the least number of properties that an object may have.",
    "“An object instance is valid against \"minProperties\" if its number of properties is greater than, or equal to, the value of this keyword.” (JSON Schema Validation 2020-12 §6.5.2)",
    "type: object\nadditionalProperties: {type: string}", "1", "2"
);

pub(in crate::diff::rules) const FAMILIES: &[Family] = &[
    max!(set),
    max!(unset),
    max!(increased Wider),
    max!(decreased Narrower),
    min!(set),
    min!(unset),
    min!(increased Narrower),
    min!(decreased Wider),
    max_length!(set),
    max_length!(unset),
    max_length!(increased Wider),
    max_length!(decreased Narrower),
    min_length!(set),
    min_length!(unset),
    min_length!(increased Narrower),
    min_length!(decreased Wider),
    max_items!(set),
    max_items!(unset),
    max_items!(increased Wider),
    max_items!(decreased Narrower),
    min_items!(set),
    min_items!(unset),
    min_items!(increased Narrower),
    min_items!(decreased Wider),
    max_properties!(set),
    max_properties!(unset),
    max_properties!(increased Wider),
    max_properties!(decreased Narrower),
    min_properties!(set),
    min_properties!(unset),
    min_properties!(increased Narrower),
    min_properties!(decreased Wider),
];
