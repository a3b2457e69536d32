//! Operations: what they inherit, and their names.

use spec::model::{Basis, Kind};

use crate::{V30, V31, api, assert_facts, fact};

const NOTHING: &str = "responses: {'204': {description: Nothing.}}";

#[test]
fn parameters_of_the_operation_replace_those_of_the_path() {
    let body = format!(
        "paths:\n  /x/{{id}}:\n    parameters:\n      - {{name: id, in: path, required: true, schema: {{type: string}}}}\n      - {{name: a, in: query, schema: {{type: string}}, description: Of the path.}}\n      - {{name: X-B, in: header, schema: {{type: string}}}}\n    get:\n      parameters:\n        - {{name: a, in: query, schema: {{type: integer}}, description: Of the operation.}}\n        - {{name: x-b, in: header, required: true, schema: {{type: string}}}}\n        - {{name: a, in: cookie, schema: {{type: string}}}}\n      {NOTHING}\n"
    );
    let api = api(V30, &body);
    let operation = &api.operations[0];
    let names: Vec<_> = operation
        .parameters
        .iter()
        .map(|p| (p.name.as_str(), p.location.as_str(), p.required))
        .collect();
    let expected = [
        ("id", "path", true),
        ("a", "query", false),
        ("x-b", "header", true),
        ("a", "cookie", false),
    ];
    assert_eq!(names, expected);
    assert_eq!(
        operation.parameters[1].description.as_deref(),
        Some("Of the operation.")
    );
    assert_eq!(api.found.parameters, 4);
}

#[test]
fn styles_and_their_defaults() {
    let body = format!(
        "paths:\n  /x/{{p}}:\n    get:\n      parameters:\n        - {{name: p, in: path, required: true, schema: {{type: string}}}}\n        - {{name: q, in: query, schema: {{type: array, items: {{}}}}}}\n        - {{name: r, in: query, style: pipeDelimited, schema: {{type: array, items: {{}}}}}}\n        - {{name: d, in: query, style: deepObject, explode: true, schema: {{type: object}}}}\n        - {{name: j, in: query, content: {{application/json: {{schema: {{type: object}}}}}}}}\n      {NOTHING}\n"
    );
    let at = |number: usize, field: &str| format!("/operations/0/parameters/{number}/{field}");
    let facts = [
        (at(0, "style"), "\"simple\""),
        (at(0, "explode"), "false"),
        (at(1, "style"), "\"form\""),
        (at(1, "explode"), "true"),
        (at(2, "style"), "\"pipeDelimited\""),
        (at(2, "explode"), "false"),
        (at(3, "style"), "\"deepObject\""),
        (at(3, "explode"), "true"),
        (at(4, "media_type"), "\"application/json\""),
    ];
    let facts: Vec<_> = facts
        .iter()
        .map(|(pointer, fact)| (pointer.as_str(), *fact))
        .collect();
    assert_facts(V30, &body, &facts);
}

