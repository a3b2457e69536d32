//! Kinds of value that a deployment can make large.

use crate::SECRET;

/// A kind of value: its property, the schema of the property, and a JSON text of a size.
pub struct Construct {
    pub name: &'static str,
    pub schema: &'static str,
    pub value: fn(usize) -> String,
}

pub const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "unknown",
        schema: "{type: object, properties: {a: {type: string}}}",
        value: |n| object(n, |at| format!("\"p{at}\":{at}")),
    },
    Construct {
        name: "duplicates",
        schema: "{type: object, properties: {a: {type: integer}}}",
        value: |n| object(n, |at| format!("\"a\":{at}")),
    },
    Construct {
        name: "map",
        schema: "{type: object, additionalProperties: {type: integer, maximum: 5}}",
        value: |n| object(n, |at| format!("\"{at}\":{at}")),
    },
    Construct {
        name: "items",
        schema: "{type: array, items: {type: object, properties: {a: {type: string}}}}",
        value: |n| array(n, |at| format!("{{\"a\":\"x{at}\",\"b\":{at}}}")),
    },
    Construct {
        name: "wrong",
        schema: "{type: array, items: {type: object, required: [a, b], properties: {a: {type: string}}}}",
        value: |n| array(n, |at| format!("{{\"a\":{at}}}")),
    },
    Construct {
        name: "unique",
        schema: "{type: array, uniqueItems: true, items: {type: object}}",
        value: |n| array(n, |at| format!("{{\"a\":{at},\"b\":[{at}]}}")),
    },
    Construct {
        name: "union",
        schema: "{type: array, items: {oneOf: [{type: string, maxLength: 2}, {type: integer}, \
                 {type: object, required: [a]}, {type: object, required: [b]}]}}",
        value: |n| array(n, |at| format!("{{\"b\":{at}}}")),
    },
    Construct {
        name: "text",
        schema: "{type: string, pattern: '^(a|b)*c?$', maxLength: 10}",
        value: |n| format!("\"{}\"", "ab".repeat(n)),
    },
    Construct {
        name: "time",
        schema: "{type: string, format: date-time}",
        value: |n| format!("\"2026-01-01T00:00:00.{}Z\"", "1".repeat(n)),
    },
    Construct {
        name: "digits",
        schema: "{type: number, multipleOf: 0.01}",
        value: |n| format!("1.{}e400", "7".repeat(n)),
    },
    Construct {
        name: "numbers",
        schema: "{type: array, items: {type: integer, format: int64}}",
        value: |n| array(n, |at| format!("{at}e{at}")),
    },
    Construct {
        name: "deep",
        schema: "{}",
        value: |n| format!("{}{}", "[".repeat(n), "]".repeat(n)),
    },
    Construct {
        name: "secrets",
        schema: "{type: array, items: {type: string, enum: [a]}}",
        value: |n| array(n, |_| format!("\"{SECRET}\"")),
    },
    Construct {
        name: "escapes",
        schema: "{type: string}",
        value: |n| format!("\"{}\"", "\\ud83d\\ude00\\u0000".repeat(n)),
    },
    Construct {
        name: "links",
        schema: "{type: array, items: {type: string, format: uri}}",
        value: |n| array(n, |at| format!("\"https://other.example/{at}?next={at}\"")),
    },
];

fn object(n: usize, member: impl Fn(usize) -> String) -> String {
    format!("{{{}}}", (0..n).map(member).collect::<Vec<_>>().join(","))
}

fn array(n: usize, item: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..n).map(item).collect::<Vec<_>>().join(","))
}
