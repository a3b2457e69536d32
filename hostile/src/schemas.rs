//! Schemas that refer to each other, and examples that are validated against them.

use crate::{Construct, Parts, Words, joined, lines};

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "enumeration-with-examples",
        sizes: &[1_000, 80_000],
        make: enumeration_with_examples,
    },
    Construct {
        name: "named-groups",
        sizes: &[1_000, 50_000],
        make: named_groups,
    },
    Construct {
        name: "patterns-of-named-groups",
        sizes: &[1_000, 50_000],
        make: patterns_of_named_groups,
    },
    Construct {
        name: "discriminator-mapping",
        sizes: &[1_000, 10_000],
        make: discriminator_mapping,
    },
    Construct {
        name: "unions-of-unions",
        sizes: &[1_000, 10_000],
        make: unions_of_unions,
    },
    Construct {
        name: "samples-of-unions",
        sizes: &[1_000, 10_000],
        make: samples_of_unions,
    },
];

fn enumeration_with_examples(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let values = lines(size, |n| format!("        - {name}{n}"));
    let examples = lines(size, |n| {
        format!("          {name}{n}: {{value: {name}{}}}", size - 1 - n)
    });
    let schema = format!("    {name}:\n      type: string\n      enum:\n{values}");
    let paths = format!(
        "  /{name}:\n    get:\n      parameters:\n      - name: a\n        in: query\n        schema: {{$ref: '#/components/schemas/{name}'}}\n        examples:\n{examples}      responses: {{'204': {{description: Done.}}}}\n"
    );
    Parts {
        schemas: schema,
        paths,
        ..Parts::default()
    }
}

fn named_groups(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let pattern = joined(size, |n| format!("(?<{name}{n}>x)"));
    Parts {
        schemas: format!("    {name}: {{type: string, pattern: '{pattern}'}}\n"),
        ..Parts::default()
    }
}

fn patterns_of_named_groups(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let schemas = lines(size, |n| {
        format!("    {name}{n}: {{type: string, pattern: '^(?<{name}>x)\\k<{name}>$'}}")
    });
    Parts {
        schemas,
        ..Parts::default()
    }
}

fn discriminator_mapping(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let members = lines(size, |n| {
        format!(
            "    {name}{n}: {{type: object, required: [kind], properties: {{kind: {{type: string}}}}}}"
        )
    });
    let union = lines(size, |n| {
        format!("      - {{$ref: '#/components/schemas/{name}{n}'}}")
    });
    let mapping = lines(size, |n| {
        format!("          v{n}: '#/components/schemas/{name}{n}'")
    });
    Parts {
        schemas: format!(
            "{members}    {name}Any:\n      discriminator:\n        propertyName: kind\n        mapping:\n{mapping}      oneOf:\n{union}"
        ),
        ..Parts::default()
    }
}

fn unions_of_unions(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let members = lines(size, |n| {
        format!("      - {{type: object, properties: {{{name}{n}: {{}}}}}}")
    });
    let others = lines(size, |n| {
        format!(
            "    {name}{n}: {{oneOf: [{{$ref: '#/components/schemas/{name}'}}, {{type: integer}}]}}"
        )
    });
    Parts {
        schemas: format!("    {name}:\n      oneOf:\n{members}{others}"),
        ..Parts::default()
    }
}

fn samples_of_unions(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let members = lines(size, |n| {
        format!(
            "      - {{type: object, required: [{name}{n}], properties: {{{name}{n}: {{type: string}}}}}}"
        )
    });
    let samples = lines(size, |n| {
        format!(
            "    {name}{n}: {{allOf: [{{$ref: '#/components/schemas/{name}'}}], example: {{a: 1}}}}"
        )
    });
    Parts {
        schemas: format!("    {name}:\n      oneOf:\n{members}{samples}"),
        ..Parts::default()
    }
}
