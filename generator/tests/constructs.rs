//! Every construct that is new in OpenAPI 3.2 is either expressed by a target or named by a
//! diagnostic. Nothing is dropped silently.
//!
//! A construct is expressed if the files of a target differ from those of the same description
//! without it.

use std::fmt::Write as _;

use generator::{Config, FileTree, Target};
use spec::{Code, Diagnostics, Severity};

/// A construct: its name, and a description with and without it.
struct Construct {
    name: &'static str,
    with: &'static str,
    without: &'static str,
    /// The targets for which it has no meaning, with the reason.
    means_nothing: Option<(&'static [Target], &'static str)>,
}

const fn construct(name: &'static str, with: &'static str, without: &'static str) -> Construct {
    Construct {
        name,
        with,
        without,
        means_nothing: None,
    }
}

const HEAD: &str = "openapi: 3.2.0\ninfo: {title: Bakery, version: '1'}\nservers: [{url: https://bakery.example}]\n";

/// An operation that every description also has.
const OTHER: &str =
    "  /other: {get: {operationId: getOther, responses: {'204': {description: D}}}}\n";

/// Targets that are data: files that only models, test runners and documentation tools need.
const DATA: &[Target] = &[Target::Mcp, Target::Samples, Target::Vectors];

/// Why a construct of the encoding has no meaning for samples.
const NOT_ENCODED: Option<(&[Target], &str)> = Some((
    &[Target::Samples],
    "they are calls with values, which the clients encode",
));

