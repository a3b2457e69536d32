//! The rules on values.

use super::family::{BEHIND_PARAMETERS, EVERYWHERE, Family, IN_RESPONSES, Names, PROPERTIES};
use crate::diff::schema::Effect::{Narrower, Other, Wider};

/// The names of a rule at all places, from what they end with.
macro_rules! names {
    ($($name:literal),+) => {
        Names {
            parameter: concat!("request-parameter-", $($name),+),
            request_body: concat!("request-body-", $($name),+),
            request_property: concat!("request-property-", $($name),+),
            response_body: concat!("response-body-", $($name),+),
            response_property: concat!("response-property-", $($name),+),
            header: concat!("response-header-", $($name),+),
        }
    };
}

/// A bound: what its names end with, its keyword, what it is about, the sentence of the standard,
/// the rest of the schema of its examples, and two values of it.
macro_rules! bound {
    ($name:ident: $ending:literal, $keyword:literal, $meaning:literal, $source:literal,
     $bare:literal, $lower:literal, $greater:literal) => {
        macro_rules! $name {
            (set) => {
                Family {
                    names: names!($ending, "-set"),
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

/// Every rule on values.
pub(super) const FAMILIES: &[Family] = &[
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
    Family {
        names: names!("default-value-changed"),
        at: EVERYWHERE,
        effects: (Other, Narrower),
        predicate: "has another default",
        meaning: "A default is the value that an absent one stands for. Callers who leave the value out get another behavior without having changed anything. In a response a default is only documentation, so there the change is harmless.",
        source: "“This keyword can be used to supply a default JSON value associated with a particular schema.” (JSON Schema Validation 2020-12 §9.2)",
        schemas: ("type: integer\ndefault: 20", "type: integer\ndefault: 50"),
        keep: "the old default",
    },
    Family {
        names: names!("default-value-added"),
        at: EVERYWHERE,
        effects: (Other, Narrower),
        predicate: "has a default now",
        meaning: "A default is the value that an absent one stands for. Until now the description left open what a missing value means; callers who leave it out may get another behavior. In a response a default is only documentation.",
        source: "“This keyword can be used to supply a default JSON value associated with a particular schema.” (JSON Schema Validation 2020-12 §9.2)",
        schemas: ("type: integer", "type: integer\ndefault: 20"),
        keep: "it without a default, or the default that the service has always used,",
    },
    Family {
        names: names!("default-value-removed"),
        at: EVERYWHERE,
        effects: (Other, Narrower),
        predicate: "has no default any more",
        meaning: "A default is the value that an absent one stands for. Callers who leave the value out relied on it, and the description no longer promises it. In a response a default is only documentation.",
        source: "“This keyword can be used to supply a default JSON value associated with a particular schema.” (JSON Schema Validation 2020-12 §9.2)",
        schemas: ("type: integer\ndefault: 20", "type: integer"),
        keep: "the default",
    },
    Family {
        names: names!("deprecated"),
        at: BEHIND_PARAMETERS,
        effects: (Wider, Narrower),
        predicate: "is deprecated",
        meaning: "Clients generated from the new description mark it as deprecated; it works as before.",
        source: "“If \"deprecated\" has a value of boolean true, it indicates that applications SHOULD refrain from usage of the declared property.” (JSON Schema Validation 2020-12 §9.3)",
        schemas: ("type: string", "type: string\ndeprecated: true"),
        keep: "the value in use",
    },
    Family {
        names: names!("became-nullable"),
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "may be null now",
        meaning: "`null` is a type of its own, and no other type includes it.",
        source: "“String values MUST be one of the six primitive types (\"null\", \"boolean\", \"object\", \"array\", \"number\", or \"string\"), or \"integer\" which matches any number with a zero fractional part.” (JSON Schema Validation 2020-12 §6.1.1)",
        schemas: ("type: string", "type: [string, \"null\"]"),
        keep: "`null` out",
    },
    Family {
        names: names!("became-not-nullable"),
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "cannot be null any more",
        meaning: "`null` is a type of its own, and no other type includes it.",
        source: "“String values MUST be one of the six primitive types (\"null\", \"boolean\", \"object\", \"array\", \"number\", or \"string\"), or \"integer\" which matches any number with a zero fractional part.” (JSON Schema Validation 2020-12 §6.1.1)",
        schemas: ("type: [string, \"null\"]", "type: string"),
        keep: "`null` allowed",
    },
    Family {
        names: names!("type-generalized"),
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
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "is of another type or format",
        meaning: "Types and formats decide how a value is written and which type it has in generated code. A change from one format to a wider one of the same type (`int32` to `int64`) is reported by this rule too, with the level of its direction.",
        source: "“String values MUST be one of the six primitive types (\"null\", \"boolean\", \"object\", \"array\", \"number\", or \"string\"), or \"integer\" which matches any number with a zero fractional part.” (JSON Schema Validation 2020-12 §6.1.1)",
        schemas: ("type: string", "type: integer"),
        keep: "the type and the format",
    },
    Family {
        names: names!("enum-became-extensible"),
        at: IN_RESPONSES,
        effects: (Wider, Wider),
        predicate: "may have values that its enumeration does not list",
        meaning: "`x-extensible-enum: true` says that values may be added at any time.",
        source: "“New fields and new endpoints are added without prior notice; clients must tolerate them.” (Interface §9 item 3, which does not mention new values of an enumeration)",
        schemas: (
            "type: string\nenum: [draft, sent]",
            "type: string\nenum: [draft, sent]\nx-extensible-enum: true",
        ),
        keep: "the enumeration closed",
    },
    Family {
        names: names!("enum-value-removed"),
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "has lost a value of its enumeration",
        meaning: "`enum` lists every value that is allowed.",
        source: "“An instance validates successfully against this keyword if its value is equal to one of the elements in this keyword's array value.” (JSON Schema Validation 2020-12 §6.1.2)",
        schemas: (
            "type: string\nenum: [draft, sent, expired]",
            "type: string\nenum: [draft, sent]",
        ),
        keep: "the value listed",
    },
    Family {
        names: names!("enum-value-added"),
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "has a new value in its enumeration",
        meaning: "`enum` lists every value that is allowed. Where the old description marks the enumeration as open (`x-extensible-enum`), callers had to expect new values and the change is harmless.",
        source: "“An instance validates successfully against this keyword if its value is equal to one of the elements in this keyword's array value.” (JSON Schema Validation 2020-12 §6.1.2)",
        schemas: (
            "type: string\nenum: [draft, sent]",
            "type: string\nenum: [draft, sent, expired]",
        ),
        keep: "the old list of values, or declare the enumeration open from the start,",
    },
    Family {
        names: names!("became-enum"),
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "is an enumeration now",
        meaning: "Only the listed values are left of all that the type allows.",
        source: "“An instance validates successfully against this keyword if its value is equal to one of the elements in this keyword's array value.” (JSON Schema Validation 2020-12 §6.1.2)",
        schemas: ("type: string", "type: string\nenum: [draft, sent]"),
        keep: "every value of the type allowed",
    },
    Family {
        names: names!("became-not-enum"),
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "is not an enumeration any more",
        meaning: "Every value of the type is allowed, where only the listed ones were.",
        source: "“An instance validates successfully against this keyword if its value is equal to one of the elements in this keyword's array value.” (JSON Schema Validation 2020-12 §6.1.2)",
        schemas: ("type: string\nenum: [draft, sent]", "type: string"),
        keep: "the enumeration",
    },
    Family {
        names: names!("multiple-of-changed"),
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "must be a multiple of another number",
        meaning: "`multipleOf` is the step between allowed numbers; here it is another one.",
        source: "“A numeric instance is valid only if division by this keyword's value results in an integer.” (JSON Schema Validation 2020-12 §6.2.1)",
        schemas: (
            "type: integer\nmultipleOf: 5",
            "type: integer\nmultipleOf: 3",
        ),
        keep: "the old `multipleOf`",
    },
    Family {
        names: names!("multiple-of-set"),
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "must be a multiple of a number now",
        meaning: "`multipleOf` is the step between allowed numbers; before, every number was allowed.",
        source: "“A numeric instance is valid only if division by this keyword's value results in an integer.” (JSON Schema Validation 2020-12 §6.2.1)",
        schemas: ("type: integer", "type: integer\nmultipleOf: 5"),
        keep: "it without `multipleOf`",
    },
    Family {
        names: names!("multiple-of-unset"),
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "need not be a multiple of a number any more",
        meaning: "`multipleOf` is the step between allowed numbers; now every number is allowed.",
        source: "“A numeric instance is valid only if division by this keyword's value results in an integer.” (JSON Schema Validation 2020-12 §6.2.1)",
        schemas: ("type: integer\nmultipleOf: 5", "type: integer"),
        keep: "`multipleOf`",
    },
    Family {
        names: names!("pattern-added"),
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "must match a pattern now",
        meaning: "`pattern` is a regular expression (ECMA-262) that strings must match; before there was none.",
        source: "“A string instance is considered valid if the regular expression matches the instance successfully.” (JSON Schema Validation 2020-12 §6.3.3)",
        schemas: ("type: string", "type: string\npattern: \"^[a-z]+$\""),
        keep: "it free of a pattern",
    },
    Family {
        names: names!("pattern-removed"),
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "need not match a pattern any more",
        meaning: "`pattern` is a regular expression (ECMA-262) that strings must match; now there is none.",
        source: "“A string instance is considered valid if the regular expression matches the instance successfully.” (JSON Schema Validation 2020-12 §6.3.3)",
        schemas: ("type: string\npattern: \"^[a-z]+$\"", "type: string"),
        keep: "the pattern",
    },
    Family {
        names: names!("pattern-changed"),
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "must match another pattern",
        meaning: "`pattern` is a regular expression (ECMA-262). Which of two patterns allows more cannot be decided in general, so this is a warning to look at.",
        source: "“A string instance is considered valid if the regular expression matches the instance successfully.” (JSON Schema Validation 2020-12 §6.3.3)",
        schemas: (
            "type: string\npattern: \"^[a-z]+$\"",
            "type: string\npattern: \"^[a-z]*$\"",
        ),
        keep: "a pattern that matches the same strings",
    },
    Family {
        names: names!("unique-items-added"),
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "must not have equal items any more",
        meaning: "`uniqueItems: true` forbids two equal items; before, they were allowed.",
        source: "“If it has boolean value true, the instance validates successfully if all of its elements are unique.” (JSON Schema Validation 2020-12 §6.4.3)",
        schemas: (
            "type: array\nitems: {type: string}",
            "type: array\nitems: {type: string}\nuniqueItems: true",
        ),
        keep: "equal items allowed",
    },
    Family {
        names: names!("unique-items-removed"),
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "may have equal items now",
        meaning: "`uniqueItems: true` forbade two equal items; now they are allowed.",
        source: "“If it has boolean value true, the instance validates successfully if all of its elements are unique.” (JSON Schema Validation 2020-12 §6.4.3)",
        schemas: (
            "type: array\nitems: {type: string}\nuniqueItems: true",
            "type: array\nitems: {type: string}",
        ),
        keep: "`uniqueItems: true`",
    },
    Family {
        names: names!("prefix-items-changed"),
        at: EVERYWHERE,
        effects: (Other, Other),
        predicate: "has another number of items with schemas of their own",
        meaning: "`prefixItems` gives each position at the beginning of an array its own schema. With another number of them, a position has another meaning.",
        source: "“Validation succeeds if each element of the instance validates against the schema at the same position, if any.” (JSON Schema 2020-12 §10.3.1.1)",
        schemas: (
            "type: array\nprefixItems: [{type: string}]\nitems: {type: string}",
            "type: array\nprefixItems: [{type: string}, {type: integer}]\nitems: {type: string}",
        ),
        keep: "the number of `prefixItems`",
    },
    Family {
        names: names!("additional-properties-removed"),
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "forbids properties that it does not name",
        meaning: "`additionalProperties: false` forbids what `properties` does not list.",
        source: "“Validation with \"additionalProperties\" applies only to the child values of instance names that do not appear in the annotation results of either \"properties\" or \"patternProperties\".” (JSON Schema 2020-12 §10.3.2.3)",
        schemas: (
            "type: object\nproperties: {name: {type: string}}",
            "type: object\nproperties: {name: {type: string}}\nadditionalProperties: false",
        ),
        keep: "properties that are not named allowed",
    },
    Family {
        names: names!("additional-properties-added"),
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
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "has a schema for properties that it does not name",
        meaning: "Properties that `properties` does not list could have any value, and must match a schema now.",
        source: "“Validation with \"additionalProperties\" applies only to the child values of instance names that do not appear in the annotation results of either \"properties\" or \"patternProperties\".” (JSON Schema 2020-12 §10.3.2.3)",
        schemas: (
            "type: object\nproperties: {name: {type: string}}",
            "type: object\nproperties: {name: {type: string}}\nadditionalProperties: {type: string}",
        ),
        keep: "any value allowed in properties that are not named",
    },
    Family {
        names: names!("additional-properties-unrestricted"),
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "has no schema any more for properties that it does not name",
        meaning: "Properties that `properties` does not list had to match a schema, and may have any value now.",
        source: "“Validation with \"additionalProperties\" applies only to the child values of instance names that do not appear in the annotation results of either \"properties\" or \"patternProperties\".” (JSON Schema 2020-12 §10.3.2.3)",
        schemas: (
            "type: object\nproperties: {name: {type: string}}\nadditionalProperties: {type: string}",
            "type: object\nproperties: {name: {type: string}}",
        ),
        keep: "the schema under `additionalProperties`",
    },
    Family {
        names: names!("any-of-removed"),
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
        names: names!("discriminator-mapping-deleted"),
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
        names: names!("discriminator-removed"),
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
    Family {
        names: names!("became-required"),
        at: PROPERTIES,
        effects: (Narrower, Narrower),
        predicate: "is required now",
        meaning: "`required` lists the properties that must be there.",
        source: "“An object instance is valid against this keyword if every item in the array is the name of a property in the instance.” (JSON Schema Validation 2020-12 §6.5.3)",
        schemas: ("type: string", "type: string # named in `required`"),
        keep: "it optional",
    },
    Family {
        names: names!("became-optional"),
        at: PROPERTIES,
        effects: (Wider, Wider),
        predicate: "may be left out now",
        meaning: "`required` lists the properties that must be there.",
        source: "“An object instance is valid against this keyword if every item in the array is the name of a property in the instance.” (JSON Schema Validation 2020-12 §6.5.3)",
        schemas: ("type: string # named in `required`", "type: string"),
        keep: "it required",
    },
];
