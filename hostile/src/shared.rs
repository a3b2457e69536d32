//! Shared texts that many places refer to.

use crate::{Construct, Parts, Words, lines};

/// The size of each shared text, in bytes.
const LONG: usize = 50_000;

pub(crate) const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "shared-security",
        sizes: &[500, 4_000],
        make: security,
    },
    Construct {
        name: "shared-parameter-description",
        sizes: &[300, 3_000],
        make: parameter_description,
    },
    Construct {
        name: "shared-response-description",
        sizes: &[300, 3_000],
        make: response_description,
    },
    Construct {
        name: "shared-body-description",
        sizes: &[300, 3_000],
        make: body_description,
    },
    Construct {
        name: "shared-example",
        sizes: &[300, 3_000],
        make: example,
    },
    Construct {
        name: "shared-header",
        sizes: &[300, 3_000],
        make: header,
    },
    Construct {
        name: "shared-scope",
        sizes: &[300, 3_000],
        make: scope,
    },
    Construct {
        name: "shared-scopes-all",
        sizes: &[300, 1_500],
        make: scopes,
    },
    Construct {
        name: "shared-object",
        sizes: &[300, 3_000],
        make: object,
    },
    Construct {
        name: "shared-enumeration",
        sizes: &[300, 3_000],
        make: enumeration,
    },
    Construct {
        name: "shared-servers",
        sizes: &[300, 3_000],
        make: servers,
    },
    Construct {
        name: "shared-extension",
        sizes: &[300, 3_000],
        make: extension,
    },
    Construct {
        name: "shared-source",
        sizes: &[300, 30_000],
        make: source,
    },
    Construct {
        name: "shared-path",
        sizes: &[300, 3_000],
        make: path,
    },
    Construct {
        name: "shared-callback",
        sizes: &[300, 3_000],
        make: callback,
    },
];

const EMPTY: &str = "responses: {'204': {description: Done.}}";

/// Returns operations with the same content.
fn operations(name: &str, size: usize, inside: &str) -> String {
    lines(size, |n| format!("  /{name}{n}: {{get: {{{inside}}}}}"))
}

fn security(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let schemes = lines(size, |n| {
        format!("    {name}{n}: {{type: apiKey, in: header, name: {name}{n}}}")
    });
    let all = lines(size, |n| format!("  - {{{name}{n}: []}}"));
    Parts {
        security: all,
        security_schemes: schemes,
        paths: operations(&name, size, EMPTY),
        ..Parts::default()
    }
}