#[test]
fn security_is_inherited_and_replaced() {
    let body = format!(
        "security: [{{Key: []}}]\npaths:\n  /a: {{get: {{{NOTHING}}}}}\n  /b: {{get: {{security: [], {NOTHING}}}}}\n  /c: {{get: {{security: [{{}}], {NOTHING}}}}}\n  /d: {{get: {{security: [{{OAuth: [read]}}, {{Key: []}}], {NOTHING}}}}}\n  /e: {{get: {{security: [{{OAuth: [read], Key: []}}], {NOTHING}}}}}\ncomponents:\n  securitySchemes:\n    Key: {{type: apiKey, in: header, name: Authorization, x-scheme: Key}}\n    OAuth: {{type: oauth2, flows: {{clientCredentials: {{tokenUrl: /token, scopes: {{read: Read.}}}}}}}}\n"
    );
    assert_facts(
        V30,
        &body,
        &[
            ("/operations/0/security", r#"[{"schemes":[["Key",[]]]}]"#),
            ("/operations/1/security", "[]"),
            ("/operations/2/security", r#"[{"schemes":[]}]"#),
            (
                "/operations/3/security",
                r#"[{"schemes":[["OAuth",["read"]]]},{"schemes":[["Key",[]]]}]"#,
            ),
            (
                "/operations/4/security",
                r#"[{"schemes":[["OAuth",["read"]],["Key",[]]]}]"#,
            ),
            (
                "/security_schemes/0/kind",
                r#"{"api-key":{"location":"header","name":"Authorization","prefix":"Key"}}"#,
            ),
            (
                "/security_schemes/1/kind/o-auth2/flows/0/scopes",
                r#"[["read","Read."]]"#,
            ),
        ],
    );
}

#[test]
fn servers_are_inherited() {
    let body = format!(
        "servers: [{{url: 'https://{{host}}', variables: {{host: {{default: a, enum: [a, b]}}}}}}]\npaths:\n  /a: {{get: {{{NOTHING}}}}}\n  /b: {{servers: [{{url: /path}}], get: {{{NOTHING}}}, put: {{servers: [{{url: /own}}], {NOTHING}}}}}\n"
    );
    assert_facts(
        V30,
        &body,
        &[
            ("/servers/0/url", "\"https://{host}\""),
            ("/servers/0/variables/0/values", r#"["a","b"]"#),
            ("/operations/0/servers", "[]"),
            ("/operations/1/servers/0/url", "\"/path\""),
            ("/operations/2/servers/0/url", "\"/own\""),
        ],
    );
    assert_facts(V30, "paths: {}", &[("/servers/0/url", "\"/\"")]);
}

#[test]
fn deprecation_and_pagination() {
    let body = format!(
        "paths:\n  /a:\n    get:\n      deprecated: true\n      x-deprecated-at: '2025-01-01T00:00:00Z'\n      x-sunset: '2026-01-01T00:00:00Z'\n      x-migration-guide: https://example.com\n      {NOTHING}\n  /b:\n    get:\n      parameters: [{{name: limit, in: query, schema: {{}}}}, {{name: offset, in: query, schema: {{}}}}]\n      x-pagination: {{items: items, nextOffset: next, limit: limit, offset: offset}}\n      {NOTHING}\n"
    );
    assert_facts(
        V30,
        &body,
        &[
            (
                "/operations/0/deprecation",
                r#"{"since":"2025-01-01T00:00:00Z","sunset":"2026-01-01T00:00:00Z","guide":"https://example.com"}"#,
            ),
            ("/operations/0/pagination", "null"),
            ("/operations/1/deprecation", "null"),
            (
                "/operations/1/pagination",
                r#"{"stated":true,"by":"cursor","items":"items","limit":"limit","parameter":"offset","next":["next"],"more":[],"total":[],"first":0}"#,
            ),
        ],
    );
}

#[test]
fn a_mark_speaks_for_the_part_that_carries_it() {
    let body = "x-provenance: assumed\npaths:\n  /a:\n    get:\n      responses: {'204': {description: D}}\n    put:\n      x-provenance: stated\n      x-source: '§1'\n      parameters: [{name: p, in: query, schema: {type: string}}]\n      responses:\n        '200': {description: D, x-provenance: standard, x-source: '§2', content: {application/json: {schema: {type: object, x-provenance: stated, properties: {a: {type: string}}}}}}\n";
    let api = api(V30, body);
    let table = [
        (
            "/operations/0/provenance",
            r#"{"basis":"assumed","source":null}"#,
        ),
        (
            "/operations/1/provenance",
            r#"{"basis":"stated","source":"§1"}"#,
        ),
        (
            "/operations/1/parameters/0/provenance",
            r#"{"basis":"assumed","source":null}"#,
        ),
        (
            "/operations/1/responses/0/provenance",
            r#"{"basis":"standard","source":"§2"}"#,
        ),
        (
            "/operations/1/responses/0/content/0/provenance",
            r#"{"basis":"assumed","source":null}"#,
        ),
    ];
    for (pointer, expected) in table {
        assert_eq!(fact(&api, pointer).to_string(), expected, "{pointer}");
    }
    let schema = api.operations[1].responses[0].content[0]
        .schema
        .expect("there is a schema");
    let Kind::Object(object) = &api.schema(schema).kind else {
        panic!("it is an object");
    };
    let inside = &api.schema(object.properties[0].schema).provenance;
    assert_eq!(inside.basis, Basis::Stated);
    assert_eq!(api.operations[1].statuses().basis, Basis::Standard);
    assert_eq!(api.operations[1].behavior().basis, Basis::Assumed);
}

#[test]
fn ids_are_made_where_there_is_none() {
    let body = format!(
        "paths:\n  /org/{{orgId}}/offer: {{get: {{{NOTHING}}}, post: {{operationId: makeOffer, {NOTHING}}}}}\n  /: {{get: {{{NOTHING}}}}}\n  /a-b/c_d: {{get: {{{NOTHING}}}}}\n  /aB/cD: {{get: {{{NOTHING}}}}}\n  /x: {{get: {{operationId: same, {NOTHING}}}, put: {{operationId: same, {NOTHING}}}, post: {{operationId: '', {NOTHING}}}}}\n"
    );
    let ids = |body: &str| -> Vec<String> {
        api(V30, body)
            .operations
            .into_iter()
            .map(|operation| operation.id)
            .collect()
    };
    let expected = [
        "getOrgByOrgIdOffer",
        "makeOffer",
        "get",
        "getABCD",
        "getABCD2",
        "same",
        "same2",
        "postX",
    ];
    assert_eq!(ids(&body), expected);
    assert_eq!(ids(&body), ids(&body));
}

#[test]
fn webhooks_and_callbacks() {
    let hook = "{post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}, responses: {'204': {description: D}}}}";
    let event = "components: {schemas: {Event: {type: object, properties: {id: {type: string}}}}}";
    let new = format!("webhooks: {{happened: {hook}}}\n{event}\n");
    let old = format!("paths: {{}}\nx-webhooks: {{happened: {hook}, x-internal: true}}\n{event}\n");
    for (head, body) in [(V31, new), (V30, old)] {
        assert_facts(
            head,
            &body,
            &[
                ("/webhooks/0/name", "\"happened\""),
                ("/webhooks/0/operations/0/id", "\"happened\""),
                ("/webhooks/0/operations/0/method", "\"POST\""),
                ("/operations", "[]"),
                // The body of a webhook is sent by the API, like that of a response.
                (
                    "/schemas/0/direction",
                    r#"{"request":false,"response":true}"#,
                ),
            ],
        );
    }
    let body = format!(
        "paths:\n  /a:\n    post:\n      operationId: subscribe\n      callbacks: {{made: {{'{{$request.body#/url}}': {hook}}}}}\n      {NOTHING}\n{event}\n"
    );
    assert_facts(
        V30,
        &body,
        &[
            ("/operations/0/callbacks/0/name", "\"made\""),
            (
                "/operations/0/callbacks/0/expression",
                "\"{$request.body#/url}\"",
            ),
            ("/operations/0/callbacks/0/operations/0/id", "\"made\""),
            ("/found/operations", "1"),
        ],
    );
}

#[test]
fn directions() {
    let body = "paths:\n  /a:\n    post:\n      parameters: [{name: p, in: query, schema: {$ref: '#/components/schemas/Sent'}}]\n      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Both'}}}}\n      responses:\n        '200':\n          description: D\n          headers: {X-A: {schema: {$ref: '#/components/schemas/Answered'}}}\n          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Both'}}}}\ncomponents:\n  schemas:\n    Sent: {type: string}\n    Both: {type: object, properties: {inner: {$ref: '#/components/schemas/Inner'}}}\n    Inner: {type: string}\n    Answered: {type: string}\n    Unused: {type: string}\n";
    assert_facts(
        V30,
        body,
        &[
            (
                "/schemas/0/direction",
                r#"{"request":true,"response":false}"#,
            ),
            (
                "/schemas/1/direction",
                r#"{"request":true,"response":true}"#,
            ),
            (
                "/schemas/2/direction",
                r#"{"request":true,"response":true}"#,
            ),
            (
                "/schemas/3/direction",
                r#"{"request":false,"response":true}"#,
            ),
            (
                "/schemas/4/direction",
                r#"{"request":false,"response":false}"#,
            ),
        ],
    );
}

#[test]
fn examples_are_data() {
    let body = "paths:\n  /a:\n    get:\n      responses:\n        '200':\n          description: D\n          content:\n            application/json:\n              examples:\n                inner: {value: {$ref: '#/nowhere', list: [{$ref: https://example.com}]}}\n                shared: {$ref: '#/components/examples/Shared'}\n                elsewhere: {externalValue: https://example.com/a.json}\n            text/plain: {example: {$ref: '#/nowhere'}}\ncomponents: {examples: {Shared: {value: 1}}}\n";
    assert_facts(
        V30,
        body,
        &[
            (
                "/operations/0/responses/0/content/0/examples/0/value",
                r##"{"$ref":"#/nowhere","list":[{"$ref":"https://example.com"}]}"##,
            ),
            (
                "/operations/0/responses/0/content/0/examples/1",
                r#"{"name":"shared","value":1}"#,
            ),
            (
                "/operations/0/responses/0/content/1/examples/0/value",
                r##"{"$ref":"#/nowhere"}"##,
            ),
        ],
    );
}

#[test]
fn statuses_and_tags() {
    let body = "tags: [{name: b, description: B.}]\npaths:\n  /a: {get: {tags: [a, b], responses: {200: {description: A}, 4XX: {description: B}, 5xx: {description: C}, default: {description: D}}}}\n";
    assert_facts(
        V30,
        body,
        &[
            ("/operations/0/responses/0/status", "\"200\""),
            ("/operations/0/responses/1/status", "\"4XX\""),
            ("/operations/0/responses/2/status", "\"5XX\""),
            ("/operations/0/responses/3/status", "\"default\""),
            (
                "/tags",
                r#"[{"name":"b","description":"B."},{"name":"a","description":null}]"#,
            ),
            (
                "/found",
                r#"{"operations":1,"parameters":0,"bodies":0,"responses":4,"schemas":0}"#,
            ),
        ],
    );
}

#[test]
fn names_that_look_like_extensions() {
    let body = "paths:\n  /a: {get: {responses: {'200': {description: D, headers: {x-rate: {schema: {$ref: '#/components/schemas/x-rate'}}}}, x-other: 1}}}\n  x-path: 1\ncomponents: {schemas: {x-rate: {type: integer}}}\n";
    assert_facts(
        V30,
        body,
        &[
            ("/operations/0/responses/0/headers/0/name", "\"x-rate\""),
            ("/schemas/0/name", "\"x-rate\""),
            (
                "/found",
                r#"{"operations":1,"parameters":0,"bodies":0,"responses":1,"schemas":1}"#,
            ),
        ],
    );
}

#[test]
fn prose_of_the_path_stands_in() {
    let body = format!(
        "paths:\n  /a: {{summary: Of the path., description: Long., get: {{{NOTHING}}}, put: {{summary: Own., {NOTHING}}}}}\n"
    );
    assert_facts(
        V30,
        &body,
        &[
            ("/operations/0/summary", "\"Of the path.\""),
            ("/operations/0/description", "\"Long.\""),
            ("/operations/1/summary", "\"Own.\""),
        ],
    );
}

#[test]
fn links_lead_to_operations() {
    let body = r#"
paths:
  /a:
    get:
      operationId: a
      responses:
        "200":
          description: A
          links:
            One: {operationId: b, parameters: {id: $response.body#/id}}
            Two: {operationRef: '#/paths/~1a~1{id}/get', requestBody: 1}
            Far: {operationRef: 'https://example.com/api#/paths/~1x/get'}
  /a/{id}:
    get:
      operationId: b
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: B}}
"#;
    let links = "/operations/0/responses/0/links";
    assert_facts(
        V30,
        body,
        &[
            (&format!("{links}/0/operation"), r#""b""#),
            (
                &format!("{links}/0/parameters"),
                r#"[["id", "$response.body#/id"]]"#,
            ),
            (&format!("{links}/1/operation"), r#""b""#),
            (&format!("{links}/1/body"), "1"),
            (&format!("{links}/2/operation"), "null"),
        ],
    );
}
