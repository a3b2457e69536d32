//! Rules on values: lists of values.

use super::names::names;
use crate::diff::Category;
use crate::diff::rules::family::{EVERYWHERE, Family, IN_RESPONSES};
use crate::diff::schema::Effect::{Narrower, Wider};

pub(in crate::diff::rules) const FAMILIES: &[Family] = &[
    Family {
        names: names!("enum-became-extensible"),
        category: Category::Wire,
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
        category: Category::Wire,
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
        category: Category::Wire,
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
        category: Category::Wire,
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
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Wider, Wider),
        predicate: "is not an enumeration any more",
        meaning: "Every value of the type is allowed, where only the listed ones were.",
        source: "“An instance validates successfully against this keyword if its value is equal to one of the elements in this keyword's array value.” (JSON Schema Validation 2020-12 §6.1.2)",
        schemas: ("type: string\nenum: [draft, sent]", "type: string"),
        keep: "the enumeration",
    },
    Family {
        names: names!("x-extensible-enum-value-removed"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Narrower, Narrower),
        predicate: "has lost a value of `x-extensible-enum`",
        meaning: "`x-extensible-enum` lists the values that are known, and leaves room for others in responses. Requests may carry the listed ones; one of them is gone.",
        source: "“API clients MUST be prepared that new values may be returned with server responses; and API servers MUST reject values that they do not support.” (Zalando RESTful API Guidelines §112)",
        schemas: (
            "type: string\nx-extensible-enum: [new, done]",
            "type: string\nx-extensible-enum: [new]",
        ),
        keep: "all values of `x-extensible-enum`",
    },
    Family {
        names: names!("x-extensible-enum-value-added"),
        category: Category::Wire,
        at: EVERYWHERE,
        effects: (Wider, Narrower),
        predicate: "has a new value of `x-extensible-enum`",
        meaning: "`x-extensible-enum` lists the values that are known, and leaves room for others, which callers have to be ready for.",
        source: "“API clients MUST be prepared that new values may be returned with server responses; and API servers MUST reject values that they do not support.” (Zalando RESTful API Guidelines §112)",
        schemas: (
            "type: string\nx-extensible-enum: [new]",
            "type: string\nx-extensible-enum: [new, done]",
        ),
        keep: "the values of `x-extensible-enum`",
    },
];
