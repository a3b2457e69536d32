//! OpenAPI 3.0 into JSON Schema 2020-12, checked by values.

use serde_json::{Value, json};

use crate::check::{complaints, validator};
use crate::made::Made;

/// Returns the tool schemas for a schema that is used in the body and as the only property of the
/// response.
fn both(schema: &str) -> Made {
    let made = Made::of_text(&format!(
        "paths:
  /a:
    post:
      operationId: a
      requestBody:
        required: true
        content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Both' }} }} }}
      responses:
        '200':
          description: Ok
          content:
            application/json:
              schema:
                type: object
                required: [it]
                properties: {{ it: {{ $ref: '#/components/schemas/Both' }} }}
components:
  schemas:
    Both: {schema}
    Cat: {{ type: object, required: [kind, lives], properties: {{ kind: {{ type: string }}, lives: {{ type: integer }} }} }}
    Dog: {{ type: object, required: [kind, name], properties: {{ kind: {{ type: string }}, name: {{ type: string }} }} }}
"
    ));
    assert_eq!(complaints(&made), Vec::<String>::new());
    made
}

/// Checks whether a value is allowed in requests and in responses.
#[track_caller]
fn check(schema: &str, cases: &[(Value, bool, bool)]) {
    let made = both(schema);
    let asked = validator(made.only(), "inputSchema");
    let answered = validator(made.only(), "outputSchema");
    for (value, may_ask, may_answer) in cases {
        let found = asked.is_valid(&json!({ "body": value }));
        assert_eq!(found, *may_ask, "asked {value} of {schema}");
        let found = answered.is_valid(&json!({ "it": value }));
        assert_eq!(found, *may_answer, "answered {value} of {schema}");
    }
}

#[test]
fn null_is_a_type() {
    let cases = [
        (json!(null), true, true),
        (json!("a"), true, true),
        (json!(1), false, false),
    ];
    check("{ type: string, nullable: true }", &cases);
    check("{ type: string, nullable: true, enum: [a, null] }", &cases);
    check("{ nullable: true, allOf: [{ type: string }] }", &cases);
    check(
        "{ nullable: true, oneOf: [{ type: string }, { type: boolean }] }",
        &cases,
    );
}

#[test]
fn bounds_may_exclude_themselves() {
    let cases = [
        (json!(0), false, false),
        (json!(0.5), true, true),
        (json!(10), true, true),
        (json!(10.5), false, false),
    ];
    let schema = "{ type: number, minimum: 0, exclusiveMinimum: true, maximum: 10 }";
    check(schema, &cases);
}

#[test]
fn members_travel_in_their_direction() {
    let schema = "{ type: object, required: [id, secret], additionalProperties: false, properties: \
                  { id: { type: string, readOnly: true }, secret: { type: string, writeOnly: true } } }";
    let cases = [
        (json!({ "secret": "s" }), true, false),
        (json!({ "id": "i" }), false, true),
        (json!({ "id": "i", "secret": "s" }), false, true),
    ];
    check(schema, &cases);
}

#[test]
fn only_answers_may_have_more() {
    let schema = "{ type: object, additionalProperties: false, maxProperties: 1, \
                  properties: { a: { type: string, enum: [b], x-extensible-enum: true } } }";
    let cases = [
        (json!({ "a": "b" }), true, true),
        (json!({ "a": "c" }), false, true),
        (json!({ "a": "b", "more": 1 }), false, true),
        (json!({ "a": 1 }), false, false),
    ];
    check(schema, &cases);
    let closed = "{ type: string, enum: [a] }";
    check(
        closed,
        &[(json!("a"), true, true), (json!("b"), false, false)],
    );
}

#[test]
fn a_discriminator_tells_members_apart() {
    let schema = "{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], \
                  discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', \
                  dog: '#/components/schemas/Dog' } } }";
    let cases = [
        (json!({ "kind": "cat", "lives": 9 }), true, true),
        (json!({ "kind": "dog", "lives": 9 }), false, false),
        (
            json!({ "kind": "cat", "lives": 9, "name": "Tom" }),
            true,
            true,
        ),
        (json!({ "kind": "cow" }), false, true),
        (json!({ "lives": 9 }), false, false),
    ];
    check(schema, &cases);
}