fn parameter_description(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let reference = format!("parameters: [{{$ref: '#/x-p-{name}'}}], {EMPTY}");
    Parts {
        root: format!(
            "x-p-{name}: {{name: {name}, in: query, description: {text}, schema: {{type: string}}}}\n"
        ),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}

fn response_description(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let reference = format!("responses: {{'200': {{$ref: '#/x-r-{name}'}}}}");
    Parts {
        root: format!("x-r-{name}: {{description: {text}}}\n"),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}

fn body_description(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let reference = format!("requestBody: {{$ref: '#/x-b-{name}'}}, {EMPTY}");
    let paths = lines(size, |n| format!("  /{name}{n}: {{post: {{{reference}}}}}"));
    Parts {
        root: format!(
            "x-b-{name}: {{description: {text}, content: {{application/json: {{schema: {{type: string}}}}}}}}\n"
        ),
        paths,
        ..Parts::default()
    }
}

fn example(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let content = format!(
        "application/json: {{schema: {{type: string}}, examples: {{one: {{$ref: '#/x-e-{name}'}}}}}}"
    );
    let reference = format!("responses: {{'200': {{description: Done., content: {{{content}}}}}}}");
    Parts {
        root: format!("x-e-{name}: {{value: {text}}}\n"),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}

fn header(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let reference = format!(
        "responses: {{'200': {{description: Done., headers: {{{name}: {{$ref: '#/x-h-{name}'}}}}}}}}"
    );
    Parts {
        root: format!("x-h-{name}: {{description: {text}, schema: {{type: string}}}}\n"),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}

/// Returns a scope with a long name, which all operations need.
fn scope(words: &mut Words, size: usize) -> Parts {
    let (name, long) = (words.name(), words.prose(LONG).replace(' ', "."));
    let flow = format!("{{tokenUrl: 'https://example.com/t', scopes: {{{long}: Much.}}}}");
    Parts {
        security: format!("- {{{name}: [{long}]}}\n"),
        security_schemes: format!(
            "    {name}: {{type: oauth2, flows: {{clientCredentials: {flow}}}}}\n"
        ),
        paths: operations(&name, size, EMPTY),
        ..Parts::default()
    }
}

/// Returns as many scopes as operations, all of which each operation needs.
fn scopes(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let all: Vec<_> = (0..size).map(|n| format!("{name}{n}")).collect();
    let declared = lines(size, |n| format!("            {name}{n}: Much."));
    let flow = format!(
        "        clientCredentials:\n          tokenUrl: 'https://example.com/t'\n          scopes:\n{declared}"
    );
    Parts {
        security: format!("- {{{name}: [{}]}}\n", all.join(", ")),
        security_schemes: format!("    {name}:\n      type: oauth2\n      flows:\n{flow}"),
        paths: operations(&name, size, EMPTY),
        ..Parts::default()
    }
}

fn object(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let properties = lines(LONG / 50, |n| {
        format!("        {name}{n}: {{type: string, maxLength: {n}}}")
    });
    let schema = format!("{{$ref: '#/components/schemas/{name}'}}");
    let reference = format!(
        "responses: {{'200': {{description: Done., content: {{application/json: {{schema: {schema}}}}}}}}}"
    );
    Parts {
        schemas: format!("    {name}:\n      type: object\n      properties:\n{properties}"),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}

fn enumeration(words: &mut Words, size: usize) -> Parts {
    let name = words.name();
    let values: Vec<_> = (0..LONG / 10).map(|n| format!("{name}{n}")).collect();
    let reference = format!(
        "parameters: [{{name: a, in: query, schema: {{$ref: '#/components/schemas/{name}'}}}}], {EMPTY}"
    );
    Parts {
        schemas: format!(
            "    {name}: {{type: string, enum: [{}]}}\n",
            values.join(", ")
        ),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}

fn servers(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let path = format!(
        "  /{name}{{n}}:\n    servers: [{{url: 'https://example.com', description: {text}}}]\n"
    );
    let methods = "    get: {}\n    put: {}\n    post: {}\n    delete: {}\n    patch: {}\n";
    let first = path.replace("{n}", "0");
    let rest = lines(size, |n| {
        format!("  /{name}{}: {{$ref: '#/paths/~1{name}0'}}", n + 1)
    });
    Parts {
        paths: format!("{first}{methods}{rest}"),
        ..Parts::default()
    }
}

fn extension(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let reference = format!("parameters: [{{$ref: '#/x-p-{name}'}}], {EMPTY}");
    Parts {
        root: format!(
            "x-p-{name}: {{name: {name}, in: query, x-{name}: {text}, schema: {{type: string}}}}\n"
        ),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}

/// Returns a source that every part inherits.
fn source(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let schemas = lines(size, |n| format!("    {name}{n}: {{type: string}}"));
    Parts {
        root: format!("x-source: {text}\n"),
        schemas,
        ..Parts::default()
    }
}

fn path(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let paths = lines(size, |n| format!("  /{name}{n}: {{$ref: '#/x-i-{name}'}}"));
    Parts {
        root: format!("x-i-{name}: {{get: {{description: {text}, {EMPTY}}}}}\n"),
        paths,
        ..Parts::default()
    }
}

fn callback(words: &mut Words, size: usize) -> Parts {
    let (name, text) = (words.name(), words.prose(LONG));
    let reference = format!("callbacks: {{one: {{$ref: '#/x-c-{name}'}}}}, {EMPTY}");
    Parts {
        root: format!(
            "x-c-{name}: {{'{{$request.query.url}}': {{post: {{description: {text}, {EMPTY}}}}}}}\n"
        ),
        paths: operations(&name, size, &reference),
        ..Parts::default()
    }
}