const CONSTRUCTS: &[Construct] = &[
    construct(
        "query",
        "paths:\n  /loaves: {query: {operationId: findLoaves, responses: {'204': {description: D}}}}\n",
        "paths:\n",
    ),
    construct(
        "additionalOperations",
        "paths:\n  /loaves: {additionalOperations: {LINK: {operationId: linkLoaf, responses: {'204': {description: D}}}}}\n",
        "paths:\n",
    ),
    construct(
        "in: querystring",
        "paths:\n  /loaves: {get: {operationId: a, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {kind: {type: string}}}}}}], responses: {'204': {description: D}}}}\n",
        "paths:\n  /loaves: {get: {operationId: a, responses: {'204': {description: D}}}}\n",
    ),
    construct(
        "itemSchema",
        "paths:\n  /loaves: {get: {operationId: a, responses: {'200': {description: D, content: {application/jsonl: {itemSchema: {type: object, properties: {kind: {type: string}}}}}}}}}\n",
        "paths:\n  /loaves: {get: {operationId: a, responses: {'200': {description: D, content: {application/jsonl: {}}}}}}\n",
    ),
    construct(
        "itemEncoding",
        "paths:\n  /loaves: {post: {operationId: a, requestBody: {content: {multipart/mixed: {schema: {type: array, items: {}}, itemEncoding: {contentType: application/json}}}}, responses: {'204': {description: D}}}}\n",
        "paths:\n  /loaves: {post: {operationId: a, requestBody: {content: {multipart/mixed: {schema: {type: array, items: {}}}}}, responses: {'204': {description: D}}}}\n",
    ),
    construct(
        "prefixEncoding",
        "paths:\n  /loaves: {post: {operationId: a, requestBody: {content: {multipart/mixed: {schema: {type: array, items: {}}, prefixEncoding: [{contentType: application/json}]}}}, responses: {'204': {description: D}}}}\n",
        "paths:\n  /loaves: {post: {operationId: a, requestBody: {content: {multipart/mixed: {schema: {type: array, items: {}}}}}, responses: {'204': {description: D}}}}\n",
    ),
    Construct {
        name: "style: cookie",
        with: "paths:\n  /loaves: {get: {operationId: a, parameters: [{name: c, in: cookie, style: cookie, schema: {type: string}}], responses: {'204': {description: D}}}}\n",
        without: "paths:\n  /loaves: {get: {operationId: a, parameters: [{name: c, in: cookie, schema: {type: string}}], responses: {'204': {description: D}}}}\n",
        means_nothing: Some((
            Target::ALL,
            "a text is the same in a cookie by both styles: cookies have no escapes (RFC 6265)",
        )),
    },
    Construct {
        name: "allowReserved in a query",
        with: "paths:\n  /loaves: {get: {operationId: a, parameters: [{name: q, in: query, allowReserved: true, schema: {type: string}}], responses: {'204': {description: D}}}}\n",
        without: "paths:\n  /loaves: {get: {operationId: a, parameters: [{name: q, in: query, schema: {type: string}}], responses: {'204': {description: D}}}}\n",
        means_nothing: NOT_ENCODED,
    },
    Construct {
        name: "allowReserved in a path",
        with: "paths:\n  /loaves/{p}: {get: {operationId: a, parameters: [{name: p, in: path, required: true, allowReserved: true, schema: {type: string}}], responses: {'204': {description: D}}}}\n",
        without: "paths:\n  /loaves/{p}: {get: {operationId: a, parameters: [{name: p, in: path, required: true, schema: {type: string}}], responses: {'204': {description: D}}}}\n",
        means_nothing: NOT_ENCODED,
    },
    Construct {
        name: "allowReserved of a form",
        with: "paths:\n  /loaves: {post: {operationId: a, requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {q: {type: string}}}, encoding: {q: {allowReserved: true}}}}}, responses: {'204': {description: D}}}}\n",
        without: "paths:\n  /loaves: {post: {operationId: a, requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {q: {type: string}}}}}}, responses: {'204': {description: D}}}}\n",
        means_nothing: NOT_ENCODED,
    },
    construct(
        "discriminator.defaultMapping",
        "components: {schemas: {Loaf: {oneOf: [{$ref: '#/components/schemas/Rye'}, {$ref: '#/components/schemas/Oat'}], discriminator: {propertyName: kind, defaultMapping: Oat}}, Rye: {type: object, required: [kind], properties: {kind: {type: string}, rye: {type: boolean}}}, Oat: {type: object, properties: {kind: {type: string}, oat: {type: boolean}}}}}\npaths:\n  /loaves: {get: {operationId: a, responses: {'200': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/Loaf'}}}}}}}\n",
        "components: {schemas: {Loaf: {oneOf: [{$ref: '#/components/schemas/Rye'}, {$ref: '#/components/schemas/Oat'}], discriminator: {propertyName: kind}}, Rye: {type: object, required: [kind], properties: {kind: {type: string}, rye: {type: boolean}}}, Oat: {type: object, properties: {kind: {type: string}, oat: {type: boolean}}}}}\npaths:\n  /loaves: {get: {operationId: a, responses: {'200': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/Loaf'}}}}}}}\n",
    ),
    Construct {
        name: "tag parent",
        with: "tags: [{name: Bread}, {name: Rolls, parent: Bread}]\npaths:\n  /rolls: {get: {operationId: a, tags: [Rolls], responses: {'204': {description: D}}}}\n",
        without: "tags: [{name: Bread}, {name: Rolls}]\npaths:\n  /rolls: {get: {operationId: a, tags: [Rolls], responses: {'204': {description: D}}}}\n",
        means_nothing: Some((DATA, "they have no text of tags and responses")),
    },
    Construct {
        name: "tag summary",
        with: "tags: [{name: Rolls, summary: Small bread}]\npaths:\n  /rolls: {get: {operationId: a, tags: [Rolls], responses: {'204': {description: D}}}}\n",
        without: "tags: [{name: Rolls}]\npaths:\n  /rolls: {get: {operationId: a, tags: [Rolls], responses: {'204': {description: D}}}}\n",
        means_nothing: Some((DATA, "they have no text of tags and responses")),
    },
    Construct {
        name: "tag kind",
        with: "tags: [{name: Rolls, kind: audience}]\npaths:\n  /rolls: {get: {operationId: a, tags: [Rolls], responses: {'204': {description: D}}}}\n",
        without: "tags: [{name: Rolls}]\npaths:\n  /rolls: {get: {operationId: a, tags: [Rolls], responses: {'204': {description: D}}}}\n",
        means_nothing: Some((DATA, "they have no text of tags and responses")),
    },
    Construct {
        name: "response summary",
        with: "paths:\n  /loaves: {get: {operationId: a, responses: {'200': {summary: Fresh ones, description: D, content: {application/json: {schema: {type: string}}}}, '404': {summary: Sold out, description: E, content: {application/json: {schema: {type: integer}}}}}}}\n",
        without: "paths:\n  /loaves: {get: {operationId: a, responses: {'200': {description: D, content: {application/json: {schema: {type: string}}}}, '404': {description: E, content: {application/json: {schema: {type: integer}}}}}}}\n",
        means_nothing: Some((DATA, "they have no text of tags and responses")),
    },
    construct(
        "components.mediaTypes",
        "components: {mediaTypes: {Loaf: {schema: {type: object, properties: {kind: {type: string}}}}}}\npaths:\n  /loaves: {post: {operationId: a, requestBody: {required: true, content: {application/json: {$ref: '#/components/mediaTypes/Loaf'}}}, responses: {'200': {description: D, content: {application/json: {$ref: '#/components/mediaTypes/Loaf'}}}}}}\n",
        "paths:\n  /loaves: {post: {operationId: a, requestBody: {required: true, content: {application/json: {}}}, responses: {'200': {description: D, content: {application/json: {}}}}}}\n",
    ),
    Construct {
        name: "deviceAuthorization",
        with: "components: {securitySchemes: {o: {type: oauth2, flows: {deviceAuthorization: {deviceAuthorizationUrl: https://bakery.example/device, tokenUrl: https://bakery.example/token, scopes: {}}}}}}\npaths:\n  /loaves: {get: {operationId: a, security: [{o: []}], responses: {'204': {description: D}}}}\n",
        without: "components: {securitySchemes: {o: {type: oauth2, flows: {}}}}\npaths:\n  /loaves: {get: {operationId: a, security: [{o: []}], responses: {'204': {description: D}}}}\n",
        means_nothing: Some((
            Target::ALL,
            "callers obtain the token themselves, as by an authorization code",
        )),
    },
    Construct {
        name: "$self",
        with: "$self: https://bakery.example/openapi.yaml\npaths:\n",
        without: "paths:\n",
        means_nothing: Some((Target::ALL, "it is about the description alone")),
    },
];

