//! Constructs of OpenAPI 3.1 and 3.2, very many of each, or one that everything refers to.

use crate::{Construct, Parts, Words, joined, lines};

/// The size of a text that is referred to by everything.
const LONG: usize = 50_000;

const EMPTY: &str = "responses: {'204': {description: Done.}}";

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "item-schemas",
        sizes: &[1_000, 20_000],
        make: item_schemas,
    },
    Construct {
        name: "shared-item-schema",
        sizes: &[1_000, 20_000],
        make: shared_item_schema,
    },
    Construct {
        name: "shared-media-type",
        sizes: &[300, 3_000],
        make: shared_media_type,
    },
    Construct {
        name: "chain-of-media-types",
        sizes: &[1_000, 20_000],
        make: chain_of_media_types,
    },
    Construct {
        name: "webhooks",
        sizes: &[1_000, 20_000],
        make: webhooks,
    },
    Construct {
        name: "shared-webhook",
        sizes: &[300, 3_000],
        make: shared_webhook,
    },
    Construct {
        name: "chain-of-tags",
        sizes: &[1_000, 20_000],
        make: chain_of_tags,
    },
    Construct {
        name: "tags-of-one-parent",
        sizes: &[1_000, 20_000],
        make: tags_of_one_parent,
    },
    Construct {
        name: "additional-operations",
        sizes: &[1_000, 20_000],
        make: additional_operations,
    },
    Construct {
        name: "dynamic-references",
        sizes: &[1_000, 20_000],
        make: dynamic_references,
    },
    Construct {
        name: "anchored-schemas",
        sizes: &[1_000, 20_000],
        make: anchored_schemas,
    },
    Construct {
        name: "prefix-items",
        sizes: &[1_000, 20_000],
        make: prefix_items,
    },
    Construct {
        name: "pattern-properties",
        sizes: &[1_000, 20_000],
        make: pattern_properties,
    },
    Construct {
        name: "dependent-schemas",
        sizes: &[1_000, 20_000],
        make: dependent_schemas,
    },
];

/// Returns the response with a stream of items.
fn stream(schema: &str) -> String {
    format!(
        "responses: {{'200': {{description: Done., content: {{application/jsonl: {{itemSchema: {schema}}}}}}}}}"
    )
}

fn item_schemas(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        is_newer: true,
        paths: lines(size, |n| {
            let response = stream(&format!(
                "{{type: object, properties: {{{name}{n}: {{type: string}}}}}}"
            ));
            format!("  /{name}{n}: {{get: {{{response}}}}}")
        }),
        ..Parts::default()
    }
}

fn shared_item_schema(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let response = stream(&format!("{{$ref: '#/components/schemas/{name}'}}"));
    let properties = lines(size, |n| format!("        {name}{n}: {{type: string}}"));
    Parts {
        is_newer: true,
        paths: lines(size, |n| format!("  /{name}{n}: {{get: {{{response}}}}}")),
        schemas: format!("    {name}:\n      type: object\n      properties:\n{properties}"),
        ..Parts::default()
    }
}

fn shared_media_type(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let response = format!(
        "responses: {{'200': {{description: Done., content: {{application/json: {{$ref: '#/components/mediaTypes/{name}'}}}}}}}}"
    );
    Parts {
        is_newer: true,
        paths: lines(size, |n| format!("  /{name}{n}: {{get: {{{response}}}}}")),
        media_types: format!(
            "    {name}: {{schema: {{type: string}}, examples: {{one: {{dataValue: {text}}}}}}}\n"
        ),
        ..Parts::default()
    }
}

fn chain_of_media_types(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let chain = lines(size, |n| {
        format!(
            "    {name}{n}: {{$ref: '#/components/mediaTypes/{name}{}'}}",
            n + 1
        )
    });
    let response = format!(
        "responses: {{'200': {{description: Done., content: {{application/json: {{$ref: '#/components/mediaTypes/{name}0'}}}}}}}}"
    );
    Parts {
        is_newer: true,
        paths: format!("  /{name}: {{get: {{{response}}}}}\n"),
        media_types: format!("{chain}    {name}{size}: {{schema: {{type: string}}}}\n"),
        ..Parts::default()
    }
}

