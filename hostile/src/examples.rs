//! Bodies of one large schema that many operations have, with an example.

use crate::{Construct, Parts, Words, lines};

/// How many values, members or properties the schema has.
const LARGE: usize = 2_000;

const JSON: &str = "application/json";

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "examples-of-an-enumeration",
        sizes: &[1_000, 10_000],
        make: enumeration,
    },
    Construct {
        name: "examples-of-a-union",
        sizes: &[1_000, 10_000],
        make: union,
    },
    Construct {
        name: "examples-of-an-object",
        sizes: &[1_000, 10_000],
        make: |words, size| object(words, size, JSON),
    },
    Construct {
        name: "forms-of-an-object",
        sizes: &[1_000, 10_000],
        make: |words, size| object(words, size, "application/x-www-form-urlencoded"),
    },
    Construct {
        name: "multipart-forms-of-an-object",
        sizes: &[1_000, 10_000],
        make: |words, size| object(words, size, "multipart/form-data"),
    },
];

/// Returns operations whose body is a schema, each with an example.
fn operations(name: &str, size: usize, media_type: &str, example: &str) -> String {
    let schema = format!("schema: {{$ref: '#/components/schemas/{name}'}}");
    let body =
        format!("requestBody: {{content: {{{media_type}: {{{schema}, example: {example}}}}}}}");
    let done = "responses: {'204': {description: Done.}}";
    lines(size, |n| {
        format!("  /{name}{n}: {{post: {{{body}, {done}}}}}")
    })
}

fn enumeration(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let values: Vec<_> = (0..LARGE).map(|n| format!("{name}{n}")).collect();
    let last = LARGE - 1;
    Parts {
        schemas: format!(
            "    {name}: {{type: string, enum: [{}]}}\n",
            values.join(", ")
        ),
        paths: operations(&name, size, JSON, &format!("{name}{last}")),
        ..Parts::default()
    }
}

fn union(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let member = |n: usize| {
        format!(
            "{{type: object, required: [{name}{n}], properties: {{{name}{n}: {{type: string}}}}}}"
        )
    };
    let members = lines(LARGE, |n| format!("      - {}", member(n)));
    let last = LARGE - 1;
    Parts {
        schemas: format!("    {name}:\n      oneOf:\n{members}"),
        paths: operations(&name, size, JSON, &format!("{{{name}{last}: text}}")),
        ..Parts::default()
    }
}

fn object(words: &mut Words, size: usize, media_type: &str) -> Parts {
    let name = words.name();
    let properties = lines(LARGE, |n| format!("        {name}{n}: {{type: string}}"));
    let last = LARGE - 1;
    Parts {
        schemas: format!("    {name}:\n      type: object\n      properties:\n{properties}"),
        paths: operations(&name, size, media_type, &format!("{{{name}{last}: text}}")),
        ..Parts::default()
    }
}