/// Returns the files of a target, and whether a diagnostic names a construct that it leaves out.
fn generate(text: &str, target: Target) -> (FileTree, Vec<String>) {
    let mut loaded = spec::load_text("bakery.yaml", format!("{HEAD}{text}{OTHER}"));
    let api = loaded
        .api
        .unwrap_or_else(|| panic!("no description:\n{text}"));
    let mut said = std::mem::take(&mut loaded.diagnostics);
    let config = Config::default();
    let tree = generator::generate(&api, &config, &[target], &mut said);
    (tree.expect("files"), named(&said))
}

fn named(said: &Diagnostics) -> Vec<String> {
    let errors: Vec<_> = said
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .map(|one| &one.message)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let named = said
        .iter()
        .filter(|one| one.code == Code::UnsupportedConstruct);
    named.map(|one| one.message.clone()).collect()
}

#[test]
fn nothing_of_openapi_3_2_is_dropped_in_silence() {
    let mut table = String::new();
    let mut silent = Vec::new();
    for construct in CONSTRUCTS {
        let _ = write!(table, "{:<30}", construct.name);
        for target in Target::ALL {
            let (with, said) = generate(construct.with, *target);
            let (without, before) = generate(construct.without, *target);
            let nothing = construct.means_nothing;
            let nothing = nothing.is_some_and(|(targets, _)| targets.contains(target));
            let is_named = said.iter().any(|one| !before.contains(one));
            let word = match (with == without, is_named) {
                (true, false) if nothing => "-",
                (false, false) => "made",
                (false, true) => "partly",
                (true, true) => "named",
                (true, false) => "SILENT",
            };
            let _ = write!(table, " {word:>10}");
            if word == "SILENT" {
                silent.push(format!("{}: {}", construct.name, target.name()));
            }
        }
        table.push('\n');
    }
    println!("{table}");
    assert!(silent.is_empty(), "{table}\n{silent:#?}");
}

/// Every keyword that the server does not check in requests is reported. Servers do not check
/// responses.
#[test]
fn the_rust_server_names_what_it_does_not_check() {
    let schema = "{type: array, items: {type: object, propertyNames: {maxLength: 3}, \
                  not: {required: [a]}, if: {required: [b]}, then: {required: [c]}}, contains: {}}";
    let body =
        |place: &str| format!("{place}: {{content: {{application/json: {{schema: {schema}}}}}");
    let found = |paths: String| -> Vec<String> {
        let mut loaded =
            spec::load_text("test.yaml", format!("{HEAD}paths:\n  /loaves: {paths}\n"));
        let api = loaded.api.expect("a sound description");
        let config = Config::default();
        let targets = [Target::Rust];
        generator::generate(&api, &config, &targets, &mut loaded.diagnostics).expect("crates");
        let all = loaded.diagnostics.iter().map(|one| one.message.clone());
        let mut all: Vec<_> = all.filter(|one| one.contains("does not check")).collect();
        all.sort();
        all
    };
    let sent = format!(
        "{{post: {{operationId: a, {}}}, responses: {{'204': {{description: D}}}}}}}}",
        body("requestBody")
    );
    let keywords = ["contains", "if", "not", "propertyNames"];
    let wanted = keywords.map(|one| format!("the Rust server does not check `{one}`"));
    assert_eq!(found(sent), wanted);
    let answered = format!(
        "{{get: {{operationId: a, responses: {{{}, description: D}}}}}}}}",
        body("'200'")
    );
    assert_eq!(found(answered), Vec::<String>::new());
}