#[test]
fn exactly_one_is_asked_and_one_or_more_are_answered() {
    let schema = "{ oneOf: [{ type: number }, { type: integer }] }";
    let cases = [
        (json!(0.5), true, true),
        (json!(1), false, true),
        (json!("a"), false, false),
    ];
    check(schema, &cases);
}

#[test]
fn patterns_are_written_for_unicode_mode() {
    let pattern = |pattern: &str| {
        let made = both(&format!("{{ type: string, pattern: '{pattern}' }}"));
        made.only()["inputSchema"]["$defs"]["Both"]["pattern"].clone()
    };
    assert_eq!(pattern(r"^\d+\-\w{2,}$"), r"^\d+-\w{2,}$");
    assert_eq!(pattern(r"^[\w-.]+\@{x}]$"), r"^[\w\-.]+@\{x\}\]$");
    assert_eq!(pattern(r"\/\p{L}\u0041\x41\.\["), r"\/\p{L}\u0041\x41\.\[");
    assert_eq!(pattern(r"[\-a-z\]^]"), r"[\-a-z\]^]");
    assert_eq!(pattern(r"\cé"), Value::Null);
    assert_eq!(pattern(r"(?=a)*b"), Value::Null);
    assert_eq!(
        pattern(r"(?=a)b(c)\2(?<n>d)\k<n>"),
        r"(?=a)b(c)\2(?<n>d)\k<n>"
    );
    assert_eq!(pattern(r"(a)\7"), Value::Null);
    assert_eq!(pattern("("), Value::Null);
}

#[test]
fn answers_that_are_no_single_object_have_an_envelope() {
    let made = Made::of_text(
        "paths:
  /a:
    get:
      operationId: a
      responses:
        '200':
          description: Ok
          content:
            application/json: { schema: { type: array, items: { type: string } } }
            application/pdf: {}
        '204': { description: Nothing, content: { application/json: { schema: { type: string } } } }
        '404': { description: Gone }
",
    );
    assert_eq!(complaints(&made), Vec::<String>::new());
    let validator = validator(made.only(), "outputSchema");
    let result =
        |media: &str, body: Value| json!({ "status": 200, "mediaType": media, "body": body });
    assert!(validator.is_valid(&result("application/json", json!(["a"]))));
    assert!(validator.is_valid(&result("application/pdf", json!("JVBERi0="))));
    assert!(validator.is_valid(&json!({ "status": 204 })));
    assert!(!validator.is_valid(&result("application/json", json!("a"))));
    assert!(!validator.is_valid(&json!({ "status": 404 })));
    assert!(!validator.is_valid(&json!(["a"])));
}

#[test]
fn hints_follow_from_the_method_and_the_extension() {
    let operation = |name: &str| {
        format!(
            "{{ operationId: {name}, x-destructive: true, responses: {{ '200': {{ description: Ok }} }} }}"
        )
    };
    let plain = |name: &str| operation(name).replace("x-destructive: true, ", "");
    let text = format!(
        "paths:\n  /a:\n    get: {}\n    put: {}\n    post: {}\n    delete: {}\n  /a/cancel:\n    post: {}\n",
        plain("get"),
        plain("put"),
        plain("post"),
        plain("delete"),
        operation("cancel"),
    );
    let made = Made::of_text(&text);
    let hints = made.tools.iter().map(|tool| {
        let hints = &tool["annotations"];
        let hints = ["readOnlyHint", "destructiveHint", "idempotentHint"].map(|name| &hints[name]);
        format!("{} {hints:?}", tool["name"].as_str().expect("it is text")).replace("Bool", "")
    });
    let hints: Vec<_> = hints.collect();
    let expected = [
        "get [(true), (false), (true)]",
        "put [(false), (false), (true)]",
        "post [(false), (false), (false)]",
        "delete [(false), (true), (true)]",
        "cancel [(false), (true), (false)]",
    ];
    assert_eq!(hints, expected);
}