/// Returns webhooks, each with its own body.
fn webhooks(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        is_newer: true,
        webhooks: lines(size, |n| {
            let schema = format!("{{type: object, properties: {{{name}{n}: {{type: string}}}}}}");
            let body = format!("content: {{application/json: {{schema: {schema}}}}}");
            format!("  {name}{n}: {{post: {{requestBody: {{{body}}}, {EMPTY}}}}}")
        }),
        ..Parts::default()
    }
}

fn shared_webhook(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    Parts {
        is_newer: true,
        root: format!("x-w-{name}: {{post: {{description: {text}, {EMPTY}}}}}\n"),
        webhooks: lines(size, |n| format!("  {name}{n}: {{$ref: '#/x-w-{name}'}}")),
        ..Parts::default()
    }
}

fn chain_of_tags(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        is_newer: true,
        tags: lines(size, |n| match n.checked_sub(1) {
            Some(parent) => format!("  - {{name: {name}{n}, parent: {name}{parent}}}"),
            None => format!("  - {{name: {name}{n}}}"),
        }),
        paths: lines(size, |n| {
            format!("  /{name}{n}: {{get: {{tags: [{name}{n}], {EMPTY}}}}}")
        }),
        ..Parts::default()
    }
}

fn tags_of_one_parent(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let tags = lines(size, |n| format!("  - {{name: {name}{n}, parent: {name}}}"));
    Parts {
        is_newer: true,
        tags: format!("  - {{name: {name}, description: {text}}}\n{tags}"),
        paths: lines(size, |n| {
            format!("  /{name}{n}: {{get: {{tags: [{name}{n}], {EMPTY}}}}}")
        }),
        ..Parts::default()
    }
}

/// Returns a path with many methods that HTTP does not define.
fn additional_operations(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let methods = lines(size, |n| format!("      {name}{n}: {{{EMPTY}}}"));
    Parts {
        is_newer: true,
        paths: format!("  /{name}:\n    additionalOperations:\n{methods}"),
        ..Parts::default()
    }
}

fn dynamic_references(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let schemas = lines(size, |n| {
        format!(
            "    {name}{n}: {{$dynamicAnchor: {name}, type: object, properties: {{a: {{$dynamicRef: '#{name}'}}}}}}"
        )
    });
    Parts {
        is_newer: true,
        schemas,
        ..Parts::default()
    }
}

/// Returns a chain of schemas that refer to each other by anchors.
fn anchored_schemas(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let chain = lines(size, |n| {
        format!(
            "    {name}{n}: {{$anchor: {name}{n}, type: object, properties: {{a: {{$ref: '#{name}{}'}}}}}}",
            n + 1
        )
    });
    Parts {
        is_newer: true,
        schemas: format!("{chain}    {name}{size}: {{$anchor: {name}{size}, type: string}}\n"),
        ..Parts::default()
    }
}

fn prefix_items(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let items = joined(size, |n| format!("      - {{const: {name}{n}}}\n"));
    Parts {
        is_newer: true,
        schemas: format!("    {name}:\n      type: array\n      prefixItems:\n{items}"),
        ..Parts::default()
    }
}

fn pattern_properties(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let named = lines(size, |n| format!("        {name}{n}: {{type: string}}"));
    let patterns = lines(size, |n| format!("        ^{name}{n}: {{type: string}}"));
    Parts {
        is_newer: true,
        schemas: format!(
            "    {name}:\n      type: object\n      properties:\n{named}      patternProperties:\n{patterns}"
        ),
        ..Parts::default()
    }
}

fn dependent_schemas(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let dependent = lines(size, |n| {
        format!(
            "        {name}{n}: {{properties: {{{name}{}: {{type: string}}}}}}",
            n + 1
        )
    });
    Parts {
        is_newer: true,
        schemas: format!("    {name}:\n      type: object\n      dependentSchemas:\n{dependent}"),
        ..Parts::default()
    }
}
