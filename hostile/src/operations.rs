//! Operations with very many callbacks, links, servers or kinds of credentials.

use crate::{Construct, Parts, Words, lines};

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "callbacks",
        sizes: &[1_000, 20_000],
        make: callbacks,
    },
    Construct {
        name: "callbacks-within-callbacks",
        sizes: &[100, 1_000],
        make: callbacks_within_callbacks,
    },
    Construct {
        name: "links",
        sizes: &[1_000, 20_000],
        make: links,
    },
    Construct {
        name: "links-to-one-operation",
        sizes: &[1_000, 20_000],
        make: links_to_one_operation,
    },
    Construct {
        name: "servers-of-all",
        sizes: &[1_000, 20_000],
        make: servers_of_all,
    },
    Construct {
        name: "servers-of-operations",
        sizes: &[1_000, 20_000],
        make: servers_of_operations,
    },
    Construct {
        name: "security-alternatives",
        sizes: &[1_000, 20_000],
        make: security_alternatives,
    },
    Construct {
        name: "security-of-all-schemes",
        sizes: &[1_000, 20_000],
        make: security_of_all_schemes,
    },
];

const EMPTY: &str = "responses: {'204': {description: Done.}}";

/// Returns one operation with many callbacks.
fn callbacks(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let callbacks = lines(size, |n| {
        format!("        {name}{n}: {{'{{$request.query.{name}{n}}}': {{post: {{{EMPTY}}}}}}}")
    });
    Parts {
        paths: format!("  /{name}:\n    get:\n      {EMPTY}\n      callbacks:\n{callbacks}"),
        ..Parts::default()
    }
}

/// Returns callbacks whose operations refer to the next callback.
fn callbacks_within_callbacks(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let chain = lines(size, |n| {
        format!(
            "x-c-{name}{n}: {{'{{$request.query.url}}': {{post: {{callbacks: {{one: {{$ref: '#/x-c-{name}{}'}}}}, {EMPTY}}}}}}}",
            (n + 1) % size
        )
    });
    let reference = format!("callbacks: {{one: {{$ref: '#/x-c-{name}0'}}}}, {EMPTY}");
    Parts {
        root: chain,
        paths: format!("  /{name}: {{get: {{{reference}}}}}\n"),
        ..Parts::default()
    }
}

/// Returns a response with a link to each of many operations.
fn links(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let operations = lines(size, |n| {
        format!("  /{name}{n}: {{get: {{operationId: {name}{n}, {EMPTY}}}}}")
    });
    let links = lines(size, |n| {
        format!("            {name}{n}: {{operationId: {name}{n}}}")
    });
    let before = format!(
        "  /{name}:\n    get:\n      responses:\n        '204':\n          description: Done.\n          links:\n"
    );
    Parts {
        paths: format!("{operations}{before}{links}"),
        ..Parts::default()
    }
}

/// Returns operations that all link to the one with the most parameters.
fn links_to_one_operation(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let link = format!("links: {{next: {{operationId: {name}, parameters: {{{name}0: $url}}}}}}");
    let operations = lines(size, |n| {
        format!("  /{name}{n}: {{get: {{responses: {{'204': {{description: Done., {link}}}}}}}}}")
    });
    let parameters = lines(size, |n| {
        format!("      - {{name: {name}{n}, in: query, schema: {{type: string}}}}")
    });
    Parts {
        paths: format!(
            "  /{name}:\n    get:\n      operationId: {name}\n      {EMPTY}\n      parameters:\n{parameters}{operations}"
        ),
        ..Parts::default()
    }
}

/// Returns servers that every operation has.
fn servers_of_all(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        servers: lines(size, |n| {
            format!("  - {{url: 'https://{name}{n}.example'}}")
        }),
        paths: lines(size, |n| format!("  /{name}{n}: {{get: {{{EMPTY}}}}}")),
        ..Parts::default()
    }
}

fn servers_of_operations(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    Parts {
        paths: lines(size, |n| {
            let server = format!("servers: [{{url: 'https://{name}{n}.example'}}]");
            format!("  /{name}{n}: {{get: {{{server}, {EMPTY}}}}}")
        }),
        ..Parts::default()
    }
}

fn schemes(name: &str, size: usize) -> String {
    lines(size, |n| {
        format!("    {name}{n}: {{type: apiKey, in: header, name: {name}{n}}}")
    })
}

/// Returns one operation that accepts any of many credentials.
fn security_alternatives(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let all = lines(size, |n| format!("      - {{{name}{n}: []}}"));
    Parts {
        security_schemes: schemes(&name, size),
        paths: format!("  /{name}:\n    get:\n      {EMPTY}\n      security:\n{all}"),
        ..Parts::default()
    }
}

/// Returns one operation that needs many credentials together.
fn security_of_all_schemes(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let all = lines(size, |n| format!("        {name}{n}: []"));
    Parts {
        security_schemes: schemes(&name, size),
        paths: format!("  /{name}:\n    get:\n      {EMPTY}\n      security:\n      -\n{all}"),
        ..Parts::default()
    }
}
