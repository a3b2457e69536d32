//! Very many items of one kind.

use crate::{Construct, Parts, Words, joined, lines};

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "enumeration-values",
        sizes: &[1_000, 100_000, 1_000_000],
        make: |words, size| enumeration(words, size, "enum"),
    },
    Construct {
        name: "values-of-x-extensible-enum",
        sizes: &[1_000, 100_000],
        make: |words, size| enumeration(words, size, "x-extensible-enum"),
    },
    Construct {
        name: "properties",
        sizes: &[1_000, 100_000],
        make: properties,
    },
    Construct {
        name: "tags",
        sizes: &[1_000, 20_000],
        make: tags,
    },
    Construct {
        name: "schemas",
        sizes: &[1_000, 100_000],
        make: schemas,
    },
    Construct {
        name: "media-types",
        sizes: &[1_000, 2_000, 4_000],
        make: media_types,
    },
    Construct {
        name: "equal-operation-ids",
        sizes: &[1_000, 10_000, 20_000],
        make: equal_operation_ids,
    },
    Construct {
        name: "operation-ids-of-one-name",
        sizes: &[1_000, 10_000, 20_000],
        make: operation_ids_of_one_name,
    },
    Construct {
        name: "parameters",
        sizes: &[1_000, 20_000],
        make: parameters,
    },
    Construct {
        name: "path-variables",
        sizes: &[1_000, 20_000],
        make: path_variables,
    },
    Construct {
        name: "responses-with-headers",
        sizes: &[1_000, 20_000],
        make: headers,
    },
    Construct {
        name: "unknown-fields",
        sizes: &[1_000, 100_000],
        make: unknown_fields,
    },
    Construct {
        name: "wrong-references",
        sizes: &[1_000, 50_000],
        make: wrong_references,
    },
    Construct {
        name: "numbers",
        sizes: &[1_000, 2_000_000],
        make: numbers,
    },
    Construct {
        name: "server-variables",
        sizes: &[1_000, 50_000],
        make: server_variables,
    },
];

const EMPTY: &str = "responses: {'204': {description: Done.}}";

fn enumeration(words: &mut Words, size: usize, keyword: &str) -> Parts {
    let name = words.name();
    let values: Vec<_> = (0..size).map(|n| format!("{name}{n}")).collect();
    Parts {
        schemas: format!(
            "    {name}: {{type: string, {keyword}: [{}]}}\n",
            values.join(", ")
        ),
        ..Parts::default()
    }
}

fn properties(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let properties = lines(size, |n| format!("        {name}{n}: {{type: string}}"));
    Parts {
        schemas: format!("    {name}:\n      type: object\n      properties:\n{properties}"),
        ..Parts::default()
    }
}

fn tags(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        paths: lines(size, |n| {
            format!("  /{name}{n}: {{get: {{tags: [{name}{n}], {EMPTY}}}}}")
        }),
        ..Parts::default()
    }
}

fn schemas(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        schemas: lines(size, |n| format!("    {name}{n}: {{type: object}}")),
        ..Parts::default()
    }
}

fn media_types(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let content = lines(size, |n| {
        format!("            application/{name}{n}+json: {{schema: {{type: object}}}}")
    });
    let before =
        format!("  /{name}:\n    post:\n      {EMPTY}\n      requestBody:\n          content:\n");
    Parts {
        paths: format!("{before}{content}"),
        ..Parts::default()
    }
}

fn equal_operation_ids(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        paths: lines(size, |n| {
            format!("  /{name}{n}: {{get: {{operationId: {name}, {EMPTY}}}}}")
        }),
        ..Parts::default()
    }
}

/// The names differ in OpenAPI, and are the same once words are joined.
fn operation_ids_of_one_name(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        paths: lines(size, |n| {
            let dashes = "-".repeat(n % 500 + 1) + &"_".repeat(n / 500);
            format!("  /{name}{n}: {{get: {{operationId: {name}{dashes}x, {EMPTY}}}}}")
        }),
        ..Parts::default()
    }
}

fn parameters(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let parameters = lines(size, |n| {
        format!("      - {{name: {name}{n}, in: query, schema: {{type: string}}}}")
    });
    Parts {
        paths: format!("  /{name}:\n    get:\n      {EMPTY}\n      parameters:\n{parameters}"),
        ..Parts::default()
    }
}

fn path_variables(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let path = joined(size, |n| format!("/{{{name}{n}}}"));
    let parameters = lines(size, |n| {
        format!("      - {{name: {name}{n}, in: path, required: true, schema: {{type: string}}}}")
    });
    Parts {
        paths: format!(
            "  ? '{path}'\n  :\n    get:\n      {EMPTY}\n      parameters:\n{parameters}"
        ),
        ..Parts::default()
    }
}

fn headers(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let headers = lines(size, |n| {
        format!("            {name}{n}: {{schema: {{type: string}}}}")
    });
    Parts {
        paths: format!(
            "  /{name}:\n    get:\n      responses:\n        '200':\n          description: Done.\n          headers:\n{headers}"
        ),
        ..Parts::default()
    }
}

fn unknown_fields(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        schemas: format!(
            "    {name}:\n{}",
            lines(size, |n| format!("      {name}{n}: 1"))
        ),
        ..Parts::default()
    }
}

fn wrong_references(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        schemas: lines(size, |n| {
            format!("    {name}{n}: {{$ref: '#/components/schemas/{name}{n}/{name}'}}")
        }),
        ..Parts::default()
    }
}

fn numbers(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        root: format!("x-{name}: [{}1]\n", "1, ".repeat(size)),
        ..Parts::default()
    }
}

fn server_variables(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let url = joined(size, |n| format!("{{{name}{n}}}"));
    let variables = lines(size, |n| format!("      {name}{n}: {{default: a}}"));
    Parts {
        servers: format!("  - url: 'https://example.com/{url}'\n    variables:\n{variables}"),
        ..Parts::default()
    }
}
