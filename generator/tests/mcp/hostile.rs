//! Hostile descriptions.

use std::fmt::Write as _;

use crate::check::{complaints, is_name};
use crate::made::Made;

/// Operations without a body, each with an operationId in YAML quotes.
fn operations(ids: &[&str]) -> Made {
    let mut text = "paths:\n".to_owned();
    for (number, id) in ids.iter().enumerate() {
        let id = if id.is_empty() {
            String::new()
        } else {
            format!("operationId: {id}, ")
        };
        write!(
            text,
            "  /place{number}/{{id}}:\n    get: {{ {id}parameters: [{{ name: id, in: path, \
             required: true, schema: {{ type: string }} }}], \
             responses: {{ '200': {{ description: Ok }} }} }}\n"
        )
        .expect("strings take everything");
    }
    Made::of_text(&text)
}

#[test]
fn names_are_well_formed_and_unique_whatever_the_ids_are() {
    let long = format!("'{}'", "a".repeat(300));
    let long_too = format!("'{}b'", "a".repeat(299));
    let ids = [
        "'list pets'",
        "list_pets",
        "'list/pets'",
        "LIST_PETS",
        "'🐘'",
        "'🐘🐘'",
        "''",
        "",
        "'___'",
        "'../../etc/passwd'",
        "\"a\\\"b\\\\c\"",
        &long,
        &long_too,
        "'a.b-c'",
        "'é'",
    ];
    let made = operations(&ids);
    assert_eq!(complaints(&made), Vec::<String>::new());
    let names = made.names();
    assert!(names.iter().all(|name| is_name(name, 128)), "{names:?}");
    assert_eq!(
        &names[..4],
        ["list_pets_2", "list_pets", "list_pets_3", "LIST_PETS_4"]
    );
    assert_eq!(&names[4..6], ["get_place4_id", "get_place5_id"]);
    assert_eq!(names[11].len(), 128);
    assert_eq!(names[13], "a.b-c");
}

#[test]
fn a_name_is_kept_whatever_else_would_become_the_same() {
    let made = operations(&["'a b'", "a_b"]);
    assert_eq!(made.names(), ["a_b_2", "a_b"]);
}

#[test]
fn arguments_are_told_apart() {
    let made = Made::of_text(
        "paths:
  /things/{id}:
    post:
      operationId: change
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: id, in: query, schema: { type: string } }
        - { name: body, in: query, schema: { type: string } }
        - { name: 'filter[é]', in: query, schema: { type: string } }
        - { name: X-Api-Key, in: header, required: true, schema: { type: string } }
        - { name: Cookie, in: header, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '204': { description: Done } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: x-api-key } }
",
    );
    assert_eq!(complaints(&made), Vec::<String>::new());
    let binding = made.binding(made.only());
    let parameters = binding["parameters"].as_array().expect("it is a list");
    let bound = parameters
        .iter()
        .map(|p| p["argument"].as_str().expect("it is text"));
    let bound: Vec<_> = bound.collect();
    assert_eq!(bound, ["id", "query_id", "query_body", "filter"]);
    assert_eq!(binding["body"]["argument"], "body");
}

#[test]
fn nothing_hidden_gets_into_a_description() {
    let made = Made::of_text(
        "paths:
  /a:
    get:
      operationId: a
      summary: \"read\\u202Eer\"
      description: \"a\\u200Bb\\U000E0041c\\u0007\"
      responses: { '200': { description: \"\\u2066\" } }
",
    );
    let tools = made.tree.get("mcp/tools.json").expect("it is made");
    assert_eq!(made.only()["description"], "a\u{fffd}b\u{fffd}c\u{fffd}");
    for hidden in ['\u{202e}', '\u{200b}', '\u{e0041}', '\u{2066}'] {
        assert!(!tools.contains(hidden), "{hidden:?}");
    }
}

#[test]
fn schemas_of_themselves_come_to_an_end() {
    let made = Made::of_text(
        "paths:
  /a:
    post:
      operationId: a
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } }
      responses:
        '200':
          description: Ok
          content:
            application/json:
              schema:
                type: object
                properties:
                  again: { $ref: '#/paths/~1a/post/responses/200/content/application~1json/schema' }
                  tree: { $ref: '#/components/schemas/Tree' }
                  odd: { $ref: '#/components/schemas/a~1~0b%25' }
components:
  schemas:
    Tree:
      type: object
      nullable: true
      properties:
        children: { type: array, items: { $ref: '#/components/schemas/Tree' } }
        other: { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: string }] }
    'a/~b%': { type: object, properties: { self: { $ref: '#/components/schemas/a~1~0b%25' } } }
",
    );
    assert_eq!(complaints(&made), Vec::<String>::new());
}

#[test]
fn a_schema_without_bounds_is_cut_and_reported() {
    let mut text = "paths:
  /a:
    get:
      operationId: a
      responses:
        '200':
          description: Ok
          content: { application/json: { schema: { $ref: '#/components/schemas/S0' } } }
components:
  schemas:
"
    .to_owned();
    for number in 0..3_000 {
        let next = (number + 1).min(2_999);
        writeln!(
            text,
            "    S{number}: {{ type: object, description: '{}', \
             properties: {{ next: {{ $ref: '#/components/schemas/S{next}' }} }} }}",
            "x".repeat(100)
        )
        .expect("strings take everything");
    }
    let made = Made::of_text(&text);
    assert_eq!(complaints(&made), Vec::<String>::new());
    let length = made.only()["outputSchema"].to_string().len();
    assert!(length < 200_000, "{length}");
    let said = made.unsupported();
    assert!(
        said.iter().any(|what| what.contains("output schema")),
        "{said:?}"
    );
}
